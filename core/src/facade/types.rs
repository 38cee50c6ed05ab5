//! The types that only the façade has: what operations take and give beyond the protocol's own.
//!
//! They are declared with the macros of the wire, so that the contract describes them from the same
//! words. A request with a member that it does not have is refused, since it was misspelt.

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    model::{
        self, CallToolResult as RawCallToolResult, ContentBlock, Extra, Implementation, List,
        LoggingLevel, Map, Meta, ServerCapabilities, Task, Wire,
        wire::{open_enum, tagged, wire},
    },
    schema::SchemaError,
};

/// What can be read from a caller.
pub(super) trait Request: Wire {
    /// The first member that the request, or a part of it, does not have.
    fn misspelt(&self) -> Option<&str>;
}

/// Reads what a caller gave to an operation.
pub(super) fn read<T: Request>(operation: &'static str, params: &[u8]) -> Result<T> {
    let refuse = |what: String| {
        Error::new(ErrorCode::InvalidInput, what)
            .with_method(operation)
            .with_next_step("look at what the operation takes")
    };
    let params = if params.is_empty() { b"{}" } else { params };
    let mut deserializer = serde_json::Deserializer::from_slice(params);
    let mut notes = model::Notes::default();
    let no_json = |error: serde_json::Error| refuse(format!("what was given is no JSON: {error}"));
    let decoded = T::decode(&mut deserializer, &mut notes).map_err(no_json)?;
    deserializer.end().map_err(no_json)?;
    let request = decoded.map_err(|misfit| refuse(misfit.to_string()))?;
    match request.misspelt() {
        Some(name) => Err(refuse(format!("there is no option {name}"))),
        None => Ok(request),
    }
}

fn first(extra: &Extra) -> Option<&str> {
    extra.iter().next().map(|(name, _)| name)
}

macro_rules! requests {
    ($($request:ty $(, $part:ident)*;)+) => {
        $(impl Request for $request {
            fn misspelt(&self) -> Option<&str> {
                first(&self.extra)
                    $(.or_else(|| self.$part.as_ref().and_then(|part| first(&part.extra))))*
            }
        })+
    };
}

requests! {
    ConnectOptions, limits, shutdown;
    ListRequest;
    CallToolRequest;
    Nothing;
    NextEvents;
}

#[cfg(feature = "testing")]
impl Request for Json {
    fn misspelt(&self) -> Option<&str> {
        None
    }
}

open_enum! {
    /// Which protocol versions a client tries: one of these names, or one version such as
    /// `2025-11-25`.
    pub enum Protocol {
        /// Find out: the modern one if the server speaks it, else the newest legacy one in common.
        Auto = "auto",
        /// The modern version only.
        Modern = "modern",
        /// The newest legacy version in common.
        Legacy = "legacy",
    }
}

open_enum! {
    /// A way in which a server asks a person something (2026-07-28 `client/elicitation`).
    pub enum ElicitationMode {
        /// A form that the client shows.
        Form = "form",
        /// An address that the person opens.
        Url = "url",
    }
}

wire! {
    /// How to connect.
    pub struct ConnectOptions {
        required {
            /// The server: an address that begins with `https://` or `http://`, or a command line.
            target: String = "target";
        }
        optional {
            /// The program's name, which the server is told. Default `hostline`.
            with_client_name client_name: String = "clientName";
            /// The program's version, which the server is told. Default Hostline's own.
            with_client_version client_version: String = "clientVersion";
            /// The program's name for people.
            with_client_title client_title: String = "clientTitle";
            /// Which protocol versions to try. Default `auto`.
            with_protocol protocol: Protocol = "protocol";
            /// How long a request waits for an answer or for progress, in milliseconds. Default
            /// 60,000.
            with_timeout_ms timeout_ms: u64 = "timeoutMs";
            /// How long a request waits in all, whatever progress it reports, in milliseconds.
            /// Default 1,800,000. The time that a person takes to answer a question does not count.
            with_max_total_ms max_total_ms: u64 = "maxTotalMs";
            /// How long a server over stdio may be silent on the first question before it is taken
            /// for a legacy one, in milliseconds. Default 5,000.
            with_probe_timeout_ms probe_timeout_ms: u64 = "probeTimeoutMs";
            /// How long opening the connection may take in all, in milliseconds. Default 60,000.
            with_startup_timeout_ms startup_timeout_ms: u64 = "startupTimeoutMs";
            /// What one message of the server may cost.
            with_limits limits: MessageLimits = "limits";
            /// The lowest level of log messages that requests ask for. Default: none are asked for.
            with_log_level log_level: LoggingLevel = "logLevel";
            /// Whether a tool whose output schema cannot be used may not be called. Default: it
            /// may, and the result says that it was not checked.
            with_strict_schemas strict_schemas: bool = "strictSchemas";
            /// Variables of the environment of a server that is a command. A server inherits only
            /// a few that are harmless.
            with_environment environment: Map<String> = "environment";
            /// The folder in which a server that is a command is started. Default: this program's.
            with_folder folder: String = "folder";
            /// How long the steps of ending a server that is a command wait.
            with_shutdown shutdown: ShutdownWaits = "shutdown";
            /// Headers of every request to a server that is an address. They are secret: no log
            /// and no error repeats them.
            with_headers headers: Map<String> = "headers";
            /// The ways in which this program can ask a person. The server is told, and nothing
            /// else is ever asked. The typed APIs set it from the delegate.
            with_elicitation elicitation: Vec<ElicitationMode> = "elicitation";
        }
    }
}

wire! {
    /// What one message of a server may cost.
    pub struct MessageLimits {
        optional {
            /// The most bytes. Default 16 MiB.
            with_bytes bytes: u64 = "bytes";
            /// The deepest nesting of arrays and objects. Default 128.
            with_depth depth: u64 = "depth";
            /// The most messages of one batch. Default 128.
            with_batch batch: u64 = "batch";
        }
    }
}

wire! {
    /// How long the steps of ending a server's process wait.
    pub struct ShutdownWaits {
        optional {
            /// After the end of its input, before it is asked to end, in milliseconds. Default
            /// 2,000.
            with_eof_ms eof_ms: u64 = "eofMs";
            /// After it was asked to end, before it is made to, in milliseconds. Default 2,000.
            with_term_ms term_ms: u64 = "termMs";
        }
    }
}

wire! {
    /// What is known of a server once it is connected.
    pub struct Connected {
        required {
            /// The name of the server, as the user gave it: the address without its query, or the
            /// command line.
            target: String = "target";
            /// The protocol version that is spoken.
            version: String = "version";
            /// The transport: `stdio`, `streamable-http` or `http+sse`.
            transport: String = "transport";
        }
        optional {
            /// What the server calls itself. It is not verified: show it, and decide nothing by it.
            with_server server: Implementation = "server";
            /// What the server offers, where it was asked.
            with_capabilities capabilities: ServerCapabilities = "capabilities";
            /// The server's advice on how to use it: untrusted text.
            with_instructions instructions: String = "instructions";
        }
    }
}

wire! {
    /// How to list.
    pub struct ListRequest {
        optional {
            /// How many pages to fetch at the most. Default 1,000.
            with_max_pages max_pages: u64 = "maxPages";
            /// Whether to fetch anew, also where a result could be reused. Default false.
            with_fresh fresh: bool = "fresh";
            /// How long to wait for an answer, in milliseconds. Default: the connection's.
            with_timeout_ms timeout_ms: u64 = "timeoutMs";
            /// How long to wait in all, in milliseconds. Default: the connection's.
            with_max_total_ms max_total_ms: u64 = "maxTotalMs";
            /// Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
            with_meta meta: Map<Json> = "meta";
        }
    }
}

wire! {
    /// How to call a tool.
    pub struct CallToolRequest {
        required {
            /// The tool's name.
            name: String = "name";
        }
        optional {
            /// The arguments: an object. Default: without any.
            with_arguments arguments: Map<Json> = "arguments";
            /// Whether to report progress. The typed APIs set it from the caller's function.
            with_progress progress: bool = "progress";
            /// Whether the call may be sent again although the first one may have run. Default
            /// false.
            with_allow_repeat allow_repeat: bool = "allowRepeat";
            /// Whether to check the arguments against the tool's input schema before sending, with
            /// defaults filled in. Default false.
            with_check_arguments check_arguments: bool = "checkArguments";
            /// The lowest level of log messages that this call wants.
            with_log_level log_level: LoggingLevel = "logLevel";
            /// How long to wait for an answer or for progress, in milliseconds. Default: the
            /// connection's.
            with_timeout_ms timeout_ms: u64 = "timeoutMs";
            /// How long to wait in all, whatever progress there is, in milliseconds. Default: the
            /// connection's.
            with_max_total_ms max_total_ms: u64 = "maxTotalMs";
            /// Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
            with_meta meta: Map<Json> = "meta";
        }
    }
}

wire! {
    /// Nothing at all.
    pub struct Nothing {
    }
}

wire! {
    /// How to wait for events.
    pub struct NextEvents {
        optional {
            /// The most events to give at once. Default 64.
            with_most most: u64 = "most";
        }
    }
}

/// A list, and what was left out of it.
#[derive(Debug)]
pub struct Listing<T>(pub(super) List<T>);

impl<T: Wire + Serialize> Serialize for Listing<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("items", &self.0)?;
        map.serialize_entry("dropped", &Dropped::all(&self.0))?;
        map.end()
    }
}

wire! {
    /// A report of an item, or of a part of one, that was left out of a list because it did not
    /// have the right shape.
    pub struct Dropped {
        required {
            /// The item's place in the list that the server sent, counted from 0.
            index: u64 = "index";
            /// What is wrong, with the place inside the item.
            reason: String = "reason";
            /// Whether the item is in the list, without the part that was wrong.
            kept: bool = "kept";
        }
        optional {
            /// The item's name or address, where it has one: untrusted text.
            with_name name: String = "name";
        }
    }
}

impl Dropped {
    fn all<T>(list: &List<T>) -> Vec<Self> {
        let report = |dropped: &model::Dropped| {
            let index = u64::try_from(dropped.index).unwrap_or(u64::MAX);
            let report = Self::new(index, dropped.reason.clone(), dropped.kept);
            Self { name: dropped.name.clone(), ..report }
        };
        list.dropped().iter().map(report).collect()
    }
}

open_enum! {
    /// Whether a result's structured content fits the schema that the tool promised.
    pub enum ValidationStatus {
        /// It was not checked: there is no schema, no content, or nobody asked.
        Unchecked = "unchecked",
        /// It fits.
        Valid = "valid",
        /// It does not fit.
        Mismatch = "mismatch",
        /// The schema's dialect is unknown, so that nothing can be said.
        UnsupportedDialect = "unsupported_dialect",
        /// The schema itself is invalid.
        InvalidSchema = "invalid_schema",
        /// The schema refers to another document, which is never fetched.
        ExternalRef = "external_ref",
    }
}

wire! {
    /// What was found about a result's structured content.
    pub struct Validation {
        required {
            /// Whether it fits.
            status: ValidationStatus = "status";
        }
        optional {
            /// What does not fit: sentences that name a place and a rule.
            with_findings findings: Vec<String> = "findings";
        }
    }
}

impl From<model::Validation> for Validation {
    fn from(validation: model::Validation) -> Self {
        match validation {
            model::Validation::Unchecked => Self::new(ValidationStatus::Unchecked),
            model::Validation::Valid => Self::new(ValidationStatus::Valid),
            model::Validation::Mismatch(findings) => {
                Self::new(ValidationStatus::Mismatch).with_findings(findings)
            }
            model::Validation::Schema(error) => {
                let status = match &error {
                    SchemaError::UnsupportedDialect(_) => ValidationStatus::UnsupportedDialect,
                    SchemaError::ExternalRef(_) => ValidationStatus::ExternalRef,
                    SchemaError::Invalid(_) => ValidationStatus::InvalidSchema,
                };
                Self::new(status).with_findings(vec![error.to_string()])
            }
        }
    }
}

wire! {
    /// What a tool answered (2026-07-28 `server/tools`, "Tool Result").
    pub struct CallToolResult {
        required {
            /// The answer for people and models.
            content: List<ContentBlock> = "content";
            /// Whether the structured content fits the tool's output schema. It is found here, and
            /// not sent.
            validation: Validation = "validation";
        }
        optional {
            /// The answer for programs (since 2025-06-18; an object before 2026-07-28).
            with_structured_content structured_content: Json = "structuredContent";
            /// Whether the tool failed.
            with_is_error is_error: bool = "isError";
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
            /// What was left out of `content`.
            with_dropped dropped: Vec<Dropped> = "dropped";
        }
    }
}

impl From<RawCallToolResult> for CallToolResult {
    fn from(result: RawCallToolResult) -> Self {
        let dropped = Dropped::all(&result.content);
        Self {
            content: result.content,
            validation: result.validation.into(),
            structured_content: result.structured_content,
            is_error: result.is_error,
            meta: result.meta,
            dropped: (!dropped.is_empty()).then_some(dropped),
            extra: result.extra,
        }
    }
}

wire! {
    /// How far a call has come (2026-07-28 `basic/patterns/progress`).
    pub struct ProgressReport {
        required {
            /// The number of the call's cancel, which tells the calls apart.
            call: u64 = "call";
            /// How far it has come, more each time.
            progress: f64 = "progress";
        }
        optional {
            /// How far it has to come, where that is known.
            with_total total: f64 = "total";
            /// What is being done, in words for a person: untrusted text.
            with_message message: String = "message";
        }
    }
}

tagged! {
    /// A server's question to a person (2026-07-28 `client/elicitation`).
    pub enum ElicitQuestion by "mode" {
        /// A form that the client shows.
        Form(ElicitFormQuestion) = "form";
        /// An address that the person opens.
        Url(ElicitUrlQuestion) = "url";
    }
}

wire! {
    /// A form that the client shows (2026-07-28 `client/elicitation`, "Form Mode").
    pub struct ElicitFormQuestion {
        tag "mode" = "form";
        required {
            /// The server that asks, as the user named it.
            target: String = "target";
            /// What the server says to the person: untrusted text.
            message: String = "message";
            /// The JSON Schema of the form: an object with flat members.
            requested_schema: Json = "requestedSchema";
        }
        optional {
            /// What is attached to the question.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// An address that the person opens (2026-07-28 `client/elicitation`, "URL Mode").
    pub struct ElicitUrlQuestion {
        tag "mode" = "url";
        required {
            /// The server that asks, as the user named it.
            target: String = "target";
            /// What the server says to the person: untrusted text.
            message: String = "message";
            /// The address. It must be shown to the person, and opened only with consent.
            url: String = "url";
        }
        optional {
            /// What the event `elicitationComplete` will name (2025-11-25 only).
            with_elicitation_id elicitation_id: String = "elicitationId";
            /// What is attached to the question.
            with_meta meta: Meta = "_meta";
        }
    }
}

open_enum! {
    /// What a transport noticed.
    pub enum NoticeKind {
        /// The server's process wrote a line that is no message.
        Noise = "noise",
        /// A message was larger than the limit, and was dropped.
        Oversized = "oversized",
        /// Lines of standard error were dropped, because they came too fast.
        StderrDropped = "stderr_dropped",
        /// A message began with a byte order mark.
        ByteOrderMark = "byte_order_mark",
        /// A message could not be sent.
        NotSent = "not_sent",
        /// A broken stream was not opened again.
        StreamGivenUp = "stream_given_up",
        /// A broken stream was resumed.
        Resumed = "resumed",
    }
}

tagged! {
    /// One thing that a server, or its transport, said without being asked.
    pub enum Event by "type" {
        /// The list of tools has changed. Nothing is fetched by itself.
        ToolsChanged(ToolsChangedEvent) = "toolsChanged";
        /// The list of prompts has changed.
        PromptsChanged(PromptsChangedEvent) = "promptsChanged";
        /// The list of resources has changed.
        ResourcesChanged(ResourcesChangedEvent) = "resourcesChanged";
        /// A resource has changed.
        ResourceUpdated(ResourceUpdatedEvent) = "resourceUpdated";
        /// A log message.
        Log(LogEvent) = "log";
        /// A person has finished what an address was opened for.
        ElicitationComplete(ElicitationCompleteEvent) = "elicitationComplete";
        /// A task has changed.
        TaskStatus(TaskStatusEvent) = "taskStatus";
        /// A line that the server's process wrote to its standard error.
        Stderr(StderrEvent) = "stderr";
        /// Something else that the transport noticed.
        Notice(NoticeEvent) = "notice";
        /// A notification that Hostline does not know.
        UnknownNotification(UnknownNotificationEvent) = "unknown";
        /// Events were left out, since nobody fetched them.
        Missed(MissedEvent) = "missed";
        /// The connection has ended.
        Closed(ClosedEvent) = "closed";
    }
}

wire! {
    /// The list of tools has changed. Nothing is fetched by itself.
    pub struct ToolsChangedEvent {
        tag "type" = "toolsChanged";
    }
}

wire! {
    /// The list of prompts has changed.
    pub struct PromptsChangedEvent {
        tag "type" = "promptsChanged";
    }
}

wire! {
    /// The list of resources has changed.
    pub struct ResourcesChangedEvent {
        tag "type" = "resourcesChanged";
    }
}

wire! {
    /// A resource has changed.
    pub struct ResourceUpdatedEvent {
        tag "type" = "resourceUpdated";
        required {
            /// Its address.
            uri: String = "uri";
        }
    }
}

wire! {
    /// A log message of the server.
    pub struct LogEvent {
        tag "type" = "log";
        required {
            /// How grave it is.
            level: LoggingLevel = "level";
            /// What happened, in any form: untrusted.
            data: Json = "data";
        }
        optional {
            /// The part of the server that says it.
            with_logger logger: String = "logger";
            /// What is attached to the message.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// A person has finished what an address was opened for.
    pub struct ElicitationCompleteEvent {
        tag "type" = "elicitationComplete";
        required {
            /// The elicitation.
            elicitation_id: String = "elicitationId";
        }
    }
}

wire! {
    /// A task has changed.
    pub struct TaskStatusEvent {
        tag "type" = "taskStatus";
        required {
            /// The task.
            task: Task = "task";
        }
    }
}

wire! {
    /// A line that the server's process wrote to its standard error.
    pub struct StderrEvent {
        tag "type" = "stderr";
        required {
            /// The line: untrusted text.
            line: String = "line";
        }
    }
}

wire! {
    /// Something else that the transport noticed.
    pub struct NoticeEvent {
        tag "type" = "notice";
        required {
            /// What it is.
            notice: NoticeKind = "notice";
        }
        optional {
            /// More about it: untrusted text.
            with_detail detail: String = "detail";
        }
    }
}

wire! {
    /// A notification that Hostline does not know.
    pub struct UnknownNotificationEvent {
        tag "type" = "unknown";
        required {
            /// The method.
            method: String = "method";
        }
        optional {
            /// The parameters.
            with_params params: Json = "params";
        }
    }
}

wire! {
    /// Events were left out, since nobody fetched them.
    pub struct MissedEvent {
        tag "type" = "missed";
        required {
            /// How many.
            count: u64 = "count";
        }
    }
}

wire! {
    /// The connection has ended.
    pub struct ClosedEvent {
        tag "type" = "closed";
        required {
            /// Why.
            error: ErrorReport = "error";
        }
    }
}

wire! {
    /// What an error says about itself.
    pub struct ErrorReport {
        required {
            /// The stable name of the kind of failure.
            code: String = "code";
            /// The whole sentence for a person: the server, the method, what happened, and what to
            /// do next. What a server said in it is safe to show.
            message: String = "message";
            /// What happened, alone.
            reason: String = "reason";
            /// Whether the request may have taken effect although it failed.
            may_have_run: bool = "mayHaveRun";
        }
        optional {
            /// What to do about it, alone.
            with_next_step next_step: String = "nextStep";
            /// The server that it happened with, as the user named it.
            with_target target: String = "target";
            /// The method of the request that failed.
            with_method method: String = "method";
            /// The server's JSON-RPC error, where it sent one.
            with_rpc rpc: RpcErrorReport = "rpc";
            /// The HTTP status that the server answered with, where that was the failure.
            with_http_status http_status: u64 = "httpStatus";
        }
    }
}

wire! {
    /// A server's JSON-RPC error: untrusted.
    pub struct RpcErrorReport {
        required {
            /// The code.
            code: f64 = "code";
            /// What the server says.
            message: String = "message";
        }
        optional {
            /// What the server adds.
            with_data data: Json = "data";
        }
    }
}

impl From<&Error> for ErrorReport {
    fn from(error: &Error) -> Self {
        let text = |text: &str| text.to_owned();
        #[expect(clippy::cast_precision_loss, reason = "error codes are small")]
        let rpc = error.rpc().map(|rpc| RpcErrorReport {
            data: rpc.data.clone(),
            ..RpcErrorReport::new(rpc.code as f64, rpc.message.clone())
        });
        let report = Self::new(
            error.code().name(),
            error.to_string(),
            crate::text::display_safe(error.message()).to_string(),
            error.may_have_run(),
        );
        Self {
            next_step: error.next_step().map(text),
            target: error.server().map(text),
            method: error.method().map(text),
            rpc,
            http_status: error.http_status().map(u64::from),
            ..report
        }
    }
}
