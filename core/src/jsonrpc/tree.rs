//! How much memory JSON text takes once it is a tree of values, told before there is one.
//!
//! A tree can take a hundred times the bytes of its text: an object with one member costs as much
//! as one with eleven. So a bound on the bytes of the text alone bounds no memory.

/// What an object costs that has members: a leaf of the map that it becomes.
const OBJECT: usize = 640;
/// What a member costs beside its value's own memory: its share of the leaves.
const MEMBER: usize = 96;
/// What an array costs that has elements: room for the first four of them.
const ARRAY: usize = 144;
/// What each further element costs, and each further member beside [`MEMBER`].
const NEXT: usize = 48;
/// What a text costs beside its bytes.
const TEXT: usize = 32;
/// More than what one byte of text can cost: the shortest way to say much is `{"":` for each object,
/// and the bracket that ends it.
const MOST_PER_BYTE: usize = 192;

/// Whether a tree of this text would take more than so many bytes.
///
/// The text need not be JSON. Only one that is long enough to be worth it is looked at.
pub(crate) fn tree_is_larger_than(most: usize, text: &[u8]) -> bool {
    text.len() > most / MOST_PER_BYTE && tree_bytes(text) > most
}

/// About how many bytes a tree of this text would take.
fn tree_bytes(text: &[u8]) -> usize {
    let mut bytes = 0;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        bytes += match byte {
            b'"' => {
                let length = string_length(&text[at..]);
                at += length + 1;
                TEXT + length
            }
            b'{' if !is_empty(&text[at..], b'}') => OBJECT,
            b'[' if !is_empty(&text[at..], b']') => ARRAY,
            b':' => MEMBER,
            b',' => NEXT,
            _ => 0,
        };
    }
    bytes
}

/// How many bytes stand before the quote that ends a string.
fn string_length(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += found;
        if text[at] == b'"' {
            return at;
        }
        at += 2;
    }
    text.len()
}

/// Whether what was opened is closed at once.
fn is_empty(text: &[u8], end: u8) -> bool {
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_much_memory_is_told_from_what_takes_little() {
        let many = |part: &str| format!("[{}]", vec![part; 10_000].join(","));
        for (part, least, most) in [
            ("0", 32, 64),
            ("{}", 32, 64),
            ("[ ]", 32, 64),
            ("[0]", 160, 224),
            (r#"{"":0}"#, 664, 832),
            (r#"{"a":{"":"b"}}"#, 1_360, 1_760),
            (r#""a""#, 64, 96),
            (r#""a\"{[,:""#, 64, 112),
        ] {
            let each = tree_bytes(many(part).as_bytes()) / 10_000;
            assert!((least..=most).contains(&each), "{part}: {each}");
        }
    }

    #[test]
    fn no_byte_costs_more_than_the_bound_by_which_short_text_is_passed_over() {
        for part in [r#"{"":"#, "[", r#"{"":[],"#, r#"[{"":0},"#, "\"\"", ",", ":"] {
            let text = part.repeat(10_000);
            assert!(tree_bytes(text.as_bytes()) <= text.len() * MOST_PER_BYTE, "{part}");
        }
    }

    #[test]
    fn text_that_ends_too_early_is_weighed_as_far_as_it_goes() {
        for text in ["", "\"", "\"\\", "{", "[ ", "{\"a\\\"", "[\"\\\""] {
            assert!(tree_bytes(text.as_bytes()) < 1_000, "{text}");
        }
    }
}
