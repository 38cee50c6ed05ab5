//! How far a request has come (2026-07-28 `basic/patterns/progress`).

use super::{Meta, wire::wire};
use crate::jsonrpc::RequestId;

/// What ties a progress notification to its request: a string or an integer.
pub type ProgressToken = RequestId;

wire! {
    /// The parameters of `notifications/progress`.
    pub struct Progress {
        required {
            /// The token that the request carried.
            progress_token: ProgressToken = "progressToken";
            /// How far it has come, more each time.
            progress: f64 = "progress";
        }
        salvaged {
            /// How far it has to come, where that is known.
            with_total total: f64 = "total";
            /// What is being done, in words for a person (since 2025-03-26).
            with_message message: String = "message";
            /// What is attached to the notification.
            with_meta meta: Meta = "_meta";
        }
    }
}
