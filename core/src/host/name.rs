//! What a person calls a server.

use std::{borrow::Borrow, fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::error::{Error, ErrorCode};

/// The longest name, in characters: with a tool's name behind it, it must fit what models take.
pub const MAX_SERVER_NAME: usize = 32;

/// What a person calls a server, and what its tools are told apart by.
///
/// 1 to 32 of `A–Z`, `a–z`, `0–9`, `-` and `_`, beginning and ending with a letter or a digit, and
/// without two `_` in a row, which stand between this name and a tool's.
///
/// ```
/// use hostline::host::ServerName;
///
/// assert_eq!(ServerName::parse("my-files").unwrap().as_str(), "my-files");
/// assert!(ServerName::parse("my files").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerName(Arc<str>);

impl ServerName {
    /// Reads a name.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no such name, and the error says what one is made of.
    pub fn parse(name: &str) -> Result<Self, Error> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_end = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let bytes = name.as_bytes();
        let is_name = bytes.len() <= MAX_SERVER_NAME
            && bytes.iter().all(|byte| allowed(*byte))
            && is_end(bytes.first())
            && is_end(bytes.last())
            && !name.contains("__");
        if is_name {
            return Ok(Self(name.into()));
        }
        let message = format!("`{name}` cannot be the name of a server");
        Err(Error::new(ErrorCode::InvalidInput, message).with_next_step(format!(
            "take up to {MAX_SERVER_NAME} letters, digits, `-` and single `_`, with a letter or a \
             digit at both ends"
        )))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name, for the errors that it stands in.
    pub(crate) fn label(&self) -> &Arc<str> {
        &self.0
    }
}

impl FromStr for ServerName {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::parse(name)
    }
}

impl Borrow<str> for ServerName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl Serialize for ServerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ServerName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::parse(&name).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_made_of_few_characters() {
        let longest = "a".repeat(MAX_SERVER_NAME);
        for name in ["a", "7", "my-files", "my_files", "Git", "a-_b", &longest] {
            assert_eq!(ServerName::parse(name).unwrap().as_str(), name);
        }
        let too_long = "a".repeat(MAX_SERVER_NAME + 1);
        for name in
            ["", "-a", "a-", "_a", "a_", "a__b", "a b", "a.b", "a/b", "ä", "a\n", "..", &too_long]
        {
            assert_eq!(ServerName::parse(name).unwrap_err().code(), ErrorCode::InvalidInput);
        }
    }
}
