//! How JSON becomes a typed value, in one pass.
//!
//! Two kinds of failure are kept apart. Text that is no JSON ends the whole decode, since nothing
//! can be found behind it. A value of the wrong shape is a [`Misfit`]: it is consumed to its end,
//! so that whoever holds it (a list, an object with a field that may be lost) can leave it out and
//! go on. So salvaging costs the good path nothing.

use std::{borrow::Cow, fmt, marker::PhantomData, vec};

use serde::{
    Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess},
};

use super::{
    members::Members,
    shape::{Shape, Types},
};
use crate::error::{Error, ErrorCode, Result as CrateResult};

/// The outer error is text that is no JSON, the inner one a value of the wrong shape.
pub(crate) type Decoded<T, E> = Result<Result<T, Misfit>, E>;

/// The most faults that are kept of one message outside of its lists.
pub(crate) const MAX_NOTES: usize = 64;
/// The most bytes of a peer's own member name that an error repeats.
const MAX_NAME_IN_PATH: usize = 64;

/// A type that has a form on the wire.
pub(crate) trait Wire: Sized {
    /// Whether null is one of the values.
    const NULLABLE: bool = false;

    /// Reads one value to its end.
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error>;

    /// Writes the value.
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// The text that names the thing, where the value is text or has a name.
    fn label(&self) -> Option<&str> {
        None
    }

    /// What the value looks like on the wire.
    fn shape(_types: &mut Types) -> Shape {
        Shape::Any
    }
}

/// A type whose form on the wire is an object.
pub(crate) trait Object: Wire {
    /// Reads the members that are left.
    fn members<'de, A: MapAccess<'de>>(
        members: &mut Members<'de, A>,
        notes: &mut Notes,
    ) -> Decoded<Self, A::Error>;

    /// The value without any member, where there can be one.
    fn empty() -> Option<Self> {
        None
    }
}

/// A union of objects which one member tells apart.
pub(crate) trait Tagged: Sized {
    /// The name of that member.
    const TAG: &'static str;
    /// What the member says when it is absent, where it may be.
    const DEFAULT: Option<&'static str> = None;

    /// Reads the members of the variant that `tag` names.
    fn dispatch<'de, A: MapAccess<'de>>(
        tag: &str,
        members: &mut Members<'de, A>,
        notes: &mut Notes,
    ) -> Decoded<Self, A::Error>;
}

/// A value of the wrong shape, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misfit {
    path: String,
    reason: Cow<'static, str>,
    /// The name of the item that the value belongs to, where it has one.
    pub(crate) name: Option<String>,
}

impl Misfit {
    pub(crate) fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { path: String::new(), reason: reason.into(), name: None }
    }

    pub(crate) fn expected(expected: &str, found: &str) -> Self {
        Self::new(format!("expected {expected}, found {found}"))
    }

    pub(crate) fn missing(name: &str) -> Self {
        Self::new("missing").within(name)
    }

    /// Says which item of a list the value belongs to.
    pub(crate) fn named(mut self, name: Option<String>) -> Self {
        self.name = name;
        self
    }

    /// Says that the value stands in the member `name`, which may be a peer's own word.
    pub(crate) fn within(mut self, name: &str) -> Self {
        let end = name.floor_char_boundary(MAX_NAME_IN_PATH);
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{}{dot}{}", &name[..end], self.path);
        self
    }

    /// Says that the value is an element of an array.
    pub(crate) fn at(mut self, index: usize) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("[{index}]{dot}{}", self.path);
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.reason)
    }
}

/// The faults that were passed over.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    list: Vec<Misfit>,
}

impl Notes {
    pub(crate) fn push(&mut self, misfit: Misfit) {
        if self.list.len() < MAX_NOTES {
            self.list.push(misfit);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Says that what was noted after `mark` stands in the member `name`.
    pub(crate) fn within(&mut self, mark: usize, name: &str) {
        for note in self.list.iter_mut().skip(mark) {
            *note = note.clone().within(name);
        }
    }

    /// Says that what was noted after `mark` stands in an element of an array.
    pub(crate) fn at(&mut self, mark: usize, index: usize) {
        for note in self.list.iter_mut().skip(mark) {
            *note = note.clone().at(index);
        }
    }

    /// Takes back what was noted after `mark`.
    pub(crate) fn since(&mut self, mark: usize) -> vec::Drain<'_, Misfit> {
        self.list.drain(mark..)
    }
}

/// Decodes the JSON of a request's parameters or result.
///
/// Lists inside keep their own reports of what was left out ([`super::List::dropped`]).
///
/// # Errors
/// [`ErrorCode::Protocol`] with the place where the text breaks or the value does not fit.
pub fn decode<T: DeserializeOwned>(method: &str, bytes: &[u8]) -> CrateResult<T> {
    let text = text_of(method, bytes)?;
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        Err(error) => match repair_surrogates(text) {
            Some(repaired) => serde_json::from_str(&repaired).map_err(|e| refuse(method, e)),
            None => Err(refuse(method, error)),
        },
    }
}

/// Like [`decode`], and tells what was passed over outside of lists.
pub(crate) fn decode_noting<T: Wire>(method: &str, bytes: &[u8]) -> CrateResult<(T, Vec<String>)> {
    fn attempt<T: Wire>(text: &str) -> serde_json::Result<(T, Vec<String>)> {
        let mut notes = Notes::default();
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let value = T::decode(&mut deserializer, &mut notes)?.map_err(serde_json::Error::custom)?;
        deserializer.end()?;
        Ok((value, notes.list.iter().map(ToString::to_string).collect()))
    }
    let text = text_of(method, bytes)?;
    match attempt(text) {
        Ok(value) => Ok(value),
        Err(error) => match repair_surrogates(text) {
            Some(repaired) => attempt(&repaired).map_err(|error| refuse(method, error)),
            None => Err(refuse(method, error)),
        },
    }
}

fn text_of<'a>(method: &str, bytes: &'a [u8]) -> CrateResult<&'a str> {
    std::str::from_utf8(bytes).map_err(|error| {
        Error::new(ErrorCode::Protocol, format!("the peer's JSON is not UTF-8: {error}"))
            .with_method(method.to_owned())
    })
}

fn refuse(method: &str, error: serde_json::Error) -> Error {
    let what = if error.is_data() { "does not fit the method" } else { "is broken" };
    Error::new(ErrorCode::Protocol, format!("the peer's JSON {what}: {error}"))
        .with_method(method.to_owned())
        .with_next_step("report it to the author of the server")
        .with_source(error)
}

/// Replaces escapes that are half of a surrogate pair, which a server writes when it cuts a string
/// in the middle of a character. None when there is nothing to replace.
///
/// Strict parsers refuse the whole text for one such escape; one lost character is better.
fn repair_surrogates(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let unit = |at: usize| {
        let digits = text.get(at + 2..at + 6)?;
        (bytes.get(at..at + 2)? == b"\\u").then(|| u16::from_str_radix(digits, 16).ok())?
    };
    let mut repaired = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', bytes.get(at..)?) {
        at += found;
        match unit(at) {
            Some(0xD800..=0xDBFF) if matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) => at += 12,
            Some(0xD800..=0xDFFF) => {
                repaired.push_str(&text[copied..at]);
                repaired.push_str("\\ufffd");
                at += 6;
                copied = at;
            }
            _ => at += 2,
        }
    }
    repaired.push_str(&text[copied..]);
    (copied > 0).then_some(repaired)
}

/// The `Deserialize` of every type here: a misfit is an error.
pub(crate) fn strict<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::decode(deserializer, &mut Notes::default())?.map_err(D::Error::custom)
}

/// A value decoded inside of another.
pub(crate) struct Seed<'n, T>(&'n mut Notes, PhantomData<T>);

impl<'n, T> Seed<'n, T> {
    pub(crate) fn new(notes: &'n mut Notes) -> Self {
        Self(notes, PhantomData)
    }
}

impl<'de, T: Wire> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = Result<T, Misfit>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        T::decode(deserializer, self.0)
    }
}

/// A value seen by serde as [`Wire`] writes it.
pub(crate) struct Encoded<'a, T>(pub(crate) &'a T);

impl<T: Wire> Serialize for Encoded<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.encode(serializer)
    }
}
