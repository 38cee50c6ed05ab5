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
    server::aside::Aside,
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
pub(super) async fn prove(frame: &Frame, aside: &Aside) -> Result<(), Refusal> {
    let sound = match frame {
        Frame::Message(message) => is_sound(message, aside).await,
        Frame::Batch(members) => {
            let mut sound = true;
            for message in members.iter().flatten() {
                sound = sound && is_sound(message, aside).await;
            }
            sound
        }
        Frame::Invalid(_) => true,
    };
    if sound { Ok(()) } else { Err(no_json("a part of it is not JSON")) }
}

async fn is_sound(message: &Message, aside: &Aside) -> bool {
    let text = match message {
        Message::Request(request) => request.params.as_ref(),
        Message::Notification(notification) => notification.params.as_ref(),
        Message::Response(response) => match &response.outcome {
            Outcome::Result(result) => Some(&result.bytes),
            // Errors were decoded, and what is malformed is dealt with as such.
            Outcome::Error(_) | Outcome::Malformed(_) => None,
        },
    };
    match text {
        None => true,
        Some(text) => aside.decode::<serde::de::IgnoredAny>(text).await.is_ok(),
    }
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
