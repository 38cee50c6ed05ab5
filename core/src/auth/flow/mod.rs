//! Signing in as a pure machine: it says what is to be done next and is told what came of it.
//!
//! Owns every decision of the authorization flow (2026-07-28 basic/authorization): where metadata
//! is looked for and whether it is believed, who we are to an issuer, what is asked for, whether
//! the browser's answer is ours, and what a token endpoint said. It does no I/O, reads no clock and
//! throws no dice; [`crate::auth::Account`] does what it asks for, and an application that wants
//! its own screens may do so itself.

mod demand;
mod discovery;
mod document;
mod exchange;
mod issuer;
mod machine;
mod registration;
mod resource;
mod scopes;
mod setup;
mod token;
mod visit;

pub use demand::Demand;
pub use exchange::{Answer, Exchange, Purpose};
pub use machine::{Flow, Step};
pub use registration::{ClientAuthentication, Registration, RegistrationOrigin, client_document};
pub use setup::{ClientChoice, NamedClient, Random, Redirect, SignIn};
pub use token::{Endpoints, Grant, Tokens};
pub(crate) use token::{RefreshFailure, is_unknown_client, read_refresh, refresh, revoke};
pub use visit::Visit;

use url::Url;

use crate::{
    error::{Error, ErrorCode},
    net::is_loopback,
    text,
};

/// The longest sentence of a peer's that is repeated, in characters.
const SENTENCE_CHARS: usize = 300;

/// The longest address that a peer may name, in bytes.
const MAX_ADDRESS: usize = 4 << 10;

/// The error of a sign-in that goes no further. A status that an issuer answered with stands in its
/// sentence only: whoever connects takes [`Error::http_status`] for the server's own.
fn refused(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(ErrorCode::AuthFailed, message)
}

/// As much of a peer's text as is worth repeating, made safe to show.
fn shortened(text: &str) -> String {
    text::shorten(text, SENTENCE_CHARS).into_owned()
}

/// Takes an address apart that a peer has named: `https`, or `http` on this machine where the
/// person's own server is here too (2026-07-28 basic/authorization/security-considerations,
/// "Communication Security").
///
/// # Errors
/// It is not such an address as it stands. What would first have to be mended, by leaving out line
/// breaks or turning slashes round, is none: two programs would mend it differently.
fn endpoint(address: &str, what: &str, is_local: bool) -> Result<Url, Error> {
    let wrong =
        |how: &str| refused(format!("{what} {how}")).with_next_step("tell whoever runs the server");
    if address.len() > MAX_ADDRESS {
        return Err(wrong("is too long"));
    }
    let url = Url::parse(address).map_err(|_| wrong("is not an absolute address"))?;
    match url.scheme() {
        "https" if url.has_host() => {}
        "http" if is_local && is_loopback(url.host_str().unwrap_or_default()) => {}
        _ => return Err(wrong("is not an https address")),
    }
    if !is_written_well(address) {
        return Err(wrong("holds characters that no address has"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("carries credentials"));
    }
    if url.fragment().is_some() {
        return Err(wrong("has a fragment"));
    }
    Ok(url)
}

/// Whether a text has only characters that addresses are written with (RFC 3986, appendix A), and
/// begins as those do that have a host.
fn is_written_well(address: &str) -> bool {
    let has_host = address.split_once(':').is_some_and(|(_, rest)| rest.starts_with("//"));
    has_host
        && address
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte))
}

#[cfg(test)]
mod tests;
