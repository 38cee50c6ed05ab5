//! What is wrong in the file, where, and how it is put right.
//!
//! A value of the file may be a secret, so no error repeats one: what serde and the parser say is
//! said in other words, and neither is the source of an error.

use std::ops::Range;

use toml_edit::TomlError;

use crate::error::{Error, ErrorCode};

/// How like a key a mistyped one must be, from 0 to 1.
const LEAST_LIKENESS: f64 = 0.6;
/// What stands in serde's sentences between a name and those that it could have been.
const EXPECTED: &str = "`, expected ";

/// The line and column of a byte, both from 1, the column in characters.
pub(super) fn position(text: &str, at: usize) -> (usize, usize) {
    let at = text.floor_char_boundary(at.min(text.len()));
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The error for what stands at a place of the text.
pub(super) fn at(text: &str, span: Option<Range<usize>>, message: &str, fix: &str) -> Error {
    let (line, column) = position(text, span.map_or(0, |span| span.start));
    let message = format!("line {line}, column {column}: {message}");
    Error::new(ErrorCode::Storage, message).with_next_step(fix.to_owned())
}

/// The error for what is no TOML.
pub(super) fn syntax(text: &str, error: &TomlError) -> Error {
    if error.message().starts_with("duplicate key") {
        let message = "this name stands here for the second time";
        return at(text, error.span(), message, "rename or remove one of the two");
    }
    let message = format!("this is no TOML: {}", error.message());
    at(text, error.span(), &message, "put that place right, or take back the last change of it")
}

/// The error for TOML that is not what was wanted there.
pub(super) fn shape(text: &str, error: &toml_edit::de::Error) -> Error {
    let (message, fix) = reword(error.message());
    at(text, error.span(), &message, &fix)
}

/// What serde says, without the value that it repeats, and the fix. What our own types say has the
/// fix behind `; `.
pub(super) fn reword(said: &str) -> (String, String) {
    if let Some(rest) = said.strip_prefix("unknown field `") {
        let (key, known) = rest.rsplit_once(EXPECTED).unwrap_or((rest, ""));
        return (format!("`{key}` is no key that stands here"), nearest(key, &quoted(known)));
    }
    if said.starts_with("unknown variant `") {
        let known = said.rsplit_once(EXPECTED).map_or("", |(_, known)| known);
        let known = quoted(known).iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>();
        return ("this word has no meaning here".into(), format!("write {}", known.join(" or ")));
    }
    let mistaken = said.strip_prefix("invalid type: ");
    if let Some((found, wanted)) = mistaken.and_then(|rest| rest.rsplit_once(", expected ")) {
        let (found, wanted) = (kind(found), kind(wanted));
        return (format!("{found} stands where {wanted} is wanted"), format!("write {wanted}"));
    }
    if said.starts_with("invalid value: ") {
        return ("this value is not possible here".into(), "write one that is".into());
    }
    if let Some(key) = said.strip_prefix("missing field ") {
        return (format!("{key} is missing"), format!("write {key} too"));
    }
    if said == "wanted string or table" {
        return ("a text is wanted here".into(), "write it in quotes".into());
    }
    match said.split_once("; ") {
        Some((message, fix)) => (message.to_owned(), fix.to_owned()),
        None => (said.to_owned(), "see the documentation of hostline.toml".to_owned()),
    }
}

/// What serde calls a value, in the words of a person.
fn kind(said: &str) -> &str {
    match said.split([' ', '`']).next().unwrap_or_default() {
        "string" | "borrowed" => "a text",
        "integer" | "floating" | "u16" | "u32" | "u64" | "i64" => "a number",
        "boolean" => "true or false",
        "sequence" => "a list",
        "map" => "a table",
        "a" => match said {
            "a string" => "a text",
            "a sequence" => "a list",
            "a map" => "a table",
            "a boolean" => "true or false",
            other => other,
        },
        _ => "something else",
    }
}

/// The words in backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// What to write instead of a key that is not known.
fn nearest(key: &str, known: &[&str]) -> String {
    let likeness = |known: &&&str| strsim::normalized_damerau_levenshtein(key, known);
    let best = known.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    match best.filter(|best| likeness(best) >= LEAST_LIKENESS) {
        Some(best) => format!("write `{best}` if that was meant"),
        None if known.is_empty() => "leave it out".to_owned(),
        None => format!("the keys here are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_counts_lines_and_characters_from_one() {
        for (at, expected) in
            [(0, (1, 1)), (1, (1, 2)), (4, (1, 4)), (5, (2, 1)), (6, (2, 2)), (99, (2, 3))]
        {
            assert_eq!(position("aäb\ncd", at), expected, "{at}");
        }
        assert_eq!(position("", 0), (1, 1));
    }

    #[test]
    fn what_serde_says_is_said_without_the_value() {
        for (said, message, fix) in [
            (
                "unknown field `comand`, expected one of `command`, `address`",
                "`comand` is no key that stands here",
                "write `command` if that was meant",
            ),
            (
                "unknown field `x`, expected `port`",
                "`x` is no key that stands here",
                "the keys here are port",
            ),
            (
                "unknown variant `hunter2`, expected `oauth` or `none`",
                "this word has no meaning here",
                "write \"oauth\" or \"none\"",
            ),
            (
                "invalid type: string \"hunter2, expected x\", expected a boolean",
                "a text stands where true or false is wanted",
                "write true or false",
            ),
            (
                "invalid value: integer `70000`, expected u16",
                "this value is not possible here",
                "write one that is",
            ),
            (
                "invalid type: sequence, expected a string",
                "a list stands where a text is wanted",
                "write a text",
            ),
            ("ours is wrong; do this", "ours is wrong", "do this"),
        ] {
            assert_eq!(reword(said), (message.to_owned(), fix.to_owned()));
        }
    }
}
