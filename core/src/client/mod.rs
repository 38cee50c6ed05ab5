//! One connection to one server, as a program uses it.
//!
//! [`Client`] is cheap to clone. Each request is a value that can be adjusted before it is
//! awaited, and dropping its future cancels it. Nothing here knows an era but `connect`.

mod builder;
mod cache;
mod connect;
mod connection;
mod diagnostics;
mod events;
mod hub;
#[cfg(feature = "icons")]
mod icons;
mod input;
mod lists;
mod request;
mod requests;
#[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only hosts open routes"))]
mod route;
mod subscription;
mod target;
mod tasks;
mod tools;
mod watched;

#[cfg(test)]
mod client_tests;
#[cfg(test)]
#[cfg(feature = "http")]
mod http_tests;

use std::sync::Arc;

#[cfg(feature = "http")]
pub(crate) use builder::Observers;
pub use builder::{ClientBuilder, ProtocolChoice};
pub use connect::Verdict;
pub use diagnostics::Diagnostics;
pub use events::{Event, Events};
pub use input::{Answers, InputCapabilities, InputHandler};
pub use lists::{ListOf, Listed};
pub use request::{Operation, Request};
pub use requests::{Complete, GetPrompt, Ping, Raw, ReadResource, SetLogLevel};
#[cfg(feature = "http")]
pub(crate) use route::InputRoute;
pub use subscription::Subscription;
pub(crate) use target::Kind;
pub use target::Target;
pub use tasks::{CancelTask, GetTask, StartTask, TaskResult};
pub use tools::CallTool;

use crate::{
    Json,
    dialect::method,
    error::{Error, Result},
    model::{
        CompletionReference, Implementation, LoggingLevel, Prompt, Resource, ResourceTemplate,
        ServerCapabilities, SubscriptionFilter, Task, Tool,
    },
    version::Version,
};
use connection::Connection;

/// A future that has forgotten its type.
pub use crate::future::BoxFuture;

/// A connection to one server.
///
/// When the last clone is dropped the connection ends at once; [`Client::close`] ends it in good
/// order.
///
/// ```no_run
/// # async fn example() -> hostline::Result<()> {
/// use serde_json::json;
///
/// let server = hostline::Client::connect("npx -y @modelcontextprotocol/server-everything").await?;
/// for tool in server.list_tools().await? {
///     println!("{}", tool.name);
/// }
/// let result = server.call_tool("get-sum", json!({"a": 2, "b": 3})).await?;
/// # drop(result);
/// server.close().await
/// # }
/// ```
#[derive(Clone)]
pub struct Client(Arc<Connection>);

impl Client {
    /// Connects to a target with default settings: an address, a command line, a
    /// [`crate::transport::Command`] or anything else that becomes a [`Target`].
    ///
    /// It finds out by itself which protocol versions the server speaks.
    ///
    /// # Errors
    /// The target cannot be understood, started or reached, or speaks no version in common.
    pub async fn connect<T>(target: T) -> Result<Self>
    where
        T: TryInto<Target>,
        Error: From<T::Error>,
    {
        Self::builder().connect(target).await
    }

    /// Settings for a connection.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::new()
    }

    /// The name of the server, as the user gave it: the address or the command line.
    pub fn label(&self) -> &str {
        &self.0.facts.label
    }

    /// The protocol version that is spoken.
    pub fn version(&self) -> Version {
        self.0.facts.profile.version
    }

    /// The transport: `stdio`, `streamable-http`, `http+sse` or `custom`.
    pub fn transport_kind(&self) -> &'static str {
        self.0.facts.transport
    }

    /// What the server calls itself. It is not verified; show it, and decide nothing by it.
    pub fn server_info(&self) -> Option<&Implementation> {
        self.0.facts.info.as_ref()
    }

    /// What the server offers, where it was asked.
    pub fn capabilities(&self) -> Option<&ServerCapabilities> {
        self.0.facts.capabilities.as_ref()
    }

    /// The server's advice on how to use it: untrusted text.
    pub fn instructions(&self) -> Option<&str> {
        self.0.facts.instructions.as_deref()
    }

    /// What was found out about the server's era; give it to [`ClientBuilder::verdict`] the next
    /// time, and the question is not asked again.
    pub fn verdict(&self) -> Verdict {
        self.0.facts.verdict.clone()
    }

    /// Lists the server's tools, through all pages (2026-07-28 `server/tools`).
    pub fn list_tools(&self) -> Request<ListOf<Tool>> {
        Request::new(self, ListOf::new())
    }

    /// Lists the server's resources, through all pages (2026-07-28 `server/resources`).
    pub fn list_resources(&self) -> Request<ListOf<Resource>> {
        Request::new(self, ListOf::new())
    }

    /// Lists the server's resource templates, through all pages.
    pub fn list_resource_templates(&self) -> Request<ListOf<ResourceTemplate>> {
        Request::new(self, ListOf::new())
    }

    /// Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).
    pub fn list_prompts(&self) -> Request<ListOf<Prompt>> {
        Request::new(self, ListOf::new())
    }

    /// Calls a tool. `arguments` is a JSON object.
    ///
    /// Dropping the future cancels the call; the tool may have run all the same.
    pub fn call_tool(
        &self,
        name: impl Into<String>,
        arguments: impl Into<Json>,
    ) -> Request<CallTool> {
        Request::new(self, CallTool::new(name.into(), arguments.into()))
    }

    /// Reads a resource.
    pub fn read_resource(&self, uri: impl Into<String>) -> Request<ReadResource> {
        Request::new(self, ReadResource::new(uri.into()))
    }

    /// Gets a prompt with its arguments filled in.
    pub fn get_prompt<K: Into<String>, V: Into<String>>(
        &self,
        name: impl Into<String>,
        arguments: impl IntoIterator<Item = (K, V)>,
    ) -> Request<GetPrompt> {
        let arguments = arguments.into_iter().map(|(key, value)| (key.into(), value.into()));
        Request::new(self, GetPrompt::new(name.into(), arguments.collect()))
    }

    /// Asks for completions of an argument (2026-07-28 `server/utilities/completion`).
    pub fn complete(
        &self,
        reference: CompletionReference,
        argument: impl Into<String>,
        value: impl Into<String>,
    ) -> Request<Complete> {
        Request::new(self, Complete::new(reference, argument.into(), value.into()))
    }

    /// Asks whether the server is there. Versions without `ping` are asked to discover themselves.
    pub fn ping(&self) -> Request<Ping> {
        Request::new(self, Ping::new())
    }

    /// Sets the lowest level of log messages that the server sends. Where the version says it with
    /// each request, later requests say it.
    pub fn set_log_level(&self, level: LoggingLevel) -> Request<SetLogLevel> {
        Request::new(self, SetLogLevel::new(level))
    }

    /// Sends any request and returns its undecoded result.
    pub fn request(&self, method: impl Into<String>, params: Option<Json>) -> Request<Raw> {
        Request::new(self, Raw::new(method.into(), params))
    }

    /// Reads a task (2025-11-25 `basic/utilities/tasks`).
    pub fn get_task(&self, id: impl Into<String>) -> Request<GetTask> {
        Request::new(self, GetTask::new(id.into()))
    }

    /// Lists the server's tasks, through all pages.
    pub fn list_tasks(&self) -> Request<ListOf<Task>> {
        Request::new(self, ListOf::new())
    }

    /// Cancels a task.
    pub fn cancel_task(&self, id: impl Into<String>) -> Request<CancelTask> {
        Request::new(self, CancelTask::new(id.into()))
    }

    /// Waits for a task to end, polling as often as the server advises, and returns its result.
    /// [`Request::max_total`] bounds the whole of it; the task goes on all the same.
    pub fn task_result(&self, id: impl Into<String>) -> Request<TaskResult> {
        Request::new(self, TaskResult::new(id.into()))
    }

    /// Subscribes to changes (2026-07-28 `basic/patterns/subscriptions`).
    ///
    /// A stream that breaks is opened again. Older versions send list changes unasked, and changes
    /// of resources after `resources/subscribe`; what arrives here is the same.
    ///
    /// # Errors
    /// The server does not offer what the filter asks for, or refuses.
    pub async fn subscribe(&self, filter: SubscriptionFilter) -> Result<Subscription> {
        Subscription::open(self.clone(), filter).await
    }

    /// Tells the server that the list of roots has changed. Versions that ask for roots whenever
    /// they need them are not told.
    pub fn roots_changed(&self) {
        let profile = self.0.facts.profile;
        if profile.client_notifications.contains(&method::ROOTS_CHANGED) {
            self.0.peer.notify(method::ROOTS_CHANGED, None);
        }
    }

    /// Opens a route for the requests of one of several who share the connection: what the server
    /// asks for their sake is answered by `handler` ([`Request::answered_by`]).
    #[cfg(feature = "http")]
    pub(crate) fn input_route(&self, handler: Arc<dyn InputHandler>) -> InputRoute {
        InputRoute::open(&self.0.routes, handler)
    }

    /// What the server says without being asked, from now on and in the order in which it came.
    pub fn events(&self) -> Events {
        self.0.hub.listen()
    }

    /// What was noticed about the server so far.
    pub fn diagnostics(&self) -> Diagnostics {
        self.0.hub.diagnostics()
    }

    /// Why the connection has ended, if it has.
    pub fn closed(&self) -> Option<Error> {
        self.0.peer.closed()
    }

    /// Ends the connection in good order: what is queued is sent, sessions are deleted, the
    /// server's process is asked to end and then made to. Requests that wait fail with
    /// [`crate::ErrorCode::Closed`].
    ///
    /// # Errors
    /// Something of the server is left behind.
    pub async fn close(&self) -> Result<()> {
        let outcome = self.0.peer.close().await;
        #[cfg(feature = "http")]
        if let Some(account) = &self.0.account {
            // A renewed token that is not stored would be lost for good.
            account.settle().await;
        }
        self.0.stop();
        outcome
    }

    /// The account that the client acts for at the server, where it has one.
    #[cfg(feature = "http")]
    pub fn account(&self) -> Option<&crate::auth::Account> {
        self.0.account.as_ref()
    }

    pub(crate) fn connection(&self) -> &Arc<Connection> {
        &self.0
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("label", &self.label())
            .field("version", &self.version())
            .field("transport", &self.transport_kind())
            .finish_non_exhaustive()
    }
}
