//! The writing side: messages to as few writes as possible.

use std::{
    collections::VecDeque,
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::{Buf, Bytes};
use memchr::memchr2;
use tokio::{
    io::AsyncWrite,
    time::{Sleep, sleep},
};

use super::write_error;
use crate::error::{Error, ErrorCode};

/// How long a peer may leave bytes waiting without taking one of them.
const WRITE_STALL: Duration = Duration::from_secs(30);

/// The most bytes that may wait for a peer.
pub(in crate::transport) const MOST_QUEUED: usize = 64 << 20;

/// From this size on a message is written from where it stands instead of being copied.
const LARGE: usize = 16 << 10;

/// The most pieces of one write.
const PIECES: usize = 16;

/// The most memory that is kept for the next messages once all are written.
const KEPT: usize = 4 << 10;

/// What waits to be written.
#[derive(Default)]
pub(super) struct Outbox {
    /// What goes first: large messages as they are, and what was copied together before them.
    front: VecDeque<Bytes>,
    /// What goes after it: small messages copied together, so that they leave in one write.
    tail: Vec<u8>,
    /// How many bytes of the tail are written.
    written: usize,
    queued: usize,
    unflushed: bool,
    stall: Option<Pin<Box<Sleep>>>,
}

impl Outbox {
    /// Queues a message as a line.
    pub(super) fn push(&mut self, body: Bytes) -> Result<(), Error> {
        if self.queued.saturating_add(body.len()) >= MOST_QUEUED {
            let message =
                format!("{} MiB wait for the peer, which takes no more", MOST_QUEUED >> 20);
            return Err(Error::new(ErrorCode::Limit, message)
                .with_next_step("send less at once, or wait until the peer has caught up"));
        }
        self.queued += body.len() + 1;
        let body = on_one_line(body);
        if body.len() < LARGE {
            self.tail.extend_from_slice(&body);
        } else {
            if self.written < self.tail.len() {
                let tail = Bytes::from(std::mem::take(&mut self.tail));
                self.front.push_back(tail.slice(self.written..));
            } else {
                self.tail.clear();
            }
            self.written = 0;
            self.front.push_back(body);
        }
        self.tail.push(b'\n');
        Ok(())
    }

    /// How many bytes wait.
    pub(super) fn queued(&self) -> usize {
        self.queued
    }

    /// Writes until nothing is left. The error is a [`ErrorCode::Timeout`] when the peer has taken
    /// nothing for too long, and a [`ErrorCode::Transport`] when the stream is broken.
    pub(super) fn poll_write<W: AsyncWrite + Unpin>(
        &mut self,
        writer: &mut W,
        cx: &mut Context<'_>,
    ) -> Poll<Result<(), Error>> {
        while self.queued > 0 {
            match self.poll_once(Pin::new(writer), cx) {
                Poll::Ready(Ok(0)) => {
                    let cause = io::Error::from(io::ErrorKind::WriteZero);
                    return Poll::Ready(Err(write_error(cause)));
                }
                Poll::Ready(Ok(count)) => self.consume(count),
                Poll::Ready(Err(cause)) => return Poll::Ready(Err(write_error(cause))),
                Poll::Pending => return self.poll_stall(cx).map(Err),
            }
        }
        if self.unflushed {
            match Pin::new(writer).poll_flush(cx) {
                Poll::Ready(Ok(())) => self.unflushed = false,
                Poll::Ready(Err(cause)) => return Poll::Ready(Err(write_error(cause))),
                Poll::Pending => return self.poll_stall(cx).map(Err),
            }
            self.stall = None;
        }
        Poll::Ready(Ok(()))
    }

    fn poll_once<W: AsyncWrite>(
        &self,
        writer: Pin<&mut W>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let tail = &self.tail[self.written..];
        let Some(first) = self.front.front() else { return writer.poll_write(cx, tail) };
        if !writer.is_write_vectored() {
            return writer.poll_write(cx, first);
        }
        let mut pieces = [IoSlice::new(&[]); PIECES];
        let mut count = 0;
        for (piece, bytes) in pieces.iter_mut().zip(self.front.iter().map(Bytes::as_ref)) {
            *piece = IoSlice::new(bytes);
            count += 1;
        }
        if let Some(piece) = pieces.get_mut(count) {
            *piece = IoSlice::new(tail);
            count += 1;
        }
        writer.poll_write_vectored(cx, &pieces[..count])
    }

    fn consume(&mut self, mut count: usize) {
        self.queued = self.queued.saturating_sub(count);
        self.unflushed = true;
        self.stall = None;
        while let Some(first) = self.front.front_mut() {
            if count < first.len() {
                first.advance(count);
                return;
            }
            count -= first.len();
            self.front.pop_front();
        }
        self.written += count;
        if self.queued == 0 {
            self.written = 0;
            if self.tail.capacity() > KEPT {
                self.tail = Vec::new();
            }
            self.tail.clear();
        }
    }

    /// Ready once nothing has moved for too long.
    fn poll_stall(&mut self, cx: &mut Context<'_>) -> Poll<Error> {
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep(WRITE_STALL)));
        stall.as_mut().poll(cx).map(|()| {
            let message = format!(
                "the peer has read nothing for {} seconds while {} bytes wait for it",
                WRITE_STALL.as_secs(),
                self.queued
            );
            Error::new(ErrorCode::Timeout, message).with_next_step("start the server again")
        })
    }
}

/// Takes line breaks out of JSON text. Outside of strings they are white space, and inside they
/// must be escaped, so a space says the same.
fn on_one_line(body: Bytes) -> Bytes {
    if memchr2(b'\n', b'\r', &body).is_none() {
        return body;
    }
    let flat = |&byte: &u8| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte };
    body.iter().map(flat).collect::<Vec<u8>>().into()
}
