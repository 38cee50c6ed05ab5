//! What an answer with an error status means.

use http::{HeaderMap, StatusCode, header};

use super::limits::{ERROR_BODY_BYTES, ERROR_BODY_TIME, ERROR_TEXT_CHARS};
use crate::{
    error::{Error, ErrorCode},
    jsonrpc::{Frame, Limits, Message, Outcome, decode},
    net::{Body, describe_status},
};

/// Reads what an answer with an error status says, as much of it as is worth reading. The server's
/// JSON-RPC error, where it sends one, is in the error with the status.
pub(super) async fn read(response: http::Response<Body>) -> Error {
    let (head, body) = response.into_parts();
    let reading = tokio::time::timeout(ERROR_BODY_TIME, body.collect(ERROR_BODY_BYTES));
    let body = reading.await.ok().and_then(Result::ok).unwrap_or_default();
    let rpc = match decode(&body, &Limits::default()) {
        Frame::Message(Message::Response(response)) => match response.outcome {
            Outcome::Error(error) => Some(error),
            _ => None,
        },
        _ => None,
    };
    match rpc {
        // What the server or something before it says about access must not be taken for an
        // answer of the protocol.
        Some(rpc) if matches!(head.status.as_u16(), 401 | 403 | 407) => {
            explain(head.status, &head.headers, &rpc.message)
        }
        Some(rpc) => Error::from_rpc(rpc).with_status(head.status.as_u16()),
        None => {
            let text = if is_plain(&head.headers) { &body[..] } else { b"" };
            explain(head.status, &head.headers, &String::from_utf8_lossy(text))
        }
    }
}

/// Whether a refusal with 400 means that the server does not know our session. The specification
/// says 404 for that, but servers built on the examples of a widely used library say 400 and name
/// the session in the error.
pub(super) fn disowns_session(error: &Error) -> bool {
    let named = |text: &str| text.to_ascii_lowercase().contains("session");
    error.http_status() == Some(400) && error.rpc().is_some_and(|rpc| named(&rpc.message))
}

fn explain(status: StatusCode, headers: &HeaderMap, text: &str) -> Error {
    let named = describe_status(status);
    let (code, what, next_step) = match status.as_u16() {
        401 => (
            ErrorCode::AuthRequired,
            "the server wants the caller to sign in",
            "sign in to the server, or give it an authorization header".into(),
        ),
        403 => (
            ErrorCode::Denied,
            "the server refuses access",
            "check what the account or the token is allowed".into(),
        ),
        404 => (
            ErrorCode::Transport,
            "the server has nothing at this address",
            "check the address's path".into(),
        ),
        405 => (
            ErrorCode::Transport,
            "the address takes no messages",
            "check the address's path".into(),
        ),
        407 => (
            ErrorCode::Transport,
            "the proxy wants credentials",
            "put user and password into the proxy's address".into(),
        ),
        413 => (ErrorCode::Transport, "the server takes no message so long", "send less".into()),
        429 | 503 => (ErrorCode::Transport, "the server is busy", retry_after(headers)),
        300..=399 => (
            ErrorCode::Transport,
            "the server sends the message elsewhere without saying where",
            "check the address".into(),
        ),
        500..=599 => (
            ErrorCode::Transport,
            "the server failed",
            "try again later, or ask whoever runs it".into(),
        ),
        _ => (ErrorCode::Transport, "the server refused the message", "check the address".into()),
    };
    let text: String = text.trim().chars().take(ERROR_TEXT_CHARS).collect();
    let message = match &*text {
        "" => format!("{what} ({named})"),
        text => format!("{what} ({named}): {text}"),
    };
    let error = Error::new(code, message).with_next_step(next_step).with_status(status.as_u16());
    // A gateway's failure leaves open what the server behind it did.
    let unclear = status.is_server_error() && !matches!(status.as_u16(), 501 | 503 | 505);
    if unclear { error.that_may_have_run() } else { error }
}

fn retry_after(headers: &HeaderMap) -> String {
    let value = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    match value.map(str::trim) {
        Some(seconds) if !seconds.is_empty() && seconds.bytes().all(|b| b.is_ascii_digit()) => {
            format!("try again in {seconds} seconds")
        }
        Some(date) if !date.is_empty() => format!("try again after {date}"),
        _ => "try again later".to_owned(),
    }
}

/// Whether a body is short text for people, not a page.
fn is_plain(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).map_or(b"".as_slice(), |value| value.as_bytes());
    value.starts_with(b"text/plain") || value.starts_with(b"application/json")
}
