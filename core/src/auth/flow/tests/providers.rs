//! The shapes of well-known providers, from what they publish: slashes, paths, and what is missing.
//!
//! Each stands here with the documents that it serves and the addresses that are asked for them, in
//! order. Identifiers of tenants are invented.

use super::*;

/// A provider, and a server that it protects.
struct Shape {
    name: &'static str,
    server: &'static str,
    /// What the server's challenge says of its metadata.
    named: Option<&'static str>,
    /// The documents, by address. Nothing stands elsewhere.
    documents: Vec<(&'static str, Value)>,
    /// The addresses that are asked before anything is posted.
    asked: &'static [&'static str],
    /// What is sent as `resource`, to the byte.
    resource: &'static str,
    /// The issuer that is recorded, to the byte.
    issuer: &'static str,
    /// Where the browser is sent.
    authorize: &'static str,
    /// What is asked for.
    scope: Option<&'static str>,
    /// How a client with a secret authenticates.
    method: ClientAuthentication,
    /// Where clients are registered, if anywhere.
    register: Option<&'static str>,
}

impl Shape {
    fn start(&self) -> SignIn {
        let resource_metadata = self.named.map(Into::into);
        sign_in(self.server).demand(Demand { resource_metadata, ..Demand::default() })
    }

    fn world(&self) -> World {
        let documents: Vec<(&str, u16, Value)> =
            self.documents.iter().map(|(url, document)| (*url, 200, document.clone())).collect();
        let mut world = World::new(&documents);
        if let Some(register) = self.register {
            world = world.with(register, 201, json!({"client_id": "registered"}));
        }
        world
    }
}

/// The metadata of an authorization server.
fn server(issuer: &str, authorize: &str, token: &str, more: Value) -> Value {
    let mut document = json!({
        "issuer": issuer,
        "authorization_endpoint": authorize,
        "token_endpoint": token,
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["plain", "S256"],
    });
    let Value::Object(more) = more else { panic!("{more}") };
    document.as_object_mut().unwrap().extend(more);
    document
}

fn resource(resource: &str, issuer: &str, scopes: &[&str]) -> Value {
    let mut document = json!({
        "resource": resource,
        "authorization_servers": [issuer],
        "bearer_methods_supported": ["header"],
    });
    if !scopes.is_empty() {
        document["scopes_supported"] = json!(scopes);
    }
    document
}

/// An issuer with a path, which stands behind the well-known part. It registers nobody.
fn github() -> Shape {
    Shape {
        name: "GitHub",
        server: "https://api.githubcopilot.com/mcp/",
        named: Some("https://api.githubcopilot.com/.well-known/oauth-protected-resource/mcp/"),
        documents: vec![
            (
                "https://api.githubcopilot.com/.well-known/oauth-protected-resource/mcp/",
                resource(
                    "https://api.githubcopilot.com/mcp/",
                    "https://github.com/login/oauth",
                    &["repo", "read:org"],
                ),
            ),
            (
                "https://github.com/.well-known/oauth-authorization-server/login/oauth",
                server(
                    "https://github.com/login/oauth",
                    "https://github.com/login/oauth/authorize",
                    "https://github.com/login/oauth/access_token",
                    json!({}),
                ),
            ),
        ],
        asked: &[
            "https://api.githubcopilot.com/.well-known/oauth-protected-resource/mcp/",
            "https://github.com/.well-known/oauth-authorization-server/login/oauth",
        ],
        resource: "https://api.githubcopilot.com/mcp/",
        issuer: "https://github.com/login/oauth",
        authorize: "https://github.com/login/oauth/authorize",
        scope: Some("repo read:org"),
        method: ClientAuthentication::Basic,
        register: None,
    }
}

/// A slash at the end of the issuer in one document, and none in the other.
fn google() -> Shape {
    const SCOPE: &str = "https://www.googleapis.com/auth/calendar.events";
    Shape {
        name: "Google",
        server: "https://calendarmcp.googleapis.com/mcp/v1",
        named: None,
        documents: vec![
            (
                "https://calendarmcp.googleapis.com/.well-known/oauth-protected-resource/mcp/v1",
                resource(
                    "https://calendarmcp.googleapis.com/mcp/v1",
                    "https://accounts.google.com/",
                    &[SCOPE],
                ),
            ),
            (
                "https://accounts.google.com/.well-known/oauth-authorization-server",
                server(
                    "https://accounts.google.com",
                    "https://accounts.google.com/o/oauth2/v2/auth",
                    "https://oauth2.googleapis.com/token",
                    json!({
                        "revocation_endpoint": "https://oauth2.googleapis.com/revoke",
                        "scopes_supported": ["openid", "email", "profile"],
                        "token_endpoint_auth_methods_supported":
                            ["client_secret_post", "client_secret_basic"],
                    }),
                ),
            ),
        ],
        asked: &[
            "https://calendarmcp.googleapis.com/.well-known/oauth-protected-resource/mcp/v1",
            "https://accounts.google.com/.well-known/oauth-authorization-server",
        ],
        resource: "https://calendarmcp.googleapis.com/mcp/v1",
        issuer: "https://accounts.google.com",
        authorize: "https://accounts.google.com/o/oauth2/v2/auth",
        scope: Some(SCOPE),
        method: ClientAuthentication::Basic,
        register: None,
    }
}

const ENTRA: &str = "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0";
const ENTRA_METADATA: &str = "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0/.well-known/openid-configuration";

/// Metadata only behind the issuer's path. It does not say itself that it supports PKCE; here it
/// does, as behind the gateways that add it.
fn entra() -> Shape {
    Shape {
        name: "Entra",
        server: "https://mcp.contoso.example/mcp",
        named: Some("https://mcp.contoso.example/.well-known/oauth-protected-resource"),
        documents: vec![
            (
                "https://mcp.contoso.example/.well-known/oauth-protected-resource",
                resource("https://mcp.contoso.example", ENTRA, &["api://app/mcp.tools"]),
            ),
            (
                ENTRA_METADATA,
                server(
                    ENTRA,
                    "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/oauth2/v2.0/authorize",
                    "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/oauth2/v2.0/token",
                    json!({
                        "scopes_supported": ["openid", "profile", "email", "offline_access"],
                        "token_endpoint_auth_methods_supported":
                            ["client_secret_post", "private_key_jwt", "client_secret_basic"],
                    }),
                ),
            ),
        ],
        asked: &[
            "https://mcp.contoso.example/.well-known/oauth-protected-resource",
            "https://login.microsoftonline.com/.well-known/oauth-authorization-server/11111111-2222-3333-4444-555555555555/v2.0",
            "https://login.microsoftonline.com/.well-known/openid-configuration/11111111-2222-3333-4444-555555555555/v2.0",
            ENTRA_METADATA,
        ],
        // Without a slash at its end, which Entra would refuse.
        resource: "https://mcp.contoso.example",
        issuer: ENTRA,
        authorize: "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/oauth2/v2.0/authorize",
        scope: Some("api://app/mcp.tools offline_access"),
        method: ClientAuthentication::Basic,
        register: None,
    }
}

/// Metadata behind the path, and a place to register that wants credentials.
fn okta() -> Shape {
    Shape {
        name: "Okta",
        server: "https://mcp.corp.example/mcp",
        named: None,
        documents: vec![
            (
                "https://mcp.corp.example/.well-known/oauth-protected-resource/mcp",
                resource(
                    "https://mcp.corp.example/mcp",
                    "https://corp.okta.com/oauth2/default",
                    &["mcp.read"],
                ),
            ),
            (
                "https://corp.okta.com/oauth2/default/.well-known/openid-configuration",
                server(
                    "https://corp.okta.com/oauth2/default",
                    "https://corp.okta.com/oauth2/default/v1/authorize",
                    "https://corp.okta.com/oauth2/default/v1/token",
                    json!({
                        "registration_endpoint": "https://corp.okta.com/oauth2/v1/clients",
                        "scopes_supported": ["openid", "offline_access"],
                        "token_endpoint_auth_methods_supported": [
                            "client_secret_basic",
                            "client_secret_post",
                            "client_secret_jwt",
                            "private_key_jwt",
                            "none"
                        ],
                    }),
                ),
            ),
        ],
        asked: &[
            "https://mcp.corp.example/.well-known/oauth-protected-resource/mcp",
            "https://corp.okta.com/.well-known/oauth-authorization-server/oauth2/default",
            "https://corp.okta.com/.well-known/openid-configuration/oauth2/default",
            "https://corp.okta.com/oauth2/default/.well-known/openid-configuration",
        ],
        resource: "https://mcp.corp.example/mcp",
        issuer: "https://corp.okta.com/oauth2/default",
        authorize: "https://corp.okta.com/oauth2/default/v1/authorize",
        scope: Some("mcp.read offline_access"),
        method: ClientAuthentication::Basic,
        register: Some("https://corp.okta.com/oauth2/v1/clients"),
    }
}

/// A slash at the end of the issuer in both documents, which belongs to it.
fn auth0() -> Shape {
    Shape {
        name: "Auth0",
        server: "https://mcp.shop.example/mcp",
        named: Some("https://mcp.shop.example/.well-known/oauth-protected-resource"),
        documents: vec![
            (
                "https://mcp.shop.example/.well-known/oauth-protected-resource",
                resource("https://mcp.shop.example/", "https://shop.eu.auth0.com/", &["tools"]),
            ),
            (
                "https://shop.eu.auth0.com/.well-known/oauth-authorization-server",
                server(
                    "https://shop.eu.auth0.com/",
                    "https://shop.eu.auth0.com/authorize",
                    "https://shop.eu.auth0.com/oauth/token",
                    json!({
                        "registration_endpoint": "https://shop.eu.auth0.com/oidc/register",
                        "revocation_endpoint": "https://shop.eu.auth0.com/oauth/revoke",
                        "scopes_supported": ["openid", "profile", "offline_access"],
                        "token_endpoint_auth_methods_supported":
                            ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
                    }),
                ),
            ),
        ],
        asked: &[
            "https://mcp.shop.example/.well-known/oauth-protected-resource",
            "https://shop.eu.auth0.com/.well-known/oauth-authorization-server",
        ],
        resource: "https://mcp.shop.example/",
        issuer: "https://shop.eu.auth0.com/",
        authorize: "https://shop.eu.auth0.com/authorize",
        scope: Some("tools offline_access"),
        method: ClientAuthentication::Basic,
        register: Some("https://shop.eu.auth0.com/oidc/register"),
    }
}

/// An issuer for each realm, which is a path. It names no public clients.
fn keycloak() -> Shape {
    const REALM: &str = "https://sso.city.example/realms/main";
    Shape {
        name: "Keycloak",
        server: "https://mcp.city.example/tools/mcp",
        named: None,
        documents: vec![
            (
                "https://mcp.city.example/.well-known/oauth-protected-resource",
                resource("https://mcp.city.example/tools", REALM, &[]),
            ),
            (
                "https://sso.city.example/realms/main/.well-known/openid-configuration",
                server(
                    REALM,
                    "https://sso.city.example/realms/main/protocol/openid-connect/auth",
                    "https://sso.city.example/realms/main/protocol/openid-connect/token",
                    json!({
                        "registration_endpoint":
                            "https://sso.city.example/realms/main/clients-registrations/openid-connect",
                        "scopes_supported": ["openid", "offline_access"],
                        "token_endpoint_auth_methods_supported":
                            ["private_key_jwt", "client_secret_basic", "client_secret_post"],
                        "authorization_response_iss_parameter_supported": true,
                    }),
                ),
            ),
        ],
        asked: &[
            "https://mcp.city.example/.well-known/oauth-protected-resource/tools/mcp",
            "https://mcp.city.example/.well-known/oauth-protected-resource",
            "https://sso.city.example/.well-known/oauth-authorization-server/realms/main",
            "https://sso.city.example/.well-known/openid-configuration/realms/main",
            "https://sso.city.example/realms/main/.well-known/openid-configuration",
        ],
        resource: "https://mcp.city.example/tools",
        issuer: REALM,
        authorize: "https://sso.city.example/realms/main/protocol/openid-connect/auth",
        scope: None,
        method: ClientAuthentication::Basic,
        register: Some("https://sso.city.example/realms/main/clients-registrations/openid-connect"),
    }
}

/// The server is its own issuer, and says so at its root only.
fn cloudflare() -> Shape {
    Shape {
        name: "Cloudflare",
        server: "https://mcp.cloudflare.com/mcp",
        named: None,
        documents: vec![
            (
                "https://mcp.cloudflare.com/.well-known/oauth-protected-resource",
                resource("https://mcp.cloudflare.com/mcp", "https://mcp.cloudflare.com", &[]),
            ),
            (
                "https://mcp.cloudflare.com/.well-known/oauth-authorization-server",
                server(
                    "https://mcp.cloudflare.com",
                    "https://mcp.cloudflare.com/authorize",
                    "https://mcp.cloudflare.com/token",
                    json!({
                        "registration_endpoint": "https://mcp.cloudflare.com/register",
                        "revocation_endpoint": "https://mcp.cloudflare.com/token",
                        "token_endpoint_auth_methods_supported":
                            ["client_secret_basic", "client_secret_post", "none"],
                        "authorization_response_iss_parameter_supported": true,
                        "client_id_metadata_document_supported": true,
                    }),
                ),
            ),
        ],
        asked: &[
            "https://mcp.cloudflare.com/.well-known/oauth-protected-resource/mcp",
            "https://mcp.cloudflare.com/.well-known/oauth-protected-resource",
            "https://mcp.cloudflare.com/.well-known/oauth-authorization-server",
        ],
        resource: "https://mcp.cloudflare.com/mcp",
        issuer: "https://mcp.cloudflare.com",
        authorize: "https://mcp.cloudflare.com/authorize",
        scope: None,
        method: ClientAuthentication::Basic,
        register: Some("https://mcp.cloudflare.com/register"),
    }
}

fn shapes() -> [Shape; 7] {
    [github(), google(), entra(), okta(), auth0(), keycloak(), cloudflare()]
}

#[test]
fn every_shape_leads_to_a_visit_with_a_client_that_was_given() {
    for shape in shapes() {
        let client = ClientChoice::Registered {
            client_id: "given".into(),
            secret: Some(Secret::new("its-secret")),
            issuer: Some(shape.issuer.into()),
            method: None,
        };
        let mut world = shape.world();
        let mut flow = Flow::new(shape.start().client(client));
        let visit = world.visit(&mut flow);
        assert_eq!(world.asked, shape.asked, "{}", shape.name);
        assert!(visit.url.as_str().starts_with(&format!("{}?", shape.authorize)), "{}", visit.url);
        assert_eq!(visit.issuer, shape.issuer);
        assert_eq!(query(&visit.url, "resource").as_deref(), Some(shape.resource));
        assert_eq!(query(&visit.url, "scope").as_deref(), shape.scope, "{}", shape.name);

        let iss: String = url::form_urlencoded::byte_serialize(shape.issuer.as_bytes()).collect();
        flow.returned(&format!("{REDIRECT}?code=c&state={STATE}&iss={iss}"));
        let Step::Send(exchange) = flow.next_step() else { panic!("{}", shape.name) };
        world = world.with(
            exchange.url.as_str(),
            200,
            json!({"access_token": "at", "token_type": "bearer"}),
        );
        let Step::Done(grant) = world.serve(&mut flow) else { panic!("{}", shape.name) };
        assert_eq!((&*grant.issuer, &*grant.registration.issuer), (shape.issuer, shape.issuer));
        assert_eq!(grant.registration.method, shape.method, "{}", shape.name);
        assert_eq!(grant.resource.as_deref(), Some(shape.resource));
    }
}

#[test]
fn shapes_without_registration_say_that_a_client_is_needed() {
    for shape in shapes() {
        let mut flow = Flow::new(shape.start());
        match shape.world().serve(&mut flow) {
            Step::AskForClient { issuer } => {
                assert!(shape.register.is_none() && issuer == shape.issuer, "{}", shape.name);
            }
            Step::Visit(visit) => {
                assert!(shape.register.is_some() && visit.client_id == "registered");
            }
            other => panic!("{}: {}", shape.name, describe(&other)),
        }
    }
}

#[test]
fn a_registration_that_wants_credentials_is_explained() {
    let refusal = json!({"errorCode": "E0000005", "errorSummary": "Invalid session"});
    let mut world = okta().world().with("https://corp.okta.com/oauth2/v1/clients", 401, refusal);
    let error = world.failure(&mut Flow::new(okta().start()));
    // Nobody takes it for the status of the server.
    assert!(error.http_status().is_none() && error.to_string().contains("(401)"), "{error}");
    assert!(error.next_step().unwrap().contains("register a client"), "{error}");
    assert_eq!(world.posted.len(), 1);
}

#[test]
fn an_issuer_that_hides_its_pkce_is_refused_with_a_reason() {
    let mut metadata = entra().documents[1].1.clone();
    metadata.as_object_mut().unwrap().remove("code_challenge_methods_supported");
    let mut world = entra().world().with(ENTRA_METADATA, 200, metadata);
    let error = world.failure(&mut Flow::new(entra().start()));
    assert!(error.to_string().contains("PKCE"), "{error}");
    assert!(error.next_step().unwrap().contains("code_challenge_methods_supported"), "{error}");
}

#[test]
fn resource_can_be_left_out_for_those_that_refuse_it() {
    let client = registered("given", None);
    let mut world = entra().world();
    let mut flow = Flow::new(entra().start().client(client).sends_resource(false));
    let visit = world.visit(&mut flow);
    assert_eq!(query(&visit.url, "resource"), None);
    flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
    let Step::Send(exchange) = flow.next_step() else { panic!() };
    let form = exchange.request().unwrap().into_body();
    assert!(!String::from_utf8(form.to_vec()).unwrap().contains("resource"));
}

#[test]
fn a_resource_at_another_host_of_the_same_owner_is_refused() {
    let mut world = github().world();
    let start = sign_in("https://api.enterprise.githubcopilot.com/mcp/readonly")
        .demand(Demand { resource_metadata: github().named.map(Into::into), ..Demand::default() });
    let error = world.failure(&mut Flow::new(start));
    assert!(error.to_string().contains("https://api.githubcopilot.com/mcp/"), "{error}");
    assert_eq!(world.asked.len(), 1);
}

#[test]
fn a_server_with_only_the_metadata_of_its_issuer_is_one_of_2025_03_26() {
    const ORIGIN: &str = "https://bindings.mcp.cloudflare.com";
    let metadata = server(
        ORIGIN,
        "https://bindings.mcp.cloudflare.com/oauth/authorize",
        "https://bindings.mcp.cloudflare.com/token",
        json!({"registration_endpoint": "https://bindings.mcp.cloudflare.com/register"}),
    );
    let mut world = World::new(&[
        (
            "https://bindings.mcp.cloudflare.com/.well-known/oauth-authorization-server",
            200,
            metadata,
        ),
        ("https://bindings.mcp.cloudflare.com/register", 201, json!({"client_id": "registered"})),
    ]);
    let visit = world.visit(&mut Flow::new(sign_in("https://bindings.mcp.cloudflare.com/mcp")));
    assert_eq!(visit.issuer, ORIGIN);
    assert!(visit.url.as_str().starts_with("https://bindings.mcp.cloudflare.com/oauth/authorize?"));
}

#[test]
fn newer_keycloaks_answer_at_the_first_address() {
    let mut shape = keycloak();
    shape.documents[1].0 =
        "https://sso.city.example/.well-known/oauth-authorization-server/realms/main";
    let mut world = shape.world();
    world.visit(&mut Flow::new(shape.start().client(registered("given", None))));
    assert_eq!(world.asked, keycloak().asked[..3]);
}
