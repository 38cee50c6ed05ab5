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
mod share;
mod uri_template;
mod visits;

#[cfg(test)]
mod ending_tests;
#[cfg(test)]
mod greedy_tests;
#[cfg(test)]
mod server_tests;

/// A future that has forgotten its type.
pub use crate::future::BoxFuture;
pub use builder::Server;
pub use context::Context;
pub use failure::{Failure, INSUFFICIENT_SCOPE, RATE_LIMITED};
pub use handle::ServerHandle;
pub use handler::{Answer, Handler};
#[cfg(feature = "http")]
pub use http::{HttpAddress, HttpBody, HttpOptions, HttpServer, HttpService};
#[cfg(feature = "http")]
pub(crate) use pages::page;
pub use router::{
    CompletionOutput, CompletionRequest, Item, NoArguments, PromptOutput, ResourceOutput,
    ResourceRequest, ServedPrompt, ServedResource, ServedTool, Structured, ToolOutput,
};
/// The library that derives the schema of a type. Where it is no dependency of yours, say
/// `#[schemars(crate = "hostline::server::schemars")]` beside the `derive`.
pub use schemars;
/// The trait by which the schema of a type is derived.
pub use schemars::JsonSchema;
pub use uri_template::{UriTemplate, Variables};

pub use crate::auth::Principal;
