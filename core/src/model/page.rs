//! What every request, page and notification has in common.

use super::{Meta, wire::wire};

wire! {
    /// The parameters of a request that has none of its own (2026-07-28 `schema`,
    /// `RequestParams`).
    pub struct RequestParams {
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of a request for one page of a list (2026-07-28 `server/utilities/pagination`).
    pub struct PaginatedParams {
        optional {
            /// Where the page before ended; absent for the first page.
            with_cursor cursor: String = "cursor";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of a notification that has none of its own (2026-07-28 `schema`,
    /// `NotificationParams`).
    pub struct NotificationParams {
        salvaged {
            /// What is attached to the notification.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// A result that says no more than that the request was carried out (2026-07-28 `schema`,
    /// `EmptyResult`).
    pub struct EmptyResult {
        optional {
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// What is attached to the result.
            with_meta meta: Meta = "_meta";
        }
    }
}
