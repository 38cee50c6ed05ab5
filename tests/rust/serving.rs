//! The server role, message by message: what a server must do whoever its client is.
//!
//! Each file is an area of the specification. The server is [`fixture`]'s, the client is [`raw`]'s,
//! and every message that it gets is checked by [`audit`].

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod audit;
mod authorization;
mod batches;
mod cancellation;
mod capabilities;
mod demo;
mod discover;
mod errors;
mod fixture;
mod http_guard;
mod http_hostile;
mod http_modern;
mod http_sessions;
mod http_sse;
mod issuer;
mod lifecycle;
mod messages;
mod meta;
mod raw;
mod schemas;
mod stateless;
mod versions;
mod web;

use serde_json::{Value, json};

use crate::spec::VERSIONS;

/// The version whose requests are complete in themselves.
const MODERN: &str = "2026-07-28";

/// The versions that open with a handshake.
const LEGACY: [&str; 4] = [VERSIONS[0], VERSIONS[1], VERSIONS[2], VERSIONS[3]];

/// What a client declares that can do everything that a server may ask for.
fn able() -> Value {
    json!({
        "sampling": {"tools": {}},
        "elicitation": {"form": {}, "url": {}},
        "roots": {"listChanged": true},
    })
}

/// What an obliging client answers to a question.
fn obliging(method: &str, _params: &Value) -> Value {
    match method {
        "elicitation/create" => json!({"action": "accept", "content": {"name": "Ada"}}),
        "sampling/createMessage" => {
            json!({"role": "assistant", "content": {"type": "text", "text": "It is."}, "model": "m"})
        }
        "roots/list" => json!({"roots": [{"uri": "file:///work", "name": "work"}]}),
        other => panic!("{other} was asked"),
    }
}

/// The text of a tool's result.
fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}
