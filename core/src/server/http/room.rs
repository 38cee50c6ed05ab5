//! How much room there is: for what arrives, for what is served, for streams, and for the bytes that
//! all of it keeps.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{listener::REQUESTS_OF_ONE, options::HttpOptions};
use crate::{
    auth::Principal,
    jsonrpc::{Frame, Message},
    server::{
        admitted::Admitted,
        share::{Owner, Shares},
    },
    transport::http::server::{Budget, Refusal, Share},
};

/// The most bytes that wait for the clients of HTTP+SSE to read them, of all together.
const PAIR_BYTES: usize = 256 << 20;
/// The most bytes that sessions keep for clients that may come back for them, of all together.
const EVENT_BYTES: usize = 256 << 20;

/// How much room a service has.
pub(super) struct Room {
    arrivals: Arc<Semaphore>,
    requests: Arc<Places>,
    streams: Arc<Places>,
    bytes: Arc<Budget>,
    pair_bytes: Arc<Budget>,
    event_bytes: Arc<Budget>,
    session_bytes: usize,
}

/// A request that has not been read to its end, and the bytes of it that have come.
pub(super) struct Arrival {
    pub(super) bytes: Share,
    _place: OwnedSemaphorePermit,
}

impl Arrival {
    /// What stays of it when it has been read: its bytes.
    pub(super) fn into_bytes(self) -> Share {
        self.bytes
    }
}

impl Room {
    pub(super) fn new(options: &HttpOptions) -> Self {
        // Any one body that may come must have room.
        let one = options.message.bytes;
        // Whoever is judged and read keeps nobody out: there is room for all that the connections
        // can bring, and their bytes are bounded by themselves.
        let per_connection = usize::try_from(REQUESTS_OF_ONE).unwrap_or(usize::MAX);
        let arrivals = options.connections.get().saturating_mul(per_connection);
        Self {
            arrivals: semaphore(options.requests.get().max(arrivals)),
            requests: Places::new(options.requests.get(), options.requests_of_one(), "requests"),
            streams: Places::new(options.streams.get(), options.streams_of_one.get(), "streams"),
            bytes: Budget::new(options.request_bytes.max(one)),
            pair_bytes: Budget::new(PAIR_BYTES),
            event_bytes: Budget::new(EVENT_BYTES),
            session_bytes: options.session_bytes.max(one),
        }
    }

    /// Room for a request to arrive.
    pub(super) fn arrive(&self) -> Result<Arrival, Refusal> {
        let place = self.arrivals.clone().try_acquire_owned();
        let place = place.map_err(|_| Refusal::busy("too many requests are arriving"))?;
        Ok(Arrival { bytes: self.bytes.share(), _place: place })
    }

    /// Room for so many requests of a principal to be served.
    pub(super) fn serve(&self, principal: &Principal, requests: u32) -> Result<Place, Refusal> {
        self.requests.take(principal, requests)
    }

    /// Room for one more stream of a principal.
    pub(super) fn stream(&self, principal: &Principal) -> Result<Place, Refusal> {
        self.streams.take(principal, 1)
    }

    /// The bytes that the requests of a new session may keep.
    pub(super) fn of_session(&self) -> Arc<Budget> {
        Budget::new(self.session_bytes)
    }

    /// The bytes that sessions keep for clients that may come back.
    pub(super) fn event_bytes(&self) -> &Arc<Budget> {
        &self.event_bytes
    }

    /// The bytes that wait for the clients of HTTP+SSE.
    pub(super) fn pair_bytes(&self) -> &Arc<Budget> {
        &self.pair_bytes
    }
}

/// Lets a message into a session or a connection, whose requests may keep only so many bytes of
/// their `own`. `used` is kept as long as what it costs.
pub(super) fn admit(
    principal: Arc<Principal>,
    (places, bytes): (Place, Share),
    own: &Arc<Budget>,
    used: impl Send + Sync + 'static,
) -> Result<Admitted, Refusal> {
    let of_own = own.take(bytes.bytes());
    let of_own = of_own.ok_or_else(|| Refusal::busy("too much of this session is kept already"))?;
    Ok(Admitted { principal, cost: Some(Arc::new((places, bytes, of_own, used))) })
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

fn semaphore(most: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)))
}

/// What may be there at a time, in all and of each principal that is known.
struct Places {
    all: Arc<Semaphore>,
    of_one: usize,
    taken: Mutex<Shares>,
    /// Of what, in refusals.
    what: &'static str,
}

impl Places {
    fn new(in_all: usize, of_one: usize, what: &'static str) -> Arc<Self> {
        Arc::new(Self { all: semaphore(in_all), of_one, taken: Mutex::default(), what })
    }

    fn take(self: &Arc<Self>, principal: &Principal, number: u32) -> Result<Place, Refusal> {
        let places = self.all.clone().try_acquire_many_owned(number);
        let places =
            places.map_err(|_| Refusal::busy(format!("too many {} at a time", self.what)))?;
        let owner = Owner::of(principal);
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if owner.is_some() {
            let mut taken = self.lock();
            if number > self.of_one.saturating_sub(taken.of(owner)) {
                let message = format!("too many {} of this principal at a time", self.what);
                return Err(Refusal::busy(message));
            }
            taken.take(owner, number);
        }
        Ok(Place { of: self.clone(), owner, number, _places: places })
    }

    fn lock(&self) -> MutexGuard<'_, Shares> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of one stream, or of the requests of one message.
pub(super) struct Place {
    of: Arc<Places>,
    owner: Option<Owner>,
    number: usize,
    _places: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.owner.is_some() {
            self.of.lock().give_back(self.owner, self.number);
        }
    }
}
