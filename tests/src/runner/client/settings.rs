//! The settings of the client of a scenario, and what it connects to.

use std::{sync::Arc, time::Duration};

use hostline::{
    Result, Version,
    client::{Client, ClientBuilder, ProtocolChoice, Target},
    jsonrpc::Limits,
    model::LoggingLevel,
    transport::Command,
};
use serde_json::Value;

use super::input::Prepared;
use crate::runner::Notes;

/// The settings of the client.
pub(super) fn builder(client: &Value, notes: &Arc<Notes>) -> ClientBuilder {
    let text = |name: &str| client[name].as_str().unwrap_or_default();
    let mut builder = Client::builder().name(text("clientName")).version(text("clientVersion"));
    let protocol = match client["protocol"].as_str() {
        None | Some("auto") => ProtocolChoice::Auto,
        Some("modern") => ProtocolChoice::Modern,
        Some("legacy") => ProtocolChoice::Legacy,
        Some(version) => {
            ProtocolChoice::Exact(version.parse::<Version>().expect("a version that exists"))
        }
    };
    builder = builder.protocol(protocol);
    let time = |name: &str| client[name].as_u64().map(Duration::from_millis);
    if let Some(timeout) = time("timeoutMs") {
        builder = builder.timeout(timeout);
    }
    if let Some(longest) = time("maxTotalMs") {
        builder = builder.max_total(longest);
    }
    if let Some(probe) = time("probeTimeoutMs") {
        builder = builder.probe_timeout(probe);
    }
    if let Some(startup) = time("startupTimeoutMs") {
        builder = builder.startup_timeout(startup);
    }
    if let Some(level) = client["logLevel"].as_str() {
        builder = builder.log_level(LoggingLevel::from(level));
    }
    builder = builder.strict_schemas(client["strictSchemas"] == true);
    builder = builder.limits(limits(client));
    if client["input"].is_object() {
        builder = builder.input_handler(Prepared::new(&client["input"], notes.clone()));
    }
    builder
}

/// The limits on one message.
fn limits(client: &Value) -> Limits {
    let mut limits = Limits::default();
    let given = |name: &str| client["limits"][name].as_u64().and_then(|n| usize::try_from(n).ok());
    limits.bytes = given("bytes").unwrap_or(limits.bytes);
    limits.depth = given("depth").unwrap_or(limits.depth);
    limits.batch = given("batch").unwrap_or(limits.batch);
    limits
}

/// What the client connects to: an address, or a command with the waits of its shutdown.
pub(super) fn target(client: &Value) -> Result<Target> {
    let target = client["target"].as_str().unwrap_or_default();
    let wait = |name: &str| client["shutdown"][name].as_u64().map(Duration::from_millis);
    match (wait("eofMs"), wait("termMs")) {
        (Some(eof), Some(term)) => {
            Ok(Target::from(Command::parse(target)?.shutdown_waits(eof, term)))
        }
        _ => Target::parse(target),
    }
}
