//! Times as RFC 3339 writes them: in UTC, to the millisecond.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, SecondsFormat};
use serde::{Deserialize, Deserializer, Serializer, de};

pub(super) fn serialize<S: Serializer>(at: &SystemTime, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&text(*at))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SystemTime, D::Error> {
    let text = String::deserialize(from)?;
    parse(&text).ok_or_else(|| de::Error::custom("it is no time such as 2026-01-31T12:00:00.000Z"))
}

/// The same for a time that may be missing.
pub(super) mod optional {
    use super::{Serializer, SystemTime, text};

    #[expect(clippy::ref_option, reason = "serde gives it so")]
    pub(in super::super) fn serialize<S: Serializer>(
        at: &Option<SystemTime>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match at {
            Some(at) => to.serialize_some(&text(*at)),
            None => to.serialize_none(),
        }
    }
}

/// A clock that stands before 1970 says 1970.
fn text(at: SystemTime) -> String {
    let since = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let millis = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
    let time = DateTime::from_timestamp_millis(millis).unwrap_or(DateTime::UNIX_EPOCH);
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

fn parse(text: &str) -> Option<SystemTime> {
    let millis = DateTime::parse_from_rfc3339(text).ok()?.timestamp_millis();
    let since = Duration::from_millis(u64::try_from(millis).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_to_the_millisecond_and_read_again() {
        let at = SystemTime::UNIX_EPOCH + Duration::from_micros(1_796_040_000_123_999);
        assert_eq!(text(at), "2026-11-30T12:00:00.123Z");
        assert_eq!(parse(&text(at)), Some(at - Duration::from_micros(999)));
        assert_eq!(parse("2026-11-30T13:00:00.123+01:00"), parse("2026-11-30T12:00:00.123Z"));
        assert_eq!(parse("1969-12-31T23:59:59.000Z"), None);
        assert_eq!(parse("yesterday"), None);
    }
}
