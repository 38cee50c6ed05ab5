//! Tokens as clients send them, checked against an issuer on loopback.

use std::{
    fmt::Write,
    sync::{Arc, Mutex},
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use http::{StatusCode, header};
use serde_json::{Value, json};

use super::{
    signer::{RESOURCE, RSA_N, Says, Signer, TestIssuer},
    *,
};
use crate::transport::http::test_server::{Server, answer, json as json_answer};

fn check_at(issuer: &TestIssuer) -> BearerCheck {
    BearerCheck::jwt(&issuer.url(), RESOURCE).unwrap()
}

async fn ask(check: &BearerCheck, token: &str) -> Result<Principal, Challenge> {
    check.check(Some(&format!("Bearer {token}"))).await
}

/// What is refused, in short: the status and the reason.
async fn refused(check: &BearerCheck, token: &str) -> (u16, &'static str) {
    let challenge = ask(check, token).await.unwrap_err();
    (challenge.status().as_u16(), challenge.description())
}

/// Lets time pass.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

const UNKNOWN_KEY: (u16, &str) = (401, "no key of the issuer has signed the token");
const UNAVAILABLE: (u16, &str) = (503, "the token cannot be checked at the moment");

#[tokio::test]
async fn a_token_of_each_algorithm_is_let_through() {
    for algorithm in Algorithm::ALL {
        let signer = Signer::new(algorithm, "key");
        let issuer = TestIssuer::start(&[&signer]).await;
        let principal = ask(&check_at(&issuer), &signer.token(&issuer.claims())).await.unwrap();
        let expected = Principal::new(issuer.url(), "anna")
            .with_client_id("editor")
            .with_scopes(["files:read", "files:list"]);
        assert!(principal.expires_at().is_some());
        assert!(principal.is_same_as(&expected), "{algorithm:?}");
        assert_eq!(principal.scopes(), expected.scopes());
    }
}

#[tokio::test]
async fn claims_that_are_not_ours_are_refused() {
    let signer = Signer::new(Algorithm::Es256, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let check = check_at(&issuer);
    for (name, value, reason) in [
        ("iss", json!("https://other.example"), "the token is of another issuer"),
        ("aud", json!("https://other.example"), "the token is not for this resource"),
        ("exp", json!(unix_time() - 61.0), "the token has expired"),
        ("exp", Value::Null, "the token does not say when it expires"),
        ("nbf", json!(unix_time() + 120.0), "the token is not valid yet"),
        ("nbf", json!("soon"), "the token's claims are not valid"),
        ("cnf", json!({}), "the token is bound to a key, so it is not a bearer token"),
    ] {
        let mut claims = issuer.claims();
        claims[name] = value;
        assert_eq!(refused(&check, &signer.token(&claims)).await, (401, reason));
    }
}

#[tokio::test]
async fn signatures_that_are_not_the_issuers_are_refused() {
    let signer = Signer::new(Algorithm::Rs256, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let check = check_at(&issuer);
    let claims = issuer.claims();
    let (signed, signature) = signer.token(&claims).rsplit_once('.').map(own).unwrap();
    let other = signer.token(&json!({})).rsplit_once('.').map(own).unwrap().1;
    for token in [format!("{signed}.{other}"), format!("{signed}."), format!("{signed}.AAAA")] {
        assert_eq!(refused(&check, &token).await, (401, "the token's signature is wrong"));
    }
    assert!(ask(&check, &format!("{signed}.{signature}")).await.is_ok());
    let stranger = Signer::new(Algorithm::Es256, "key");
    assert_eq!(refused(&check, &stranger.token(&claims)).await, UNKNOWN_KEY);
    assert_eq!(refused(&check, "opaque").await, (401, "the token is not a signed JWT"));
}

fn own((one, two): (&str, &str)) -> (String, String) {
    (one.to_owned(), two.to_owned())
}

#[tokio::test]
async fn a_token_does_not_choose_how_it_is_checked() {
    let signer = Signer::new(Algorithm::Rs256, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let check = check_at(&issuer);
    let encode = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
    let claims = encode(&issuer.claims().to_string());
    let not_accepted = (401, "the token's algorithm is not accepted");

    let none = format!("{}.{claims}.", encode(r#"{"alg":"none","kid":"key"}"#));
    assert_eq!(refused(&check, &none).await, not_accepted);

    // The public key as the shared secret of an HMAC.
    let signed = format!("{}.{claims}", encode(r#"{"alg":"HS256","kid":"key"}"#));
    for secret in [RSA_N.as_bytes().to_vec(), BASE64_URL_SAFE_NO_PAD.decode(RSA_N).unwrap()] {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, &secret);
        let tag = BASE64_URL_SAFE_NO_PAD.encode(ring::hmac::sign(&key, signed.as_bytes()));
        assert_eq!(refused(&check, &format!("{signed}.{tag}")).await, not_accepted);
    }

    // An algorithm that exists, and that this check does not accept.
    let check = check_at(&issuer).algorithms([Algorithm::Ps256, Algorithm::Es256]).unwrap();
    assert_eq!(refused(&check, &signer.token(&issuer.claims())).await, not_accepted);
    assert_eq!(issuer.fetches(), 0, "no key is needed to refuse them");
}

#[tokio::test]
async fn a_new_key_is_found_and_a_withdrawn_one_is_forgotten() {
    for names in [[Some("old"), Some("new")], [None, None]] {
        let [old, new] = names.map(|name| Signer::new(Algorithm::Es256, name));
        let issuer = TestIssuer::start(&[&old]).await;
        let check = check_at(&issuer);
        let claims = issuer.claims();
        assert!(ask(&check, &old.token(&claims)).await.is_ok());
        issuer.publishes(&[&new]);
        assert_eq!(refused(&check, &new.token(&claims)).await, UNKNOWN_KEY);
        assert_eq!(issuer.fetches(), 1, "it is too early to ask again");
        pass(Duration::from_secs(30)).await;
        assert!(ask(&check, &new.token(&claims)).await.is_ok());
        assert_eq!(refused(&check, &old.token(&claims)).await, UNKNOWN_KEY);
        assert_eq!(issuer.fetches(), 2);
    }
}

#[tokio::test]
async fn keys_that_are_withdrawn_are_believed_for_ten_minutes_at_most() {
    let old = Signer::new(Algorithm::Es256, "old");
    let issuer = TestIssuer::start(&[&old]).await;
    let check = check_at(&issuer);
    let token = old.token(&issuer.claims());
    assert!(ask(&check, &token).await.is_ok());
    issuer.publishes(&[]);
    pass(Duration::from_secs(299)).await;
    assert!(ask(&check, &token).await.is_ok());
    pass(Duration::from_secs(301)).await;
    assert_eq!(refused(&check, &token).await, UNKNOWN_KEY);
}

#[tokio::test]
async fn many_who_need_keys_wait_for_one_fetch() {
    let signer = Signer::new(Algorithm::Es256, "key");
    let stranger = Signer::new(Algorithm::Es256, "stranger");
    let issuer = TestIssuer::start(&[&signer]).await;
    let check = Arc::new(check_at(&issuer));
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..20 {
        let who = if number % 2 == 0 { &signer } else { &stranger };
        let (check, token) = (check.clone(), who.token(&issuer.claims()));
        tasks.spawn(async move { ask(&check, &token).await.is_ok() });
    }
    let outcomes = tasks.join_all().await;
    assert_eq!(outcomes.iter().filter(|ok| **ok).count(), 10);
    assert_eq!(issuer.fetches(), 1);
}

#[tokio::test]
async fn a_fetch_goes_on_when_the_request_that_began_it_is_gone() {
    let signer = Signer::new(Algorithm::Es256, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let check = check_at(&issuer);
    let token = signer.token(&issuer.claims());
    let mut first = Box::pin(ask(&check, &token));
    let poll = std::future::poll_fn(|cx| std::task::Poll::Ready(first.as_mut().poll(cx))).await;
    assert!(poll.is_pending());
    drop(first);
    assert!(ask(&check, &token).await.is_ok());
    assert_eq!(issuer.fetches(), 1);
}

#[tokio::test]
async fn an_issuer_that_is_down_does_not_condemn_the_token() {
    let signer = Signer::new(Algorithm::Es256, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let check = check_at(&issuer);
    let token = signer.token(&issuer.claims());
    issuer.says(Says::Status(500));
    assert_eq!(refused(&check, &token).await, UNAVAILABLE);
    issuer.publishes(&[&signer]);
    assert_eq!(refused(&check, &token).await, UNAVAILABLE, "it is too early to ask again");
    pass(Duration::from_secs(5)).await;
    assert!(ask(&check, &token).await.is_ok());
}

#[tokio::test]
async fn old_keys_serve_for_a_day_while_the_issuer_is_down() {
    let huge = Says::Document(format!(r#"{{"keys":[],"x":"{}"}}"#, "x".repeat(256 << 10)));
    let broken = Says::Document("not JSON".into());
    for says in [Says::Status(503), huge, broken] {
        let signer = Signer::new(Algorithm::Es256, "key");
        let stranger = Signer::new(Algorithm::Es256, "stranger");
        let issuer = TestIssuer::start(&[&signer]).await;
        let check = check_at(&issuer);
        let claims = issuer.claims();
        assert!(ask(&check, &signer.token(&claims)).await.is_ok());
        issuer.says(says);
        pass(Duration::from_hours(23)).await;
        assert!(ask(&check, &signer.token(&claims)).await.is_ok());
        // Whether there is such a key by now, nobody can tell.
        assert_eq!(refused(&check, &stranger.token(&claims)).await, UNAVAILABLE);
        assert_eq!(issuer.fetches(), 2);
        pass(Duration::from_hours(1)).await;
        assert_eq!(refused(&check, &signer.token(&claims)).await, UNAVAILABLE);
    }
}

#[tokio::test]
async fn an_issuer_that_is_silent_holds_nobody_up_for_long() {
    let signer = Signer::new(Algorithm::Es256, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let token = signer.token(&issuer.claims());
    let [served, unserved] = [check_at(&issuer), check_at(&issuer)];
    assert!(ask(&served, &token).await.is_ok());
    issuer.says(Says::Nothing);
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(10)).await;
    assert!(ask(&served, &token).await.is_ok());
    assert_eq!(refused(&unserved, &token).await, UNAVAILABLE);
}

#[tokio::test]
async fn keys_in_use_are_fetched_again_beside_the_requests() {
    let [old, new] = ["old", "new"].map(|name| Signer::new(Algorithm::Es256, name));
    let issuer = TestIssuer::start(&[&old]).await;
    let check = check_at(&issuer);
    let claims = issuer.claims();
    assert!(ask(&check, &old.token(&claims)).await.is_ok());
    issuer.publishes(&[&new]);
    pass(Duration::from_mins(5)).await;
    assert!(ask(&check, &old.token(&claims)).await.is_ok(), "the old keys answer at once");
    assert!(ask(&check, &new.token(&claims)).await.is_ok());
    assert_eq!(refused(&check, &old.token(&claims)).await, UNKNOWN_KEY);
    assert_eq!(issuer.fetches(), 2);
}

#[tokio::test]
async fn a_silent_issuer_holds_up_nobody_whose_key_is_known() {
    let signer = Signer::new(Algorithm::Es256, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let token = signer.token(&issuer.claims());
    let [busy, idle] = [check_at(&issuer), check_at(&issuer)];
    assert!(ask(&busy, &token).await.is_ok());
    assert!(ask(&idle, &token).await.is_ok());
    issuer.says(Says::Nothing);
    tokio::time::pause();
    // How many seconds pass, and for how many of them each check waits then.
    for (pause, busy_waits, idle_waits) in [(300, 0, None), (300, 0, Some(1)), (1, 0, Some(0))] {
        tokio::time::advance(Duration::from_secs(pause)).await;
        for (check, waits) in [(&busy, Some(busy_waits)), (&idle, idle_waits)] {
            let Some(waits) = waits else { continue };
            let asked = tokio::time::Instant::now();
            assert!(ask(check, &token).await.is_ok());
            assert_eq!(asked.elapsed().as_secs(), waits, "after {pause} s");
        }
    }
}

#[tokio::test]
async fn keys_may_stand_at_an_address_that_is_given() {
    let signer = Signer::new(Algorithm::EdDsa, None);
    let issuer = TestIssuer::start(&[&signer]).await;
    let check = BearerCheck::jwt("https://id.example/tenant", RESOURCE)
        .and_then(|check| check.keys_at(&format!("{}/keys", issuer.url())))
        .unwrap();
    let mut claims = issuer.claims();
    claims["iss"] = "https://id.example/tenant".into();
    assert!(ask(&check, &signer.token(&claims)).await.is_ok());
    assert_eq!(issuer.server.seen().len(), 1);
    for address in ["http://id.example/keys", "ftp://id.example/keys", "keys"] {
        let check = BearerCheck::jwt("https://id.example", RESOURCE).unwrap();
        assert_eq!(check.keys_at(address).unwrap_err().code(), ErrorCode::InvalidInput);
    }
}

#[tokio::test]
async fn metadata_must_be_the_issuers_own() {
    let signer = Signer::new(Algorithm::EdDsa, "key");
    let keys = TestIssuer::start(&[&signer]).await;
    let jwks_uri = format!("{}/keys", keys.url());
    for (path, said_path, jwks_uri, found) in [
        ("/.well-known/oauth-authorization-server/tenant", "/tenant", &*jwks_uri, true),
        ("/.well-known/openid-configuration/tenant", "/tenant", &jwks_uri, true),
        ("/tenant/.well-known/openid-configuration", "/tenant", &jwks_uri, true),
        ("/tenant/.well-known/openid-configuration", "/tenant/", &jwks_uri, false),
        ("/tenant/.well-known/openid-configuration", "/other", &jwks_uri, false),
        ("/tenant/.well-known/openid-configuration", "/tenant", "http://h.example/keys", false),
        ("/.well-known/oauth-authorization-server", "/tenant", &jwks_uri, false),
    ] {
        let jwks_uri = jwks_uri.to_owned();
        let server = Server::start(move |seen| {
            let issuer = format!("http://{}{said_path}", seen.header("host").unwrap());
            let document = json!({"issuer": issuer, "jwks_uri": jwks_uri}).to_string();
            let is_there = seen.target == path;
            std::future::ready(if is_there { json_answer(document) } else { answer(404, "", "") })
        })
        .await;
        let issuer = format!("{}/tenant", server.url.origin().ascii_serialization());
        let check = BearerCheck::jwt(&issuer, RESOURCE).unwrap();
        let mut claims = keys.claims();
        claims["iss"] = issuer.into();
        let outcome = ask(&check, &signer.token(&claims)).await;
        assert_eq!(outcome.is_ok(), found, "{path} {said_path}: {outcome:?}");
    }
}

#[tokio::test]
async fn a_missing_scope_is_named_and_a_broad_one_implies_a_narrow_one() {
    let signer = Signer::new(Algorithm::EdDsa, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let check = check_at(&issuer)
        .require_scope("files:read")
        .and_then(|check| check.require_scope("files:write"))
        .unwrap()
        .scope_implies("files:all", "files:write")
        .scope_implies("admin", "files:all");
    let refused = ask(&check, &signer.token(&issuer.claims())).await.unwrap_err();
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    let header = refused.www_authenticate().unwrap();
    assert_eq!(
        header,
        r#"Bearer error="insufficient_scope", error_description="the token lacks a scope that the request needs", scope="files:read files:write", resource_metadata="https://h.example/.well-known/oauth-protected-resource/mcp""#
    );
    let mut claims = issuer.claims();
    claims["scope"] = "files:read admin".into();
    let principal = ask(&check, &signer.token(&claims)).await.unwrap();
    assert!(principal.has_scope("files:all") && principal.has_scope("files:write"));

    let document: Value = serde_json::from_slice(&check.resource().to_json()).unwrap();
    assert_eq!(document["scopes_supported"], json!(["files:read", "files:write"]));
    assert_eq!(document["authorization_servers"], json!([issuer.url()]));
    let challenge = check.insufficient_scope(["files:delete"]);
    assert_eq!(challenge.scopes(), ["files:delete"]);
}

#[tokio::test]
async fn a_request_without_a_token_is_told_where_to_get_one() {
    let check = BearerCheck::jwt("https://id.example", RESOURCE).unwrap();
    let check = check.require_scope("files:read").unwrap();
    for value in [None, Some("Basic dXNlcjpw")] {
        let challenge = check.check(value).await.unwrap_err();
        assert_eq!(challenge.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(
            challenge.www_authenticate().unwrap(),
            r#"Bearer scope="files:read", resource_metadata="https://h.example/.well-known/oauth-protected-resource/mcp""#
        );
    }
    let mut headers = HeaderMap::new();
    headers.append(header::AUTHORIZATION, "Bearer a".parse().unwrap());
    let in_address = check.check_request(&headers, Some("access_token=a")).await.unwrap_err();
    headers.append(header::AUTHORIZATION, "Bearer b".parse().unwrap());
    let twice = check.check_request(&headers, None).await.unwrap_err();
    for challenge in [in_address, twice] {
        assert_eq!(challenge.status(), StatusCode::BAD_REQUEST);
        assert_eq!(challenge.error(), Some("invalid_request"));
    }
}

#[tokio::test]
async fn the_application_may_judge_by_itself() {
    let resource = ProtectedResource::new(RESOURCE).unwrap();
    let check = BearerCheck::custom(resource, |token| async move {
        match token.expose() {
            "good" => Ok(Some(Principal::new("https://h.example", "anna").with_scopes(["a"]))),
            "bad" => Ok(None),
            _ => Err(Error::new(ErrorCode::Storage, "no database")),
        }
    })
    .require_scope("a")
    .unwrap();
    assert_eq!(ask(&check, "good").await.unwrap().subject(), Some("anna"));
    assert_eq!(refused(&check, "bad").await, (401, "the token is not valid"));
    assert_eq!(refused(&check, "else").await, UNAVAILABLE);
    let error = check.keys_at("https://id.example/keys").unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
}

#[tokio::test]
async fn a_token_appears_in_no_log_no_error_and_no_debug_output() {
    let log = Arc::new(Mutex::new(String::new()));
    // With one subscriber alone, a place that logs asks only the thread that comes there first,
    // which may be that of another test.
    let _second = tracing::Dispatch::new(Capture(log.clone()));
    let _capturing = tracing::subscriber::set_default(Capture(log.clone()));
    let signer = Signer::new(Algorithm::Es256, "key");
    let issuer = TestIssuer::start(&[&signer]).await;
    let secret = Secret::new("client-secret");
    let introspect = format!("{}/introspect", issuer.url());
    let checks = [
        check_at(&issuer),
        BearerCheck::introspection(&issuer.url(), RESOURCE, &introspect, "us", &secret).unwrap(),
        BearerCheck::custom(ProtectedResource::new(RESOURCE).unwrap(), |_| async {
            Err(Error::new(ErrorCode::Internal, "the judge does not know"))
        }),
    ];
    let mut expired = issuer.claims();
    expired["exp"] = 1.into();
    let tokens = [
        signer.token(&issuer.claims()),
        signer.token(&expired),
        format!("{}tampered", signer.token(&issuer.claims())),
        "c2VjcmV0.c2VjcmV0.c2VjcmV0".to_owned(),
        "secret-opaque-token".to_owned(),
    ];
    let mut said = String::new();
    for check in &checks {
        for token in &tokens {
            let outcome = ask(check, token).await;
            let _ = write!(said, "{check:?} {outcome:?} ");
            if let Err(challenge) = outcome {
                let _ = write!(said, "{:?}", challenge.www_authenticate());
            }
        }
        let doubled = format!("Bearer {} {}", tokens[0], tokens[4]);
        let _ = write!(said, "{:?}", check.check(Some(&doubled)).await);
    }
    said.push_str(&log.lock().unwrap());
    assert!(said.contains("introspection failed") && said.contains("refused"), "{said}");
    assert!(!said.contains("client-secret"), "{said}");
    for part in tokens.iter().flat_map(|token| token.split('.')).filter(|part| part.len() > 7) {
        assert!(!said.contains(part), "{part} in {said}");
    }
}

/// Writes down whatever is logged, at every level.
struct Capture(Arc<Mutex<String>>);

impl tracing::Subscriber for Capture {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        span.record(&mut Fields(&mut self.0.lock().unwrap()));
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        values.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

struct Fields<'a>(&'a mut String);

impl tracing::field::Visit for Fields<'_> {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

#[test]
fn a_check_can_be_shared_by_all_requests_of_a_server() {
    fn shared<T: Send + Sync>(_: &T) {}
    fn sent<T: Send>(_: T) {}
    let check = BearerCheck::jwt("https://id.example", RESOURCE).unwrap();
    shared(&check);
    sent(check.check(None));
}
