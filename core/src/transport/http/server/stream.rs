//! Writing answers: whole ones, and streams of server-sent events.
//!
//! A stream is pulled: its body asks its source for events only when the connection has room, so
//! that a client that reads slowly costs what its source keeps and one buffer. What is large goes
//! out in pieces, so that whoever watches the body sees whether its client reads.

use std::{
    convert::Infallible,
    fmt,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use http::{HeaderValue, Response, header};
use http_body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

/// The most that goes out in one piece.
const PIECE_BYTES: usize = 32 << 10;
/// The comment that keeps a quiet stream open.
const KEEP_ALIVE: &[u8] = b":\n\n";

/// The body of an answer of a Hostline server over HTTP: whole, or a stream of events.
///
/// Dropping a body that is a stream gives it up: in the modern era this cancels its request.
pub struct HttpBody {
    kind: Kind,
    /// What it takes of the room there is while it is being sent.
    cost: Option<Cost>,
}

/// What something takes of the room there is; dropping it gives that back.
pub(crate) type Cost = Box<dyn Send + Sync>;

enum Kind {
    Whole(Bytes),
    Stream(Pin<Box<dyn Body<Data = Bytes, Error = Infallible> + Send>>),
}

impl HttpBody {
    /// Nothing.
    pub(crate) fn empty() -> Self {
        Self::whole(Bytes::new())
    }

    /// All of a body.
    pub(crate) fn whole(bytes: impl Into<Bytes>) -> Self {
        Self { kind: Kind::Whole(bytes.into()), cost: None }
    }

    /// Whether it is whole and goes out in one piece.
    pub(crate) fn is_small(&self) -> bool {
        matches!(&self.kind, Kind::Whole(bytes) if bytes.len() <= PIECE_BYTES)
    }

    /// Keeps what it costs until it was sent or is given up. A small one costs nothing any more.
    pub(crate) fn keep(&mut self, cost: Cost) {
        if !self.is_small() {
            self.cost = Some(cost);
        }
    }
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.kind {
            Kind::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Kind::Whole(bytes) => {
                let piece = bytes.split_to(bytes.len().min(PIECE_BYTES));
                Poll::Ready(Some(Ok(Frame::data(piece))))
            }
            Kind::Stream(stream) => stream.as_mut().poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.kind {
            Kind::Whole(bytes) => bytes.is_empty(),
            Kind::Stream(stream) => stream.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.kind {
            Kind::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Kind::Stream(stream) => stream.size_hint(),
        }
    }
}

impl fmt::Debug for HttpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.kind {
            Kind::Whole(_) => "HttpBody(whole)",
            Kind::Stream(_) => "HttpBody(stream)",
        })
    }
}

/// One server-sent event, or parts of one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Event {
    /// Its type, where it is not a message.
    pub(crate) name: Option<&'static str>,
    /// Its identifier.
    pub(crate) id: Option<Box<str>>,
    /// After what time the client is to come back when the stream has ended.
    pub(crate) retry: Option<Duration>,
    /// What it says. Without data an event is not handed on to anybody.
    pub(crate) data: Option<Bytes>,
    /// How many events before it are not kept any more; said in a comment.
    pub(crate) missing: u64,
}

impl Event {
    /// A message.
    pub(crate) fn message(data: Bytes) -> Self {
        Self { data: Some(data), ..Self::default() }
    }

    fn write(&self, out: &mut BytesMut) {
        if self.missing > 0 {
            let comment = format!(": {} earlier events are not kept any more\n", self.missing);
            out.extend_from_slice(comment.as_bytes());
        }
        if let Some(name) = self.name {
            write_field(out, b"event: ", name.as_bytes());
        }
        if let Some(id) = &self.id {
            write_field(out, b"id: ", id.as_bytes());
        }
        if let Some(retry) = self.retry {
            write_field(out, b"retry: ", retry.as_millis().to_string().as_bytes());
        }
        if let Some(data) = &self.data {
            // JSON may be laid out in lines, each of which needs its own field.
            for line in data.split(|byte| matches!(byte, b'\n' | b'\r')) {
                write_field(out, b"data: ", line);
            }
        }
        out.extend_from_slice(b"\n");
    }
}

fn write_field(out: &mut BytesMut, name: &[u8], value: &[u8]) {
    out.reserve(name.len() + value.len() + 1);
    out.extend_from_slice(name);
    out.extend_from_slice(value);
    out.extend_from_slice(b"\n");
}

/// Where the events of a stream come from.
pub(crate) trait Source: Send + 'static {
    /// The next event; nothing when the stream is at its end, after which it is not asked again.
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>>;
}

/// The body of a stream of events.
pub(crate) struct EventBody<S> {
    source: S,
    keep_alive: Duration,
    quiet: Pin<Box<Sleep>>,
    /// What is written and not sent yet.
    written: BytesMut,
    ended: bool,
}

impl<S: Source + Unpin> EventBody<S> {
    /// The answer that is a stream of a source's events, with a comment after each `keep_alive`
    /// without any.
    pub(crate) fn response(source: S, keep_alive: Duration) -> Response<HttpBody> {
        let quiet = Box::pin(sleep(keep_alive));
        let body = Self { source, keep_alive, quiet, written: BytesMut::new(), ended: false };
        let kind = Kind::Stream(Box::pin(body));
        let mut response = Response::new(HttpBody { kind, cost: None });
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        // Proxies that gather what they pass on would hold events back.
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
        response
    }

    /// All that is ready, up to the size of a piece; nothing if nothing is.
    fn piece(&mut self, cx: &mut Context<'_>) -> Bytes {
        while !self.ended && self.written.len() < PIECE_BYTES {
            match self.source.poll_event(cx) {
                Poll::Ready(Some(event)) => event.write(&mut self.written),
                Poll::Ready(None) => self.ended = true,
                Poll::Pending => break,
            }
        }
        if self.written.len() > PIECE_BYTES {
            return self.written.split_to(PIECE_BYTES).freeze();
        }
        std::mem::take(&mut self.written).freeze()
    }
}

impl<S: Source + Unpin> Body for EventBody<S> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = &mut *self;
        let mut piece = this.piece(cx);
        if piece.is_empty() && this.ended {
            return Poll::Ready(None);
        }
        if piece.is_empty() {
            std::task::ready!(this.quiet.as_mut().poll(cx));
            piece = Bytes::from_static(KEEP_ALIVE);
        }
        this.quiet.as_mut().reset(Instant::now() + this.keep_alive);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
