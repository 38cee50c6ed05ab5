//! The server role, message by message: what a server must do whoever its client is.
//!
//! Each file is an area of the specification. The server is that of `hostline_tests::fixture`, the
//! client is [`raw`]'s, and every message that it gets is checked by [`audit`].

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod audit;
mod audit_tests;
mod authorization;
mod batches;
mod caching;
mod cancellation;
mod capabilities;
mod cells;
mod completion;
mod crowd;
mod demo;
mod discover;
mod elicitation;
mod errors;
mod http_guard;
mod http_hostile;
mod http_modern;
mod http_sessions;
mod http_sse;
mod issuer;
mod lifecycle;
mod logging;
mod messages;
mod meta;
mod ping;
mod progress;
mod prompts;
mod raw;
mod resources;
mod rounds;
mod sampling;
mod schemas;
mod stateless;
mod stdio;
mod subscriptions;
mod tasks;
mod tools;
mod versions;
mod web;

use hostline_tests::fixture;
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

/// Asks for a list again and again: it depends on neither the connection nor on what was asked.
async fn expect_the_same_list(list: &str) {
    for version in VERSIONS {
        let fixture = fixture::Fixture::new();
        let mut client = raw::RawClient::open_with(&fixture.handle, version, able()).await;
        let expected = client.result(list, json!({})).await;
        for name in ["echo", "count", "fail", "hide"] {
            client.answer("tools/call", json!({"name": name})).await;
            assert_eq!(client.result(list, json!({})).await, expected, "{version} after {name}");
        }
        for (method, params) in [
            ("tools/list", json!({})),
            ("resources/read", json!({"uri": "note://by/ada"})),
            ("prompts/get", json!({"name": "plan", "arguments": {"city": "Ghent"}})),
            ("resources/list", json!({"cursor": "made up"})),
        ] {
            client.answer(method, params).await;
            assert_eq!(client.result(list, json!({})).await, expected, "{version} after {method}");
        }
        for abilities in [json!({}), able()] {
            let mut other = raw::RawClient::open_with(&fixture.handle, version, abilities).await;
            assert_eq!(other.result(list, json!({})).await, expected, "{version} elsewhere");
            other.close().await;
        }
        client.close().await;
    }
}
