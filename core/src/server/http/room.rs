//! How much room there is: for what arrives, for what is served, for streams, and for the bytes that
//! all of it keeps.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::options::HttpOptions;
use crate::{
    auth::Principal,
    jsonrpc::{Frame, Message},
    transport::http::server::{Budget, Refusal, Share},
};

/// The most requests that are judged and read at a time, unless more than that may be served: they
/// have places of their own, so that clients whose requests come slowly take none from those that
/// are here already.
const ARRIVALS: usize = 1024;
/// The most bytes that wait for the clients of HTTP+SSE to read them, of all together.
const PAIR_BYTES: usize = 256 << 20;

/// How much room a service has.
pub(super) struct Room {
    arrivals: Arc<Semaphore>,
    requests: Arc<Semaphore>,
    streams: Arc<Streams>,
    bytes: Arc<Budget>,
    pair_bytes: Arc<Budget>,
    session_bytes: usize,
}

/// A request that has not been read to its end, and the bytes of it that have come.
pub(super) struct Arrival {
    pub(super) bytes: Share,
    _place: OwnedSemaphorePermit,
}

impl Room {
    pub(super) fn new(options: &HttpOptions) -> Self {
        let places = |most: usize| Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        // Any one body that may come must have room.
        let one = options.message.bytes;
        Self {
            arrivals: places(options.requests.get().max(ARRIVALS)),
            requests: places(options.requests.get()),
            streams: Arc::new(Streams {
                all: places(options.streams.get()),
                of_one: options.streams_of_one.get(),
                taken: Mutex::default(),
            }),
            bytes: Budget::new(options.request_bytes.max(one)),
            pair_bytes: Budget::new(PAIR_BYTES),
            session_bytes: options.session_bytes.max(one),
        }
    }

    /// Room for a request to arrive.
    pub(super) fn arrive(&self) -> Result<Arrival, Refusal> {
        let place = self.arrivals.clone().try_acquire_owned();
        let place = place.map_err(|_| Refusal::busy("too many requests are arriving"))?;
        Ok(Arrival { bytes: self.bytes.share(), _place: place })
    }

    /// Room for so many requests to be served.
    pub(super) fn serve(&self, requests: u32) -> Result<OwnedSemaphorePermit, Refusal> {
        let permits = self.requests.clone().try_acquire_many_owned(requests);
        permits.map_err(|_| Refusal::busy("too many requests are being served"))
    }

    /// Room for one more stream of a principal.
    pub(super) fn stream(&self, principal: &Principal) -> Result<StreamPlace, Refusal> {
        Streams::take(&self.streams, principal)
    }

    /// The bytes that the requests of a new session may keep.
    pub(super) fn of_session(&self) -> Arc<Budget> {
        Budget::new(self.session_bytes)
    }

    /// The bytes that wait for the clients of HTTP+SSE.
    pub(super) fn pair_bytes(&self) -> &Arc<Budget> {
        &self.pair_bytes
    }
}

/// How many requests a message holds.
pub(super) fn requests_of(frame: &Frame) -> u32 {
    let is_request = |message: &Message| matches!(message, Message::Request(_));
    match frame {
        Frame::Message(message) => u32::from(is_request(message)),
        Frame::Batch(members) => {
            let requests = members.iter().flatten().filter(|member| is_request(member)).count();
            u32::try_from(requests).unwrap_or(u32::MAX)
        }
        Frame::Invalid(_) => 0,
    }
}

/// Streams that are open at a time, in all and of each principal that is known.
struct Streams {
    all: Arc<Semaphore>,
    of_one: usize,
    taken: Mutex<HashMap<Vec<u8>, usize>>,
}

impl Streams {
    fn take(self: &Arc<Self>, principal: &Principal) -> Result<StreamPlace, Refusal> {
        let place = self.all.clone().try_acquire_owned();
        let place = place.map_err(|_| Refusal::busy("too many streams are open"))?;
        // Nobody in particular is everybody where there is no sign-in.
        let owner = (!principal.is_anonymous()).then(|| principal.identity());
        if let Some(owner) = &owner {
            let mut taken = self.lock();
            let number = taken.get(owner).copied().unwrap_or_default();
            if number >= self.of_one {
                return Err(Refusal::busy("too many streams of this principal are open"));
            }
            taken.insert(owner.clone(), number + 1);
        }
        Ok(StreamPlace { streams: self.clone(), owner, _place: place })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Vec<u8>, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of one stream.
pub(super) struct StreamPlace {
    streams: Arc<Streams>,
    owner: Option<Vec<u8>>,
    _place: OwnedSemaphorePermit,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let Some(owner) = &self.owner else { return };
        let mut taken = self.streams.lock();
        if let Some(number) = taken.get_mut(owner) {
            *number -= 1;
            if *number == 0 {
                taken.remove(owner);
            }
        }
    }
}
