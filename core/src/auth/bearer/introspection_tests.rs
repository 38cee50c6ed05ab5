//! Asking the issuer about tokens, through the whole check.

use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};

use super::super::{BearerCheck, signer::RESOURCE};
use crate::{
    auth::{Challenge, Principal, Secret},
    transport::http::test_server::{Answer, Seen, Server, answer, json as json_answer},
};

const ISSUER: &str = "https://id.example";

async fn issuer(respond: impl Fn(&Seen) -> Answer + Send + Sync + 'static) -> Server {
    Server::start(move |seen| std::future::ready(respond(&seen))).await
}

fn check(server: &Server) -> BearerCheck {
    let secret = Secret::new("p:ss wörd");
    let endpoint = server.url.join("/introspect").unwrap();
    BearerCheck::introspection(ISSUER, RESOURCE, endpoint.as_str(), "our server", &secret).unwrap()
}

async fn ask(check: &BearerCheck, token: &str) -> Result<Principal, Challenge> {
    check.check(Some(&format!("Bearer {token}"))).await
}

fn good() -> Value {
    json!({"active": true, "aud": [RESOURCE], "sub": "anna", "client_id": "editor", "scope": "a b"})
}

#[tokio::test]
async fn the_issuer_is_asked_with_our_credentials_and_its_answer_is_believed() {
    let server = issuer(|_| json_answer(good().to_string())).await;
    let principal = ask(&check(&server), "opa+que/~token==").await.unwrap();
    let expected = Principal::new(ISSUER, "anna").with_client_id("editor").with_scopes(["a", "b"]);
    assert_eq!(principal, expected);
    let seen = &server.seen()[0];
    assert_eq!((seen.method.as_str(), &*seen.target), ("POST", "/introspect"));
    assert_eq!(seen.header("content-type"), Some("application/x-www-form-urlencoded"));
    // `our+server:p%3Ass+w%C3%B6rd`
    let basic = "Basic b3VyK3NlcnZlcjpwJTNBc3MrdyVDMyVCNnJk";
    assert_eq!(seen.header("authorization"), Some(basic));
    let body = "token=opa%2Bque%2F%7Etoken%3D%3D&token_type_hint=access_token";
    assert_eq!(seen.body, body);
}

#[tokio::test]
async fn an_answer_is_kept_for_a_while() {
    let server = issuer(|_| json_answer(good().to_string())).await;
    let check = check(&server);
    for token in ["one", "one", "two", "one"] {
        ask(&check, token).await.unwrap();
    }
    assert_eq!(server.seen().len(), 2);
    tokio::time::pause();
    tokio::time::advance(super::LIFETIME).await;
    tokio::time::resume();
    ask(&check, "one").await.unwrap();
    assert_eq!(server.seen().len(), 3);
}

#[tokio::test]
async fn a_token_that_is_refused_is_asked_about_again() {
    let server = issuer(|_| json_answer(r#"{"active":false}"#)).await;
    let check = check(&server);
    for _ in 0..2 {
        let refused = ask(&check, "token").await.unwrap_err();
        assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(refused.description(), "the token is not active");
    }
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn what_the_answer_says_is_judged() {
    for (name, value) in [
        ("aud", json!("https://other.example")),
        ("aud", Value::Null),
        ("iss", json!("https://other.example")),
        ("exp", json!(1_000_000)),
        ("nbf", json!(9_999_999_999_u64)),
        ("token_type", json!("DPoP")),
    ] {
        let mut said = good();
        said[name] = value;
        let said = said.to_string();
        let server = issuer(move |_| json_answer(said.clone())).await;
        let refused = ask(&check(&server), "token").await.unwrap_err();
        assert_eq!(refused.error(), Some("invalid_token"), "{name}");
    }
}

#[tokio::test]
async fn an_issuer_that_cannot_tell_does_not_condemn_the_token() {
    let answers: [fn() -> Answer; 5] = [
        || answer(401, "application/json", r#"{"error":"invalid_client"}"#),
        || answer(500, "", ""),
        || json_answer("not JSON"),
        || json_answer(r#"{"active":"yes"}"#),
        || json_answer(format!(r#"{{"active":true,"x":"{}"}}"#, "x".repeat(super::ANSWER_BYTES))),
    ];
    for respond in answers {
        let server = issuer(move |_| respond()).await;
        let refused = ask(&check(&server), "token").await.unwrap_err();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.www_authenticate(), None);
        assert!(refused.retry_after().is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn an_issuer_that_is_silent_holds_nobody_up_for_long() {
    let server = Server::start(|_| std::future::pending()).await;
    let check = Arc::new(check(&server));
    let refused = ask(&check, "token").await.unwrap_err();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn an_answer_is_not_believed_beyond_the_end_of_its_token() {
    let mut said = good();
    said["exp"] = json!(super::unix_time() - 30.0);
    let said = said.to_string();
    let server = issuer(move |_| json_answer(said.clone())).await;
    let check = check(&server);
    ask(&check, "token").await.unwrap();
    let check = check.clock_skew(std::time::Duration::ZERO);
    let refused = ask(&check, "token").await.unwrap_err();
    assert_eq!(refused.description(), "the token has expired");
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn invented_tokens_hold_up_no_token_that_was_good_before() {
    const INVENTED: usize = 100;
    let server = Server::start(|seen| async move {
        if !seen.body.starts_with(b"token=good") {
            return std::future::pending().await;
        }
        json_answer(good().to_string())
    })
    .await;
    let check = Arc::new(check(&server));
    ask(&check, "good").await.unwrap();
    tokio::time::pause();
    tokio::time::advance(super::LIFETIME).await;
    tokio::time::resume();
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..INVENTED {
        let check = check.clone();
        tasks.spawn(async move { ask(&check, &format!("invented-{number}")).await });
    }
    server.until(|seen| seen.len() == 1 + super::STRANGERS_IN_FLIGHT).await;
    ask(&check, "good").await.unwrap();
    // Whoever does not get a turn is not kept waiting for long.
    tokio::time::pause();
    let begun = tokio::time::Instant::now();
    for _ in super::STRANGERS_IN_FLIGHT..INVENTED {
        let refused = tasks.join_next().await.unwrap().unwrap().unwrap_err();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    }
    assert!(begun.elapsed() <= super::TURN_WAIT);
}
