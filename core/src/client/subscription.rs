//! Streams of change notifications (2026-07-28 `basic/patterns/subscriptions`), which older
//! versions send without a stream of their own.

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{sync::oneshot, task::AbortHandle};

use super::{
    Client, Event, Events, connection::Connection, events::Sender, request::Options, requests,
};
use crate::{
    dialect::{Call, Purpose, method},
    error::{Error, ErrorCode, Result},
    model::SubscriptionFilter,
    peer::InFlight,
};

/// The first wait before a broken stream is opened again; it doubles with each failure.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How many attempts in a row may fail before the subscription ends.
const MAX_ATTEMPTS: u32 = 8;

/// A subscription to changes. Dropping it ends it.
#[derive(Debug)]
pub struct Subscription {
    events: Events,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A request whose answer is the stream, kept open by a task of the connection.
    Stream(AbortHandle),
    /// Older versions: all events of the connection, of which some are wanted.
    Filter { client: Client, wanted: Wanted },
}

/// Which events a filter lets through.
#[derive(Debug)]
struct Wanted {
    tools: bool,
    prompts: bool,
    resources: bool,
    uris: HashSet<String>,
}

impl Subscription {
    pub(super) async fn open(client: Client, filter: SubscriptionFilter) -> Result<Self> {
        if client.connection().facts.profile.knows_request(method::LISTEN) {
            Self::open_stream(&client, &filter).await
        } else {
            Self::open_filter(client, filter).await
        }
    }

    /// The next change; nothing once the subscription has ended. [`Event::Missed`] stands for
    /// changes that may have been lost while a broken stream was opened again.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            let event = self.events.next().await?;
            match &self.kind {
                Kind::Stream(_) => return Some(event),
                Kind::Filter { wanted, .. } if wanted.lets_through(&event) => return Some(event),
                Kind::Filter { .. } => {}
            }
        }
    }

    /// Ends the subscription and waits until the server was told.
    pub async fn close(self) {
        if let Kind::Filter { client, wanted } = &self.kind {
            for uri in &wanted.uris {
                // The server forgets it with the connection anyway.
                let _ = ask(client, method::RESOURCES_UNSUBSCRIBE, uri).await;
            }
        }
    }

    async fn open_stream(client: &Client, filter: &SubscriptionFilter) -> Result<Self> {
        let connection = client.connection();
        let (sender, events) = Sender::channel();
        let (opened, first) = oneshot::channel();
        let stream = Stream {
            connection: Arc::downgrade(connection),
            call: listen_call(connection, filter)?,
            sender: Some(sender),
            opened: Some(opened),
        };
        let task = connection.spawn(stream.run());
        let guard = Kind::Stream(task);
        let subscription = Self { events, kind: guard };
        match first.await {
            Ok(Ok(())) => Ok(subscription),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(Error::new(ErrorCode::Closed, "the connection has ended")),
        }
    }

    async fn open_filter(client: Client, filter: SubscriptionFilter) -> Result<Self> {
        let wanted = Wanted::new(filter);
        // Listen first, so that nothing falls between.
        let events = client.events();
        let connection = client.connection();
        if !wanted.uris.is_empty() {
            connection.require(method::RESOURCES_SUBSCRIBE, "subscriptions to resources", |c| {
                c.resources.as_ref().is_some_and(|resources| resources.subscribe == Some(true))
            })?;
        }
        for uri in &wanted.uris {
            ask(&client, method::RESOURCES_SUBSCRIBE, uri).await?;
        }
        Ok(Self { events, kind: Kind::Filter { client, wanted } })
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Kind::Stream(task) = &self.kind {
            task.abort();
        }
    }
}

async fn ask(client: &Client, method: &'static str, uri: &str) -> Result<()> {
    let connection = client.connection();
    let call = Options::default().call(connection, method, requests::uri_params(uri))?;
    connection.perform(call).await.map(drop)
}

fn listen_call(connection: &Connection, filter: &SubscriptionFilter) -> Result<Call> {
    #[derive(serde::Serialize)]
    struct Params<'a> {
        notifications: &'a SubscriptionFilter,
    }
    let params = requests::encode(&Params { notifications: filter });
    let mut call = Options::default().call(connection, method::LISTEN, params)?;
    call.purpose = Purpose::Subscription;
    Ok(call)
}

/// The task that keeps one stream open.
struct Stream {
    connection: std::sync::Weak<Connection>,
    call: Call,
    sender: Option<Sender>,
    opened: Option<oneshot::Sender<Result<()>>>,
}

/// One attempt's route for events; it ends with the attempt, also when the task is aborted.
struct Route {
    hub: Arc<super::hub::Hub>,
    key: i64,
}

impl Drop for Route {
    fn drop(&mut self) {
        self.hub.unroute(self.key);
    }
}

impl Stream {
    async fn run(mut self) {
        let mut patience = Patience::default();
        loop {
            let begun = Instant::now();
            let Some(connection) = self.connection.upgrade() else { return };
            let Some(sender) = self.sender.take() else { return };
            // The route must stand before the server can say anything.
            let key = connection.peer.reserve();
            let acknowledged = connection.hub.route(key, sender);
            let route = Route { hub: connection.hub.clone(), key };
            let waiting = connection.peer.begin_reserved(key, self.call.clone(), None);
            drop(connection);
            let end = self.attend(waiting, acknowledged).await;
            // Take the sender back before the route forgets it.
            self.sender = route.hub.unroute(route.key);
            match end.outcome {
                // The server ended the subscription in good order.
                Ok(()) => return,
                Err(error) if self.opened.is_some() => {
                    self.tell_opened(Err(error));
                    return;
                }
                Err(error) if !is_worth_repeating(&error) => return,
                Err(_) => {}
            }
            let Some(wait) = patience.after(end.acknowledged, begun.elapsed()) else { return };
            tokio::time::sleep(wait).await;
            if let Some(sender) = &mut self.sender {
                sender.send(&Event::Missed(0).into());
            }
        }
    }

    /// Waits until the stream has ended.
    async fn attend(&mut self, mut waiting: InFlight, acknowledged: oneshot::Receiver<()>) -> End {
        let mut end = End { acknowledged: false, outcome: Ok(()) };
        tokio::select! {
            biased;
            Ok(()) = acknowledged => {
                end.acknowledged = true;
                self.tell_opened(Ok(()));
            }
            outcome = &mut waiting => {
                end.outcome = outcome.map(drop);
                if end.outcome.is_ok() {
                    self.tell_opened(Ok(()));
                }
                return end;
            }
        }
        end.outcome = waiting.await.map(drop);
        end
    }

    fn tell_opened(&mut self, outcome: Result<()>) {
        if let Some(opened) = self.opened.take() {
            // Whoever has stopped waiting does not mind.
            let _ = opened.send(outcome);
        }
    }
}

/// How long to wait before a stream that broke is opened again.
#[derive(Default)]
struct Patience {
    /// How many attempts in a row the server has not acknowledged.
    refused: u32,
    /// How many streams in a row have not lasted.
    short: u32,
}

impl Patience {
    /// The wait after a stream that broke; nothing where trying again is hopeless. A server that
    /// acknowledges each stream and ends it is asked ever more rarely, but not given up: something
    /// between us may end all streams that are silent for long.
    fn after(&mut self, acknowledged: bool, lasted: Duration) -> Option<Duration> {
        self.refused = if acknowledged { 0 } else { self.refused + 1 };
        if self.refused > MAX_ATTEMPTS {
            return None;
        }
        self.short = if acknowledged && lasted >= LONGEST_WAIT { 0 } else { self.short + 1 };
        let doublings = self.short.saturating_sub(1).min(MAX_ATTEMPTS);
        Some(LONGEST_WAIT.min(FIRST_WAIT * 2_u32.pow(doublings)))
    }
}

/// How one stream ended.
struct End {
    acknowledged: bool,
    outcome: Result<()>,
}

/// Whether the failure is of the network, and not a refusal.
fn is_worth_repeating(error: &Error) -> bool {
    match error.code() {
        ErrorCode::Transport => error.http_status().is_none_or(|status| status >= 500),
        ErrorCode::Timeout => true,
        _ => false,
    }
}

impl Wanted {
    fn new(filter: SubscriptionFilter) -> Self {
        Self {
            tools: filter.tools_list_changed == Some(true),
            prompts: filter.prompts_list_changed == Some(true),
            resources: filter.resources_list_changed == Some(true),
            uris: filter.resource_subscriptions.unwrap_or_default().into_iter().collect(),
        }
    }

    fn lets_through(&self, event: &Event) -> bool {
        match event {
            Event::ToolsChanged => self.tools,
            Event::PromptsChanged => self.prompts,
            Event::ResourcesChanged => self.resources,
            // A server may tell of a part of what was subscribed to.
            Event::ResourceUpdated { uri } => {
                self.uris.iter().any(|wanted| uri.starts_with(wanted.as_str()))
            }
            Event::Missed(_) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_that_do_not_last_are_opened_again_ever_more_rarely() {
        let mut patience = Patience::default();
        let mut waits = (0..9).map(|_| patience.after(true, Duration::ZERO).unwrap());
        assert_eq!(waits.next(), Some(FIRST_WAIT));
        assert_eq!(waits.next(), Some(FIRST_WAIT * 2));
        assert_eq!(waits.last(), Some(LONGEST_WAIT));
        assert_eq!(patience.after(true, LONGEST_WAIT), Some(FIRST_WAIT));
    }

    #[test]
    fn a_server_that_does_not_acknowledge_is_given_up() {
        let mut patience = Patience::default();
        for _ in 0..MAX_ATTEMPTS {
            assert!(patience.after(false, LONGEST_WAIT).is_some());
        }
        assert_eq!(patience.after(false, LONGEST_WAIT), None);
    }
}
