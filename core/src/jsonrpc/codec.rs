//! Bytes to messages and back.

use std::ops::Range;

use bytes::Bytes;
use serde::de::IgnoredAny;

use super::{
    Message, Notification, Outcome, RawResult, Request, RequestId, Response, RpcError, ScanError,
    Scanner,
};

/// What one JSON text from a peer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of one message. Default 16 MiB.
    pub bytes: usize,
    /// The deepest nesting of arrays and objects. Default 128.
    pub depth: usize,
    /// The most messages of one batch. Default 128.
    pub batch: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 16 << 20, depth: 128, batch: 128 }
    }
}

/// One JSON text, taken as JSON-RPC.
#[derive(Clone, Debug)]
pub enum Frame {
    /// One message.
    Message(Message),
    /// An array of messages, which only 2025-03-26 knows. It may be empty.
    Batch(Vec<Result<Message, Invalid>>),
    /// No message at all.
    Invalid(Invalid),
}

/// Text that is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// What is wrong with it.
    pub kind: InvalidKind,
    /// The request's identifier, where the text has one.
    pub id: Option<RequestId>,
}

/// Why a text is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidKind {
    /// The text is not JSON.
    NotJson,
    /// The text is JSON, but neither a request nor a notification nor a reply.
    NotARequest,
    /// The text is nested more deeply than [`Limits::depth`].
    TooDeep,
    /// The text is longer than [`Limits::bytes`].
    TooLong,
    /// The batch has more members than [`Limits::batch`].
    BatchTooLong,
    /// A member that decides what the message is stands in it twice.
    DuplicateMember,
}

impl InvalidKind {
    /// A sentence for a report or a JSON-RPC error.
    pub fn describe(self) -> &'static str {
        match self {
            Self::NotJson => "the text is not JSON",
            Self::NotARequest => "the JSON is no valid JSON-RPC message",
            Self::TooDeep => "the JSON is nested too deeply",
            Self::TooLong => "the message is too long",
            Self::BatchTooLong => "the batch has too many members",
            Self::DuplicateMember => "a member of the message stands in it twice",
        }
    }
}

/// Takes one JSON text as JSON-RPC.
///
/// Payloads stay text. That they are valid JSON is proven by whoever decodes them.
pub fn decode(bytes: &Bytes, limits: &Limits) -> Frame {
    if bytes.len() > limits.bytes {
        return Frame::Invalid(Invalid { kind: InvalidKind::TooLong, id: None });
    }
    let mut scanner = Scanner::new(bytes, limits.depth);
    match scanner.peek() {
        Some(b'{') => match decode_one(bytes, limits.depth) {
            Ok(message) => Frame::Message(message),
            Err(invalid) => Frame::Invalid(invalid),
        },
        Some(b'[') => decode_batch(bytes, limits),
        _ => Frame::Invalid(Invalid { kind: judge(bytes), id: None }),
    }
}

fn decode_batch(bytes: &Bytes, limits: &Limits) -> Frame {
    let mut members = Vec::new();
    let mut scanner = Scanner::new(bytes, limits.depth);
    let walk = scanner.array(|scanner| {
        let place = scanner.value()?;
        // One more than allowed is enough to know.
        if members.len() <= limits.batch {
            members.push(place);
        }
        Ok(())
    });
    let kind = match walk {
        Err(ScanError::Depth) => Some(InvalidKind::TooDeep),
        Err(ScanError::Syntax) => Some(InvalidKind::NotJson),
        Ok(()) if !scanner.at_end() => Some(InvalidKind::NotJson),
        Ok(()) if members.len() > limits.batch => Some(InvalidKind::BatchTooLong),
        Ok(()) => None,
    };
    if let Some(kind) = kind {
        return Frame::Invalid(Invalid { kind, id: None });
    }
    let decode_member = |place: Range<usize>| decode_one(&part(bytes, place), limits.depth);
    Frame::Batch(members.into_iter().map(decode_member).collect())
}

/// From how many bytes on a text is not kept for a small part of it.
const LARGE: usize = 64 << 10;

/// A part of a text. As long as it is kept, so is the text, unless it is little of a large one.
fn part(bytes: &Bytes, place: Range<usize>) -> Bytes {
    if bytes.len() >= LARGE && place.len() < bytes.len() / 2 {
        Bytes::copy_from_slice(&bytes[place])
    } else {
        bytes.slice(place)
    }
}

/// Where the members of one message stand in its text.
#[derive(Default)]
struct Envelope {
    version: Option<Range<usize>>,
    id: Option<Range<usize>>,
    method: Option<Range<usize>>,
    params: Option<Range<usize>>,
    result: Option<Range<usize>>,
    tag: Option<Range<usize>>,
    error: Option<Range<usize>>,
    duplicate: bool,
    /// Whether a member that nobody knows is not JSON.
    broken: bool,
}

/// The member of a result that says how to read the rest; found on the way, as it costs nothing.
const TAG: &[u8] = b"resultType";

fn decode_one(bytes: &Bytes, depth: usize) -> Result<Message, Invalid> {
    let mut envelope = Envelope::default();
    let mut scanner = Scanner::new(bytes, depth);
    let walk = scanner.object(|scanner, key| {
        let name = &bytes[key.range];
        let unescaped;
        let name = if key.escaped {
            unescaped = unescape(name);
            unescaped.as_slice()
        } else {
            name
        };
        let slot = match name {
            b"jsonrpc" => &mut envelope.version,
            b"id" => &mut envelope.id,
            b"method" => &mut envelope.method,
            b"params" => &mut envelope.params,
            b"error" => &mut envelope.error,
            b"result" => {
                envelope.duplicate |= envelope.result.is_some();
                let (place, tag) = scan_result(scanner, bytes)?;
                envelope.result = Some(place);
                envelope.tag = tag;
                return Ok(());
            }
            _ => {
                let place = scanner.value()?;
                // Nobody else looks at it, and a request that is not JSON is never answered.
                envelope.broken |= judge(&bytes[place]) == InvalidKind::NotJson;
                return Ok(());
            }
        };
        envelope.duplicate |= slot.is_some();
        *slot = Some(scanner.value()?);
        Ok(())
    });
    let id_of = |envelope: &Envelope| {
        envelope.id.clone().and_then(|place| RequestId::of_request(&bytes[place]))
    };
    match walk {
        Err(ScanError::Depth) => {
            return Err(Invalid { kind: InvalidKind::TooDeep, id: id_of(&envelope) });
        }
        Err(ScanError::Syntax) => return Err(Invalid { kind: judge(bytes), id: None }),
        Ok(()) if !scanner.at_end() => return Err(Invalid { kind: judge(bytes), id: None }),
        Ok(()) => {}
    }
    if envelope.duplicate {
        return Err(Invalid { kind: InvalidKind::DuplicateMember, id: id_of(&envelope) });
    }
    if envelope.method.is_some() {
        if envelope.broken {
            return Err(Invalid { kind: InvalidKind::NotJson, id: None });
        }
        return decode_call(bytes, &envelope)
            .ok_or_else(|| Invalid { kind: judge(bytes), id: id_of(&envelope) });
    }
    if envelope.result.is_none() && envelope.error.is_none() && envelope.id.is_none() {
        return Err(Invalid { kind: judge(bytes), id: None });
    }
    Ok(Message::Response(decode_reply(bytes, envelope)))
}

/// Skips a result, noting its tag on the way.
fn scan_result(
    scanner: &mut Scanner<'_>,
    bytes: &Bytes,
) -> Result<(Range<usize>, Option<Range<usize>>), ScanError> {
    if scanner.peek() != Some(b'{') {
        return Ok((scanner.value()?, None));
    }
    let mut tag = None;
    let start = scanner.position();
    scanner.object(|scanner, key| {
        let place = scanner.value()?;
        if &bytes[key.range] == TAG {
            tag = Some(place);
        }
        Ok(())
    })?;
    Ok((start..scanner.position(), tag))
}

const NULL: &[u8] = b"null";

/// A request or a notification; nothing if it is neither.
fn decode_call(bytes: &Bytes, envelope: &Envelope) -> Option<Message> {
    if envelope.version.clone().map(|place| &bytes[place]) != Some(br#""2.0""#) {
        return None;
    }
    if envelope.result.is_some() || envelope.error.is_some() {
        return None;
    }
    let method: Box<str> = serde_json::from_slice(&bytes[envelope.method.clone()?]).ok()?;
    let params = envelope.params.clone().map(|place| part(bytes, place));
    // Some languages write what is absent as null.
    let params = params.filter(|text| text != NULL);
    if params.as_ref().is_some_and(|text| !matches!(text.first(), Some(b'{' | b'['))) {
        return None;
    }
    match envelope.id.clone() {
        None => Some(Message::Notification(Notification { method, params })),
        Some(place) => {
            let id = RequestId::of_request(&bytes[place])?;
            Some(Message::Request(Request { id, method, params }))
        }
    }
}

fn decode_reply(bytes: &Bytes, envelope: Envelope) -> Response {
    let id = envelope.id.and_then(|place| RequestId::of_reply(&bytes[place]));
    let version = envelope.version.map(|place| &bytes[place]);
    let outcome = match (envelope.result, envelope.error) {
        _ if version.is_some_and(|version| version != br#""2.0""#) => {
            Outcome::Malformed("the reply is not of JSON-RPC 2.0")
        }
        (Some(place), None) => Outcome::Result(RawResult {
            bytes: bytes.slice(place),
            tag: envelope.tag.map(|place| bytes.slice(place)),
        }),
        (None, Some(place)) => match serde_json::from_slice::<RpcError>(&bytes[place]) {
            Ok(error) => Outcome::Error(error),
            Err(_) => Outcome::Malformed("the reply's error has no integer code"),
        },
        (Some(_), Some(_)) => Outcome::Malformed("the reply has both a result and an error"),
        (None, None) => Outcome::Malformed("the reply has neither a result nor an error"),
    };
    Response { id, outcome }
}

/// Tells broken JSON from JSON that is no message; only the rare bad text pays for this.
fn judge(bytes: &[u8]) -> InvalidKind {
    match serde_json::from_slice::<IgnoredAny>(bytes) {
        Ok(_) => InvalidKind::NotARequest,
        Err(_) => InvalidKind::NotJson,
    }
}

/// What stands between the quotes of a string that has escapes.
pub(super) fn unescape(inner: &[u8]) -> Vec<u8> {
    let quoted = [b"\"", inner, b"\""].concat();
    serde_json::from_slice::<String>(&quoted).map(String::into_bytes).unwrap_or_default()
}

/// Writes a request, or a notification where there is no `id`.
pub(crate) fn write_request(
    out: &mut Vec<u8>,
    id: Option<&RequestId>,
    method: &str,
    params: Option<&[u8]>,
) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","#);
    if let Some(id) = id {
        write_id(out, id);
        out.push(b',');
    }
    out.extend_from_slice(br#""method":"#);
    write_string(out, method);
    if let Some(params) = params {
        out.extend_from_slice(br#","params":"#);
        out.extend_from_slice(params);
    }
    out.push(b'}');
}

/// Writes a successful reply; `result` is JSON text.
pub(crate) fn write_result(out: &mut Vec<u8>, id: &RequestId, result: &[u8]) {
    write_result_head(out, id);
    out.extend_from_slice(result);
    out.push(b'}');
}

/// Writes what stands before the result of a reply.
pub(super) fn write_result_head(out: &mut Vec<u8>, id: &RequestId) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","#);
    write_id(out, id);
    out.extend_from_slice(br#","result":"#);
}

/// Writes a failed reply; without `id` the request's own identifier could not be read.
pub(crate) fn write_error(out: &mut Vec<u8>, id: Option<&RequestId>, error: &RpcError) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","#);
    if let Some(id) = id {
        write_id(out, id);
        out.push(b',');
    }
    out.extend_from_slice(br#""error":"#);
    write_json(out, error);
    out.push(b'}');
}

/// The reply that is an error. The identifier is absent where the request's could not be read.
pub(crate) fn error_reply(id: Option<&RequestId>, error: &RpcError) -> Bytes {
    let mut body = Vec::new();
    write_error(&mut body, id, error);
    body.into()
}

fn write_id(out: &mut Vec<u8>, id: &RequestId) {
    out.extend_from_slice(br#""id":"#);
    write_id_value(out, id);
}

/// Writes an identifier alone.
pub(crate) fn write_id_value(out: &mut Vec<u8>, id: &RequestId) {
    write_json(out, id);
}

/// Writes a JSON string.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    write_json(out, text);
}

fn write_json<T: serde::Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(out, value).expect("strings, ids and errors have a JSON form");
}

#[cfg(test)]
#[path = "codec_tests.rs"]
mod tests;
