//! The messages of one client, on their way through another process.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, BufReader, ReadBuf},
    sync::OwnedSemaphorePermit,
};

use super::lines::Stream;

/// One client's messages, both ways, byte for byte: to the owner, or at the owner from the client.
/// It ends for reading when the other process ends or lets go. Dropping it closes the connection.
pub struct RelayStream {
    stream: BufReader<Stream>,
    /// Its place among the owner's connections.
    _place: Option<OwnedSemaphorePermit>,
}

impl RelayStream {
    pub(super) fn new(stream: BufReader<Stream>, place: Option<OwnedSemaphorePermit>) -> Self {
        Self { stream, _place: place }
    }
}

impl AsyncRead for RelayStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(cx, buffer) {
            // The other process ended before it had read everything: an end like any other.
            Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::ConnectionReset => {
                Poll::Ready(Ok(()))
            }
            read => read,
        }
    }
}

impl AsyncWrite for RelayStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
