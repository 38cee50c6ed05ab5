//! Giving up a request (2026-07-28 `basic/patterns/cancellation`).

use super::{Meta, wire::wire};
use crate::jsonrpc::RequestId;

wire! {
    /// The parameters of `notifications/cancelled`.
    pub struct CancelledParams {
        optional {
            /// The request that is given up. Only 2025-11-25 lets it be absent.
            with_request_id request_id: RequestId = "requestId";
        }
        salvaged {
            /// Why, in words for a person.
            with_reason reason: String = "reason";
            /// What is attached to the notification.
            with_meta meta: Meta = "_meta";
        }
    }
}
