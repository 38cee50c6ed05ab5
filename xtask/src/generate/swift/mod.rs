//! The typed API of Swift: `API.swift`, `Types.swift` and `Errors.swift`.
//!
//! All types stand inside of the namespace `Hostline`, since names such as `Task` and `Event` are
//! those of other modules, too. What the texts are made of stands here; what goes into which file
//! stands in the file that is called so.

mod api;
mod errors;
mod types;

use heck::ToLowerCamelCase as _;

use super::{
    File,
    contract::{Contract, Data, Member, Named, Shape},
    words::{MARK, lines},
};

/// How long a line may be.
const WIDTH: usize = 100;

/// Words that are names only between back quotes.
const KEYWORDS: [&str; 46] = [
    "Any",
    "Self",
    "as",
    "associatedtype",
    "break",
    "case",
    "catch",
    "class",
    "continue",
    "default",
    "defer",
    "deinit",
    "do",
    "else",
    "enum",
    "extension",
    "fallthrough",
    "false",
    "fileprivate",
    "for",
    "func",
    "guard",
    "if",
    "import",
    "in",
    "init",
    "inout",
    "internal",
    "is",
    "let",
    "nil",
    "operator",
    "private",
    "protocol",
    "public",
    "repeat",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "switch",
    "throw",
    "true",
    "var",
    "while",
];

/// The files of this language.
pub(super) fn files(contract: &Contract) -> Vec<File> {
    let file = |path, body: String| File { path, text: format!("// {MARK}\n\n{body}") };
    vec![
        file("bindings-swift/Sources/Hostline/Generated/API.swift", api::text(contract)),
        file("bindings-swift/Sources/Hostline/Generated/Types.swift", types::text(contract)),
        file("bindings-swift/Sources/Hostline/Generated/Errors.swift", errors::text(contract)),
    ]
}

/// A text that is indented as it grows.
struct Text {
    text: String,
    depth: usize,
}

impl Text {
    fn new() -> Self {
        Self { text: String::new(), depth: 0 }
    }

    /// A line.
    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Lines between a line that opens a block and one that closes it.
    fn block(&mut self, opening: &str, body: impl FnOnce(&mut Self)) {
        self.nested(opening, "}", body);
    }

    fn nested(&mut self, opening: &str, closing: &str, body: impl FnOnce(&mut Self)) {
        self.line(opening);
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line(closing);
    }

    /// A case of a switch: on the line where it fits.
    fn case(&mut self, case: &str, body: &str) {
        if case.len() + 1 + body.len() + 4 * self.depth <= WIDTH {
            return self.line(&format!("{case} {body}"));
        }
        self.line(case);
        self.line(&format!("    {body}"));
    }

    /// A comment of documentation.
    fn about(&mut self, about: &str) {
        self.comment("", "", about);
    }

    /// A comment of documentation whose first line begins with a mark.
    fn comment(&mut self, mark: &str, indent: &str, about: &str) {
        let width = WIDTH - 4 * self.depth - "/// ".len() - mark.len().max(indent.len());
        for (index, line) in lines(about, width).iter().enumerate() {
            let start = if index == 0 { mark } else { indent };
            self.line(format!("/// {start}{line}").trim_end());
        }
    }

    /// A list between brackets: on the line where it fits, or an item a line.
    fn list(&mut self, before: &str, items: &[String], after: &str) {
        let one_line = format!("{before}{}{after}", items.join(", "));
        if one_line.len() + 4 * self.depth <= WIDTH {
            return self.line(&one_line);
        }
        self.line(before);
        self.depth += 1;
        for (index, item) in items.iter().enumerate() {
            let comma = if index + 1 < items.len() { "," } else { "" };
            self.line(&format!("{item}{comma}"));
        }
        self.depth -= 1;
        self.line(after);
    }
}

/// A type that is one of several names, or a name that is not known.
fn open_name(text: &mut Text, of: &str, names: &[Named]) {
    text.line(&format!("public struct {of}: RawRepresentable, Sendable, Hashable,"));
    text.line("    CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible");
    text.block("{", |text| {
        for named in names {
            text.about(&named.about);
            let (name, wire) = (name(&named.name), &named.name);
            text.line(&format!("public static let {name}: Self = \"{wire}\""));
        }
        text.line("");
        text.about("The name as it stands in the protocol.");
        text.line("public let rawValue: String");
        text.line("");
        text.about("A name.");
        text.line("public init(rawValue: String) { self.rawValue = rawValue }");
        text.line("");
        text.about("A name.");
        text.line("public init(stringLiteral name: String) { rawValue = name }");
        text.line("");
        text.about("The name as it stands in the protocol.");
        text.line("public var description: String { rawValue }");
    });
}

/// A name where one is declared or used.
fn name(wire: &str) -> String {
    let name = wire.to_lower_camel_case();
    if KEYWORDS.contains(&name.as_str()) { format!("`{name}`") } else { name }
}

/// A type; `space` is what names of the namespace begin with.
fn shape_type(shape: &Shape, space: &str) -> String {
    match shape {
        Shape::String | Shape::Secret => "String".into(),
        Shape::Boolean => "Bool".into(),
        Shape::Integer => "Int".into(),
        Shape::Number => "Double".into(),
        Shape::Bytes => "Data".into(),
        Shape::Any => format!("{space}JSON"),
        Shape::List(item) => format!("[{}]", shape_type(item, space)),
        Shape::Map(item) => format!("[String: {}]", shape_type(item, space)),
        Shape::Named(name) => format!("{space}{name}"),
    }
}

/// What comes out of an operation.
fn result_type(data: &Data, space: &str) -> Option<String> {
    match data {
        Data::Nothing => None,
        Data::Value(shape) => Some(shape_type(shape, space)),
        Data::Listing(item) => Some(format!("{space}Listing<{}>", shape_type(item, space))),
    }
}

/// A member as a parameter of a function, absent where it may be.
fn parameter(member: &Member, space: &str) -> String {
    let (name, of) = (name(&member.name), shape_type(&member.shape, space));
    if member.required { format!("{name}: {of}") } else { format!("{name}: {of}? = nil") }
}
