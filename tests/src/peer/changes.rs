//! Telling the client that something has changed, in the way of its era.

use serde_json::{Value, json};

use super::{
    Peer, Subscription,
    actions::{Call, cancelled},
    channel::{Channel, Parcel},
    lock, stdio,
};
use crate::scenario::is_modern;

const META_SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

impl Peer {
    /// Tells the client that something has changed, in the way of its era.
    pub(super) fn changed(&self, what: &Value) {
        let message = match what.as_str() {
            Some(kind) => json!({
                "jsonrpc": "2.0",
                "method": format!("notifications/{kind}/list_changed"),
            }),
            None => json!({
                "jsonrpc": "2.0",
                "method": "notifications/resources/updated",
                "params": {"uri": what["resource"]},
            }),
        };
        let modern = self.versions.iter().any(|version| is_modern(version));
        if modern {
            self.publish(&message, |filter| wants(filter, what));
        } else if self.transport == "stdio" {
            Channel::Lines(stdio::output()).send(Parcel::new(&message));
        } else {
            Channel::Standing(self.standing.clone()).send(Parcel::new(&message));
        }
    }

    /// Sends a notification on every subscription whose filter wants it.
    pub(super) fn publish(&self, message: &Value, wanted: impl Fn(&Value) -> bool) {
        for subscription in &lock(&self.state).subscriptions {
            if wanted(&subscription.filter) {
                let mut message = message.clone();
                let params = message.as_object_mut().map(|map| map.entry("params"));
                if let Some(params) = params {
                    let params = params.or_insert_with(|| json!({}));
                    params["_meta"] = json!({META_SUBSCRIPTION: subscription.id});
                }
                subscription.channel.send(Parcel::new(&message));
            }
        }
    }

    /// Answers `subscriptions/listen` and keeps the stream until the client gives it up.
    pub(super) async fn listen(&self, call: &mut Call) {
        let id = call.id.clone().unwrap_or_default();
        let filter = call.params["notifications"].clone();
        let message = json!({
            "jsonrpc": "2.0",
            "method": "notifications/subscriptions/acknowledged",
            "params": {"_meta": {META_SUBSCRIPTION: id}, "notifications": filter},
        });
        call.channel.send(Parcel::new(&message));
        let channel = call.channel.clone();
        lock(&self.state).subscriptions.push(Subscription { id: id.clone(), filter, channel });
        cancelled(call).await;
        lock(&self.state).subscriptions.retain(|subscription| subscription.id != id);
    }
}

/// Whether the filter of a subscription asks for this change.
fn wants(filter: &Value, what: &Value) -> bool {
    if let Some(kind) = what.as_str() {
        return filter[format!("{kind}ListChanged")] == true;
    }
    let uris = filter["resourceSubscriptions"].as_array();
    uris.is_some_and(|uris| uris.contains(&what["resource"]))
}
