//! Lists of which a bad item is left out, and values that may stand alone or in an array.

use std::{
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

use super::{
    decode::{Decoded, Misfit, Notes, Seed, Wire, strict},
    shape::{Shape, Types},
    visit::misfit_visits,
};

/// The most reports that one list keeps of what it left out. Default 256; more are only counted.
pub const MAX_DROPPED: usize = 256;

/// What a list of a peer held, but for the items that did not have the right shape.
///
/// It reads like a slice. [`List::dropped`] tells what was left out; the reports are not sent on.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T> {
    items: Vec<T>,
    dropped: Vec<Dropped>,
    unreported: u64,
    /// How many items the peer's list had.
    sent: usize,
}

/// A report of an item, or of a part of one, that was left out of a [`List`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// The item's place in the list that the peer sent, counted from 0.
    pub index: usize,
    /// The item's name or address, where it has one: untrusted text.
    pub name: Option<String>,
    /// What is wrong, with the place inside the item.
    pub reason: String,
    /// Whether the item is in the list, without the part that was wrong.
    pub kept: bool,
}

impl<T> List<T> {
    /// A list without items.
    pub const fn new() -> Self {
        Self { items: Vec::new(), dropped: Vec::new(), unreported: 0, sent: 0 }
    }

    /// What was left out, in the order of the list.
    pub fn dropped(&self) -> &[Dropped] {
        &self.dropped
    }

    /// How many further reports were not kept.
    pub fn unreported(&self) -> u64 {
        self.unreported
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
        self.sent += 1;
    }

    /// The items alone.
    pub fn into_vec(self) -> Vec<T> {
        self.items
    }

    /// Adds the items and reports of the page that follows.
    pub(crate) fn append(&mut self, page: Self) {
        self.items.extend(page.items);
        self.unreported += page.unreported;
        for report in page.dropped {
            self.report(Dropped { index: report.index + self.sent, ..report });
        }
        self.sent += page.sent;
    }

    /// Keeps the items that `keep` says yes to, without a report.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.items.retain(keep);
    }

    /// Leaves an item out, with a report.
    pub(crate) fn leave_out(&mut self, index: usize, name: &str, reason: String) {
        if index < self.items.len() {
            self.items.remove(index);
            self.report(Dropped::new(index, Some(name), reason, false));
        }
    }

    /// Adds a report.
    pub(crate) fn report(&mut self, report: Dropped) {
        if self.dropped.len() < MAX_DROPPED {
            self.dropped.push(report);
        } else {
            self.unreported += 1;
        }
    }
}

impl Dropped {
    pub(crate) fn new(
        index: usize,
        name: Option<&str>,
        reason: impl Into<String>,
        kept: bool,
    ) -> Self {
        Self { index, name: name.map(str::to_owned), reason: reason.into(), kept }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T> IntoIterator for List<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::from(items.into_iter().collect::<Vec<_>>())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        Self { sent: items.len(), items, ..Self::new() }
    }
}

impl<T, const N: usize> From<[T; N]> for List<T> {
    fn from(items: [T; N]) -> Self {
        Self::from(Vec::from(items))
    }
}

struct Items<'n, T>(&'n mut Notes, PhantomData<T>);

impl<'de, T: Wire> Visitor<'de> for Items<'_, T> {
    type Value = Result<List<T>, Misfit>;

    misfit_visits!("an array": bool number string null object);

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = List::new();
        let mark = self.0.len();
        while let Some(item) = seq.next_element_seed(Seed::<T>::new(self.0))? {
            match item {
                Ok(item) => {
                    if self.0.len() > mark {
                        for note in self.0.since(mark) {
                            list.report(Dropped::new(
                                list.sent,
                                item.label(),
                                note.to_string(),
                                true,
                            ));
                        }
                    }
                    list.items.push(item);
                }
                Err(misfit) => {
                    self.0.since(mark);
                    let name = misfit.name.as_deref();
                    list.report(Dropped::new(list.sent, name, misfit.to_string(), false));
                }
            }
            list.sent += 1;
        }
        Ok(Ok(list))
    }
}

impl<T: Wire> Wire for List<T> {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(Items(notes, PhantomData))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.encode(serializer)
    }

    fn shape(types: &mut Types) -> Shape {
        Shape::List(Box::new(T::shape(types)))
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, T: Wire> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        strict(deserializer)
    }
}

/// Values that stand alone or in an array, and are sent on in the form in which they came.
#[derive(Clone, Debug, PartialEq)]
pub enum OneOrMany<T> {
    /// One value that is in no array.
    One(T),
    /// An array.
    Many(Vec<T>),
}

impl<T> Deref for OneOrMany<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }
}

impl<T> From<T> for OneOrMany<T> {
    fn from(value: T) -> Self {
        Self::One(value)
    }
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(values: Vec<T>) -> Self {
        Self::Many(values)
    }
}

struct Either<'n, T>(&'n mut Notes, PhantomData<T>);

impl<'de, T: Wire> Visitor<'de> for Either<'_, T> {
    type Value = Result<OneOrMany<T>, Misfit>;

    misfit_visits!("an object or an array": bool number string null);

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        let list = Vec::decode(serde::de::value::SeqAccessDeserializer::new(seq), self.0)?;
        Ok(list.map(OneOrMany::Many))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok(T::decode(MapAccessDeserializer::new(map), self.0)?.map(OneOrMany::One))
    }
}

impl<T: Wire> Wire for OneOrMany<T> {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(Either(notes, PhantomData))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(value) => value.encode(serializer),
            Self::Many(values) => values.encode(serializer),
        }
    }
}

impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(value) => value.serialize(serializer),
            Self::Many(values) => values.serialize(serializer),
        }
    }
}

impl<'de, T: Wire> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        strict(deserializer)
    }
}
