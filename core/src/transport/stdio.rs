//! Our own standard streams, for the server role.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::{Incoming, Link, Outgoing, StreamTransport, Transport, blocking::BlockingInput};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::{Limits, RequestId},
};

type Input = Box<dyn AsyncRead + Send + Unpin>;
type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// The process's own standard input and output, taken over. Reading is from the one, writing to the
/// other.
///
/// While this exists, standard output belongs to it (2026-07-28 `basic/transports/stdio`: nothing but
/// messages may stand there). On Unix whatever else the process prints there, and what the processes
/// print that it starts, goes to standard error instead; elsewhere it lands between the messages, so
/// a server prints to standard error only. There can be one at a time in a process.
///
/// On Unix, pipes and sockets, which is what clients give, are polled without a helper thread and
/// are non-blocking for as long as this exists. Everything else, such as a terminal, is read by a
/// thread. Dropping this does not end a read that has begun, and until it ends the streams cannot be
/// taken over again; neither the runtime nor the process waits for it. Output that cannot be polled
/// is written by the runtime, whose shutdown waits for a write that has begun: until the client
/// reads, or closes its end.
pub struct StandardStreams {
    input: Input,
    output: Output,
    /// Gives the streams back.
    _taken: Taken,
}

/// The process's own standard input and output as the way to the client that started it: see
/// [`StandardStreams`]. The connection ends when standard input does.
pub struct StdioTransport {
    inner: StreamTransport<Input, Output>,
    /// Gives the streams back, once they are not used any more.
    _taken: Taken,
}

/// What gives the streams back when it is dropped.
struct Taken {
    /// In this order: their flags, then the place of standard output.
    #[cfg(unix)]
    _borrowed: (Option<direct::Borrowed>, Option<direct::Borrowed>, Option<direct::Place>),
    /// Goes last.
    _claim: Arc<Claim>,
}

/// Whether the streams are taken over already.
static CLAIMED: AtomicBool = AtomicBool::new(false);

/// The right to be the only one. Dropping it lets another one be.
struct Claim(());

impl Claim {
    fn take() -> Result<Arc<Self>> {
        if CLAIMED.swap(true, Ordering::AcqRel) {
            let message = "this process's standard streams are served over already";
            return Err(Error::new(ErrorCode::InvalidInput, message)
                .with_next_step("serve one client over them at a time"));
        }
        Ok(Arc::new(Self(())))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        CLAIMED.store(false, Ordering::Release);
    }
}

impl StandardStreams {
    /// Takes over standard input and output. It must be called within a runtime.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: they are taken over already. [`ErrorCode::Transport`]: standard
    /// input cannot be read.
    #[cfg(unix)]
    pub fn take() -> Result<Self> {
        let claim = Claim::take()?;
        let (input, input_borrowed) = match direct::input() {
            Ok((input, borrowed)) => (input, Some(borrowed)),
            Err(_) => (read_by_thread(&claim)?, None),
        };
        let (place, own) =
            direct::take_output().map_or((None, None), |(place, own)| (Some(place), Some(own)));
        let (output, output_borrowed) = match own.map(direct::output) {
            Some(Ok((output, borrowed))) => (output, Some(borrowed)),
            _ => (Box::new(tokio::io::stdout()) as Output, None),
        };
        let borrowed = (input_borrowed, output_borrowed, place);
        Ok(Self { input, output, _taken: Taken { _borrowed: borrowed, _claim: claim } })
    }

    /// Takes over standard input and output. It must be called within a runtime.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: they are taken over already. [`ErrorCode::Transport`]: standard
    /// input cannot be read.
    #[cfg(not(unix))]
    pub fn take() -> Result<Self> {
        let claim = Claim::take()?;
        let input = read_by_thread(&claim)?;
        let output: Output = Box::new(tokio::io::stdout());
        Ok(Self { input, output, _taken: Taken { _claim: claim } })
    }

    /// Messages over them, with limits on what the client may send.
    pub fn into_transport(self, limits: Limits) -> StdioTransport {
        let Self { input, output, _taken: taken } = self;
        let inner = StreamTransport::with_limits(input, output, limits);
        StdioTransport { inner, _taken: taken }
    }
}

impl AsyncRead for StandardStreams {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.input).poll_read(cx, buffer)
    }
}

impl AsyncWrite for StandardStreams {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.output).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.output).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.output).poll_shutdown(cx)
    }
}

impl StdioTransport {
    /// Takes over standard input and output. It must be called within a runtime.
    ///
    /// # Errors
    /// As for [`StandardStreams::take`].
    pub fn new() -> Result<Self> {
        Self::with_limits(Limits::default())
    }

    /// The same with other limits on what the client may send.
    ///
    /// # Errors
    /// As for [`StandardStreams::take`].
    pub fn with_limits(limits: Limits) -> Result<Self> {
        Ok(StandardStreams::take()?.into_transport(limits))
    }
}

fn read_by_thread(claim: &Arc<Claim>) -> Result<Input> {
    let input = BlockingInput::start(std::io::stdin(), claim.clone()).map_err(|cause| {
        let message = "no thread can be started to read standard input";
        Error::new(ErrorCode::Transport, message).with_source(cause)
    })?;
    Ok(Box::new(input))
}

impl Transport for StdioTransport {
    fn send(&mut self, outgoing: Outgoing) {
        self.inner.send(outgoing);
    }

    fn abandon(&mut self, id: &RequestId) {
        self.inner.abandon(id);
    }

    fn is_congested(&self, exchange: Option<&RequestId>) -> bool {
        self.inner.is_congested(exchange)
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.inner.poll_incoming(cx)
    }

    fn poll_outgoing(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.inner.poll_outgoing(cx)
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
        fs::File,
        io::{self, Write as _},
        os::{
            fd::{AsFd, OwnedFd},
            unix::net::UnixStream as BlockingSocket,
        },
    };

    use nix::unistd::dup2_stdout;
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

    /// What was standard output, and belongs to us alone now.
    pub(super) fn output(own: OwnedFd) -> io::Result<(Output, Borrowed)> {
        let (stream, borrowed) = borrow(own)?;
        let output: Output = match kind(&stream)? {
            FileType::Fifo => Box::new(pipe::Sender::from_owned_fd(stream)?),
            _ => Box::new(socket(stream)?),
        };
        Ok((output, borrowed))
    }

    /// Standard output as it was, to be put back at the end.
    pub(super) struct Place(OwnedFd);

    /// Takes standard output out of the place where the process prints, and puts standard error
    /// there, or nothing where that is closed or leads to the client as well.
    pub(super) fn take_output() -> io::Result<(Place, OwnedFd)> {
        if !matches!(kind(io::stdout())?, FileType::Fifo | FileType::Socket) {
            // A person looks at it, or a file keeps it: the runtime writes those by its own means.
            return Err(io::ErrorKind::Unsupported.into());
        }
        // What was printed before is the caller's to answer for, and must not come later.
        io::stdout().flush()?;
        let own = io::stdout().as_fd().try_clone_to_owned()?;
        let place = Place(own.try_clone()?);
        if is_same(&own, io::stderr()) || dup2_stdout(io::stderr()).is_err() {
            dup2_stdout(File::options().write(true).open("/dev/null")?)?;
        }
        Ok((place, own))
    }

    fn is_same(one: impl AsFd, other: impl AsFd) -> bool {
        let place =
            |stream: &dyn AsFd| fstat(stream.as_fd()).map(|stat| (stat.st_dev, stat.st_ino));
        place(&one).is_ok_and(|one| place(&other) == Ok(one))
    }

    impl Drop for Place {
        fn drop(&mut self) {
            // Nothing can be done about output that cannot be written, or put back.
            let _ = io::stdout().flush();
            let _ = dup2_stdout(&self.0);
        }
    }

    fn borrow(standard: impl AsFd) -> io::Result<(OwnedFd, Borrowed)> {
        let flags = fcntl_getfl(&standard)?;
        let stream = standard.as_fd().try_clone_to_owned()?;
        let second = stream.try_clone()?;
        Ok((stream, Borrowed { stream: second, flags }))
    }

    fn kind(stream: impl AsFd) -> io::Result<FileType> {
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
