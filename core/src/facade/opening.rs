//! Opening: what the contract can open, and what is opened on something else.

use std::sync::Arc;

#[cfg(feature = "http")]
use super::hosting::Hosting;
use super::{
    Cancel, Delegate,
    contract::unknown,
    delegate::Bridge,
    opened::{Connection, Listening, Opened, Shelf, Subject},
    types::{ConnectOptions, Connected, SubscribeOptions, read},
};
use crate::{client::Client, error::Result, model::SubscriptionFilter};

/// Opens something. `on` is what it is opened on, where it is opened on something.
pub(super) async fn open(
    operation: &str,
    on: Option<Arc<Opened>>,
    options: &[u8],
    delegate: Arc<dyn Delegate>,
) -> Result<Opened> {
    let subject = match (operation, on.as_deref().map(|on| &on.subject)) {
        ("connect", None) => {
            let connection = connect(read("connect", options)?, &delegate).await?;
            Subject::Client(Box::new(connection))
        }
        ("subscribe", Some(Subject::Client(connection))) => {
            let client = &connection.client;
            Subject::Subscription(subscribe(client, read("subscribe", options)?).await?)
        }
        #[cfg(feature = "http")]
        ("accounts/open", None) => {
            let store = super::sign_in::accounts(&read("accounts/open", options)?, &delegate)?;
            Subject::Accounts(super::opened::Accounts::new(store))
        }
        #[cfg(feature = "http")]
        ("host/open", None) => {
            Subject::Host(Box::new(Hosting::open(read("host/open", options)?, &delegate).await?))
        }
        #[cfg(feature = "http")]
        ("watch", Some(Subject::Host(hosting))) => {
            let Some(host) = &on else { return Err(unknown(operation)) };
            let wanted = read("watch", options)?;
            Subject::Watch(Box::new(hosting.watch(wanted, host.clone()).await?))
        }
        _ => return Err(unknown(operation)),
    };
    Ok(Opened::new(subject, delegate))
}

async fn connect(options: ConnectOptions, delegate: &Arc<dyn Delegate>) -> Result<Connection> {
    let input = Bridge::over(delegate, &options)?;
    let (mut builder, target) = super::client::settings(options, input, delegate)?;
    let events = Shelf::new(builder.events());
    let client = builder.connect(target).await?;
    let connected = Connected {
        server: client.server_info().cloned(),
        capabilities: client.capabilities().cloned(),
        instructions: client.instructions().map(str::to_owned),
        ..Connected::new(client.label(), client.version().to_string(), client.transport_kind())
    };
    Ok(Connection { client, events, connected })
}

async fn subscribe(client: &Client, options: SubscribeOptions) -> Result<Listening> {
    let filter = SubscriptionFilter {
        tools_list_changed: options.tools_list_changed,
        prompts_list_changed: options.prompts_list_changed,
        resources_list_changed: options.resources_list_changed,
        resource_subscriptions: options.resource_subscriptions,
        ..SubscriptionFilter::new()
    };
    let subscription = client.subscribe(filter).await?;
    let shelf = Shelf::new(Some(subscription));
    Ok(Listening { shelf, closing: Cancel::new(), client: client.clone() })
}
