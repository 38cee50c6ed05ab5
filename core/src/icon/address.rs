//! Which addresses of icons are used: `https:` where the server stands, and `data:`.
//!
//! A parser of addresses is lenient: it drops blanks and line breaks, turns backslashes around and
//! lowers letters, so that what it makes of a text is not what others see in it. Therefore the text
//! itself is judged first, and only what is plain is parsed (2026-07-28 basic, "`icons`", security
//! considerations).
//!
//! An address with its file in it is as long as the file. Here its beginning is judged, and the
//! rest is where it is read (`data`).

use url::{Origin, Url};

use super::{MAX_FILE_BYTES, Refused, RefusedReason, refused::too_large};

/// The longest address of a file, in bytes. A `data:` address is as long as its file.
pub(super) const MAX_ADDRESS_BYTES: usize = 2048;
/// The longest `data:` address: a file of which each byte is escaped, and what stands before it.
const MAX_INLINE_BYTES: usize = 3 * MAX_FILE_BYTES + 512;
/// The longest name of a scheme that a sentence repeats.
const MAX_SHOWN_SCHEME: usize = 20;

/// Where an icon is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place<'a> {
    /// In the address itself: what stands behind `data:`.
    Inline(&'a str),
    /// At this address.
    Web(Url),
}

impl Place<'_> {
    /// Whether it is the same server's tomorrow. A port of this machine may be another's.
    pub(super) fn is_lasting(&self) -> bool {
        match self {
            Self::Inline(_) => true,
            Self::Web(url) => !is_loopback(url),
        }
    }
}

/// What is allowed beside `data:`.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    /// Where the server stands. One that is a process stands nowhere.
    pub(super) home: Option<&'a Url>,
    /// The places that the person allows.
    pub(super) hosts: &'a [Origin],
    /// Whether a server of this machine that is spoken to without TLS may have its icons there.
    pub(super) plain_loopback: bool,
}

/// Judges the address of an icon, in a time that does not depend on how long it is.
pub(super) fn judge<'a>(src: &'a str, rules: Rules<'_>) -> Result<Place<'a>, Refused> {
    if src.len() > MAX_INLINE_BYTES {
        return Err(too_large(MAX_FILE_BYTES));
    }
    if let Some(text) = src.strip_prefix("data:") {
        return Ok(Place::Inline(text));
    }
    if src.len() > MAX_ADDRESS_BYTES {
        return Err(refuse(format!("the icon's address has more than {MAX_ADDRESS_BYTES} bytes")));
    }
    check_text(src)?;
    match scheme(src)? {
        "https" => judge_web(src, "https://", rules).map(Place::Web),
        "http" if rules.plain_loopback => judge_web(src, "http://", rules).map(Place::Web),
        "http" => Err(refuse("the icon's address is not https")),
        other => {
            let other: String = other.chars().take(MAX_SHOWN_SCHEME).collect();
            Err(refuse(format!("the icon's address begins with {other}:, which is not used")))
        }
    }
}

/// A place that a person allows: the name of a host, with a port where it is not that of https.
pub(super) fn host(text: &str) -> Option<Origin> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    if text.is_empty() || text.ends_with(':') || !text.bytes().all(is_plain) {
        return None;
    }
    Url::parse(&format!("https://{text}/")).ok().map(|url| url.origin())
}

/// Refuses what is no part of an address, as people see them.
pub(super) fn check_text(src: &str) -> Result<(), Refused> {
    let is_blank = |char: Option<char>| char.is_some_and(char::is_whitespace);
    if is_blank(src.chars().next()) || is_blank(src.chars().next_back()) {
        return Err(refuse("the icon's address begins or ends with a blank"));
    }
    if src.chars().any(char::is_control) {
        return Err(refuse("the icon's address has control characters in it"));
    }
    Ok(())
}

/// What stands in front of the first colon, if that is a scheme as it is written everywhere: in
/// lower case.
fn scheme(src: &str) -> Result<&str, Refused> {
    let (scheme, _) =
        src.split_once(':').ok_or_else(|| refuse("the icon's address has no scheme"))?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    if !scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        || !scheme.bytes().all(is_part)
    {
        return Err(refuse("the icon's address has no scheme"));
    }
    if scheme.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(refuse("the scheme of the icon's address is not written in lower case"));
    }
    Ok(scheme)
}

fn judge_web(src: &str, begin: &str, rules: Rules<'_>) -> Result<Url, Refused> {
    let rest = src.strip_prefix(begin);
    let rest = rest.ok_or_else(|| refuse("the icon's address names no host"))?;
    if !src.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') {
        return Err(refuse("the icon's address has characters in it that no address has"));
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.is_empty() {
        return Err(refuse("the icon's address names no host"));
    }
    if authority.contains('@') {
        return Err(refuse("the icon's address carries credentials"));
    }
    if authority.contains('%') {
        return Err(refuse("the host of the icon's address is disguised"));
    }
    if src.contains('#') {
        return Err(refuse("the icon's address names a part of a file"));
    }
    let url = Url::parse(src).map_err(|_| refuse("the icon's address cannot be read"))?;
    check_origin(&url, rules)?;
    Ok(url)
}

fn check_origin(url: &Url, rules: Rules<'_>) -> Result<(), Refused> {
    let origin = url.origin();
    if url.scheme() == "https" {
        let is_home = rules.home.is_some_and(|home| home.origin() == origin);
        if is_home || rules.hosts.contains(&origin) {
            return Ok(());
        }
    } else if rules.home.is_some_and(|home| home.origin() == origin && is_loopback(home)) {
        return Ok(());
    }
    let place = origin.ascii_serialization();
    let sentence = match rules.home {
        Some(home) => {
            let home = home.origin().ascii_serialization();
            format!("the icon is at {place}, and the server at {home}")
        }
        None => format!("the icon is at {place}, and the server is at no address"),
    };
    Err(Refused::new(RefusedReason::Origin, sentence))
}

#[cfg(feature = "http")]
fn is_loopback(url: &Url) -> bool {
    url.host_str().is_some_and(crate::net::is_loopback)
}

#[cfg(not(feature = "http"))]
fn is_loopback(_: &Url) -> bool {
    false
}

fn refuse(sentence: impl Into<std::borrow::Cow<'static, str>>) -> Refused {
    Refused::new(RefusedReason::Address, sentence)
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
