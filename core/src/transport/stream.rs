//! Any byte stream as a transport, one message a line.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::{Sleep, sleep},
};

use super::{Incoming, Link, Outgoing, Transport, lines::Lines};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::{Limits, RequestId},
};

/// How long what is queued may take to leave when the connection is closed.
const FLUSH_WAIT: Duration = Duration::from_secs(2);

/// Messages over a byte stream in each direction, framed as on stdio (2026-07-28
/// `basic/transports/stdio`: the framing suits any reliable byte stream).
///
/// Closing it writes what is queued, within two seconds, and shuts the writing side. Dropping it
/// drops the streams.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// use hostline::transport::StreamTransport;
///
/// let (near, far) = tokio::io::duplex(4096);
/// let (reader, writer) = tokio::io::split(near);
/// let transport = StreamTransport::new(reader, writer);
/// # drop((transport, far));
/// # });
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct StreamTransport<R, W> {
    lines: Lines<R, W>,
    flush_wait: Option<Pin<Box<Sleep>>>,
}

impl<R, W> StreamTransport<R, W>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    /// A transport that reads messages from `reader` and writes them to `writer`.
    pub fn new(reader: R, writer: W) -> Self {
        Self::with_limits(reader, writer, Limits::default())
    }

    /// The same with other limits on what the peer may send.
    pub fn with_limits(reader: R, writer: W, limits: Limits) -> Self {
        Self { lines: Lines::new(reader, writer, limits), flush_wait: None }
    }
}

/// A transport over one stream that goes both ways, such as a socket.
pub fn split<S>(io: S) -> impl Transport
where
    S: AsyncRead + AsyncWrite + Send + 'static,
{
    let (reader, writer) = tokio::io::split(io);
    StreamTransport::new(reader, writer)
}

/// Connects to a Unix socket.
///
/// # Errors
/// Nobody listens on the socket, or it may not be used.
#[cfg(unix)]
pub async fn unix_socket(path: impl AsRef<std::path::Path>) -> Result<impl Transport> {
    let path = path.as_ref();
    let socket = tokio::net::UnixStream::connect(path).await.map_err(|cause| {
        let message = format!("the socket {} cannot be reached", path.display());
        Error::new(ErrorCode::Transport, message)
            .with_source(cause)
            .with_next_step("check that the server is running and that the path is right")
    })?;
    let (reader, writer) = socket.into_split();
    Ok(StreamTransport::new(reader, writer))
}

impl<R, W> Transport for StreamTransport<R, W>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    fn send(&mut self, outgoing: Outgoing) {
        self.lines.send(outgoing);
    }

    fn abandon(&mut self, _id: &RequestId) {}

    fn is_congested(&self, _exchange: Option<&RequestId>) -> bool {
        self.lines.is_congested()
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.lines.poll_incoming(cx)
    }

    fn poll_outgoing(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.lines.poll_outgoing(cx)
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        if let Poll::Ready(finished) = self.lines.poll_finish(cx) {
            return Poll::Ready(finished);
        }
        let wait = self.flush_wait.get_or_insert_with(|| Box::pin(sleep(FLUSH_WAIT)));
        wait.as_mut().poll(cx).map(|()| {
            self.lines.shut();
            Err(Error::new(ErrorCode::Timeout, "the peer did not take the last messages in time"))
        })
    }

    fn link(&self) -> Link {
        Link::Shared
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
