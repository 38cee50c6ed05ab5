//! What a failed exchange means, in sentences a person can act on.

use std::{error::Error as StdError, io, time::Duration};

use http::{StatusCode, Uri};

use crate::error::{Error, ErrorCode};

type BoxError = Box<dyn StdError + Send + Sync>;

/// Name resolution or TCP failed.
pub(super) fn not_connected(target: &Uri, cause: BoxError) -> Error {
    // What the guard says stands for itself.
    if let Some(denied) = find::<Error>(&*cause) {
        return denied.clone();
    }
    let (what, next_step) = explain_connect(&*cause);
    Error::new(ErrorCode::Transport, format!("could not connect to {}: {what}", origin(target)))
        .with_next_step(next_step)
        .with_source(cause)
}

pub(super) fn connect_timed_out(target: &Uri, after: Duration) -> Error {
    let message = format!("could not connect to {} within {after:?}", origin(target));
    Error::new(ErrorCode::Transport, message)
        .with_next_step("check the address, the network and the proxy")
}

/// The proxy itself could not be reached.
pub(super) fn no_proxy(proxy: &Uri, target: &Uri, cause: BoxError) -> Error {
    let (what, _) = explain_connect(&*cause);
    let message =
        format!("could not reach the proxy {} for {}: {what}", origin(proxy), origin(target));
    Error::new(ErrorCode::Transport, message)
        .with_next_step("check the proxy settings, or add the host to NO_PROXY")
        .with_source(cause)
}

/// The proxy was reached and did not connect to the target.
pub(super) fn proxy_refused(proxy: &Uri, target: &Uri, cause: BoxError) -> Error {
    // The layer that speaks to the proxy keeps its error type private, so only its text tells.
    let wants_credentials = cause.to_string().contains("authorization required");
    let (what, next_step) = if wants_credentials {
        ("it wants credentials (407)", "put user and password into the proxy's address")
    } else {
        ("it did not connect", "check whether the proxy allows this host")
    };
    let message =
        format!("the proxy {} refused a connection to {}: {what}", origin(proxy), origin(target));
    let error = Error::new(ErrorCode::Transport, message).with_next_step(next_step);
    let error = if wants_credentials { error.with_status(407) } else { error };
    error.with_source(cause)
}

/// The TLS handshake failed.
pub(super) fn no_tls(target: &Uri, cause: BoxError) -> Error {
    use rustls::{CertificateError as Certificate, Error as Tls};
    let (what, next_step) = match find::<Tls>(&*cause) {
        Some(Tls::InvalidCertificate(Certificate::UnknownIssuer | Certificate::BadSignature)) => (
            "its certificate is not trusted: no known authority has issued it".to_owned(),
            "add the authority's certificate if you know it to be right",
        ),
        Some(Tls::InvalidCertificate(
            Certificate::NotValidForName | Certificate::NotValidForNameContext { .. },
        )) => (
            "its certificate belongs to another name".to_owned(),
            "check the address; do not go on if it is right",
        ),
        Some(Tls::InvalidCertificate(
            Certificate::Expired | Certificate::ExpiredContext { .. },
        )) => ("its certificate has expired".to_owned(), "check this computer's clock"),
        Some(Tls::InvalidCertificate(_)) => (
            "its certificate is not valid".to_owned(),
            "ask whoever runs the server for a valid certificate",
        ),
        Some(Tls::InvalidMessage(_)) => (
            "it does not speak TLS".to_owned(),
            "check whether the address should begin with http:",
        ),
        Some(_) => ("the TLS handshake failed".to_owned(), "check the server's TLS settings"),
        None => (explain_connect(&*cause).0.to_owned(), "try again later"),
    };
    let message = format!("no secure connection to {}: {what}", origin(target));
    Error::new(ErrorCode::Transport, message).with_next_step(next_step).with_source(cause)
}

/// A request was given to the pool and no head came back.
pub(super) fn not_answered(target: &Uri, cause: hyper_util::client::legacy::Error) -> Error {
    if let Some(error) = find::<Error>(&cause) {
        return error.clone();
    }
    let never_sent =
        cause.is_connect() || find::<hyper::Error>(&cause).is_some_and(hyper::Error::is_canceled);
    let what = match find::<hyper::Error>(&cause) {
        Some(error) if error.is_parse() => "the answer is not HTTP",
        Some(error) if error.is_incomplete_message() => {
            "the connection was closed before the answer"
        }
        Some(error) if error.is_timeout() => "the connection timed out",
        _ => "the connection broke before the answer",
    };
    let error = Error::new(ErrorCode::Transport, format!("{}: {what}", origin(target)))
        .with_next_step("check that the server is running, and try again")
        .with_source(cause);
    if never_sent { error } else { error.that_may_have_run() }
}

pub(super) fn head_timed_out(target: &Uri, after: Duration) -> Error {
    let message = format!("{} did not begin to answer within {after:?}", origin(target));
    Error::new(ErrorCode::Timeout, message).that_may_have_run()
}

/// A status as people know it: `404 Not Found`.
pub(crate) fn describe_status(status: StatusCode) -> String {
    match status.canonical_reason() {
        Some(reason) => format!("{} {reason}", status.as_u16()),
        None => status.as_u16().to_string(),
    }
}

/// Scheme, host and port: as much of an address as may stand in a message, since paths and queries
/// can hold secrets.
pub(super) fn origin(uri: &Uri) -> String {
    let scheme = uri.scheme_str().unwrap_or("http");
    let host = uri.host().unwrap_or("?");
    match uri.port_u16() {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    }
}

fn explain_connect(cause: &(dyn StdError + 'static)) -> (&'static str, &'static str) {
    // The resolver's errors have no kind of their own; the connector's text names them.
    if cause.to_string().contains("dns error") {
        return ("the name was not found", "check the address and the network");
    }
    match innermost_kind(cause) {
        Some(io::ErrorKind::ConnectionRefused) => {
            ("connection refused", "check that the server is running and the port is right")
        }
        Some(io::ErrorKind::TimedOut) => ("timed out", "check the address and the network"),
        Some(io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable) => {
            ("the host cannot be reached", "check the network")
        }
        Some(io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof) => {
            ("the connection was closed", "try again later")
        }
        Some(io::ErrorKind::PermissionDenied) => {
            ("this computer does not allow it", "check the firewall")
        }
        _ => ("the connection could not be made", "check the address and the network"),
    }
}

fn innermost_kind(error: &(dyn StdError + 'static)) -> Option<io::ErrorKind> {
    let mut kind = None;
    walk(error, |error| {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            kind = Some(error.kind());
        }
        false
    });
    kind
}

fn find<'a, T: StdError + 'static>(error: &'a (dyn StdError + 'static)) -> Option<&'a T> {
    let mut found = None;
    walk(error, |error| {
        found = error.downcast_ref::<T>();
        found.is_some()
    });
    found
}

/// Visits an error and its causes until the visitor has what it wants. An I/O error hides the error
/// that it wraps from `source`, so that one is asked for by name.
fn walk<'a>(
    error: &'a (dyn StdError + 'static),
    mut visit: impl FnMut(&'a (dyn StdError + 'static)) -> bool,
) {
    let mut current = Some(error);
    while let Some(error) = current {
        if visit(error) {
            return;
        }
        let wrapped = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        current = match wrapped {
            Some(wrapped) => Some(wrapped as &(dyn StdError + 'static)),
            None => error.source(),
        };
    }
}
