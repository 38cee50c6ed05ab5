//! The operations, on a connection and on what is opened on it.

use serde::{Serialize, Serializer};

use super::{
    On,
    declare::{operations, spoken},
    description::{Audience, Operation, operation},
};
#[cfg(feature = "http")]
use crate::facade::types::{
    AccountRequest, AccountStatus, AddServerRequest, AnswerRequest, ApproveRequest, AuditReport,
    AuditRequest, Catalogue, CatalogueRequest, ForgetRequest, Grant, GrantRequest, HostCallRequest,
    HostCallResult, HostEvent, HostLog, HostPromptRequest, HostQuestion, HostReadRequest,
    LogRequest, OpenAiCallRequest, PassedOn, Pins, RuleName, RuleRequest, SecretRequest,
    ServerRequest, ServerStatus, ServersRequest, SetSecretRequest, SimulateRequest, Simulation,
};
#[cfg(feature = "icons")]
use crate::facade::types::{IconPicture, IconRequest};
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
        CompleteResult, GetPromptResult, Prompt, ReadResourceResult, Resource, ResourceTemplate,
        Task, Tool, shape::Types,
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

    #[cfg(feature = "icons")]
    /// Makes a picture of whichever of these icons suits best, drawn anew (2026-07-28 `basic`,
    /// "`icons`").
    ///
    /// An icon is `data:`, or stands at the server's own origin and is fetched from there, without
    /// credentials. One that is not safe to show is refused, which is no failure.
    Public Client Icon = "icon" icon: IconRequest => IconPicture;

    #[cfg(feature = "http")]
    /// How the account stands that the client acts for, as the store says. Nothing is sent.
    Public Client AccountStatus = "account/status" account_status: Nothing => AccountStatus;

    #[cfg(feature = "http")]
    /// Lets a person sign in now, whether or not there is a token.
    Public Client SignIn = "account/signIn" sign_in: Nothing => Nothing;

    #[cfg(feature = "http")]
    /// Forgets the tokens of the account, here and in the store, and tells the issuer where it
    /// offers that. Gives whether there was anything to forget.
    Public Client SignOut = "account/signOut" sign_out: Nothing => bool;

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

    #[cfg(feature = "http")]
    /// How the account at a server stands. Nothing is sent.
    Public Accounts StatusOf = "account/status" account_status_of as status:
        AccountRequest => AccountStatus;

    #[cfg(feature = "http")]
    /// Forgets the tokens for a server, and tells the issuer where it offers that. Gives whether
    /// there was anything to forget.
    Public Accounts SignOutOf = "account/signOut" sign_out_of as sign_out: AccountRequest => bool;

    #[cfg(feature = "http")]
    /// Lists the names of the secrets, in order.
    Public Accounts ListSecrets = "secret/list" list_secrets: Nothing => Vec<String>;

    #[cfg(feature = "http")]
    /// Keeps a secret in place of the earlier one of this name. A configuration refers to it as
    /// `${secret:NAME}`.
    Public Accounts SetSecret = "secret/set" set_secret: SetSecretRequest => Nothing;

    #[cfg(feature = "http")]
    /// Forgets a secret. Gives whether there was one.
    Public Accounts RemoveSecret = "secret/remove" remove_secret: SecretRequest => bool;

    #[cfg(feature = "http")]
    /// Lets go of the store; what is kept stays. Closing twice does nothing more.
    Public Accounts CloseAccounts = "close" close_accounts as close: Nothing => Nothing;

    #[cfg(feature = "http")]
    /// How the servers of the configuration stand.
    Public Host Servers = "servers" servers: ServersRequest => Vec<ServerStatus>;

    #[cfg(feature = "http")]
    /// Starts a server and waits until it serves.
    Public Host StartServer = "server/start" start_server: ServerRequest => Nothing;

    #[cfg(feature = "http")]
    /// Ends a server, with everything that it has started, until it is needed again.
    Public Host StopServer = "server/stop" stop_server: ServerRequest => Nothing;

    #[cfg(feature = "http")]
    /// Starts a server anew, without waiting for it.
    Public Host RestartServer = "server/restart" restart_server: ServerRequest => Nothing;

    #[cfg(feature = "http")]
    /// Adds a server to the configuration. It is started when it is needed.
    Public Host AddServer = "server/add" add_server: AddServerRequest => Nothing;

    #[cfg(feature = "http")]
    /// Removes a server from the configuration.
    Public Host RemoveServer = "server/remove" remove_server: ServerRequest => Nothing;

    #[cfg(feature = "http")]
    /// Switches a server of the configuration on.
    Public Host EnableServer = "server/enable" enable_server: ServerRequest => Nothing;

    #[cfg(feature = "http")]
    /// Switches a server of the configuration off.
    Public Host DisableServer = "server/disable" disable_server: ServerRequest => Nothing;

    #[cfg(feature = "http")]
    /// Reads the configuration and the grants again.
    Public Host Reload = "reload" reload: Nothing => Nothing;

    #[cfg(feature = "http")]
    /// What all servers offer, as one list; only those that have been started, unless they are to be
    /// started first.
    Public Host Catalogue = "catalogue" catalogue: CatalogueRequest => Catalogue;

    #[cfg(feature = "http")]
    /// The tools that are offered, each as a member of `tools` of a request to a model in the form
    /// of OpenAI's interface.
    Public Host OpenAiTools = "openai/tools" openai_tools: CatalogueRequest => Vec<Json>;

    #[cfg(feature = "http")]
    /// Makes a call that a model wants, a member of `tool_calls` of its message, through the gate.
    /// Gives the message for the model with what came of it; a call that may not be made fails with
    /// `denied`, and gives none.
    Public Host CallOpenAi = "openai/call" call_openai: OpenAiCallRequest => Json;

    #[cfg(feature = "http")]
    /// Calls a tool through the gate: the policy, a person where it says so, and the record.
    ///
    /// A tool that fails says so in the result (`isError`); that is no error of the call. A call
    /// that may not be made fails with `denied`.
    Public Host HostCallTool = "tools/call" host_call_tool as call_tool:
        HostCallRequest => PassedOn<HostCallResult>;

    #[cfg(feature = "http")]
    /// Gets a prompt of a server with its arguments filled in.
    Public Host HostGetPrompt = "prompts/get" host_get_prompt as get_prompt:
        HostPromptRequest => PassedOn<GetPromptResult>;

    #[cfg(feature = "http")]
    /// Reads a resource of a server.
    Public Host HostReadResource = "resources/read" host_read_resource as read_resource:
        HostReadRequest => PassedOn<ReadResourceResult>;

    #[cfg(feature = "http")]
    /// Says what would come of a call, and why, without making it or asking anybody.
    Public Host Simulate = "policy/simulate" simulate: SimulateRequest => Simulation;

    #[cfg(feature = "http")]
    /// Lists the rules of the policy, as the configuration has them.
    Public Host ListRules = "policy/list" list_rules: Nothing => Vec<Json>;

    #[cfg(feature = "http")]
    /// Adds a rule to the policy.
    Public Host AddRule = "policy/add" add_rule: RuleRequest => Nothing;

    #[cfg(feature = "http")]
    /// Removes a rule of the policy.
    Public Host RemoveRule = "policy/remove" remove_rule: RuleName => Nothing;

    #[cfg(feature = "http")]
    /// Lists what a person has granted.
    Public Host ListGrants = "grants/list" list_grants: Nothing => Vec<Grant>;

    #[cfg(feature = "http")]
    /// Takes back what a person has granted. Gives whether it was there.
    Public Host RevokeGrant = "grants/revoke" revoke_grant: GrantRequest => bool;

    #[cfg(feature = "http")]
    /// What is approved of a server, and what has changed since, word by word.
    Public Host Pins = "pins" pins: ServerRequest => Pins;

    #[cfg(feature = "http")]
    /// Approves definitions that a person has seen. Gives how many are approved now.
    Public Host ApprovePins = "pins/approve" approve_pins: ApproveRequest => u64;

    #[cfg(feature = "http")]
    /// Takes approval back: of one definition by its kind and name, of the `instructions` by that
    /// kind alone, or of everything. Gives whether there was any.
    Public Host ForgetPins = "pins/forget" forget_pins: ForgetRequest => bool;

    #[cfg(feature = "http")]
    /// Reads the record of what was done, the oldest line first. In the place of a line that is
    /// damaged stands why, as `unreadable`.
    Public Host ReadAudit = "audit/read" read_audit: AuditRequest => Vec<Json>;

    #[cfg(feature = "http")]
    /// Looks at the whole record, whether it is as it was written.
    Public Host VerifyAudit = "audit/verify" verify_audit: Nothing => AuditReport;

    #[cfg(feature = "http")]
    /// What was said between us and a server, as far as it is kept.
    Public Host HostLog = "log" host_log as log: LogRequest => HostLog;

    #[cfg(feature = "http")]
    /// The questions that wait for a person.
    Public Host ListQuestions = "questions/list" list_questions: Nothing => Vec<HostQuestion>;

    #[cfg(feature = "http")]
    /// Answers a question for a person.
    Public Host AnswerQuestion = "questions/answer" answer_question: AnswerRequest => Nothing;

    #[cfg(feature = "http")]
    /// Ends the host in good order, with its servers, where it is in this process; otherwise it goes
    /// on. Closing twice does nothing more.
    Public Host CloseHost = "close" close_host as close: Nothing => Nothing;

    #[cfg(feature = "http")]
    /// Hears no more. Whoever reads it comes to its end.
    Public Watch EndWatch = "close" end_watch as close: Nothing => Nothing;

    #[cfg(feature = "http")]
    /// Waits for an event of the host, and gives as many as wait; none once it has ended. One caller
    /// at a time.
    Internal Watch NextHostEvents = "events/next" next_host_events: NextEvents => Vec<HostEvent>;

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
    Testing Any Ask = "testing/ask" testing_ask: crate::facade::testing::Ask => crate::model::ElicitResult;

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
            #[cfg(feature = "http")]
            Self::HostCallTool(_) | Self::CallOpenAi(_) => error.that_may_have_run(),
            _ => error,
        }
    }
}

/// There is no such operation on what it was called on.
pub(in crate::facade) fn unknown(operation: &str) -> Error {
    Error::new(ErrorCode::InvalidInput, format!("there is no operation {operation}"))
        .with_next_step("use one that this version of Hostline has")
}
