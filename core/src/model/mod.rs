//! The neutral types of all five protocol versions, one file a feature.
//!
//! A type here is the union of what the versions say about it: a field that one version lacks is
//! optional. Unknown members are kept, enums are open, and one bad item of a list is left out and
//! reported instead of losing the list. This module knows JSON and nothing of connections; which
//! field may be sent in which version is decided in the layer of the dialects.

pub(crate) mod decode;
mod extra;
mod list;
pub(crate) mod members;
mod meta;
pub(crate) mod scalar;
pub mod shape;
pub(crate) mod visit;
pub(crate) mod wire;

mod cache;
mod cancel;
mod capabilities;
mod completion;
mod content;
mod discover;
mod elicitation;
mod errors;
mod fields;
mod form;
mod form_check;
mod identity;
mod initialize;
mod input;
mod logging;
mod notification;
mod page;
mod progress;
mod prompts;
mod resources;
mod roots;
mod sampling;
mod subscriptions;
mod tasks;
mod tools;

pub use cache::{CacheScope, Ttl};
pub use cancel::CancelledParams;
pub use capabilities::{
    Capability, ClientCapabilities, ElicitationCapability, ListCapability, ResourcesCapability,
    SamplingCapability, ServerCapabilities, TaskCapability, TaskElicitationRequests, TaskRequests,
    TaskSamplingRequests, TaskToolRequests,
};
pub use completion::{
    CompleteParams, CompleteResult, Completion, CompletionArgument, CompletionContext,
    CompletionReference, PromptReference, ResourceTemplateReference,
};
pub use content::{
    Annotations, AudioContent, BlobResourceContents, ContentBlock, EmbeddedResource, ImageContent,
    ResourceContents, ResourceLink, Role, TextContent, TextResourceContents,
};
pub use decode::decode;
pub(crate) use decode::{Notes, Wire, decode_noting};
pub use discover::DiscoverResult;
pub use elicitation::{
    ElicitAction, ElicitFormParams, ElicitParams, ElicitResult, ElicitUrlParams,
    ElicitationCompleteParams,
};
pub use errors::{
    HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, MissingCapabilityData, RESOURCE_NOT_FOUND,
    UNSUPPORTED_PROTOCOL_VERSION, URL_ELICITATION_REQUIRED, UnsupportedVersionData,
    UrlElicitationRequiredData,
};
pub use extra::{Extra, MAX_MEMBERS, Map, empty_object};
pub use fields::{
    BooleanSchema, EnumChoice, EnumItems, LegacyTitledEnumSchema, NumberKind, NumberSchema,
    StringFormat, StringSchema, TitledEnumItems, TitledMultiSelectEnumSchema,
    TitledSingleSelectEnumSchema, UntitledMultiSelectEnumSchema, UntitledSingleSelectEnumSchema,
};
pub use form::{FormField, FormSchema, MAX_FORM_FIELDS};
pub use identity::{Icon, IconTheme, Implementation};
pub use initialize::{InitializeParams, InitializeResult};
pub use input::{InputKind, InputRequest, InputRequiredResult, InputResponse};
pub use list::{Dropped, List, MAX_DROPPED, OneOrMany};
pub use logging::{LoggingLevel, LoggingMessage, SetLevelParams};
pub use meta::{ExtensionId, Meta, MetaKey, ReservedPrefixes, keys};
pub use notification::ServerNotification;
pub use page::{EmptyResult, NotificationParams, PaginatedParams, RequestParams};
pub use progress::{Progress, ProgressToken};
pub use prompts::{
    GetPromptParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument, PromptMessage,
};
pub use resources::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceParams, ReadResourceResult,
    Resource, ResourceParams, ResourceTemplate, ResourceUpdatedParams,
};
pub use roots::{ListRootsParams, ListRootsResult, Root};
pub use sampling::{
    CreateMessageParams, CreateMessageResult, IncludeContext, ModelHint, ModelPreferences,
    SamplingContent, SamplingMessage, StopReason, ToolChoice, ToolChoiceMode, ToolResultContent,
    ToolUseContent,
};
pub use subscriptions::{
    SubscriptionFilter, SubscriptionsAcknowledgedParams, SubscriptionsListenParams,
    SubscriptionsListenResult,
};
pub use tasks::{
    CreateTaskResult, ListTasksResult, RelatedTask, Task, TaskMetadata, TaskParams, TaskStatus,
};
pub use tools::{
    CallToolParams, CallToolResult, ListToolsResult, TaskSupport, Tool, ToolAnnotations,
    ToolExecution, Validation,
};
pub use wire::Unknown;

#[cfg(test)]
#[path = "meta_tests.rs"]
mod meta_tests;
#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
