//! The members of an object while it is read.

use std::{borrow::Cow, fmt, marker::PhantomData, vec};

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, Visitor},
};

use super::{
    Extra, MAX_MEMBERS,
    decode::{Decoded, Misfit, Notes, Seed, Wire},
};
use crate::jsonrpc::Json;

/// A member's name, copied only when it has escapes.
pub(crate) struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

/// The members of an object that are left to read: first those that were read ahead.
pub(crate) struct Members<'de, A> {
    ahead: vec::IntoIter<(String, Json)>,
    held: Option<Json>,
    rest: Option<A>,
    /// Whether the member that tells the variants of a union apart was read already.
    pub(crate) tag_read: bool,
    lifetime: PhantomData<&'de ()>,
}

impl<'de, A: MapAccess<'de>> Members<'de, A> {
    pub(crate) fn new(rest: A) -> Self {
        Self::after(Vec::new(), rest, false)
    }

    pub(crate) fn after(ahead: Vec<(String, Json)>, rest: A, tag_read: bool) -> Self {
        let ahead = ahead.into_iter();
        Self { ahead, held: None, rest: Some(rest), tag_read, lifetime: PhantomData }
    }

    /// The next member's name; its value must be read next.
    pub(crate) fn key(&mut self) -> Result<Option<Cow<'de, str>>, A::Error> {
        if let Some((key, value)) = self.ahead.next() {
            self.held = Some(value);
            return Ok(Some(Cow::Owned(key)));
        }
        let Some(rest) = &mut self.rest else { return Ok(None) };
        let key = rest.next_key_seed(KeySeed)?;
        if key.is_none() {
            self.rest = None;
        }
        Ok(key)
    }

    /// The value of the member just named.
    pub(crate) fn value<T: Wire>(&mut self, notes: &mut Notes) -> Decoded<T, A::Error> {
        if let Some(json) = self.held.take() {
            let mut deserializer = serde_json::Deserializer::from_str(json.as_str());
            return T::decode(&mut deserializer, notes).map_err(A::Error::custom);
        }
        match &mut self.rest {
            Some(rest) => rest.next_value_seed(Seed::new(notes)),
            None => Err(A::Error::custom("a member's value was read twice")),
        }
    }

    /// The value of the member just named, and the names of what was passed over in it.
    fn member<T: Wire>(&mut self, name: &str, notes: &mut Notes) -> Decoded<T, A::Error> {
        let mark = notes.len();
        let value = self.value(notes)?;
        notes.within(mark, name);
        Ok(value.map_err(|misfit| misfit.within(name)))
    }

    /// Reads a member that must have the right shape.
    pub(crate) fn required<T: Wire>(
        &mut self,
        name: &str,
        slot: &mut Option<T>,
        trouble: &mut Option<Misfit>,
        notes: &mut Notes,
    ) -> Result<(), A::Error> {
        match self.member(name, notes)? {
            Ok(value) => *slot = Some(value),
            Err(misfit) => {
                trouble.get_or_insert(misfit);
            }
        }
        Ok(())
    }

    /// Reads a member that must have the right shape or be null.
    pub(crate) fn optional<T: Wire>(
        &mut self,
        name: &str,
        slot: &mut Option<T>,
        trouble: &mut Option<Misfit>,
        notes: &mut Notes,
    ) -> Result<(), A::Error> {
        match self.member(name, notes)? {
            Ok(value) => *slot = value,
            Err(misfit) => {
                trouble.get_or_insert(misfit);
            }
        }
        Ok(())
    }

    /// Reads a member that is left out when it has the wrong shape.
    pub(crate) fn salvaged<T: Wire>(
        &mut self,
        name: &str,
        slot: &mut Option<T>,
        notes: &mut Notes,
    ) -> Result<(), A::Error> {
        match self.member(name, notes)? {
            Ok(value) => *slot = value,
            Err(misfit) => notes.push(misfit),
        }
        Ok(())
    }

    /// Keeps a member that no version names.
    pub(crate) fn unknown(
        &mut self,
        key: Cow<'de, str>,
        extra: &mut Extra,
        trouble: &mut Option<Misfit>,
        notes: &mut Notes,
    ) -> Result<(), A::Error> {
        if extra.len() >= MAX_MEMBERS {
            self.ignore()?;
            trouble.get_or_insert_with(|| Misfit::new("too many unknown members"));
        } else if let Ok(value) = self.value::<Json>(notes)? {
            extra.push(key.into_owned(), value);
        }
        Ok(())
    }

    /// Reads the member that tells variants apart, which must say `tag`.
    pub(crate) fn tag(
        &mut self,
        name: &str,
        tag: &str,
        trouble: &mut Option<Misfit>,
        notes: &mut Notes,
    ) -> Result<(), A::Error> {
        match self.value::<String>(notes)? {
            Ok(found) if found == tag => self.tag_read = true,
            Ok(_) => {
                let misfit = Misfit::new(format!("expected \"{tag}\"")).within(name);
                trouble.get_or_insert(misfit);
            }
            Err(misfit) => {
                trouble.get_or_insert_with(|| misfit.within(name));
            }
        }
        Ok(())
    }

    /// Passes over the value of the member just named.
    pub(crate) fn ignore(&mut self) -> Result<(), A::Error> {
        if self.held.take().is_none()
            && let Some(rest) = &mut self.rest
        {
            rest.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }

    /// Passes over everything that is left.
    pub(crate) fn ignore_rest(&mut self) -> Result<(), A::Error> {
        while self.key()?.is_some() {
            self.ignore()?;
        }
        Ok(())
    }
}
