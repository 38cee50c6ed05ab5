//! Where the messages go that belong to a request, besides its answer.

use std::{
    collections::VecDeque,
    future::pending,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use bytes::Bytes;
use tokio::sync::{Notify, watch};

use crate::peer::serving::Line;

/// The most notifications of one exchange that wait for a client which does not read.
const MOST_WAITING: usize = 256;
/// The most bytes of them.
const MOST_WAITING_BYTES: usize = 1 << 20;
/// How many may wait before whoever can wait does.
const ROOM: usize = 16;

/// Where the messages go that belong to a request, besides its answer.
#[derive(Clone)]
pub(crate) enum Outlet {
    /// To the connection that the request came by.
    Line(Line),
    /// Into the answer of the request's own HTTP exchange.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has exchanges"))]
    Exchange(Arc<Exchange>),
}

impl Outlet {
    /// Waits until the client has taken most of what was sent. For what must not be left out.
    pub(crate) async fn room(&self) {
        match self {
            Self::Line(line) => line.room().await,
            Self::Exchange(exchange) => exchange.room().await,
        }
    }

    /// Waits until whoever carries the request's answer wants it to end in good order; for ever
    /// where nobody does.
    pub(crate) async fn ending(&self) {
        match self {
            Self::Line(line) => line.ending().await,
            Self::Exchange(exchange) => exchange.ending().await,
        }
    }

    /// Sends a notification. What does not fit is left out: of progress and log messages, the
    /// oldest.
    pub(crate) fn notify(&self, method: &'static str, params: Bytes) {
        match self {
            Self::Line(line) => line.notify(method, params),
            Self::Exchange(exchange) => {
                let mut body = Vec::with_capacity(params.len() + method.len() + 64);
                crate::jsonrpc::write_request(&mut body, None, method, Some(&params));
                exchange.push(body.into());
            }
        }
    }
}

/// The notifications of one HTTP exchange on their way into its answer.
pub(crate) struct Exchange {
    /// Becomes true when the answer is to end, where somebody may want that.
    ending: Option<watch::Receiver<bool>>,
    waiting: Mutex<Waiting>,
    /// Tells that there is room again.
    room: Notify,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<Bytes>,
    bytes: usize,
    reader: Option<Waker>,
}

impl Exchange {
    /// An exchange whose answer is to end when `ending` becomes true.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has exchanges"))]
    pub(crate) fn new(ending: Option<watch::Receiver<bool>>) -> Self {
        Self { ending, waiting: Mutex::default(), room: Notify::new() }
    }

    async fn ending(&self) {
        if let Some(mut ending) = self.ending.clone()
            && ending.wait_for(|ending| *ending).await.is_ok()
        {
            return;
        }
        // Whoever could want the end is gone, and the answer goes with its client.
        pending::<()>().await;
    }

    fn push(&self, message: Bytes) {
        let reader = {
            let mut waiting = self.lock();
            waiting.bytes += message.len();
            waiting.messages.push_back(message);
            while waiting.messages.len() > MOST_WAITING
                || (waiting.bytes > MOST_WAITING_BYTES && waiting.messages.len() > 1)
            {
                if let Some(oldest) = waiting.messages.pop_front() {
                    waiting.bytes -= oldest.len();
                }
            }
            waiting.reader.take()
        };
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// The next message. Whoever reads is woken when there is one.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has exchanges"))]
    pub(crate) fn poll_next(&self, cx: &Context<'_>) -> Poll<Bytes> {
        let mut waiting = self.lock();
        if let Some(message) = waiting.messages.pop_front() {
            waiting.bytes -= message.len();
            self.room.notify_one();
            return Poll::Ready(message);
        }
        waiting.reader = Some(cx.waker().clone());
        Poll::Pending
    }

    async fn room(&self) {
        while self.lock().messages.len() >= ROOM {
            self.room.notified().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // A panic while it was held cannot leave the queue half changed.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
