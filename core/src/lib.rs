//! Hostline: talk to Model Context Protocol servers safely.
//!
//! One core speaks all five protocol versions over stdio, Streamable HTTP and HTTP+SSE, and finds
//! out by itself which of them a server knows.

pub mod client;
mod dialect;
mod engine;
pub mod error;
pub mod jsonrpc;
pub mod model;
#[cfg(feature = "http")]
pub mod net;
mod peer;
pub mod schema;
pub mod text;
pub mod transport;
pub mod version;

pub use client::Client;
pub use error::{Error, ErrorCode, Result};
pub use jsonrpc::Json;
pub use version::{Era, Version};
