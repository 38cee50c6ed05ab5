//! The client of a scenario: its settings, its input handler, and its errors and events as JSON.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use hostline::{
    Error, Version,
    client::{
        BoxFuture, Client, ClientBuilder, Event, InputCapabilities, InputHandler, ProtocolChoice,
    },
    error::ErrorCode,
    jsonrpc::Limits,
    model::{InputRequest, InputResponse, LoggingLevel},
    transport::{Command, Notice},
};
use serde_json::{Value, json};

/// The settings of the client.
pub(super) fn builder(client: &Value, asked: &Asked) -> ClientBuilder {
    let mut builder = Client::builder().name("scenario-runner").version("1.0.0");
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
        builder = builder.input_handler(Prepared::new(&client["input"], asked.clone()));
    }
    builder
}

/// The limits on one message.
pub(super) fn limits(client: &Value) -> Limits {
    let mut limits = Limits::default();
    let given = |name: &str| client["limits"][name].as_u64().and_then(|n| usize::try_from(n).ok());
    limits.bytes = given("bytes").unwrap_or(limits.bytes);
    limits.depth = given("depth").unwrap_or(limits.depth);
    limits.batch = given("batch").unwrap_or(limits.batch);
    limits
}

/// The command with the waits of its shutdown.
pub(super) fn with_waits(command: Command, client: &Value) -> Command {
    let wait = |name: &str| client["shutdown"][name].as_u64().map(Duration::from_millis);
    match (wait("eofMs"), wait("termMs")) {
        (Some(eof), Some(term)) => command.shutdown_waits(eof, term),
        _ => command,
    }
}

/// What the input handler was asked, in order.
pub(super) type Asked = Arc<Mutex<Vec<Value>>>;

/// An input handler with prepared answers.
struct Prepared {
    answers: Value,
    given: Mutex<HashMap<&'static str, usize>>,
    asked: Asked,
}

impl Prepared {
    fn new(answers: &Value, asked: Asked) -> Self {
        Self { answers: answers.clone(), given: Mutex::default(), asked }
    }

    /// The next answer of a kind; the last one again and again.
    fn next(&self, kind: &'static str) -> Value {
        let answers = self.answers[kind].as_array().map_or(&[][..], Vec::as_slice);
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let place = given.entry(kind).or_default();
        let answer = answers.get(*place).or(answers.last()).cloned().unwrap_or_default();
        *place += 1;
        answer
    }
}

impl InputHandler for Prepared {
    fn capabilities(&self) -> InputCapabilities {
        let mut offered = InputCapabilities::none();
        offered.elicitation_form = self.answers["form"].is_array();
        offered.elicitation_url = self.answers["url"].is_array();
        offered.sampling = self.answers["sampling"].is_array();
        offered.sampling_tools = offered.sampling;
        offered.roots = self.answers["roots"].is_array();
        offered
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, hostline::Result<InputResponse>> {
        let sent = serde_json::to_value(&request).unwrap_or_default();
        let mut question = sent["params"].clone();
        let kind = match (&request, question["mode"].as_str()) {
            (InputRequest::Elicit(_), Some("url")) => "url",
            (InputRequest::Elicit(_), _) => "form",
            (InputRequest::CreateMessage(_), _) => "sampling",
            _ => "roots",
        };
        if question.is_null() {
            question = json!({});
        }
        question["kind"] = kind.into();
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(question);
        let answer = self.next(kind);
        Box::pin(async move {
            if answer["hang"] == true {
                std::future::pending::<()>().await;
            }
            if let Some(why) = answer["error"].as_str() {
                return Err(Error::new(ErrorCode::Internal, why.to_owned()));
            }
            let wrong = |source| {
                Error::new(ErrorCode::InvalidInput, "the prepared answer has no such shape")
                    .with_source(source)
            };
            Ok(match kind {
                "form" | "url" => {
                    InputResponse::Elicit(serde_json::from_value(answer).map_err(wrong)?)
                }
                "sampling" => {
                    InputResponse::CreateMessage(serde_json::from_value(answer).map_err(wrong)?)
                }
                _ => InputResponse::ListRoots(serde_json::from_value(answer).map_err(wrong)?),
            })
        })
    }
}

/// An error as scenarios compare it.
pub(super) fn error(error: &Error) -> Value {
    let mut value = json!({
        "code": error.code().name(),
        "message": error.message(),
        "mayHaveRun": error.may_have_run(),
    });
    if let Some(next) = error.next_step() {
        value["nextStep"] = next.into();
    }
    if let Some(status) = error.http_status() {
        value["httpStatus"] = status.into();
    }
    if let Some(rpc) = error.rpc() {
        value["rpc"] = json!({"code": rpc.code, "message": rpc.message});
        if let Some(data) = &rpc.data {
            value["rpc"]["data"] = data.to_value();
        }
    }
    value
}

/// An event as scenarios compare it.
pub(super) fn event(event: &Event) -> Value {
    match event {
        Event::ToolsChanged => json!({"type": "toolsChanged"}),
        Event::PromptsChanged => json!({"type": "promptsChanged"}),
        Event::ResourcesChanged => json!({"type": "resourcesChanged"}),
        Event::ResourceUpdated { uri } => json!({"type": "resourceUpdated", "uri": uri}),
        Event::Log(message) => typed("log", message),
        Event::ElicitationComplete { id } => {
            json!({"type": "elicitationComplete", "elicitationId": id})
        }
        Event::TaskStatus(task) => json!({"type": "taskStatus", "task": task}),
        Event::Stderr(line) => json!({"type": "stderr", "line": line}),
        Event::Notice(notice) => json!({"type": "notice", "notice": name_of(notice)}),
        Event::Unknown { method, params } => {
            let params = params.as_ref().map(hostline::Json::to_value);
            json!({"type": "unknown", "method": method, "params": params})
        }
        Event::Missed(count) => json!({"type": "missed", "count": count}),
        Event::Closed(cause) => json!({"type": "closed", "error": error(cause)}),
        _ => json!({"type": "other"}),
    }
}

fn typed(kind: &str, value: &impl serde::Serialize) -> Value {
    let mut value = serde_json::to_value(value).unwrap_or_default();
    value["type"] = kind.into();
    value
}

fn name_of(notice: &Notice) -> &'static str {
    match notice {
        Notice::Stderr(_) => "stderr",
        Notice::StderrDropped { .. } => "stderr_dropped",
        Notice::Noise(_) => "noise",
        Notice::Oversized { .. } => "oversized",
        Notice::ByteOrderMark => "byte_order_mark",
        Notice::NotSent(_) => "not_sent",
        Notice::StreamGivenUp(_) => "stream_given_up",
        Notice::Resumed => "resumed",
        _ => "other",
    }
}
