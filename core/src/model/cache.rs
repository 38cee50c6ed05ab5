//! How long a result may be kept, and for whom (2026-07-28 `server/utilities/caching`).

use std::{fmt, time::Duration};

use serde::{
    Deserializer, Serializer,
    de::{MapAccess, SeqAccess, Visitor},
};

use super::{
    decode::{Decoded, Misfit, Notes, Wire},
    shape::{Shape, Types},
    visit::{ignore_elements, ignore_members},
    wire::{open_enum, wire_serde},
};

open_enum! {
    /// Who may be given a kept result (2026-07-28 `server/utilities/caching`). What is not
    /// `public` must be taken as private.
    pub enum CacheScope {
        /// Anyone.
        Public = "public",
        /// Only whoever asked.
        Private = "private",
    }
}

/// `ttlMs`: for how many milliseconds a result may be kept. What a peer sends that is no count of
/// milliseconds is 0, that is, not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ttl(u64);

impl Ttl {
    /// So many milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// The number of milliseconds.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The same as a duration.
    pub const fn as_duration(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

impl From<u64> for Ttl {
    fn from(millis: u64) -> Self {
        Self(millis)
    }
}

struct Millis<'n>(&'n mut Notes);

impl Millis<'_> {
    fn none(self) -> Ttl {
        self.0.push(Misfit::new("not a number of milliseconds; taken as 0"));
        Ttl(0)
    }
}

impl<'de> Visitor<'de> for Millis<'_> {
    type Value = Result<Ttl, Misfit>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of milliseconds")
    }

    fn visit_u64<E>(self, millis: u64) -> Result<Self::Value, E> {
        Ok(Ok(Ttl(millis)))
    }

    fn visit_i64<E>(self, millis: i64) -> Result<Self::Value, E> {
        match u64::try_from(millis) {
            Ok(millis) => Ok(Ok(Ttl(millis))),
            Err(_) => Ok(Ok(self.none())),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and nothing negative comes here"
    )]
    fn visit_f64<E>(self, millis: f64) -> Result<Self::Value, E> {
        if millis >= 0.0 { Ok(Ok(Ttl(millis as u64))) } else { Ok(Ok(self.none())) }
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Ok(self.none()))
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Ok(self.none()))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Ok(self.none()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        ignore_elements(seq)?;
        Ok(Ok(self.none()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        ignore_members(map)?;
        Ok(Ok(self.none()))
    }
}

impl Wire for Ttl {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(Millis(notes))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }

    fn shape(types: &mut Types) -> Shape {
        u64::shape(types)
    }
}

wire_serde!(Ttl);
