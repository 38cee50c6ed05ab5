//! A time in a file: whole seconds since the beginning of 1970, in UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

pub(super) fn serialize<S: Serializer>(time: &SystemTime, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_u64(seconds(*time))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<SystemTime, D::Error> {
    let seconds = u64::deserialize(d)?;
    UNIX_EPOCH
        .checked_add(Duration::from_secs(seconds))
        .ok_or_else(|| D::Error::custom("a time lies too far ahead"))
}

/// The seconds since the beginning of 1970; none for a time before.
pub(super) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// The time as it stands in a file.
pub(super) fn whole(time: SystemTime) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds(time))
}

/// The same for a time that may be absent.
pub(super) mod optional {
    use super::{Deserialize, Deserializer, Serializer, SystemTime, deserialize, serialize};

    #[expect(clippy::ref_option, reason = "serde hands a field over so")]
    pub(in super::super) fn write<S: Serializer>(
        time: &Option<SystemTime>,
        s: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serialize(time, s),
            None => s.serialize_none(),
        }
    }

    pub(in super::super) fn read<'de, D: Deserializer<'de>>(
        d: D,
    ) -> Result<Option<SystemTime>, D::Error> {
        #[derive(Deserialize)]
        struct Time(#[serde(deserialize_with = "deserialize")] SystemTime);
        Ok(Option::<Time>::deserialize(d)?.map(|Time(time)| time))
    }
}
