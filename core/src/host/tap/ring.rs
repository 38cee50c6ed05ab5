//! The last entries of a tap.

use std::{collections::VecDeque, sync::Arc, time::SystemTime};

use super::{TapEntry, TapEvent};

/// The most entries that are kept.
const MOST_ENTRIES: usize = 5_000;

/// The most memory that they may take.
const MOST_BYTES: usize = 8 << 20;

/// What an entry takes besides its texts: itself, what counts its holders, and its place.
const ENTRY_BYTES: usize = size_of::<TapEntry>() + 4 * size_of::<usize>();

/// The entries, which have their numbers without gaps.
#[derive(Default)]
pub(super) struct Ring {
    entries: VecDeque<Arc<TapEntry>>,
    bytes: usize,
    newest: u64,
}

impl Ring {
    /// Adds an entry and says its number. The oldest go, until there is room.
    pub(super) fn push(&mut self, at: SystemTime, event: TapEvent) -> u64 {
        self.newest += 1;
        let entry = TapEntry { number: self.newest, at, event };
        self.bytes += weight(&entry);
        self.entries.push_back(Arc::new(entry));
        while self.entries.len() > MOST_ENTRIES || self.bytes > MOST_BYTES {
            let Some(oldest) = self.entries.pop_front() else { break };
            self.bytes -= weight(&oldest);
        }
        self.newest
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &Arc<TapEntry>> {
        self.entries.iter()
    }

    /// The number of the oldest entry that is kept; of the one to come if there is none.
    pub(super) fn oldest(&self) -> u64 {
        self.entries.front().map_or(self.newest + 1, |entry| entry.number)
    }

    /// The entry with this number, if it is here.
    pub(super) fn entry(&self, number: u64) -> Option<&Arc<TapEntry>> {
        let place = number.checked_sub(self.oldest())?;
        self.entries.get(usize::try_from(place).ok()?)
    }
}

fn weight(entry: &TapEntry) -> usize {
    ENTRY_BYTES + entry.event.weight()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(ring: &mut Ring, bytes: usize) -> u64 {
        let text = "x".repeat(bytes).into();
        ring.push(SystemTime::UNIX_EPOCH, TapEvent::Status { text })
    }

    #[test]
    fn the_oldest_go_when_there_are_too_many() {
        let mut ring = Ring::default();
        assert_eq!(ring.oldest(), 1);
        for number in 1..=5_003 {
            assert_eq!(push(&mut ring, 1), number);
        }
        assert_eq!((ring.entries().count(), ring.oldest()), (5_000, 4));
        assert!(ring.entry(3).is_none() && ring.entry(5_004).is_none());
        assert_eq!((ring.entry(4).unwrap().number, ring.entry(5_003).unwrap().number), (4, 5_003));
    }

    #[test]
    fn the_oldest_go_when_they_take_too_much() {
        let mut ring = Ring::default();
        for _ in 0..200 {
            push(&mut ring, 64 << 10);
        }
        let kept = ring.entries().count();
        assert!((120..=128).contains(&kept), "{kept}");
        let bytes: usize = ring.entries().map(|entry| weight(entry)).sum();
        assert_eq!(ring.bytes, bytes);
    }
}
