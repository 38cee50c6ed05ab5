//! What stands for content: its SHA-256.

use std::{fmt, str::FromStr};

use ring::digest;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::canonical::canonical;
use crate::{
    Json,
    error::{Error, ErrorCode},
};

const PREFIX: &str = "sha256:";
/// How long a digest is in its written form, in bytes.
const WRITTEN: usize = PREFIX.len() + 64;

/// The SHA-256 of some bytes, written `sha256:` and 64 lower-case hexadecimal digits.
///
/// Consent is bound to digests and never to names: what has changed is not what was allowed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// That of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let found = digest::digest(&digest::SHA256, bytes);
        let mut digest = [0; 32];
        digest.copy_from_slice(found.as_ref());
        Self(digest)
    }

    /// That of a JSON value, however it is written: of its canonical form (RFC 8785).
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the value has no canonical form.
    pub fn of_json(json: &Json) -> Result<Self, Error> {
        canonical(json).map(|bytes| Self::of(&bytes))
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Has its written form used. Every line of the record has several, so that no formatter with
    /// its options writes them digit by digit.
    fn with_written<T>(&self, work: impl FnOnce(&str) -> T) -> T {
        let mut written = [0; WRITTEN];
        let (prefix, digits) = written.split_at_mut(PREFIX.len());
        prefix.copy_from_slice(PREFIX.as_bytes());
        for (pair, byte) in digits.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            *pair = [digit(byte >> 4), digit(byte & 0xf)];
        }
        work(str::from_utf8(&written).unwrap_or_default())
    }
}

/// The lower-case hexadecimal digit of a number below 16.
fn digit(number: u8) -> u8 {
    if number < 10 { b'0' + number } else { b'a' + number - 10 }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_written(|written| f.pad(written))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let read = || {
            let hex = text.strip_prefix(PREFIX)?;
            let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            if hex.len() != 64 || !hex.bytes().all(is_hex) {
                return None;
            }
            let mut digest = [0; 32];
            for (at, byte) in digest.iter_mut().enumerate() {
                *byte = u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).ok()?;
            }
            Some(Self(digest))
        };
        read().ok_or_else(|| {
            let message = format!("`{text}` is no digest: `{PREFIX}` and 64 digits are one");
            Error::new(ErrorCode::InvalidInput, message)
        })
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_written(|written| serializer.serialize_str(written))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|error: Error| de::Error::custom(error.message()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_reads_what_it_writes() {
        let digest = Digest::of(b"abc");
        let text = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest.to_string(), text);
        assert_eq!(text.parse::<Digest>().unwrap(), digest);
        for wrong in ["", "sha256:", &text[7..], &text[..70], &text.to_uppercase()] {
            assert_eq!(wrong.parse::<Digest>().unwrap_err().code(), ErrorCode::InvalidInput);
        }
    }
}
