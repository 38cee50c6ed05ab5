//! The reading side: bytes to lines.

use std::{
    io,
    mem::MaybeUninit,
    pin::{Pin, pin},
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::{Buf, Bytes, BytesMut};
use memchr::memchr;
use tokio::{
    io::{AsyncRead, AsyncReadExt, ReadBuf},
    time::{Sleep, sleep},
};

use super::Oversized;

/// The room that a first read is offered, and all that an idle connection keeps.
const FIRST_ROOM: usize = 4 << 10;

/// The most room that a read is offered while the peer keeps filling it.
const MOST_ROOM: usize = 256 << 10;

/// How long what a large message needed is kept for the next one. Giving it back and getting it
/// again costs more than the message itself.
const GROWN_WAIT: Duration = Duration::from_secs(1);

/// How many reads may be thrown away before other work gets a turn.
const DRAIN_READS: usize = 64;

/// What is read and not yet delivered.
pub(super) struct Inbox {
    buffer: BytesMut,
    /// How many bytes at the buffer's beginning are known to hold no line break, so that each byte
    /// is looked at once.
    scanned: usize,
    /// The room that the next read is offered. It grows while reads fill it.
    room: usize,
    /// Whether the buffer has grown past what an idle connection may keep.
    grown: bool,
    /// Runs since a grown buffer was last needed.
    resting: Option<Pin<Box<Sleep>>>,
    /// The line that is too long to be kept, while the rest of it arrives.
    discarding: Option<Oversized>,
    max_line: usize,
    ended: bool,
}

/// One line without its end.
pub(super) enum Line {
    /// A line within the limit.
    Text(Bytes),
    /// The last bytes of the stream, which no line break follows.
    Unfinished(Bytes),
    /// A line longer than the limit: what was found in it.
    TooLong(Oversized),
}

impl Inbox {
    pub(super) fn new(max_line: usize) -> Self {
        Self {
            buffer: BytesMut::new(),
            scanned: 0,
            room: FIRST_ROOM,
            grown: false,
            resting: None,
            discarding: None,
            max_line,
            ended: false,
        }
    }

    /// Whether the stream has ended and all of it is delivered.
    pub(super) fn has_ended(&self) -> bool {
        self.ended && self.buffer.is_empty() && self.discarding.is_none()
    }

    /// How much memory the buffer has.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.buffer.capacity()
    }

    /// The next line that has arrived.
    pub(super) fn next_line(&mut self) -> Option<Line> {
        if self.discarding.is_some() {
            return self.discard();
        }
        if let Some(offset) = memchr(b'\n', &self.buffer[self.scanned..]) {
            let end = self.scanned + offset;
            self.scanned = 0;
            let mut line = self.buffer.split_to(end + 1);
            line.truncate(end);
            return Some(self.judge(line, Line::Text));
        }
        self.scanned = self.buffer.len();
        // A carriage return in front of the line break does not count.
        if self.buffer.len() > self.max_line.saturating_add(1) {
            self.discarding = Some(Oversized::default());
            return self.discard();
        }
        if self.ended && !self.buffer.is_empty() {
            self.scanned = 0;
            let rest = std::mem::take(&mut self.buffer);
            return Some(self.judge(rest, Line::Unfinished));
        }
        None
    }

    fn judge(&self, mut line: BytesMut, kind: fn(Bytes) -> Line) -> Line {
        if line.last() == Some(&b'\r') {
            line.truncate(line.len() - 1);
        }
        if line.len() > self.max_line {
            let mut oversized = Oversized::default();
            oversized.feed(&line);
            return Line::TooLong(oversized);
        }
        kind(line.freeze())
    }

    /// Passes over what has arrived of a line that is too long. The line is done at its break or at
    /// the stream's end.
    fn discard(&mut self) -> Option<Line> {
        let end = memchr(b'\n', &self.buffer);
        let oversized = self.discarding.as_mut()?;
        oversized.feed(&self.buffer[..end.unwrap_or(self.buffer.len())]);
        self.scanned = 0;
        match end {
            Some(end) => self.buffer.advance(end + 1),
            None if self.buffer.capacity() > MOST_ROOM => self.buffer = BytesMut::new(),
            None => self.buffer.clear(),
        }
        if end.is_none() && !self.ended {
            return None;
        }
        self.discarding.take().map(Line::TooLong)
    }

    /// Reads once. The end of the stream shows in [`Self::has_ended`].
    pub(super) fn poll_fill<R: AsyncRead + Unpin>(
        &mut self,
        reader: &mut R,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        let offered = self.make_room();
        let read = pin!(reader.read_buf(&mut self.buffer)).poll(cx);
        let Poll::Ready(read) = read else {
            self.rest(cx);
            return Poll::Pending;
        };
        let count = read?;
        self.ended = count == 0;
        if self.buffer.len() > FIRST_ROOM {
            self.resting = None;
        }
        if count == offered {
            self.room = (self.room * 4).min(MOST_ROOM);
        }
        Poll::Ready(Ok(()))
    }

    /// Makes room for a read and returns how much there is.
    ///
    /// A long line doubles its buffer each time, so that copying it costs at most as much again as
    /// the line itself.
    fn make_room(&mut self) -> usize {
        let held = self.buffer.len();
        if self.buffer.capacity() - held < self.room / 2 {
            let missing = self.max_line.saturating_add(2).saturating_sub(held);
            let more = self.room.max(held.min(missing));
            self.grown |= more > FIRST_ROOM;
            self.buffer.reserve(more);
        }
        self.buffer.capacity() - held
    }

    /// Gives back what a large message needed, once nothing of it is left and no other follows.
    fn rest(&mut self, cx: &mut Context<'_>) {
        if !self.grown || !self.buffer.is_empty() {
            return;
        }
        let wait = self.resting.get_or_insert_with(|| Box::pin(sleep(GROWN_WAIT)));
        if wait.as_mut().poll(cx).is_ready() {
            self.buffer = BytesMut::new();
            self.room = FIRST_ROOM;
            self.grown = false;
            self.resting = None;
        }
    }

    /// Reads into nothing until the stream ends.
    pub(super) fn poll_drain<R: AsyncRead + Unpin>(
        &mut self,
        reader: &mut R,
        cx: &mut Context<'_>,
    ) -> Poll<()> {
        self.buffer = BytesMut::new();
        self.scanned = 0;
        for _ in 0..DRAIN_READS {
            if self.ended {
                return Poll::Ready(());
            }
            let mut space = [MaybeUninit::uninit(); 8 << 10];
            let mut space = ReadBuf::uninit(&mut space);
            let read = ready!(Pin::new(&mut *reader).poll_read(cx, &mut space));
            self.ended = read.is_err() || space.filled().is_empty();
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
