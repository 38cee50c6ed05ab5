//! One row of vocabulary for each version: data, no behaviour.

use super::method as m;
use crate::{
    jsonrpc::{INVALID_PARAMS, INVALID_REQUEST},
    model::{MISSING_REQUIRED_CLIENT_CAPABILITY, RESOURCE_NOT_FOUND, ReservedPrefixes},
    version::Version,
};

/// What one version's vocabulary holds.
#[derive(Debug)]
pub(crate) struct Profile {
    /// The version.
    pub(crate) version: Version,
    /// The requests that a client may send. What is absent does not exist in this version.
    pub(crate) client_requests: &'static [&'static str],
    /// The notifications that a client may send.
    pub(crate) client_notifications: &'static [&'static str],
    /// The requests that a server may send, or ask for as input.
    pub(crate) server_requests: &'static [&'static str],
    /// The notifications that a server may send.
    pub(crate) server_notifications: &'static [&'static str],
    /// Whether messages may come in arrays.
    pub(crate) batching: bool,
    /// Whether HTTP requests name the version in a header.
    pub(crate) version_header: bool,
    /// Whether HTTP requests repeat parameters of tools in headers.
    pub(crate) mirrored_parameters: bool,
    /// Whether a server that completes arguments says so.
    pub(crate) completions_declared: bool,
    /// Which elicitation exists.
    pub(crate) elicitation: ElicitationModes,
    /// Whether the error `-32042` asks for URL elicitations.
    pub(crate) url_elicitation_error: bool,
    /// Whether capabilities have a place for extensions.
    pub(crate) extensions: bool,
    /// Whether sampling may offer tools.
    pub(crate) sampling_tools: bool,
    /// Which prefixes of `_meta` keys are reserved.
    pub(crate) reserved: ReservedPrefixes,
    /// What a server may say in this version.
    pub(crate) says: Sayings,
}

/// What the messages of a server may hold in one version. What a version does not name is left out
/// for its clients, or put into words that they know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sayings {
    /// Names for people, beside the names for programs.
    pub(crate) titles: bool,
    /// Icons, and what a program is.
    pub(crate) icons: bool,
    /// Hints about what a tool does.
    pub(crate) tool_annotations: bool,
    /// How a tool can be run.
    pub(crate) tool_execution: bool,
    /// Structured content, and its schema.
    pub(crate) structured: StructuredContent,
    /// Sound.
    pub(crate) audio: bool,
    /// Addresses of resources in results.
    pub(crate) resource_links: bool,
    /// `_meta` on things, beside results.
    pub(crate) item_meta: bool,
    /// Fields of forms that carry their titles with their values, are choices of several values, or
    /// begin with a value.
    pub(crate) newer_fields: bool,
    /// When a thing was last changed, among the hints for the reader's program.
    pub(crate) last_modified: bool,
    /// Words beside the numbers of progress.
    pub(crate) progress_messages: bool,
    /// Wrong arguments are the tool's own answer, which a model reads, and no error of the protocol.
    pub(crate) argument_faults_are_results: bool,
    /// Event streams that begin with an event without data, so that a client can come back for all
    /// of what follows.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has streams"))]
    pub(crate) primed_streams: bool,
    /// The code for a resource that is not there.
    pub(crate) resource_not_found: i64,
    /// The code for something that the client would have to be able to do.
    pub(crate) missing_capability: i64,
}

/// Which structured content a version knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StructuredContent {
    /// None.
    None,
    /// Objects.
    Object,
    /// Any value.
    Any,
}

/// The kinds of elicitation that a version knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElicitationModes {
    /// None.
    None,
    /// Forms only.
    Form,
    /// Forms and addresses to open.
    FormAndUrl,
}

impl Profile {
    /// The row of a version.
    pub(crate) fn of(version: Version) -> &'static Self {
        match version {
            Version::V2024_11_05 => &V2024_11_05,
            Version::V2025_03_26 => &V2025_03_26,
            Version::V2025_06_18 => &V2025_06_18,
            Version::V2025_11_25 => &V2025_11_25,
            Version::V2026_07_28 => &V2026_07_28,
        }
    }

    /// Whether a client may send this request.
    pub(crate) fn knows_request(&self, method: &str) -> bool {
        self.client_requests.contains(&method)
    }
}

const LEGACY_REQUESTS: &[&str] = &[
    m::INITIALIZE,
    m::PING,
    m::TOOLS_LIST,
    m::TOOLS_CALL,
    m::RESOURCES_LIST,
    m::RESOURCE_TEMPLATES_LIST,
    m::RESOURCES_READ,
    m::RESOURCES_SUBSCRIBE,
    m::RESOURCES_UNSUBSCRIBE,
    m::PROMPTS_LIST,
    m::PROMPTS_GET,
    m::COMPLETE,
    m::SET_LEVEL,
];

const LEGACY_NOTIFICATIONS: &[&str] =
    &[m::INITIALIZED, m::CANCELLED, m::PROGRESS, m::ROOTS_CHANGED];

const LEGACY_SERVER_NOTIFICATIONS: &[&str] = &[
    m::CANCELLED,
    m::PROGRESS,
    m::LOG_MESSAGE,
    m::TOOLS_CHANGED,
    m::PROMPTS_CHANGED,
    m::RESOURCES_CHANGED,
    m::RESOURCE_UPDATED,
];

static V2024_11_05: Profile = Profile {
    version: Version::V2024_11_05,
    client_requests: LEGACY_REQUESTS,
    client_notifications: LEGACY_NOTIFICATIONS,
    server_requests: &[m::PING, m::SAMPLING, m::ROOTS_LIST],
    server_notifications: LEGACY_SERVER_NOTIFICATIONS,
    batching: false,
    version_header: false,
    mirrored_parameters: false,
    completions_declared: false,
    elicitation: ElicitationModes::None,
    url_elicitation_error: false,
    extensions: false,
    sampling_tools: false,
    reserved: ReservedPrefixes::None,
    says: Sayings {
        titles: false,
        icons: false,
        tool_annotations: false,
        tool_execution: false,
        structured: StructuredContent::None,
        audio: false,
        resource_links: false,
        item_meta: false,
        newer_fields: false,
        last_modified: false,
        progress_messages: false,
        argument_faults_are_results: false,
        primed_streams: false,
        resource_not_found: RESOURCE_NOT_FOUND,
        missing_capability: INVALID_REQUEST,
    },
};

static V2025_03_26: Profile = Profile {
    batching: true,
    version: Version::V2025_03_26,
    completions_declared: true,
    says: Sayings {
        tool_annotations: true,
        audio: true,
        progress_messages: true,
        ..V2024_11_05.says
    },
    ..V2024_11_05
};

static V2025_06_18: Profile = Profile {
    version: Version::V2025_06_18,
    server_requests: &[m::PING, m::SAMPLING, m::ROOTS_LIST, m::ELICITATION],
    version_header: true,
    completions_declared: true,
    elicitation: ElicitationModes::Form,
    reserved: ReservedPrefixes::InnerLabel,
    says: Sayings {
        titles: true,
        structured: StructuredContent::Object,
        resource_links: true,
        item_meta: true,
        last_modified: true,
        ..V2025_03_26.says
    },
    ..V2024_11_05
};

static V2025_11_25: Profile = Profile {
    version: Version::V2025_11_25,
    client_requests: &[
        m::INITIALIZE,
        m::PING,
        m::TOOLS_LIST,
        m::TOOLS_CALL,
        m::RESOURCES_LIST,
        m::RESOURCE_TEMPLATES_LIST,
        m::RESOURCES_READ,
        m::RESOURCES_SUBSCRIBE,
        m::RESOURCES_UNSUBSCRIBE,
        m::PROMPTS_LIST,
        m::PROMPTS_GET,
        m::COMPLETE,
        m::SET_LEVEL,
        m::TASKS_GET,
        m::TASKS_LIST,
        m::TASKS_CANCEL,
        m::TASKS_RESULT,
    ],
    server_notifications: &[
        m::CANCELLED,
        m::PROGRESS,
        m::LOG_MESSAGE,
        m::TOOLS_CHANGED,
        m::PROMPTS_CHANGED,
        m::RESOURCES_CHANGED,
        m::RESOURCE_UPDATED,
        m::ELICITATION_COMPLETE,
        m::TASK_STATUS,
    ],
    elicitation: ElicitationModes::FormAndUrl,
    url_elicitation_error: true,
    sampling_tools: true,
    reserved: ReservedPrefixes::SecondLabel,
    says: Sayings {
        icons: true,
        tool_execution: true,
        newer_fields: true,
        argument_faults_are_results: true,
        primed_streams: true,
        ..V2025_06_18.says
    },
    ..V2025_06_18
};

static V2026_07_28: Profile = Profile {
    version: Version::V2026_07_28,
    client_requests: &[
        m::DISCOVER,
        m::TOOLS_LIST,
        m::TOOLS_CALL,
        m::RESOURCES_LIST,
        m::RESOURCE_TEMPLATES_LIST,
        m::RESOURCES_READ,
        m::PROMPTS_LIST,
        m::PROMPTS_GET,
        m::COMPLETE,
        m::LISTEN,
    ],
    client_notifications: &[m::CANCELLED],
    server_requests: &[m::SAMPLING, m::ROOTS_LIST, m::ELICITATION],
    server_notifications: &[
        m::CANCELLED,
        m::PROGRESS,
        m::LOG_MESSAGE,
        m::TOOLS_CHANGED,
        m::PROMPTS_CHANGED,
        m::RESOURCES_CHANGED,
        m::RESOURCE_UPDATED,
        m::ACKNOWLEDGED,
    ],
    batching: false,
    version_header: true,
    mirrored_parameters: true,
    completions_declared: true,
    elicitation: ElicitationModes::FormAndUrl,
    url_elicitation_error: false,
    extensions: true,
    sampling_tools: true,
    reserved: ReservedPrefixes::SecondLabel,
    says: Sayings {
        tool_execution: false,
        structured: StructuredContent::Any,
        resource_not_found: INVALID_PARAMS,
        missing_capability: MISSING_REQUIRED_CLIENT_CAPABILITY,
        ..V2025_11_25.says
    },
};
