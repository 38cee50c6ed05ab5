//! Names of tools, with `*` for any part of them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::text;
use crate::error::{Error, ErrorCode, Result};

/// A name, or several: each `*` stands for any characters, and for none.
///
/// ```
/// use hostline::host::config::NamePattern;
///
/// let pattern = NamePattern::parse("delete_*")?;
/// assert!(pattern.matches("delete_file"));
/// assert!(!pattern.matches("undelete_file"));
/// # Ok::<(), hostline::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamePattern(String);

impl NamePattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is empty, and would match nothing.
    pub fn parse(pattern: impl Into<String>) -> Result<Self> {
        let pattern = pattern.into();
        if pattern.is_empty() {
            return Err(Error::new(ErrorCode::InvalidInput, "an empty name matches no tool")
                .with_next_step("write a tool's name, or `*` for all of them"));
        }
        Ok(Self(pattern))
    }

    /// The pattern as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is one name and no other, since no `*` is in it.
    pub fn is_exact(&self) -> bool {
        !self.0.contains('*')
    }

    /// Whether a name is meant. Capitals count.
    pub fn matches(&self, name: &str) -> bool {
        let Some((start, others)) = self.0.split_once('*') else { return self.0 == name };
        let Some(mut rest) = name.strip_prefix(start) else { return false };
        let (between, end) = others.rsplit_once('*').unwrap_or(("", others));
        for part in between.split('*') {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(end)
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Serialize for NamePattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for NamePattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, |pattern| Self::parse(pattern))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_part_of_a_name() {
        for (pattern, name, expected) in [
            ("read", "read", true),
            ("read", "reads", false),
            ("read", "Read", false),
            ("*", "", true),
            ("*", "read", true),
            ("read_*", "read_", true),
            ("read_*", "unread_", false),
            ("*_file", "read_file", true),
            ("*_file", "read_files", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("**", "any", true),
            ("r?ad", "read", false),
            ("ä*", "äö", true),
        ] {
            assert_eq!(
                NamePattern::parse(pattern).unwrap().matches(name),
                expected,
                "{pattern} {name}"
            );
        }
        assert!(NamePattern::parse("").is_err());
    }
}
