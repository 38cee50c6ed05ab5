//! What goes into the operations of a connection.

use serde::{Deserializer, Serializer};

use crate::{
    Json,
    model::{
        CompletionArgument, CompletionReference, LoggingLevel, Map, Notes, Wire,
        decode::{Decoded, Misfit},
        empty_object,
        shape::{Shape, Types},
        wire::wire,
    },
};

/// Declares a request to a server: its own members, and what every request can be told.
macro_rules! request {
    (
        $(#[doc = $about:literal])*
        $name:ident {
            $(required { $($required:tt)* })?
            $(optional { $($optional:tt)* })?
        }
    ) => {
        wire! {
            $(#[doc = $about])*
            pub struct $name {
                $(required { $($required)* })?
                optional {
                    $($($optional)*)?
                    /// How long to wait for an answer or for progress, in milliseconds. Default: the
                    /// connection's.
                    with_timeout_ms timeout_ms: u64 = "timeoutMs";
                    /// How long to wait in all, whatever progress there is, in milliseconds.
                    /// Default: the connection's.
                    with_max_total_ms max_total_ms: u64 = "maxTotalMs";
                    /// Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
                    with_meta meta: Map<Json> = "meta";
                }
            }
        }

        impl Adjusting for $name {
            fn adjustment(&mut self) -> Adjustment {
                Adjustment {
                    timeout_ms: self.timeout_ms,
                    max_total_ms: self.max_total_ms,
                    meta: self.meta.take(),
                }
            }
        }
    };
}

/// What every request to a server can be told.
pub(in crate::facade) struct Adjustment {
    pub(in crate::facade) timeout_ms: Option<u64>,
    pub(in crate::facade) max_total_ms: Option<u64>,
    pub(in crate::facade) meta: Option<Map<Json>>,
}

/// A request to a server.
pub(in crate::facade) trait Adjusting {
    /// Takes what every request can be told.
    fn adjustment(&mut self) -> Adjustment;
}

request! {
    /// How to list.
    ListRequest {
        optional {
            /// How many pages to fetch at the most. Default 1,000.
            with_max_pages max_pages: u64 = "maxPages";
            /// Whether to fetch anew, also where a result could be reused. Default false.
            with_fresh fresh: bool = "fresh";
        }
    }
}

request! {
    /// How to call a tool.
    CallToolRequest {
        required {
            /// The tool's name.
            name: String = "name";
        }
        optional {
            /// The arguments: an object. Default: without any.
            with_arguments arguments: JsonObject = "arguments";
            /// Whether to report progress. The typed APIs set it from the caller's function.
            with_progress progress: bool = "progress";
            /// Whether the call may be sent again although the first one may have run. Default
            /// false.
            with_allow_repeat allow_repeat: bool = "allowRepeat";
            /// Whether to check the arguments against the tool's input schema before sending, with
            /// defaults filled in. Default false.
            with_check_arguments check_arguments: bool = "checkArguments";
            /// The lowest level of log messages that this call wants.
            with_log_level log_level: LoggingLevel = "logLevel";
        }
    }
}

request! {
    /// How to call a tool as a task.
    StartTaskRequest {
        required {
            /// The tool's name.
            name: String = "name";
        }
        optional {
            /// The arguments: an object. Default: without any.
            with_arguments arguments: JsonObject = "arguments";
            /// How long the server should keep the task, in milliseconds. Default: as it likes.
            with_ttl_ms ttl_ms: u64 = "ttlMs";
            /// Whether to check the arguments against the tool's input schema before sending, with
            /// defaults filled in. Default false.
            with_check_arguments check_arguments: bool = "checkArguments";
        }
    }
}

request! {
    /// Which resource to read.
    ReadResourceRequest {
        required {
            /// The resource's address.
            uri: String = "uri";
        }
        optional {
            /// Whether to fetch anew, also where a result could be reused. Default false.
            with_fresh fresh: bool = "fresh";
        }
    }
}

request! {
    /// Which prompt to get.
    GetPromptRequest {
        required {
            /// The prompt's name.
            name: String = "name";
        }
        optional {
            /// The arguments, by their names. Default: without any.
            with_arguments arguments: Map<String> = "arguments";
        }
    }
}

request! {
    /// What to complete.
    CompleteRequest {
        required {
            /// The prompt or the resource template that has the argument.
            reference: CompletionReference = "ref";
            /// The argument, as far as it is typed.
            argument: CompletionArgument = "argument";
        }
        optional {
            /// Arguments that are known already, by their names (since 2025-06-18).
            with_context context: Map<String> = "context";
        }
    }
}

request! {
    /// How to ask whether a server is there.
    PingRequest {
    }
}

request! {
    /// Which log messages a server is to send.
    SetLogLevelRequest {
        required {
            /// The lowest level.
            level: LoggingLevel = "level";
        }
    }
}

request! {
    /// Any request.
    RawRequest {
        required {
            /// The method.
            method: String = "method";
        }
        optional {
            /// The parameters: an object without `_meta`. Default: without any.
            with_params params: JsonObject = "params";
            /// Whether the request may be sent again although the first one may have run. Default
            /// false.
            with_allow_repeat allow_repeat: bool = "allowRepeat";
        }
    }
}

request! {
    /// Which task is meant.
    TaskRequest {
        required {
            /// The task's identifier.
            task_id: String = "taskId";
        }
    }
}

wire! {
    /// Which changes to listen to (2026-07-28 `basic/patterns/subscriptions`).
    pub struct SubscribeOptions {
        optional {
            /// Those of the list of tools. Default false.
            with_tools_list_changed tools_list_changed: bool = "toolsListChanged";
            /// Those of the list of prompts. Default false.
            with_prompts_list_changed prompts_list_changed: bool = "promptsListChanged";
            /// Those of the list of resources. Default false.
            with_resources_list_changed resources_list_changed: bool = "resourcesListChanged";
            /// Those of the resources of these addresses. Default: of none.
            with_resource_subscriptions resource_subscriptions: Vec<String> = "resourceSubscriptions";
        }
    }
}

wire! {
    /// Nothing at all.
    pub struct Nothing {
    }
}

wire! {
    /// How to wait for events.
    pub struct NextEvents {
        optional {
            /// The most events to give at once. Default 64.
            with_most most: u64 = "most";
        }
    }
}

/// A JSON object that is passed on as the text that it came in.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonObject(pub(in crate::facade) Json);

impl JsonObject {
    /// The object, if it is one.
    pub fn new(json: Json) -> Option<Self> {
        json.is_object().then_some(Self(json))
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Default for JsonObject {
    fn default() -> Self {
        Self(empty_object())
    }
}

impl Wire for JsonObject {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        let fits = |json| Self::new(json).ok_or_else(|| Misfit::new("expected an object"));
        Ok(<Json as Wire>::decode(deserializer, notes)?.and_then(fits))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire::encode(&self.0, serializer)
    }

    fn shape(types: &mut Types) -> Shape {
        Map::<Json>::shape(types)
    }
}
