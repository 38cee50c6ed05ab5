//! The operations, on a connection and on what is opened on it.

use serde::{Serialize, Serializer};

use super::{
    On,
    declare::{operations, spoken},
    description::{Audience, Operation, operation},
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    facade::{
        ops::{self, Context},
        types::{
            CallToolRequest, CallToolResult, CompleteRequest, Event, GetPromptRequest, ListRequest,
            Listing, NextEvents, Nothing, PingRequest, RawRequest, ReadResourceRequest,
            SetLogLevelRequest, StartTaskRequest, TaskRequest,
        },
    },
    model::{
        CompleteResult, ElicitResult, GetPromptResult, Prompt, ReadResourceResult, Resource,
        ResourceTemplate, Task, Tool, shape::Types,
    },
};

operations! {
    /// Lists the server's tools, through all pages (2026-07-28 `server/tools`).
    ///
    /// A tool that does not have the shape of one is left out and reported.
    Public Client ListTools = "tools/list" list_tools: ListRequest => Listing<Tool>;

    /// Calls a tool (2026-07-28 `server/tools`, "Calling Tools").
    ///
    /// A tool that fails says so in the result (`isError`); that is no error of the call.
    /// Cancelling it tells the server to stop; the tool may have run all the same.
    Public Client CallTool = "tools/call" call_tool: CallToolRequest => CallToolResult;

    /// Lists the server's resources, through all pages (2026-07-28 `server/resources`).
    ///
    /// A resource that does not have the shape of one is left out and reported.
    Public Client ListResources = "resources/list" list_resources: ListRequest => Listing<Resource>;

    /// Lists the server's resource templates, through all pages (2026-07-28 `server/resources`,
    /// "Resource Templates").
    ///
    /// A template that does not have the shape of one is left out and reported.
    Public Client ListResourceTemplates = "resources/templates/list" list_resource_templates:
        ListRequest => Listing<ResourceTemplate>;

    /// Reads a resource (2026-07-28 `server/resources`, "Reading Resources").
    Public Client ReadResource = "resources/read" read_resource:
        ReadResourceRequest => ReadResourceResult;

    /// Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).
    ///
    /// A prompt that does not have the shape of one is left out and reported.
    Public Client ListPrompts = "prompts/list" list_prompts: ListRequest => Listing<Prompt>;

    /// Gets a prompt with its arguments filled in (2026-07-28 `server/prompts`, "Getting a
    /// Prompt").
    Public Client GetPrompt = "prompts/get" get_prompt: GetPromptRequest => GetPromptResult;

    /// Asks for completions of an argument (2026-07-28 `server/utilities/completion`).
    Public Client Complete = "completion/complete" complete: CompleteRequest => CompleteResult;

    /// Asks whether the server is there. Versions without `ping` are asked to discover themselves.
    Public Client Ping = "ping" ping: PingRequest => Nothing;

    /// Sets the lowest level of log messages that the server sends. Where the version says it with
    /// each request, later requests say it.
    Public Client SetLogLevel = "logging/setLevel" set_log_level: SetLogLevelRequest => Nothing;

    /// Sends any request, and gives its result as it came.
    ///
    /// Cancelling it tells the server to stop; it may have taken effect all the same.
    Public Client Request = "request" request: RawRequest => Json;

    /// Calls a tool as a task that the server keeps (2025-11-25 `basic/utilities/tasks`).
    ///
    /// A server that has not declared tasks for calls of tools, and a tool that does not allow
    /// them, are refused before anything is sent.
    Public Client StartTask = "tasks/start" start_task: StartTaskRequest => Task;

    /// Reads a task (2025-11-25 `basic/utilities/tasks`).
    Public Client GetTask = "tasks/get" get_task: TaskRequest => Task;

    /// Lists the server's tasks, through all pages (2025-11-25 `basic/utilities/tasks`).
    Public Client ListTasks = "tasks/list" list_tasks: ListRequest => Listing<Task>;

    /// Cancels a task (2025-11-25 `basic/utilities/tasks`).
    Public Client CancelTask = "tasks/cancel" cancel_task: TaskRequest => Task;

    /// Waits for a task to end, polling as often as the server advises, and gives its result as it
    /// came: that of the request which the task runs.
    ///
    /// The longest wait in all bounds the whole of it; the task goes on all the same.
    Public Client TaskResult = "tasks/result" task_result: TaskRequest => Json;

    /// Tells the server that the list of roots has changed. Versions that ask for roots whenever
    /// they need them are not told.
    Public Client RootsChanged = "notifications/roots/list_changed" roots_changed:
        Nothing => Nothing;

    /// Ends the connection in good order: what is queued is sent, sessions are deleted, the
    /// server's process is asked to end and then made to. Calls that wait fail with `closed`.
    ///
    /// Closing twice does nothing more.
    Public Client Close = "close" close_client as close: Nothing => Nothing;

    /// Waits for what the server says without being asked, and gives as many events as wait; none
    /// once the connection has ended. One caller at a time.
    Internal Client NextEvents = "events/next" next_events: NextEvents => Vec<Event>;

    /// Ends the subscription, and waits until that is on its way to the server. Whoever reads it
    /// comes to its end.
    ///
    /// Closing twice does nothing more.
    Public Subscription EndSubscription = "close" end_subscription as close: Nothing => Nothing;

    /// Waits for a change, and gives as many as wait; none once the subscription has ended. One
    /// caller at a time.
    Internal Subscription NextChanges = "events/next" next_changes: NextEvents => Vec<Event>;

    #[cfg(feature = "testing")]
    /// Gives back what it was given.
    Testing Any Echo = "testing/echo" testing_echo: crate::Json => crate::Json;

    #[cfg(feature = "testing")]
    /// Ends after so many milliseconds.
    Testing Any Sleep = "testing/sleep" testing_sleep: crate::facade::testing::Sleep => Nothing;

    #[cfg(feature = "testing")]
    /// Panics.
    Testing Any Panic = "testing/panic" testing_panic: Nothing => Nothing;

    #[cfg(feature = "testing")]
    /// Fails with the error of a code.
    Testing Any Fail = "testing/fail" testing_fail: crate::facade::testing::Fail => Nothing;

    #[cfg(feature = "testing")]
    /// Asks the delegate a question of a form, as a server would.
    Testing Any Ask = "testing/ask" testing_ask: crate::facade::testing::Ask => ElicitResult;

    #[cfg(feature = "testing")]
    /// Gives so many bytes of text.
    Testing Any Text = "testing/text" testing_text: crate::facade::testing::Text => String;

    #[cfg(feature = "testing")]
    /// Counts what is alive in this process.
    Testing Any Live = "testing/live" testing_live: Nothing => crate::facade::testing::Live;
}

impl Output {
    /// The error of a result that cannot be given to a language. A tool has run all the same.
    pub fn unfit(&self, code: ErrorCode, why: impl Into<String>) -> Error {
        let error = Error::new(code, why.into()).with_method(self.operation());
        match self {
            Self::CallTool(_) | Self::Request(_) | Self::StartTask(_) => error.that_may_have_run(),
            _ => error,
        }
    }
}

/// There is no such operation on what it was called on.
pub(in crate::facade) fn unknown(operation: &str) -> Error {
    Error::new(ErrorCode::InvalidInput, format!("there is no operation {operation}"))
        .with_next_step("use one that this version of Hostline has")
}
