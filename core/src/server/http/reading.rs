//! From a request's body to a message.

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use http_body::Body;

use super::options::HttpOptions;
use crate::{
    jsonrpc::{Frame, Invalid, InvalidKind, PARSE_ERROR, RpcError, decode},
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
/// 413, 408 and 400, the last one also for what is no message.
pub(super) async fn message<B: Body>(body: B, options: &HttpOptions) -> Result<Frame, Refusal> {
    let text = body::read(body, options.message.bytes, options.body_wait).await?;
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

fn refuse(invalid: &Invalid) -> Refusal {
    let reason = invalid.kind.describe();
    if invalid.kind == InvalidKind::NotJson {
        let error = RpcError::new(PARSE_ERROR, format!("Parse error: {reason}"));
        return Refusal::of(StatusCode::BAD_REQUEST, None, error);
    }
    let error = crate::jsonrpc::RpcError::new(
        crate::jsonrpc::INVALID_REQUEST,
        format!("Invalid Request: {reason}"),
    );
    Refusal::of(StatusCode::BAD_REQUEST, invalid.id.clone(), error)
}
