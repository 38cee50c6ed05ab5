//! Types, imports and comments, as TypeScript writes them and its formatter leaves them.

use std::collections::BTreeSet;

use super::super::{
    contract::{Contract, Named, Shape},
    words::lines,
};

/// How long the formatter lets a line be.
pub(super) const WIDTH: usize = 100;

/// A type that is one of several.
pub(super) fn union(name: &str, variants: &[String]) -> String {
    let line = format!("export type {name} = {};\n", variants.join(" | "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    format!("export type {name} =\n  | {};\n", variants.join("\n  | "))
}

/// A shape, as TypeScript writes it.
pub(in crate::generate) fn written(shape: &Shape) -> String {
    match shape {
        Shape::String | Shape::Secret => "string".into(),
        Shape::Boolean => "boolean".into(),
        Shape::Integer | Shape::Number => "number".into(),
        Shape::Bytes => "Uint8Array".into(),
        Shape::Any => "unknown".into(),
        Shape::List(item) => format!("{}[]", written(item)),
        Shape::Map(item) => format!("Record<string, {}>", written(item)),
        Shape::Named(name) => name.clone(),
    }
}

/// The import of the types that a text names.
pub(super) fn import(contract: &Contract, text: &str) -> String {
    let words: BTreeSet<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let types: BTreeSet<&str> = contract.reachable().into_iter().map(|(name, _)| name).collect();
    let known = |word: &&str| types.contains(word) || *word == "Listing";
    let defined = |word: &&str| {
        ["interface", "class"].iter().any(|kind| text.contains(&format!("export {kind} {word} ")))
    };
    let mut names: Vec<&str> =
        words.into_iter().filter(|word| known(word) && !defined(word)).collect();
    names.sort_by_key(|name| order(name));
    import_from("type ", &names, "./types.js")
}

/// What names are sorted by: letter by letter, a capital one before the small one.
pub(super) fn order(name: &str) -> Vec<(char, bool)> {
    name.chars().map(|letter| (letter.to_ascii_lowercase(), letter.is_lowercase())).collect()
}

/// An import of these names.
pub(super) fn import_from(kind: &str, names: &[&str], module: &str) -> String {
    let line = format!("import {kind}{{ {} }} from \"{module}\";\n", names.join(", "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    format!("import {kind}{{\n  {},\n}} from \"{module}\";\n", names.join(",\n  "))
}

/// A comment, indented.
pub(super) fn comment(indent: usize, text: &str) -> String {
    block(indent, &lines(text, WIDTH - indent - 3))
}

/// A comment of lines, in one line where it fits.
pub(super) fn block(indent: usize, said: &[String]) -> String {
    let space = " ".repeat(indent);
    let said: Vec<String> = said.iter().map(|line| line.replace("*/", "*\\/")).collect();
    if let [line] = said.as_slice()
        && indent + line.chars().count() + "/**  */".len() <= WIDTH
    {
        return format!("{space}/** {line} */\n");
    }
    let said: String =
        said.iter().map(|line| format!("{space} * {line}").trim_end().to_owned() + "\n").collect();
    format!("{space}/**\n{said}{space} */\n")
}

pub(super) fn named(names: &[Named]) -> impl Iterator<Item = (&str, &str)> {
    names.iter().map(|it| (it.name.as_str(), it.about.as_str()))
}

/// A comment that also says what each of some names means.
pub(super) fn with_names<'a>(
    about: &str,
    names: impl Iterator<Item = (&'a str, &'a str)>,
) -> String {
    let width = WIDTH - 3;
    let mut said = lines(about, width);
    said.push(String::new());
    for (name, about) in names {
        said.extend(item(&format!("- `{name}`:"), about, width));
    }
    block(0, &said)
}

/// An item of a list in a comment, whose further lines are indented.
pub(super) fn item(head: &str, about: &str, width: usize) -> Vec<String> {
    let mut said = lines(&format!("{head} {about}"), width - 2);
    said.iter_mut().skip(1).for_each(|line| line.insert_str(0, "  "));
    said
}
