//! The flow alone: answers made by hand go in, steps come out.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::*;
use crate::{ErrorCode, auth::Secret};

mod discovery;
mod hostile;
mod providers;
mod registration;
mod secrets;

const SERVER: &str = "https://server.example/mcp";
const ISSUER: &str = "https://id.example";
const REDIRECT: &str = "http://127.0.0.1:8765/callback";
const STATE: &str = "a-state-that-nobody-could-guess-in-a-lifetime";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

fn sign_in(server: &str) -> SignIn {
    let redirect = Redirect { uri: REDIRECT.into(), is_fixed: false };
    let random = Random { state: STATE.into(), verifier: Secret::new(VERIFIER) };
    SignIn::new(server.parse().unwrap(), redirect, random)
}

fn answer(status: u16, body: &Value) -> Answer {
    let body = Bytes::from(body.to_string());
    Answer::new(StatusCode::from_u16(status).unwrap(), &HeaderMap::new(), body)
}

fn metadata() -> Value {
    json!({
        "issuer": ISSUER,
        "authorization_endpoint": "https://id.example/authorize",
        "token_endpoint": "https://id.example/token",
        "registration_endpoint": "https://id.example/register",
        "revocation_endpoint": "https://id.example/revoke",
        "code_challenge_methods_supported": ["plain", "S256"],
        "token_endpoint_auth_methods_supported": ["none"],
    })
}

fn with_metadata(change: impl FnOnce(&mut Value)) -> World {
    let mut metadata = metadata();
    change(&mut metadata);
    World::usual().with("https://id.example/.well-known/oauth-authorization-server", 200, metadata)
}

/// What stands at the addresses of the world, and what was asked of it.
struct World {
    pages: Vec<(String, u16, Value)>,
    asked: Vec<String>,
    /// The forms and documents that were posted, as they are sent.
    posted: Vec<String>,
}

impl World {
    fn new(pages: &[(&str, u16, Value)]) -> Self {
        let pages =
            pages.iter().map(|(url, status, body)| ((*url).to_owned(), *status, body.clone()));
        Self { pages: pages.collect(), asked: Vec::new(), posted: Vec::new() }
    }

    /// A server, its metadata and an issuer that works.
    fn usual() -> Self {
        Self::new(&[
            (
                "https://server.example/.well-known/oauth-protected-resource/mcp",
                200,
                json!({"resource": SERVER, "authorization_servers": [ISSUER]}),
            ),
            ("https://id.example/.well-known/oauth-authorization-server", 200, metadata()),
            ("https://id.example/register", 201, json!({"client_id": "made-for-us"})),
            (
                "https://id.example/token",
                200,
                json!({"access_token": "at", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "rt"}),
            ),
        ])
    }

    fn with(mut self, url: &str, status: u16, body: Value) -> Self {
        self.pages.retain(|(other, ..)| other != url);
        self.pages.push((url.to_owned(), status, body));
        self
    }

    /// Answers what the flow sends, until it wants something else. Of several pages at one address
    /// the first is used up.
    fn serve(&mut self, flow: &mut Flow) -> Step {
        for _ in 0..32 {
            let exchange = match flow.next_step() {
                Step::Send(exchange) => exchange,
                other => return other,
            };
            let url = exchange.url.to_string();
            let request = exchange.request().unwrap();
            if !request.body().is_empty() {
                self.posted.push(String::from_utf8(request.body().to_vec()).unwrap());
            }
            self.asked.push(url.clone());
            let mut found = self.pages.iter().enumerate().filter(|(_, (page, ..))| *page == url);
            let first = found.next().map(|(place, _)| place);
            let more = found.next().is_some();
            match first {
                Some(place) => {
                    let (_, status, body) = self.pages[place].clone();
                    if more {
                        self.pages.remove(place);
                    }
                    flow.answered(&answer(status, &body));
                }
                None => flow.answered(&answer(404, &Value::Null)),
            }
        }
        panic!("the flow asks without end: {:?}", self.asked);
    }

    fn visit(&mut self, flow: &mut Flow) -> Visit {
        match self.serve(flow) {
            Step::Visit(visit) => visit,
            other => panic!("no visit: {}", describe(&other)),
        }
    }

    fn grant(&mut self, flow: &mut Flow) -> Grant {
        let visit = self.visit(flow);
        flow.returned(&format!("{}?code=the-code&state={STATE}", visit.redirect_uri));
        match self.serve(flow) {
            Step::Done(grant) => *grant,
            other => panic!("no grant: {}", describe(&other)),
        }
    }

    fn failure(&mut self, flow: &mut Flow) -> crate::Error {
        match self.serve(flow) {
            Step::Failed(error) => error,
            other => panic!("no failure: {}", describe(&other)),
        }
    }
}

fn describe(step: &Step) -> String {
    match step {
        Step::Send(exchange) => exchange.shown(),
        Step::Visit(visit) => visit.url.to_string(),
        Step::ChooseIssuer(issuers) => format!("choose {issuers:?}"),
        Step::AskForClient { issuer } => format!("ask for a client of {issuer}"),
        Step::Wait(delay) => format!("wait {delay:?}"),
        Step::Done(_) => "done".into(),
        Step::Failed(error) => format!("failed: {error}"),
    }
}

fn query(url: &url::Url, name: &str) -> Option<String> {
    let mut values = url.query_pairs().filter(|(key, _)| key == name);
    let value = values.next().map(|(_, value)| value.into_owned());
    assert!(values.next().is_none(), "{name} is there twice: {url}");
    value
}

#[test]
fn a_sign_in_goes_from_the_address_to_the_tokens() {
    let mut world = World::usual();
    let mut flow = Flow::new(sign_in(SERVER));
    let visit = world.visit(&mut flow);
    assert_eq!(visit.url.host_str(), Some("id.example"));
    for (name, expected) in [
        ("response_type", Some("code")),
        ("client_id", Some("made-for-us")),
        ("redirect_uri", Some(REDIRECT)),
        ("state", Some(STATE)),
        // RFC 7636, appendix B.
        ("code_challenge", Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")),
        ("code_challenge_method", Some("S256")),
        ("resource", Some(SERVER)),
        ("scope", None),
    ] {
        assert_eq!(query(&visit.url, name).as_deref(), expected, "{name}");
    }
    let registration: Value = serde_json::from_str(&world.posted[0]).unwrap();
    assert_eq!(registration["application_type"], "native");
    assert_eq!(registration["redirect_uris"], json!([REDIRECT]));
    flow.returned(&format!("{REDIRECT}?code=the-code&state={STATE}&iss=https%3A%2F%2Fid.example"));
    let Step::Done(grant) = world.serve(&mut flow) else { panic!() };
    let form: Vec<(String, String)> =
        url::form_urlencoded::parse(world.posted[1].as_bytes()).into_owned().collect();
    for pair in [
        ("grant_type", "authorization_code"),
        ("code", "the-code"),
        ("redirect_uri", REDIRECT),
        ("code_verifier", VERIFIER),
        ("resource", SERVER),
        ("client_id", "made-for-us"),
    ] {
        assert!(form.iter().any(|(name, value)| (&**name, &**value) == pair), "{pair:?}: {form:?}");
    }
    assert_eq!(grant.tokens.access.expose(), "at");
    assert_eq!(grant.tokens.refresh.as_ref().unwrap().expose(), "rt");
    assert_eq!(grant.tokens.lifetime, Some(Duration::from_hours(1)));
    assert_eq!((&*grant.issuer, grant.resource.as_deref()), (ISSUER, Some(SERVER)));
    assert!(matches!(flow.next_step(), Step::Failed(_)));
}

#[test]
fn scopes_are_those_of_the_challenge_or_else_of_the_resource() {
    let supported = |scopes: Value| {
        let resource = json!({"resource": SERVER, "authorization_servers": [ISSUER], "scopes_supported": scopes});
        World::usual().with(
            "https://server.example/.well-known/oauth-protected-resource/mcp",
            200,
            resource,
        )
    };
    let demand = |scopes: &[&str]| Demand {
        scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        ..Demand::default()
    };
    let offline = |mut world: World| {
        let mut metadata = metadata();
        metadata["scopes_supported"] = json!(["a", "offline_access"]);
        world =
            world.with("https://id.example/.well-known/oauth-authorization-server", 200, metadata);
        world
    };
    let owned =
        |scopes: &[&str]| scopes.iter().map(|scope| (*scope).to_owned()).collect::<Vec<_>>();
    for (mut world, start, expected) in [
        (World::usual(), sign_in(SERVER), None),
        (supported(json!(["a", "b"])), sign_in(SERVER), Some("a b")),
        (supported(json!(["a", "b"])), sign_in(SERVER).demand(demand(&["c"])), Some("c")),
        (World::usual(), sign_in(SERVER).scopes(owned(&["w"])), Some("w")),
        (
            World::usual(),
            sign_in(SERVER).scopes(owned(&["w"])).demand(demand(&["c", "w"])),
            Some("w c"),
        ),
        (
            World::usual(),
            sign_in(SERVER).demand(demand(&["c"])).earlier_scopes(owned(&["e", "c"])),
            Some("c e"),
        ),
        (offline(supported(json!(["a"]))), sign_in(SERVER), Some("a offline_access")),
        (offline(World::usual()), sign_in(SERVER), None),
        (supported(json!("a b")), sign_in(SERVER), None),
        (supported(json!(["two words", 7, "", "ok"])), sign_in(SERVER), Some("ok")),
    ] {
        let visit = world.visit(&mut Flow::new(start));
        assert_eq!(query(&visit.url, "scope").as_deref(), expected);
        let consent = expected.is_some_and(|scopes| scopes.contains("offline_access"));
        assert_eq!(query(&visit.url, "prompt").is_some(), consent);
    }
}

/// A question to a token endpoint that holds a refresh token and a client's secret.
fn renewal() -> Exchange {
    let client = Registration {
        issuer: ISSUER.into(),
        client_id: "client".into(),
        secret: Some(Secret::new("the client's secret")),
        method: ClientAuthentication::Basic,
        origin: RegistrationOrigin::GivenByUser,
        secret_expires_at: None,
        redirect_uris: Vec::new(),
    };
    let token = "https://id.example/token".parse().unwrap();
    let endpoints = Endpoints { token, revocation: None };
    refresh(&endpoints, &client, &Secret::new("the-refresh-token"), Some(SERVER))
}

/// A client that a person gave, of the usual issuer.
fn given(client_id: &str) -> Registration {
    Registration {
        issuer: ISSUER.into(),
        client_id: client_id.into(),
        secret: None,
        method: ClientAuthentication::None,
        origin: RegistrationOrigin::GivenByUser,
        secret_expires_at: None,
        redirect_uris: vec![REDIRECT.into()],
    }
}

fn registered(client_id: &str, issuer: Option<&str>) -> ClientChoice {
    ClientChoice::Registered {
        client_id: client_id.into(),
        secret: None,
        issuer: issuer.map(Into::into),
        method: None,
    }
}

fn read_tokens(body: &Value) -> crate::Result<Tokens> {
    token::read(&renewal(), &answer(200, body))
}

#[test]
fn tokens_are_believed_as_far_as_they_make_sense() {
    let lifetime = |value: Value| {
        let body = json!({"access_token": "at", "token_type": "bEARER", "expires_in": value});
        read_tokens(&body).unwrap().lifetime.map(|lifetime| lifetime.as_secs())
    };
    for (value, expected) in [
        (json!(3600), Some(3600)),
        (json!("3600"), Some(3600)),
        (json!(59.9), Some(59)),
        (json!(0), None),
        (json!(-1), None),
        (json!("soon"), None),
        (json!(null), None),
        (json!([1]), None),
        (json!(1e300), Some(365 * 24 * 60 * 60)),
        (json!(u64::MAX), Some(365 * 24 * 60 * 60)),
    ] {
        assert_eq!(lifetime(value.clone()), expected, "{value}");
    }
    let long = "t".repeat(9 << 10);
    let tokens = read_tokens(&json!({"access_token": long, "scope": "a b"})).unwrap();
    assert_eq!(tokens.access.expose().len(), 9 << 10);
    assert_eq!(tokens.scopes.unwrap(), ["a", "b"]);
}

#[test]
fn what_renewing_comes_to_decides_over_the_tokens() {
    for (status, error, expected) in [
        (400, "invalid_grant", "gone"),
        (401, "invalid_client", "gone"),
        (200, "invalid_grant", "gone"),
        (400, "invalid_request", "refused"),
        (400, "bad_refresh_token", "refused"),
        (404, "", "refused"),
        (403, "invalid_target", "refused"),
        (500, "invalid_grant", "kept"),
        (503, "x", "kept"),
        (429, "slow_down", "kept"),
        (200, "x", "kept"),
    ] {
        let outcome = read_refresh(&renewal(), &answer(status, &json!({"error": error})));
        let outcome = match outcome {
            Err(RefreshFailure::Gone(_)) => "gone",
            Err(RefreshFailure::Refused(_)) => "refused",
            Err(RefreshFailure::Kept(_)) => "kept",
            Ok(_) => panic!("{error} is a token"),
        };
        assert_eq!(outcome, expected, "{status} {error}");
    }
}
