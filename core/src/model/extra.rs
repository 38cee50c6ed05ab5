//! Members in the order in which they arrived.

use std::{fmt, marker::PhantomData};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::MapAccess, ser::SerializeMap};

use super::{
    decode::{Decoded, Encoded, Misfit, Notes, Object, Wire, strict},
    members::Members,
    shape::{Shape, Types},
    visit::ObjectVisitor,
};
use crate::jsonrpc::Json;

/// The most members that one map, or the unknown part of one object, may have. Default 4,096.
pub const MAX_MEMBERS: usize = 4_096;

/// The members of an object that no protocol version names, as text. They are sent on.
pub type Extra = Map<Json>;

/// A JSON object as names and values in their order.
///
/// A name that arrives twice is kept twice, and [`Map::get`] finds the later one, as most JSON
/// parsers do.
#[derive(Clone, PartialEq)]
pub struct Map<V>(Vec<(String, V)>);

impl<V> Map<V> {
    /// A map without members.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The value under a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Puts a value under a name, in place of the one that is there.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<V>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().rev().find(|(key, _)| *key == name) {
            Some((_, place)) => *place = value,
            None => self.0.push((name, value)),
        }
    }

    /// Takes out what stands under a name.
    pub fn remove(&mut self, name: &str) -> Option<V> {
        let mut found = None;
        while let Some(at) = self.0.iter().rposition(|(key, _)| key == name) {
            let (_, value) = self.0.remove(at);
            found.get_or_insert(value);
        }
        found
    }

    /// The members in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &V)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a member at the end without looking for its name.
    pub(crate) fn push(&mut self, name: String, value: V) {
        self.0.push((name, value));
    }
}

/// The object without members, as capabilities are often given.
pub fn empty_object() -> Json {
    Json::encode(&Map::<Json>::new()).unwrap_or_default()
}

impl Map<Json> {
    /// About how many bytes of memory the members take.
    pub(crate) fn weight(&self) -> usize {
        let member = |(name, value): &(String, Json)| {
            size_of::<(String, Json)>() + name.len() + value.as_str().len()
        };
        self.0.iter().map(member).sum()
    }
}

impl<V> Default for Map<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: fmt::Debug> fmt::Debug for Map<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<V> IntoIterator for Map<V> {
    type Item = (String, V);
    type IntoIter = std::vec::IntoIter<(String, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: Into<String>, V, W: Into<V>> FromIterator<(K, W)> for Map<V> {
    fn from_iter<I: IntoIterator<Item = (K, W)>>(members: I) -> Self {
        Self(members.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

impl<K: Into<String>, V, W: Into<V>> From<Vec<(K, W)>> for Map<V> {
    fn from(members: Vec<(K, W)>) -> Self {
        members.into_iter().collect()
    }
}

impl<K: Into<String>, V, W: Into<V>, const N: usize> From<[(K, W); N]> for Map<V> {
    fn from(members: [(K, W); N]) -> Self {
        members.into_iter().collect()
    }
}

impl<V: Wire> Object for Map<V> {
    fn members<'de, A: MapAccess<'de>>(
        members: &mut Members<'de, A>,
        notes: &mut Notes,
    ) -> Decoded<Self, A::Error> {
        let mut map = Self::new();
        while let Some(key) = members.key()? {
            if map.len() >= MAX_MEMBERS {
                members.ignore()?;
                members.ignore_rest()?;
                return Ok(Err(Misfit::new("too many members")));
            }
            match members.value::<V>(notes)? {
                Ok(value) => map.0.push((key.into_owned(), value)),
                Err(misfit) => {
                    members.ignore_rest()?;
                    return Ok(Err(misfit.within(&key)));
                }
            }
        }
        Ok(Ok(map))
    }

    fn empty() -> Option<Self> {
        Some(Self::new())
    }
}

impl<V: Wire> Wire for Map<V> {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(ObjectVisitor(notes, PhantomData))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, &Encoded(value))?;
        }
        map.end()
    }

    fn shape(types: &mut Types) -> Shape {
        Shape::Map(Box::new(V::shape(types)))
    }
}

impl<V: Serialize> Serialize for Map<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, V: Wire> Deserialize<'de> for Map<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        strict(deserializer)
    }
}
