//! A pair of transports joined in memory.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{
    Incoming, Link, Notice, Outgoing, Transport,
    lines::{MOST_QUEUED, Oversized, beginning, not_sent},
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
    /// How many bytes wait for the other end, and for this one.
    queued_there: Arc<AtomicUsize>,
    queued_here: Arc<AtomicUsize>,
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
    let for_first = Arc::new(AtomicUsize::new(0));
    let for_second = Arc::new(AtomicUsize::new(0));
    let first = MemoryTransport::new(to_second, from_second, for_second.clone(), for_first.clone());
    let second = MemoryTransport::new(to_first, from_first, for_first, for_second);
    (first, second)
}

impl MemoryTransport {
    fn new(
        sender: UnboundedSender<Bytes>,
        receiver: UnboundedReceiver<Bytes>,
        queued_there: Arc<AtomicUsize>,
        queued_here: Arc<AtomicUsize>,
    ) -> Self {
        Self {
            sender: Some(sender),
            receiver,
            queued_there,
            queued_here,
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
        if self.queued_there.load(Ordering::Relaxed).saturating_add(size) > MOST_QUEUED {
            let message = format!("{} MiB wait for the other end", MOST_QUEUED >> 20);
            return Err(Error::new(ErrorCode::Limit, message));
        }
        self.queued_there.fetch_add(size, Ordering::Relaxed);
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
            self.events.push_back(not_sent(outgoing.kind, error));
        }
    }

    fn abandon(&mut self, _id: &RequestId) {}

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        if let Some(event) = self.events.pop_front() {
            return Poll::Ready(event);
        }
        let Some(text) = ready!(self.receiver.poll_recv(cx)) else {
            let error = Error::new(ErrorCode::Closed, "the other end closed the connection");
            return Poll::Ready(Incoming::Closed(error));
        };
        self.queued_here.fetch_sub(text.len(), Ordering::Relaxed);
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

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
