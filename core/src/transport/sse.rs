//! A parser for server-sent events: bytes in, events out.
//!
//! It does no I/O and knows no clock. Each byte is searched once for the end of its line, and data
//! that stands on one line within one chunk is handed out without being copied (HTML Living
//! Standard, section 9.2.6).

use bytes::{Buf, Bytes, BytesMut};
use memchr::{memchr, memchr2};

/// The longest event id that is kept. A longer one is ignored, as it could not be sent back.
const EVENT_ID_BYTES: usize = 4 << 10;

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// What kind of event it is; empty means `message`.
    pub(crate) name: Bytes,
    /// Its data, lines joined by line feeds.
    pub(crate) data: Bytes,
    /// The last identifier that the stream has given, with this event or before.
    pub(crate) id: Option<Bytes>,
}

impl Event {
    /// Whether this is an event of the kind that carries messages.
    pub(crate) fn is_message(&self) -> bool {
        self.name.is_empty() || &*self.name == b"message"
    }
}

/// What the parser finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// An event with data.
    Event(Event),
    /// An event longer than the limit was dropped; so many bytes of it were seen.
    Oversized(u64),
}

/// Takes a stream apart. Feed it with [`Self::push`], then call [`Self::next`] until it has no more.
pub(crate) struct Parser {
    limit: usize,
    chunk: Bytes,
    /// The beginning of a line whose end is in a later chunk.
    partial: BytesMut,
    skipping: Skipping,
    at_start: bool,
    after_return: bool,
    name: Bytes,
    data: Data,
    id: Option<Bytes>,
    last_event_id: Option<Bytes>,
    retry: Option<u64>,
    /// Bytes of the event in progress, without its comments.
    size: usize,
    oversized: bool,
}

/// Why the line in progress is not kept.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Skipping {
    #[default]
    Nothing,
    Comment,
    /// It belongs to an event that is too long.
    Line,
}

/// Data as it grows: most events have one line, which need not be copied.
#[derive(Default)]
enum Data {
    #[default]
    None,
    One(Bytes),
    Many(BytesMut),
}

impl Parser {
    /// A parser that drops events of more than `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            chunk: Bytes::new(),
            partial: BytesMut::new(),
            skipping: Skipping::Nothing,
            at_start: true,
            after_return: false,
            name: Bytes::new(),
            data: Data::None,
            id: None,
            last_event_id: None,
            retry: None,
            size: 0,
            oversized: false,
        }
    }

    /// Gives the parser the next bytes of the stream. What it had before must be used up.
    pub(crate) fn push(&mut self, chunk: Bytes) {
        debug_assert!(self.chunk.is_empty(), "the events before must be taken first");
        self.chunk = chunk;
    }

    /// The identifier of the last complete event, for resuming after it.
    pub(crate) fn last_event_id(&self) -> Option<&Bytes> {
        self.last_event_id.as_ref()
    }

    /// How many milliseconds the server wants to pass before the stream is opened again.
    pub(crate) fn retry(&self) -> Option<u64> {
        self.retry
    }

    /// The next event in what was pushed; nothing if more bytes are needed.
    pub(crate) fn next(&mut self) -> Option<Item> {
        loop {
            if self.after_return && !self.chunk.is_empty() {
                self.after_return = false;
                if self.chunk[0] == b'\n' {
                    self.chunk.advance(1);
                }
            }
            let Some(end) = memchr2(b'\r', b'\n', &self.chunk) else {
                self.keep_rest();
                return None;
            };
            let piece = self.chunk.split_to(end);
            self.after_return = self.chunk[0] == b'\r';
            self.chunk.advance(1);
            let line = self.complete(piece);
            if let Some(item) = line.and_then(|line| self.line(&line)) {
                return Some(item);
            }
        }
    }

    /// Keeps the beginning of a line until its end arrives.
    fn keep_rest(&mut self) {
        let rest = std::mem::take(&mut self.chunk);
        if rest.is_empty() {
            return;
        }
        if self.partial.is_empty() && self.skipping == Skipping::Nothing {
            // A comment is not worth keeping, however long it is.
            if rest[0] == b':' {
                self.skipping = Skipping::Comment;
            } else if self.oversized {
                self.skipping = Skipping::Line;
            }
        }
        match self.skipping {
            Skipping::Comment => {}
            Skipping::Line => self.count(rest.len()),
            Skipping::Nothing if self.size + self.partial.len() + rest.len() > self.limit => {
                self.count(self.partial.len() + rest.len());
                self.partial = BytesMut::new();
                self.skipping = Skipping::Line;
            }
            Skipping::Nothing => self.partial.extend_from_slice(&rest),
        }
    }

    /// The whole line that ends with `piece`; nothing if it was not kept.
    fn complete(&mut self, piece: Bytes) -> Option<Bytes> {
        let at_start = std::mem::take(&mut self.at_start);
        match std::mem::take(&mut self.skipping) {
            Skipping::Nothing => {}
            Skipping::Comment => return None,
            Skipping::Line => {
                self.count(piece.len());
                return None;
            }
        }
        let mut line = if self.partial.is_empty() {
            piece
        } else {
            self.partial.extend_from_slice(&piece);
            std::mem::take(&mut self.partial).freeze()
        };
        if at_start && line.starts_with(b"\xEF\xBB\xBF") {
            line.advance(3);
        }
        Some(line)
    }

    /// Adds to the size of the event in progress, and drops what there is of it past the limit.
    fn count(&mut self, bytes: usize) {
        self.size = self.size.saturating_add(bytes);
        if self.size > self.limit {
            self.oversized = true;
            self.data = Data::None;
        }
    }

    fn line(&mut self, line: &Bytes) -> Option<Item> {
        if line.is_empty() {
            return self.dispatch();
        }
        let colon = memchr(b':', line);
        if colon == Some(0) {
            return None;
        }
        self.count(line.len());
        if self.oversized {
            return None;
        }
        let name_end = colon.unwrap_or(line.len());
        let mut value = line.slice(name_end..);
        if colon.is_some() {
            value.advance(1);
            if value.starts_with(b" ") {
                value.advance(1);
            }
        }
        match &line[..name_end] {
            b"data" => self.data.add(value),
            b"event" => self.name = value,
            b"id" if value.len() <= EVENT_ID_BYTES && memchr(0, &value).is_none() => {
                // A copy, so that an identifier does not keep the chunk around it alive.
                self.id = Some(Bytes::copy_from_slice(&value));
            }
            b"retry" => self.retry = digits(&value).or(self.retry),
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<Item> {
        let size = std::mem::take(&mut self.size);
        let name = std::mem::take(&mut self.name);
        let data = std::mem::take(&mut self.data).finish();
        if std::mem::take(&mut self.oversized) {
            return Some(Item::Oversized(size as u64));
        }
        if self.id.is_some() {
            self.last_event_id.clone_from(&self.id);
        }
        Some(Item::Event(Event { name, data: data?, id: self.last_event_id.clone() }))
    }
}

impl Data {
    fn add(&mut self, line: Bytes) {
        *self = match std::mem::take(self) {
            Self::None => Self::One(line),
            Self::One(first) => {
                let mut whole = BytesMut::with_capacity(first.len() + 1 + line.len());
                whole.extend_from_slice(&first);
                whole.extend_from_slice(b"\n");
                whole.extend_from_slice(&line);
                Self::Many(whole)
            }
            Self::Many(mut whole) => {
                whole.extend_from_slice(b"\n");
                whole.extend_from_slice(&line);
                Self::Many(whole)
            }
        };
    }

    fn finish(self) -> Option<Bytes> {
        match self {
            Self::None => None,
            Self::One(line) => Some(line),
            Self::Many(whole) => Some(whole.freeze()),
        }
    }
}

/// A number of nothing but digits; too large a one counts as none.
fn digits(value: &[u8]) -> Option<u64> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(value).ok()?.parse().ok()
}

#[cfg(test)]
#[path = "sse_tests.rs"]
mod tests;
