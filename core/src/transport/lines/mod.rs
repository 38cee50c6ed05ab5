//! Newline framing: one JSON text a line, over any pair of byte streams.
//!
//! This module owns the bytes between a stream and the codec: what is half read, what waits to be
//! written, and the limits on both. It knows no process and no protocol version. Everything is
//! polled, and nothing is lost when a poll is given up: half a line stays in the buffer.

mod inbox;
mod outbox;
mod oversized;

use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::{Sleep, sleep},
};

use self::{
    inbox::{Inbox, Line},
    outbox::Outbox,
};
pub(super) use self::{outbox::MOST_QUEUED, oversized::Oversized};
use super::{CONGESTED_BYTES, Incoming, Notice, Outgoing};
use crate::{
    error::{Error, ErrorCode},
    jsonrpc::{Frame, Invalid, InvalidKind, Limits, decode},
};

/// How long a peer that takes no more bytes is still listened to: what it wrote before it stopped
/// reading is worth having, and its end usually follows at once.
const LAST_WORDS_WAIT: Duration = Duration::from_secs(1);

/// How many characters of a line that is not JSON are kept.
const NOISE_CHARACTERS: usize = 200;

/// How many characters of the first such line stand in the error of a connection that ended.
const NOISE_IN_ERROR: usize = 80;

/// UTF-8's byte order mark, which some platforms put in front of what they write.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Messages over a pair of byte streams, one a line.
pub(crate) struct Lines<R, W> {
    reader: R,
    /// Gone once the writing side is shut.
    writer: Option<W>,
    inbox: Inbox,
    outbox: Outbox,
    limits: Limits,
    /// What is to be told before anything else.
    events: VecDeque<Incoming>,
    broken: Option<Broken>,
    mark_told: bool,
    noise: u64,
    first_noise: Option<Box<str>>,
    torn: usize,
}

/// The writing side has failed; the reading side may still hold what the peer said last.
struct Broken {
    error: Error,
    last_words: Pin<Box<Sleep>>,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Lines<R, W> {
    pub(crate) fn new(reader: R, writer: W, limits: Limits) -> Self {
        Self {
            reader,
            writer: Some(writer),
            inbox: Inbox::new(limits.bytes),
            outbox: Outbox::default(),
            limits,
            events: VecDeque::new(),
            broken: None,
            mark_told: false,
            noise: 0,
            first_noise: None,
            torn: 0,
        }
    }

    /// Queues one message as a line.
    pub(crate) fn send(&mut self, outgoing: Outgoing) {
        let Outgoing { body, kind, .. } = outgoing;
        let refused = match (&self.broken, &self.writer) {
            (Some(broken), _) => Err(broken.error.clone()),
            (None, None) => Err(Error::new(ErrorCode::Closed, "the connection is closed")),
            (None, Some(_)) => self.outbox.push(body),
        };
        if let Err(error) = refused {
            self.events.push_back(Incoming::not_sent(kind, error));
        }
    }

    /// Whether much waits to be written. What is stuck for good waits for nothing.
    pub(crate) fn is_congested(&self) -> bool {
        self.broken.is_none() && self.writer.is_some() && self.outbox.queued() >= CONGESTED_BYTES
    }

    /// Yields what comes next; writes what is queued on the way.
    ///
    /// Complete lines go first, so that all answers to one burst leave in one write.
    pub(crate) fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Poll::Ready(event);
            }
            if let Some(line) = self.inbox.next_line() {
                if let Some(incoming) = self.take(line) {
                    return Poll::Ready(incoming);
                }
                continue;
            }
            if self.inbox.has_ended() {
                return Poll::Ready(Incoming::Closed(self.end_cause()));
            }
            if let Err(error) = self.write(cx) {
                return Poll::Ready(Incoming::Closed(error));
            }
            match self.inbox.poll_fill(&mut self.reader, cx) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(cause)) => {
                    let error = Error::new(ErrorCode::Transport, "reading from the peer failed");
                    return Poll::Ready(Incoming::Closed(error.with_source(cause)));
                }
                Poll::Pending => return self.poll_broken(cx).map(Incoming::Closed),
            }
        }
    }

    /// Writes what is queued, though nothing is read any more. Ready once the peer takes no more
    /// bytes either.
    pub(crate) fn poll_outgoing(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        // Nobody asks any more what could not be sent.
        self.events.clear();
        let stuck = self.writer.is_none() || self.write(cx).is_err() || self.broken.is_some();
        if stuck { Poll::Ready(()) } else { Poll::Pending }
    }

    /// Writes what is queued, shuts the writing side, and reads what comes meanwhile into nothing,
    /// so that a peer that is busy writing gets as far as to see the end.
    pub(crate) fn poll_finish(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        // The end of the reading side does not matter here.
        let _ = self.poll_drain(cx);
        let Some(writer) = &mut self.writer else { return Poll::Ready(Ok(())) };
        let written = std::task::ready!(self.outbox.poll_write(writer, cx));
        let shut = match written {
            Ok(()) => std::task::ready!(Pin::new(writer).poll_shutdown(cx)).map_err(write_error),
            Err(error) => Err(error),
        };
        self.writer = None;
        Poll::Ready(shut)
    }

    /// Reads and drops everything until the stream ends.
    pub(crate) fn poll_drain(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.inbox.poll_drain(&mut self.reader, cx)
    }

    /// Shuts the writing side at once; what is queued is lost.
    pub(crate) fn shut(&mut self) {
        self.writer = None;
    }

    /// Writes as much as goes now. An error means that the connection is stuck for good.
    fn write(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        if self.broken.is_some() {
            return Ok(());
        }
        let Some(writer) = &mut self.writer else { return Ok(()) };
        match self.outbox.poll_write(writer, cx) {
            Poll::Ready(Err(error)) if error.code() == ErrorCode::Timeout => Err(error),
            Poll::Ready(Err(error)) => {
                let last_words = Box::pin(sleep(LAST_WORDS_WAIT));
                self.broken = Some(Broken { error, last_words });
                Ok(())
            }
            Poll::Ready(Ok(())) | Poll::Pending => Ok(()),
        }
    }

    fn poll_broken(&mut self, cx: &mut Context<'_>) -> Poll<Error> {
        let Some(broken) = &mut self.broken else { return Poll::Pending };
        broken.last_words.as_mut().poll(cx).map(|()| broken.error.clone())
    }

    /// Makes of a line what it means; nothing if it means nothing.
    fn take(&mut self, line: Line) -> Option<Incoming> {
        let (text, finished) = match line {
            Line::TooLong(oversized) => return Some(oversized.into_incoming()),
            Line::Text(text) => (text, true),
            Line::Unfinished(text) => (text, false),
        };
        let text = self.without_mark(text);
        if text.trim_ascii().is_empty() {
            return self.events.pop_front();
        }
        let incoming = match decode(&text, &self.limits) {
            Frame::Invalid(Invalid { kind: InvalidKind::NotJson, .. }) if finished => {
                self.note_noise(&text)
            }
            Frame::Invalid(Invalid { kind: InvalidKind::NotJson, .. }) => {
                self.torn = text.len();
                return self.events.pop_front();
            }
            frame => Incoming::Frame { frame, via: None },
        };
        if self.events.is_empty() {
            return Some(incoming);
        }
        self.events.push_back(incoming);
        self.events.pop_front()
    }

    fn without_mark(&mut self, text: Bytes) -> Bytes {
        if !text.starts_with(BYTE_ORDER_MARK) {
            return text;
        }
        if !self.mark_told {
            self.mark_told = true;
            self.events.push_back(Incoming::Notice(Notice::ByteOrderMark));
        }
        text.slice(BYTE_ORDER_MARK.len()..)
    }

    fn note_noise(&mut self, text: &[u8]) -> Incoming {
        self.noise += 1;
        let beginning = beginning(text);
        if self.first_noise.is_none() {
            self.first_noise = Some(beginning.chars().take(NOISE_IN_ERROR).collect());
        }
        Incoming::Notice(Notice::Noise(beginning))
    }

    /// What the peer wrote besides messages, for the error of a connection that ended.
    pub(crate) fn noise_heard(&self) -> Option<String> {
        let first = self.first_noise.as_deref()?;
        Some(format!("it wrote {} lines that are no messages, the first: {first}", self.noise))
    }

    /// Why the connection ended, with all that helps to see the reason.
    fn end_cause(&self) -> Error {
        let middle = match self.torn {
            0 => String::new(),
            bytes => format!(" in the middle of a message, after {bytes} bytes of it"),
        };
        let noise = self.noise_heard().map(|heard| format!("; {heard}")).unwrap_or_default();
        let message = format!("the peer closed the connection{middle}{noise}");
        let error = Error::new(ErrorCode::Closed, message);
        match &self.broken {
            Some(broken) => error.with_source(broken.error.clone()),
            None => error,
        }
    }
}

/// The first characters of a text that is not JSON.
pub(super) fn beginning(text: &[u8]) -> Box<str> {
    // No character takes more than four bytes.
    let bytes = &text[..text.len().min(NOISE_CHARACTERS * 4)];
    String::from_utf8_lossy(bytes).chars().take(NOISE_CHARACTERS).collect()
}

fn write_error(cause: io::Error) -> Error {
    Error::new(ErrorCode::Transport, "writing to the peer failed").with_source(cause)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
