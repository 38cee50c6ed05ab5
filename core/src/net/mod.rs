//! HTTP as every part of Hostline uses it: one client, one set of rules.
//!
//! Owns the pool of connections, TLS, proxies, redirects, decompression, the guard for addresses
//! that a peer has named, and the sentences that a failed exchange becomes. It knows nothing of the
//! Model Context Protocol; whoever sends decides what a status means.

mod address;
mod body;
mod client;
mod connect;
mod exchange;
mod failure;
mod guard;
mod observer;
mod proxy;
mod reached;
mod redirect;
mod settings;
mod tls;

pub(crate) use body::Body;
pub use client::HttpClient;
pub(crate) use exchange::exchange;
pub(crate) use failure::describe_status;
pub(crate) use guard::Guard;
#[cfg(test)]
pub(crate) use guard::Lookup;
pub(crate) use observer::{Hop, Observer};
pub use proxy::ProxyPolicy;
pub(crate) use proxy::is_loopback;
pub(crate) use redirect::OtherOrigin;
pub use settings::HttpSettings;
