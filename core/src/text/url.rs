//! What a person has to know about an address before opening it.
//!
//! For URL-mode elicitation (2026-07-28, client/elicitation, "Safe URL Handling") and every other
//! address that a server asks a person to open. Nothing here opens or fetches anything.

use std::{fmt, net::IpAddr, ops::Range};

use ::url::{Host, Url};

use super::{display_safe, shorten};

/// The longest address that is taken apart; a longer one is refused.
///
/// Browsers stop at about 2 MiB, people far earlier.
pub const MAX_URL_BYTES: usize = 64 * 1024;

/// How much of a refused address is shown.
const MAX_SHOWN_CHARS: usize = 2_048;

/// An address as a person must see it before consenting to open it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UrlReview {
    /// The full address, safe to show. When it is not refused it is also the very address to
    /// open, so that what was shown is what is opened.
    pub url: String,
    /// Where in [`url`](Self::url) the host stands, to highlight it.
    pub host_at: Option<Range<usize>>,
    /// The host as its owner writes it, where [`url`](Self::url) has it in Punycode.
    pub unicode_host: Option<String>,
    /// What is suspicious about the address.
    pub warnings: Vec<UrlWarning>,
}

impl UrlReview {
    /// The host to highlight.
    pub fn host(&self) -> Option<&str> {
        self.host_at.clone().and_then(|place| self.url.get(place))
    }

    /// Whether the address must not be opened at all.
    pub fn is_refused(&self) -> bool {
        self.warnings.iter().any(UrlWarning::refuses)
    }
}

/// One suspicious thing about an address.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UrlWarning {
    /// It is not an absolute address, or longer than [`MAX_URL_BYTES`]. It must not be opened.
    Invalid,
    /// Its scheme is neither `https` nor `http`. It must not be opened.
    Scheme(String),
    /// It is `http` and the host is not this computer: others can read and change the page.
    NotEncrypted,
    /// It carries a user name or a password, which often pretends to be the host.
    UserInfo,
    /// Its host is written in Punycode: it may look like another host.
    Punycode,
    /// A part of its host mixes alphabets whose letters look alike.
    MixedAlphabets,
    /// Its host is a number instead of a name, and not this computer.
    AddressHost,
    /// As the server sent it, it holds characters that are not seen or that browsers drop.
    HiddenCharacters,
}

impl UrlWarning {
    /// Whether the address must not be opened at all.
    pub fn refuses(&self) -> bool {
        matches!(self, Self::Invalid | Self::Scheme(_))
    }
}

impl fmt::Display for UrlWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid => f.write_str("this is not a complete address"),
            Self::Scheme(scheme) => {
                write!(f, "addresses that begin with {scheme}: are not opened")
            }
            Self::NotEncrypted => {
                f.write_str("the connection is not encrypted: others can read and change the page")
            }
            Self::UserInfo => {
                f.write_str("the part in front of the @ is not the site that will open")
            }
            Self::Punycode => f.write_str("the site's name may look like another one"),
            Self::MixedAlphabets => {
                f.write_str("the site's name mixes letters of different alphabets")
            }
            Self::AddressHost => f.write_str("the site is a number instead of a name"),
            Self::HiddenCharacters => {
                f.write_str("the server put characters into it that cannot be seen")
            }
        }
    }
}

/// Looks at an address that a server wants opened.
///
/// An address that is not refused must still only be opened after a person has seen all of it and
/// agreed. `http` is taken without a warning when the host is this computer.
///
/// ```
/// use hostline::text::{UrlWarning, url_warnings};
/// let review = url_warnings("https://bank.example@evil.example/login");
/// assert_eq!(review.host(), Some("evil.example"));
/// assert_eq!(review.warnings, [UrlWarning::UserInfo]);
/// assert!(url_warnings("javascript:alert(1)").is_refused());
/// ```
pub fn url_warnings(url: &str) -> UrlReview {
    if url.len() > MAX_URL_BYTES {
        return refused(url, UrlWarning::Invalid);
    }
    let Ok(parsed) = Url::parse(url) else {
        return refused(url, UrlWarning::Invalid);
    };
    let scheme = parsed.scheme();
    if !matches!(scheme, "https" | "http") {
        return refused(url, UrlWarning::Scheme(shorten(scheme, 32).into_owned()));
    }
    let Some(host) = parsed.host() else {
        return refused(url, UrlWarning::Invalid);
    };

    let mut warnings = Vec::new();
    let here = is_this_computer(&host);
    if scheme == "http" && !here {
        warnings.push(UrlWarning::NotEncrypted);
    }
    if !parsed.username().is_empty() || parsed.password().is_some() {
        warnings.push(UrlWarning::UserInfo);
    }
    let mut unicode_host = None;
    match &host {
        Host::Domain(domain) if domain.split('.').any(|label| label.starts_with("xn--")) => {
            warnings.push(UrlWarning::Punycode);
            let (unicode, _) = idna::domain_to_unicode(domain);
            if unicode.split('.').any(mixes_alphabets) {
                warnings.push(UrlWarning::MixedAlphabets);
            }
            unicode_host = Some(display_safe(&unicode).into_owned());
        }
        Host::Domain(_) => {}
        Host::Ipv4(_) | Host::Ipv6(_) => {
            if !here {
                warnings.push(UrlWarning::AddressHost);
            }
        }
    }
    if matches!(display_safe(url), std::borrow::Cow::Owned(_)) || url.contains(['\\', ' ']) {
        warnings.push(UrlWarning::HiddenCharacters);
    }

    let host_at = host_place(&parsed);
    // The parser writes ASCII only, so that nothing is left to be marked.
    UrlReview { url: String::from(parsed), host_at, unicode_host, warnings }
}

fn refused(url: &str, warning: UrlWarning) -> UrlReview {
    UrlReview {
        url: shorten(url, MAX_SHOWN_CHARS).into_owned(),
        host_at: None,
        unicode_host: None,
        warnings: vec![warning],
    }
}

fn is_this_computer(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(domain) => *domain == "localhost" || domain.ends_with(".localhost"),
        Host::Ipv4(address) => IpAddr::V4(*address).is_loopback(),
        Host::Ipv6(address) => IpAddr::V6(*address).is_loopback(),
    }
}

/// The host's place, brackets of an IPv6 address included.
fn host_place(url: &Url) -> Option<Range<usize>> {
    let host = url.host_str()?;
    let place = url[..::url::Position::BeforeHost].len();
    Some(place..place + host.len())
}

/// Whether a label has letters of more than one of the alphabets that look alike.
fn mixes_alphabets(label: &str) -> bool {
    let mut found = None;
    for char in label.chars() {
        let alphabet = match u32::from(char) {
            0x41..=0x5A | 0x61..=0x7A | 0xC0..=0x24F | 0x1E00..=0x1EFF => 'L',
            0x370..=0x3FF | 0x1F00..=0x1FFF => 'G',
            0x400..=0x52F | 0x1C80..=0x1C8F => 'C',
            0x530..=0x58F => 'A',
            0x13A0..=0x13FF | 0xAB70..=0xABBF => 'K',
            _ => continue,
        };
        if found.is_some_and(|other| other != alphabet) {
            return true;
        }
        found = Some(alphabet);
    }
    false
}

#[cfg(test)]
#[path = "url_tests.rs"]
mod tests;
