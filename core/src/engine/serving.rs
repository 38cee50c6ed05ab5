//! Requests of the server, which legacy versions have.

use std::time::Instant;

use bytes::Bytes;

use super::{Ask, Asked, Effect, Engine, MAX_SERVED, incoming::depart};
use crate::{
    dialect::method,
    jsonrpc::{INTERNAL_ERROR, METHOD_NOT_FOUND, Request, RequestId, RpcError},
    transport::OutgoingKind,
};

/// A request of the server that waits for an answer of ours.
pub(super) struct Served {
    /// The batch that it came in.
    batch: Option<u64>,
}

impl<W> Engine<W> {
    pub(super) fn serve(
        &mut self,
        now: Instant,
        request: Request,
        batch: Option<u64>,
        fx: &mut Vec<Effect<W>>,
    ) {
        if !self.dialect.answers_requests() {
            depart(fx, "it sent a request, which servers of this version must not");
            return;
        }
        if self.served.contains_key(&request.id) {
            // Answering would answer the first one.
            depart(fx, "it used the id of a request of its own twice");
            if let Some(batch) = batch {
                self.answer_in_batch(batch, None, fx);
            }
            return;
        }
        let id = request.id;
        let known = self.dialect.profile().server_requests.contains(&&*request.method);
        self.served.insert(id.clone(), Served { batch });
        if &*request.method == method::PING {
            self.reply(&id, Ok(Bytes::from_static(b"{}")), fx);
        } else if !known {
            let error = RpcError::new(METHOD_NOT_FOUND, "Method not found");
            self.reply(&id, Err(error), fx);
        } else if self.served.len() > MAX_SERVED {
            let error = RpcError::new(INTERNAL_ERROR, "Too many requests are waiting");
            self.reply(&id, Err(error), fx);
        } else {
            self.clock.pause(now);
            let asked = Asked::Request { method: request.method, params: request.params };
            let route = self.sole_route();
            fx.push(Effect::Ask { ask: Ask::Request(id), asked, route });
        }
    }

    /// Who waits for answers of the server, where it is only one. A request of the server does not
    /// say for the sake of which of ours it is made, so that among several nobody is guessed at.
    fn sole_route(&self) -> Option<u64> {
        let mut routes = self.calls.values().map(|pending| pending.call.route);
        let first = routes.find(Option::is_some)??;
        routes.flatten().all(|route| route == first).then_some(first)
    }

    /// Answers a request of the server that a person or a handler was asked about.
    pub(super) fn answer_served(
        &mut self,
        now: Instant,
        id: &RequestId,
        answer: Result<Bytes, RpcError>,
        fx: &mut Vec<Effect<W>>,
    ) {
        if self.served.contains_key(id) {
            self.resume_clock(now);
            self.reply(id, answer, fx);
        }
    }

    /// Forgets a request that the server has taken back.
    pub(super) fn withdraw_served(
        &mut self,
        now: Instant,
        id: &RequestId,
        fx: &mut Vec<Effect<W>>,
    ) {
        let Some(served) = self.served.remove(id) else { return };
        self.resume_clock(now);
        if let Some(batch) = served.batch {
            self.answer_in_batch(batch, None, fx);
        }
    }

    fn reply(&mut self, id: &RequestId, answer: Result<Bytes, RpcError>, fx: &mut Vec<Effect<W>>) {
        let Some(served) = self.served.remove(id) else { return };
        let mut body = Vec::new();
        match answer {
            Ok(result) => crate::jsonrpc::write_result(&mut body, id, &result),
            Err(error) => crate::jsonrpc::write_error(&mut body, Some(id), &error),
        }
        match served.batch {
            Some(batch) => self.answer_in_batch(batch, Some(&body), fx),
            None => self.send(body.into(), OutgoingKind::Reply, fx),
        }
    }
}
