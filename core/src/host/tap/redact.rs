//! Taking secrets out of what is recorded.
//!
//! It hides too much rather than too little, and works on any text: JSON, JSON within the strings
//! of JSON, addresses, headers, lines of a log. Nothing is parsed, since what is broken is recorded
//! too.

mod words;

use std::ops::Range;

use memchr::memmem;

use crate::auth::Secret;

/// The most bytes of a text that are kept.
const MOST_TEXT: usize = 64 << 10;

/// The shortest secret that is looked for: a shorter one stands everywhere by chance.
const SHORTEST: usize = 4;

/// What stands in the place of a secret.
const HIDDEN: &str = "[hidden]";

/// The first line of a private key begins and ends so, with its kind between; its last begins so.
const KEY_BEGIN: [&[u8]; 2] = [b"-----BEGIN ", b"PRIVATE KEY-----"];
const KEY_END: &[u8] = b"-----END";

/// The longest first line of a private key behind its beginning.
const KEY_KIND: usize = 64;

/// The longest part of an address that may hold a password.
const AUTHORITY: usize = 512;

/// A text that may be kept.
#[derive(Debug)]
pub(super) struct Hidden {
    pub(super) text: Box<str>,
    /// Whether only its beginning is here.
    pub(super) cut: bool,
}

/// What knows secrets.
pub(super) struct Redactor {
    secrets: Vec<Secret>,
    longest: usize,
}

impl Redactor {
    pub(super) fn new(secrets: impl IntoIterator<Item = Secret>) -> Self {
        let secrets = secrets.into_iter().filter(|secret| secret.expose().len() >= SHORTEST);
        let secrets: Vec<Secret> = secrets.flat_map(forms).collect();
        let longest = secrets.iter().map(|secret| secret.expose().len()).max().unwrap_or(0);
        Self { secrets, longest }
    }

    /// One that knows a further secret; nothing where it is known.
    pub(super) fn with(&self, secret: &Secret) -> Option<Self> {
        let is_known = |known: &Secret| known.expose() == secret.expose();
        if secret.expose().len() < SHORTEST || self.secrets.iter().any(is_known) {
            return None;
        }
        let secrets: Vec<Secret> =
            self.secrets.iter().cloned().chain(forms(secret.clone())).collect();
        let longest = secrets.iter().map(|secret| secret.expose().len()).max().unwrap_or(0);
        Some(Self { secrets, longest })
    }

    /// How much of a text has to be given to [`Self::hide`]: what is kept, and as much more as a
    /// secret takes that begins in it.
    pub(super) fn window(&self) -> usize {
        MOST_TEXT + self.longest
    }

    /// The beginning of a text without its secrets; the text has so many bytes in all.
    pub(super) fn hide(&self, text: &[u8], bytes: usize) -> Hidden {
        let text = String::from_utf8_lossy(text);
        let most = text.floor_char_boundary(MOST_TEXT);
        let mut kept = String::new();
        let mut at = 0;
        for place in self.places(text.as_bytes()) {
            if place.start >= most {
                break;
            }
            kept.push_str(&text[at..place.start]);
            kept.push_str(HIDDEN);
            at = place.end;
        }
        if at < most {
            kept.push_str(&text[at..most]);
        }
        Hidden { text: kept.into(), cut: bytes > MOST_TEXT || text.len() > most }
    }

    /// Where secrets stand: in order, and apart from each other.
    fn places(&self, text: &[u8]) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        for secret in &self.secrets {
            let secret = secret.expose().as_bytes();
            let found = memmem::find_iter(text, secret);
            places.extend(found.map(|start| start..start + secret.len()));
        }
        private_keys(text, &mut places);
        passwords_of_addresses(text, &mut places);
        words::find(text, &mut places);
        merged(places)
    }
}

/// The forms in which a secret may stand in a message: itself, and as a string of JSON has it.
fn forms(secret: Secret) -> Vec<Secret> {
    let written = serde_json::to_string(secret.expose()).unwrap_or_default();
    let written = zeroize::Zeroizing::new(written);
    let inner = written.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    match inner {
        Some(inner) if inner != secret.expose() => vec![Secret::new(inner), secret],
        _ => vec![secret],
    }
}

fn private_keys(text: &[u8], places: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while let Some(found) = memmem::find(&text[at..], KEY_BEGIN[0]) {
        at += found + KEY_BEGIN[0].len();
        let line = &text[at..text.len().min(at + KEY_KIND)];
        if let Some(kind) = memmem::find(line, KEY_BEGIN[1]) {
            let start = at + kind + KEY_BEGIN[1].len();
            at = memmem::find(&text[start..], KEY_END).map_or(text.len(), |end| start + end);
            places.push(start..at);
        }
    }
}

/// What stands between the user's name and the host.
fn passwords_of_addresses(text: &[u8], places: &mut Vec<Range<usize>>) {
    for scheme in memmem::find_iter(text, b"://") {
        let start = scheme + 3;
        let ends = |byte: &u8| b"/?#\"'\\ \n".contains(byte);
        let rest = &text[start..text.len().min(start + AUTHORITY)];
        let authority = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
        let Some(at) = memchr::memrchr(b'@', authority) else { continue };
        if let Some(colon) = memchr::memchr(b':', &authority[..at]) {
            places.push(start + colon + 1..start + at);
        }
    }
}

fn merged(mut places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    places.retain(|place| !place.is_empty());
    places.sort_unstable_by_key(|place| place.start);
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(places.len());
    for place in places {
        match apart.last_mut() {
            Some(last) if place.start < last.end => last.end = last.end.max(place.end),
            _ => apart.push(place),
        }
    }
    apart
}

#[cfg(test)]
#[path = "redact_tests.rs"]
mod tests;
