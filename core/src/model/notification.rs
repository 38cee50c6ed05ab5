//! What a server tells without being asked.

use super::{
    CancelledParams, ElicitationCompleteParams, LoggingMessage, NotificationParams, Progress,
    ResourceUpdatedParams, SubscriptionsAcknowledgedParams, Task,
};
use crate::jsonrpc::Json;

/// A notification of a server, told apart by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerNotification {
    /// `notifications/progress`: how far a request has come.
    Progress(Progress),
    /// `notifications/message`: a log message.
    Message(LoggingMessage),
    /// `notifications/cancelled`: a request is given up.
    Cancelled(CancelledParams),
    /// `notifications/tools/list_changed`: the list of tools has changed.
    ToolsListChanged(NotificationParams),
    /// `notifications/prompts/list_changed`: the list of prompts has changed.
    PromptsListChanged(NotificationParams),
    /// `notifications/resources/list_changed`: the list of resources has changed.
    ResourcesListChanged(NotificationParams),
    /// `notifications/resources/updated`: a resource has changed.
    ResourceUpdated(ResourceUpdatedParams),
    /// `notifications/subscriptions/acknowledged`: what the server will tell (since 2026-07-28).
    SubscriptionsAcknowledged(SubscriptionsAcknowledgedParams),
    /// `notifications/elicitation/complete`: a question was dealt with (2025-11-25 only).
    ElicitationComplete(ElicitationCompleteParams),
    /// `notifications/tasks/status`: how a task stands (2025-11-25 only).
    TaskStatus(Task),
    /// Of a method that no protocol version names.
    Unknown {
        /// The method.
        method: String,
        /// The parameters.
        params: Option<Json>,
    },
}

impl ServerNotification {
    /// Decodes a notification by its method.
    ///
    /// # Errors
    /// [`crate::ErrorCode::Protocol`] when the parameters do not fit the method, or are no JSON.
    pub fn decode(method: &str, params: Option<&[u8]>) -> crate::Result<Self> {
        let given = params;
        let params = given.unwrap_or(b"{}");
        Ok(match method {
            "notifications/progress" => Self::Progress(super::decode(method, params)?),
            "notifications/message" => Self::Message(super::decode(method, params)?),
            "notifications/cancelled" => Self::Cancelled(super::decode(method, params)?),
            "notifications/tools/list_changed" => Self::ToolsListChanged(bare(method, params)?),
            "notifications/prompts/list_changed" => Self::PromptsListChanged(bare(method, params)?),
            "notifications/resources/list_changed" => {
                Self::ResourcesListChanged(bare(method, params)?)
            }
            "notifications/resources/updated" => {
                Self::ResourceUpdated(super::decode(method, params)?)
            }
            "notifications/subscriptions/acknowledged" => {
                Self::SubscriptionsAcknowledged(super::decode(method, params)?)
            }
            "notifications/elicitation/complete" => {
                Self::ElicitationComplete(super::decode(method, params)?)
            }
            "notifications/tasks/status" => Self::TaskStatus(super::decode(method, params)?),
            _ => Self::Unknown {
                method: method.to_owned(),
                params: given.map(|given| super::decode(method, given)).transpose()?,
            },
        })
    }
}

/// The parameters of a notification that has none of its own, which some peers send as null.
fn bare(method: &str, params: &[u8]) -> crate::Result<NotificationParams> {
    let params: Option<NotificationParams> = super::decode(method, params)?;
    Ok(params.unwrap_or_default())
}
