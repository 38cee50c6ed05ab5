//! What a server says without being asked.

use tokio::sync::mpsc;

use crate::{
    Json,
    model::{LoggingMessage, ServerNotification, Task},
    transport::Notice,
};

/// How many events may wait for one listener. What comes on top is counted, not kept.
pub(crate) const MAX_WAITING: usize = 1024;

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
}

/// Events in the order in which they came. It ends with the connection.
#[derive(Debug)]
pub struct Events {
    receiver: mpsc::Receiver<Event>,
}

impl Events {
    /// The next event; nothing once the connection has ended. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Event> {
        self.receiver.recv().await
    }

    /// The next event, if there is one already.
    pub fn try_next(&mut self) -> Option<Event> {
        self.receiver.try_recv().ok()
    }
}

/// The sending end of one [`Events`].
pub(crate) struct Sender {
    sender: mpsc::Sender<Event>,
    missed: u64,
}

impl Sender {
    /// A channel for events.
    pub(crate) fn channel() -> (Self, Events) {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        (Self { sender, missed: 0 }, Events { receiver })
    }

    /// Sends an event; false if nobody listens any more.
    pub(crate) fn send(&mut self, event: &Event) -> bool {
        if self.missed > 0 {
            match self.sender.try_send(Event::Missed(self.missed)) {
                Ok(()) => self.missed = 0,
                Err(mpsc::error::TrySendError::Full(_)) => {
                    self.missed += 1;
                    return true;
                }
                Err(mpsc::error::TrySendError::Closed(_)) => return false,
            }
        }
        match self.sender.try_send(event.clone()) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.missed += 1;
                true
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }
}
