//! Messages as a tap tells them.

use super::{
    entry::{Direction, TapEvent},
    redact::Redactor,
};
use crate::{
    jsonrpc::{
        Frame, Limits, Message, Outcome, RequestId, Response, decode, write_error, write_id_value,
        write_request, write_result,
    },
    transport::Outgoing,
};

/// The most bytes of a method's name, which may be as long as a message.
const MOST_METHOD: usize = 256;
/// What most messages take beside their parameters or their result, in bytes.
const ENVELOPE: usize = 128;

/// A message of ours.
pub(super) fn sent(outgoing: &Outgoing, redactor: &Redactor) -> TapEvent {
    let ours = Limits { bytes: usize::MAX, ..Limits::default() };
    let (method, id) = match decode(&outgoing.body, &ours) {
        Frame::Message(Message::Request(request)) => {
            (Some(short(&request.method)), Some(request.id))
        }
        Frame::Message(Message::Notification(told)) => (Some(short(&told.method)), None),
        Frame::Message(Message::Response(response)) => (None, response.id),
        Frame::Batch(_) | Frame::Invalid(_) => (None, None),
    };
    let body = &outgoing.body;
    let hidden = redactor.hide(&body[..body.len().min(redactor.window())], body.len());
    TapEvent::Message {
        direction: Direction::Sent,
        method,
        id,
        bytes: body.len(),
        text: hidden.text,
        cut: hidden.cut,
    }
}

/// What a server has sent at once: one message or several.
pub(super) fn received(frame: &Frame, redactor: &Redactor) -> Vec<TapEvent> {
    let no_message = |what: &str| TapEvent::Status { text: format!("it sent {what}").into() };
    match frame {
        Frame::Message(message) => vec![received_one(message, redactor)],
        Frame::Invalid(invalid) => {
            vec![no_message(&format!("what is no message: {}", invalid.kind.describe()))]
        }
        Frame::Batch(members) => {
            let mut events = vec![no_message(&format!("a batch of {}", members.len()))];
            events.extend(members.iter().map(|member| match member {
                Ok(message) => received_one(message, redactor),
                Err(invalid) => no_message(invalid.kind.describe()),
            }));
            events
        }
    }
}

/// A message is taken apart before it is seen here, so its text is put together again, and of a
/// long one no more than is told.
fn received_one(message: &Message, redactor: &Redactor) -> TapEvent {
    let window = redactor.window();
    let mut text = Vec::with_capacity(room(message).min(window));
    let begun = |payload: &[u8]| payload.len().min(window);
    let (method, id, left_out) = match message {
        Message::Request(request) => {
            let params = request.params.as_deref();
            let kept = params.map(|params| &params[..begun(params)]);
            write_request(&mut text, Some(&request.id), &request.method, kept);
            (Some(short(&request.method)), Some(request.id.clone()), left_out(params, kept))
        }
        Message::Notification(notification) => {
            let params = notification.params.as_deref();
            let kept = params.map(|params| &params[..begun(params)]);
            write_request(&mut text, None, &notification.method, kept);
            (Some(short(&notification.method)), None, left_out(params, kept))
        }
        Message::Response(Response { id, outcome: Outcome::Result(result) }) => {
            let kept = &result.bytes[..begun(&result.bytes)];
            match id {
                Some(id) => write_result(&mut text, id, kept),
                None => text.extend_from_slice(kept),
            }
            (None, id.clone(), left_out(Some(&result.bytes), Some(kept)))
        }
        Message::Response(Response { id, outcome: Outcome::Error(error) }) => {
            write_error(&mut text, id.as_ref(), error);
            (None, id.clone(), 0)
        }
        Message::Response(Response { id, outcome: Outcome::Malformed(how) }) => {
            return malformed(id.as_ref(), how);
        }
    };
    let bytes = text.len() + left_out;
    text.truncate(window);
    let hidden = redactor.hide(&text, bytes);
    let direction = Direction::Received;
    TapEvent::Message { direction, method, id, bytes, text: hidden.text, cut: hidden.cut }
}

/// About how long a message is, in bytes.
fn room(message: &Message) -> usize {
    let payload = match message {
        Message::Request(request) => request.params.as_deref(),
        Message::Notification(notification) => notification.params.as_deref(),
        Message::Response(Response { outcome: Outcome::Result(result), .. }) => {
            Some(&*result.bytes)
        }
        Message::Response(_) => None,
    };
    payload.map_or(0, <[u8]>::len) + ENVELOPE
}

fn short(method: &str) -> Box<str> {
    method[..method.floor_char_boundary(MOST_METHOD)].into()
}

fn left_out(whole: Option<&[u8]>, kept: Option<&[u8]>) -> usize {
    whole.map_or(0, <[u8]>::len) - kept.map_or(0, <[u8]>::len)
}

fn malformed(id: Option<&RequestId>, how: &str) -> TapEvent {
    let mut name = Vec::new();
    if let Some(id) = id {
        name.push(b' ');
        write_id_value(&mut name, id);
    }
    let name = String::from_utf8_lossy(&name);
    TapEvent::Status { text: format!("its reply{name} breaks JSON-RPC: {how}").into() }
}
