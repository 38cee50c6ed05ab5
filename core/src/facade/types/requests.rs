//! What goes into the operations of a connection.

use serde::{Deserializer, Serializer};

use crate::{
    Json,
    model::{
        LoggingLevel, Map, Notes, Wire,
        decode::{Decoded, Misfit},
        empty_object,
        shape::{Shape, Types},
        wire::wire,
    },
};

wire! {
    /// How to list.
    pub struct ListRequest {
        optional {
            /// How many pages to fetch at the most. Default 1,000.
            with_max_pages max_pages: u64 = "maxPages";
            /// Whether to fetch anew, also where a result could be reused. Default false.
            with_fresh fresh: bool = "fresh";
            /// How long to wait for an answer, in milliseconds. Default: the connection's.
            with_timeout_ms timeout_ms: u64 = "timeoutMs";
            /// How long to wait in all, in milliseconds. Default: the connection's.
            with_max_total_ms max_total_ms: u64 = "maxTotalMs";
            /// Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
            with_meta meta: Map<Json> = "meta";
        }
    }
}

wire! {
    /// How to call a tool.
    pub struct CallToolRequest {
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
            /// How long to wait for an answer or for progress, in milliseconds. Default: the
            /// connection's.
            with_timeout_ms timeout_ms: u64 = "timeoutMs";
            /// How long to wait in all, whatever progress there is, in milliseconds. Default: the
            /// connection's.
            with_max_total_ms max_total_ms: u64 = "maxTotalMs";
            /// Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
            with_meta meta: Map<Json> = "meta";
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
        let fits = |json: Json| match json.is_object() {
            true => Ok(Self(json)),
            false => Err(Misfit::new("expected an object")),
        };
        Ok(<Json as Wire>::decode(deserializer, notes)?.and_then(fits))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire::encode(&self.0, serializer)
    }

    fn shape(types: &mut Types) -> Shape {
        Map::<Json>::shape(types)
    }
}
