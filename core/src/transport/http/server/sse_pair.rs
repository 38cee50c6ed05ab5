//! HTTP+SSE in the server role: one stream to the client, and POSTs from it (2024-11-05
//! `basic/transports`, "HTTP with SSE").
//!
//! The connection lasts as long as its stream. What waits for a client that reads slowly is
//! bounded; progress and log messages are left out before anything else.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, Waker, ready},
};

use bytes::Bytes;
use http::StatusCode;
use tokio::sync::mpsc;

use super::{Budget, Event, Refusal, Share, Source, session::Kept};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::{Frame, RequestId},
    transport::{CONGESTED_BYTES, Incoming, Link, Outgoing, OutgoingKind, Transport},
};

/// The most messages that wait for the connection to take them; further POSTs wait for it.
const WAITING_MESSAGES: usize = 64;
/// The most bytes that wait for one client to read them.
const WAITING_BYTES: usize = 16 << 20;
/// The most messages that wait for the client to read them.
const WAITING_EVENTS: usize = 4096;

/// A new connection whose stream tells the client to send to `address`, which must be relative, so
/// that it cannot lead anywhere else. What waits for all clients together is bounded by `budget`.
pub(crate) fn pair(address: &str, budget: &Arc<Budget>) -> (PairTransport, PairDoor, PairReader) {
    let shared = Arc::new(Shared(Mutex::new(Queue::new(budget.share()))));
    let (sender, incoming) = mpsc::channel(WAITING_MESSAGES);
    let transport =
        PairTransport { shared: shared.clone(), incoming, handled: None, faults: VecDeque::new() };
    let endpoint = Event {
        name: Some("endpoint"),
        ..Event::message(Bytes::copy_from_slice(address.as_bytes()))
    };
    let reader = PairReader { shared, endpoint: Some(endpoint) };
    (transport, PairDoor { incoming: sender, posts: Arc::default() }, reader)
}

struct Shared(Mutex<Queue>);

struct Queue {
    waiting: VecDeque<(Bytes, bool)>,
    share: Share,
    /// Whether the transport is gone; what waits may still be read.
    closed: bool,
    /// Whether the client is gone.
    left: bool,
    reader: Option<Waker>,
    transport: Option<Waker>,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn new(share: Share) -> Self {
        Self {
            waiting: VecDeque::new(),
            share,
            closed: false,
            left: false,
            reader: None,
            transport: None,
        }
    }

    /// Adds a message; false if there is no room for it.
    fn push(&mut self, body: Bytes, may_be_lost: bool) -> bool {
        while !self.has_room(body.len()) {
            let Some(index) = self.waiting.iter().position(|(_, may_be_lost)| *may_be_lost) else {
                return false;
            };
            let lost = self.waiting.remove(index).map_or(0, |(body, _)| body.len());
            self.share.shrink(lost);
        }
        self.waiting.push_back((body, may_be_lost));
        true
    }

    /// Whether there is room for a message of so many bytes, which are taken then.
    fn has_room(&mut self, bytes: usize) -> bool {
        self.waiting.len() < WAITING_EVENTS
            && self.share.bytes() + bytes <= WAITING_BYTES
            && self.share.grow(bytes)
    }

    fn is_congested(&self) -> bool {
        self.share.bytes() >= CONGESTED_BYTES
    }

    /// Takes the next message, and wakes the transport if it has waited for that.
    fn pop(&mut self) -> Option<Bytes> {
        let was_congested = self.is_congested();
        let (body, _) = self.waiting.pop_front()?;
        self.share.shrink(body.len());
        if was_congested
            && !self.is_congested()
            && let Some(transport) = self.transport.take()
        {
            transport.wake();
        }
        Some(body)
    }

    fn close(&mut self) {
        self.closed = true;
        if let Some(waker) = self.reader.take() {
            waker.wake();
        }
    }
}

/// The transport of a connection over HTTP+SSE.
pub(crate) struct PairTransport {
    shared: Arc<Shared>,
    incoming: mpsc::Receiver<(Incoming, Kept)>,
    /// What is kept for the message that is being handled: until the next one is asked for.
    handled: Option<Kept>,
    faults: VecDeque<Incoming>,
}

impl Transport for PairTransport {
    fn send(&mut self, outgoing: Outgoing) {
        let Outgoing { body, kind, .. } = outgoing;
        let mut queue = self.shared.queue();
        let added = !queue.left && queue.push(body, kind == OutgoingKind::Aside);
        let waker = queue.reader.take();
        drop(queue);
        if let Some(waker) = waker {
            waker.wake();
        }
        if !added {
            let error = Error::new(ErrorCode::Limit, "too much waits for the client to read it");
            self.faults.push_back(Incoming::not_sent(kind, error));
        }
    }

    fn abandon(&mut self, _id: &RequestId) {}

    fn is_congested(&self, _exchange: Option<&RequestId>) -> bool {
        self.shared.queue().is_congested()
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.handled = None;
        if let Some(fault) = self.faults.pop_front() {
            return Poll::Ready(fault);
        }
        let mut queue = self.shared.queue();
        if queue.left {
            let error = Error::new(ErrorCode::Closed, "the client closed its stream");
            return Poll::Ready(Incoming::Closed(error));
        }
        queue.transport = Some(cx.waker().clone());
        drop(queue);
        let Some((incoming, kept)) = ready!(self.incoming.poll_recv(cx)) else {
            let ended = Error::new(ErrorCode::Closed, "the connection has ended");
            return Poll::Ready(Incoming::Closed(ended));
        };
        self.handled = Some(kept);
        Poll::Ready(incoming)
    }

    fn poll_close(&mut self, _cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.incoming.close();
        self.handled = None;
        self.shared.queue().close();
        Poll::Ready(Ok(()))
    }

    fn link(&self) -> Link {
        Link::Shared
    }
}

impl Drop for PairTransport {
    fn drop(&mut self) {
        self.shared.queue().close();
    }
}

/// What a client's messages come in by.
#[derive(Clone)]
pub(crate) struct PairDoor {
    incoming: mpsc::Sender<(Incoming, Kept)>,
    posts: Arc<AtomicU64>,
}

impl PairDoor {
    /// Hands a message in. Dropping the future before it is done takes it back. `enter` is told by
    /// what name the POST goes, and what it gives is kept until the message was handled.
    ///
    /// # Errors
    /// 404: the connection has ended.
    pub(crate) async fn post(
        &self,
        frame: Frame,
        enter: impl FnOnce(&RequestId) -> Kept,
    ) -> Result<(), Refusal> {
        let number = self.posts.fetch_add(1, Ordering::Relaxed);
        let via = RequestId::String(number.to_string().into());
        let kept = enter(&via);
        let sent = self.incoming.send((Incoming::Frame { frame, via: Some(via) }, kept)).await;
        sent.map_err(|_| Refusal::new(StatusCode::NOT_FOUND, "the connection has ended"))
    }
}

/// The client's stream. When it is dropped, the connection ends.
pub(crate) struct PairReader {
    shared: Arc<Shared>,
    endpoint: Option<Event>,
}

impl Source for PairReader {
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        if let Some(endpoint) = self.endpoint.take() {
            return Poll::Ready(Some(endpoint));
        }
        let mut queue = self.shared.queue();
        if let Some(body) = queue.pop() {
            // Clients of this version look for the type by its name.
            return Poll::Ready(Some(Event { name: Some("message"), ..Event::message(body) }));
        }
        if queue.closed {
            return Poll::Ready(None);
        }
        queue.reader = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for PairReader {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.left = true;
        queue.waiting.clear();
        queue.share.shrink(usize::MAX);
        let waker = queue.transport.take();
        drop(queue);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

#[cfg(test)]
#[path = "sse_pair_tests.rs"]
mod tests;
