//! A server, as far as its icons are concerned: its name in logs, where it stands, and how files are
//! had from there.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::{OnceCell, Semaphore};
use url::Url;

use super::{Refused, SafeIcon, cache::Key};
#[cfg(feature = "http")]
use crate::net::{Guard, HttpClient};

/// How many icons of one server are fetched at once.
pub(super) const MAX_FETCHES: usize = 2;
/// How many icons of one server are drawn at once.
const MAX_DRAWINGS: usize = 1;

/// What an icon came to, for all who ask for it at once.
pub(super) type Outcome = OnceCell<Result<SafeIcon, Refused>>;

/// One server.
pub(crate) struct Site {
    label: Arc<str>,
    /// Where it stands, as the person has named it. A process stands nowhere.
    home: Option<Url>,
    /// What is being made just now.
    underway: Mutex<HashMap<Key, Weak<Outcome>>>,
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "nothing is fetched"))]
    fetches: Arc<Semaphore>,
    drawings: Arc<Semaphore>,
    #[cfg(feature = "http")]
    http: HttpClient,
    /// For addresses at the server's own origin.
    #[cfg(feature = "http")]
    guarded: Mutex<Option<HttpClient>>,
}

impl Site {
    pub(crate) fn new(
        label: Arc<str>,
        home: Option<Url>,
        #[cfg(feature = "http")] http: HttpClient,
    ) -> Self {
        Self {
            label,
            home,
            underway: Mutex::default(),
            fetches: Arc::new(Semaphore::new(MAX_FETCHES)),
            drawings: Arc::new(Semaphore::new(MAX_DRAWINGS)),
            #[cfg(feature = "http")]
            http,
            #[cfg(feature = "http")]
            guarded: Mutex::default(),
        }
    }

    pub(super) fn label(&self) -> &str {
        &self.label
    }

    pub(super) fn home(&self) -> Option<&Url> {
        self.home.as_ref()
    }

    /// The turns of this server to fetch.
    #[cfg(feature = "http")]
    pub(super) fn fetches(&self) -> &Arc<Semaphore> {
        &self.fetches
    }

    /// The turns of this server to draw.
    pub(super) fn drawings(&self) -> &Arc<Semaphore> {
        &self.drawings
    }

    /// What an icon comes to: a place that is filled by the first who asks, and if that one gives
    /// up, by the next.
    pub(super) fn outcome(&self, key: Key) -> Arc<Outcome> {
        let mut underway = self.underway.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outcome) = underway.get(&key).and_then(Weak::upgrade) {
            return outcome;
        }
        underway.retain(|_, outcome| outcome.strong_count() > 0);
        let outcome = Arc::new(Outcome::new());
        underway.insert(key, Arc::downgrade(&outcome));
        outcome
    }

    /// The client for an address that was judged. At the server's own origin the guard allows what
    /// the address allows at which the server was reached: its name may lead elsewhere by now. At
    /// the host that the person has named it allows what that name leads to.
    #[cfg(feature = "http")]
    pub(super) async fn client_for(&self, url: &Url) -> HttpClient {
        let Some(home) = self.home.as_ref().filter(|home| home.origin() == url.origin()) else {
            return self.http.guarded(Guard::for_server(url).await);
        };
        let known = || self.guarded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = &*known() {
            return client.clone();
        }
        let guard = self.http.guard_for(home);
        // While it is not known where the server stands nothing is learnt for later.
        let is_lasting = guard.is_lasting();
        let client = self.http.guarded(guard);
        if is_lasting {
            *known() = Some(client.clone());
        }
        client
    }
}
