//! Requests of the client: from their arrival to the reply.

use bytes::Bytes;

use super::{Desk, Effect, depart, send};
use crate::{
    dialect::method,
    engine::{batches::Tally, invalid_request},
    jsonrpc::{INTERNAL_ERROR, Request, RequestId, ResultText, RpcError, error_reply},
    transport::{Link, OutgoingKind},
};

/// A request of the client that waits for its reply.
pub(super) struct Served {
    id: RequestId,
    /// The exchange that it came in.
    pub(super) via: Option<RequestId>,
    /// The batch that it came in.
    batch: Option<u64>,
    /// How many bytes it takes while it is served.
    bytes: usize,
    /// Whether it opens the connection, so that it cannot be taken back.
    opening: bool,
}

impl<W> Desk<W> {
    pub(super) fn serve(
        &mut self,
        request: Request,
        via: Option<&RequestId>,
        batch: Option<u64>,
        fx: &mut Vec<Effect<W>>,
    ) {
        if self.keys.contains_key(&request.id) {
            depart(fx, "it used the id of a request of its own twice");
            // Where all share one channel, an answer with the identifier would answer the first one.
            let id = (self.link == Link::Exchanges).then_some(&request.id);
            let error = invalid_request("a request with this id is being served already");
            self.refuse(id, &error, via, batch, fx);
            return;
        }
        let bytes = request.params.as_ref().map_or(0, Bytes::len);
        let refusal = if self.draining.is_some() || self.closed {
            Some("the server is ending this connection".to_owned())
        } else if self.served.len() >= self.limits.in_flight {
            let most = self.limits.in_flight;
            Some(format!("{most} requests are being served on this connection already"))
        } else if self.served_bytes > 0
            && self.served_bytes.saturating_add(bytes) > self.limits.bytes
        {
            Some("too much is being served on this connection already".to_owned())
        } else {
            None
        };
        if let Some(reason) = refusal {
            let error = RpcError::new(INTERNAL_ERROR, reason);
            self.refuse(Some(&request.id), &error, via, batch, fx);
            return;
        }
        self.last_key += 1;
        let key = self.last_key;
        let served = Served {
            id: request.id.clone(),
            via: via.cloned(),
            batch,
            bytes,
            opening: &*request.method == method::INITIALIZE,
        };
        self.served_bytes += bytes;
        self.keys.insert(request.id.clone(), key);
        self.served.insert(key, served);
        fx.push(Effect::Serve { key, request });
    }

    /// Comes back from an [`Effect::Serve`], with the result or the error. What is not served any
    /// more gets no reply.
    pub(crate) fn settle(
        &mut self,
        key: u64,
        outcome: std::result::Result<ResultText, RpcError>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let Some(served) = self.remove(key) else { return };
        let body = match outcome {
            Ok(result) => result.into_reply(&served.id),
            Err(error) => error_reply(Some(&served.id), &error),
        };
        self.reply(body, served.via.as_ref(), served.batch, fx);
        self.note_drained(fx);
    }

    /// The client takes a request back: it is not served any more, and nothing more is said of it.
    /// One that is over, or never was, is no fault (2025-11-25 `basic/utilities/cancellation`,
    /// "Timing Considerations").
    pub(super) fn cancel(&mut self, id: &RequestId, fx: &mut Vec<Effect<W>>) {
        let Some(key) = self.keys.get(id).copied() else { return };
        if self.served.get(&key).is_some_and(|served| served.opening) {
            depart(fx, "it cancelled the request that opens the connection");
            return;
        }
        let Some(served) = self.remove(key) else { return };
        fx.push(Effect::Stop(key));
        self.drop_questions_of(key, served.via.as_ref(), fx);
        match served.batch {
            Some(number) => self.settle_in_batch(number, None, served.via.as_ref(), fx),
            None => self.fall_silent(served.via.as_ref(), fx),
        }
        self.note_drained(fx);
    }

    /// Answers what is not served.
    pub(super) fn refuse(
        &mut self,
        id: Option<&RequestId>,
        error: &RpcError,
        via: Option<&RequestId>,
        batch: Option<u64>,
        fx: &mut Vec<Effect<W>>,
    ) {
        self.reply(error_reply(id, error), via, batch, fx);
    }

    /// Adds one answer to a batch, or the knowledge that there will be none; sends all when it is
    /// complete.
    pub(super) fn settle_in_batch(
        &mut self,
        number: u64,
        answer: Option<&[u8]>,
        via: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        match self.batches.settle(number, answer) {
            Tally::Waiting => {}
            Tally::Silent => self.fall_silent(via, fx),
            Tally::Complete(answers) => send(answers, OutgoingKind::Reply, via.cloned(), fx),
        }
    }

    fn reply(
        &mut self,
        body: Bytes,
        via: Option<&RequestId>,
        batch: Option<u64>,
        fx: &mut Vec<Effect<W>>,
    ) {
        match batch {
            Some(number) => self.settle_in_batch(number, Some(&body), via, fx),
            None => send(body, OutgoingKind::Reply, via.cloned(), fx),
        }
    }

    /// An exchange in which nothing more will be said is closed.
    fn fall_silent(&self, via: Option<&RequestId>, fx: &mut Vec<Effect<W>>) {
        if self.link == Link::Exchanges
            && let Some(via) = via
        {
            fx.push(Effect::Abandon(via.clone()));
        }
    }

    fn remove(&mut self, key: u64) -> Option<Served> {
        let served = self.served.remove(&key)?;
        self.keys.remove(&served.id);
        self.served_bytes -= served.bytes;
        Some(served)
    }
}
