//! From a request's body to a message.

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use http_body::Body;

use super::{options::HttpOptions, room::Arrival};
use crate::{
    jsonrpc::{
        Frame, INVALID_REQUEST, Invalid, InvalidKind, Message, Outcome, PARSE_ERROR, RpcError,
        decode,
    },
    server::aside::aside,
    transport::http::server::{Refusal, accept, body},
};

/// What a client must take of a POST's answer (2026-07-28 `basic/transports/streamable-http`,
/// "Sending Messages").
const POST_ANSWERS: [&str; 2] = ["application/json", "text/event-stream"];

/// Checks what a POST says of its body and of what it takes.
///
/// # Errors
/// 415 and 406.
pub(super) fn check_head(headers: &HeaderMap) -> Result<(), Refusal> {
    accept::check_json(headers)?;
    let message = "the client must accept both application/json and text/event-stream";
    accept::check_accept(headers, &POST_ANSWERS, message)
}

/// Reads the message of a POST.
///
/// # Errors
/// 413, 408, 503 and 400, the last one also for what is no message.
pub(super) async fn message<B: Body>(
    body: B,
    options: &HttpOptions,
    arrival: &mut Arrival,
) -> Result<Frame, Refusal> {
    let most = options.message.bytes;
    let text = body::read(body, most, options.body_wait, &mut arrival.bytes).await?;
    match parse(&text, options) {
        Frame::Invalid(invalid) => Err(refuse(&invalid)),
        frame => Ok(frame),
    }
}

fn parse(text: &Bytes, options: &HttpOptions) -> Frame {
    if std::str::from_utf8(text).is_err() {
        return Frame::Invalid(Invalid { kind: InvalidKind::NotJson, id: None });
    }
    decode(text, &options.message)
}

/// Proves that what the parts of a message say is JSON, which finding them did not.
///
/// # Errors
/// 400 with `-32700`: it is not.
pub(super) fn prove(frame: &Frame) -> Result<(), Refusal> {
    let sound = match frame {
        Frame::Message(message) => is_sound(message),
        Frame::Batch(members) => members.iter().flatten().all(is_sound),
        Frame::Invalid(_) => true,
    };
    if sound { Ok(()) } else { Err(no_json("a part of it is not JSON")) }
}

fn is_sound(message: &Message) -> bool {
    let text = match message {
        Message::Request(request) => request.params.as_deref(),
        Message::Notification(notification) => notification.params.as_deref(),
        Message::Response(response) => match &response.outcome {
            Outcome::Result(result) => Some(&*result.bytes),
            // Errors were decoded, and what is malformed is dealt with as such.
            Outcome::Error(_) | Outcome::Malformed(_) => None,
        },
    };
    let is_json = |text: &[u8]| {
        aside(text.len(), || serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok())
    };
    text.is_none_or(is_json)
}

fn no_json(reason: &str) -> Refusal {
    let error = RpcError::new(PARSE_ERROR, format!("Parse error: {reason}"));
    Refusal::of(StatusCode::BAD_REQUEST, None, error)
}

fn refuse(invalid: &Invalid) -> Refusal {
    let reason = invalid.kind.describe();
    if invalid.kind == InvalidKind::NotJson {
        return no_json(reason);
    }
    let error = RpcError::new(INVALID_REQUEST, format!("Invalid Request: {reason}"));
    Refusal::of(StatusCode::BAD_REQUEST, invalid.id.clone(), error)
}
