//! Texts of the file that mean something.

use std::fmt;

use serde::{Deserializer, de};

use crate::error::Result;

/// Reads a text as what it means.
pub(super) fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    parse: fn(&str) -> Result<T>,
) -> Result<T, D::Error> {
    // Judged where it is visited, so that an error is told at its place and not at that of the list
    // around it.
    deserializer.deserialize_str(Visitor(parse))
}

struct Visitor<T>(fn(&str) -> Result<T>);

impl<T> de::Visitor<'_> for Visitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(E::custom)
    }
}
