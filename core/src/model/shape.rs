//! What a type looks like on the wire, for whoever writes it down in another language.
//!
//! The macros of the wire describe each type from the same words that declare it: its members,
//! their shapes, and its documentation. There are six shapes: an object, a set of names, a union
//! told apart by one member, a list, a map, and any JSON.

use std::collections::BTreeMap;

use serde::Serialize;

/// The shape of one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Shape {
    /// Text.
    String,
    /// Text that nobody should see who looks at a value: a program's log, above all.
    Secret,
    /// True or false.
    Boolean,
    /// A whole number that is not negative.
    Integer,
    /// Any number.
    Number,
    /// Bytes, which stand in JSON as base64 text.
    Bytes,
    /// Any JSON.
    Any,
    /// An array.
    List(Box<Shape>),
    /// An object whose members' names are free.
    Map(Box<Shape>),
    /// One of the [`Types`], by its name.
    Named(&'static str),
}

/// The types that have a name, by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Types(BTreeMap<&'static str, Definition>);

/// A type that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Definition {
    /// Its documentation.
    pub about: String,
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What a named type is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Kind {
    /// An object. Members that it does not name may be there too, and are kept.
    Object(Vec<Member>),
    /// A set of names. A peer may send one that is not in it.
    Names(Vec<Name>),
    /// Several objects, which the member `tag` tells apart. A peer may send one that is not listed.
    Union {
        /// The name of the member.
        tag: &'static str,
        /// The objects.
        variants: Vec<Variant>,
    },
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Member {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its documentation.
    pub about: String,
    /// Whether it is always there, and never null.
    pub required: bool,
    /// What it holds.
    pub shape: Shape,
}

/// One of a set of names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Name {
    /// The name on the wire.
    pub name: &'static str,
    /// Its documentation.
    pub about: String,
}

/// One of the objects of a union. What the tag says is not among the object's own members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Variant {
    /// What the tag says.
    pub name: &'static str,
    /// Its documentation.
    pub about: String,
    /// The object, by its name among the [`Types`].
    pub object: &'static str,
}

impl Types {
    /// No type at all.
    pub fn new() -> Self {
        Self::default()
    }

    /// The types in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Definition)> {
        self.0.iter().map(|(name, definition)| (*name, definition))
    }

    /// The type of this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Definition> {
        self.0.get(name)
    }

    /// Whether a shape is an object without members, and forgets it then.
    pub(crate) fn is_empty_object(&mut self, shape: &Shape) -> bool {
        let Shape::Named(name) = shape else { return false };
        let empty = |definition: &Definition| matches!(&definition.kind, Kind::Object(members) if members.is_empty());
        let found = self.0.get(name).is_some_and(empty);
        if found {
            self.0.remove(name);
        }
        found
    }

    /// Defines a type, unless it is there already, and names it. `kind` may name the type itself.
    pub(crate) fn define(
        &mut self,
        name: &'static str,
        about: &[&str],
        kind: impl FnOnce(&mut Self) -> Kind,
    ) -> Shape {
        if !self.0.contains_key(name) {
            let about = documentation(about);
            // Put there first, so that a type which holds itself is described once.
            self.0.insert(name, Definition { about, kind: Kind::Object(Vec::new()) });
            let kind = kind(self);
            if let Some(definition) = self.0.get_mut(name) {
                definition.kind = kind;
            }
        }
        Shape::Named(name)
    }
}

impl Member {
    pub(crate) fn new(name: &'static str, about: &[&str], required: bool, shape: Shape) -> Self {
        Self { name, about: documentation(about), required, shape }
    }
}

impl Name {
    pub(crate) fn new(name: &'static str, about: &[&str]) -> Self {
        Self { name, about: documentation(about) }
    }
}

impl Variant {
    pub(crate) fn new(name: &'static str, about: &[&str], object: &Shape) -> Self {
        let object = if let Shape::Named(object) = object { object } else { "" };
        Self { name, about: documentation(about), object }
    }
}

/// The lines of a documentation comment as one text: a line break ends a paragraph only where the
/// comment has an empty line.
pub(crate) fn documentation(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines.iter().map(|line| line.trim()) {
        if line.is_empty() {
            text.push_str("\n\n");
        } else {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push(' ');
            }
            text.push_str(line);
        }
    }
    text.trim().to_owned()
}
