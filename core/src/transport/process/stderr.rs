//! A server's standard error as lines: kept bounded, never in the way of its messages.

use std::{
    collections::VecDeque,
    mem::MaybeUninit,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use memchr::memchr;
use tokio::{
    io::{AsyncRead, ReadBuf},
    time::Instant,
};

use crate::transport::Notice;

/// The most bytes of one line. What follows up to the line's end is dropped.
const MOST_LINE: usize = 64 << 10;

/// How many lines are kept for the error of a server that ends.
const LAST_LINES: usize = 20;

/// How many characters of each of these lines are kept.
const LAST_LINE_CHARACTERS: usize = 400;

/// How many bytes of lines may be told at once, before more are dropped and only counted.
const BURST: usize = 1 << 20;

/// How many bytes of lines a second may be told over a longer time.
const BYTES_PER_SECOND: usize = 256 << 10;

/// What a line costs besides its own bytes, so that empty lines are no way around the limit.
const LINE_COST: usize = 64;

/// How many reads are done before the server's messages get their turn again.
const READS_AT_ONCE: usize = 16;

/// The memory that a line in the making may keep between two lines.
const KEPT: usize = 1 << 10;

/// The lines of a standard error stream.
pub(super) struct Stderr<R> {
    /// Gone once the stream has ended.
    stream: Option<R>,
    /// The beginning of the line whose end has not arrived.
    line: Vec<u8>,
    pending: VecDeque<Box<str>>,
    last: VecDeque<Box<str>>,
    allowance: usize,
    counted_at: Instant,
    dropped: u64,
}

impl<R: AsyncRead + Unpin> Stderr<R> {
    pub(super) fn new(stream: R) -> Self {
        Self {
            stream: Some(stream),
            line: Vec::new(),
            pending: VecDeque::new(),
            last: VecDeque::new(),
            allowance: BURST,
            counted_at: Instant::now(),
            dropped: 0,
        }
    }

    /// Whether the stream has ended and all of it is told.
    pub(super) fn has_ended(&self) -> bool {
        self.stream.is_none() && self.pending.is_empty() && self.dropped == 0
    }

    /// The last lines, oldest first, cut short.
    pub(super) fn last_lines(&self) -> impl Iterator<Item = &str> {
        self.last.iter().map(Box::as_ref)
    }

    /// The next line. Pending for good once the stream has ended.
    pub(super) fn poll_notice(&mut self, cx: &mut Context<'_>) -> Poll<Notice> {
        for _ in 0..READS_AT_ONCE {
            if let Some(line) = self.pending.pop_front() {
                return Poll::Ready(Notice::Stderr(line));
            }
            match self.poll_read(cx) {
                Poll::Ready(true) => {}
                // The end of the stream ends its last line.
                Poll::Ready(false) if !self.pending.is_empty() => {}
                // The flood pauses: what was lost of it can be told.
                Poll::Ready(false) | Poll::Pending if self.dropped > 0 => {
                    return Poll::Ready(self.tell_dropped());
                }
                Poll::Ready(false) | Poll::Pending => return Poll::Pending,
            }
            if self.dropped > 0 && self.allowance >= MOST_LINE {
                return Poll::Ready(self.tell_dropped());
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Reads without telling anybody, so that a server that ends is not held up by a full pipe.
    pub(super) fn drain(&mut self, cx: &mut Context<'_>) {
        for _ in 0..READS_AT_ONCE {
            if self.poll_read(cx) != Poll::Ready(true) {
                return;
            }
            self.pending.clear();
        }
        cx.waker().wake_by_ref();
    }

    fn tell_dropped(&mut self) -> Notice {
        Notice::StderrDropped { lines: std::mem::take(&mut self.dropped) }
    }

    /// Reads once; false when the stream has ended.
    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<bool> {
        let Some(stream) = &mut self.stream else { return Poll::Ready(false) };
        let mut space = [MaybeUninit::uninit(); 8 << 10];
        let mut space = ReadBuf::uninit(&mut space);
        let read = ready!(Pin::new(stream).poll_read(cx, &mut space));
        if read.is_err() || space.filled().is_empty() {
            self.stream = None;
            if !self.line.is_empty() {
                self.end_line();
            }
            return Poll::Ready(false);
        }
        self.refill();
        self.feed(space.filled());
        Poll::Ready(true)
    }

    fn feed(&mut self, mut text: &[u8]) {
        while let Some(end) = memchr(b'\n', text) {
            self.extend_line(&text[..end]);
            self.end_line();
            text = &text[end + 1..];
        }
        self.extend_line(text);
    }

    fn extend_line(&mut self, text: &[u8]) {
        let room = MOST_LINE - self.line.len();
        self.line.extend_from_slice(&text[..text.len().min(room)]);
    }

    fn end_line(&mut self) {
        let bytes = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        let text = String::from_utf8_lossy(bytes);
        if self.last.len() == LAST_LINES {
            self.last.pop_front();
        }
        if !text.trim().is_empty() {
            self.last.push_back(text.chars().take(LAST_LINE_CHARACTERS).collect());
        }
        let cost = text.len() + LINE_COST;
        match self.allowance.checked_sub(cost) {
            Some(rest) => {
                self.allowance = rest;
                self.pending.push_back(text.into());
            }
            None => self.dropped += 1,
        }
        self.line.clear();
        self.line.shrink_to(KEPT);
    }

    fn refill(&mut self) {
        let now = Instant::now();
        let passed = now.duration_since(self.counted_at).min(Duration::from_mins(1));
        let milliseconds = usize::try_from(passed.as_millis()).unwrap_or(0);
        if milliseconds > 0 {
            let earned = milliseconds * BYTES_PER_SECOND / 1000;
            self.allowance = (self.allowance + earned).min(BURST);
            self.counted_at = now;
        }
    }
}
