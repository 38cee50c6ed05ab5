//! `types.py`: every type with a name.

use std::collections::BTreeMap;

use heck::{ToShoutySnakeCase as _, ToSnakeCase as _};

use super::{Names, objects::Object, text::Source};
use crate::generate::contract::{Definition, Kind, Named, Shape, Variant};

const ABOUT: &str = "What goes in and comes out.\n\n\
    Every object keeps the members that it does not know, and gives them back. A set of names is \
    open: a server may send one that is not listed here.";

const OPENING: &str = r"
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, field
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from ._frozen import frozen

";

const HELPERS: &str = r#"
Value = TypeVar("Value")


def _one(read: Callable[[Any], Value], value: Any) -> Value | None:
    return None if value is None else read(value)


def _each(read: Callable[[Any], Value], values: Any) -> Sequence[Value] | None:
    return None if values is None else [read(value) for value in values]


@frozen
class Unknown:
    """An object of a kind that this version of Hostline does not know, kept whole."""

    kind: str
    """What the server calls the kind."""
    members: Mapping[str, Any]
    """All of its members."""

    def to_dict(self) -> dict[str, Any]:
        """The object in the protocol's own form."""
        return dict(self.members)
"#;

/// The module.
pub(super) fn text(names: Names<'_>) -> String {
    let types = names.contract.reachable();
    let mut source = Source::module(ABOUT);
    OPENING.lines().for_each(|line| source.line(0, line));
    source.exports(exports(&types));
    source.line(0, "");
    source.line(0, format!("VERSION = \"{}\"", names.contract.version));
    source.docstring(0, "The version of Hostline that this package was made from.");
    HELPERS.lines().for_each(|line| source.line(0, line));

    let tags = tags(&types);
    source.line(0, "");
    for (name, definition) in &types {
        if let Kind::Names(listed) = &definition.kind {
            alias_of_names(&mut source, name, &definition.about, listed);
        }
    }
    for (name, Definition { about, kind }) in &types {
        if let Kind::Object(members) = kind {
            let tag = tags.get(name).copied();
            Object { name, about, tag, members }.write(names, &mut source);
        }
    }
    for (name, definition) in &types {
        if let Kind::Union { tag, variants } = &definition.kind {
            union(&mut source, name, &definition.about, tag, variants);
        }
    }
    questions(names, &mut source);
    source.text()
}

fn exports(types: &[(&str, &Definition)]) -> Vec<String> {
    let unions = types.iter().filter(|(_, it)| matches!(it.kind, Kind::Union { .. }));
    let readers = unions.map(|(name, _)| format!("{}_from_dict", name.to_snake_case()));
    let named = types.iter().map(|(name, _)| (*name).to_owned());
    named.chain(readers).chain(["Unknown".to_owned()]).collect()
}

/// For each object in a union, the member that tells it from the others, and what that says.
fn tags<'a>(types: &[(&'a str, &'a Definition)]) -> BTreeMap<&'a str, (&'a str, &'a str)> {
    let mut tags = BTreeMap::new();
    for (_, definition) in types {
        if let Kind::Union { tag, variants } = &definition.kind {
            let variants = variants.iter();
            tags.extend(variants.map(|it| (it.object.as_str(), (tag.as_str(), it.name.as_str()))));
        }
    }
    tags
}

fn alias_of_names(source: &mut Source, name: &str, about: &str, listed: &[Named]) {
    source.line(0, "");
    source.line(0, format!("{name}: TypeAlias = ("));
    let names = listed.iter().map(|name| format!("\"{}\"", name.name));
    source.block(1, "Literal[", names, "]");
    source.line(1, "| str");
    source.line(0, ")");
    let meanings: Vec<_> =
        listed.iter().map(|it| (format!("- ``{}``", it.name), it.about.as_str())).collect();
    source.docstring_with(0, about, None, &meanings);
}

fn union(source: &mut Source, name: &str, about: &str, tag: &str, variants: &[Variant]) {
    source.gap();
    let mut parts: Vec<String> = variants.iter().map(|it| it.object.clone()).collect();
    parts.push("Unknown".to_owned());
    source.alternatives(name, &parts);
    let meanings: Vec<_> =
        variants.iter().map(|it| (format!("- ``{}``", it.object), it.about.as_str())).collect();
    source.docstring_with(0, about, None, &meanings);
    source.line(0, "");
    let table = format!("_{}", name.to_shouty_snake_case());
    let readers = variants.iter().map(|it| format!("\"{}\": {}.from_dict", it.name, it.object));
    let head = format!("{table}: Mapping[str, Callable[[Mapping[str, Any]], {name}]] = {{");
    source.block(0, head, readers, "}");
    source.gap();
    let function = format!("{}_from_dict", name.to_snake_case());
    source.line(0, format!("def {function}(members: Mapping[str, Any]) -> {name}:"));
    source.docstring(1, "Reads the object from the protocol's own form.");
    source.line(1, format!("kind = members[\"{tag}\"]"));
    source.line(1, format!("read = {table}.get(kind)"));
    source.line(1, "return Unknown(kind, members) if read is None else read(members)");
}

/// The delegate's function for each question, and what reads the question.
fn questions(names: Names<'_>, source: &mut Source) {
    source.gap();
    let rows = names.contract.questions.iter().filter_map(|asked| {
        let Shape::Named(question) = &asked.question else { return None };
        Some(format!("\"{}\": (\"{}\", {})", asked.name, asked.function, names.reader(question)))
    });
    let head = "QUESTIONS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], Any]]] = {";
    source.block(0, head, rows, "}");
    source.docstring(0, "For each question, the delegate's function and what reads it.");
}
