//! Following a tap.

use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use super::{TapEntry, locked, ring::Ring};

/// What a reader gets.
#[derive(Clone, Debug)]
pub enum TapRead {
    /// The next entry.
    Entry(Arc<TapEntry>),
    /// So many entries went before this reader came to them.
    Missed(u64),
}

/// Reads a tap's entries in their order. It keeps nothing of its own: one that is slow misses what
/// the ring has given up meanwhile, and is told how much.
pub struct TapReader {
    ring: Arc<Mutex<Ring>>,
    newest: watch::Receiver<u64>,
    /// The number of the entry to read next.
    next: u64,
}

impl TapReader {
    pub(super) fn new(ring: Arc<Mutex<Ring>>, newest: watch::Receiver<u64>) -> Self {
        let next = locked(&ring).oldest();
        Self { ring, newest, next }
    }

    /// The next entry, waited for; none once nobody is left who records, and all is read. Dropping
    /// the future loses nothing.
    pub async fn next(&mut self) -> Option<TapRead> {
        loop {
            // What is recorded after the look is newer than what is marked as seen here.
            self.newest.borrow_and_update();
            if let Some(read) = self.read_now() {
                return Some(read);
            }
            if self.newest.changed().await.is_err() {
                return self.read_now();
            }
        }
    }

    /// The next entry, if it is there.
    pub fn read_now(&mut self) -> Option<TapRead> {
        let ring = locked(&self.ring);
        let missed = ring.oldest().saturating_sub(self.next);
        if missed > 0 {
            self.next += missed;
            return Some(TapRead::Missed(missed));
        }
        let entry = ring.entry(self.next)?.clone();
        self.next += 1;
        Some(TapRead::Entry(entry))
    }
}

impl std::fmt::Debug for TapReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TapReader").field("next", &self.next).finish_non_exhaustive()
    }
}
