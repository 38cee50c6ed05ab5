//! Our own standard streams, for the server role.

use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite};

use super::{Incoming, Link, Outgoing, StreamTransport, Transport};
use crate::{
    error::Result,
    jsonrpc::{Limits, RequestId},
};

type Input = Box<dyn AsyncRead + Send + Unpin>;
type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// The process's own standard input and output as the way to the client that started it.
///
/// The connection ends when standard input does. While this transport exists, standard output
/// belongs to it: whatever else is printed there lands between the messages and breaks them, so a
/// server prints to standard error only. There can be one such transport in a process.
///
/// Pipes and Unix sockets, which is what clients give, are polled without a helper thread and are
/// non-blocking for as long as the transport exists.
pub struct StdioTransport {
    inner: StreamTransport<Input, Output>,
    #[cfg(unix)]
    _borrowed: [Option<direct::Borrowed>; 2],
}

impl StdioTransport {
    /// Takes over standard input and output. It must be called within a runtime.
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// The same with other limits on what the client may send.
    #[cfg(unix)]
    pub fn with_limits(limits: Limits) -> Self {
        let (input, input_borrowed) = match direct::input() {
            Ok((input, borrowed)) => (input, Some(borrowed)),
            Err(_) => (Box::new(tokio::io::stdin()) as Input, None),
        };
        let (output, output_borrowed) = match direct::output() {
            Ok((output, borrowed)) => (output, Some(borrowed)),
            Err(_) => (Box::new(tokio::io::stdout()) as Output, None),
        };
        Self {
            inner: StreamTransport::with_limits(input, output, limits),
            _borrowed: [input_borrowed, output_borrowed],
        }
    }

    /// The same with other limits on what the client may send.
    #[cfg(not(unix))]
    pub fn with_limits(limits: Limits) -> Self {
        let input: Input = Box::new(tokio::io::stdin());
        let output: Output = Box::new(tokio::io::stdout());
        Self { inner: StreamTransport::with_limits(input, output, limits) }
    }
}

impl Default for StdioTransport {
    fn default() -> Self {
        Self::new()
    }
}

impl Transport for StdioTransport {
    fn send(&mut self, outgoing: Outgoing) {
        self.inner.send(outgoing);
    }

    fn abandon(&mut self, id: &RequestId) {
        self.inner.abandon(id);
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.inner.poll_incoming(cx)
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.inner.poll_close(cx)
    }

    fn link(&self) -> Link {
        Link::Shared
    }
}

#[cfg(unix)]
mod direct {
    //! Inherited pipes and sockets, polled by the runtime. Terminals and files cannot be polled.

    use std::{
        io,
        os::{
            fd::{AsFd, OwnedFd},
            unix::net::UnixStream as BlockingSocket,
        },
    };

    use rustix::fs::{FileType, OFlags, fcntl_getfl, fcntl_setfl, fstat};
    use tokio::net::{UnixStream, unix::pipe};

    use super::{Input, Output};

    /// A stream that is shared with whoever else inherited it; gets its own flags back at the end.
    pub(super) struct Borrowed {
        stream: OwnedFd,
        flags: OFlags,
    }

    pub(super) fn input() -> io::Result<(Input, Borrowed)> {
        let (stream, borrowed) = borrow(std::io::stdin())?;
        let input: Input = match kind(&stream)? {
            FileType::Fifo => Box::new(pipe::Receiver::from_owned_fd(stream)?),
            FileType::Socket => Box::new(socket(stream)?),
            _ => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok((input, borrowed))
    }

    pub(super) fn output() -> io::Result<(Output, Borrowed)> {
        let (stream, borrowed) = borrow(std::io::stdout())?;
        let output: Output = match kind(&stream)? {
            FileType::Fifo => Box::new(pipe::Sender::from_owned_fd(stream)?),
            FileType::Socket => Box::new(socket(stream)?),
            _ => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok((output, borrowed))
    }

    fn borrow(standard: impl AsFd) -> io::Result<(OwnedFd, Borrowed)> {
        let flags = fcntl_getfl(&standard)?;
        let stream = standard.as_fd().try_clone_to_owned()?;
        let second = stream.try_clone()?;
        Ok((stream, Borrowed { stream: second, flags }))
    }

    fn kind(stream: &OwnedFd) -> io::Result<FileType> {
        Ok(FileType::from_raw_mode(fstat(stream)?.st_mode))
    }

    fn socket(stream: OwnedFd) -> io::Result<UnixStream> {
        let socket = BlockingSocket::from(stream);
        // Fails for every other kind of socket.
        socket.local_addr()?;
        socket.set_nonblocking(true)?;
        UnixStream::from_std(socket)
    }

    impl Drop for Borrowed {
        fn drop(&mut self) {
            // Nothing can be done about a stream that takes no flags.
            let _ = fcntl_setfl(&self.stream, self.flags);
        }
    }
}

#[cfg(test)]
#[path = "stdio_tests.rs"]
mod tests;
