//! Telling a client what has changed (2026-07-28 `basic/patterns/subscriptions`, and the
//! notifications of a legacy session).

use bytes::Bytes;
use serde_json::json;

use super::{
    Context, Failure,
    address::is_address,
    changes::{Change, List, Subscriber, check_filter},
    dispatch::long_parameters,
    outlet::Outlet,
    share::Owner,
};
use crate::{
    Json,
    dialect::{method, serving::Common},
    jsonrpc::{Request, RequestId, ResultText},
    model::{
        CancelledParams, Meta, ServerCapabilities, SubscriptionFilter,
        SubscriptionsAcknowledgedParams, SubscriptionsListenParams, SubscriptionsListenResult,
        keys,
    },
};

/// Serves `subscriptions/listen`: acknowledges what will be told, and tells it until the server
/// ends, the client's token has expired, or the client no longer listens.
pub(super) async fn listen(
    request: &Request,
    cx: &Context,
    outlet: Outlet,
) -> Result<ResultText, Failure> {
    let params: SubscriptionsListenParams = long_parameters(cx.core(), request).await?;
    // Before anybody looks at each of them.
    check_filter(&params.notifications)?;
    let agreed = agree(params.notifications, &cx.core().handler.capabilities(), cx);
    let subscriber = cx.core().changes.subscribe(&agreed, Owner::of(cx.principal()))?;
    let stream = Stream { id: request.id.clone(), outlet };
    stream.acknowledge(agreed)?;
    // With the token, what it allows is over.
    tokio::select! {
        biased;
        () = stream.tell_all(&subscriber) => {}
        () = stream.outlet.ending() => {}
        () = cx.principal().expired() => {}
    }
    stream.end(cx)
}

/// What is told of all that was asked for: only what the server declares, and only of resources
/// that the caller may know.
fn agree(asked: SubscriptionFilter, can: &ServerCapabilities, cx: &Context) -> SubscriptionFilter {
    let changes = |list: Option<bool>| list == Some(true);
    let tools = can.tools.as_ref().is_some_and(|list| changes(list.list_changed));
    let prompts = can.prompts.as_ref().is_some_and(|list| changes(list.list_changed));
    let resources = can.resources.as_ref();
    let lists = resources.is_some_and(|resources| changes(resources.list_changed));
    let single = resources.is_some_and(|resources| changes(resources.subscribe));
    let mut agreed = SubscriptionFilter::new();
    agreed.tools_list_changed = asked.tools_list_changed.filter(|asked| *asked && tools);
    agreed.prompts_list_changed = asked.prompts_list_changed.filter(|asked| *asked && prompts);
    agreed.resources_list_changed = asked.resources_list_changed.filter(|asked| *asked && lists);
    let may_watch = |uri: &String| is_address(uri) && cx.core().handler.may_watch(uri, cx);
    agreed.resource_subscriptions = asked
        .resource_subscriptions
        .filter(|_| single)
        .map(|uris| uris.into_iter().filter(may_watch).collect());
    agreed
}

/// The way to one listening client.
struct Stream {
    id: RequestId,
    outlet: Outlet,
}

impl Stream {
    /// What every message of the stream carries.
    fn meta(&self) -> Meta {
        Meta::new().with(keys::SUBSCRIPTION_ID, Json::encode(&self.id).unwrap_or_default())
    }

    fn acknowledge(&self, agreed: SubscriptionFilter) -> Result<(), Failure> {
        let params = SubscriptionsAcknowledgedParams::new(agreed).with_meta(self.meta());
        self.outlet.notify(method::ACKNOWLEDGED, serde_json::to_vec(&params)?.into());
        Ok(())
    }

    /// Tells what changes, until nothing does any more.
    async fn tell_all(&self, subscriber: &Subscriber) {
        while let Some(changes) = subscriber.next().await {
            for change in changes {
                self.tell(change);
                // What changes before the client has read becomes one change.
                self.outlet.room().await;
            }
        }
    }

    fn tell(&self, change: Change) {
        let (method, params) = notification(change, Some(&self.id));
        self.outlet.notify(method, params);
    }

    /// Ends the subscription in good order (2026-07-28 `basic/patterns/cancellation`;
    /// `basic/patterns/subscriptions`, "Graceful Closure").
    fn end(&self, cx: &Context) -> Result<ResultText, Failure> {
        let cancelled =
            CancelledParams::new().with_request_id(self.id.clone()).with_meta(self.meta());
        self.outlet.notify(method::CANCELLED, serde_json::to_vec(&cancelled)?.into());
        let mut result = SubscriptionsListenResult::new(self.meta());
        let mut meta = Some(std::mem::take(&mut result.meta));
        cx.caller().dialect.finish(Common {
            result_type: &mut result.result_type,
            meta: &mut meta,
            caching: None,
        });
        result.meta = meta.unwrap_or_default();
        Ok(ResultText::encode(&result, 0)?)
    }
}

/// A change as a notification: its method and parameters.
pub(super) fn notification(
    change: Change,
    subscription: Option<&RequestId>,
) -> (&'static str, Bytes) {
    let mut params = serde_json::Map::new();
    if let Some(id) = subscription {
        params.insert("_meta".into(), json!({ keys::SUBSCRIPTION_ID: id }));
    }
    let method = match change {
        Change::List(List::Tools) => method::TOOLS_CHANGED,
        Change::List(List::Prompts) => method::PROMPTS_CHANGED,
        Change::List(List::Resources) => method::RESOURCES_CHANGED,
        Change::Resource(uri) => {
            params.insert("uri".into(), json!(&*uri));
            method::RESOURCE_UPDATED
        }
    };
    (method, serde_json::Value::Object(params).to_string().into())
}
