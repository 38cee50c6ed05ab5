//! Log messages (2026-07-28 `server/utilities/logging`; deprecated there).

use super::{
    Meta,
    wire::{open_enum, wire},
};
use crate::jsonrpc::Json;

open_enum! {
    /// How grave a log message is, by RFC 5424.
    pub enum LoggingLevel {
        /// Details for developers.
        Debug = "debug",
        /// What happens in the usual course.
        Info = "info",
        /// What is usual but worth a look.
        Notice = "notice",
        /// What may become a fault.
        Warning = "warning",
        /// A fault.
        Error = "error",
        /// A fault of something that others need.
        Critical = "critical",
        /// A fault that must be dealt with at once.
        Alert = "alert",
        /// The system cannot be used.
        Emergency = "emergency",
    }
}

impl LoggingLevel {
    /// The levels of the specification, least grave first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The level's place from 0, the least grave, to 7. A level of a peer's own has none.
    pub fn severity(&self) -> Option<usize> {
        Self::ALL.iter().position(|level| level == self)
    }
}

wire! {
    /// The parameters of `logging/setLevel` (2025-11-25 `server/utilities/logging`; until
    /// 2025-11-25).
    pub struct SetLevelParams {
        required {
            /// The least grave level that is wanted.
            level: LoggingLevel = "level";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of `notifications/message`.
    pub struct LoggingMessage {
        required {
            /// How grave it is.
            level: LoggingLevel = "level";
            /// What happened, in any form.
            data: Json = "data";
        }
        salvaged {
            /// The part of the server that says it.
            with_logger logger: String = "logger";
            /// What is attached to the message.
            with_meta meta: Meta = "_meta";
        }
    }
}
