//! Reading what can only be read by waiting for it, such as a terminal, in a thread of its own.
//!
//! The runtime's own way to do this makes its shutdown wait until the read comes to an end, which
//! it may never do. This thread is nobody's to wait for: it ends with the stream, or with the first
//! bytes that nobody wants, or with the process.

use std::{
    io::{self, ErrorKind, Read},
    pin::Pin,
    task::{Context, Poll, ready},
    thread,
};

use bytes::{Buf, Bytes};
use tokio::{
    io::{AsyncRead, ReadBuf},
    sync::mpsc,
};

/// The most bytes of one read.
const CHUNK: usize = 64 << 10;
/// The most reads that wait to be taken; the thread reads no further.
const CHUNKS: usize = 2;

/// A stream that a thread reads.
pub(super) struct BlockingInput {
    chunks: mpsc::Receiver<io::Result<Bytes>>,
    current: Bytes,
}

impl BlockingInput {
    /// Reads `input` in a thread that keeps `claim` until it reads no more.
    ///
    /// # Errors
    /// There can be no further thread.
    pub(super) fn start(
        input: impl Read + Send + 'static,
        claim: impl Send + 'static,
    ) -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(CHUNKS);
        let thread = thread::Builder::new().name("hostline-input".to_owned());
        thread.spawn(move || {
            read(input, &sender);
            // Whoever hears of the end finds the stream free.
            drop(claim);
            drop(sender);
        })?;
        Ok(Self { chunks, current: Bytes::new() })
    }
}

/// Reads until the stream ends or breaks, or nobody wants what it says.
fn read(mut input: impl Read, to: &mpsc::Sender<io::Result<Bytes>>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        let chunk = match input.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(Bytes::copy_from_slice(&buffer[..count])),
            Err(cause) if cause.kind() == ErrorKind::Interrupted => continue,
            Err(cause) => Err(cause),
        };
        let is_over = chunk.is_err();
        if to.blocking_send(chunk).is_err() || is_over {
            return;
        }
    }
}

impl AsyncRead for BlockingInput {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.current.is_empty() {
            match ready!(self.chunks.poll_recv(cx)) {
                Some(chunk) => self.current = chunk?,
                None => return Poll::Ready(Ok(())),
            }
        }
        let count = self.current.len().min(buffer.remaining());
        buffer.put_slice(&self.current[..count]);
        self.current.advance(count);
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write, sync::Arc, time::Duration};

    use tokio::{io::AsyncReadExt, runtime, time::timeout};

    use super::*;

    fn runtime() -> runtime::Runtime {
        runtime::Builder::new_current_thread().enable_all().build().unwrap()
    }

    #[test]
    fn a_runtime_ends_though_a_read_does_not() {
        let (reader, mut writer) = io::pipe().unwrap();
        let claim = Arc::new(());
        let runtime = runtime();
        runtime.block_on(async {
            let mut input = BlockingInput::start(reader, claim.clone()).unwrap();
            writer.write_all(b"some").unwrap();
            let mut bytes = [0; 4];
            timeout(Duration::from_secs(10), input.read_exact(&mut bytes)).await.unwrap().unwrap();
            assert_eq!(&bytes, b"some");
        });
        drop(runtime);
        assert_eq!(Arc::strong_count(&claim), 2, "the stream is still read");
        drop(writer);
    }

    #[test]
    fn a_stream_is_read_to_its_end_and_is_free_then() {
        let (reader, mut writer) = io::pipe().unwrap();
        let claim = Arc::new(());
        let text = vec![b'x'; 5 * CHUNK];
        let expected = text.clone();
        let writing = thread::spawn(move || writer.write_all(&text).unwrap());
        runtime().block_on(async {
            let mut input = BlockingInput::start(reader, claim.clone()).unwrap();
            let mut received = Vec::new();
            let all = input.read_to_end(&mut received);
            timeout(Duration::from_secs(10), all).await.unwrap().unwrap();
            assert!(received == expected);
        });
        writing.join().unwrap();
        assert_eq!(Arc::strong_count(&claim), 1);
    }
}
