//! The server role: one handler for every protocol version.
//!
//! [`Server`] describes what is offered; [`Handler`] is what stands behind it, shaped for the
//! modern era, in which each request is complete in itself. What a legacy session knows beside is
//! in `conversation`, and how a version says things is in the layer of the dialects.

mod address;
mod admitted;
mod aside;
mod builder;
mod changes;
mod contents;
mod context;
mod conversation;
mod core;
mod dispatch;
mod failure;
mod guarded;
mod handle;
mod handler;
#[cfg(feature = "http")]
mod http;
mod input;
mod listen;
mod outlet;
mod pages;
mod rate;
mod rounds;
mod router;
mod seal;
mod uri_template;
mod visits;

#[cfg(test)]
mod server_tests;

/// A future that has forgotten its type.
pub use crate::peer::BoxFuture;
pub use builder::Server;
pub use context::Context;
pub use failure::{Failure, INSUFFICIENT_SCOPE, RATE_LIMITED};
pub use handle::ServerHandle;
pub use handler::{Answer, Handler};
#[cfg(feature = "http")]
pub use http::{HttpAddress, HttpBody, HttpOptions, HttpServer, HttpService};
pub use router::{
    CompletionOutput, CompletionRequest, Item, NoArguments, PromptOutput, ResourceOutput,
    ResourceRequest, ServedPrompt, ServedResource, ServedTool, Structured, ToolOutput,
};
/// The trait by which the schema of a type is derived.
pub use schemars::JsonSchema;
pub use uri_template::{UriTemplate, Variables};

pub use crate::auth::Principal;

/// A name that nobody can guess.
fn random_name() -> String {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    let bytes: [u8; 16] = ring::rand::generate(&ring::rand::SystemRandom::new())
        .map(ring::rand::Random::expose)
        .unwrap_or_default();
    URL_SAFE_NO_PAD.encode(bytes)
}
