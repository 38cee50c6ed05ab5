//! What every client must do in every message, checked in every scenario.
//!
//! A breach is logged as a violation, and a violation fails the scenario, so that each of them
//! tests these rules besides its own.

use std::collections::HashSet;

use serde_json::Value;

use super::{log::Log, text::decode_header};

/// The key of the version in a modern request's `_meta`.
pub(super) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// What is remembered about the client.
#[derive(Default)]
pub(super) struct Audit {
    ids: HashSet<String>,
    tokens: HashSet<String>,
    initialized: bool,
    /// The version that `initialize` has agreed on.
    pub(super) agreed: Option<String>,
    /// The session that the client was given.
    pub(super) session: Option<String>,
}

/// How a message arrived.
pub(super) struct Arrival<'a> {
    /// The transport's name.
    pub(super) transport: &'a str,
    /// The headers in lower case, `{}` where there are none.
    pub(super) headers: &'a Value,
}

impl Audit {
    /// Checks one message that the client sent.
    pub(super) fn check(&mut self, message: &Value, arrival: &Arrival<'_>, log: &Log) {
        let Some(map) = message.as_object() else {
            log.violation(format!("a message is one JSON object, not {message}"));
            return;
        };
        if map.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            log.violation("a message has `jsonrpc` 2.0");
        }
        let modern = message["params"]["_meta"].get(META_VERSION).is_some();
        match map.get("method").and_then(Value::as_str) {
            Some(method) => {
                if map.get("params").is_some_and(|params| !params.is_object()) {
                    log.violation(format!("{method}: params is an object"));
                }
                if let Some(id) = map.get("id") {
                    if method.starts_with("notifications/") {
                        log.violation(format!("{method}: a notification has no id"));
                    }
                    // Ids are used once in a session, and over HTTP this opens a new one.
                    if method == "initialize" && arrival.transport == "http" {
                        self.ids.clear();
                        self.tokens.clear();
                    }
                    self.check_id(method, id, log);
                    self.check_token(method, &message["params"]["_meta"]["progressToken"], log);
                    self.check_request(method, message, modern, log);
                } else if !method.starts_with("notifications/") {
                    log.violation(format!("{method}: a request has an id"));
                }
                if method == "notifications/initialized" {
                    self.initialized = true;
                }
            }
            None if map.contains_key("result") == map.contains_key("error") => {
                log.violation("a reply has either a result or an error");
            }
            None => {}
        }
        if arrival.transport == "http" {
            self.check_headers(message, modern, arrival.headers, log);
        }
    }

    fn check_id(&mut self, method: &str, id: &Value, log: &Log) {
        if !(id.is_string() || id.is_i64() || id.is_u64()) {
            log.violation(format!("{method}: the id {id} is neither a string nor an integer"));
        }
        if !self.ids.insert(id.to_string()) {
            log.violation(format!("{method}: the id {id} was used before"));
        }
    }

    /// A token must be unique among the requests that are under way; ours is the request's id, so
    /// that it never comes twice.
    fn check_token(&mut self, method: &str, token: &Value, log: &Log) {
        if token.is_null() {
            return;
        }
        if !(token.is_string() || token.is_i64() || token.is_u64()) {
            log.violation(format!(
                "{method}: the token {token} is neither a string nor an integer"
            ));
        }
        if !self.tokens.insert(token.to_string()) {
            log.violation(format!("{method}: the token {token} was used before"));
        }
    }

    fn check_request(&mut self, method: &str, message: &Value, modern: bool, log: &Log) {
        if modern {
            let meta = &message["params"]["_meta"];
            if !meta[META_CAPABILITIES].is_object() {
                log.violation(format!("{method}: `_meta` holds the client's capabilities"));
            }
            return;
        }
        if method == "initialize" {
            let params = &message["params"];
            let complete = params["protocolVersion"].is_string()
                && params["capabilities"].is_object()
                && params["clientInfo"]["name"].is_string()
                && params["clientInfo"]["version"].is_string();
            if !complete {
                log.violation(
                    "initialize lacks the version, the capabilities or the client's name",
                );
            }
            self.initialized = false;
            self.session = None;
        } else if self.agreed.is_none() {
            log.violation(format!("{method}: neither `_meta` nor an opened session"));
        } else if !self.initialized && method != "ping" {
            log.violation(format!("{method}: sent before notifications/initialized"));
        }
    }

    fn check_headers(&self, message: &Value, modern: bool, headers: &Value, log: &Log) {
        let header = |name: &str| headers[name].as_str().unwrap_or_default();
        let accept = header("accept");
        if !(accept.contains("application/json") && accept.contains("text/event-stream")) {
            log.violation(format!("Accept lists both content types, not {accept:?}"));
        }
        if !header("content-type").starts_with("application/json") {
            log.violation("Content-Type is application/json");
        }
        let method = message["method"].as_str().unwrap_or_default();
        let version = header("mcp-protocol-version");
        if modern {
            let params = &message["params"];
            if Some(version) != params["_meta"][META_VERSION].as_str() {
                log.violation(format!(
                    "{method}: MCP-Protocol-Version {version:?} is not the body's"
                ));
            }
            if header("mcp-method") != method {
                log.violation(format!("{method}: Mcp-Method is {:?}", header("mcp-method")));
            }
            let source = match method {
                "tools/call" | "prompts/get" => &params["name"],
                "resources/read" => &params["uri"],
                _ => return,
            };
            if Some(decode_header(header("mcp-name")).as_str()) != source.as_str() {
                log.violation(format!(
                    "{method}: Mcp-Name {:?} is not {source}",
                    header("mcp-name")
                ));
            }
            return;
        }
        if method == "initialize" {
            if !header("mcp-session-id").is_empty() {
                log.violation("initialize opens a session, so it names none");
            }
            return;
        }
        let Some(agreed) = &self.agreed else { return };
        if agreed.as_str() >= "2025-06-18" && version != agreed {
            log.violation(format!("{method}: MCP-Protocol-Version {version:?} is not {agreed}"));
        }
    }
}
