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
    watched::Watch,
};
use crate::{
    dialect::{Call, Purpose, method},
    error::{Error, ErrorCode, Result},
    model::SubscriptionFilter,
    peer::{InFlight, Peer},
};

/// The first wait before a broken stream is opened again; it doubles with each failure.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How many attempts in a row may fail before the subscription ends.
const MAX_ATTEMPTS: u32 = 8;

/// A subscription to changes. Dropping it ends it: the server is told as soon as possible, unless
/// the connection ends with it.
#[derive(Debug)]
pub struct Subscription {
    events: Events,
    kind: Kind,
}

enum Kind {
    /// A request whose answer is the stream, kept open by a task of the connection.
    Stream(Task),
    /// Older versions: all events of the connection, of which some are wanted.
    Filter { wanted: Wanted, watches: Vec<Watch> },
}

/// The task that keeps a stream open. Dropping it ends both.
struct Task {
    handle: AbortHandle,
    /// Closed when the task has ended.
    ended: oneshot::Receiver<()>,
    peer: Peer,
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

    /// Ends the subscription and waits until that is on its way to the server. Where changes of
    /// resources are subscribed to one by one, it waits for the server's answers, and those that
    /// another subscription wants too go on.
    pub async fn close(self) {
        match self.kind {
            Kind::Stream(task) => task.end().await,
            Kind::Filter { watches, .. } => {
                for watch in watches {
                    watch.end().await;
                }
            }
        }
    }

    async fn open_stream(client: &Client, filter: &SubscriptionFilter) -> Result<Self> {
        let connection = client.connection();
        let (sender, events) = Sender::channel();
        let (opened, first) = oneshot::channel();
        let (running, ended) = oneshot::channel();
        let stream = Stream {
            connection: Arc::downgrade(connection),
            call: listen_call(connection, filter)?,
            sender: Some(sender),
            opened: Some(opened),
            _running: running,
        };
        let handle = connection.spawn(stream.run());
        let task = Task { handle, ended, peer: connection.peer.clone() };
        let subscription = Self { events, kind: Kind::Stream(task) };
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
        let mut watches = Vec::new();
        for uri in &wanted.uris {
            watches.push(Watch::begin(&client, uri).await?);
        }
        Ok(Self { events, kind: Kind::Filter { wanted, watches } })
    }
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stream(_) => f.write_str("Stream"),
            Self::Filter { wanted, .. } => wanted.fmt(f),
        }
    }
}

impl Task {
    /// Ends the task, and waits until the end of its request was handed to the transport.
    async fn end(mut self) {
        self.handle.abort();
        // Nothing is ever sent: it is closed when the task is gone, and its request with it.
        let _ = (&mut self.ended).await;
        self.peer.caught_up().await;
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.handle.abort();
    }
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
    /// Dropped with the task, after the request that it waits for.
    _running: oneshot::Sender<()>,
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
