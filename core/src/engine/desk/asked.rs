//! Requests of ours to the client, which legacy versions have.

use std::time::{Duration, Instant};

use bytes::Bytes;

use super::{Desk, Effect, Over, depart, send};
use crate::{
    dialect::method,
    engine::ids::cancellation,
    error::{Error, ErrorCode, Result},
    jsonrpc::{Outcome, RequestId, Response},
    transport::OutgoingKind,
};

/// A request to the client.
pub(crate) struct Question {
    /// The request of the client that it belongs to.
    pub(crate) request: Option<u64>,
    /// The method.
    pub(crate) method: &'static str,
    /// The JSON text of the parameters.
    pub(crate) params: Bytes,
    /// How long the client may take to answer.
    pub(crate) wait: Duration,
}

/// A request of ours that waits for the client.
pub(super) struct Asked<W> {
    pub(super) waiter: W,
    request: Option<u64>,
    method: &'static str,
    wait: Duration,
    /// None where the wait is longer than time can be told.
    pub(super) deadline: Option<Instant>,
}

impl<W> Desk<W> {
    /// Asks the client. `id` comes from the connection's [`crate::engine::Ids`].
    pub(crate) fn ask(
        &mut self,
        now: Instant,
        id: i64,
        question: Question,
        waiter: W,
        fx: &mut Vec<Effect<W>>,
    ) {
        let Question { request, method, params, wait } = question;
        let via = match self.may_ask(request) {
            Ok(via) => via,
            Err(error) => {
                let outcome = Err(error.with_method(method));
                fx.push(Effect::Resolve { waiter, outcome });
                return;
            }
        };
        let wire_id = RequestId::Number(id);
        let mut body = Vec::new();
        crate::jsonrpc::write_request(&mut body, Some(&wire_id), method, Some(&params));
        let deadline = now.checked_add(wait);
        self.asked.insert(id, Asked { waiter, request, method, wait, deadline });
        let kind = OutgoingKind::Request {
            id: wire_id,
            opening: false,
            repeatable: false,
            may_ask: false,
            attended: false,
        };
        send(body, kind, via, fx);
    }

    /// Gives a request of ours up.
    pub(crate) fn withdraw(&mut self, id: i64, fx: &mut Vec<Effect<W>>) {
        if let Some(asked) = self.asked.remove(&id) {
            self.give_up(id, asked.request, "the result is no longer needed", fx);
        }
    }

    /// The transport could not carry a request of ours, or its answer.
    pub(crate) fn failed(&mut self, id: &RequestId, error: Error, fx: &mut Vec<Effect<W>>) {
        if let Some(id) = self.asked_as(id) {
            self.resolve(id, Err(error), fx);
        }
    }

    /// A message was too long to be kept; the request that it answers fails.
    pub(crate) fn oversized(
        &mut self,
        id: Option<&RequestId>,
        bytes: u64,
        fx: &mut Vec<Effect<W>>,
    ) {
        depart(fx, "a message was longer than allowed");
        if let Some(id) = id.and_then(|id| self.asked_as(id)) {
            let message = format!("the client's answer of {bytes} bytes is longer than allowed");
            self.resolve(id, Err(Error::new(ErrorCode::Limit, message)), fx);
        }
    }

    pub(super) fn response(&mut self, response: Response, fx: &mut Vec<Effect<W>>) {
        let Some(id) = response.id.as_ref().and_then(|id| self.asked_as(id)) else {
            if !self.forgotten.holds(response.id.as_ref()) {
                depart(fx, "it answered a request that was not waiting for an answer");
            }
            return;
        };
        let outcome = match response.outcome {
            Outcome::Result(result) => Ok(result.bytes),
            Outcome::Error(error) => Err(Error::from_client_rpc(error)),
            Outcome::Malformed(reason) => {
                depart(fx, reason);
                Err(Error::new(ErrorCode::Protocol, reason))
            }
        };
        self.resolve(id, outcome, fx);
    }

    /// What may have been an answer cannot be taken.
    pub(super) fn lose_answer(
        &mut self,
        id: Option<&RequestId>,
        reason: &str,
        fx: &mut Vec<Effect<W>>,
    ) {
        if let Some(id) = id.and_then(|id| self.asked_as(id)) {
            let message = format!("the client's answer was refused: {reason}");
            self.resolve(id, Err(Error::new(ErrorCode::Protocol, message)), fx);
        }
    }

    pub(super) fn is_asked(&self, id: &RequestId) -> bool {
        self.asked_as(id).is_some()
    }

    /// Ends the questions that belong to a request of the client which is not served any more.
    pub(super) fn drop_questions_of(
        &mut self,
        request: u64,
        via: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        for id in self.asked_where(|asked| asked.request == Some(request)) {
            self.cancel_question(id, "the request that needed it was cancelled", via.cloned(), fx);
            self.resolve(id, Err(over()), fx);
        }
    }

    /// Ends all questions, and those that are still to come, with the cause.
    pub(super) fn fail_questions(&mut self, cause: &Error, fx: &mut Vec<Effect<W>>) {
        self.unanswered = Some(cause.clone());
        for asked in std::mem::take(&mut self.asked).into_values() {
            fx.push(Effect::Resolve { waiter: asked.waiter, outcome: Err(cause.clone()) });
        }
    }

    pub(super) fn expire(&mut self, now: Instant, fx: &mut Vec<Effect<W>>) {
        for id in self.asked_where(|asked| asked.deadline.is_some_and(|until| until <= now)) {
            let Some(asked) = self.asked.get(&id) else { continue };
            let message = format!("no answer within {} s", asked.wait.as_secs_f64());
            let error = Error::new(ErrorCode::Timeout, message)
                .with_next_step("allow more time, or look at what the client is doing");
            self.give_up(id, asked.request, "the request timed out", fx);
            self.resolve(id, Err(error), fx);
        }
    }

    /// The exchange in which a question goes out.
    fn may_ask(&self, request: Option<u64>) -> Result<Option<RequestId>> {
        if let Some(cause) = &self.unanswered {
            return Err(cause.clone());
        }
        if self.asked.len() >= self.limits.asked {
            let message = format!("{} requests wait for the client already", self.limits.asked);
            return Err(Error::new(ErrorCode::Limit, message));
        }
        self.way(request).map_err(|Over| over())
    }

    fn give_up(&mut self, id: i64, request: Option<u64>, reason: &str, fx: &mut Vec<Effect<W>>) {
        // What belongs to a request that is over goes where everything else goes.
        let via = self.way(request).unwrap_or_default();
        self.cancel_question(id, reason, via, fx);
    }

    fn cancel_question(
        &mut self,
        id: i64,
        reason: &str,
        via: Option<RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        self.forgotten.note(id);
        let params = cancellation(id, reason);
        let mut body = Vec::new();
        crate::jsonrpc::write_request(&mut body, None, method::CANCELLED, Some(&params));
        send(body, OutgoingKind::Notification, via, fx);
    }

    fn resolve(&mut self, id: i64, outcome: Result<Bytes>, fx: &mut Vec<Effect<W>>) {
        if let Some(Asked { waiter, method, .. }) = self.asked.remove(&id) {
            let outcome = outcome.map_err(|error| error.with_method(method));
            fx.push(Effect::Resolve { waiter, outcome });
        }
    }

    /// The request of ours that an identifier on the wire belongs to.
    fn asked_as(&self, id: &RequestId) -> Option<i64> {
        id.as_integer().filter(|id| self.asked.contains_key(id))
    }

    /// Some of the requests of ours, oldest first.
    fn asked_where(&self, wanted: impl Fn(&Asked<W>) -> bool) -> Vec<i64> {
        let mut ids: Vec<i64> =
            self.asked.iter().filter(|(_, asked)| wanted(asked)).map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids
    }
}

/// The error of a question whose own request has ended.
fn over() -> Error {
    Error::new(ErrorCode::Cancelled, "the request that this belongs to is over")
}
