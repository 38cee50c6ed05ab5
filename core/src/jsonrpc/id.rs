//! Request identifiers: a string or an integer, never null.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The longest identifier of a peer's, as it stands in its text: each is kept, and repeated in what
/// belongs to its request.
pub(crate) const MAX_ID_BYTES: usize = 1024;

/// The identifier that ties a reply to its request (JSON-RPC 2.0; 2026-07-28 `basic`, "Requests").
///
/// A request whose identifier takes more than 1 KiB of its text is refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RequestId {
    /// An integer, the form that Hostline sends.
    Number(i64),
    /// A string, a form that peers may send.
    String(Box<str>),
}

impl RequestId {
    /// Reads the identifier of a request: an integer or a string.
    pub(crate) fn of_request(token: &[u8]) -> Option<Self> {
        if token.len() > MAX_ID_BYTES {
            return None;
        }
        if token.first() == Some(&b'"') {
            return serde_json::from_slice::<String>(token)
                .ok()
                .map(|text| Self::String(text.into()));
        }
        integer(token).map(Self::Number)
    }

    /// Reads the identifier of a reply, where some peers turn our integers into floats such as `7.0`.
    pub(crate) fn of_reply(token: &[u8]) -> Option<Self> {
        Self::of_request(token).or_else(|| {
            let number: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
            integral(number).map(Self::Number)
        })
    }

    /// The integer that this identifier stands for, also when a peer has put it into a string.
    pub(crate) fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::String(text) => {
                text.parse().ok().or_else(|| text.parse::<f64>().ok().and_then(integral))
            }
        }
    }
}

/// The integer of a JSON text. Unlike others, JSON has neither a plus before it nor zeros.
fn integer(token: &[u8]) -> Option<i64> {
    match token.strip_prefix(b"-").unwrap_or(token) {
        [b'0'] | [b'1'..=b'9', ..] => std::str::from_utf8(token).ok()?.parse().ok(),
        _ => None,
    }
}

/// The integer that a float holds exactly, within the range in which floats are exact.
#[expect(clippy::cast_possible_truncation, reason = "the bound keeps the value exact")]
fn integral(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_991.0).then_some(number as i64)
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::String(text) => write!(f, "{text:?}"),
        }
    }
}

impl From<i64> for RequestId {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for RequestId {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::String(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = RequestId;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<RequestId, E> {
                Ok(RequestId::Number(number))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<RequestId, E> {
                i64::try_from(number)
                    .map(RequestId::Number)
                    .map_err(|_| E::custom("integer too large"))
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<RequestId, E> {
                integral(number).map(RequestId::Number).ok_or_else(|| E::custom("no integer"))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<RequestId, E> {
                Ok(RequestId::String(text.into()))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
