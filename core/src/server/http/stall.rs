//! Clients that do not read: what is written to a connection, and each answer that is sent over it,
//! must get ahead.
//!
//! Over HTTP/1.1 such a client stops the connection, which [`Patient`] sees. Over HTTP/2 it may also
//! stop a single answer by its window, and the connection goes on: [`Business`] knows what each
//! stream and each large answer waits for, and takes it away. Small answers, which are out of our
//! hands at once, are known by their [`Tasks`].

use std::{
    io,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    task::Id,
    time::{Instant, Sleep, sleep},
};

use super::{HttpBody, tasks::Tasks};

/// A stream of bytes that breaks when nothing can be written to it for too long.
pub(super) struct Patient<S> {
    stream: S,
    wait: Duration,
    /// Runs out when what is being written has waited for too long.
    patience: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub(super) fn new(stream: S, wait: Duration) -> Self {
        Self { stream, wait, patience: None }
    }

    fn judge<T>(
        &mut self,
        polled: Poll<io::Result<T>>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.patience = None;
            return polled;
        }
        let wait = self.wait;
        let patience = self.patience.get_or_insert_with(|| Box::pin(sleep(wait)));
        ready!(patience.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(polled, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.judge(polled, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(cx);
        self.judge(polled, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.judge(polled, cx)
    }
}

/// What a connection has to do.
pub(super) struct Business {
    /// The requests that it has had.
    begun: AtomicUsize,
    /// Those whose answers have begun, or will not.
    answered: AtomicUsize,
    /// The answers that are watched.
    watched: Mutex<Vec<Weak<Mutex<Given>>>>,
    /// What serves its requests over HTTP/2. They hold this, and so it does not hold them.
    tasks: Weak<Tasks>,
}

/// The source of an answer, and what it has given.
pub(super) struct Given {
    body: Option<HttpBody>,
    /// Since when the client has not taken what was given.
    waits: Option<Instant>,
    /// What sends it, over HTTP/2.
    task: Option<Id>,
}

impl Business {
    pub(super) fn new(tasks: &Arc<Tasks>) -> Self {
        Self {
            begun: AtomicUsize::new(0),
            answered: AtomicUsize::new(0),
            watched: Mutex::default(),
            tasks: Arc::downgrade(tasks),
        }
    }

    /// Notes a request, until what this returns is dropped.
    pub(super) fn begin(self: &Arc<Self>) -> Request {
        self.begun.fetch_add(1, Ordering::Relaxed);
        Request(self.clone())
    }

    /// How many requests there have been.
    pub(super) fn begun(&self) -> usize {
        self.begun.load(Ordering::Relaxed)
    }

    /// An answer's body, which is watched where it is a stream or large.
    pub(super) fn watch(&self, body: HttpBody) -> WatchedBody {
        let is_small = body.is_small();
        let task = self.tasks.upgrade().and_then(|tasks| tasks.note_answer(is_small));
        if is_small {
            return WatchedBody::Small(body);
        }
        let given = Given { body: Some(body), waits: Some(Instant::now()), task };
        let given = Arc::new(Mutex::new(given));
        let mut watched = locked(&self.watched);
        watched.retain(|given| given.strong_count() > 0);
        watched.push(Arc::downgrade(&given));
        WatchedBody::Large(given)
    }

    /// Gives up all answers of which their clients have taken nothing for so long, and says whether
    /// there is anything left to do.
    pub(super) fn review(&self, longest: Duration) -> bool {
        let now = Instant::now();
        let watched: Vec<_> = locked(&self.watched).iter().filter_map(Weak::upgrade).collect();
        let mut given_up = Vec::new();
        let mut goes_on = false;
        for given in &watched {
            let mut given = locked(given);
            if given.waits.is_some_and(|since| now.duration_since(since) >= longest) {
                given_up.extend(given.body.take().map(|body| (body, given.task)));
            }
            goes_on |= given.body.is_some();
        }
        if let Some(tasks) = self.tasks.upgrade() {
            given_up.iter().filter_map(|(_, task)| *task).for_each(|task| tasks.end(task));
            // A small one may wait for a large one, which fills the window of the connection.
            tasks.end_waiting(longest * 2);
        }
        // Outside of the locks: this ends whatever they are the answers of.
        drop(given_up);
        goes_on || self.begun() > self.answered.load(Ordering::Relaxed)
    }
}

/// A request whose answer has not begun.
pub(super) struct Request(Arc<Business>);

impl Drop for Request {
    fn drop(&mut self) {
        self.0.answered.fetch_add(1, Ordering::Relaxed);
    }
}

/// The body of an answer on its way to a client.
pub(super) enum WatchedBody {
    Small(HttpBody),
    Large(Arc<Mutex<Given>>),
}

impl Body for WatchedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match self.get_mut() {
            Self::Small(body) => poll_body(body, cx),
            Self::Large(given) => {
                let mut given = locked(given);
                let Some(body) = &mut given.body else {
                    let error = io::Error::new(io::ErrorKind::TimedOut, "the client does not read");
                    return Poll::Ready(Some(Err(error)));
                };
                let polled = poll_body(body, cx);
                given.waits = polled.is_ready().then(Instant::now);
                polled
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Small(body) => body.is_end_stream(),
            Self::Large(given) => locked(given).body.as_ref().is_some_and(Body::is_end_stream),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Small(body) => body.size_hint(),
            Self::Large(given) => {
                locked(given).body.as_ref().map_or_else(SizeHint::new, Body::size_hint)
            }
        }
    }
}

fn poll_body(body: &mut HttpBody, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
    let polled = Pin::new(body).poll_frame(cx);
    polled.map(|frame| frame.map(|frame| frame.map_err(|never| match never {})))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
