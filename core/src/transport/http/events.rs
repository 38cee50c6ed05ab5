//! Events from a body, and how far a stream has come.

use std::time::Duration;

use http::HeaderValue;

use super::limits::{BACK_OFF_MAX, RETRY_DELAY, RETRY_DELAY_MAX, RETRY_DELAY_MIN};
use crate::{
    error::Result,
    net::Body,
    transport::sse::{Item, Parser},
};

/// The events of one body. [`Self::next`] may be dropped and called again.
pub(super) struct Events {
    body: Body,
    parser: Parser,
}

impl Events {
    pub(super) fn new(body: Body, limit: usize) -> Self {
        Self { body, parser: Parser::new(limit) }
    }

    /// The next event; nothing at the stream's end.
    pub(super) async fn next(&mut self) -> Result<Option<Item>> {
        loop {
            if let Some(item) = self.parser.next() {
                return Ok(Some(item));
            }
            match self.body.chunk().await? {
                Some(chunk) => self.parser.push(chunk),
                None => return Ok(None),
            }
        }
    }
}

/// How far a stream has come, over all the bodies that it arrived in.
#[derive(Default)]
pub(super) struct Progress {
    /// The place to resume after, where the server gives such places.
    pub(super) last_event_id: Option<HeaderValue>,
    /// How many events came, with or without a message in them.
    pub(super) events: u64,
    /// How many messages came.
    pub(super) messages: u64,
    /// The size of an event that was too long to be taken.
    pub(super) oversized: Option<u64>,
    retry: Option<Duration>,
}

impl Progress {
    /// Takes over what a body's end leaves: the place that it came to, and when to ask again.
    pub(super) fn take_over(&mut self, events: &Events) {
        if let Some(retry) = events.parser.retry() {
            let retry = Duration::from_millis(retry);
            self.retry = Some(retry.clamp(RETRY_DELAY_MIN, RETRY_DELAY_MAX));
        }
        if let Some(id) = events.parser.last_event_id() {
            // An empty identifier means that there is no place to resume after.
            let value = HeaderValue::from_bytes(id).ok().filter(|value| !value.is_empty());
            if value.is_some() && value != self.last_event_id {
                self.events += 1;
            }
            self.last_event_id = value;
        }
    }

    /// Whether the server has said how often it wants to be asked.
    pub(super) fn wants_polling(&self) -> bool {
        self.retry.is_some()
    }

    /// How long to wait before the stream is opened again, after so many failures in a row. The
    /// server's word counts; without it the time doubles.
    pub(super) fn delay(&self, failures: u32) -> Duration {
        let doubled = RETRY_DELAY.saturating_mul(1 << failures.saturating_sub(1).min(16));
        match self.retry {
            Some(retry) => retry,
            None => doubled.min(BACK_OFF_MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_doubles_with_failures_unless_the_server_gives_one() {
        let progress = Progress::default();
        let delays: Vec<u64> = (0..8).map(|n| progress.delay(n).as_secs()).collect();
        assert_eq!(delays, [1, 1, 2, 4, 8, 16, 30, 30]);
        assert_eq!(progress.delay(u32::MAX), BACK_OFF_MAX);
        let told = Progress { retry: Some(Duration::from_millis(40)), ..Progress::default() };
        assert_eq!(told.delay(9), Duration::from_millis(40));
    }
}
