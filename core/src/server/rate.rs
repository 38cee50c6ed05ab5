//! How often each client may do something: a bucket of calls for each of them, which fills up at
//! an even rate.
//!
//! A bucket is kept as one time, that at which it will be full again; a full one need not be kept
//! at all. It knows no tools and no principals, only bytes that stand for them.

use std::{
    collections::{BTreeSet, HashMap},
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use ring::digest::{Context, SHA256};

/// The most buckets that are kept.
pub(crate) const MAX_BUCKETS: usize = 65_536;
/// The longest time that calls are counted over.
pub(crate) const MAX_PER: Duration = Duration::from_hours(24);

/// How many calls are allowed in which time: so many at once, and then one whenever its share of
/// the time has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    /// The number of calls.
    pub(crate) calls: NonZeroU32,
    /// The time; a longer one than a day counts as a day, and none at all allows every call.
    pub(crate) per: Duration,
}

/// Counts calls by who makes them and what they call.
#[derive(Debug)]
pub(crate) struct Rates {
    /// What one call takes from a bucket.
    share: Duration,
    /// What a full bucket holds.
    all: Duration,
    buckets: Mutex<Buckets>,
}

/// Who calls what, in few bytes however long they are. That no two of them share a bucket is as
/// sure as half a digest.
type Key = [u8; 16];

/// When each bucket is full again.
#[derive(Debug, Default)]
struct Buckets {
    full_at: HashMap<Key, Instant>,
    /// The same, by time.
    order: BTreeSet<(Instant, Key)>,
}

impl Rates {
    pub(crate) fn new(rate: Rate) -> Self {
        let calls = rate.calls.get();
        // Rounded up, so that never more is allowed than was said.
        let share = rate.per.min(MAX_PER).as_nanos().div_ceil(u128::from(calls));
        let share = Duration::from_nanos(u64::try_from(share).unwrap_or(u64::MAX));
        Self { share, all: share.saturating_mul(calls), buckets: Mutex::default() }
    }

    /// Takes one call, or says how long to wait for it. Who must wait has taken nothing.
    ///
    /// Beyond [`MAX_BUCKETS`] that are not full, that which is nearest to being full is forgotten:
    /// whoever owned it is allowed what it lacked. It takes time in the logarithm of their number.
    pub(crate) fn take(&self, identity: &[u8], name: &str, now: Instant) -> Result<(), Duration> {
        let key = key(identity, name);
        let mut buckets = self.lock();
        let before = buckets.full_at.get(&key).copied().unwrap_or(now).max(now);
        let lacking = before.saturating_duration_since(now) + self.share;
        if let Some(wait) = lacking.checked_sub(self.all).filter(|wait| !wait.is_zero()) {
            return Err(wait);
        }
        buckets.forget_full(now);
        buckets.set(key, now + lacking);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Buckets> {
        // Each change sets one time in two tables; at worst, a bucket is kept for too long.
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Buckets {
    fn forget_full(&mut self, now: Instant) {
        while let Some(&(full_at, key)) = self.order.first()
            && full_at <= now
        {
            self.order.pop_first();
            self.full_at.remove(&key);
        }
    }

    fn set(&mut self, key: Key, full_at: Instant) {
        match self.full_at.insert(key, full_at) {
            Some(before) => {
                self.order.remove(&(before, key));
            }
            None if self.order.len() >= MAX_BUCKETS => {
                if let Some((_, fullest)) = self.order.pop_first() {
                    self.full_at.remove(&fullest);
                }
            }
            None => {}
        }
        self.order.insert((full_at, key));
    }
}

fn key(identity: &[u8], name: &str) -> Key {
    let mut digest = Context::new(&SHA256);
    // With its length, so that what belongs to the one is never taken for part of the other.
    digest.update(&(identity.len() as u64).to_be_bytes());
    digest.update(identity);
    digest.update(name.as_bytes());
    let mut key = Key::default();
    let length = key.len();
    key.copy_from_slice(&digest.finish().as_ref()[..length]);
    key
}

#[cfg(test)]
#[path = "rate_tests.rs"]
mod tests;
