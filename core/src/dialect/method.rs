//! The names of the methods, and what may be done with each.

pub(crate) const INITIALIZE: &str = "initialize";
pub(crate) const INITIALIZED: &str = "notifications/initialized";
pub(crate) const DISCOVER: &str = "server/discover";
pub(crate) const PING: &str = "ping";
pub(crate) const TOOLS_LIST: &str = "tools/list";
pub(crate) const TOOLS_CALL: &str = "tools/call";
pub(crate) const RESOURCES_LIST: &str = "resources/list";
pub(crate) const RESOURCE_TEMPLATES_LIST: &str = "resources/templates/list";
pub(crate) const RESOURCES_READ: &str = "resources/read";
pub(crate) const RESOURCES_SUBSCRIBE: &str = "resources/subscribe";
pub(crate) const RESOURCES_UNSUBSCRIBE: &str = "resources/unsubscribe";
pub(crate) const PROMPTS_LIST: &str = "prompts/list";
pub(crate) const PROMPTS_GET: &str = "prompts/get";
pub(crate) const COMPLETE: &str = "completion/complete";
pub(crate) const SET_LEVEL: &str = "logging/setLevel";
pub(crate) const LISTEN: &str = "subscriptions/listen";
pub(crate) const SAMPLING: &str = "sampling/createMessage";
pub(crate) const ELICITATION: &str = "elicitation/create";
pub(crate) const ROOTS_LIST: &str = "roots/list";
pub(crate) const TASKS_GET: &str = "tasks/get";
pub(crate) const TASKS_LIST: &str = "tasks/list";
pub(crate) const TASKS_CANCEL: &str = "tasks/cancel";
pub(crate) const TASKS_RESULT: &str = "tasks/result";

pub(crate) const CANCELLED: &str = "notifications/cancelled";
pub(crate) const PROGRESS: &str = "notifications/progress";
pub(crate) const LOG_MESSAGE: &str = "notifications/message";
pub(crate) const TOOLS_CHANGED: &str = "notifications/tools/list_changed";
pub(crate) const PROMPTS_CHANGED: &str = "notifications/prompts/list_changed";
pub(crate) const RESOURCES_CHANGED: &str = "notifications/resources/list_changed";
pub(crate) const RESOURCE_UPDATED: &str = "notifications/resources/updated";
pub(crate) const ROOTS_CHANGED: &str = "notifications/roots/list_changed";
pub(crate) const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
pub(crate) const ELICITATION_COMPLETE: &str = "notifications/elicitation/complete";
pub(crate) const TASK_STATUS: &str = "notifications/tasks/status";

/// Whether a request may be sent again although the first one may have reached the server: it is
/// a list, a read, a get, a discovery or a ping.
pub(crate) fn is_repeatable(method: &str) -> bool {
    matches!(
        method,
        DISCOVER
            | PING
            | TOOLS_LIST
            | RESOURCES_LIST
            | RESOURCE_TEMPLATES_LIST
            | RESOURCES_READ
            | PROMPTS_LIST
            | PROMPTS_GET
            | COMPLETE
            | TASKS_GET
            | TASKS_LIST
            | LISTEN
    )
}

/// Whether a notification may be left out where the client does not keep up: what comes after it
/// says more, or as much.
pub(crate) fn may_be_left_out(method: &str) -> bool {
    matches!(method, PROGRESS | LOG_MESSAGE)
}

/// Whether the server may answer with a request for input (2026-07-28 `basic/patterns/mrtr`,
/// "Supported Requests").
pub(crate) fn may_need_input(method: &str) -> bool {
    matches!(method, TOOLS_CALL | PROMPTS_GET | RESOURCES_READ)
}
