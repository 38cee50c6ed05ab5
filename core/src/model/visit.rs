//! The visitors of objects and unions, and the answer to every shape that does not fit.

use std::marker::PhantomData;

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{
    MAX_MEMBERS,
    decode::{Misfit, Notes, Object, Seed, Tagged},
    members::{KeySeed, Members},
};
use crate::jsonrpc::Json;

/// Passes over the elements of an array and counts them.
pub(crate) fn ignore_elements<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<usize, A::Error> {
    let mut count = 0;
    while seq.next_element::<IgnoredAny>()?.is_some() {
        count += 1;
    }
    Ok(count)
}

/// Passes over the members of an object.
pub(crate) fn ignore_members<'de, A: MapAccess<'de>>(mut map: A) -> Result<(), A::Error> {
    while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
    Ok(())
}

/// The visitor methods of the shapes that do not fit, each of which consumes the value.
macro_rules! misfit_visits {
    ($expected:literal: $($shape:ident)*) => {
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str($expected)
        }
        $( $crate::model::visit::misfit_visits!(@ $shape $expected); )*
    };
    (@ bool $expected:literal) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            Ok(Err($crate::model::decode::Misfit::expected($expected, "a boolean")))
        }
    };
    (@ number $expected:literal) => {
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            Ok(Err($crate::model::decode::Misfit::expected($expected, "a number")))
        }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            Ok(Err($crate::model::decode::Misfit::expected($expected, "a number")))
        }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            Ok(Err($crate::model::decode::Misfit::expected($expected, "a number")))
        }
    };
    (@ string $expected:literal) => {
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            Ok(Err($crate::model::decode::Misfit::expected($expected, "a string")))
        }
    };
    (@ null $expected:literal) => {
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(Err($crate::model::decode::Misfit::expected($expected, "null")))
        }
    };
    (@ array $expected:literal) => {
        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
            $crate::model::visit::ignore_elements(seq)?;
            Ok(Err($crate::model::decode::Misfit::expected($expected, "an array")))
        }
    };
    (@ object $expected:literal) => {
        fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            $crate::model::visit::ignore_members(map)?;
            Ok(Err($crate::model::decode::Misfit::expected($expected, "an object")))
        }
    };
}
pub(crate) use misfit_visits;

/// Reads an object.
pub(crate) struct ObjectVisitor<'n, T>(pub(crate) &'n mut Notes, pub(crate) PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<'_, T> {
    type Value = Result<T, Misfit>;

    misfit_visits!("an object": bool number string null);

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        // PHP writes an empty object as an empty array.
        let misfit = Misfit::expected("an object", "an array");
        match (ignore_elements(seq)?, T::empty()) {
            (0, Some(empty)) => {
                self.0.push(misfit);
                Ok(Ok(empty))
            }
            _ => Ok(Err(misfit)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::members(&mut Members::new(map), self.0)
    }
}

/// Reads one variant of a union, at once if its tag comes first.
pub(crate) struct TaggedVisitor<'n, T>(pub(crate) &'n mut Notes, pub(crate) PhantomData<T>);

impl<'de, T: Tagged> Visitor<'de> for TaggedVisitor<'_, T> {
    type Value = Result<T, Misfit>;

    misfit_visits!("an object": bool number string null array);

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut ahead = Vec::new();
        while let Some(key) = map.next_key_seed(KeySeed)? {
            if key == T::TAG {
                return match map.next_value_seed(Seed::<String>::new(self.0))? {
                    Ok(tag) => T::dispatch(&tag, &mut Members::after(ahead, map, true), self.0),
                    Err(misfit) => {
                        ignore_members(map)?;
                        Ok(Err(misfit.within(T::TAG)))
                    }
                };
            }
            if ahead.len() >= MAX_MEMBERS {
                map.next_value::<IgnoredAny>()?;
                ignore_members(map)?;
                return Ok(Err(Misfit::new("too many members in front of the tag").within(T::TAG)));
            }
            ahead.push((key.into_owned(), map.next_value::<Json>()?));
        }
        match T::DEFAULT {
            Some(tag) => T::dispatch(tag, &mut Members::after(ahead, map, false), self.0),
            None => Ok(Err(Misfit::missing(T::TAG))),
        }
    }
}
