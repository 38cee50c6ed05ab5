//! Listening for changes (2026-07-28 `basic/patterns/subscriptions`).

use super::{Meta, keys, wire::wire};
use crate::jsonrpc::RequestId;

wire! {
    /// The changes that a client wants to hear of.
    pub struct SubscriptionFilter {
        salvaged {
            /// The list of tools changes.
            with_tools_list_changed tools_list_changed: bool = "toolsListChanged";
            /// The list of prompts changes.
            with_prompts_list_changed prompts_list_changed: bool = "promptsListChanged";
            /// The list of resources changes.
            with_resources_list_changed resources_list_changed: bool = "resourcesListChanged";
            /// The addresses of resources that may change.
            with_resource_subscriptions resource_subscriptions: Vec<String> = "resourceSubscriptions";
        }
    }
}

wire! {
    /// The parameters of `subscriptions/listen`.
    pub struct SubscriptionsListenParams {
        required {
            /// What the client wants to hear of.
            notifications: SubscriptionFilter = "notifications";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of `notifications/subscriptions/acknowledged`.
    pub struct SubscriptionsAcknowledgedParams {
        required {
            /// What the server will tell, which may be less than was asked for.
            notifications: SubscriptionFilter = "notifications";
        }
        salvaged {
            /// What is attached to the notification; the subscription's identifier among it.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The end of a subscription in good order.
    pub struct SubscriptionsListenResult {
        required {
            /// What is attached; the subscription's identifier among it.
            meta: Meta = "_meta";
        }
        optional {
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
    }
}

impl Meta {
    /// The subscription that a message belongs to.
    pub fn subscription_id(&self) -> Option<RequestId> {
        self.typed(keys::SUBSCRIPTION_ID)
    }
}
