//! One row of vocabulary for each version: data, no behaviour.

use super::method as m;
use crate::{model::ReservedPrefixes, version::Version};

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
};

static V2025_03_26: Profile = Profile {
    batching: true,
    version: Version::V2025_03_26,
    completions_declared: true,
    ..V2024_11_05
};

static V2025_06_18: Profile = Profile {
    version: Version::V2025_06_18,
    server_requests: &[m::PING, m::SAMPLING, m::ROOTS_LIST, m::ELICITATION],
    version_header: true,
    completions_declared: true,
    elicitation: ElicitationModes::Form,
    reserved: ReservedPrefixes::InnerLabel,
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
};
