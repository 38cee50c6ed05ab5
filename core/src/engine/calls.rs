//! Requests of ours: from the first byte to the answer.

use std::time::Instant;

use bytes::Bytes;

use super::{
    Effect, Engine, MAX_IN_FLIGHT, Pending, Phase, Session, ids::cancellation, incoming::depart,
};
use crate::{
    dialect::{Call, CancelBy, Purpose, Reply, method},
    error::{Error, ErrorCode, Result},
    jsonrpc::RequestId,
    transport::{Link, Outgoing, OutgoingKind},
};

impl<W> Engine<W> {
    /// Begins a request. `key` comes from the connection's [`super::Ids`] and names it from now on.
    pub(crate) fn start(
        &mut self,
        now: Instant,
        key: i64,
        call: Call,
        waiter: Option<W>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let refusal = if let Some(cause) = &self.closed {
            Some(cause.clone())
        } else if self.calls.len() >= MAX_IN_FLIGHT && call.purpose != Purpose::Opening {
            Some(Error::new(
                ErrorCode::Limit,
                format!("{MAX_IN_FLIGHT} requests are waiting for the server already"),
            ))
        } else {
            None
        };
        if let Some(error) = refusal {
            if let Some(waiter) = waiter {
                let outcome = Err(error.with_method(call.method));
                fx.push(Effect::Resolve { key, waiter, outcome, rounds: 0 });
            }
            return;
        }
        let pending = Pending {
            call,
            waiter,
            id: key,
            is_begun: false,
            phase: Phase::Answer,
            round: None,
            rounds: 0,
            repeated: false,
            moved: false,
            session: 0,
            heard: now,
            started: now,
            held: None,
            progress: f64::NEG_INFINITY,
        };
        let opening = pending.call.purpose == Purpose::Opening;
        self.calls.insert(key, pending);
        if self.session == Session::Open || opening {
            self.transmit(now, key, key, fx);
        } else if let Some(pending) = self.calls.get_mut(&key) {
            pending.phase = Phase::Session;
            if self.session == Session::Lost {
                self.reopen(now, fx);
            }
        }
    }

    /// Gives up a request whose caller is gone.
    pub(crate) fn cancel(&mut self, key: i64, reason: &str, fx: &mut Vec<Effect<W>>) {
        let Some(pending) = self.calls.remove(&key) else { return };
        self.rounds.remove(&pending.id);
        match pending.phase {
            Phase::Answer => self.give_up(&pending, reason, fx),
            Phase::Input => {
                fx.push(Effect::Withdraw(super::Ask::Round(key)));
            }
            Phase::Completion { .. } | Phase::Session => {}
        }
    }

    /// One request came to nothing on its way.
    pub(crate) fn failed(
        &mut self,
        now: Instant,
        id: &RequestId,
        error: Error,
        fx: &mut Vec<Effect<W>>,
    ) {
        let Some(key) = self.key_of(id).filter(|key| self.waits_for_answer(*key)) else { return };
        if let Some(rpc) = error.rpc()
            && let Reply::InputRequired(needed) = self.dialect.read_error(rpc.clone())
        {
            self.need_input(now, key, needed, fx);
            return;
        }
        let Some(pending) = self.calls.get_mut(&key) else { return };
        let broke = error.code() == ErrorCode::Transport && error.http_status().is_none();
        if broke && error.may_have_run() && pending.call.repeatable && !pending.repeated {
            pending.repeated = true;
            self.transmit_again(now, key, fx);
            return;
        }
        self.conclude(now, key, Err(error), fx);
    }

    /// A message was too long to be kept; its own request fails, if the message said which.
    pub(crate) fn oversized(
        &mut self,
        now: Instant,
        id: Option<&RequestId>,
        bytes: u64,
        fx: &mut Vec<Effect<W>>,
    ) {
        let key = id.and_then(|id| self.key_of(id));
        if let Some(key) = key.filter(|key| self.waits_for_answer(*key)) {
            let error = Error::new(
                ErrorCode::Limit,
                format!("the server's answer of {bytes} bytes is longer than allowed"),
            )
            .with_next_step("raise the limit on message bytes, or ask the server for less");
            self.lose_answer(now, key, error, fx);
        }
    }

    /// The server has answered, and the answer cannot be taken.
    pub(super) fn lose_answer(
        &mut self,
        now: Instant,
        key: i64,
        error: Error,
        fx: &mut Vec<Effect<W>>,
    ) {
        let Some(pending) = self.calls.get(&key) else { return };
        fx.push(Effect::Abandon(RequestId::Number(pending.id)));
        let repeatable = pending.call.repeatable;
        let error = if repeatable { error } else { error.that_may_have_run() };
        self.conclude(now, key, Err(error), fx);
    }

    /// Sends a request under `id`.
    pub(super) fn transmit(&mut self, now: Instant, key: i64, id: i64, fx: &mut Vec<Effect<W>>) {
        let Some(pending) = self.calls.get_mut(&key) else { return };
        let is_first = !std::mem::replace(&mut pending.is_begun, true);
        if is_first && let Err(error) = permitted(&pending.call, self.is_guarded) {
            self.resolve(key, Err(error), fx);
            return;
        }
        #[cfg(feature = "testing")]
        if is_first && self.is_guarded && pending.call.method == method::TOOLS_CALL {
            crate::counting::sent();
        }
        pending.id = id;
        pending.phase = Phase::Answer;
        pending.heard = now;
        pending.held = None;
        pending.session = self.lasting.reopened;
        let wire_id = RequestId::Number(id);
        let stamped =
            self.dialect.stamp(&wire_id, &pending.call, pending.round.as_ref(), self.link);
        self.clock.expect(pending.deadline());
        fx.push(Effect::Send(Outgoing {
            body: stamped.body,
            kind: OutgoingKind::Request {
                id: wire_id,
                opening: pending.call.purpose == Purpose::Opening,
                repeatable: pending.call.repeatable,
                may_ask: method::may_need_input(&pending.call.method),
                attended: pending.call.attended && pending.waiter.is_some(),
            },
            headers: stamped.headers,
            related: None,
        }));
    }

    /// Sends a request once more, under a fresh identifier.
    pub(super) fn transmit_again(&mut self, now: Instant, key: i64, fx: &mut Vec<Effect<W>>) {
        let Some(pending) = self.calls.get(&key) else { return };
        self.rounds.remove(&pending.id);
        let old = pending.id;
        self.forgotten.note(old);
        let id = self.ids.next();
        self.rounds.insert(id, key);
        self.transmit(now, key, id, fx);
    }

    /// Ends a request of a caller, or one that the engine made for itself.
    pub(super) fn conclude(
        &mut self,
        now: Instant,
        key: i64,
        outcome: Result<Bytes>,
        fx: &mut Vec<Effect<W>>,
    ) {
        if self.session == (Session::Reopening { key }) {
            self.reopened(now, key, outcome, fx);
            return;
        }
        if let Some(pending) = self.calls.get(&key) {
            self.lasting.note_end(&pending.call);
            match &outcome {
                Ok(_) if self.link == Link::Exchanges => self.lasting.note(&pending.call),
                Err(_) if pending.waiter.is_none() => {
                    depart(fx, "it did not grant in a new session what it had granted before");
                }
                _ => {}
            }
        }
        self.resolve(key, outcome, fx);
    }

    /// Removes a request and wakes its caller.
    pub(super) fn resolve(&mut self, key: i64, outcome: Result<Bytes>, fx: &mut Vec<Effect<W>>) {
        let Some(pending) = self.calls.remove(&key) else { return };
        if pending.id != key {
            self.rounds.remove(&pending.id);
        }
        if let Some(waiter) = pending.waiter {
            let opening = pending.call.purpose == Purpose::Opening;
            let outcome = outcome.map_err(|error| {
                let error = if opening { error.that_did_nothing() } else { error };
                error.with_method(pending.call.method)
            });
            fx.push(Effect::Resolve { key, waiter, outcome, rounds: pending.rounds });
        }
    }

    /// Tells the server that a request is not wanted any more.
    pub(super) fn give_up(&mut self, pending: &Pending<W>, reason: &str, fx: &mut Vec<Effect<W>>) {
        self.forgotten.note(pending.id);
        let id = RequestId::Number(pending.id);
        // An opening request must not be cancelled (2025-11-25 `basic/utilities/cancellation`).
        if pending.call.purpose != Purpose::Opening
            && self.dialect.cancel(self.link) == CancelBy::Notification
        {
            let params = cancellation(pending.id, reason);
            self.notify(method::CANCELLED, Some(&params), fx);
        }
        fx.push(Effect::Abandon(id));
    }

    /// The request that an identifier on the wire belongs to.
    pub(super) fn key_of(&self, id: &RequestId) -> Option<i64> {
        let number = id.as_integer()?;
        let key = self.rounds.get(&number).copied().unwrap_or(number);
        (self.calls.get(&key)?.id == number).then_some(key)
    }

    /// The one request that waits for an answer, if there is just one.
    pub(super) fn only_waiting(&self) -> Option<i64> {
        let mut waiting = self.calls.iter().filter(|(_, pending)| pending.phase == Phase::Answer);
        let (key, _) = waiting.next()?;
        waiting.next().is_none().then_some(*key)
    }
}

/// Whether a request may be sent for the first time. On a guarded connection no tool is called
/// that nobody has let pass.
fn permitted(call: &Call, is_guarded: bool) -> Result<()> {
    match &call.permit {
        Some(permit) => permit.ask(),
        None if is_guarded && call.method == method::TOOLS_CALL => {
            Err(Error::new(ErrorCode::Internal, "the call was not let pass by the gate"))
        }
        None => Ok(()),
    }
}
