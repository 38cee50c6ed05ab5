//! The state machine of one connection in the server role: which requests of the client are being
//! served, and what was asked of the client.
//!
//! It is fed with messages and the time and answers with effects; it does no I/O, reads no clock
//! and knows no era: whoever serves says whether batches are allowed. Parameters and results pass
//! through undecoded. `W` is whatever the driver needs to wake whoever asked the client.

mod asked;
mod batch;
mod served;

use std::{borrow::Cow, collections::HashMap, time::Instant};

use bytes::Bytes;

pub(crate) use asked::Question;

use super::{batches::Batches, ids::Forgotten, invalid_request};
use crate::{
    dialect::method,
    error::{Error, Result},
    jsonrpc::{
        Frame, Invalid, InvalidKind, Message, Notification, PARSE_ERROR, Request, RequestId,
        RpcError,
    },
    model::CancelledParams,
    transport::{Link, Outgoing, OutgoingKind},
};
use asked::Asked;
use served::Served;

/// The default of [`ServingLimits::in_flight`].
const MAX_IN_FLIGHT: usize = 512;
/// The default of [`ServingLimits::bytes`].
const MAX_BYTES: usize = 64 << 20;
/// The default of [`ServingLimits::asked`].
const MAX_ASKED: usize = 64;

/// What one client may cost while it is served.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServingLimits {
    /// The most requests of the client that are served at once. Default 512.
    pub(crate) in_flight: usize,
    /// The most bytes of them. One that is alone may have more. Default 64 MiB.
    pub(crate) bytes: usize,
    /// The most requests of ours that wait for the client. Default 64.
    pub(crate) asked: usize,
}

impl Default for ServingLimits {
    fn default() -> Self {
        Self { in_flight: MAX_IN_FLIGHT, bytes: MAX_BYTES, asked: MAX_ASKED }
    }
}

impl ServingLimits {
    /// The same for where the bytes are bounded before.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP counts by itself"))]
    pub(crate) fn without_bytes(self) -> Self {
        Self { bytes: usize::MAX, ..self }
    }
}

/// One thing to do.
#[derive(Debug)]
pub(crate) enum Effect<W> {
    /// Give this to the transport.
    Send(Outgoing),
    /// Tell the transport that nothing more will be said in this exchange of the client's.
    Abandon(RequestId),
    /// Serve this, and come back with [`Desk::settle`].
    Serve {
        /// What to come back with.
        key: u64,
        /// The request.
        request: Request,
    },
    /// Nobody waits any more for what is served under this key.
    Stop(u64),
    /// Pass a notification on.
    Hear(Notification),
    /// Wake whoever asked the client.
    Resolve {
        /// Whom to wake.
        waiter: W,
        /// The client's undecoded result.
        outcome: Result<Bytes>,
    },
    /// Note that the client left the specification.
    Depart(Cow<'static, str>),
    /// Nothing is served any more, and nothing new will be.
    Drained,
}

/// The state of one connection.
pub(crate) struct Desk<W> {
    link: Link,
    limits: ServingLimits,
    /// What is being served, by keys that are used once.
    served: HashMap<u64, Served>,
    /// How many bytes that is.
    served_bytes: usize,
    /// The same by the client's identifiers.
    keys: HashMap<RequestId, u64>,
    last_key: u64,
    asked: HashMap<i64, Asked<W>>,
    forgotten: Forgotten,
    batches: Batches,
    batching: bool,
    /// Until when the last requests may take, once there are no new ones.
    draining: Option<Instant>,
    /// Why the client can be asked nothing any more.
    unanswered: Option<Error>,
    closed: bool,
}

impl<W> Desk<W> {
    /// The state of a connection on which nothing has been said.
    pub(crate) fn new(link: Link, limits: ServingLimits) -> Self {
        Self {
            link,
            limits,
            served: HashMap::new(),
            served_bytes: 0,
            keys: HashMap::new(),
            last_key: 0,
            asked: HashMap::new(),
            forgotten: Forgotten::default(),
            batches: Batches::default(),
            batching: false,
            draining: None,
            unanswered: None,
            closed: false,
        }
    }

    /// Says whether the client may send arrays of messages from now on. At first it may not.
    pub(crate) fn allow_batches(&mut self, allowed: bool) {
        self.batching = allowed;
    }

    /// Takes one text from the client. `via` is the exchange in which it came.
    pub(crate) fn frame(&mut self, frame: Frame, via: Option<&RequestId>, fx: &mut Vec<Effect<W>>) {
        match frame {
            Frame::Message(message) => self.message(message, via, None, fx),
            Frame::Batch(members) => self.batch(members, via, fx),
            Frame::Invalid(invalid) => self.invalid(&invalid, via, fx),
        }
    }

    /// Sends a notification: about a request that is being served, or about nothing in particular.
    /// Nothing is sent about a request that is over.
    pub(crate) fn notify(
        &mut self,
        request: Option<u64>,
        method: &str,
        params: &[u8],
        fx: &mut Vec<Effect<W>>,
    ) {
        let Ok(via) = self.way(request) else { return };
        let mut body = Vec::new();
        crate::jsonrpc::write_request(&mut body, None, method, Some(params));
        let kind = if method::may_be_left_out(method) {
            OutgoingKind::Aside
        } else {
            OutgoingKind::Notification
        };
        send(body, kind, via, fx);
    }

    /// The exchange that a request came in, while it is served.
    pub(crate) fn exchange_of(&self, request: u64) -> Option<RequestId> {
        self.served.get(&request)?.via.clone()
    }

    /// When [`Self::tick`] wants to be called.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        // Few requests of ours wait at once, and mostly none.
        self.asked.values().filter_map(|asked| asked.deadline).chain(self.draining).min()
    }

    /// Ends what has waited too long.
    pub(crate) fn tick(&mut self, now: Instant, fx: &mut Vec<Effect<W>>) {
        self.expire(now, fx);
        if self.draining.is_some_and(|until| until <= now) {
            self.draining = None;
            fx.push(Effect::Drained);
        }
    }

    /// Takes no more requests. Those that are being served may end until then.
    pub(crate) fn drain(&mut self, until: Instant, fx: &mut Vec<Effect<W>>) {
        self.draining = Some(self.draining.map_or(until, |earlier| earlier.min(until)));
        self.note_drained(fx);
    }

    /// The client says nothing more: whoever asked it gets the cause. The requests that are being
    /// served may end until then.
    pub(crate) fn hear_no_more(&mut self, cause: &Error, until: Instant, fx: &mut Vec<Effect<W>>) {
        self.fail_questions(cause, fx);
        self.drain(until, fx);
    }

    /// Ends everything: whoever asked the client gets the cause, and nothing is served any more.
    pub(crate) fn close(&mut self, cause: &Error, fx: &mut Vec<Effect<W>>) {
        self.closed = true;
        self.draining = None;
        self.keys.clear();
        self.served_bytes = 0;
        fx.extend(std::mem::take(&mut self.served).into_keys().map(Effect::Stop));
        self.fail_questions(cause, fx);
    }

    fn message(
        &mut self,
        message: Message,
        via: Option<&RequestId>,
        batch: Option<u64>,
        fx: &mut Vec<Effect<W>>,
    ) {
        match message {
            Message::Request(request) => self.serve(request, via, batch, fx),
            Message::Notification(notification) => self.hear(notification, fx),
            Message::Response(response) => self.response(response, fx),
        }
    }

    fn hear(&mut self, notification: Notification, fx: &mut Vec<Effect<W>>) {
        match &*notification.method {
            method::CANCELLED => {
                let params = notification.params.as_deref().unwrap_or(b"{}");
                match crate::model::decode::<CancelledParams>(method::CANCELLED, params) {
                    Ok(cancelled) => {
                        if let Some(id) = &cancelled.request_id {
                            self.cancel(id, fx);
                        }
                    }
                    Err(error) => {
                        depart(fx, format!("a cancellation was dropped: {}", error.message()));
                    }
                }
            }
            // It is about a request of ours, and no wait of ours depends on it.
            method::PROGRESS => {}
            _ => fx.push(Effect::Hear(notification)),
        }
    }

    /// Text that is no message. Where all share one channel, what is not JSON is never answered (an
    /// error storm would follow where two peers do).
    fn invalid(&mut self, invalid: &Invalid, via: Option<&RequestId>, fx: &mut Vec<Effect<W>>) {
        let reason = invalid.kind.describe();
        depart(fx, format!("a message was refused: {reason}"));
        let id = invalid.id.as_ref();
        self.lose_answer(id, reason, fx);
        let broken = invalid.kind == InvalidKind::NotJson;
        let silent = match self.link {
            Link::Shared => broken,
            Link::Exchanges => via.is_none(),
        };
        if !silent {
            let error = if broken {
                RpcError::new(PARSE_ERROR, format!("Parse error: {reason}"))
            } else {
                invalid_request(reason)
            };
            let id = self.free(id);
            self.refuse(id, &error, via, None, fx);
        }
    }

    /// The identifier of a message that cannot be told to be a request, if an error under it can
    /// answer nothing else.
    fn free<'a>(&self, id: Option<&'a RequestId>) -> Option<&'a RequestId> {
        id.filter(|id| !self.keys.contains_key(*id) && !self.is_asked(id))
    }

    /// The exchange in which something about a request is said; an error if the request is over.
    fn way(&self, request: Option<u64>) -> std::result::Result<Option<RequestId>, Over> {
        match request {
            None => Ok(None),
            Some(key) => self.served.get(&key).map(|served| served.via.clone()).ok_or(Over),
        }
    }

    fn note_drained(&mut self, fx: &mut Vec<Effect<W>>) {
        if self.served.is_empty() && self.draining.take().is_some() {
            fx.push(Effect::Drained);
        }
    }
}

/// The request that something was to be said about is not served any more.
struct Over;

fn send<W>(
    body: impl Into<Bytes>,
    kind: OutgoingKind,
    related: Option<RequestId>,
    fx: &mut Vec<Effect<W>>,
) {
    fx.push(Effect::Send(Outgoing { body: body.into(), kind, headers: Vec::new(), related }));
}

/// Notes that the client left the specification.
fn depart<W>(fx: &mut Vec<Effect<W>>, how: impl Into<Cow<'static, str>>) {
    fx.push(Effect::Depart(how.into()));
}

#[cfg(test)]
mod tests;
