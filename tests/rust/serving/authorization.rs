//! Who is served over HTTP, and whom a request acts for.

use hostline::{
    auth::BearerCheck,
    server::{Context, HttpOptions, INSUFFICIENT_SCOPE, NoArguments},
};
use serde_json::{Value, json};

use super::{
    LEGACY, MODERN, VERSIONS, able,
    fixture::Fixture,
    issuer::{Issuer, Signer, in_seconds},
    raw::RawClient,
    web::{Ask, Site, WebClient},
};

const RESOURCE: &str = "https://h.example/mcp";
const METADATA: &str = "https://h.example/.well-known/oauth-protected-resource/mcp";

/// A server that wants tokens, and who gives them.
struct Guarded {
    site: Site,
    issuer: Issuer,
}

impl Guarded {
    async fn start() -> Self {
        Self::with(Ok).await
    }

    async fn with(more: impl FnOnce(BearerCheck) -> hostline::Result<BearerCheck>) -> Self {
        let issuer = Issuer::start().await;
        let check = BearerCheck::jwt(&issuer.url(), RESOURCE).unwrap();
        let check = check.require_scope("use").and_then(more).unwrap();
        let fixture = Fixture::with(|server| {
            server
                .tool("write", "Needs a scope", |_: NoArguments, cx: Context| async move {
                    cx.require_scope("write")?;
                    Ok::<_, hostline::server::Failure>("written")
                })
                .tool("late", "Needs a scope, and says so late", |_: NoArguments, cx: Context| {
                    async move {
                        cx.progress(1.0, None, None);
                        // So that what was said goes out first.
                        tokio::task::yield_now().await;
                        cx.require_scope("write")?;
                        Ok::<_, hostline::server::Failure>("written")
                    }
                })
                .tool("leak", "Says all it knows", |_: NoArguments, cx: Context| async move {
                    format!("{cx:?} {:?} {:?} {:?}", cx.principal(), cx.meta(), cx.client_info())
                })
        });
        let site = Site::of(fixture, HttpOptions::new().bearer(check)).await;
        Self { site, issuer }
    }

    fn token(&self, scope: &str) -> String {
        self.issuer.token(&self.issuer.claims(RESOURCE, scope))
    }

    /// A client with a good token.
    async fn client(&self, version: &'static str) -> WebClient {
        self.client_with(version, "use").await
    }

    async fn client_with(&self, version: &'static str, scope: &str) -> WebClient {
        let mut client = WebClient::new(&self.site, version).with_token(&self.token(scope));
        client.begin().await;
        client
    }

    /// Every kind of request that is served, without a token.
    async fn requests(&self) -> Vec<Ask> {
        let mut all = Vec::new();
        for version in [VERSIONS[1], LEGACY[3], MODERN] {
            let mut client = self.client(version).await;
            let call = client.call("echo", json!({"text": "a"}));
            all.extend([client.post(&call), client.listen(), client.end()]);
            all.push(client.listen().method("OPTIONS"));
        }
        let mut first = WebClient::new(&self.site, LEGACY[3]);
        let opening = first.opening();
        all.push(first.post(&opening));
        let old = self.client(MODERN).await;
        let mut stream = old.listen().target("/sse").send().await;
        let messages = stream.event().await.unwrap().data;
        all.push(first.listen().target("/sse"));
        all.push(first.post(&opening).target(&messages));
        all.into_iter().map(|ask| ask.without("authorization")).collect()
    }
}

fn bearer(ask: &Ask, token: &str) -> Ask {
    ask.clone().header("authorization", format!("Bearer {token}"))
}

#[tokio::test]
async fn the_handler_knows_the_caller_by_the_subject_of_the_token() {
    let guarded = Guarded::start().await;
    for version in [VERSIONS[1], VERSIONS[2], LEGACY[3], MODERN] {
        for subject in ["anna", "bert"] {
            let mut claims = guarded.issuer.claims(RESOURCE, "use");
            claims["sub"] = subject.into();
            let token = guarded.issuer.token(&claims);
            let mut client = WebClient::new(&guarded.site, version).with_token(&token);
            client.begin().await;
            let who: Value = serde_json::from_str(&client.said("who", json!({})).await).unwrap();
            assert_eq!(who["subject"], subject, "{version}");
        }
    }
    // A round of questions is its principal's too.
    let mut anna = guarded.client(MODERN).await.declaring(able());
    let asked = anna.answer("tools/call", json!({"name": "greet"})).await["result"].clone();
    let again = json!({"name": "greet", "requestState": asked["requestState"]});
    let mut claims = guarded.issuer.claims(RESOURCE, "use");
    claims["sub"] = "bert".into();
    let mut bert = anna.clone().with_token(&guarded.issuer.token(&claims));
    let refused = bert.answer("tools/call", again.clone()).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    assert_eq!(anna.answer("tools/call", again).await["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn a_name_in_arguments_or_metadata_makes_nobody_another_caller() {
    let guarded = Guarded::start().await;
    for version in [LEGACY[3], MODERN] {
        let mut client = guarded.client(version).await;
        let meta = json!({"subject": "bert", "sub": "bert", "user": "bert", "principal": "bert",
            "io.modelcontextprotocol/clientInfo": {"name": "bert", "version": "1"}});
        let params = json!({"name": "who", "arguments": {}, "_meta": meta});
        let call = client.request("tools/call", params);
        let post = client
            .post(&call)
            .also("x-forwarded-user", "bert")
            .also("x-user", "bert")
            .also("remote-user", "bert");
        let answer = post.send().await.answer().await;
        let who: Value = serde_json::from_str(super::text(&answer["result"])).unwrap();
        assert_eq!(who["subject"], "anna", "{version}");
    }
}

#[tokio::test]
async fn without_a_token_the_answer_is_401() {
    let mut guarded = Guarded::start().await;
    for ask in guarded.requests().await {
        for ask in [
            ask.clone(),
            ask.clone().header("authorization", "Basic YW5uYTpw"),
            ask.clone().header("authorization", ""),
            ask.clone().header("cookie", "access_token=a"),
        ] {
            let reply = ask.send().await;
            assert_eq!(reply.status, 401);
            let challenge = reply.header("www-authenticate").to_owned();
            let expected = format!(r#"Bearer scope="use", resource_metadata="{METADATA}""#);
            assert_eq!(challenge, expected);
            assert_eq!(reply.json().await["error"]["code"], -32600);
        }
    }
    assert!(guarded.site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn the_metadata_names_the_resource_and_its_authorization_servers() {
    let guarded =
        Guarded::with(|check| check.describe(|resource| Ok(resource.resource_name("Files")))).await;
    let ask = WebClient::new(&guarded.site, MODERN).listen();
    let reply = ask.target("/.well-known/oauth-protected-resource/mcp").send().await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/json"));
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    let document: Value = serde_json::from_str(&reply.text().await).unwrap();
    let expected = json!({
        "resource": RESOURCE,
        "authorization_servers": [guarded.issuer.url()],
        "scopes_supported": ["use"],
        "bearer_methods_supported": ["header"],
        "resource_name": "Files",
    });
    assert_eq!(document, expected);
}

#[tokio::test]
async fn a_challenge_names_the_address_of_the_metadata() {
    let guarded = Guarded::start().await;
    let named = format!(r#"resource_metadata="{METADATA}""#);
    for ask in guarded.requests().await {
        for ask in [ask.clone(), bearer(&ask, "made.up.token"), bearer(&ask, &guarded.token(""))] {
            let reply = ask.send().await;
            assert!([401, 403].contains(&reply.status), "{}", reply.status);
            let challenge = reply.header("www-authenticate");
            assert!(challenge.starts_with("Bearer ") && challenge.contains(&named), "{challenge}");
        }
    }
}

#[tokio::test]
async fn the_metadata_is_at_both_well_known_addresses() {
    let guarded = Guarded::start().await;
    let ask = WebClient::new(&guarded.site, MODERN).listen();
    let root = "/.well-known/oauth-protected-resource";
    let mut documents = Vec::new();
    for target in [root.to_owned(), format!("{root}/mcp"), format!("{root}?query")] {
        // A page that wants to sign in may read it too, wherever it comes from.
        let reply =
            ask.clone().target(&target).header("origin", "https://app.example").send().await;
        assert_eq!(reply.status, 200, "{target}");
        documents.push(reply.text().await);
        let other = ask.clone().target(&target).method("DELETE").send().await;
        assert_eq!((other.status, other.header("allow")), (405, "GET"));
    }
    assert!(documents.iter().all(|document| *document == documents[0]));
    for target in [format!("{root}/other"), format!("{root}x"), "/.well-known/x".to_owned()] {
        assert_eq!(ask.clone().target(&target).status().await, 404, "{target}");
    }
    let open = Site::open().await;
    let ask = WebClient::new(&open, MODERN).listen().target(root);
    assert_eq!(ask.status().await, 404, "a server that wants no tokens has none");
}

#[tokio::test]
async fn a_token_in_the_address_is_refused() {
    let mut guarded = Guarded::start().await;
    let token = guarded.token("use");
    for ask in guarded.requests().await {
        let join = if ask.target.contains('?') { '&' } else { '?' };
        let target = format!("{}{join}access_token={token}", ask.target);
        for ask in [ask.clone().target(&target), bearer(&ask, &token).target(&target)] {
            let reply = ask.send().await;
            assert_eq!(reply.status, 400);
            let challenge = reply.header("www-authenticate");
            assert!(challenge.starts_with(r#"Bearer error="invalid_request""#), "{challenge}");
            assert!(!challenge.contains(&token));
            assert!(!reply.text().await.contains(&token));
        }
    }
    assert!(guarded.site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn a_token_that_is_expired_forged_or_foreign_is_refused_with_401() {
    let mut guarded = Guarded::start().await;
    let claims = guarded.issuer.claims(RESOURCE, "use");
    let with = |name: &str, value: Value| {
        let mut claims = claims.clone();
        claims[name] = value;
        guarded.issuer.token(&claims)
    };
    let good = guarded.issuer.token(&claims);
    let (signed, _) = good.rsplit_once('.').unwrap();
    let (_, signature) = good.rsplit_once('.').unwrap();
    let other = with("sub", json!("bert"));
    let (other, _) = other.rsplit_once('.').unwrap();
    let tokens = [
        ("expired", with("exp", json!(in_seconds(-120)))),
        ("endless", with("exp", Value::Null)),
        ("not yet valid", with("nbf", json!(in_seconds(120)))),
        ("of another issuer", with("iss", json!("https://other.example"))),
        ("of a stranger", Signer::new().token(&claims)),
        ("of another signature", format!("{other}.{signature}")),
        ("without a signature", format!("{signed}.")),
        ("opaque", "opaque".to_owned()),
    ];
    for (what, token) in &tokens {
        for ask in guarded.requests().await {
            let reply = bearer(&ask, token).send().await;
            assert_eq!(reply.status, 401, "{what}");
            let challenge = reply.header("www-authenticate");
            assert!(challenge.starts_with(r#"Bearer error="invalid_token""#), "{challenge}");
            assert!(challenge.contains(r#"scope="use""#), "{challenge}");
        }
    }
    assert!(guarded.site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn nothing_is_served_before_the_token_was_checked() {
    let mut guarded = Guarded::start().await;
    // What is wrong with a request is told only to whom it may be told, and its body is not read.
    for ask in guarded.requests().await {
        for ask in [
            ask.clone().body("{"),
            ask.clone().header("content-type", "text/plain"),
            ask.clone().header("accept", "text/html"),
            ask.clone().header("mcp-protocol-version", "2099-01-01"),
            ask.clone().header("mcp-session-id", "made-up"),
            ask.clone().header("content-length", "1000000").body("{"),
            ask.clone().method("PUT"),
        ] {
            assert_eq!(ask.status().await, 401);
        }
    }
    assert!(guarded.site.fixture.events().is_empty(), "nothing has run");
    // A session does not carry a token on.
    for version in [VERSIONS[1], VERSIONS[2], LEGACY[3]] {
        let mut client = guarded.client(version).await;
        let call = client.call("echo", json!({"text": "a"}));
        assert_eq!(client.post(&call).without("authorization").status().await, 401);
        assert!(guarded.site.fixture.events().is_empty(), "nothing has run");
        assert_eq!(client.said("echo", json!({"text": "a"})).await, "a");
        assert_eq!(guarded.site.event().await, "echo");
    }
}

#[tokio::test]
async fn a_token_for_another_audience_is_refused() {
    let mut guarded = Guarded::start().await;
    for audience in [
        json!("https://h.example"),
        json!("https://h.example/"),
        json!("https://h.example/mcp/"),
        json!("https://h.example/mcp2"),
        json!("http://h.example/mcp"),
        json!("https://other.example/mcp"),
        json!(["https://other.example/mcp", guarded.issuer.url()]),
        json!([]),
        Value::Null,
    ] {
        let mut claims = guarded.issuer.claims(RESOURCE, "use");
        claims["aud"] = audience.clone();
        let token = guarded.issuer.token(&claims);
        let mut client = WebClient::new(&guarded.site, MODERN).with_token(&token);
        let call = client.call("echo", json!({"text": "a"}));
        let reply = client.post(&call).send().await;
        assert_eq!(reply.status, 401, "{audience}");
        assert!(reply.header("www-authenticate").contains(r#"error="invalid_token""#));
    }
    assert!(guarded.site.fixture.events().is_empty(), "nothing has run");
    let claims = guarded.issuer.claims(RESOURCE, "use");
    let mut several = claims;
    several["aud"] = json!(["https://other.example/mcp", RESOURCE]);
    let token = guarded.issuer.token(&several);
    let mut client = WebClient::new(&guarded.site, MODERN).with_token(&token);
    assert_eq!(client.said("echo", json!({"text": "a"})).await, "a", "one of them is enough");
}

#[tokio::test]
async fn no_handler_can_see_the_token() {
    let guarded = Guarded::start().await;
    for version in [VERSIONS[1], VERSIONS[2], LEGACY[3], MODERN] {
        let token = guarded.token("use");
        let mut client = WebClient::new(&guarded.site, version).with_token(&token);
        client.begin().await;
        let said = client.said("leak", json!({})).await;
        assert!(said.contains("anna"), "{said}");
        for part in token.split('.') {
            assert!(!said.contains(part), "{version}: {said}");
        }
    }
}

#[tokio::test]
async fn each_failure_has_its_status() {
    let guarded = Guarded::start().await;
    let good = guarded.token("use");
    for ask in guarded.requests().await {
        assert_eq!(ask.clone().status().await, 401);
        assert_eq!(bearer(&ask, "made.up.token").status().await, 401);
        let narrow = bearer(&ask, &guarded.token("other")).send().await;
        assert_eq!(narrow.status, 403);
        let challenge = narrow.header("www-authenticate");
        assert!(challenge.starts_with(r#"Bearer error="insufficient_scope""#), "{challenge}");
        assert!(challenge.contains(r#"scope="use""#), "{challenge}");
        for ask in [
            bearer(&ask, "two words"),
            bearer(&ask, ""),
            bearer(&ask, &good).also("authorization", format!("Bearer {good}")),
            bearer(&ask, &"a".repeat(17 << 10)),
        ] {
            let reply = ask.send().await;
            assert_eq!(reply.status, 400);
            let challenge = reply.header("www-authenticate");
            assert!(challenge.starts_with(r#"Bearer error="invalid_request""#), "{challenge}");
        }
    }
}

#[tokio::test]
async fn an_issuer_that_cannot_be_reached_is_503_and_not_401() {
    let gone = Issuer::start().await;
    let (url, token) = (gone.url(), gone.token(&gone.claims(RESOURCE, "")));
    drop(gone);
    let check = BearerCheck::jwt(&url, RESOURCE).unwrap();
    let site = Site::with(HttpOptions::new().bearer(check)).await;
    let mut client = WebClient::new(&site, MODERN).with_token(&token);
    let call = client.call("echo", json!({"text": "a"}));
    let reply = client.post(&call).send().await;
    assert_eq!((reply.status, reply.header("retry-after")), (503, "5"));
    assert_eq!(reply.header("www-authenticate"), "", "another token would not help");
}

#[tokio::test]
async fn a_scope_that_a_handler_misses_is_asked_for_with_403() {
    let guarded = Guarded::start().await;
    for version in [VERSIONS[1], VERSIONS[2], LEGACY[3], MODERN] {
        let mut client = guarded.client(version).await;
        let call = client.call("write", json!({}));
        let reply = client.post(&call).send().await;
        assert_eq!(reply.status, 403, "{version}");
        let challenge = reply.header("www-authenticate").to_owned();
        assert!(challenge.starts_with(r#"Bearer error="insufficient_scope""#), "{challenge}");
        assert!(challenge.contains(r#"scope="write""#), "{challenge}");
        assert!(challenge.contains(METADATA), "{challenge}");
        let error = reply.json().await;
        assert_eq!(error["id"], call["id"]);
        assert_eq!(error["error"]["code"], INSUFFICIENT_SCOPE);
        assert_eq!(error["error"]["data"], json!({"requiredScopes": ["write"]}));
        // The same client with a broader token goes on, in the same session.
        let mut broader = client.with_token(&guarded.token("use write"));
        assert_eq!(broader.said("write", json!({})).await, "written", "{version}");
        let mut narrower = broader.with_token(&guarded.token("use"));
        let call = narrower.call("write", json!({}));
        assert_eq!(narrower.post(&call).status().await, 403, "{version}: the newest token counts");
    }
}

#[tokio::test]
async fn a_scope_that_is_missed_too_late_for_a_status_is_an_error() {
    let guarded = Guarded::start().await;
    for version in [VERSIONS[1], VERSIONS[2], LEGACY[3], MODERN] {
        let mut client = guarded.client(version).await;
        let params = json!({"name": "late", "_meta": {"progressToken": 1}});
        let call = client.request("tools/call", params);
        let reply = client.post(&call).send().await;
        assert_eq!(reply.status, 200, "{version}");
        let answer = reply.answer().await;
        assert_eq!(answer["error"]["code"], INSUFFICIENT_SCOPE, "{version}");
    }
    // Where nobody signs in, nobody has any.
    for version in VERSIONS {
        let mut client = RawClient::open(&guarded.site.fixture.handle, version).await;
        let code = client.code("tools/call", json!({"name": "write"})).await;
        assert_eq!(code, INSUFFICIENT_SCOPE, "{version}");
    }
}

#[tokio::test]
async fn a_broader_scope_is_enough_for_a_narrower_one() {
    let guarded = Guarded::with(|check| {
        Ok(check.scope_implies("all", "write").scope_implies("write", "use"))
    })
    .await;
    for version in [VERSIONS[1], LEGACY[3], MODERN] {
        for scope in ["all", "write", "write use"] {
            let mut client = guarded.client_with(version, scope).await;
            assert_eq!(client.said("write", json!({})).await, "written", "{version} {scope}");
        }
        let mut client = guarded.client_with(version, "use").await;
        let call = client.call("write", json!({}));
        assert_eq!(client.post(&call).status().await, 403, "it does not imply the broader one");
    }
}
