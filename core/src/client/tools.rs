//! Calling tools: what is known of each, what is checked, and what is repeated in headers.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use bytes::Bytes;
use tokio::sync::mpsc;
use tracing::Instrument;

use super::{
    Client,
    connection::Connection,
    request::{Options, Request, sealed::Run},
    tasks::{StartTask, task_fault, task_support},
};
use crate::{
    Json,
    dialect::{
        Call, method,
        mirror::{HeaderFault, HeaderPairs, ParameterHeaders},
        negotiate::HEADER_MISMATCH,
    },
    error::{Error, ErrorCode, Result},
    model::{CallToolResult, List, LoggingLevel, Progress, TaskSupport, Tool, Validation},
    schema::{Schema, SchemaError, fill_defaults},
    transport::Link,
};

/// How many progress reports may wait for their listener. What comes on top is left out.
const MAX_PROGRESS_WAITING: usize = 64;

/// The tools of a server that were listed.
#[derive(Default)]
pub(crate) struct Toolbox {
    known: Mutex<HashMap<Box<str>, Arc<KnownTool>>>,
    /// Whether anybody checks arguments. Input schemas are most of a list, and few callers do.
    keeps_inputs: AtomicBool,
}

/// What matters of one tool when it is called.
pub(super) struct KnownTool {
    headers: Option<ParameterHeaders>,
    /// Absent until arguments are checked for the first time.
    input_schema: Option<Json>,
    output_schema: Option<Json>,
    tasks: TaskSupport,
    input: OnceLock<Result<Schema, SchemaError>>,
    output: OnceLock<Result<Schema, SchemaError>>,
}

impl Toolbox {
    /// Learns what a list says. Where parameters are repeated in headers, a tool that says so
    /// wrongly is left out (2026-07-28 `basic/transports/streamable-http`, "Schema Extension").
    pub(super) fn learn(&self, connection: &Connection, mut tools: List<Tool>) -> List<Tool> {
        let mut known = HashMap::with_capacity(tools.len());
        let mut wrong = Vec::new();
        let mirrors = connection.mirrors();
        let keeps_inputs = self.keeps_inputs.load(Ordering::Relaxed);
        for (index, tool) in tools.iter().enumerate() {
            let headers =
                if mirrors { ParameterHeaders::compile(&tool.input_schema) } else { Ok(None) };
            let headers = match headers {
                Ok(headers) => headers,
                Err(fault) => {
                    wrong.push((index, tool.name.clone(), fault.to_string()));
                    continue;
                }
            };
            let tool_known = KnownTool {
                headers,
                input_schema: keeps_inputs.then(|| tool.input_schema.clone()),
                output_schema: tool.output_schema.clone(),
                tasks: task_support(tool),
                input: OnceLock::new(),
                output: OnceLock::new(),
            };
            known.insert(tool.name.as_str().into(), Arc::new(tool_known));
        }
        *self.lock() = known;
        for (index, name, reason) in wrong.into_iter().rev() {
            connection.hub.depart("it listed a tool whose header annotations are invalid");
            tracing::warn!(
                target: "hostline::peer",
                server = %connection.facts.label,
                tool = %crate::text::display_safe(&name), %reason,
                "tool left out"
            );
            tools.leave_out(index, &name, reason);
        }
        tools
    }

    fn find(&self, name: &str) -> Option<Arc<KnownTool>> {
        self.lock().get(name).cloned()
    }

    /// The headers that repeat parameters of a call, where the tool is known and wants any.
    pub(super) fn parameter_headers(
        &self,
        name: &str,
        arguments: &Json,
    ) -> Result<HeaderPairs, HeaderFault> {
        let tool = self.find(name);
        let headers = tool.as_ref().and_then(|tool| tool.headers.as_ref());
        headers.map_or(Ok(Vec::new()), |headers| headers.headers(arguments))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<KnownTool>>> {
        // A panic while it was held cannot leave the table half changed.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers input schemas from the next list on.
    fn keep_inputs(&self) {
        self.keeps_inputs.store(true, Ordering::Relaxed);
    }
}

impl KnownTool {
    fn output(&self) -> Option<&Result<Schema, SchemaError>> {
        let schema = self.output_schema.as_ref()?;
        Some(self.output.get_or_init(|| Schema::compile(schema)))
    }

    fn input(&self) -> Option<(&Json, &Result<Schema, SchemaError>)> {
        let schema = self.input_schema.as_ref()?;
        Some((schema, self.input.get_or_init(|| Schema::compile(schema))))
    }

    /// What the result is worth against the tool's output schema.
    fn validate(&self, result: &CallToolResult) -> Validation {
        let schema = match self.output() {
            None => return Validation::Unchecked,
            Some(Err(error)) => return Validation::Schema(error.clone()),
            Some(Ok(schema)) => schema,
        };
        if result.is_error == Some(true) {
            return Validation::Unchecked;
        }
        let Some(content) = &result.structured_content else {
            return Validation::Mismatch(vec![
                "the tool has an output schema, but its result has no structured content".into(),
            ]);
        };
        let mismatches = schema.check(content);
        if mismatches.is_empty() {
            Validation::Valid
        } else {
            Validation::Mismatch(mismatches.iter().map(ToString::to_string).collect())
        }
    }
}

/// Calls a tool: [`Client::call_tool`].
pub struct CallTool {
    name: String,
    arguments: Json,
    on_progress: Option<Box<dyn FnMut(Progress) + Send>>,
    repeatable: bool,
    check_arguments: bool,
    task: Option<Json>,
}

impl CallTool {
    pub(super) fn new(name: String, arguments: Json) -> Self {
        Self {
            name,
            arguments,
            on_progress: None,
            repeatable: false,
            check_arguments: false,
            task: None,
        }
    }
}

impl Request<CallTool> {
    /// Calls `listener` with each report of progress, in the task that awaits the call. Reports
    /// that come faster than that, or say more than 64 KiB, are left out.
    pub fn on_progress(mut self, listener: impl FnMut(Progress) + Send + 'static) -> Self {
        self.operation.on_progress = Some(Box::new(listener));
        self
    }

    /// Allows the call to be sent again although the first one may have run.
    pub fn allow_repeat(mut self) -> Self {
        self.operation.repeatable = true;
        self
    }

    /// Checks the arguments against the tool's input schema before sending, with defaults filled
    /// in. Input schemas are remembered from the first such call on, so it lists the tools first;
    /// so does a later one whose tool has not been listed. A tool that the server does not list
    /// cannot be checked, and is not called.
    pub fn check_arguments(mut self) -> Self {
        self.operation.check_arguments = true;
        self
    }

    /// The lowest level of log messages that this call wants.
    pub fn log_level(mut self, level: LoggingLevel) -> Self {
        self.options.log_level = Some(level);
        self
    }

    /// Asks the server to run the call as a task that is kept for `ttl_ms` milliseconds
    /// (2025-11-25 `basic/utilities/tasks`). What is awaited then is the task;
    /// [`Client::task_result`] fetches what comes of it.
    ///
    /// A server that has not declared tasks for calls of tools, and a tool that does not allow them,
    /// are refused before anything is sent; a tool that has not been listed is looked up first.
    pub fn as_task(mut self, ttl_ms: Option<u64>) -> Request<StartTask> {
        let task = ttl_ms.map_or_else(|| "{}".to_owned(), |ttl| format!(r#"{{"ttl":{ttl}}}"#));
        self.operation.task = Json::parse(&task).ok();
        Request { client: self.client, operation: StartTask(self.operation), options: self.options }
    }
}

impl Run for CallTool {
    type Output = CallToolResult;

    async fn run(mut self, client: Client, options: Options) -> Result<CallToolResult> {
        let (result, tool) = self.exchange(&client, &options).await?;
        let repeatable = self.repeatable;
        let mut result: CallToolResult = client
            .connection()
            .read(method::TOOLS_CALL, &result)
            .map_err(|error| if repeatable { error } else { error.that_may_have_run() })?;
        if let Some(tool) = tool {
            let content = result.structured_content.as_ref();
            let content = content.map_or(0, |content| content.as_str().len());
            let schema = tool.output_schema.as_ref().map_or(0, |schema| schema.as_str().len());
            let length = content.max(schema);
            result.validation = client.connection().work(length, || tool.validate(&result));
        }
        Ok(result)
    }
}

impl CallTool {
    /// Checks the call, sends it, and returns its undecoded result.
    pub(super) async fn exchange(
        &mut self,
        client: &Client,
        options: &Options,
    ) -> Result<(Bytes, Option<Arc<KnownTool>>)> {
        let connection = client.connection();
        connection.require(method::TOOLS_CALL, "tools", |c| c.tools.is_some())?;
        if !self.arguments.is_object() {
            return Err(self.refuse(connection, "the arguments are no JSON object"));
        }
        let mut tool = connection.toolbox.find(&self.name);
        let mut known = tool.is_some();
        if self.check_arguments {
            connection.toolbox.keep_inputs();
            known = tool.as_ref().is_some_and(|tool| tool.input_schema.is_some());
        }
        let asks_for_list =
            self.check_arguments || self.task.is_some() || connection.defaults.strict_schemas;
        if !known && asks_for_list {
            let list = client.list_tools();
            // A kept list may be older than a tool that it does not have.
            let list = if self.check_arguments && tool.is_none() { list.fresh() } else { list };
            list.await?;
            tool = connection.toolbox.find(&self.name);
        }
        let schema = tool.as_ref().and_then(|tool| tool.input_schema.as_ref());
        let length = self.arguments.as_str().len();
        let length = schema.map_or(0, |schema| schema.as_str().len()).max(length);
        connection.work(length, || self.check(connection, tool.as_deref()))?;
        let outcome = self.send(client, options, tool.as_deref()).await;
        let outcome = match outcome {
            Err(error) if is_header_mismatch(&error) && connection.mirrors() => {
                // The tool has changed: list again, and try once more with today's headers.
                client.list_tools().fresh().await?;
                tool = connection.toolbox.find(&self.name);
                self.check(connection, tool.as_deref())?;
                self.send(client, options, tool.as_deref()).await
            }
            outcome => outcome,
        };
        Ok((outcome?, tool))
    }

    fn refuse(&self, connection: &Connection, why: impl Into<String>) -> Error {
        Error::new(ErrorCode::InvalidInput, format!("tool {}: {}", self.name, why.into()))
            .with_server(&connection.facts.label)
            .with_method(method::TOOLS_CALL)
    }

    /// What is checked before a byte leaves.
    fn check(&mut self, connection: &Connection, tool: Option<&KnownTool>) -> Result<()> {
        let Some(tool) = tool else {
            if self.check_arguments {
                return Err(self.refuse(connection, "the server lists no such tool"));
            }
            return self.check_task(connection, &TaskSupport::Forbidden);
        };
        self.check_task(connection, &tool.tasks)?;
        if connection.defaults.strict_schemas
            && let Some(Err(error)) = tool.output()
        {
            return Err(self
                .refuse(connection, "its output schema cannot be used")
                .with_source(error.clone()));
        }
        if !self.check_arguments {
            return Ok(());
        }
        let Some((input_schema, schema)) = tool.input() else { return Ok(()) };
        let schema = match schema {
            Ok(schema) => schema,
            Err(error) => {
                return Err(self
                    .refuse(connection, "its input schema cannot be used")
                    .with_source(error.clone()));
            }
        };
        self.arguments = fill_defaults(input_schema, &self.arguments);
        let mismatches = schema.check(&self.arguments);
        if mismatches.is_empty() {
            return Ok(());
        }
        let list = mismatches.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        Err(self.refuse(connection, format!("the arguments do not fit: {list}")))
    }

    fn check_task(&self, connection: &Connection, support: &TaskSupport) -> Result<()> {
        match task_fault(connection, self.task.is_some(), support) {
            Some((why, advice)) => Err(self.refuse(connection, why).with_next_step(advice)),
            None => Ok(()),
        }
    }

    fn params(&self) -> Bytes {
        let arguments = self.arguments.as_str();
        let mut params = Vec::with_capacity(self.name.len() + arguments.len() + 32);
        params.extend_from_slice(br#"{"name":"#);
        crate::jsonrpc::write_string(&mut params, &self.name);
        params.extend_from_slice(br#","arguments":"#);
        params.extend_from_slice(arguments.as_bytes());
        if let Some(task) = &self.task {
            params.extend_from_slice(br#","task":"#);
            params.extend_from_slice(task.as_str().as_bytes());
        }
        params.push(b'}');
        params.into()
    }

    async fn send(
        &mut self,
        client: &Client,
        options: &Options,
        tool: Option<&KnownTool>,
    ) -> Result<Bytes> {
        let connection = client.connection();
        let mut call = options.call(connection, method::TOOLS_CALL, self.params())?;
        call.repeatable = self.repeatable;
        if connection.facts.link == Link::Exchanges {
            call.name = Some(self.name.as_str().into());
        }
        if connection.mirrors()
            && let Some(headers) = tool.and_then(|tool| tool.headers.as_ref())
        {
            call.parameter_headers = headers
                .headers(&self.arguments)
                .map_err(|fault| self.refuse(connection, fault.to_string()))?;
        }
        tracing::trace!(
            target: "hostline::request",
            server = %connection.facts.label, tool = %self.name, arguments = %self.arguments,
            "tool call"
        );
        match &mut self.on_progress {
            None => connection.perform(call).await,
            Some(listener) => with_progress(connection, call, listener).await,
        }
    }
}

async fn with_progress(
    connection: &Connection,
    mut call: Call,
    listener: &mut (dyn FnMut(Progress) + Send),
) -> Result<Bytes> {
    call.progress = true;
    let (sender, mut reports) = mpsc::channel(MAX_PROGRESS_WAITING);
    let span = connection.span(&call);
    let waiting = connection.peer.begin(call, Some(sender));
    let mut waiting = std::pin::pin!(connection.note_outcome(waiting).instrument(span));
    loop {
        tokio::select! {
            biased;
            Some(progress) = reports.recv() => listener(progress),
            outcome = &mut waiting => {
                while let Ok(progress) = reports.try_recv() {
                    listener(progress);
                }
                return outcome.map(|settled| settled.result);
            }
        }
    }
}

/// Whether the server misses headers that repeat parameters, or finds others in the message.
pub(super) fn is_header_mismatch(error: &Error) -> bool {
    error.rpc().is_some_and(|rpc| rpc.code == HEADER_MISMATCH)
}
