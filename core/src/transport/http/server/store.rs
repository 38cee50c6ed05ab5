//! The events of a session's streams, kept for who comes back for them.
//!
//! Each stream is a queue and its own history: a reader is a place in it. What is kept is bounded
//! by count and bytes. Where there is too much, whole streams go that have ended and that nobody
//! reads, then what may be lost (progress, log messages), what was read already, and what is
//! oldest; the newest event of a stream, which may be the reply that it is for, only where nobody
//! reads it. What nobody reads is also bounded for all sessions together, since it stays until its
//! client comes back or its session ends. An event's identifier names its stream and its place
//! there (2025-11-25 `basic/transports`, "Resumability and Redelivery"). This module computes: no
//! runtime, no clock.

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;

use super::Share;

/// How much of a session's streams is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoreLimits {
    /// The most events of one stream. Default 256.
    pub(crate) events: usize,
    /// The most bytes of one stream. Default 1 MiB.
    pub(crate) stream_bytes: usize,
    /// The most bytes of all streams. Default 4 MiB.
    pub(crate) bytes: usize,
    /// The most streams that have ended and are kept all the same. Default 32.
    pub(crate) ended: usize,
    /// The most bytes of the streams that nobody reads, the newest event of each included. Default
    /// 16 MiB.
    pub(crate) unread: usize,
    /// How many of those are kept in any case, whatever other sessions keep. Default 64 KiB.
    pub(crate) unread_in_any_case: usize,
}

impl Default for StoreLimits {
    fn default() -> Self {
        Self {
            events: 256,
            stream_bytes: 1 << 20,
            bytes: 4 << 20,
            ended: 32,
            unread: 16 << 20,
            unread_in_any_case: 64 << 10,
        }
    }
}

/// Whether an event may be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// It may be, where it comes to that: what comes after it says more.
    Little,
    /// Somebody waits for it, or is to hear of it.
    Much,
}

/// What a reader finds at its place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next event, and how many before it are not kept any more.
    Event { place: u64, data: Bytes, missing: u64 },
    /// Nothing yet.
    Wait,
    /// The stream has ended.
    End,
}

/// Why a stream cannot be gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stale {
    /// The identifier is not one of this session's.
    Unknown,
    /// Its stream is not kept any more.
    Forgotten,
}

/// All streams of a session, by number. Numbers are used once.
pub(super) struct Store {
    streams: BTreeMap<u64, Stream>,
    bytes: usize,
    opened: u64,
    limits: StoreLimits,
    /// What it keeps for nobody, of the bytes that all sessions share.
    share: Share,
}

#[derive(Default)]
struct Stream {
    events: VecDeque<Kept>,
    bytes: usize,
    /// The place of the last event that was added; the first one has the place 1.
    last: u64,
    /// The place of the last event that was read.
    read: u64,
    ended: bool,
    has_reader: bool,
    /// Whether a client has learned of a place in this stream, so that it could come back.
    named: bool,
    /// Whether nobody can ever read it.
    unreachable: bool,
}

struct Kept {
    place: u64,
    data: Bytes,
    worth: Worth,
}

impl Store {
    pub(super) fn new(limits: StoreLimits, share: Share) -> Self {
        Self { streams: BTreeMap::new(), bytes: 0, opened: 0, limits, share }
    }

    /// Opens the next stream, with a reader; gives its number.
    pub(super) fn open(&mut self) -> u64 {
        let number = self.opened;
        self.opened += 1;
        self.streams.insert(number, Stream { has_reader: true, ..Stream::default() });
        number
    }

    /// Adds an event to a stream; false if the stream has ended, or nobody can ever read it.
    pub(super) fn add(&mut self, number: u64, data: Bytes, worth: Worth) -> bool {
        let is_open = |stream: &&mut Stream| !stream.ended && !stream.unreachable;
        let Some(stream) = self.streams.get_mut(&number).filter(is_open) else { return false };
        stream.last += 1;
        stream.bytes += data.len();
        self.bytes += data.len();
        stream.events.push_back(Kept { place: stream.last, data, worth });
        let mut freed = 0;
        while stream.events.len() > self.limits.events || stream.bytes > self.limits.stream_bytes {
            let Some(bytes) = stream.drop_one(Worth::Much) else { break };
            freed += bytes;
        }
        self.bytes -= freed;
        self.make_room();
        self.give_up();
        true
    }

    /// Ends a stream: nothing more comes. What it holds can still be read.
    pub(super) fn end(&mut self, number: u64) {
        let Some(stream) = self.streams.get_mut(&number) else { return };
        stream.ended = true;
        // Without its newest event, which is the reply, nobody comes back for it.
        if stream.unreachable || (!stream.has_reader && stream.has_lost_newest()) {
            self.forget(number);
        }
        let abandoned = |stream: &Stream| stream.ended && !stream.has_reader;
        while self.streams.values().filter(|stream| abandoned(stream)).count() > self.limits.ended {
            let oldest = self.streams.iter().find(|(_, stream)| abandoned(stream));
            let Some(number) = oldest.map(|(number, _)| *number) else { break };
            self.forget(number);
        }
        self.give_up();
    }

    /// Forgets a stream and what it holds.
    pub(super) fn forget(&mut self, number: u64) {
        self.remove(number);
        self.give_up();
    }

    /// Notes that somebody reads a stream. Gives the place of the last event that was read.
    pub(super) fn attach(&mut self, number: u64) -> Option<u64> {
        let stream = self.streams.get_mut(&number)?;
        stream.has_reader = true;
        let read = stream.read;
        self.give_up();
        Some(read)
    }

    /// Notes that nobody reads a stream any more. If its client has no place to come back to, what
    /// comes is not kept.
    pub(super) fn detach(&mut self, number: u64, comes_back: bool) {
        let Some(stream) = self.streams.get_mut(&number) else { return };
        stream.has_reader = false;
        if comes_back || stream.named {
            self.give_up();
            return;
        }
        if stream.ended {
            self.forget(number);
            return;
        }
        stream.unreachable = true;
        self.bytes -= std::mem::take(&mut stream.bytes);
        stream.events.clear();
        self.give_up();
    }

    /// What stands after a place in a stream; it counts as read.
    pub(super) fn next(&mut self, number: u64, after: u64) -> Next {
        let Some(stream) = self.streams.get_mut(&number) else { return Next::End };
        let Some(kept) = stream.after(after) else {
            return if stream.ended { Next::End } else { Next::Wait };
        };
        let (place, data) = (kept.place, kept.data.clone());
        stream.read = stream.read.max(place);
        stream.named = true;
        Next::Event { place, data, missing: place - after - 1 }
    }

    /// The only event of a stream that has ended with it; then the stream is forgotten.
    pub(super) fn take_whole(&mut self, number: u64) -> Option<Bytes> {
        let stream = self.streams.get(&number)?;
        let whole = (stream.ended && stream.last == 1 && !stream.named).then(|| {
            let only = stream.events.front()?;
            Some(only.data.clone())
        })??;
        self.forget(number);
        Some(whole)
    }

    /// Whether much of an open stream waits for its reader: a quarter of what is kept.
    pub(super) fn is_congested(&self, number: u64) -> bool {
        let Some(stream) = self.streams.get(&number).filter(|stream| !stream.ended) else {
            return false;
        };
        let read = stream.events.partition_point(|kept| kept.place <= stream.read);
        let unread = stream.events.range(read..);
        unread.len() >= self.limits.events / 4
            || unread.map(|kept| kept.data.len()).sum::<usize>() >= self.limits.stream_bytes / 4
    }

    /// Whether a stream has neither events nor an end.
    pub(super) fn is_untouched(&self, number: u64) -> bool {
        self.streams.get(&number).is_some_and(|stream| stream.last == 0 && !stream.ended)
    }

    /// Whether a stream has ended without any event, or is gone.
    pub(super) fn ended_empty(&self, number: u64) -> bool {
        self.streams.get(&number).is_none_or(|stream| stream.last == 0 && stream.ended)
    }

    /// Whether a client knows a place in the stream.
    pub(super) fn is_named(&self, number: u64) -> bool {
        self.streams.get(&number).is_some_and(|stream| stream.named)
    }

    /// The identifier of a place in a stream, which a client learns hereby.
    pub(super) fn name(&mut self, number: u64, place: u64) -> Box<str> {
        if let Some(stream) = self.streams.get_mut(&number) {
            stream.named = true;
        }
        format!("{number}-{place}").into()
    }

    /// The stream and the place that an identifier names.
    pub(super) fn find(&self, id: &str) -> Result<(u64, u64), Stale> {
        let (number, place) = id.split_once('-').ok_or(Stale::Unknown)?;
        let number: u64 = number.parse().map_err(|_| Stale::Unknown)?;
        let place: u64 = place.parse().map_err(|_| Stale::Unknown)?;
        // One spelling only: what we have not written is not ours.
        if number >= self.opened || format!("{number}-{place}") != id {
            return Err(Stale::Unknown);
        }
        let stream = self.streams.get(&number).ok_or(Stale::Forgotten)?;
        if place > stream.last { Err(Stale::Unknown) } else { Ok((number, place)) }
    }

    /// How many streams there are.
    #[cfg(test)]
    pub(super) fn streams(&self) -> usize {
        self.streams.len()
    }

    /// Gives up what the bound on all streams does not allow.
    fn make_room(&mut self) {
        while self.bytes > self.limits.bytes {
            let abandoned = self.streams.iter().find(|(_, it)| it.ended && !it.has_reader);
            if let Some(number) = abandoned.map(|(number, _)| *number) {
                self.remove(number);
                continue;
            }
            let little = |stream: &mut Stream| stream.drop_one(Worth::Little);
            let much = |stream: &mut Stream| stream.drop_one(Worth::Much);
            let streams = &mut self.streams;
            let bytes = streams.values_mut().find_map(little);
            // The first stream tells of changes, which nobody repeats, so it comes last.
            let Some(bytes) = bytes.or_else(|| streams.values_mut().rev().find_map(much)) else {
                break;
            };
            self.bytes -= bytes;
        }
    }

    fn remove(&mut self, number: u64) {
        if let Some(stream) = self.streams.remove(&number) {
            self.bytes -= stream.bytes;
        }
    }

    /// Gives up what nobody reads and there is no room for, in this session or in all of them.
    fn give_up(&mut self) {
        loop {
            let unread = self.unread();
            let shared = unread.saturating_sub(self.limits.unread_in_any_case);
            let fits = unread <= self.limits.unread && self.share.resize(shared);
            if fits || !self.give_one_up() {
                return;
            }
        }
    }

    /// The bytes of the streams that nobody reads, where they are worth counting.
    fn unread(&self) -> usize {
        if self.bytes <= self.limits.unread_in_any_case {
            return 0;
        }
        let unread = self.streams.values().filter(|stream| !stream.has_reader);
        unread.map(|stream| stream.bytes).sum()
    }

    /// Gives up the oldest stream that has ended and that nobody reads, or else an event of one
    /// that goes on; false if there is none.
    fn give_one_up(&mut self) -> bool {
        let is_left = |stream: &Stream| !stream.has_reader && stream.bytes > 0;
        let ended = self.streams.iter().find(|(_, stream)| stream.ended && is_left(stream));
        if let Some(number) = ended.map(|(number, _)| *number) {
            self.remove(number);
            return true;
        }
        let mut left: Vec<_> = self.streams.values_mut().filter(|stream| is_left(stream)).collect();
        let little = left.iter_mut().find_map(|stream| stream.drop_one(Worth::Little));
        // The first stream tells of changes, which nobody repeats, so it comes last.
        let much = || {
            let newest = left.last_mut()?;
            newest.drop_one(Worth::Much).or_else(|| newest.drop_newest())
        };
        let given_up = little.or_else(much);
        self.bytes -= given_up.unwrap_or_default();
        given_up.is_some()
    }
}

impl Stream {
    /// The first event after a place.
    fn after(&self, place: u64) -> Option<&Kept> {
        let index = self.events.partition_point(|kept| kept.place <= place);
        self.events.get(index)
    }

    fn has_lost_newest(&self) -> bool {
        self.events.back().map_or(0, |kept| kept.place) < self.last
    }

    /// Drops the event that is missed least, but never the newest, and none of more worth than
    /// that, unless it was read; gives its bytes.
    fn drop_one(&mut self, most: Worth) -> Option<usize> {
        let older = self.events.len().checked_sub(1)?;
        let find = |lost: &dyn Fn(&Kept) -> bool| self.events.iter().take(older).position(lost);
        let index = find(&|kept| kept.worth == Worth::Little)
            .or_else(|| find(&|kept| kept.place <= self.read))
            .or_else(|| find(&|_| most == Worth::Much))?;
        let dropped = self.events.remove(index)?;
        self.bytes -= dropped.data.len();
        Some(dropped.data.len())
    }

    fn drop_newest(&mut self) -> Option<usize> {
        let dropped = self.events.pop_back()?;
        self.bytes -= dropped.data.len();
        Some(dropped.data.len())
    }
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
