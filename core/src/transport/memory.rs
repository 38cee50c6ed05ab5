//! A pair of transports joined in memory.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker, ready},
};

use bytes::Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{
    CONGESTED_BYTES, Incoming, Link, Notice, Outgoing, Transport,
    lines::{MOST_QUEUED, Oversized, beginning},
};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::{Frame, Invalid, InvalidKind, Limits, RequestId, decode},
};

/// One end of a connection inside the process.
///
/// Messages pass as text and are decoded where they arrive, with the same limits as on a stream.
/// Dropping or closing one end ends the connection for the other.
pub struct MemoryTransport {
    sender: Option<UnboundedSender<Bytes>>,
    receiver: UnboundedReceiver<Bytes>,
    /// What waits for the other end, and for this one.
    there: Arc<Queued>,
    here: Arc<Queued>,
    events: VecDeque<Incoming>,
    limits: Limits,
}

/// Makes two transports, each of which receives what the other sends.
///
/// ```
/// let (client, server) = hostline::transport::memory::pair();
/// # drop((client, server));
/// ```
pub fn pair() -> (MemoryTransport, MemoryTransport) {
    let (to_second, from_first) = unbounded_channel();
    let (to_first, from_second) = unbounded_channel();
    let (for_first, for_second) = (Arc::new(Queued::default()), Arc::new(Queued::default()));
    let first = MemoryTransport::new(to_second, from_second, for_second.clone(), for_first.clone());
    let second = MemoryTransport::new(to_first, from_first, for_first, for_second);
    (first, second)
}

impl MemoryTransport {
    fn new(
        sender: UnboundedSender<Bytes>,
        receiver: UnboundedReceiver<Bytes>,
        there: Arc<Queued>,
        here: Arc<Queued>,
    ) -> Self {
        Self {
            sender: Some(sender),
            receiver,
            there,
            here,
            events: VecDeque::new(),
            limits: Limits::default(),
        }
    }

    /// Sets other limits on what the other end may send.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    fn push(&self, body: Bytes) -> Result<()> {
        let size = body.len();
        // Only this end adds to the count, so it cannot grow between the two steps.
        if self.there.bytes().saturating_add(size) > MOST_QUEUED {
            let message = format!("{} MiB wait for the other end", MOST_QUEUED >> 20);
            return Err(Error::new(ErrorCode::Limit, message));
        }
        self.there.add(size);
        let sent = self.sender.as_ref().map(|sender| sender.send(body));
        if matches!(sent, Some(Ok(()))) {
            return Ok(());
        }
        Err(Error::new(ErrorCode::Closed, "the other end is closed"))
    }

    fn take(&self, text: &Bytes) -> Incoming {
        if text.len() > self.limits.bytes {
            let mut oversized = Oversized::default();
            oversized.feed(text);
            return oversized.into_incoming();
        }
        match decode(text, &self.limits) {
            Frame::Invalid(Invalid { kind: InvalidKind::NotJson, .. }) => {
                Incoming::Notice(Notice::Noise(beginning(text)))
            }
            frame => Incoming::Frame { frame, via: None },
        }
    }
}

impl Transport for MemoryTransport {
    fn send(&mut self, outgoing: Outgoing) {
        if let Err(error) = self.push(outgoing.body) {
            self.events.push_back(Incoming::not_sent(outgoing.kind, error));
        }
    }

    fn abandon(&mut self, _id: &RequestId) {}

    fn is_congested(&self, _exchange: Option<&RequestId>) -> bool {
        self.there.is_congested() && !self.sender.as_ref().is_none_or(UnboundedSender::is_closed)
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.there.wake_when_read(cx);
        if let Some(event) = self.events.pop_front() {
            return Poll::Ready(event);
        }
        let Some(text) = ready!(self.receiver.poll_recv(cx)) else {
            let error = Error::new(ErrorCode::Closed, "the other end closed the connection");
            return Poll::Ready(Incoming::Closed(error));
        };
        self.here.remove(text.len());
        Poll::Ready(self.take(&text))
    }

    fn poll_close(&mut self, _cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.sender = None;
        Poll::Ready(Ok(()))
    }

    fn link(&self) -> Link {
        Link::Shared
    }
}

/// What waits for one end.
#[derive(Default)]
struct Queued {
    bytes: AtomicUsize,
    /// Whoever sends more than the end reads.
    sender: Mutex<Option<Waker>>,
}

impl Queued {
    fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    fn is_congested(&self) -> bool {
        self.bytes() >= CONGESTED_BYTES
    }

    fn add(&self, size: usize) {
        self.bytes.fetch_add(size, Ordering::Relaxed);
    }

    fn remove(&self, size: usize) {
        let before = self.bytes.fetch_sub(size, Ordering::Relaxed);
        if before >= CONGESTED_BYTES && before - size < CONGESTED_BYTES {
            let sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(sender) = sender {
                sender.wake();
            }
        }
    }

    /// Has the sender woken once little waits, if much does now.
    fn wake_when_read(&self, cx: &Context<'_>) {
        if !self.is_congested() {
            return;
        }
        *self.sender.lock().unwrap_or_else(PoisonError::into_inner) = Some(cx.waker().clone());
        // The other end may have read before the lock was taken, and woken nobody.
        if !self.is_congested() {
            cx.waker().wake_by_ref();
        }
    }
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
