//! The plain values, each read from whatever shape arrives.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{SeqAccess, Visitor},
    ser::SerializeSeq,
};

use super::{
    decode::{Decoded, Encoded, Misfit, Notes, Seed, Wire},
    shape::{Shape, Types},
    visit::{ignore_elements, misfit_visits},
};
use crate::jsonrpc::{Json, RequestId};

/// The largest integer up to which floats are exact.
const MAX_EXACT: f64 = 9_007_199_254_740_991.0;

/// The integer that a float holds exactly.
#[expect(clippy::cast_possible_truncation, reason = "the bound keeps the value exact")]
pub(crate) fn integral(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= MAX_EXACT).then_some(number as i64)
}

macro_rules! decode_by {
    ($visitor:expr) => {
        fn decode<'de, D: Deserializer<'de>>(
            deserializer: D,
            _: &mut Notes,
        ) -> Decoded<Self, D::Error> {
            deserializer.deserialize_any($visitor)
        }
    };
}

struct Text;

impl<'de> Visitor<'de> for Text {
    type Value = Result<String, Misfit>;

    misfit_visits!("a string": bool number null array object);

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Ok(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Ok(text))
    }
}

impl Wire for String {
    decode_by!(Text);

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }

    fn label(&self) -> Option<&str> {
        Some(self)
    }

    fn shape(_: &mut Types) -> Shape {
        Shape::String
    }
}

struct Boolean;

impl<'de> Visitor<'de> for Boolean {
    type Value = Result<bool, Misfit>;

    misfit_visits!("a boolean": number string null array object);

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Ok(value))
    }
}

impl Wire for bool {
    decode_by!(Boolean);

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self)
    }

    fn shape(_: &mut Types) -> Shape {
        Shape::Boolean
    }
}

struct Unsigned;

impl<'de> Visitor<'de> for Unsigned {
    type Value = Result<u64, Misfit>;

    misfit_visits!("an integer of at least 0": bool string null array object);

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Ok(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(u64::try_from(number)
            .map_err(|_| Misfit::expected("an integer of at least 0", "a negative one")))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(integral(number)
            .and_then(|number| u64::try_from(number).ok())
            .ok_or_else(|| Misfit::expected("an integer of at least 0", "another number")))
    }
}

impl Wire for u64 {
    decode_by!(Unsigned);

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(*self)
    }

    fn shape(_: &mut Types) -> Shape {
        Shape::Integer
    }
}

struct Number;

impl<'de> Visitor<'de> for Number {
    type Value = Result<f64, Misfit>;

    misfit_visits!("a number": bool string null array object);

    #[expect(clippy::cast_precision_loss, reason = "JSON numbers are floats to most peers")]
    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Ok(number as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "JSON numbers are floats to most peers")]
    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Ok(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Ok(number))
    }
}

/// Whole numbers are written without a fraction, as peers with integer fields expect.
impl Wire for f64 {
    decode_by!(Number);

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match integral(*self) {
            Some(number) => serializer.serialize_i64(number),
            None => serializer.serialize_f64(*self),
        }
    }

    fn shape(_: &mut Types) -> Shape {
        Shape::Number
    }
}

struct Identifier;

impl<'de> Visitor<'de> for Identifier {
    type Value = Result<RequestId, Misfit>;

    misfit_visits!("a string or an integer": bool null array object);

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Ok(RequestId::String(text.into())))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Ok(RequestId::Number(number)))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(i64::try_from(number)
            .map(RequestId::Number)
            .map_err(|_| Misfit::new("the integer is too large")))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(integral(number)
            .map(RequestId::Number)
            .ok_or_else(|| Misfit::expected("a string or an integer", "a fraction")))
    }
}

impl Wire for RequestId {
    decode_by!(Identifier);

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }
}

impl Wire for Json {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        _: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        Self::deserialize(deserializer).map(Ok)
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }
}

struct Optional<'n, T>(&'n mut Notes, PhantomData<T>);

impl<'de, T: Wire> Visitor<'de> for Optional<'_, T> {
    type Value = Result<Option<T>, Misfit>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(Ok(None))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Ok(None))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        Ok(T::decode(deserializer, self.0)?.map(Some))
    }
}

/// Null is the absent value.
impl<T: Wire> Wire for Option<T> {
    const NULLABLE: bool = true;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_option(Optional(notes, PhantomData))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => serializer.serialize_some(&Encoded(value)),
            None => serializer.serialize_none(),
        }
    }

    fn shape(types: &mut Types) -> Shape {
        T::shape(types)
    }
}

struct Elements<'n, T>(&'n mut Notes, PhantomData<T>);

impl<'de, T: Wire> Visitor<'de> for Elements<'_, T> {
    type Value = Result<Vec<T>, Misfit>;

    misfit_visits!("an array": bool number string null object);

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        loop {
            let mark = self.0.len();
            let Some(element) = seq.next_element_seed(Seed::<T>::new(self.0))? else { break };
            self.0.at(mark, list.len());
            match element {
                Ok(element) => list.push(element),
                Err(misfit) => {
                    ignore_elements(seq)?;
                    return Ok(Err(misfit.at(list.len())));
                }
            }
        }
        Ok(Ok(list))
    }
}

/// An array that one bad element makes a misfit; [`super::List`] leaves it out.
impl<T: Wire> Wire for Vec<T> {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(Elements(notes, PhantomData))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len()))?;
        for element in self {
            seq.serialize_element(&Encoded(element))?;
        }
        seq.end()
    }

    fn shape(types: &mut Types) -> Shape {
        Shape::List(Box::new(T::shape(types)))
    }
}

struct Name<T>(PhantomData<T>);

impl<'de, T: for<'a> From<&'a str>> Visitor<'de> for Name<T> {
    type Value = Result<T, Misfit>;

    misfit_visits!("a string": bool number null array object);

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Ok(T::from(text)))
    }
}

/// Reads one name of an open enum.
pub(crate) fn decode_name<'de, T, D>(deserializer: D, _: &mut Notes) -> Decoded<T, D::Error>
where
    T: for<'a> From<&'a str>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_any(Name(PhantomData))
}
