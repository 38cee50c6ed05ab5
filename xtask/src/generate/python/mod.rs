//! The typed API of Python: `types.py`, `api.py` and `errors.py`.
//!
//! The texts are laid out as `ruff format` would lay them out, so that it changes nothing.

mod api;
mod blocking;
mod errors;
mod objects;
mod text;
mod types;

pub(super) use api::{DELEGATE, signature};
pub(super) use errors::class as error_class;

use std::collections::BTreeSet;

use heck::ToSnakeCase as _;

use super::{
    File,
    contract::{Contract, Definition, Kind, Member, Shape},
};

/// The files of this language.
pub(super) fn files(contract: &Contract) -> Vec<File> {
    let names = Names { contract };
    let file = |path, text| File { path, text };
    vec![
        file("bindings-python/python/hostline/types.py", types::text(names)),
        file("bindings-python/python/hostline/api.py", api::text(names)),
        file("bindings-python/python/hostline/blocking.py", blocking::text(names)),
        file("bindings-python/python/hostline/errors.py", errors::text(names)),
    ]
}

/// What the contract's types and members are called in Python.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) contract: &'a Contract,
}

/// Words that a member cannot be called: those of the language, and those of every object.
const TAKEN: [&str; 24] = [
    "and",
    "as",
    "async",
    "await",
    "class",
    "continue",
    "def",
    "del",
    "dict",
    "extra",
    "field",
    "for",
    "from",
    "from_dict",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "pass",
    "return",
    "to_dict",
    "with",
];

/// The name of a member as an attribute or an argument.
pub(super) fn attribute(name: &str) -> String {
    let name = name.to_snake_case();
    if TAKEN.contains(&name.as_str()) { format!("{name}_") } else { name }
}

/// The annotation of a shape.
pub(super) fn annotation(shape: &Shape) -> String {
    match shape {
        Shape::String | Shape::Secret => "str".into(),
        Shape::Boolean => "bool".into(),
        Shape::Integer => "int".into(),
        Shape::Number => "float".into(),
        Shape::Bytes => "bytes".into(),
        Shape::Any => "Any".into(),
        Shape::List(item) => format!("Sequence[{}]", annotation(item)),
        Shape::Map(item) => format!("Mapping[str, {}]", annotation(item)),
        Shape::Named(name) => name.clone(),
    }
}

/// The annotation of a member that may be left out.
fn optional(member: &Member) -> String {
    match &member.shape {
        // It holds `None` already.
        Shape::Any => "Any".into(),
        shape => format!("{} | None", annotation(shape)),
    }
}

/// Adds the named types that a shape's annotation names.
fn named(shape: &Shape, found: &mut BTreeSet<String>) {
    match shape {
        Shape::List(item) | Shape::Map(item) => named(item, found),
        Shape::Named(name) => drop(found.insert(name.clone())),
        _ => {}
    }
}

impl<'a> Names<'a> {
    fn definition(self, name: &str) -> Option<&'a Definition> {
        self.contract.types.get(name)
    }

    /// The members of an object.
    pub(super) fn members_of(self, name: &str) -> &'a [Member] {
        match self.definition(name).map(|it| &it.kind) {
            Some(Kind::Object(members)) => members,
            _ => &[],
        }
    }

    /// Whether a value of this shape is the same in Python as it comes from the core.
    fn is_plain(self, shape: &Shape) -> bool {
        match shape {
            Shape::List(item) | Shape::Map(item) => self.is_plain(item),
            Shape::Named(name) => {
                matches!(self.definition(name).map(|it| &it.kind), None | Some(Kind::Names(_)))
            }
            Shape::Bytes => false,
            _ => true,
        }
    }

    /// The function that reads a value of a named type.
    fn reader(self, name: &str) -> String {
        match self.definition(name).map(|it| &it.kind) {
            Some(Kind::Union { .. }) => format!("{}_from_dict", name.to_snake_case()),
            _ => format!("{name}.from_dict"),
        }
    }

    /// The expression that reads a value of a shape.
    fn read(self, shape: &Shape, value: &str) -> String {
        match shape {
            _ if self.is_plain(shape) => value.to_owned(),
            Shape::List(item) => format!("[{} for item in {value}]", self.read(item, "item")),
            Shape::Map(item) => {
                format!("{{name: {} for name, item in {value}.items()}}", self.read(item, "item"))
            }
            Shape::Named(name) => format!("{}({value})", self.reader(name)),
            Shape::Bytes => format!("b64decode({value})"),
            _ => value.to_owned(),
        }
    }

    /// The expression that writes a value of a shape.
    fn write(self, shape: &Shape, value: &str) -> String {
        match shape {
            _ if self.is_plain(shape) => value.to_owned(),
            Shape::List(item) => format!("[{} for item in {value}]", self.write(item, "item")),
            Shape::Map(item) => {
                format!("{{name: {} for name, item in {value}.items()}}", self.write(item, "item"))
            }
            Shape::Bytes => format!("b64encode({value}).decode()"),
            _ => format!("{value}.to_dict()"),
        }
    }

    /// The expression that writes a value that may be `None`.
    fn write_optional(self, shape: &Shape, value: &str) -> String {
        if self.is_plain(shape) {
            return value.to_owned();
        }
        format!("None if {value} is None else {}", self.write(shape, value))
    }
}
