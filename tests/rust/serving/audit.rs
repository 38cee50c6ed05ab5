//! What every server must do in every message, checked in every test that has a raw client.
//!
//! So each of these tests proves these rules besides its own.

use std::collections::HashSet;

use serde_json::Value;

use super::{MODERN, schemas};

pub(super) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(super) const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(super) const META_LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
pub(super) const META_SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// The levels of log messages, least grave first.
const LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// What is remembered of one connection.
pub(super) struct Audit {
    /// The version of a session, or of what is asked where there is none.
    version: &'static str,
    /// What the client of the session has declared.
    declared: Value,
    /// Requests of the client that wait for an answer.
    open: Vec<Open>,
    /// Requests of the server that wait for an answer.
    asked: Vec<Value>,
    ids_of_server: HashSet<String>,
    /// Addresses whose ends may be told of.
    pages: HashSet<String>,
    watched: HashSet<String>,
    least_level: usize,
}

/// A request of the client that waits for an answer.
struct Open {
    id: Value,
    method: String,
    version: &'static str,
    params: Value,
    progress: Option<f64>,
    acknowledged: bool,
}

impl Open {
    fn meta(&self, key: &str) -> &Value {
        &self.params["_meta"][key]
    }
}

impl Audit {
    pub(super) fn new(version: &'static str) -> Self {
        Self {
            version,
            declared: Value::Null,
            open: Vec::new(),
            asked: Vec::new(),
            ids_of_server: HashSet::new(),
            pages: HashSet::new(),
            watched: HashSet::new(),
            least_level: 0,
        }
    }

    /// Notes what the client says.
    pub(super) fn note(&mut self, message: &Value) {
        if let Some(members) = message.as_array() {
            for member in members {
                self.note(member);
            }
            return;
        }
        let (id, params) = (&message["id"], &message["params"]);
        let Some(method) = message["method"].as_str() else {
            self.asked.retain(|asked| asked != id);
            return;
        };
        if method == "notifications/cancelled" {
            self.open.retain(|open| open.id != params["requestId"]);
        }
        let readable = id.is_string() || id.is_i64() || id.is_u64();
        if !readable || self.open.iter().any(|open| open.id == *id) {
            return;
        }
        match method {
            "initialize" => self.declared = params["capabilities"].clone(),
            "logging/setLevel" => self.least_level = severity(&params["level"]).unwrap_or(0),
            "resources/subscribe" => {
                self.watched.extend(params["uri"].as_str().map(str::to_owned));
            }
            _ => {}
        }
        let modern = params["_meta"].get(META_VERSION).is_some();
        self.open.push(Open {
            id: id.clone(),
            method: method.to_owned(),
            version: if modern { MODERN } else { self.version },
            params: params.clone(),
            progress: None,
            acknowledged: false,
        });
    }

    /// What is wrong with one text that the server sent.
    pub(super) fn check(&mut self, text: &Value) -> Vec<String> {
        match text.as_array() {
            Some(members) => {
                let mut faults = Vec::new();
                if self.version != "2025-03-26" || members.is_empty() {
                    faults.push("an array where there are no batches".to_owned());
                }
                for member in members {
                    if member.get("method").is_some() {
                        faults.push("a batch of answers holds something else".to_owned());
                    }
                    faults.extend(self.check_one(member));
                }
                faults
            }
            None => self.check_one(text),
        }
    }

    fn check_one(&mut self, message: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        if message["jsonrpc"] != "2.0" {
            faults.push("a message has `jsonrpc` 2.0".to_owned());
        }
        if message.get("params").is_some_and(|params| !params.is_object()) {
            faults.push("params is an object".to_owned());
        }
        faults.extend(match (message["method"].as_str(), message.get("id")) {
            (Some(method), Some(id)) => self.check_request(method, id, message),
            (Some(method), None) => self.check_notification(method, message),
            (None, _) => self.check_answer(message),
        });
        for fault in &mut faults {
            *fault = format!("{fault}: {message}");
        }
        faults
    }

    fn check_request(&mut self, method: &str, id: &Value, message: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        let (kind, ability) = match method {
            "sampling/createMessage" => ("CreateMessageRequest", "sampling"),
            "elicitation/create" => ("ElicitRequest", "elicitation"),
            "roots/list" => ("ListRootsRequest", "roots"),
            "ping" => ("PingRequest", ""),
            _ => return vec!["a server sends no such request".to_owned()],
        };
        if self.version == MODERN {
            faults.push("a modern server sends no request".to_owned());
        }
        if !(id.is_string() || id.is_i64() || id.is_u64()) {
            faults.push("an id is a string or an integer".to_owned());
        }
        if !self.ids_of_server.insert(id.to_string()) {
            faults.push("an id was used before".to_owned());
        }
        if !ability.is_empty() && self.declared.get(ability).is_none() {
            faults.push("the client has not declared this".to_owned());
        }
        faults.extend(schemas::faults(self.version, kind, message));
        faults.extend(schemas::faults(self.version, "JSONRPCRequest", message));
        self.pages.extend(message["params"]["elicitationId"].as_str().map(str::to_owned));
        self.asked.push(id.clone());
        faults
    }

    fn check_notification(&mut self, method: &str, message: &Value) -> Vec<String> {
        let params = &message["params"];
        let (kind, fault) = match method {
            "notifications/progress" => ("ProgressNotification", self.check_progress(params)),
            "notifications/message" => ("LoggingMessageNotification", self.check_log(params)),
            "notifications/cancelled" => ("CancelledNotification", self.check_cancelled(params)),
            "notifications/tools/list_changed" => {
                ("ToolListChangedNotification", self.check_change("toolsListChanged", params))
            }
            "notifications/prompts/list_changed" => {
                ("PromptListChangedNotification", self.check_change("promptsListChanged", params))
            }
            "notifications/resources/list_changed" => (
                "ResourceListChangedNotification",
                self.check_change("resourcesListChanged", params),
            ),
            "notifications/resources/updated" => {
                ("ResourceUpdatedNotification", self.check_update(params))
            }
            "notifications/subscriptions/acknowledged" => {
                ("SubscriptionsAcknowledgedNotification", self.check_acknowledged(params))
            }
            "notifications/elicitation/complete" => {
                ("ElicitationCompleteNotification", self.check_page(params))
            }
            _ => return vec!["a server sends no such notification".to_owned()],
        };
        let mut faults: Vec<String> = fault.map(str::to_owned).into_iter().collect();
        faults.extend(schemas::faults(self.version, kind, message));
        faults.extend(schemas::faults(self.version, "JSONRPCNotification", message));
        faults
    }

    fn check_progress(&mut self, params: &Value) -> Option<&'static str> {
        let token = &params["progressToken"];
        let open = self.open.iter_mut().find(|open| open.meta("progressToken") == token);
        let Some(open) = open else { return Some("progress for no request that waits") };
        let progress = params["progress"].as_f64();
        let grows = progress > open.progress;
        open.progress = progress;
        (!grows).then_some("progress grows")
    }

    fn check_log(&self, params: &Value) -> Option<&'static str> {
        let level = severity(&params["level"]);
        let wanted = if self.version == MODERN {
            let levels = self.open.iter().filter_map(|open| severity(open.meta(META_LOG_LEVEL)));
            levels.min().is_some_and(|least| level >= Some(least))
        } else {
            level >= Some(self.least_level)
        };
        (!wanted).then_some("nobody wants this log message")
    }

    fn check_cancelled(&mut self, params: &Value) -> Option<&'static str> {
        let id = &params["requestId"];
        if self.version == MODERN {
            let listens = self.open.iter().any(|open| open.id == *id && open.method == LISTEN);
            return (!listens).then_some("a modern server cancels subscriptions only");
        }
        let waits = self.asked.contains(id);
        self.asked.retain(|asked| asked != id);
        (!waits).then_some("it cancels what does not wait")
    }

    /// The subscription that a notification belongs to.
    fn subscription(&mut self, params: &Value) -> Option<&mut Open> {
        let id = params["_meta"].get(META_SUBSCRIPTION)?;
        self.open.iter_mut().find(|open| open.id == *id && open.method == LISTEN)
    }

    fn check_change(&mut self, list: &str, params: &Value) -> Option<&'static str> {
        if self.version != MODERN {
            return None;
        }
        let Some(open) = self.subscription(params) else { return Some(NO_SUBSCRIPTION) };
        if !open.acknowledged {
            return Some("the acknowledgement comes first");
        }
        (open.params["notifications"][list] != true).then_some("nobody asked for this change")
    }

    fn check_update(&mut self, params: &Value) -> Option<&'static str> {
        let uri = &params["uri"];
        if self.version != MODERN {
            let watched = uri.as_str().is_some_and(|uri| self.watched.contains(uri));
            return (!watched).then_some("nobody watches this");
        }
        let Some(open) = self.subscription(params) else { return Some(NO_SUBSCRIPTION) };
        if !open.acknowledged {
            return Some("the acknowledgement comes first");
        }
        let watched = open.params["notifications"]["resourceSubscriptions"].as_array();
        let watched = watched.is_some_and(|watched| watched.contains(uri));
        (!watched).then_some("nobody watches this")
    }

    fn check_acknowledged(&mut self, params: &Value) -> Option<&'static str> {
        let Some(open) = self.subscription(params) else { return Some(NO_SUBSCRIPTION) };
        std::mem::replace(&mut open.acknowledged, true).then_some("acknowledged twice")
    }

    fn check_page(&mut self, params: &Value) -> Option<&'static str> {
        let known = params["elicitationId"].as_str().is_some_and(|id| self.pages.remove(id));
        (!known).then_some("a page that this client was not sent to")
    }

    fn check_answer(&mut self, message: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        if message.get("result").is_some() == message.get("error").is_some() {
            faults.push("an answer has either a result or an error".to_owned());
        }
        let open = match message.get("id") {
            None if message.get("error").is_some() => None,
            None => return vec!["a result has an id".to_owned()],
            Some(id) => {
                let place = self.open.iter().position(|open| open.id == *id);
                let Some(place) = place else {
                    return vec!["an answer to no request that waits".to_owned()];
                };
                Some(self.open.remove(place))
            }
        };
        let version = open.as_ref().map_or(self.version, |open| open.version);
        if let Some(error) = message.get("error") {
            let pages = error["data"]["elicitations"].as_array().into_iter().flatten();
            let ids = pages.filter_map(|page| page["elicitationId"].as_str());
            self.pages.extend(ids.map(str::to_owned));
            faults.extend(check_error(version, error));
            let kind = error_kind(version);
            // The older versions know no error that answers nothing in particular.
            if open.is_some() || kind == "JSONRPCErrorResponse" {
                faults.extend(schemas::faults(version, kind, message));
            }
            faults.extend(match error["code"].as_i64() {
                Some(-32020) => schemas::faults(version, "HeaderMismatchError", message),
                Some(-32021) => {
                    schemas::faults(version, "MissingRequiredClientCapabilityError", message)
                }
                Some(-32022) => {
                    schemas::faults(version, "UnsupportedProtocolVersionError", message)
                }
                Some(-32042) => schemas::faults(version, "URLElicitationRequiredError", message),
                _ => Vec::new(),
            });
        }
        if let (Some(open), Some(result)) = (&open, message.get("result")) {
            faults.extend(self.check_result(open, result));
        }
        faults
    }

    fn check_result(&mut self, open: &Open, result: &Value) -> Vec<String> {
        if open.method == "initialize"
            && let Some(agreed) = super::VERSIONS.iter().find(|v| result["protocolVersion"] == **v)
        {
            self.version = agreed;
        }
        let version = if open.version == MODERN { MODERN } else { self.version };
        let mut faults = Vec::new();
        let modern = version == MODERN;
        let kind = match &result["resultType"] {
            Value::Null if !modern => result_kind(&open.method),
            kind if modern && kind == "input_required" => "InputRequiredResult",
            kind if modern && kind == "complete" => result_kind(&open.method),
            _ => return vec!["the result's type is missing, unknown or too new".to_owned()],
        };
        faults.extend(schemas::faults(version, kind, result));
        faults
    }
}

const LISTEN: &str = "subscriptions/listen";
const NO_SUBSCRIPTION: &str = "it belongs to no subscription that is open";

fn severity(level: &Value) -> Option<usize> {
    LEVELS.iter().position(|known| level == known)
}

/// The name of the schema of answers that are errors.
fn error_kind(version: &str) -> &'static str {
    if version >= "2025-11-25" { "JSONRPCErrorResponse" } else { "JSONRPCError" }
}

fn check_error(version: &str, error: &Value) -> Option<String> {
    let Some(code) = error["code"].as_i64() else {
        return Some("the code of an error is an integer".to_owned());
    };
    if error["message"].as_str().is_none_or(str::is_empty) {
        return Some("an error has a sentence".to_owned());
    }
    let defined = match code {
        // JSON-RPC's own, and those outside of its range.
        -32700 | -32603..=-32600 => true,
        -32022..=-32020 => version == MODERN,
        -32042 => version == "2025-11-25",
        -32002 => version != MODERN,
        -32768..=-32000 => false,
        _ => true,
    };
    (!defined).then(|| format!("{version} does not define the code {code}"))
}

fn result_kind(method: &str) -> &'static str {
    match method {
        "initialize" => "InitializeResult",
        "server/discover" => "DiscoverResult",
        "tools/list" => "ListToolsResult",
        "tools/call" => "CallToolResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "resources/read" => "ReadResourceResult",
        "prompts/list" => "ListPromptsResult",
        "prompts/get" => "GetPromptResult",
        "completion/complete" => "CompleteResult",
        LISTEN => "SubscriptionsListenResult",
        _ => "EmptyResult",
    }
}
