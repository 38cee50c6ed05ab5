//! Carrying messages to a peer and back.
//!
//! A transport moves bytes and keeps the limits on them. It knows JSON-RPC but no method, no
//! protocol version and no era; the driver of a connection drives it, and whatever it must send
//! besides the message comes with the message.

mod blocking;
#[cfg(feature = "http")]
pub mod http;
mod lines;
pub mod memory;
#[cfg(feature = "http")]
mod observed;
pub mod process;
#[cfg(feature = "http")]
pub(crate) mod sse;
pub mod stdio;
pub mod stream;

use std::task::{Context, Poll};

use bytes::Bytes;

#[cfg(feature = "http")]
pub(crate) use self::observed::{Observed, Observer, Passing};
pub use self::{
    memory::MemoryTransport,
    process::{Command, Confinement, ConfinementState, ProcessTransport},
    stdio::{StandardStreams, StdioTransport},
    stream::StreamTransport,
};
use crate::{
    error::{Error, Result},
    jsonrpc::{Frame, RequestId},
};

/// How many bytes may wait for a peer before what can wait does ([`Transport::is_congested`]).
const CONGESTED_BYTES: usize = 64 << 10;

/// One connection's way to carry messages.
///
/// All of it is polled by one task, so an implementation needs no locks. [`Self::poll_incoming`]
/// drives reading *and* writing: whatever [`Self::send`] has queued leaves while it is polled.
/// Dropping a transport ends whatever it has started, at once and without courtesy.
pub trait Transport: Send + 'static {
    /// Queues one message. It never blocks; what cannot be sent is reported by
    /// [`Self::poll_incoming`] as [`Incoming::Failed`] (requests), [`Notice::ReplyNotSent`] or
    /// [`Notice::NotSent`].
    fn send(&mut self, outgoing: Outgoing);

    /// Forgets a request: nothing that belongs to it is wanted any more, or will be said. Where
    /// each request has an exchange of its own, this closes it; where the exchanges are the peer's,
    /// `id` is the exchange, as [`Incoming::Frame`] named it.
    fn abandon(&mut self, id: &RequestId);

    /// Says that the opening handshake is done, so that streams which need it may be opened.
    fn established(&mut self) {}

    /// Lets the connection go that waits for what belongs to an exchange of the peer's, without
    /// ending the exchange: the peer comes back for the rest. Does nothing where there is none.
    fn release(&mut self, exchange: &RequestId) {
        let _ = exchange;
    }

    /// Whether so much waits for the peer that what can wait is not to be sent now: in this exchange
    /// of the peer's, or outside of any. Once that has changed, the task that polls
    /// [`Self::poll_incoming`] is woken. Says no where a transport cannot know.
    fn is_congested(&self, exchange: Option<&RequestId>) -> bool {
        let _ = exchange;
        false
    }

    /// Yields the next thing that came from the peer. After [`Incoming::Closed`] it must not be
    /// polled again.
    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming>;

    /// Goes on writing after [`Incoming::Closed`], for a peer that says nothing more but may still
    /// read. Pending while it may; ready once it does not, and at once where it never does.
    fn poll_outgoing(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let _ = cx;
        Poll::Ready(())
    }

    /// Ends the connection in good order, within the transport's own deadlines: what is queued is
    /// flushed, sessions are deleted, processes are asked and then made to end.
    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>>;

    /// What kind of link this is.
    fn link(&self) -> Link;
}

/// How requests share a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// All messages share one channel in each direction: stdio, sockets, HTTP+SSE.
    Shared,
    /// Each request has an exchange of its own, which can be closed: Streamable HTTP.
    Exchanges,
}

/// A message on its way to the peer.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// One JSON text without line breaks.
    pub body: Bytes,
    /// What the text is.
    pub kind: OutgoingKind,
    /// What Streamable HTTP repeats outside of the message: header names in lower case and values
    /// that are valid in a header. Other transports ignore them.
    pub headers: Vec<(Box<str>, Box<str>)>,
    /// The peer's exchange that this belongs to, as [`Incoming::Frame`] named it; none where the
    /// message stands for itself. Transports without exchanges of the peer's ignore it.
    pub related: Option<RequestId>,
}

/// What an outgoing text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutgoingKind {
    /// A request.
    Request {
        /// Its identifier.
        id: RequestId,
        /// Whether it opens a session: it is sent outside of any, and its answer may name one.
        opening: bool,
        /// Whether sending it twice does no harm.
        repeatable: bool,
        /// Whether the peer may ask something before it answers.
        may_ask: bool,
        /// Whether a person waits for it, who may be asked to sign in for its sake.
        attended: bool,
    },
    /// A notification.
    Notification,
    /// A notification that may be left out where the peer does not keep up, oldest first: progress,
    /// a log message.
    Aside,
    /// The reply to a request of the peer, or an array of replies to a batch.
    Reply,
}

/// What a transport has to tell.
#[derive(Debug)]
pub enum Incoming {
    /// One JSON text arrived.
    Frame {
        /// The text, taken as JSON-RPC.
        frame: Frame,
        /// The request in whose exchange it arrived, where exchanges exist. Where they are the
        /// peer's, it is whatever the transport names them by, as peers may use a name twice.
        via: Option<RequestId>,
    },
    /// One request came to nothing; the connection goes on.
    Failed {
        /// The request.
        id: RequestId,
        /// Why. [`Error::may_have_run`] says whether the peer may have got it.
        error: Error,
    },
    /// A request waits for a person, who has been asked to sign in: its time does not run.
    Held {
        /// The request.
        id: RequestId,
    },
    /// The wait for a person is over, and the request goes on or fails.
    Released {
        /// The request.
        id: RequestId,
    },
    /// The peer does not know our session any more (404 with a session).
    SessionLost {
        /// The request that was refused, and not run; none where it was the standing stream.
        id: Option<RequestId>,
    },
    /// Something worth telling that fails nothing.
    Notice(Notice),
    /// The connection has ended; the error says why.
    Closed(Error),
}

impl Incoming {
    /// What is told of a message that could not be sent.
    pub(crate) fn not_sent(kind: OutgoingKind, error: Error) -> Self {
        match kind {
            OutgoingKind::Request { id, .. } => Self::Failed { id, error },
            OutgoingKind::Notification | OutgoingKind::Aside => {
                Self::Notice(Notice::NotSent(error))
            }
            OutgoingKind::Reply => Self::Notice(Notice::ReplyNotSent(error)),
        }
    }
}

/// Something worth telling that fails no request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// A line that the server's process wrote to its standard error: untrusted text.
    Stderr(Box<str>),
    /// So many lines of standard error were dropped, because they came too fast.
    StderrDropped {
        /// How many.
        lines: u64,
    },
    /// A line that is not JSON where only messages may stand; its beginning.
    Noise(Box<str>),
    /// A message longer than the limit, dropped. Its own request fails if its id was found.
    Oversized {
        /// The identifier that the message carried, where it was found.
        id: Option<RequestId>,
        /// How long it was, in bytes.
        bytes: u64,
    },
    /// A byte order mark in front of the first message.
    ByteOrderMark,
    /// A notification could not be sent.
    NotSent(Error),
    /// A reply could not be sent, and whoever asked waits for it in vain.
    ReplyNotSent(Error),
    /// The standing stream from the server was given up; requests go on without it.
    StreamGivenUp(Box<str>),
    /// A broken stream was opened again, where it left off.
    Resumed,
}
