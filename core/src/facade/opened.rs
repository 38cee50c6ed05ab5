//! What is open for another language, and what of it one caller at a time may read.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde::{Serialize, Serializer};
use tokio::sync::MutexGuard;

use super::{
    Cancel, Delegate,
    contract::On,
    types::{Connected, HostInfo},
};
use crate::{
    client::{Client, Events, Subscription},
    error::{Error, ErrorCode, Result},
};

/// What all clones of a handle share.
pub(super) struct Opened {
    pub(super) subject: Subject,
    pub(super) delegate: Arc<dyn Delegate>,
}

/// What is open.
pub(super) enum Subject {
    Client(Box<Connection>),
    Subscription(Listening),
    #[cfg(feature = "http")]
    Accounts(Accounts),
    #[cfg(feature = "http")]
    Host(Box<super::hosting::Hosting>),
    #[cfg(feature = "http")]
    Watch(Box<super::hosting::Watching>),
}

/// Where tokens and secrets are kept; nothing once it is closed.
#[cfg(feature = "http")]
pub(super) struct Accounts(std::sync::Mutex<Option<Arc<dyn crate::auth::TokenStore>>>);

#[cfg(feature = "http")]
impl Accounts {
    pub(super) fn new(store: Arc<dyn crate::auth::TokenStore>) -> Self {
        Self(std::sync::Mutex::new(Some(store)))
    }

    /// The store, as long as it is open.
    pub(super) fn store(&self) -> crate::error::Result<Arc<dyn crate::auth::TokenStore>> {
        self.lock().clone().ok_or_else(|| {
            let message = "the accounts are closed";
            Error::new(ErrorCode::Closed, message).with_next_step("open them again")
        })
    }

    /// Lets go of the store.
    pub(super) fn close(&self) {
        drop(self.lock().take());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Arc<dyn crate::auth::TokenStore>>> {
        // A panic while it was held cannot leave it half changed.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// A connection to one server.
pub(super) struct Connection {
    pub(super) client: Client,
    pub(super) events: Shelf<Events>,
    pub(super) connected: Connected,
}

/// A subscription to changes.
pub(super) struct Listening {
    pub(super) shelf: Shelf<Option<Subscription>>,
    /// Tells whoever waits for the next change that there are no more.
    pub(super) closing: Cancel,
    /// Whoever listens keeps the connection open.
    pub(super) client: Client,
}

/// What is known of what was opened.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Info<'a> {
    /// Of a server.
    Client(&'a Connected),
    /// Of a subscription, of which there is nothing to know.
    Subscription,
    /// Of a host.
    Host(&'a HostInfo),
    /// Of what else there is nothing to know.
    Nothing,
}

impl Serialize for Info<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Client(connected) => connected.serialize(serializer),
            Self::Host(info) => info.serialize(serializer),
            Self::Subscription | Self::Nothing => serializer.serialize_unit(),
        }
    }
}

/// How much is open.
static OPEN: AtomicUsize = AtomicUsize::new(0);

impl Opened {
    pub(super) fn new(subject: Subject, delegate: Arc<dyn Delegate>) -> Self {
        OPEN.fetch_add(1, Ordering::Relaxed);
        Self { subject, delegate }
    }

    pub(super) fn count() -> usize {
        OPEN.load(Ordering::Relaxed)
    }

    /// What the user calls the server that it is about, in errors.
    pub(super) fn label(&self) -> Option<&str> {
        match &self.subject {
            Subject::Client(connection) => Some(connection.client.label()),
            Subject::Subscription(listening) => Some(listening.client.label()),
            #[cfg(feature = "http")]
            Subject::Accounts(_) | Subject::Host(_) | Subject::Watch(_) => None,
        }
    }

    pub(super) fn info(&self) -> Info<'_> {
        match &self.subject {
            Subject::Client(connection) => Info::Client(&connection.connected),
            Subject::Subscription(_) => Info::Subscription,
            #[cfg(feature = "http")]
            Subject::Host(hosting) => Info::Host(&hosting.info),
            #[cfg(feature = "http")]
            Subject::Accounts(_) | Subject::Watch(_) => Info::Nothing,
        }
    }

    /// Whether operations on such a subject are operations on this.
    pub(super) fn is(&self, on: On) -> bool {
        match on {
            On::Any => true,
            On::Client => matches!(self.subject, Subject::Client(_)),
            On::Subscription => matches!(self.subject, Subject::Subscription(_)),
            #[cfg(feature = "http")]
            On::Accounts => matches!(self.subject, Subject::Accounts(_)),
            #[cfg(feature = "http")]
            On::Host => matches!(self.subject, Subject::Host(_)),
            #[cfg(feature = "http")]
            On::Watch => matches!(self.subject, Subject::Watch(_)),
            _ => false,
        }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.subject {
            Subject::Client(_) => "Client",
            Subject::Subscription(_) => "Subscription",
            #[cfg(feature = "http")]
            Subject::Accounts(_) => "Accounts",
            #[cfg(feature = "http")]
            Subject::Host(_) => "Host",
            #[cfg(feature = "http")]
            Subject::Watch(_) => "Watch",
        };
        f.debug_tuple(kind).field(&self.label()).finish()
    }
}

/// What one reader at a time may have.
pub(super) struct Shelf<T> {
    kept: tokio::sync::Mutex<T>,
    /// What cancels the call that has it, or had it last.
    reader: Mutex<Option<Cancel>>,
}

impl<T> Shelf<T> {
    pub(super) fn new(kept: T) -> Self {
        Self { kept: tokio::sync::Mutex::new(kept), reader: Mutex::default() }
    }

    /// Lends it to a call, until that ends. One that was cancelled is waited for: its end is on its
    /// way.
    pub(super) async fn lend(&self, cancel: &Cancel) -> Result<MutexGuard<'_, T>> {
        let kept = match self.kept.try_lock() {
            Ok(kept) => kept,
            Err(_) if self.reader().as_ref().is_some_and(Cancel::is_cancelled) => {
                self.kept.lock().await
            }
            Err(_) => {
                let busy = "the events are being read already";
                return Err(Error::new(ErrorCode::InvalidInput, busy)
                    .with_next_step("read the events of a connection in one place"));
            }
        };
        *self.reader() = Some(cancel.clone());
        Ok(kept)
    }

    fn reader(&self) -> std::sync::MutexGuard<'_, Option<Cancel>> {
        // A panic while it was held cannot leave it half changed.
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Default> Shelf<T> {
    /// Takes it for good, once whoever reads it has stopped.
    pub(super) async fn take(&self) -> T {
        std::mem::take(&mut *self.kept.lock().await)
    }
}
