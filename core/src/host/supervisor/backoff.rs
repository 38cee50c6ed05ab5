//! How long to wait before a server that has ended is started again.

use std::time::Duration;

/// The first wait; it doubles with each failure.
const FIRST: Duration = Duration::from_millis(250);
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(30);
/// A server that has run for so long has recovered: the next failure is its first.
const RECOVERED: Duration = Duration::from_mins(1);
/// How many failures in a row are tried to be mended. Then somebody has to ask for the server.
const MOST: u32 = 8;

/// How often a server has failed in a row.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// The wait after a failure of a server that had been ready for `lasted`, if it was; nothing
    /// where starting it again is hopeless.
    pub(super) fn after(&mut self, lasted: Option<Duration>) -> Option<Duration> {
        if lasted.is_some_and(|lasted| lasted >= RECOVERED) {
            self.failures = 0;
        }
        self.failures += 1;
        let doublings = (self.failures - 1).min(MOST);
        (self.failures <= MOST).then(|| LONGEST.min(FIRST * 2_u32.pow(doublings)))
    }

    /// How many failures in a row there were.
    pub(super) fn failures(&self) -> u32 {
        self.failures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_end() {
        let mut backoff = Backoff::default();
        let waits: Vec<u128> = std::iter::from_fn(|| backoff.after(Some(Duration::ZERO)))
            .map(|wait| wait.as_millis())
            .collect();
        assert_eq!(waits, [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
        // Three kills in a row cost less than five seconds.
        assert!(waits[..3].iter().sum::<u128>() < 5000);
    }

    #[test]
    fn a_server_that_has_run_for_long_begins_anew() {
        let mut backoff = Backoff::default();
        for _ in 0..MOST {
            backoff.after(None);
        }
        assert_eq!(backoff.after(None), None);
        assert_eq!(backoff.after(Some(RECOVERED)), Some(FIRST));
    }
}
