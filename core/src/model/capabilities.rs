//! What a client and a server say they can do.

use super::{Map, wire::wire};
use crate::jsonrpc::Json;

wire! {
    /// A capability that has no settings.
    pub struct Capability {}
}

wire! {
    /// A capability that may tell when its list has changed.
    pub struct ListCapability {
        salvaged {
            /// Whether there are notifications when the list has changed.
            with_list_changed list_changed: bool = "listChanged";
        }
    }
}

wire! {
    /// What a client can do (2026-07-28 `schema`, `ClientCapabilities`).
    pub struct ClientCapabilities {
        salvaged {
            /// Capabilities of no version.
            with_experimental experimental: Map<Json> = "experimental";
            /// The client can name its roots; deprecated by 2026-07-28.
            with_roots roots: ListCapability = "roots";
            /// The client can ask a model; deprecated by 2026-07-28.
            with_sampling sampling: SamplingCapability = "sampling";
            /// The client can ask a person.
            with_elicitation elicitation: ElicitationCapability = "elicitation";
            /// The tasks that the client offers (2025-11-25 only).
            with_tasks tasks: TaskCapability = "tasks";
            /// The extensions that the client knows, with their settings.
            with_extensions extensions: Map<Json> = "extensions";
        }
    }
}

wire! {
    /// What a client can do when a server wants a model's answer (2026-07-28 `client/sampling`).
    pub struct SamplingCapability {
        salvaged {
            /// The client can add the context of servers; deprecated.
            with_context context: Capability = "context";
            /// The client can let the model use tools.
            with_tools tools: Capability = "tools";
        }
    }
}

wire! {
    /// How a client can ask a person (2026-07-28 `client/elicitation`, "Capabilities"). Neither
    /// field means forms.
    pub struct ElicitationCapability {
        salvaged {
            /// By a form.
            with_form form: Capability = "form";
            /// By an address that the person opens.
            with_url url: Capability = "url";
        }
    }
}

wire! {
    /// What a server can do (2026-07-28 `schema`, `ServerCapabilities`).
    pub struct ServerCapabilities {
        salvaged {
            /// Capabilities of no version.
            with_experimental experimental: Map<Json> = "experimental";
            /// The server sends log messages; deprecated by 2026-07-28.
            with_logging logging: Capability = "logging";
            /// The server completes arguments.
            with_completions completions: Capability = "completions";
            /// The server has prompts.
            with_prompts prompts: ListCapability = "prompts";
            /// The server has resources.
            with_resources resources: ResourcesCapability = "resources";
            /// The server has tools.
            with_tools tools: ListCapability = "tools";
            /// The tasks that the server offers (2025-11-25 only).
            with_tasks tasks: TaskCapability = "tasks";
            /// The extensions that the server knows, with their settings.
            with_extensions extensions: Map<Json> = "extensions";
        }
    }
}

wire! {
    /// What a server can do with resources (2026-07-28 `server/resources`, "Capabilities").
    pub struct ResourcesCapability {
        salvaged {
            /// Whether single resources can be watched.
            with_subscribe subscribe: bool = "subscribe";
            /// Whether there are notifications when the list has changed.
            with_list_changed list_changed: bool = "listChanged";
        }
    }
}

wire! {
    /// What a peer can do with tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities").
    pub struct TaskCapability {
        salvaged {
            /// Tasks can be listed.
            with_list list: Capability = "list";
            /// Tasks can be cancelled.
            with_cancel cancel: Capability = "cancel";
            /// The requests that can become tasks.
            with_requests requests: TaskRequests = "requests";
        }
    }
}

wire! {
    /// The requests that can become tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities").
    pub struct TaskRequests {
        salvaged {
            /// Requests about tools, to a server.
            with_tools tools: TaskToolRequests = "tools";
            /// Requests for a model's answer, to a client.
            with_sampling sampling: TaskSamplingRequests = "sampling";
            /// Requests for a person's answer, to a client.
            with_elicitation elicitation: TaskElicitationRequests = "elicitation";
        }
    }
}

wire! {
    /// The requests about tools that can become tasks.
    pub struct TaskToolRequests {
        salvaged {
            /// `tools/call`.
            with_call call: Capability = "call";
        }
    }
}

wire! {
    /// The requests for a model's answer that can become tasks.
    pub struct TaskSamplingRequests {
        salvaged {
            /// `sampling/createMessage`.
            with_create_message create_message: Capability = "createMessage";
        }
    }
}

wire! {
    /// The requests for a person's answer that can become tasks.
    pub struct TaskElicitationRequests {
        salvaged {
            /// `elicitation/create`.
            with_create create: Capability = "create";
        }
    }
}
