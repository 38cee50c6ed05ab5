//! Servers for the stories of the official Python SDK: clients that check what they get.
//!
//! Each server has the names and values that its client asks for, and is written as a user of
//! Hostline would write it. Which client belongs to it, and how it is run, is in
//! `tests/stories/README.md`.

mod apps;
mod bearer_auth;
mod dual_era;
mod error_handling;
mod greet;
mod legacy_elicitation;
mod lifespan;
mod middleware;
mod mrtr;
mod pagination;
mod parallel_calls;
mod prompts;
mod reconnect;
mod refund_desk;
mod resources;
mod roots;
mod sampling;
mod schema_validators;
mod serve_one;
mod sse_polling;
mod standalone_get;
mod stickynotes;
mod streaming;
mod subscriptions;
mod tools;
mod typescript;

use hostline::{
    Json, Result,
    model::{ElicitAction, ElicitResult},
    server::{Failure, HttpOptions, Server},
};
use serde::de::DeserializeOwned;

/// The server of a story, if there is one.
pub fn server(story: &str) -> Option<Server> {
    let server = match story {
        "apps" => apps::server(),
        "bearer_auth" => bearer_auth::server(),
        "dual_era" => dual_era::server(),
        "error_handling" => error_handling::server(),
        "json_response" => greet::halfway(),
        "legacy_elicitation" => legacy_elicitation::server(),
        "legacy_routing" => dual_era::which_arm(),
        "lifespan" => lifespan::server(),
        "middleware" => middleware::server(),
        "mrtr" => mrtr::server(),
        "pagination" => pagination::server(),
        "parallel_calls" => parallel_calls::server(),
        "prompts" => prompts::server(),
        "reconnect" => reconnect::server(),
        "refund_desk" => refund_desk::server(),
        "resources" => resources::server(),
        "roots" => roots::server(),
        "sampling" => sampling::server(),
        "schema_validators" => schema_validators::server(),
        "serve_one" => serve_one::server(),
        "sse_polling" => sse_polling::server(),
        "standalone_get" => standalone_get::server(),
        "starlette_mount" => greet::mounted(),
        "stateless_legacy" => greet::plain(),
        "stickynotes" => stickynotes::server(),
        "streaming" => streaming::server(),
        "subscriptions" => subscriptions::server(),
        "tools" => tools::server(),
        other => return typescript::server(other.strip_prefix("typescript/")?),
    };
    Some(server)
}

/// How a story's server behaves over HTTP, at this address.
///
/// # Errors
/// The address cannot be that of an endpoint.
pub fn options(story: &str, endpoint: &str) -> Result<HttpOptions> {
    match story {
        "bearer_auth" | "typescript/bearer-auth" => {
            Ok(HttpOptions::new().bearer(bearer_auth::check(endpoint)?))
        }
        _ => Ok(HttpOptions::new()),
    }
}

/// What a person has filled in, if they did.
fn filled_in<T: DeserializeOwned>(answer: &ElicitResult) -> Result<Option<T>, Failure> {
    match (&answer.action, &answer.content) {
        (ElicitAction::Accept, Some(content)) => Ok(Some(Json::encode(content)?.decode()?)),
        _ => Ok(None),
    }
}
