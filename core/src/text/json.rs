//! JSON text as it is shown: the same values, spelled so that neither a terminal nor a person takes
//! harm.
//!
//! It works on the text, so that numbers and the order of members stay as the server sent them.

use std::fmt::Write;

use super::{MAX_COMBINING_MARKS, display_safe};

/// Longer text is printed on one line, since indenting could multiply its length.
const MAX_PRETTY_BYTES: usize = 1 << 20;
/// Deeper nesting is not indented further.
const MAX_INDENT: usize = 32;

/// How values are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// On one line without spaces.
    Compact,
    /// One member a line.
    Pretty,
}

/// What becomes of characters that can hide or reorder text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// They stay, since a program reads the text.
    Keep,
    /// They become escapes, since a person reads the text.
    Escape,
}

/// Spells valid JSON text anew. Controls are escapes in any case.
///
/// Text of more than 1 MiB stays on one line, since indenting could multiply its length.
///
/// ```
/// use hostline::text::json::{Hidden, Layout, render};
/// let shown = render("{\"file\":\"txt.\u{202E}exe\"}", Layout::Compact, Hidden::Escape);
/// assert_eq!(shown, r#"{"file":"txt.\u202eexe"}"#);
/// ```
pub fn render(text: &str, layout: Layout, hidden: Hidden) -> String {
    let pretty = layout == Layout::Pretty && text.len() <= MAX_PRETTY_BYTES;
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut chars = text.chars().peekable();
    let mut depth = 0;
    while let Some(char) = chars.next() {
        match char {
            ' ' | '\t' | '\n' | '\r' => {}
            '"' => {
                out.push('"');
                string(&mut chars, &mut out, hidden);
            }
            '{' | '[' => {
                out.push(char);
                while chars.next_if(|next| matches!(next, ' ' | '\t' | '\n' | '\r')).is_some() {}
                if let Some(close) = chars.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(close);
                } else {
                    depth += 1;
                    new_line(&mut out, pretty, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, pretty, depth);
                out.push(char);
            }
            ',' => {
                out.push(',');
                new_line(&mut out, pretty, depth);
            }
            ':' if pretty => out.push_str(": "),
            other => out.push(other),
        }
    }
    out
}

fn new_line(out: &mut String, pretty: bool, depth: usize) {
    if pretty {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth.min(MAX_INDENT)));
    }
}

/// Copies a string up to its closing quotation mark.
fn string(chars: &mut impl Iterator<Item = char>, out: &mut String, hidden: Hidden) {
    let mut marks = 0;
    while let Some(char) = chars.next() {
        match char {
            '"' => {
                out.push('"');
                return;
            }
            '\\' => {
                out.push('\\');
                out.extend(chars.next());
                marks = 0;
            }
            char if is_shown(char, hidden, &mut marks) => out.push(char),
            char => {
                let mut units = [0; 2];
                for unit in char.encode_utf16(&mut units) {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
}

/// Whether a character may stand as it is. `marks` counts combining marks in a row.
fn is_shown(char: char, hidden: Hidden, marks: &mut usize) -> bool {
    if char.is_control() {
        return false;
    }
    if char.is_ascii() || hidden == Hidden::Keep {
        *marks = 0;
        return true;
    }
    let alone = char.to_string();
    if display_safe(&alone) == alone {
        *marks = 0;
        return true;
    }
    // A combining mark needs something to stand on; what is hidden stays hidden behind anything.
    let on_a_letter = format!("a{alone}");
    *marks += 1;
    *marks <= MAX_COMBINING_MARKS && display_safe(&on_a_letter) == on_a_letter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_order_stay_as_they_were_written() {
        let text = r#"{ "b": 1.0, "a": 123456789012345678901234567890, "c": [ ], "d": {} }"#;
        let compact = r#"{"b":1.0,"a":123456789012345678901234567890,"c":[],"d":{}}"#;
        assert_eq!(render(text, Layout::Compact, Hidden::Keep), compact);
    }

    #[test]
    fn pretty_text_has_one_member_a_line() {
        let pretty = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": \"x: {, \\\" y\"\n}";
        let text = r#"{"a":[1,{}],"b":"x: {, \" y"}"#;
        assert_eq!(render(text, Layout::Pretty, Hidden::Keep), pretty);
        assert_eq!(render(pretty, Layout::Compact, Hidden::Keep), text);
    }

    #[test]
    fn controls_are_always_escapes() {
        let text = "\"a\u{7f}b\u{9b}31m\"";
        assert_eq!(render(text, Layout::Compact, Hidden::Keep), r#""a\u007fb\u009b31m""#);
    }

    #[test]
    fn hidden_characters_are_escapes_where_a_person_reads() {
        let text = "\"txt.\u{202e}exe\u{200b}\u{e0041} e\u{301} \u{1f600}\"";
        assert_eq!(render(text, Layout::Compact, Hidden::Keep), text);
        assert_eq!(
            render(text, Layout::Compact, Hidden::Escape),
            "\"txt.\\u202eexe\\u200b\\udb40\\udc41 e\u{301} \u{1f600}\""
        );
    }

    #[test]
    fn a_flood_of_combining_marks_is_escaped() {
        let text = format!("\"a{}\"", "\u{301}".repeat(6));
        let expected = format!("\"a{}\\u0301\\u0301\"", "\u{301}".repeat(MAX_COMBINING_MARKS));
        assert_eq!(render(&text, Layout::Compact, Hidden::Escape), expected);
    }
}
