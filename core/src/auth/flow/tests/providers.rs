//! The shapes of well-known providers, from what they publish: slashes, paths, and what is missing.

use super::*;

/// What is particular about a provider.
struct Shape {
    name: &'static str,
    server: &'static str,
    /// As the resource's metadata writes it.
    issuer: &'static str,
    /// The address of the metadata, which is the first that answers.
    metadata_at: &'static str,
    /// As the metadata writes it.
    named: &'static str,
    authorize: &'static str,
    registers: bool,
    methods: &'static [&'static str],
    /// How the client that was given authenticates.
    expected: ClientAuthentication,
}

const SHAPES: [Shape; 7] = [
    Shape {
        name: "GitHub",
        server: "https://api.githubcopilot.com/mcp/",
        issuer: "https://github.com/login/oauth",
        metadata_at: "https://github.com/.well-known/oauth-authorization-server/login/oauth",
        named: "https://github.com/login/oauth",
        authorize: "https://github.com/login/oauth/authorize",
        registers: false,
        methods: &[],
        expected: ClientAuthentication::Basic,
    },
    Shape {
        name: "Google",
        server: "https://mcp.googleapis.example/mcp",
        issuer: "https://accounts.google.com/",
        metadata_at: "https://accounts.google.com/.well-known/openid-configuration",
        named: "https://accounts.google.com",
        authorize: "https://accounts.google.com/o/oauth2/v2/auth",
        registers: false,
        methods: &["client_secret_post", "client_secret_basic"],
        expected: ClientAuthentication::Basic,
    },
    Shape {
        name: "Entra",
        server: "https://mcp.contoso.example/mcp",
        issuer: "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0",
        metadata_at: "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0/.well-known/openid-configuration",
        named: "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0",
        authorize: "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/oauth2/v2.0/authorize",
        registers: false,
        methods: &["client_secret_post", "private_key_jwt"],
        expected: ClientAuthentication::Post,
    },
    Shape {
        name: "Okta",
        server: "https://mcp.corp.example/mcp",
        issuer: "https://corp.okta.com/oauth2/default",
        metadata_at: "https://corp.okta.com/oauth2/default/.well-known/openid-configuration",
        named: "https://corp.okta.com/oauth2/default",
        authorize: "https://corp.okta.com/oauth2/default/v1/authorize",
        registers: true,
        methods: &["client_secret_basic", "client_secret_post", "none"],
        expected: ClientAuthentication::Basic,
    },
    Shape {
        name: "Auth0",
        server: "https://mcp.shop.example/mcp",
        issuer: "https://shop.eu.auth0.com/",
        metadata_at: "https://shop.eu.auth0.com/.well-known/oauth-authorization-server",
        named: "https://shop.eu.auth0.com/",
        authorize: "https://shop.eu.auth0.com/authorize",
        registers: true,
        methods: &["client_secret_basic", "client_secret_post", "none"],
        expected: ClientAuthentication::Basic,
    },
    Shape {
        name: "Keycloak",
        server: "https://mcp.city.example/mcp",
        issuer: "https://sso.city.example/realms/main",
        metadata_at: "https://sso.city.example/realms/main/.well-known/openid-configuration",
        named: "https://sso.city.example/realms/main",
        authorize: "https://sso.city.example/realms/main/protocol/openid-connect/auth",
        registers: true,
        methods: &["private_key_jwt", "client_secret_basic", "client_secret_post"],
        expected: ClientAuthentication::Basic,
    },
    Shape {
        name: "Cloudflare",
        server: "https://docs.mcp.cloudflare.com/mcp",
        issuer: "https://docs.mcp.cloudflare.com",
        metadata_at: "https://docs.mcp.cloudflare.com/.well-known/oauth-authorization-server",
        named: "https://docs.mcp.cloudflare.com",
        authorize: "https://docs.mcp.cloudflare.com/oauth/authorize",
        registers: true,
        methods: &["client_secret_basic", "client_secret_post", "none"],
        expected: ClientAuthentication::Basic,
    },
];

impl Shape {
    fn world(&self) -> World {
        let origin = self.server.parse::<url::Url>().unwrap().origin().ascii_serialization();
        let path = self.server.strip_prefix(&origin).unwrap();
        let mut metadata = json!({
            "issuer": self.named,
            "authorization_endpoint": self.authorize,
            "token_endpoint": format!("{}/token", self.authorize),
            "code_challenge_methods_supported": ["S256"],
        });
        if self.registers {
            metadata["registration_endpoint"] = format!("{}/register", self.authorize).into();
        }
        if !self.methods.is_empty() {
            metadata["token_endpoint_auth_methods_supported"] = json!(self.methods);
        }
        let resource = json!({"resource": self.server, "authorization_servers": [self.issuer]});
        World::new(&[
            (&format!("{origin}/.well-known/oauth-protected-resource{path}"), 200, resource),
            (self.metadata_at, 200, metadata),
            (
                &format!("{}/register", self.authorize),
                201,
                json!({"client_id": "dynamic", "client_secret": "s"}),
            ),
            (
                &format!("{}/token", self.authorize),
                200,
                json!({"access_token": "at", "token_type": "bearer"}),
            ),
        ])
    }
}

#[test]
fn every_shape_leads_to_a_token_with_a_client_that_was_given() {
    for shape in SHAPES {
        let client = ClientChoice::Registered {
            client_id: "given".into(),
            secret: Some(Secret::new("s")),
            issuer: None,
            method: None,
        };
        let mut flow = Flow::new(sign_in(shape.server).client(client));
        let grant = shape.world().grant(&mut flow);
        assert_eq!(grant.issuer, shape.named, "{}", shape.name);
        // The resource is sent as it was written, slash and all.
        assert_eq!(grant.resource.as_deref(), Some(shape.server), "{}", shape.name);
        assert_eq!(grant.registration.method, shape.expected, "{}", shape.name);
    }
}

#[test]
fn shapes_without_registration_say_that_a_client_is_needed() {
    for shape in SHAPES {
        let mut flow = Flow::new(sign_in(shape.server));
        match shape.world().serve(&mut flow) {
            Step::AskForClient { issuer } => {
                assert!(!shape.registers && issuer == shape.named, "{}", shape.name);
            }
            Step::Visit(visit) => {
                assert!(shape.registers && visit.client_id == "dynamic", "{}", shape.name);
                assert!(visit.url.as_str().starts_with(shape.authorize), "{}", visit.url);
            }
            other => panic!("{}: {}", shape.name, describe(&other)),
        }
    }
}

#[test]
fn resource_can_be_left_out_for_those_that_refuse_it() {
    let shape = &SHAPES[2];
    let client = ClientChoice::Registered {
        client_id: "given".into(),
        secret: None,
        issuer: None,
        method: None,
    };
    let mut world = shape.world();
    let mut flow = Flow::new(sign_in(shape.server).client(client).sends_resource(false));
    let visit = world.visit(&mut flow);
    assert_eq!(query(&visit.url, "resource"), None);
    flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
    let Step::Done(grant) = world.serve(&mut flow) else { panic!() };
    assert_eq!(grant.resource, None);
    assert!(!world.posted[0].contains("resource"));
}
