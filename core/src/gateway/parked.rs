//! Requests that wait for their client to come back with an answer.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use tokio::time::Instant;

use super::{lock, work::Work};

/// How long a request waits for its client. Default 10 min.
const PATIENCE: Duration = Duration::from_mins(10);
/// The most requests that wait.
const MAX_PARKED: usize = 256;
/// The most requests of one client that wait.
const MAX_OF_ONE: usize = 16;

/// The requests that wait, by names that nobody can guess.
#[derive(Default)]
pub(super) struct Parked(Mutex<Places<Work>>);

struct Places<W>(HashMap<String, Place<W>>);

struct Place<W> {
    owner: Vec<u8>,
    since: Instant,
    work: W,
}

impl Parked {
    /// Lets a request wait. The one is given up that has waited for longest, of this client or of
    /// all, where there are too many.
    pub(super) fn park(&self, name: String, owner: Vec<u8>, work: Work) {
        let given_up = lock(&self.0).park(name, owner, work, Instant::now());
        // Outside of the lock: it cancels.
        drop(given_up);
    }

    /// The request of this name, if it is this client's.
    pub(super) fn take(&self, name: &str, owner: &[u8]) -> Option<Work> {
        lock(&self.0).take(name, owner)
    }

    /// Gives up what waits for a client that has gone.
    pub(super) fn leave(&self, owner: &[u8]) {
        let given_up = lock(&self.0).leave(owner);
        drop(given_up);
    }

    /// Gives up what has waited for too long.
    pub(super) fn sweep(&self) {
        let given_up = lock(&self.0).sweep(Instant::now());
        drop(given_up);
    }
}

impl<W> Default for Places<W> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<W> Places<W> {
    fn park(&mut self, name: String, owner: Vec<u8>, work: W, now: Instant) -> Vec<W> {
        let mut given_up = self.sweep(now);
        let of_one = self.0.values().filter(|place| place.owner == owner).count();
        if of_one >= MAX_OF_ONE {
            given_up.extend(self.remove_oldest(|place| place.owner == owner));
        } else if self.0.len() >= MAX_PARKED {
            given_up.extend(self.remove_oldest(|_| true));
        }
        let replaced = self.0.insert(name, Place { owner, since: now, work });
        given_up.extend(replaced.map(|place| place.work));
        given_up
    }

    fn take(&mut self, name: &str, owner: &[u8]) -> Option<W> {
        if self.0.get(name)?.owner != owner {
            return None;
        }
        self.0.remove(name).map(|place| place.work)
    }

    fn leave(&mut self, owner: &[u8]) -> Vec<W> {
        let gone = self.0.extract_if(|_, place| place.owner == owner);
        gone.map(|(_, place)| place.work).collect()
    }

    fn sweep(&mut self, now: Instant) -> Vec<W> {
        let late = self.0.extract_if(|_, place| now.duration_since(place.since) >= PATIENCE);
        late.map(|(_, place)| place.work).collect()
    }

    fn remove_oldest(&mut self, of: impl Fn(&Place<W>) -> bool) -> Option<W> {
        let candidates = self.0.iter().filter(|(_, place)| of(place));
        let oldest = candidates.min_by_key(|(_, place)| place.since)?.0.clone();
        self.0.remove(&oldest).map(|place| place.work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn park(places: &mut Places<usize>, owner: &str, work: usize, now: Instant) -> Vec<usize> {
        places.park(work.to_string(), owner.into(), work, now)
    }

    #[test]
    fn only_its_own_client_finds_a_request_again_and_only_once() {
        let mut places = Places::default();
        park(&mut places, "a", 1, Instant::now());
        assert_eq!(places.take("1", b"b"), None);
        assert_eq!(places.take("1", b"a"), Some(1));
        assert_eq!(places.take("1", b"a"), None);
    }

    #[test]
    fn what_nobody_comes_back_for_is_given_up() {
        let (mut places, now) = (Places::default(), Instant::now());
        park(&mut places, "a", 1, now);
        park(&mut places, "a", 2, now + PATIENCE / 2);
        assert!(places.sweep(now + PATIENCE / 2).is_empty());
        assert_eq!(places.sweep(now + PATIENCE), [1]);
        assert_eq!(places.take("2", b"a"), Some(2));
    }

    #[test]
    fn what_waits_for_a_client_goes_with_it() {
        let (mut places, now) = (Places::default(), Instant::now());
        park(&mut places, "a", 1, now);
        park(&mut places, "b", 2, now);
        assert_eq!(places.leave(b"a"), [1]);
        assert_eq!(places.take("2", b"b"), Some(2));
    }

    #[test]
    fn a_client_that_never_comes_back_loses_its_own_and_takes_no_place_of_others() {
        let (mut places, now) = (Places::default(), Instant::now());
        park(&mut places, "patient", 0, now);
        for number in 1..=MAX_OF_ONE {
            assert!(park(&mut places, "greedy", number, now + Duration::from_secs(1)).is_empty());
        }
        let later = now + Duration::from_secs(2);
        assert_eq!(park(&mut places, "greedy", 1000, later).len(), 1);
        assert_eq!(places.take("0", b"patient"), Some(0));
        for number in 0..2 * MAX_PARKED {
            park(&mut places, &format!("one of many {number}"), 2000 + number, later);
        }
        assert_eq!(places.0.len(), MAX_PARKED);
    }
}
