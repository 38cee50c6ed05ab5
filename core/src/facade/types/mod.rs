//! The types that only the façade has: what operations take and give beyond the protocol's own.
//!
//! They are declared with the macros of the wire, so that the contract describes them from the same
//! words. A request with a member that it does not have is refused, since it was misspelt.

mod auth;
mod connect;
mod events;
mod host;
mod host_views;
mod icon;
mod questions;
mod report;
mod requests;
mod results;

pub use auth::{
    AccountRequest, AccountStatus, AccountsOptions, AuthMode, DelegateStore, Hidden, KeptRecord,
    KeychainStore, ListRecordsQuestion, MemoryStore, OAuthOptions, OpenAddressQuestion,
    OpenedAddress, PassphraseStore, RecordNames, RecordQuestion, RegistrationKind, RemovedRecord,
    SaveRecordQuestion, SecretRequest, SessionStatus, SetSecretRequest, TokenStoreChoice,
};
pub use connect::{
    Confidential, ConnectOptions, Connected, MessageLimits, ProtocolChoice, ShutdownWaits,
};
pub use events::{
    ClosedEvent, ElicitationCompleteEvent, Event, LogEvent, MissedEvent, NoticeEvent, NoticeKind,
    PromptsChangedEvent, ResourceUpdatedEvent, ResourcesChangedEvent, SignInEvent, SignInStep,
    StderrEvent, TaskStatusEvent, ToolsChangedEvent, UnknownNotificationEvent,
};
pub use host::{
    AddServerRequest, AnswerRequest, ApproveRequest, AuditRequest, CatalogueRequest, Decision,
    DecisionTerm, ForgetRequest, GrantRequest, HostCallRequest, HostInfo, HostOptions,
    HostPromptRequest, HostReadRequest, LogRequest, OpenAiCallRequest, PostureChoice, RuleName,
    RuleRequest, ServerRequest, ServersRequest, SimulateRequest, WatchOptions,
};
pub use host_views::{
    AskedEvent, AuditReport, Catalogue, CataloguePrompt, CatalogueResource, CatalogueTemplate,
    CatalogueTool, Grant, HostCallResult, HostEvent, HostLog, HostLogEntry, HostLogEvent,
    HostMissedEvent, HostQuestion, MemberDifference, PinDifference, PinnedDefinition, Pins,
    ServerActivity, ServerNote, ServerStatus, SettledEvent, Simulation, Standing, StatusEvent,
    StatusFault, TextRun,
};
pub use icon::{Blob, DisplaySafeRequest, IconPicture, IconRequest, RefusedIcon, SafeIcon};
pub use questions::{
    CreateMessageQuestion, ElicitFormQuestion, ElicitUrlQuestion, ListRootsQuestion,
};
pub use report::{ErrorReport, RpcErrorReport};
pub(super) use requests::{Adjusting, Adjustment};
pub use requests::{
    CallToolRequest, CompleteRequest, GetPromptRequest, JsonObject, ListRequest, NextEvents,
    Nothing, PingRequest, RawRequest, ReadResourceRequest, SetLogLevelRequest, StartTaskRequest,
    SubscribeOptions, TaskRequest,
};
pub use results::{
    CallToolResult, Dropped, Listing, PassedOn, ProgressReport, Validation, ValidationStatus,
};

#[cfg(feature = "testing")]
use crate::Json;
use crate::{
    error::{Error, ErrorCode, Result},
    model::{self, Extra, Wire},
};

/// What can be read from a caller.
pub(super) trait Request: Wire {
    /// Whether it is an object always.
    const IS_OBJECT: bool = true;

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
    // What a server may get wrong, a caller need not.
    if T::IS_OBJECT && !params.trim_ascii_start().starts_with(b"{") {
        return Err(refuse("what was given is no JSON object".to_owned()));
    }
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
    ConnectOptions, limits, shutdown, oauth;
    AccountsOptions;
    AccountRequest;
    SecretRequest;
    SetSecretRequest;
    IconRequest;
    HostOptions;
    ServerRequest;
    ServersRequest;
    AddServerRequest;
    CatalogueRequest;
    HostCallRequest;
    OpenAiCallRequest;
    HostPromptRequest;
    HostReadRequest;
    SimulateRequest;
    RuleRequest;
    RuleName;
    GrantRequest;
    ApproveRequest;
    ForgetRequest;
    AuditRequest;
    LogRequest;
    AnswerRequest;
    WatchOptions;
    DisplaySafeRequest;
    ListRequest;
    CallToolRequest;
    StartTaskRequest;
    ReadResourceRequest;
    GetPromptRequest;
    CompleteRequest;
    PingRequest;
    SetLogLevelRequest;
    RawRequest;
    TaskRequest;
    SubscribeOptions;
    Nothing;
    NextEvents;
}

#[cfg(feature = "testing")]
impl Request for Json {
    const IS_OBJECT: bool = false;

    fn misspelt(&self) -> Option<&str> {
        None
    }
}
