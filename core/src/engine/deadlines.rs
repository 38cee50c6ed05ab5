//! Until when requests wait.
//!
//! Requests end long before their deadlines, so no ordered queue is kept: one instant says when to
//! look next, and looking goes through all that wait.

use std::time::Instant;

use super::{Effect, Engine, Pending, Phase};
use crate::{
    dialect::Purpose,
    error::{Error, ErrorCode},
    jsonrpc::RequestId,
};

/// When to look, and since when nobody's time runs because a person is being asked.
#[derive(Default)]
pub(super) struct Clock {
    next: Option<Instant>,
    questions: usize,
    paused: Option<Instant>,
}

impl Clock {
    /// Makes sure that the next look is not after `deadline`.
    pub(super) fn expect(&mut self, deadline: Option<Instant>) {
        let Some(deadline) = deadline else { return };
        self.next = Some(self.next.map_or(deadline, |next| next.min(deadline)));
    }

    /// A question of the server begins: the time of requests stands still.
    pub(super) fn pause(&mut self, now: Instant) {
        self.questions += 1;
        self.paused.get_or_insert(now);
    }

    /// A question ends; since when time stood still, if this was the last one.
    fn resume(&mut self) -> Option<Instant> {
        self.questions = self.questions.saturating_sub(1);
        if self.questions > 0 {
            return None;
        }
        self.paused.take()
    }
}

impl<W> Pending<W> {
    /// When this request is to be looked at.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match &self.phase {
            Phase::Answer if self.held.is_some() => None,
            Phase::Answer => {
                let heard = self.call.timeout.and_then(|timeout| self.heard.checked_add(timeout));
                let total = self.call.max_total.and_then(|total| self.started.checked_add(total));
                [heard, total].into_iter().flatten().min()
            }
            Phase::Completion { until, .. } => Some(*until),
            Phase::Input | Phase::Session => None,
        }
    }
}

impl<W> Engine<W> {
    /// When [`Self::tick`] wants to be called.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        if self.clock.paused.is_some() { None } else { self.clock.next }
    }

    /// Ends the requests whose time is over.
    pub(crate) fn tick(&mut self, now: Instant, fx: &mut Vec<Effect<W>>) {
        if self.clock.paused.is_some() {
            return;
        }
        let mut over: Vec<i64> = Vec::new();
        let mut next: Option<Instant> = None;
        for (key, pending) in &self.calls {
            match pending.deadline() {
                Some(deadline) if deadline <= now => over.push(*key),
                Some(deadline) => next = Some(next.map_or(deadline, |next| next.min(deadline))),
                None => {}
            }
        }
        self.clock.next = next;
        over.sort_unstable();
        for key in over {
            self.expire(now, key, fx);
        }
    }

    pub(super) fn resume_clock(&mut self, now: Instant) {
        let Some(since) = self.clock.resume() else { return };
        // What happened during the pause has only missed the rest of it.
        let moved = |then: Instant| then + now.saturating_duration_since(then.max(since));
        for pending in self.calls.values_mut() {
            pending.heard = moved(pending.heard);
            pending.started = moved(pending.started);
            let deadline = pending.deadline();
            self.clock.expect(deadline);
        }
    }

    /// A person is asked to sign in before a request can go on: its time stands still.
    pub(crate) fn hold(&mut self, now: Instant, id: &RequestId) {
        let Some(key) = self.key_of(id).filter(|key| self.waits_for_answer(*key)) else { return };
        if let Some(pending) = self.calls.get_mut(&key) {
            pending.held.get_or_insert(now);
        }
    }

    /// The person has answered.
    pub(crate) fn release(&mut self, now: Instant, id: &RequestId) {
        let Some(pending) = self.key_of(id).and_then(|key| self.calls.get_mut(&key)) else {
            return;
        };
        let Some(since) = pending.held.take() else { return };
        pending.started += now.saturating_duration_since(since);
        pending.heard = now;
        let deadline = pending.deadline();
        self.clock.expect(deadline);
    }

    fn expire(&mut self, now: Instant, key: i64, fx: &mut Vec<Effect<W>>) {
        let Some(pending) = self.calls.get(&key) else { return };
        if matches!(pending.phase, Phase::Completion { .. }) {
            self.transmit_again(now, key, fx);
            return;
        }
        let Some(pending) = self.calls.remove(&key) else { return };
        self.give_up(&pending, "the request timed out", fx);
        let opening = pending.call.purpose == Purpose::Opening;
        let total = pending.call.max_total.filter(|total| {
            pending.started.checked_add(*total).is_some_and(|deadline| deadline <= now)
        });
        let what = match (total, pending.call.timeout) {
            (Some(total), _) => format!("no answer within {} s in all", total.as_secs_f64()),
            (None, Some(timeout)) => format!("no answer within {} s", timeout.as_secs_f64()),
            (None, None) => "no answer in time".to_owned(),
        };
        let mut error = Error::new(ErrorCode::Timeout, what)
            .with_next_step("allow more time, or look at what the server is doing");
        if !pending.call.repeatable && !opening {
            error = error.that_may_have_run();
        }
        // Put back for the one place that ends requests.
        self.calls.insert(key, pending);
        self.conclude(now, key, Err(error), fx);
    }
}
