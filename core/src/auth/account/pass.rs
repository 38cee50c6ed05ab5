//! The access token as requests carry it, and when it wants to be renewed.

use std::{
    collections::BTreeSet,
    time::{Duration, SystemTime},
};

use http::HeaderValue;

use super::record::Record;
use crate::error::{Error, ErrorCode, Result};

/// How long before its end a token is renewed at the earliest; a short one at half its life.
const BEFORE_EXPIRY: Duration = Duration::from_secs(30);

/// An access token in the form that a request needs. Cloning is cheap.
#[derive(Clone)]
pub(crate) struct Pass {
    header: HeaderValue,
    generation: u64,
    obtained_at: SystemTime,
    expires_at: Option<SystemTime>,
    can_be_renewed: bool,
    granted: BTreeSet<String>,
}

impl Pass {
    /// The token of a record, if there is one.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: it holds what cannot stand in a header.
    pub(super) fn of(record: &Record) -> Result<Option<Self>> {
        let Some(session) = &record.session else { return Ok(None) };
        let text = zeroize::Zeroizing::new(format!("Bearer {}", session.access.expose()));
        let mut header = HeaderValue::from_str(&text).map_err(|_| {
            Error::new(ErrorCode::Storage, "the stored token is not valid in a header")
                .with_next_step("sign out, and sign in again")
        })?;
        header.set_sensitive(true);
        Ok(Some(Self {
            header,
            generation: record.generation,
            obtained_at: session.obtained_at,
            expires_at: session.expires_at,
            can_be_renewed: session.refresh.is_some(),
            granted: session.granted.clone(),
        }))
    }

    /// The value of `Authorization`.
    pub(crate) fn header(&self) -> HeaderValue {
        self.header.clone()
    }

    pub(super) fn generation(&self) -> u64 {
        self.generation
    }

    /// What the token allows, as far as is known.
    pub(super) fn granted(&self) -> &BTreeSet<String> {
        &self.granted
    }

    /// How the token stands at a time.
    pub(super) fn state(&self, now: SystemTime) -> State {
        let Some(expires_at) = self.expires_at else { return State::Good };
        if now >= expires_at {
            return State::Over;
        }
        let life = expires_at.duration_since(self.obtained_at).unwrap_or_default();
        let margin = BEFORE_EXPIRY.min(life / 2);
        // A clock that was put back tells nothing of how long the token will live.
        let clock_went_back = now < self.obtained_at;
        let left = expires_at.duration_since(now).unwrap_or_default();
        if self.can_be_renewed && (left <= margin || clock_went_back) {
            return State::Due;
        }
        State::Good
    }

    pub(super) fn can_be_renewed(&self) -> bool {
        self.can_be_renewed
    }
}

/// How a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It may be used.
    Good,
    /// It may be used, and should be renewed.
    Due,
    /// Its time is over.
    Over,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(life: Option<u64>, can_be_renewed: bool) -> Pass {
        let obtained_at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        Pass {
            header: HeaderValue::from_static("Bearer t"),
            generation: 1,
            obtained_at,
            expires_at: life.map(|life| obtained_at + Duration::from_secs(life)),
            can_be_renewed,
            granted: BTreeSet::new(),
        }
    }

    #[test]
    fn a_token_is_renewed_half_a_minute_before_its_end_or_at_half_its_life() {
        for (life, at, can_be_renewed, expected) in [
            (Some(3_600), 1_000, true, State::Good),
            (Some(3_600), 4_569, true, State::Good),
            (Some(3_600), 4_570, true, State::Due),
            (Some(3_600), 4_570, false, State::Good),
            (Some(3_600), 4_600, true, State::Over),
            (Some(3_600), 4_600, false, State::Over),
            (Some(10), 1_004, true, State::Good),
            (Some(10), 1_005, true, State::Due),
            (None, 9_999_999, true, State::Good),
            // The clock was put back, and says nothing of how long the token will live.
            (Some(3_600), 999, true, State::Due),
            (Some(3_600), 0, false, State::Good),
        ] {
            let now = SystemTime::UNIX_EPOCH + Duration::from_secs(at);
            assert_eq!(pass(life, can_be_renewed).state(now), expected, "{life:?} at {at}");
        }
    }
}
