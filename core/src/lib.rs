//! Hostline: talk to Model Context Protocol servers safely.
//!
//! One core speaks all five protocol versions over stdio, Streamable HTTP and HTTP+SSE, and finds
//! out by itself which of them a server knows. Begin with [`Client::connect`].
//!
//! # What is guarded
//!
//! Text of a server is untrusted: [`text::display_safe`] makes it safe to show, and errors do it by
//! themselves. Every byte, depth, count and wait that a server controls has a limit
//! ([`jsonrpc::Limits`], [`client::ClientBuilder`], [`schema`]). What may have run is never sent
//! again without permission: [`Error::may_have_run`].
//!
//! # JSON Schema
//!
//! Tool schemas may be of 2020-12 (the default), 2019-09, draft-07, draft-06 and draft-04, as their
//! `$schema` says. Any other dialect is an error that says so, never a silent pass ([`schema`]).
//!
//! # Observability
//!
//! The library speaks to [`tracing`](https://docs.rs/tracing) under these stable names:
//!
//! | target | what | level |
//! | --- | --- | --- |
//! | `hostline::connection` | event `connected` with `server`, `version`, `transport` | info |
//! | `hostline::request` | span `request` with `server` and `method`; event `failed` with `code` | debug |
//! | `hostline::request` | event `tool call` with `tool` and `arguments` | trace |
//! | `hostline::auth` | event `refused` with `status` and `reason` | debug |
//! | `hostline::auth` | events `keys not fetched`, `introspection failed`, `token not judged` with `error` | warn |
//! | `hostline::auth` | event `not kept`: a token that could not be stored, with `server` and `error` | warn |
//! | `hostline::auth` | event `record not opened`: a stored sign-in that is left out, with `file` and `error` | warn |
//! | `hostline::auth` | event `not noted`: that an issuer may have forgotten us, with `server` and `error` | debug |
//! | `hostline::audit` | events `damage found` with `because`, `head not written`, `old file not removed` | warn |
//! | `hostline::owner` | event `another user was refused` | warn |
//! | `hostline::owner` | events `refused`, `connection ended` with `error` | debug |
//! | `hostline::gateway` | events `a question was not answered`, `not watched` with `error` | debug |
//! | `hostline::icon` | event `refused` with `server`, `reason` and the sentence: an icon that is not shown | debug |
//! | `hostline::icon` | event `cache not used` with `error` | debug |
//! | `hostline::peer` | event `departure`: how a server left the specification | warn |
//! | `hostline::peer` | event `departure` with `client`: how a client left it | debug |
//!
//! Arguments appear at trace level only; tokens, headers, environment values and the queries of
//! addresses never do.

pub mod auth;
pub mod client;
#[cfg(feature = "testing")]
mod counting;
mod dialect;
mod engine;
pub mod error;
pub mod facade;
mod folder;
mod future;
#[cfg(feature = "http")]
pub mod gateway;
#[cfg(feature = "http")]
pub mod host;
#[cfg(feature = "icons")]
pub mod icon;
pub mod jsonrpc;
pub mod model;
#[cfg(feature = "http")]
pub mod net;
mod peer;
pub mod schema;
pub mod server;
pub mod text;
pub mod transport;
pub mod version;

pub use client::Client;
pub use error::{Error, ErrorCode, Result};
pub use jsonrpc::Json;
pub use version::{Era, Version};
