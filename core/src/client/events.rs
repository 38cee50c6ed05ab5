//! What a server says without being asked.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::mpsc::{self, error::TryRecvError};

use crate::{
    Json,
    model::{LoggingMessage, Meta, ServerNotification, Task},
    transport::Notice,
};

/// How many events may wait for one listener. What comes on top is counted, not kept.
pub(crate) const MAX_WAITING: usize = 1024;
/// About how many bytes of events may wait for one listener; one that is larger waits alone.
pub(crate) const MAX_WAITING_BYTES: usize = 16 << 20;

/// One thing that a server, or its transport, said.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The list of tools has changed. Nothing is fetched by itself.
    ToolsChanged,
    /// The list of prompts has changed.
    PromptsChanged,
    /// The list of resources has changed.
    ResourcesChanged,
    /// A resource has changed.
    ResourceUpdated {
        /// Its address.
        uri: String,
    },
    /// A log message: untrusted text.
    Log(LoggingMessage),
    /// A URL elicitation is complete.
    ElicitationComplete {
        /// The elicitation.
        id: String,
    },
    /// A task has changed.
    TaskStatus(Task),
    /// A step of signing in, or of renewing the token.
    #[cfg(feature = "http")]
    Auth(Box<crate::auth::AuthEvent>),
    /// A line that the server's process wrote to its standard error: untrusted text.
    Stderr(Box<str>),
    /// Something else that the transport noticed.
    Notice(Notice),
    /// A notification that Hostline does not know.
    Unknown {
        /// The method.
        method: String,
        /// The parameters.
        params: Option<Json>,
    },
    /// So many events were left out, since nobody fetched them.
    Missed(u64),
    /// The connection has ended.
    Closed(crate::Error),
}

impl Event {
    /// The event that a notification becomes; nothing for those that requests have used up.
    pub(crate) fn from_notification(notification: ServerNotification) -> Option<Self> {
        Some(match notification {
            ServerNotification::ToolsListChanged(_) => Self::ToolsChanged,
            ServerNotification::PromptsListChanged(_) => Self::PromptsChanged,
            ServerNotification::ResourcesListChanged(_) => Self::ResourcesChanged,
            ServerNotification::ResourceUpdated(updated) => {
                Self::ResourceUpdated { uri: updated.uri }
            }
            ServerNotification::Message(message) => Self::Log(message),
            ServerNotification::ElicitationComplete(complete) => {
                Self::ElicitationComplete { id: complete.elicitation_id }
            }
            ServerNotification::TaskStatus(task) => Self::TaskStatus(task),
            ServerNotification::Unknown { method, params } => Self::Unknown { method, params },
            _ => return None,
        })
    }

    /// About how many bytes of memory it takes.
    fn weight(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let meta = |meta: &Option<Meta>| meta.as_ref().map_or(0, Meta::weight);
        let held = match self {
            Self::ResourceUpdated { uri: text } | Self::ElicitationComplete { id: text } => {
                text.len()
            }
            Self::Log(log) => {
                let said = log.level.as_str().len() + text(&log.logger) + log.data.as_str().len();
                said + meta(&log.meta) + log.extra.weight()
            }
            Self::TaskStatus(task) => {
                let times = task.created_at.len() + task.last_updated_at.len();
                let status = task.status.as_str().len() + text(&task.status_message);
                task.task_id.len() + times + status + meta(&task.meta) + task.extra.weight()
            }
            Self::Stderr(line) => line.len(),
            Self::Notice(notice) => match notice {
                Notice::Stderr(line) | Notice::Noise(line) | Notice::StreamGivenUp(line) => {
                    line.len()
                }
                Notice::NotSent(error) | Notice::ReplyNotSent(error) => error.message().len(),
                Notice::StderrDropped { .. }
                | Notice::Oversized { .. }
                | Notice::ByteOrderMark
                | Notice::Resumed => 0,
            },
            Self::Unknown { method, params } => {
                method.len() + params.as_ref().map_or(0, |params| params.as_str().len())
            }
            #[cfg(feature = "http")]
            Self::Auth(event) => event.weight(),
            Self::ToolsChanged
            | Self::PromptsChanged
            | Self::ResourcesChanged
            | Self::Missed(_)
            | Self::Closed(_) => 0,
        };
        size_of::<Self>() + held
    }
}

/// An event on its way to all who listen, and its weight.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    event: Arc<Event>,
    weight: usize,
}

impl From<Event> for Weighed {
    fn from(event: Event) -> Self {
        let weight = event.weight();
        Self { event: Arc::new(event), weight }
    }
}

/// Events in the order in which they came. It ends with the connection.
#[derive(Debug)]
pub struct Events {
    receiver: mpsc::Receiver<Weighed>,
    /// What is said when there is nothing more: why the connection has ended, and how much was left
    /// out before, where there was no room for it.
    last: Arc<Mutex<VecDeque<Event>>>,
    /// The weight of what waits.
    waiting: Arc<AtomicUsize>,
}

impl Events {
    /// The next event; nothing once the connection has ended. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Event> {
        match self.receiver.recv().await {
            Some(weighed) => Some(self.unpack(weighed)),
            None => self.last(),
        }
    }

    /// The next event, if there is one already.
    pub fn try_next(&mut self) -> Option<Event> {
        match self.receiver.try_recv() {
            Ok(weighed) => Some(self.unpack(weighed)),
            Err(TryRecvError::Disconnected) => self.last(),
            Err(TryRecvError::Empty) => None,
        }
    }

    fn last(&self) -> Option<Event> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn unpack(&self, weighed: Weighed) -> Event {
        self.waiting.fetch_sub(weighed.weight, Ordering::Relaxed);
        Arc::unwrap_or_clone(weighed.event)
    }
}

/// The sending end of one [`Events`].
pub(crate) struct Sender {
    queue: mpsc::Sender<Weighed>,
    waiting: Arc<AtomicUsize>,
    missed: u64,
    last: Arc<Mutex<VecDeque<Event>>>,
}

impl Sender {
    /// A channel for events.
    pub(crate) fn channel() -> (Self, Events) {
        let (queue, receiver) = mpsc::channel(MAX_WAITING);
        let waiting = Arc::new(AtomicUsize::new(0));
        let last = Arc::new(Mutex::default());
        let events = Events { receiver, waiting: waiting.clone(), last: last.clone() };
        (Self { queue, waiting, missed: 0, last }, events)
    }

    /// Sends an event; false if nobody listens any more.
    pub(crate) fn send(&mut self, event: &Weighed) -> bool {
        if self.queue.is_closed() {
            return false;
        }
        let told = self.fits(event.weight) && self.tell_missed() && self.put(event.clone());
        self.missed += u64::from(!told);
        true
    }

    /// Says why the connection has ended, also where nothing else has room any more.
    pub(crate) fn end(mut self, closed: Event) {
        let missed = self.missed;
        if !(self.tell_missed() && self.put(closed.clone().into())) {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if self.missed > 0 {
                last.push_back(Event::Missed(missed));
            }
            last.push_back(closed);
        }
    }

    fn fits(&self, weight: usize) -> bool {
        let waiting = self.waiting.load(Ordering::Relaxed);
        waiting == 0 || waiting.saturating_add(weight) <= MAX_WAITING_BYTES
    }

    /// Says first what was left out before; false if there is no room even for that.
    fn tell_missed(&mut self) -> bool {
        if self.missed > 0 && self.put(Event::Missed(self.missed).into()) {
            self.missed = 0;
        }
        self.missed == 0
    }

    fn put(&self, event: Weighed) -> bool {
        let weight = event.weight;
        // Before it is sent, since it may be taken at once.
        self.waiting.fetch_add(weight, Ordering::Relaxed);
        let sent = self.queue.try_send(event).is_ok();
        if !sent {
            self.waiting.fetch_sub(weight, Ordering::Relaxed);
        }
        sent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(bytes: usize) -> Weighed {
        Event::Stderr("x".repeat(bytes).into()).into()
    }

    #[test]
    fn what_waits_for_a_listener_is_bounded_in_bytes() {
        let (mut sender, mut events) = Sender::channel();
        for _ in 0..32 {
            assert!(sender.send(&line(1 << 20)));
        }
        let taken = std::iter::from_fn(|| events.try_next()).count();
        assert_eq!(taken, 15, "as many as fit into 16 MiB with what they are kept in");
        // What was taken has made room, and what was left out is said first.
        assert!(sender.send(&line(1)));
        assert!(matches!(events.try_next(), Some(Event::Missed(17))));
        assert!(matches!(events.try_next(), Some(Event::Stderr(_))));
    }

    #[test]
    fn an_event_that_is_larger_than_all_that_may_wait_waits_alone() {
        let (mut sender, mut events) = Sender::channel();
        for _ in 0..2 {
            assert!(sender.send(&line(MAX_WAITING_BYTES)));
        }
        assert!(matches!(events.try_next(), Some(Event::Stderr(_))));
        assert!(events.try_next().is_none());
    }

    #[test]
    fn the_end_is_told_also_where_there_is_no_room() {
        let (mut sender, mut events) = Sender::channel();
        for _ in 0..MAX_WAITING + 3 {
            assert!(sender.send(&Event::ToolsChanged.into()));
        }
        let cause = crate::Error::new(crate::ErrorCode::Closed, "the server has ended");
        sender.end(Event::Closed(cause));
        for _ in 0..MAX_WAITING {
            assert!(matches!(events.try_next(), Some(Event::ToolsChanged)));
        }
        assert!(matches!(events.try_next(), Some(Event::Missed(3))));
        assert!(matches!(events.try_next(), Some(Event::Closed(_))));
        assert!(events.try_next().is_none());
    }

    #[test]
    fn more_events_than_may_wait_are_counted() {
        let (mut sender, mut events) = Sender::channel();
        for _ in 0..MAX_WAITING + 3 {
            assert!(sender.send(&Event::ToolsChanged.into()));
        }
        assert_eq!(std::iter::from_fn(|| events.try_next()).count(), MAX_WAITING);
        assert!(sender.send(&Event::ToolsChanged.into()));
        assert!(matches!(events.try_next(), Some(Event::Missed(3))));
        drop(events);
        assert!(!sender.send(&Event::ToolsChanged.into()));
    }
}
