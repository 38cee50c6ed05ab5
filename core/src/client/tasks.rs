//! Tasks of 2025-11-25: calls that the server keeps running, read and polled (2025-11-25
//! `basic/utilities/tasks`). A feature of one version, in one file.

use std::time::Duration;

use bytes::Bytes;
use serde::Serialize;

use super::{
    Client,
    connection::Connection,
    request::{Options, sealed::Run},
    requests::encode,
    tools::CallTool,
};
use crate::{
    Json,
    dialect::method,
    error::{Error, ErrorCode, Result},
    model::{CreateTaskResult, ServerCapabilities, Task, TaskStatus, TaskSupport, Tool, decode},
};

/// How often a task is looked at when the server gives no advice.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The shortest and the longest interval that advice of the server can make.
const POLL_BOUNDS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_mins(1));

/// Calls a tool as a task: [`super::Request::as_task`].
pub struct StartTask(pub(super) CallTool);

/// Reads a task: [`Client::get_task`].
pub struct GetTask(String);

/// Cancels a task: [`Client::cancel_task`].
pub struct CancelTask(String);

/// Waits for a task to end and fetches its result: [`Client::task_result`].
pub struct TaskResult(String);

impl GetTask {
    pub(super) fn new(id: String) -> Self {
        Self(id)
    }
}

impl CancelTask {
    pub(super) fn new(id: String) -> Self {
        Self(id)
    }
}

impl TaskResult {
    pub(super) fn new(id: String) -> Self {
        Self(id)
    }
}

fn params(id: &str) -> Bytes {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        task_id: &'a str,
    }
    encode(&Params { task_id: id })
}

fn require(connection: &Connection, method: &'static str) -> Result<()> {
    connection.require(method, "tasks", |capabilities| capabilities.tasks.is_some())
}

fn calls(capabilities: &ServerCapabilities) -> bool {
    let requests = capabilities.tasks.as_ref().and_then(|tasks| tasks.requests.as_ref());
    requests.and_then(|requests| requests.tools.as_ref()).is_some_and(|tools| tools.call.is_some())
}

/// What a tool says of tasks. Whoever says nothing forbids them.
pub(super) fn task_support(tool: &Tool) -> TaskSupport {
    let execution = tool.execution.as_ref();
    let support = execution.and_then(|execution| execution.task_support.clone());
    support.unwrap_or(TaskSupport::Forbidden)
}

/// Why a tool cannot be called this way, and what to do about it: a call is a task only where the
/// tool allows it, and nothing else where the tool demands it (2025-11-25 `basic/utilities/tasks`,
/// "Tool-Level Negotiation"). Without the server's declaration what a tool demands does not count.
pub(super) fn task_fault(
    connection: &Connection,
    as_task: bool,
    support: &TaskSupport,
) -> Option<(&'static str, &'static str)> {
    let facts = &connection.facts;
    let declared = || {
        facts.profile.knows_request(method::TASKS_GET)
            && facts.capabilities.as_ref().is_some_and(calls)
    };
    match (as_task, support) {
        (true, TaskSupport::Optional | TaskSupport::Required) => None,
        (true, _) => Some(("it cannot be a task", "call it and wait for its result")),
        (false, TaskSupport::Required) if declared() => {
            Some(("it can only be a task", "call it as a task, and fetch what comes of it"))
        }
        (false, _) => None,
    }
}

async fn ask(client: &Client, options: &Options, method: &'static str, id: &str) -> Result<Bytes> {
    let connection = client.connection();
    require(connection, method)?;
    let call = options.call(connection, method, params(id))?;
    connection.perform(call).await
}

impl Run for StartTask {
    type Output = Task;

    async fn run(mut self, client: Client, options: Options) -> Result<Task> {
        client.connection().require(method::TASKS_GET, "tasks for calls of tools", calls)?;
        let (result, _) = self.0.exchange(&client, &options).await?;
        let started: CreateTaskResult = client
            .connection()
            .read(method::TOOLS_CALL, &result)
            .map_err(Error::that_may_have_run)?;
        Ok(started.task)
    }
}

impl Run for GetTask {
    type Output = Task;

    async fn run(self, client: Client, options: Options) -> Result<Task> {
        let bytes = ask(&client, &options, method::TASKS_GET, &self.0).await?;
        client.connection().read(method::TASKS_GET, &bytes)
    }
}

impl Run for CancelTask {
    type Output = Task;

    async fn run(self, client: Client, options: Options) -> Result<Task> {
        let bytes = ask(&client, &options, method::TASKS_CANCEL, &self.0).await?;
        client.connection().read(method::TASKS_CANCEL, &bytes)
    }
}

impl Run for TaskResult {
    /// The result of the request that the task runs, undecoded, since only its caller knows which
    /// request that was.
    type Output = Json;

    async fn run(self, client: Client, options: Options) -> Result<Json> {
        let max_total = options.max_total.unwrap_or(client.connection().defaults.max_total);
        let outcome = tokio::time::timeout(max_total, self.wait(&client, &options)).await;
        outcome.unwrap_or_else(|_| {
            Err(Error::new(
                ErrorCode::Timeout,
                format!("the task has not ended within {} seconds", max_total.as_secs_f64()),
            )
            .with_server(&client.connection().facts.label)
            .with_method(method::TASKS_GET)
            .with_next_step("wait for it again, for longer, or cancel it"))
        })
    }
}

impl TaskResult {
    async fn wait(&self, client: &Client, options: &Options) -> Result<Json> {
        loop {
            let bytes = ask(client, options, method::TASKS_GET, &self.0).await?;
            let task: Task = client.connection().read(method::TASKS_GET, &bytes)?;
            if !matches!(task.status, TaskStatus::Working) {
                break;
            }
            let advised = task.poll_interval.map_or(POLL_INTERVAL, Duration::from_millis);
            tokio::time::sleep(advised.clamp(POLL_BOUNDS.0, POLL_BOUNDS.1)).await;
        }
        // A task that needs input gets it while its result is awaited.
        let bytes = ask(client, options, method::TASKS_RESULT, &self.0).await?;
        decode(method::TASKS_RESULT, &bytes)
    }
}
