//! A tool that says whom a call acts for, behind a check of bearer tokens.

use hostline::{
    Result,
    auth::{BearerCheck, Principal, ProtectedResource, Secret},
    server::{Context, JsonSchema, NoArguments, Server, Structured},
};

const ISSUER: &str = "https://auth.example.com";
const SCOPE: &str = "mcp:read";
/// The one token that the client of the story has.
const TOKEN: &str = "demo-token";

#[derive(serde::Serialize, JsonSchema)]
struct Whom {
    subject: String,
    client_id: String,
    scopes: Vec<String>,
}

pub(super) fn server() -> Server {
    Server::new("bearer-auth-example", "1.0").tool(
        "whoami",
        "Says whom the call acts for",
        |_: NoArguments, cx: Context| async move {
            let principal = cx.principal();
            Structured(Whom {
                subject: principal.subject().unwrap_or_default().to_owned(),
                client_id: principal.client_id().unwrap_or_default().to_owned(),
                scopes: principal.scopes().iter().cloned().collect(),
            })
        },
    )
}

/// What lets the story's client in, at the address of the endpoint.
pub(super) fn check(endpoint: &str) -> Result<BearerCheck> {
    let resource = ProtectedResource::new(endpoint)?.authorization_server(ISSUER)?;
    BearerCheck::custom(resource, |token: Secret| async move { Ok(whose(token.expose())) })
        .require_scope(SCOPE)
}

fn whose(token: &str) -> Option<Principal> {
    let principal = Principal::new(ISSUER, "demo-user").with_client_id("demo-client");
    (token == TOKEN).then(|| principal.with_scopes([SCOPE]))
}
