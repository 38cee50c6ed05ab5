//! The typed API of Kotlin: data classes with readers, and one suspending function an operation.
//!
//! What is written stands on `Json.kt` and `Runtime.kt`, which are written by hand.

mod api;
mod types;

use std::fmt::Write as _;

use heck::ToLowerCamelCase as _;

use super::{
    File,
    contract::{Contract, Shape},
    words::{MARK, lines},
};

/// Where the files are.
macro_rules! path {
    ($file:literal) => {
        concat!("bindings-swift/kotlin/src/main/kotlin/io/github/hostline/", $file)
    };
}

/// The longest line.
const WIDTH: usize = 100;
/// The words that cannot be names.
const RESERVED: [&str; 28] = [
    "as",
    "break",
    "class",
    "continue",
    "do",
    "else",
    "false",
    "for",
    "fun",
    "if",
    "in",
    "interface",
    "is",
    "null",
    "object",
    "package",
    "return",
    "super",
    "this",
    "throw",
    "true",
    "try",
    "typealias",
    "typeof",
    "val",
    "var",
    "when",
    "while",
];

/// The files of this language.
pub(super) fn files(contract: &Contract) -> Vec<File> {
    vec![
        File { path: path!("Api.kt"), text: api::api(contract) },
        File { path: path!("Types.kt"), text: types::types(contract) },
        File { path: path!("Errors.kt"), text: api::errors(contract) },
    ]
}

/// What declarations begin with.
const DECLARATIONS: [&str; 9] = [
    "abstract class ",
    "class ",
    "fun ",
    "inline fun ",
    "interface ",
    "object ",
    "open class ",
    "sealed class ",
    "suspend fun ",
];

/// What stands before a function of the package that throws, and waits for nothing.
const THROWS: &str = "@Throws(Failure::class) ";

/// UniFFI's half, with nothing of it open to whoever uses the package: UniFFI itself makes it all
/// public.
pub(super) fn hidden(native: &str) -> String {
    let mut text = String::with_capacity(native.len());
    for line in native.lines() {
        // Functions of the package stand five columns from the margin, and nothing else does.
        let declaration = line.strip_prefix("     ").unwrap_or(line);
        let declaration = declaration.strip_prefix("public ").unwrap_or(declaration);
        // A function that throws says so first, on the same line.
        let throwing = declaration.trim_start().strip_prefix(THROWS);
        if let Some(function) = throwing.filter(|function| function.starts_with("fun ")) {
            let _ = writeln!(text, "{THROWS}internal {function}");
            continue;
        }
        if DECLARATIONS.iter().any(|beginning| declaration.starts_with(beginning)) {
            let _ = writeln!(text, "internal {declaration}");
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// A file's beginning.
fn opening(imports: &[&str]) -> String {
    let mut text = format!("// {MARK}\npackage io.github.hostline\n\n");
    for import in imports {
        let _ = writeln!(text, "import {import}");
    }
    text
}

/// A documentation comment, whose tags stand below one another after all other paragraphs.
fn documentation(text: &mut String, indent: &str, about: &str) {
    // What ends a comment is no part of it.
    let about = about.replace("*/", "* /");
    let mut broken = lines(&about, WIDTH - indent.len() - 3);
    if let Some(first) = broken.iter().position(|line| line.starts_with('@')) {
        let mut rest = broken.split_off(first);
        rest.retain(|line| !line.is_empty());
        broken.append(&mut rest);
    }
    match broken.as_slice() {
        [] => {}
        [line] if indent.len() + line.chars().count() + 7 <= WIDTH => {
            let _ = writeln!(text, "{indent}/** {line} */");
        }
        broken => {
            let _ = writeln!(text, "{indent}/**");
            for line in broken {
                let _ = writeln!(text, "{}", format!("{indent} * {line}").trim_end());
            }
            let _ = writeln!(text, "{indent} */");
        }
    }
}

/// A name of Kotlin.
fn name(wire: &str) -> String {
    let name = wire.to_lower_camel_case();
    if RESERVED.contains(&name.as_str()) { format!("`{name}`") } else { name }
}

/// The type of a value.
fn type_of(shape: &Shape) -> String {
    match shape {
        Shape::String | Shape::Secret => "String".to_owned(),
        Shape::Boolean => "Boolean".to_owned(),
        Shape::Integer => "Long".to_owned(),
        Shape::Number => "Double".to_owned(),
        Shape::Bytes => "ByteArray".to_owned(),
        Shape::Any => "JsonElement".to_owned(),
        Shape::Map(item) if **item == Shape::Any => "JsonObject".to_owned(),
        Shape::Map(item) => format!("Map<String, {}>", type_of(item)),
        Shape::List(item) => format!("List<{}>", type_of(item)),
        Shape::Named(name) => name.clone(),
    }
}

/// The type of a value that a caller gives, where it is wider than the one that is read.
fn given(shape: &Shape) -> String {
    match shape {
        Shape::Any => "Any".to_owned(),
        Shape::Map(item) if **item == Shape::Any => "Map<String, Any?>".to_owned(),
        shape => type_of(shape),
    }
}

/// What reads a value.
fn reader(shape: &Shape) -> String {
    match shape {
        Shape::String | Shape::Secret => "Text".to_owned(),
        Shape::Boolean => "Truth".to_owned(),
        Shape::Integer => "Whole".to_owned(),
        Shape::Number => "Decimal".to_owned(),
        Shape::Bytes => "Base64Bytes".to_owned(),
        Shape::Any => "AnyJson".to_owned(),
        Shape::Map(item) if **item == Shape::Any => "AnyMembers".to_owned(),
        Shape::Map(item) => format!("MapOf({})", reader(item)),
        Shape::List(item) => format!("ListOf({})", reader(item)),
        Shape::Named(name) => name.clone(),
    }
}
