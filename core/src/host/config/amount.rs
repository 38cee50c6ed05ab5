//! Amounts as a person writes them: `60s`, `512MiB`.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::text;
use crate::error::{Error, ErrorCode, Result};

/// What a time is counted in, in milliseconds.
const TIMES: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];
/// What memory is counted in, in bytes.
const SIZES: [(&str, u64); 7] = [
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("kB", 1_000),
    ("B", 1),
];
/// The longest time that can be written.
const LONGEST: Duration = Duration::from_hours(24);

/// How long something may take.
#[derive(Clone, Copy)]
pub(super) struct Wait(pub(super) Duration);

/// How much memory something may take, in bytes.
#[derive(Clone, Copy)]
pub(super) struct Size(pub(super) u64);

impl Wait {
    fn parse(text: &str) -> Result<Self> {
        let wait = count(text, &TIMES).map(Duration::from_millis);
        wait.filter(|wait| !wait.is_zero() && *wait <= LONGEST).map(Self).ok_or_else(|| {
            Error::new(ErrorCode::InvalidInput, "this is no time that can be waited for")
                .with_next_step(
                    "write a number and `ms`, `s`, `m` or `h`, such as 60s; 24h at the most",
                )
        })
    }
}

impl Size {
    fn parse(text: &str) -> Result<Self> {
        count(text, &SIZES).filter(|bytes| *bytes > 0).map(Self).ok_or_else(|| {
            Error::new(ErrorCode::InvalidInput, "this is no amount of memory")
                .with_next_step("write a number and `KiB`, `MiB` or `GiB`, such as 512MiB")
        })
    }
}

/// So many of a unit, counted in the smallest.
fn count(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let end = text.find(|char: char| !char.is_ascii_digit())?;
    let (number, unit) = text.split_at(end);
    let (_, worth) = units.iter().find(|(name, _)| *name == unit.trim_start())?;
    number.parse::<u64>().ok()?.checked_mul(*worth)
}

/// The shortest way to write an amount, in the units that divide it.
fn written(amount: u64, units: &[(&str, u64)]) -> String {
    let unit = units.iter().find(|(_, worth)| amount.is_multiple_of(*worth));
    let (name, worth) = unit.unwrap_or(&("", 1));
    format!("{}{name}", amount / worth)
}

impl<'de> Deserialize<'de> for Wait {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, Self::parse)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, Self::parse)
    }
}

impl Serialize for Wait {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let millis = u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX);
        serializer.serialize_str(&written(millis, &TIMES))
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&written(self.0, &SIZES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_and_its_unit() {
        for (text, millis) in
            [("60s", 60_000), ("1500ms", 1_500), ("2 m", 120_000), ("24h", 86_400_000)]
        {
            assert_eq!(Wait::parse(text).unwrap().0.as_millis(), millis, "{text}");
        }
        for text in ["", "60", "s", "0s", "-1s", "1.5s", "25h", "60 seconds", "99999999999999999h"]
        {
            let error = Wait::parse(text).err().unwrap();
            assert!(error.next_step().unwrap().contains("60s"), "{text}");
        }
    }

    #[test]
    fn memory_is_a_number_and_its_unit() {
        for (text, bytes) in [("512MiB", 512 << 20), ("1GiB", 1 << 30), ("2 kB", 2_000), ("7B", 7)]
        {
            assert_eq!(Size::parse(text).unwrap().0, bytes, "{text}");
        }
        for text in ["", "512", "0MiB", "512mib", "99999999999999999GiB", "1e9B"] {
            assert!(Size::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_amount_is_written_as_it_is_read() {
        let time = |text: &str| serde_json::to_string(&Wait::parse(text).unwrap()).unwrap();
        assert_eq!(
            [time("60s"), time("90s"), time("1500ms")],
            [r#""1m""#, r#""90s""#, r#""1500ms""#]
        );
        let size = |text: &str| serde_json::to_string(&Size::parse(text).unwrap()).unwrap();
        assert_eq!([size("512MiB"), size("1000MB")], [r#""512MiB""#, r#""1GB""#]);
    }
}
