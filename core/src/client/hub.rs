//! Where everything that a server says without being asked arrives, and goes to whoever listens.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

use super::{
    Diagnostics, Event, Events,
    cache::Cache,
    events::{Sender, Weighed},
};
use crate::{
    error::Result,
    model::{LoggingLevel, ServerNotification, Wire, decode_noting},
    peer::{Heard, Listener},
    transport::Notice,
};

/// The most listeners of one connection.
const MAX_LISTENERS: usize = 1024;

/// The most pages that a person was sent to and that are not said to be done. Beyond it the oldest
/// one is forgotten.
const MAX_PAGES: usize = 64;
/// The longest identifier of such a page, in bytes.
const MAX_PAGE_ID_BYTES: usize = 1 << 10;

/// The listeners of a connection, and what was noticed.
pub(crate) struct Hub {
    label: Arc<str>,
    cache: Cache,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    listeners: Vec<Sender>,
    /// Listeners that want one subscription only, by the key of its request.
    subscriptions: HashMap<i64, Route>,
    /// The log level that each request asks for, where the version has no other way.
    log_level: Option<LoggingLevel>,
    /// The pages that the server has asked a person to visit, until they are done.
    pages: VecDeque<String>,
    diagnostics: Diagnostics,
}

/// Where the notifications of one subscription go.
struct Route {
    sender: Sender,
    /// Whom to tell that the server has acknowledged it.
    acknowledged: Option<oneshot::Sender<()>>,
}

impl Hub {
    pub(crate) fn new(label: Arc<str>, cache: Cache, listeners: Vec<Sender>) -> Arc<Self> {
        let state = State { listeners, ..State::default() };
        Arc::new(Self { label, cache, state: Mutex::new(state) })
    }

    /// What the driver of the connection calls.
    pub(crate) fn listener(self: &Arc<Self>) -> Listener {
        let hub = self.clone();
        Arc::new(move |heard| hub.hear(heard))
    }

    pub(crate) fn listen(&self) -> Events {
        let (sender, events) = Sender::channel();
        let mut state = self.lock();
        if state.listeners.len() < MAX_LISTENERS {
            state.listeners.push(sender);
        }
        events
    }

    /// Notifications of one subscription go to `sender` from now on. What is returned tells when
    /// the server has acknowledged it.
    pub(crate) fn route(&self, subscription: i64, sender: Sender) -> oneshot::Receiver<()> {
        let (acknowledged, receiver) = oneshot::channel();
        let route = Route { sender, acknowledged: Some(acknowledged) };
        self.lock().subscriptions.insert(subscription, route);
        receiver
    }

    /// Ends a route and hands back what it led to.
    pub(crate) fn unroute(&self, subscription: i64) -> Option<Sender> {
        self.lock().subscriptions.remove(&subscription).map(|route| route.sender)
    }

    /// The log level that each request asks for.
    pub(crate) fn log_level(&self) -> Option<LoggingLevel> {
        self.lock().log_level.clone()
    }

    pub(crate) fn set_log_level(&self, level: LoggingLevel) {
        self.lock().log_level = Some(level);
    }

    /// The server asks a person to visit a page, and may say once that it is done.
    pub(crate) fn expect_page(&self, elicitation_id: &str) {
        if elicitation_id.len() > MAX_PAGE_ID_BYTES {
            return;
        }
        let mut state = self.lock();
        if state.pages.len() == MAX_PAGES {
            state.pages.pop_front();
        }
        state.pages.push_back(elicitation_id.to_owned());
    }

    /// Whether a page is done that somebody was sent to. What is done already, or what nobody
    /// knows, must be ignored (2025-11-25 `client/elicitation`, "Completion Notifications for URL
    /// Mode Elicitation").
    fn finish_page(&self, elicitation_id: &str) -> bool {
        let mut state = self.lock();
        let before = state.pages.len();
        state.pages.retain(|page| page != elicitation_id);
        state.pages.len() < before
    }

    pub(crate) fn diagnostics(&self) -> Diagnostics {
        self.lock().diagnostics.clone()
    }

    /// Notes that the server left the specification. Each kind is a warning once; a server that
    /// repeats itself must not fill the log.
    pub(crate) fn depart(&self, how: &str) {
        let first = self.lock().diagnostics.depart(how);
        // What the server said may be part of it.
        let safe = crate::text::display_safe(how);
        if first {
            tracing::warn!(target: "hostline::peer", server = %self.label, how = %safe, "departure");
        } else {
            tracing::debug!(target: "hostline::peer", server = %self.label, how = %safe, "departure");
        }
    }

    /// Decodes what the server answered; what does not fit, or had to be passed over, is noted.
    pub(crate) fn read<T: Wire>(&self, method: &'static str, bytes: &[u8]) -> Result<T> {
        match decode_noting(method, bytes) {
            Ok((value, notes)) => {
                for note in notes {
                    self.depart(&format!("{method}: {note}"));
                }
                Ok(value)
            }
            Err(error) => {
                self.depart("it answered with a result of the wrong shape");
                Err(error.with_server(&self.label))
            }
        }
    }

    /// Tells of what was done for the sake of the connection's account.
    #[cfg(feature = "http")]
    pub(crate) fn tell_of_account(&self, event: &crate::auth::AuthEvent) {
        self.tell(Event::Auth(Box::new(event.clone())), None);
    }

    fn hear(&self, heard: Heard) {
        match heard {
            Heard::Notification(notification, subscription) => {
                self.invalidate(&notification);
                if let ServerNotification::SubscriptionsAcknowledged(_) = &notification {
                    self.acknowledge(subscription);
                }
                if let ServerNotification::ElicitationComplete(complete) = &notification
                    && !self.finish_page(&complete.elicitation_id)
                {
                    return;
                }
                if let Some(event) = Event::from_notification(notification) {
                    self.tell(event, subscription);
                }
            }
            Heard::Notice(notice) => {
                self.lock().diagnostics.note(&notice);
                let event = match notice {
                    Notice::Stderr(line) => Event::Stderr(line),
                    notice => Event::Notice(notice),
                };
                self.tell(event, None);
            }
            Heard::Departure(how) => self.depart(&how),
            Heard::Closed(cause) => {
                let mut state = self.lock();
                for listener in state.listeners.drain(..) {
                    listener.end(Event::Closed(cause.clone()));
                }
                state.subscriptions.clear();
            }
        }
    }

    fn acknowledge(&self, subscription: Option<i64>) {
        let mut state = self.lock();
        let route = subscription.and_then(|key| state.subscriptions.get_mut(&key));
        if let Some(acknowledged) = route.and_then(|route| route.acknowledged.take()) {
            // A subscription that was given up meanwhile does not mind.
            let _ = acknowledged.send(());
        }
    }

    fn tell(&self, event: Event, subscription: Option<i64>) {
        let event = Weighed::from(event);
        let mut state = self.lock();
        state.listeners.retain_mut(|listener| listener.send(&event));
        if let Some(key) = subscription {
            let gone = state.subscriptions.get_mut(&key).is_some_and(|r| !r.sender.send(&event));
            if gone {
                state.subscriptions.remove(&key);
            }
        }
    }

    /// A change notification makes what is cached stale; nothing is fetched by itself (2026-07-28
    /// `server/utilities/caching`, "Interaction with Notifications").
    fn invalidate(&self, notification: &ServerNotification) {
        match notification {
            ServerNotification::ToolsListChanged(_) => self.cache.drop_tools(),
            ServerNotification::PromptsListChanged(_) => self.cache.drop_prompts(),
            ServerNotification::ResourcesListChanged(_) => self.cache.drop_resource_lists(),
            ServerNotification::ResourceUpdated(updated) => self.cache.drop_resource(&updated.uri),
            _ => {}
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave the lists half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dialect::method;

    #[tokio::test]
    async fn a_page_is_done_once_and_only_if_somebody_was_sent_to_it() {
        let hub = Hub::new("server".into(), Cache::default(), Vec::new());
        let mut events = hub.listen();
        let done = |id: &str| {
            let params = json!({ "elicitationId": id }).to_string();
            let told =
                ServerNotification::decode(method::ELICITATION_COMPLETE, Some(params.as_bytes()));
            hub.hear(Heard::Notification(told.unwrap(), None));
        };
        hub.expect_page("one");
        hub.expect_page(&"x".repeat(MAX_PAGE_ID_BYTES + 1));
        for id in ["unknown", "one", "one"] {
            done(id);
        }
        for number in 0..=MAX_PAGES {
            hub.expect_page(&number.to_string());
        }
        done("0");
        done("1");
        hub.hear(Heard::Closed(crate::Error::new(crate::ErrorCode::Closed, "over")));
        let mut heard = Vec::new();
        while let Some(event) = events.next().await {
            if let Event::ElicitationComplete { id } = event {
                heard.push(id);
            }
        }
        assert_eq!(heard, ["one", "1"]);
    }
}
