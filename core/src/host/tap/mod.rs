//! What a server and we have said to each other, for a person who wants to see it.
//!
//! A tap records messages, HTTP exchanges, lines of standard error and what became of the
//! connection, with secrets taken out before anything is kept ([`redact`]). It holds the last of it
//! in a ring ([`ring`]), from which any number of readers follow in order, each at its own pace. It
//! decides nothing and holds up nobody.

mod entry;
mod message;
mod reader;
mod redact;
mod ring;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::SystemTime,
};

use tokio::sync::watch;

pub use self::{
    entry::{Direction, TapEntry, TapEvent},
    reader::{TapRead, TapReader},
};
use self::{redact::Redactor, ring::Ring};
use crate::{
    auth::Secret,
    client::{ClientBuilder, Observers},
    net::Hop,
    transport::{Incoming, Notice, Passing},
};

/// What passes between one server and us. Clones are the same tap.
///
/// It holds the last 5,000 entries, or as many as 8 MiB hold. What it tells of a server is
/// untrusted text: show it through [`crate::text::display_safe`].
///
/// ```
/// use hostline::{Client, auth::Secret, host::Tap};
///
/// let tap = Tap::new([Secret::new("what the server gets from the keychain")]);
/// let client = tap.attach(Client::builder());
/// # drop(client);
/// assert!(tap.entries().is_empty());
/// ```
#[derive(Clone)]
pub struct Tap(Arc<Inner>);

struct Inner {
    redactor: RwLock<Arc<Redactor>>,
    ring: Arc<Mutex<Ring>>,
    /// The number of the newest entry.
    newest: watch::Sender<u64>,
}

impl Tap {
    /// A tap that hides these secrets wherever they appear, and whatever looks like one: tokens in
    /// the usual forms, private keys, and values whose names say that they are secret. A text of
    /// less than four bytes says too little to be found again, and is not looked for.
    pub fn new(secrets: impl IntoIterator<Item = Secret>) -> Self {
        Self(Arc::new(Inner {
            redactor: RwLock::new(Arc::new(Redactor::new(secrets))),
            ring: Arc::default(),
            newest: watch::Sender::new(0),
        }))
    }

    /// Has the tap record all that passes on the connection, from its first message on. A tap may
    /// see several connections, one after the other.
    pub fn attach(&self, builder: ClientBuilder) -> ClientBuilder {
        let (messages, exchanges) = (self.clone(), self.clone());
        builder.tap(Observers {
            messages: Arc::new(move |passing| messages.pass(&passing)),
            exchanges: Arc::new(move |hop| exchanges.exchange(&hop)),
        })
    }

    /// Hides one more secret from now on. What is known already is not known twice.
    pub fn hide(&self, secret: &Secret) {
        let mut redactor = self.0.redactor.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(more) = redactor.with(secret) {
            *redactor = Arc::new(more);
        }
    }

    /// Records what became of the server.
    pub fn status(&self, text: &str) {
        let text = self.redactor().hide(text.as_bytes(), text.len()).text;
        self.record(TapEvent::Status { text });
    }

    /// What the ring holds, oldest first.
    pub fn entries(&self) -> Vec<Arc<TapEntry>> {
        self.ring().entries().cloned().collect()
    }

    /// Follows the tap from the oldest entry that it holds.
    pub fn reader(&self) -> TapReader {
        TapReader::new(self.0.ring.clone(), self.0.newest.subscribe())
    }

    fn redactor(&self) -> Arc<Redactor> {
        self.0.redactor.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn pass(&self, passing: &Passing<'_>) {
        match passing {
            Passing::Sent(outgoing) => self.record(message::sent(outgoing, &self.redactor())),
            Passing::Received(incoming) => self.receive(incoming),
        }
    }

    fn receive(&self, incoming: &Incoming) {
        match incoming {
            Incoming::Frame { frame, .. } => {
                for event in message::received(frame, &self.redactor()) {
                    self.record(event);
                }
            }
            Incoming::Notice(Notice::Stderr(line)) => {
                let hidden = self.redactor().hide(line.as_bytes(), line.len());
                self.record(TapEvent::Stderr { line: hidden.text });
            }
            Incoming::Notice(notice) => self.status(&describe(notice)),
            Incoming::Failed { id, error } => self.status(&format!("request {id} failed: {error}")),
            Incoming::Held { id } => {
                self.status(&format!("request {id} waits for a person to sign in"));
            }
            Incoming::Released { id } => {
                self.status(&format!("request {id} no longer waits for a person"));
            }
            Incoming::SessionLost { .. } => self.status("the server does not know the session"),
            Incoming::Closed(error) => self.status(&format!("the connection has ended: {error}")),
        }
    }

    fn exchange(&self, hop: &Hop) {
        let names = |names: &[http::HeaderName]| -> Vec<Box<str>> {
            names.iter().map(|name| name.as_str().into()).collect()
        };
        let address = hop.address();
        self.record(TapEvent::Http {
            method: hop.method.as_str().into(),
            address: self.redactor().hide(address.as_bytes(), address.len()).text,
            status: hop.status.map(|status| status.as_u16()),
            took: hop.took,
            sent: names(&hop.sent),
            received: names(&hop.received),
        });
    }

    fn record(&self, event: TapEvent) {
        let number = self.ring().push(SystemTime::now(), event);
        // Entries may be told of out of order, by connections that end and begin.
        self.0.newest.send_if_modified(|newest| {
            let is_newer = number > *newest;
            *newest = number.max(*newest);
            is_newer
        });
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        locked(&self.0.ring)
    }
}

impl std::fmt::Debug for Tap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tap").field("newest", &*self.0.newest.borrow()).finish_non_exhaustive()
    }
}

fn locked(ring: &Mutex<Ring>) -> MutexGuard<'_, Ring> {
    // A panic while it was held can only have lost an entry.
    ring.lock().unwrap_or_else(PoisonError::into_inner)
}

fn describe(notice: &Notice) -> String {
    match notice {
        Notice::Stderr(line) => line.to_string(),
        Notice::StderrDropped { lines } => {
            format!("{lines} lines of standard error came too fast and were left out")
        }
        Notice::Noise(text) => format!("it wrote what is no message: {text}"),
        Notice::Oversized { bytes, .. } => format!("a message of {bytes} bytes was too long"),
        Notice::ByteOrderMark => "its first message begins with a byte order mark".into(),
        Notice::NotSent(error) => format!("a notification was not sent: {error}"),
        Notice::ReplyNotSent(error) => format!("a reply was not sent: {error}"),
        Notice::StreamGivenUp(why) => format!("its stream was given up: {why}"),
        Notice::Resumed => "a broken stream was opened again".into(),
    }
}

#[cfg(test)]
#[path = "tap_tests.rs"]
mod tests;
