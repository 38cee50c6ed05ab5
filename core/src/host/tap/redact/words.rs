//! Words that are secrets by their form, or whose names say that they are.

use std::ops::Range;

/// Ends of names whose values are secret, without separators and in lower case.
const SECRET_NAMES: &[&str] = &[
    "token",
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "authorization",
    "apikey",
    "accesskey",
    "privatekey",
    "secretkey",
    "credential",
    "credentials",
    "cookie",
];

/// Ends of names that look like it and are not: the protocol's own.
const OPEN_NAMES: &[&str] = &["progresstoken", "pagetoken"];

/// Words in front of a token in a header.
const SCHEMES: &[&str] = &["bearer", "basic", "dpop"];

/// Beginnings of tokens in use, and how long such a token is at least.
const TOKENS: &[(&str, usize)] = &[
    ("AIza", 30),
    ("AKIA", 20),
    ("ASIA", 20),
    ("ATATT", 30),
    ("SG.", 30),
    ("dop_v1_", 30),
    ("eyJ", 30),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghr_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("github_pat_", 30),
    ("glpat-", 20),
    ("hf_", 20),
    ("lin_api_", 30),
    ("npm_", 30),
    ("ntn_", 30),
    ("pypi-", 30),
    ("rk_live_", 20),
    ("shpat_", 30),
    ("sk-", 20),
    ("sk_", 20),
    ("xapp-", 20),
    ("xoxa-", 20),
    ("xoxb-", 20),
    ("xoxp-", 20),
    ("xoxr-", 20),
    ("xoxs-", 20),
    ("ya29.", 20),
];

/// The shortest of [`TOKENS`].
const SHORTEST_TOKEN: usize = 20;

/// The longest of [`SCHEMES`].
const LONGEST_SCHEME: usize = 6;

/// The last two letters of [`SECRET_NAMES`]: nearly no other word ends so, and every word of every
/// message is looked at.
const SECRET_ENDS: &[[u8; 2]] =
    &[*b"en", *b"rd", *b"wd", *b"se", *b"et", *b"on", *b"ey", *b"al", *b"ls", *b"ie"];

/// Which bytes a word may have.
const IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        byte += 1;
    }
    table
};

/// Adds the places of all such words.
pub(super) fn find(text: &[u8], places: &mut Vec<Range<usize>>) {
    let (mut start, mut at) = (0, 0);
    while at <= text.len() {
        // Behind the end stands what ends the last word.
        if text.get(at).is_some_and(|byte| is_in_word(*byte)) {
            at += 1;
            continue;
        }
        let place = if start < at { judge(text, &(start..at)) } else { None };
        if let Some(place) = place {
            at = at.max(place.end);
            places.push(place);
        } else {
            at += 1;
        }
        start = at;
    }
}

/// What is to be hidden on account of a word: itself, or what follows it.
fn judge(text: &[u8], word: &Range<usize>) -> Option<Range<usize>> {
    if is_secret_name(&text[word.clone()]) {
        return value_after(text, word.end);
    }
    let is_short = word.len() <= LONGEST_SCHEME + 1;
    if !is_short && word.len() < SHORTEST_TOKEN {
        return None;
    }
    // A line break that is written as `\n` leaves its letter in front of the word.
    let is_escaped = word.start > 0 && text[word.start - 1] == b'\\';
    let mut starts = word.start..=word.start + usize::from(is_escaped);
    if is_short {
        let is_scheme = |start: usize| is_scheme(&text[start..word.end]);
        return if starts.any(is_scheme) { token_after(text, word.end) } else { None };
    }
    let start = starts.find(|start| is_token(&text[*start..word.end]))?;
    Some(start..word.end)
}

fn is_scheme(word: &[u8]) -> bool {
    let begins = |scheme: &&str| scheme.as_bytes().first() == Some(&(word[0] | 0x20));
    !word.is_empty() && SCHEMES.iter().any(|scheme| begins(scheme) && is_one_of(word, &[scheme]))
}

fn is_in_word(byte: u8) -> bool {
    IN_WORD[usize::from(byte)]
}

/// Characters of tokens in headers (RFC 9110, section 11.2, `token68`).
fn is_in_token(byte: u8) -> bool {
    is_in_word(byte) || matches!(byte, b'~' | b'+' | b'/' | b'=')
}

fn end_of(text: &[u8], from: usize, is_in: impl Fn(u8) -> bool) -> usize {
    text[from..].iter().position(|byte| !is_in(*byte)).map_or(text.len(), |count| from + count)
}

fn is_one_of(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other.as_bytes()))
}

fn is_secret_name(word: &[u8]) -> bool {
    let mut letters = word.iter().rev().filter(|byte| byte.is_ascii_alphanumeric());
    let (Some(last), Some(before)) = (letters.next(), letters.next()) else { return false };
    if !SECRET_ENDS.contains(&[before.to_ascii_lowercase(), last.to_ascii_lowercase()]) {
        return false;
    }
    let ends = |names: &[&str]| names.iter().any(|name| ends_with(word, name.as_bytes()));
    ends(SECRET_NAMES) && !ends(OPEN_NAMES)
}

/// Whether a name ends so, whatever its case and its separators.
fn ends_with(name: &[u8], end: &[u8]) -> bool {
    let mut letters = name.iter().rev().filter(|byte| byte.is_ascii_alphanumeric());
    end.iter()
        .rev()
        .all(|wanted| letters.next().is_some_and(|letter| letter.to_ascii_lowercase() == *wanted))
}

fn is_token(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_digit)
        && TOKENS
            .iter()
            .any(|(begin, least)| word.len() >= *least && word.starts_with(begin.as_bytes()))
}

/// The token that follows a scheme.
fn token_after(text: &[u8], scheme_end: usize) -> Option<Range<usize>> {
    let start = end_of(text, scheme_end, |byte| byte == b' ');
    let token = start..end_of(text, start, is_in_token);
    let has_digit = text[token.clone()].iter().any(u8::is_ascii_digit);
    // What is shorter, or of letters alone, is a word of a sentence.
    let is_token = token.len() >= 16 || (token.len() >= 8 && has_digit);
    (start > scheme_end && is_token).then_some(token)
}

/// The value that belongs to the name before it, in JSON, a header, an address or a setting.
fn value_after(text: &[u8], name_end: usize) -> Option<Range<usize>> {
    let is_space = |byte| matches!(byte, b' ' | b'\t');
    let at = |place: usize| text.get(place).copied().unwrap_or_default();
    let quote = end_of(text, name_end, |byte| byte == b'\\');
    let name_end = if is_quote(at(quote)) { quote + 1 } else { name_end };
    let sign = end_of(text, name_end, is_space);
    if !matches!(at(sign), b':' | b'=') {
        return None;
    }
    let value = end_of(text, sign + 1, is_space);
    let open = end_of(text, value, |byte| byte == b'\\');
    if is_quote(at(open)) {
        let start = open + 1;
        return Some(start..closing_quote(text, start, open - value, at(open)));
    }
    let end = end_of(text, value, |byte| !ends_bare_value(byte));
    let bare = &text[value..end];
    if bare.is_empty() || is_one_of(bare, &["null", "true", "false"]) {
        return None;
    }
    // The name of a scheme is not the secret yet.
    let end = if is_scheme(bare) {
        let next = end_of(text, end, |byte| byte == b' ');
        end_of(text, next, |byte| !ends_bare_value(byte))
    } else {
        end
    };
    Some(value..end)
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'')
}

fn ends_bare_value(byte: u8) -> bool {
    byte.is_ascii_whitespace() || is_quote(byte) || b",;&#{}[]()<>\\".contains(&byte)
}

/// Where a value ends that was opened by a quotation mark behind so many backslashes: in JSON there
/// is none, in JSON within a string of JSON one, within that three. A mark of the value's own has
/// more, and a backslash of the value's own is doubled at each level.
fn closing_quote(text: &[u8], start: usize, backslashes: usize, quote: u8) -> usize {
    let mut run = 0;
    for (place, byte) in text.iter().enumerate().skip(start) {
        if *byte == b'\\' {
            run += 1;
            continue;
        }
        let closes =
            run >= backslashes && (run - backslashes).is_multiple_of(2 * (backslashes + 1));
        if *byte == quote && closes {
            return place - backslashes;
        }
        run = 0;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_first_leaves_nothing_out() {
        for name in SECRET_NAMES {
            let end = name.as_bytes().last_chunk::<2>().unwrap();
            assert!(SECRET_ENDS.contains(end), "{name}");
            for written in [name.to_uppercase(), format!("my_{name}_"), format!("{name}-")] {
                assert!(is_secret_name(written.as_bytes()), "{written}");
            }
        }
        assert!(TOKENS.iter().all(|(_, least)| *least >= SHORTEST_TOKEN));
        assert!(SCHEMES.iter().all(|scheme| scheme.len() <= LONGEST_SCHEME));
    }
}
