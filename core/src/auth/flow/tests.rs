//! The flow alone: answers made by hand go in, steps come out.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::*;
use crate::{ErrorCode, auth::Secret};

mod hostile;
mod providers;

const SERVER: &str = "https://server.example/mcp";
const ISSUER: &str = "https://id.example";
const REDIRECT: &str = "http://127.0.0.1:8765/callback";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

fn sign_in(server: &str) -> SignIn {
    let redirect = Redirect { uri: REDIRECT.into(), is_fixed: false };
    let random = Random { state: "the-state".into(), verifier: Secret::new(VERIFIER) };
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
        flow.returned(&format!("{}?code=the-code&state=the-state", visit.redirect_uri));
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
        ("state", Some("the-state")),
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
    flow.returned(&format!(
        "{REDIRECT}?code=the-code&state=the-state&iss=https%3A%2F%2Fid.example"
    ));
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
fn metadata_is_looked_for_where_the_server_says_then_by_path_then_at_the_root() {
    let named = "https://meta.example/here";
    let demand = Demand { resource_metadata: Some(named.into()), ..Demand::default() };
    let mut world = World::new(&[]);
    let mut flow = Flow::new(sign_in("https://server.example/mcp?t=1").demand(demand));
    let visit = world.visit_or_register(&mut flow);
    assert!(visit.is_none());
    assert_eq!(
        world.asked[..5],
        [
            named,
            "https://server.example/.well-known/oauth-protected-resource/mcp?t=1",
            "https://server.example/.well-known/oauth-protected-resource",
            "https://server.example/.well-known/oauth-authorization-server",
            "https://server.example/.well-known/openid-configuration",
        ]
    );
}

impl World {
    /// The visit, or nothing where signing in ends before.
    fn visit_or_register(&mut self, flow: &mut Flow) -> Option<Visit> {
        match self.serve(flow) {
            Step::Visit(visit) => Some(visit),
            _ => None,
        }
    }
}

#[test]
fn a_server_without_metadata_is_one_of_2025_03_26() {
    let mut world = World::new(&[
        ("https://server.example/register", 201, json!({"client_id": "c"})),
        (
            "https://server.example/token",
            200,
            json!({"access_token": "at", "token_type": "bearer"}),
        ),
    ]);
    let mut flow = Flow::new(sign_in(SERVER));
    let visit = world.visit(&mut flow);
    assert!(visit.url.as_str().starts_with("https://server.example/authorize?"), "{}", visit.url);
    assert_eq!(query(&visit.url, "code_challenge_method").as_deref(), Some("S256"));
    assert_eq!(query(&visit.url, "resource").as_deref(), Some(SERVER));
    flow.returned(&format!("{REDIRECT}?code=c&state=the-state"));
    let Step::Done(grant) = world.serve(&mut flow) else { panic!() };
    assert_eq!(grant.issuer, "https://server.example");
    assert_eq!(grant.tokens.lifetime, None);
}

#[test]
fn what_cannot_answer_now_is_not_taken_for_a_server_without_metadata() {
    let mut world = World::new(&[(
        "https://server.example/.well-known/oauth-protected-resource/mcp",
        503,
        Value::Null,
    )]);
    let error = world.failure(&mut Flow::new(sign_in(SERVER)));
    assert!(error.to_string().contains("503"), "{error}");
    assert_eq!(world.asked.len(), 2);
}

#[test]
fn a_client_is_found_in_the_order_of_the_specification() {
    let earlier = |issuer: &str, origin, client_id: &str| Registration {
        issuer: issuer.into(),
        client_id: client_id.into(),
        secret: None,
        method: ClientAuthentication::None,
        origin,
        secret_expires_at: None,
        redirect_uris: vec![REDIRECT.into()],
    };
    let dynamic = earlier(ISSUER, RegistrationOrigin::Dynamic, "dynamic");
    let given = earlier(ISSUER, RegistrationOrigin::GivenByUser, "given");
    let registered = |client_id: &str| ClientChoice::Registered {
        client_id: client_id.into(),
        secret: None,
        issuer: None,
        method: None,
    };
    let document = ClientChoice::Document("https://app.example/client.json".parse().unwrap());
    let takes_documents = || {
        let mut metadata = metadata();
        metadata["client_id_metadata_document_supported"] = true.into();
        World::usual().with(
            "https://id.example/.well-known/oauth-authorization-server",
            200,
            metadata,
        )
    };
    for (mut world, start, expected) in [
        (World::usual(), sign_in(SERVER), "made-for-us"),
        (World::usual(), sign_in(SERVER).registered(vec![dynamic.clone()]), "dynamic"),
        (World::usual(), sign_in(SERVER).registered(vec![dynamic.clone(), given.clone()]), "given"),
        (takes_documents(), sign_in(SERVER).client(registered("mine")), "mine"),
        (
            takes_documents(),
            sign_in(SERVER).client(document.clone()),
            "https://app.example/client.json",
        ),
        (World::usual(), sign_in(SERVER).client(document), "made-for-us"),
        (
            World::usual(),
            sign_in(SERVER)
                .registered(vec![Registration { secret_expires_at: Some(10), ..dynamic.clone() }])
                .at(10),
            "made-for-us",
        ),
        (
            World::usual(),
            sign_in(SERVER).registered(vec![Registration {
                redirect_uris: vec!["http://127.0.0.1:1/callback".into()],
                ..dynamic.clone()
            }]),
            "made-for-us",
        ),
        // What another issuer gave is not shown to this one.
        (
            World::usual(),
            sign_in(SERVER).registered(vec![Registration {
                issuer: "https://other.example".into(),
                ..dynamic
            }]),
            "made-for-us",
        ),
    ] {
        let visit = world.visit(&mut Flow::new(start));
        assert_eq!(visit.client_id, expected);
        assert_eq!(query(&visit.url, "client_id").as_deref(), Some(expected));
    }
    for start in [
        sign_in(SERVER)
            .registered(vec![Registration { issuer: "https://other.example".into(), ..given }]),
        sign_in(SERVER).client(ClientChoice::Registered {
            client_id: "mine".into(),
            secret: None,
            issuer: Some("https://other.example".into()),
            method: None,
        }),
    ] {
        let error = World::usual().failure(&mut Flow::new(start));
        assert!(error.to_string().contains("https://other.example"), "{error}");
    }
}

#[test]
fn an_issuer_that_registers_nobody_is_asked_for_a_client() {
    let mut metadata = metadata();
    metadata.as_object_mut().unwrap().remove("registration_endpoint");
    let mut world = World::usual().with(
        "https://id.example/.well-known/oauth-authorization-server",
        200,
        metadata,
    );
    let mut flow = Flow::new(sign_in(SERVER));
    let Step::AskForClient { issuer } = world.serve(&mut flow) else { panic!() };
    assert_eq!(issuer, ISSUER);
    flow.named(Registration {
        issuer,
        client_id: "told".into(),
        secret: None,
        method: ClientAuthentication::None,
        origin: RegistrationOrigin::GivenByUser,
        secret_expires_at: None,
        redirect_uris: Vec::new(),
    });
    assert_eq!(world.visit(&mut flow).client_id, "told");
}

#[test]
fn a_refused_registration_is_tried_once_more_and_then_explained() {
    let refusal =
        json!({"error": "invalid_redirect_uri", "error_description": "use\u{1b}[31m localhost"});
    let mut world = World::usual();
    world.pages.insert(0, ("https://id.example/register".into(), 400, refusal.clone()));
    let mut flow = Flow::new(sign_in(SERVER));
    let visit = world.visit(&mut flow);
    assert_eq!(visit.redirect_uri, "http://localhost:8765/callback");
    // The receiver does not know which of its names the browser used.
    flow.returned(&format!("{REDIRECT}?code=c&state=the-state"));
    assert!(matches!(world.serve(&mut flow), Step::Done(_)));

    let mut world = World::usual().with("https://id.example/register", 400, refusal);
    let error = world.failure(&mut Flow::new(sign_in(SERVER)));
    assert_eq!(error.code(), ErrorCode::AuthFailed);
    assert_eq!(world.posted.len(), 2);
    let text = error.to_string();
    assert!(text.contains("invalid_redirect_uri") && !text.contains('\u{1b}'), "{text}");
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

#[test]
fn a_client_authenticates_as_the_issuer_wants_it() {
    let methods = |methods: Value| {
        let mut metadata = metadata();
        metadata["token_endpoint_auth_methods_supported"] = methods;
        World::usual().with(
            "https://id.example/.well-known/oauth-authorization-server",
            200,
            metadata,
        )
    };
    let secret = json!({"client_id": "a b", "client_secret": "s:%"});
    for (world, answer, header, in_form) in [
        (methods(json!(["client_secret_basic"])), secret.clone(), true, false),
        (methods(json!(["client_secret_post"])), secret.clone(), false, true),
        (methods(Value::Null), secret.clone(), true, false),
        (methods(json!(["none"])), json!({"client_id": "a b"}), false, false),
        (
            methods(json!(["none", "client_secret_post"])),
            json!({"client_id": "a b", "client_secret": "s:%", "token_endpoint_auth_method": "client_secret_post"}),
            false,
            true,
        ),
    ] {
        let mut world = world.with("https://id.example/register", 201, answer);
        let mut flow = Flow::new(sign_in(SERVER));
        let visit = world.visit(&mut flow);
        flow.returned(&format!("{}?code=c&state=the-state", visit.redirect_uri));
        let Step::Send(exchange) = flow.next_step() else { panic!() };
        let request = exchange.request().unwrap();
        let sent = request.headers().get(http::header::AUTHORIZATION);
        // The pair `a+b:s%3A%25`.
        assert_eq!(
            sent.map(|value| value.to_str().unwrap()),
            header.then_some("Basic YStiOnMlM0ElMjU=")
        );
        let form = String::from_utf8(request.body().to_vec()).unwrap();
        assert_eq!(form.contains("client_secret=s%3A%25"), in_form, "{form}");
        assert_eq!(form.contains("client_id=a+b"), !header, "{form}");
        assert!(!exchange.shown().contains("s:%") && !exchange.shown().contains(VERIFIER));
    }
}

#[test]
fn a_token_endpoint_that_is_busy_is_asked_again_a_few_times() {
    let mut world = World::usual();
    for _ in 0..2 {
        world.pages.insert(0, ("https://id.example/token".into(), 500, Value::Null));
    }
    let mut flow = Flow::new(sign_in(SERVER));
    let visit = world.visit(&mut flow);
    flow.returned(&format!("{}?code=c&state=the-state", visit.redirect_uri));
    for _ in 0..2 {
        let Step::Wait(delay) = world.serve(&mut flow) else { panic!() };
        assert_eq!(delay, Duration::from_secs(1));
        flow.waited();
    }
    assert!(matches!(world.serve(&mut flow), Step::Done(_)));
}

#[test]
fn tokens_are_believed_as_far_as_they_make_sense() {
    let lifetime = |value: Value| {
        let body = json!({"access_token": "at", "token_type": "bEARER", "expires_in": value});
        token::read(&answer(200, &body)).unwrap().lifetime.map(|lifetime| lifetime.as_secs())
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
        (json!(1e300), Some(u64::MAX)),
    ] {
        assert_eq!(lifetime(value.clone()), expected, "{value}");
    }
    let long = "t".repeat(9 << 10);
    let tokens = token::read(&answer(200, &json!({"access_token": long, "scope": "a b"}))).unwrap();
    assert_eq!(tokens.access.expose().len(), 9 << 10);
    assert_eq!(tokens.scopes.unwrap(), ["a", "b"]);
}

#[test]
fn what_renewing_comes_to_decides_over_the_tokens() {
    let gone = |status, error: &str| {
        let outcome = read_refresh(&answer(status, &json!({"error": error})));
        match outcome {
            Err(RefreshFailure::Gone(_)) => true,
            Err(RefreshFailure::Kept(_)) => false,
            Ok(_) => panic!("{error} is a token"),
        }
    };
    assert!(
        gone(400, "invalid_grant") && gone(401, "invalid_client") && gone(200, "invalid_grant")
    );
    for (status, error) in
        [(500, "invalid_grant"), (503, "x"), (429, "slow_down"), (400, "invalid_request")]
    {
        assert!(!gone(status, error), "{status} {error}");
    }
}

#[test]
fn a_document_names_every_loopback_address() {
    let url = "https://app.example/client.json".parse().unwrap();
    let document = client_document(&url, "App", Some(8765)).unwrap();
    assert_eq!(document["client_id"], "https://app.example/client.json");
    assert_eq!(
        document["redirect_uris"],
        json!([
            "http://127.0.0.1:8765/callback",
            "http://[::1]:8765/callback",
            "http://localhost:8765/callback"
        ])
    );
    for url in [
        "http://app.example/c",
        "https://app.example",
        "https://app.example/",
        "https://a:b@app.example/c",
    ] {
        let url = url.parse().unwrap();
        assert_eq!(client_document(&url, "App", None).unwrap_err().code(), ErrorCode::InvalidInput);
    }
}
