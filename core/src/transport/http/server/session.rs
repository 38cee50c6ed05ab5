//! Legacy Streamable HTTP in the server role: a session's POSTs, its standing stream, and streams
//! that are gone on with after a break (2025-03-26 to 2025-11-25 `basic/transports`).
//!
//! [`SessionTransport`] is driven by the connection, [`SessionDoor`] is what requests come in by;
//! between them stands the [`Store`]. A POST with requests is an exchange with a stream of its own,
//! which goes on when its connection breaks: only the client's word cancels a request here. The
//! standing stream is stream 0; of two connections that ask for a stream, the newer one gets it,
//! since the older one is most often a connection that broke without saying so.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker, ready},
    time::Duration,
};

use http::StatusCode;
use tokio::sync::mpsc;

use super::{
    Budget, Refusal, StoreLimits,
    reader::{Exchange, Reader},
    store::{Stale, Store, Worth},
};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::{Frame, Message, RequestId},
    transport::{Incoming, Link, Outgoing, OutgoingKind, Transport},
};

/// The most messages that wait for the connection to take them; further POSTs wait for it.
const WAITING_MESSAGES: usize = 64;
/// The stream of what belongs to no exchange.
pub(super) const STANDING: u64 = 0;

/// Something that is kept for a message until it was handled.
pub(crate) type Kept = Box<dyn Send>;

/// What differs from session to session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionOptions {
    /// How much of the streams is kept.
    pub(crate) store: StoreLimits,
    /// After what time a client is to come back to a stream whose connection was ended.
    pub(crate) retry: Duration,
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self { store: StoreLimits::default(), retry: Duration::from_secs(1) }
    }
}

/// A new session: what its connection drives, and the door for its requests. The session has ended
/// when either all doors or the transport are dropped. What all sessions together keep for who may
/// come back is bounded by `budget`.
pub(crate) fn session(
    options: SessionOptions,
    budget: &Arc<Budget>,
) -> (SessionTransport, SessionDoor) {
    let mut state = State {
        store: Store::new(options.store, budget.share()),
        seats: HashMap::new(),
        generation: 0,
        priming: false,
        closed: false,
        driver: None,
    };
    let standing = state.store.open();
    debug_assert_eq!(standing, STANDING, "the first stream is the standing one");
    state.store.detach(STANDING, true);
    let shared = Arc::new(Shared { state: Mutex::new(state), retry: options.retry });
    let (sender, incoming) = mpsc::channel(WAITING_MESSAGES);
    let transport = SessionTransport {
        shared: shared.clone(),
        incoming,
        handled: None,
        faults: VecDeque::new(),
    };
    (transport, SessionDoor { shared, incoming: sender })
}

/// What the transport, the doors and the readers of a session share.
pub(super) struct Shared {
    state: Mutex<State>,
    pub(super) retry: Duration,
}

pub(super) struct State {
    pub(super) store: Store,
    /// Who reads which stream.
    pub(super) seats: HashMap<u64, Seat>,
    generation: u64,
    /// Whether streams begin with an event without data.
    pub(super) priming: bool,
    pub(super) closed: bool,
    /// Whoever drives the connection.
    driver: Option<Waker>,
}

impl State {
    /// Takes something from a stream, and wakes the driver if it has waited for that.
    pub(super) fn take<T>(&mut self, stream: u64, take: impl FnOnce(&mut Store) -> T) -> T {
        let was_congested = self.store.is_congested(stream);
        let taken = take(&mut self.store);
        if was_congested
            && !self.store.is_congested(stream)
            && let Some(driver) = self.driver.take()
        {
            driver.wake();
        }
        taken
    }
}

/// The one reader of a stream.
pub(super) struct Seat {
    /// Tells a reader from those that had its seat before.
    pub(super) generation: u64,
    pub(super) waker: Option<Waker>,
    /// Whether the reader is to go, and to come back for the rest.
    pub(super) released: bool,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A reader of a stream from a place on; whoever read it before is sent away.
    fn read(self: &Arc<Self>, state: &mut State, stream: u64, place: u64, opening: bool) -> Reader {
        state.generation += 1;
        let seat = Seat { generation: state.generation, waker: None, released: false };
        let before = state.seats.insert(stream, seat);
        if let Some(waker) = before.and_then(|seat| seat.waker) {
            waker.wake();
        }
        Reader::new(self.clone(), stream, place, state.generation, opening)
    }

    /// Changes something about a stream, and wakes its reader.
    fn change<T>(&self, stream: u64, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state();
        let changed = change(&mut state);
        let waker = state.seats.get_mut(&stream).and_then(|seat| seat.waker.take());
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
        changed
    }

    /// Ends all streams, which can still be read to their ends.
    fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let wakers: Vec<Waker> =
            state.seats.values_mut().filter_map(|seat| seat.waker.take()).collect();
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
    }
}

/// The transport of a session.
pub(crate) struct SessionTransport {
    shared: Arc<Shared>,
    incoming: mpsc::Receiver<(Incoming, Kept)>,
    /// What is kept for the message that is being handled: until the next one is asked for.
    handled: Option<Kept>,
    faults: VecDeque<Incoming>,
}

impl Transport for SessionTransport {
    fn send(&mut self, outgoing: Outgoing) {
        let Outgoing { body, kind, related, .. } = outgoing;
        let stream = match &related {
            Some(exchange) => number(exchange),
            None if kind == OutgoingKind::Reply => None,
            None => Some(STANDING),
        };
        let worth = match kind {
            OutgoingKind::Aside => Worth::Little,
            OutgoingKind::Notification | OutgoingKind::Request { .. } | OutgoingKind::Reply => {
                Worth::Much
            }
        };
        let is_reply = kind == OutgoingKind::Reply;
        let added = stream.is_some_and(|stream| {
            self.shared.change(stream, |state| {
                let added = state.store.add(stream, body, worth);
                if is_reply {
                    state.store.end(stream);
                }
                // Whoever left before the answer began does not get it, and knew that.
                added || is_reply
            })
        });
        if !added {
            let over = "the exchange that the message belongs to is over";
            self.faults.push_back(Incoming::not_sent(kind, Error::new(ErrorCode::Closed, over)));
        }
    }

    fn abandon(&mut self, id: &RequestId) {
        if let Some(stream) = number(id) {
            self.shared.change(stream, |state| state.store.end(stream));
        }
    }

    fn release(&mut self, exchange: &RequestId) {
        let Some(stream) = number(exchange) else { return };
        self.shared.change(stream, |state| {
            if let Some(seat) = state.seats.get_mut(&stream) {
                seat.released = true;
            }
        });
    }

    fn is_congested(&self, exchange: Option<&RequestId>) -> bool {
        let stream = exchange.map_or(Some(STANDING), number);
        stream.is_some_and(|stream| self.shared.state().store.is_congested(stream))
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.handled = None;
        self.shared.state().driver = Some(cx.waker().clone());
        if let Some(fault) = self.faults.pop_front() {
            return Poll::Ready(fault);
        }
        let Some((incoming, kept)) = ready!(self.incoming.poll_recv(cx)) else {
            let ended = Error::new(ErrorCode::Closed, "the session has ended");
            return Poll::Ready(Incoming::Closed(ended));
        };
        self.handled = Some(kept);
        Poll::Ready(incoming)
    }

    fn poll_close(&mut self, _cx: &mut Context<'_>) -> Poll<Result<()>> {
        // Readers still get what is there.
        self.incoming.close();
        self.handled = None;
        self.shared.close();
        Poll::Ready(Ok(()))
    }

    fn link(&self) -> Link {
        Link::Exchanges
    }
}

impl Drop for SessionTransport {
    fn drop(&mut self) {
        self.shared.close();
    }
}

/// The name of an exchange: text, so that it is never taken for an identifier of ours.
fn name(stream: u64) -> RequestId {
    RequestId::String(stream.to_string().into())
}

fn number(exchange: &RequestId) -> Option<u64> {
    match exchange {
        RequestId::String(text) => text.parse().ok(),
        RequestId::Number(_) => None,
    }
}

/// What requests of a session come in by.
#[derive(Clone)]
pub(crate) struct SessionDoor {
    shared: Arc<Shared>,
    incoming: mpsc::Sender<(Incoming, Kept)>,
}

/// What became of a POST.
pub(crate) enum Posted {
    /// It wants no answer.
    Accepted,
    /// It is an exchange, whose answer is to be waited for.
    Exchange(Exchange),
}

impl SessionDoor {
    /// Hands a message or a batch in. Dropping the future before it is done takes it back. `enter`
    /// is told the exchange, where there is one, and what it gives is kept until the message was
    /// handled.
    ///
    /// # Errors
    /// 404: the session has ended.
    pub(crate) async fn post(
        &self,
        frame: Frame,
        enter: impl FnOnce(Option<&RequestId>) -> Kept,
    ) -> Result<Posted, Refusal> {
        let reader = wants_answer(&frame).then(|| {
            let mut state = self.shared.state();
            let stream = state.store.open();
            self.shared.read(&mut state, stream, 0, true)
        });
        // Where the message is taken back, nothing will ever come in its stream.
        let mut unsent = reader
            .as_ref()
            .map(|reader| Unsent { shared: &self.shared, stream: Some(reader.stream()) });
        let via = reader.as_ref().map(|reader| name(reader.stream()));
        let kept = enter(via.as_ref());
        if self.incoming.send((Incoming::Frame { frame, via }, kept)).await.is_err() {
            return Err(Refusal::new(StatusCode::NOT_FOUND, "the session has ended"));
        }
        if let Some(unsent) = &mut unsent {
            unsent.stream = None;
        }
        Ok(reader.map_or(Posted::Accepted, |reader| Posted::Exchange(Exchange::new(reader))))
    }

    /// Opens the standing stream, from what nobody has read yet on.
    pub(crate) fn listen(&self) -> Reader {
        let mut state = self.shared.state();
        let place = state.store.attach(STANDING).unwrap_or_default();
        self.shared.read(&mut state, STANDING, place, false)
    }

    /// Goes on with a stream after the event that a client names. Where events after it are not
    /// kept any more, the stream says how many; they were notifications, or read before.
    ///
    /// # Errors
    /// There is nothing to go on with.
    pub(crate) fn resume(&self, last_event_id: &str) -> Result<Reader, Stale> {
        let mut state = self.shared.state();
        let (stream, place) = state.store.find(last_event_id)?;
        state.store.attach(stream);
        Ok(self.shared.read(&mut state, stream, place, false))
    }

    /// Says whether streams begin with an event that has an identifier and no data, so that the
    /// client can come back from the start (2025-11-25). At first they do not.
    pub(crate) fn set_priming(&self, priming: bool) {
        self.shared.state().priming = priming;
    }

    /// How many streams there are, the standing one included.
    #[cfg(test)]
    pub(crate) fn streams(&self) -> usize {
        self.shared.state().store.streams()
    }
}

/// The stream of a message that nobody has been handed yet; dropping it forgets the stream.
struct Unsent<'a> {
    shared: &'a Shared,
    stream: Option<u64>,
}

impl Drop for Unsent<'_> {
    fn drop(&mut self) {
        if let Some(stream) = self.stream {
            self.shared.state().store.forget(stream);
        }
    }
}

/// Whether anything in the frame is to be answered.
fn wants_answer(frame: &Frame) -> bool {
    match frame {
        Frame::Message(message) => matches!(message, Message::Request(_)),
        Frame::Batch(members) => {
            let wants =
                |member: &Result<Message, _>| matches!(member, Ok(Message::Request(_)) | Err(_));
            members.is_empty() || members.iter().any(wants)
        }
        Frame::Invalid(_) => true,
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
