//! Where the issuer's keys come from, and how long they are believed.
//!
//! One fetch at a time, whoever waits for it, in a task that outlives the request that began it.
//! Keys in use are fetched again beside the requests, and an issuer that is slow or down holds up
//! nobody who can be judged by the keys that are there. A fetch that fails leaves those.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, timeout},
};

use super::key_set::KeySet;
use crate::{
    auth::{endpoint::Endpoint, issuer::Issuer},
    error::{Error, ErrorCode, Result},
    net::{Guard, HttpClient},
};

/// From what age on keys are fetched again, beside the requests that are judged by them.
const REFRESH_AGE: Duration = Duration::from_mins(5);
/// From what age on a request waits for newer keys, but no longer than [`PATIENCE`]. A key that the
/// issuer withdraws is believed no longer than this, as long as the issuer answers.
const LIFETIME: Duration = Duration::from_mins(10);
/// How long requests wait for a fetch, from its beginning on, if there are keys that may be old. Not
/// at all if the fetch before it failed.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long keys are used at most while the issuer cannot be reached.
const LONGEST_LIFETIME: Duration = Duration::from_hours(24);
/// The shortest time between two fetches, so that tokens with invented keys cost the issuer
/// nothing.
const PAUSE: Duration = Duration::from_secs(30);
/// The shortest time between two fetches as long as there are no keys at all.
const PAUSE_WITHOUT_KEYS: Duration = Duration::from_secs(5);
/// How long a fetch may take, discovery of the address included.
const FETCH_TIME: Duration = Duration::from_secs(10);
/// The most of a document of keys that is read.
const DOCUMENT_BYTES: usize = 256 << 10;

/// Where the keys stand.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// Where the issuer's metadata says.
    Discovered(Issuer),
    At(Endpoint),
}

/// The keys of one issuer.
pub(super) struct Keys {
    origin: Origin,
    shelf: Arc<Mutex<Shelf>>,
    flight: Mutex<Flight>,
}

/// There are no keys, and the issuer cannot be reached.
#[derive(Debug)]
pub(super) struct Unavailable;

impl Keys {
    pub(super) fn new(origin: Origin) -> Self {
        Self { origin, shelf: Arc::default(), flight: Mutex::default() }
    }

    /// The keys as they are believed now, fetched if need be.
    pub(super) async fn current(&self, client: &HttpClient) -> Result<Arc<KeySet>, Unavailable> {
        if let Some(keys) = lock(&self.shelf).younger_than(REFRESH_AGE, Instant::now()) {
            return Ok(keys);
        }
        let flight = self.join_flight(client);
        if let Some(keys) = lock(&self.shelf).younger_than(LIFETIME, Instant::now()) {
            return Ok(keys);
        }
        if let Some(ended) = flight {
            let patience = lock(&self.shelf).patience(Instant::now());
            // When the time is over, old keys have to do.
            let _ = timeout(patience, land(ended)).await;
        }
        lock(&self.shelf).younger_than(LONGEST_LIFETIME, Instant::now()).ok_or(Unavailable)
    }

    /// Keys that are newer than these, fetched if that is not too soon. Nothing if these are the
    /// newest that there are.
    pub(super) async fn newer(
        &self,
        than: &Arc<KeySet>,
        client: &HttpClient,
    ) -> Result<Option<Arc<KeySet>>, Unavailable> {
        let is_newer = |keys: &Arc<KeySet>| !Arc::ptr_eq(keys, than);
        if let Some(keys) = lock(&self.shelf).keys().filter(is_newer) {
            return Ok(Some(keys));
        }
        self.refresh(client).await;
        let shelf = lock(&self.shelf);
        if shelf.failed {
            return Err(Unavailable);
        }
        Ok(shelf.keys().filter(is_newer))
    }

    /// Waits for the fetch that is under way, or for a new one if it is time for it.
    async fn refresh(&self, client: &HttpClient) {
        if let Some(ended) = self.join_flight(client) {
            land(ended).await;
        }
    }

    fn join_flight(&self, client: &HttpClient) -> Option<watch::Receiver<()>> {
        let mut flight = lock(&self.flight);
        while flight.tasks.try_join_next().is_some() {}
        if let Some(ended) = flight.ended.as_ref().filter(|ended| ended.has_changed().is_ok()) {
            return Some(ended.clone());
        }
        if !lock(&self.shelf).begin(Instant::now()) {
            return None;
        }
        let (end, ended) = watch::channel(());
        let (shelf, origin, client) = (self.shelf.clone(), self.origin.clone(), client.clone());
        flight.tasks.spawn(async move {
            let fetched = timeout(FETCH_TIME, fetch(&origin, &client)).await.unwrap_or_else(|_| {
                Err(Error::new(ErrorCode::Timeout, "the issuer does not answer"))
            });
            lock(&shelf).end(fetched, Instant::now());
            drop(end);
        });
        flight.ended = Some(ended.clone());
        Some(ended)
    }
}

/// Waits for the end of a fetch.
async fn land(mut ended: watch::Receiver<()>) {
    // Nothing is ever sent: the task drops its end when it is over, whichever way.
    let _ = ended.changed().await;
}

async fn fetch(origin: &Origin, client: &HttpClient) -> Result<KeySet> {
    let document = match origin {
        Origin::At(endpoint) => endpoint.fetch(client, DOCUMENT_BYTES).await?,
        Origin::Discovered(issuer) => {
            let endpoint = issuer.keys(client).await?;
            // The issuer's address is the application's own; that of its keys is a peer's word.
            let client = client.guarded(Guard::for_server(issuer.url()).await);
            endpoint.fetch(&client, DOCUMENT_BYTES).await?
        }
    };
    KeySet::parse(&document)
}

/// The fetch that is under way.
#[derive(Default)]
struct Flight {
    tasks: JoinSet<()>,
    /// Closed when the fetch is over.
    ended: Option<watch::Receiver<()>>,
}

/// The keys that were fetched last, and when.
#[derive(Default)]
struct Shelf {
    fetched: Option<(Arc<KeySet>, Instant)>,
    /// When the last fetch began.
    tried: Option<Instant>,
    /// Whether the last fetch failed.
    failed: bool,
}

impl Shelf {
    fn keys(&self) -> Option<Arc<KeySet>> {
        self.fetched.as_ref().map(|(keys, _)| keys.clone())
    }

    fn younger_than(&self, age: Duration, now: Instant) -> Option<Arc<KeySet>> {
        let (keys, since) = self.fetched.as_ref()?;
        (now.duration_since(*since) < age).then(|| keys.clone())
    }

    /// How long a request waits for the fetch that is under way.
    fn patience(&self, now: Instant) -> Duration {
        if self.younger_than(LONGEST_LIFETIME, now).is_none() {
            // There is nothing to do without it, and it is bounded itself.
            return FETCH_TIME;
        }
        let waited = self.tried.map_or(Duration::ZERO, |tried| now.duration_since(tried));
        if self.failed { Duration::ZERO } else { PATIENCE.saturating_sub(waited) }
    }

    /// Notes that a fetch begins, unless the last one is too young.
    fn begin(&mut self, now: Instant) -> bool {
        let pause = if self.fetched.is_some() { PAUSE } else { PAUSE_WITHOUT_KEYS };
        if self.tried.is_some_and(|tried| now.duration_since(tried) < pause) {
            return false;
        }
        self.tried = Some(now);
        true
    }

    fn end(&mut self, fetched: Result<KeySet>, now: Instant) {
        self.failed = fetched.is_err();
        match fetched {
            Ok(keys) => {
                if keys.is_empty() {
                    tracing::warn!(target: "hostline::auth", "the issuer has no key that can be used");
                }
                self.fetched = Some((Arc::new(keys), now));
            }
            Err(error) => tracing::warn!(target: "hostline::auth", %error, "keys not fetched"),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
