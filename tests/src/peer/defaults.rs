//! What the peer does with a message for which the script has no rule: the handshake of the
//! version being played, and polite answers to everything that has an obvious one.

use serde_json::{Value, json};

use super::{
    audit::META_VERSION,
    script::{Action, Script},
};
use crate::scenario::{VERSIONS, is_modern};

/// A request that no rule took.
pub(super) struct Question<'a> {
    pub(super) method: &'a str,
    pub(super) params: &'a Value,
    pub(super) modern: bool,
    pub(super) transport: &'a str,
    /// The versions that the peer speaks.
    pub(super) versions: &'a [String],
}

/// What the peer does with it.
pub(super) fn actions(script: &Script, question: &Question<'_>) -> Vec<Action> {
    let Question { method, modern, .. } = *question;
    if let Some(refusal) = refuse_version(question) {
        return vec![refusal];
    }
    let reply = |result| vec![Action::new("reply", result)];
    match method {
        "initialize" => reply(initialize(script, question)),
        "server/discover" if modern => reply(discover(script, question.versions)),
        "subscriptions/listen" if modern => vec![Action::new("listen", Value::Null)],
        "ping" if !modern => reply(json!({})),
        "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe" if !modern => {
            reply(json!({}))
        }
        "tools/list" => reply(json!({"tools": []})),
        "resources/list" => reply(json!({"resources": []})),
        "resources/templates/list" => reply(json!({"resourceTemplates": []})),
        "prompts/list" => reply(json!({"prompts": []})),
        _ if method.starts_with("notifications/") => Vec::new(),
        "tools/call" | "prompts/get" | "resources/read" | "completion/complete" => {
            let message = "there is no such thing here";
            vec![Action::new("error", json!({"code": -32602, "message": message}))]
        }
        _ => {
            let message = format!("the method {method} is unknown");
            vec![Action::new("error", json!({"code": -32601, "message": message}))]
        }
    }
}

/// What the peer says to a request of the other era, or of a version that it does not speak.
fn refuse_version(question: &Question<'_>) -> Option<Action> {
    let Question { method, params, modern, transport, versions } = *question;
    if method.starts_with("notifications/") {
        return None;
    }
    let speaks_modern = versions.iter().any(|version| is_modern(version));
    if modern && !speaks_modern {
        // Servers written before the modern version answer so: they know no session yet.
        let refusal = if transport == "stdio" {
            Action::new("error", json!({"code": -32601, "message": "Method not found"}))
        } else {
            let message = "Bad Request: Server not initialized";
            Action::new("error", json!({"code": -32000, "message": message}))
                .with("id", Value::Null)
                .with("status", 400)
        };
        return Some(refusal);
    }
    if modern {
        let requested = params["_meta"][META_VERSION].as_str().unwrap_or_default();
        return (!versions.iter().any(|version| version == requested)).then(|| {
            let data = json!({"supported": versions, "requested": requested});
            let message = "Unsupported protocol version";
            Action::new("error", json!({"code": -32022, "message": message, "data": data}))
        });
    }
    let speaks_legacy = versions.iter().any(|version| !is_modern(version));
    (!speaks_legacy).then(|| {
        let message = format!("this server speaks {}, without initialize", versions.join(", "));
        Action::new("error", json!({"code": -32602, "message": message})).with("status", 400)
    })
}

fn initialize(script: &Script, question: &Question<'_>) -> Value {
    let requested = question.params["protocolVersion"].as_str().unwrap_or_default();
    let legacy = || question.versions.iter().filter(|version| !is_modern(version));
    let agreed = legacy().find(|version| *version == requested).or_else(|| legacy().max());
    let agreed = agreed.map_or(VERSIONS[3], String::as_str);
    let agreed = script.settings.get("negotiates").and_then(Value::as_str).unwrap_or(agreed);
    let mut result = json!({
        "protocolVersion": agreed,
        "capabilities": capabilities(script, agreed),
        "serverInfo": server_info(script),
    });
    if let Some(instructions) = script.settings.get("instructions") {
        result["instructions"] = instructions.clone();
    }
    result
}

fn discover(script: &Script, versions: &[String]) -> Value {
    let mut result = json!({
        "supportedVersions": versions,
        "capabilities": capabilities(script, "2026-07-28"),
        "_meta": {"io.modelcontextprotocol/serverInfo": server_info(script)},
    });
    if let Some(instructions) = script.settings.get("instructions") {
        result["instructions"] = instructions.clone();
    }
    result
}

fn server_info(script: &Script) -> Value {
    let default = || json!({"name": "scripted-peer", "version": "1.0.0"});
    script.settings.get("serverInfo").cloned().unwrap_or_else(default)
}

fn capabilities(script: &Script, version: &str) -> Value {
    if let Some(given) = script.settings.get("capabilities") {
        return given.clone();
    }
    let mut all = json!({
        "tools": {"listChanged": true},
        "prompts": {"listChanged": true},
        "resources": {"subscribe": true, "listChanged": true},
        "logging": {},
    });
    if version >= "2025-03-26" {
        all["completions"] = json!({});
    }
    if version == "2025-11-25" {
        all["tasks"] = json!({"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}});
    }
    all
}
