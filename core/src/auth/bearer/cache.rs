//! Answers that are believed for a while, and only so many of them. Those that are too old are still
//! known to have been there.

use std::{collections::HashMap, time::Duration};

use tokio::time::Instant;

/// Values by the digest of what they are about.
pub(super) struct Cache<T> {
    entries: HashMap<[u8; 32], (T, Instant)>,
    capacity: usize,
    lifetime: Duration,
}

impl<T: Clone> Cache<T> {
    pub(super) fn new(capacity: usize, lifetime: Duration) -> Self {
        Self { entries: HashMap::new(), capacity, lifetime }
    }

    /// The value, if it is young enough.
    pub(super) fn find(&self, key: &[u8; 32], now: Instant) -> Option<T> {
        let (value, since) = self.entries.get(key)?;
        (now.duration_since(*since) < self.lifetime).then(|| value.clone())
    }

    /// Whether there is a value, however old.
    pub(super) fn holds(&self, key: &[u8; 32]) -> bool {
        self.entries.contains_key(key)
    }

    pub(super) fn forget(&mut self, key: &[u8; 32]) {
        self.entries.remove(key);
    }

    /// Keeps a value. If there are too many, the oldest goes.
    pub(super) fn keep(&mut self, key: [u8; 32], value: T, now: Instant) {
        if self.entries.len() >= self.capacity && !self.entries.contains_key(&key) {
            let oldest = self.entries.iter().min_by_key(|(_, (_, since))| *since);
            if let Some(oldest) = oldest.map(|(key, _)| *key) {
                self.entries.remove(&oldest);
            }
        }
        self.entries.insert(key, (value, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_believed_for_its_lifetime_only() {
        let begin = Instant::now();
        let mut cache = Cache::new(2, Duration::from_secs(30));
        cache.keep([1; 32], "one", begin);
        assert_eq!(cache.find(&[1; 32], begin + Duration::from_secs(29)), Some("one"));
        assert_eq!(cache.find(&[1; 32], begin + Duration::from_secs(30)), None);
        assert!(cache.holds(&[1; 32]), "it is still known to have been there");
        assert_eq!(cache.find(&[2; 32], begin), None);
    }

    #[test]
    fn the_oldest_goes_when_there_are_too_many() {
        let begin = Instant::now();
        let mut cache = Cache::new(2, Duration::from_secs(30));
        for number in [1, 2, 2, 3] {
            cache.keep([number; 32], number, begin + Duration::from_secs(number.into()));
        }
        let now = begin + Duration::from_secs(4);
        let known: Vec<bool> = (1..4).map(|key| cache.find(&[key; 32], now).is_some()).collect();
        assert_eq!(known, [false, true, true]);
        assert!(cache.holds(&[3; 32]) && !cache.holds(&[1; 32]));
        cache.forget(&[3; 32]);
        assert!(!cache.holds(&[3; 32]));
    }
}
