//! Rounds of input that the server needs before it can answer a request of ours.

use std::time::{Duration, Instant};

use super::{Answer, Ask, Asked, Effect, Engine, MAX_ROUNDS, Phase};
use crate::{
    dialect::InputNeeded,
    error::{Error, ErrorCode},
};

/// How long a request waits for the server to say that a URL elicitation is complete, before it is
/// sent again without that (2025-11-25 `client/elicitation`: the notification is optional).
pub(crate) const COMPLETION_WAIT: Duration = Duration::from_mins(5);

/// How many completed URL elicitations are remembered. Default 64.
const MAX_COMPLETED: usize = 64;
/// The longest identifier of one that is remembered. Default 1 KiB.
const MAX_COMPLETED_BYTES: usize = 1 << 10;

impl<W> Engine<W> {
    pub(super) fn need_input(
        &mut self,
        now: Instant,
        key: i64,
        needed: InputNeeded,
        fx: &mut Vec<Effect<W>>,
    ) {
        let Some(pending) = self.calls.get_mut(&key) else { return };
        pending.rounds += 1;
        if pending.rounds > MAX_ROUNDS {
            let error = Error::new(
                ErrorCode::Limit,
                format!("the server asked for input more than {MAX_ROUNDS} times"),
            )
            .with_next_step("look at what the server asks for; it may be in a loop");
            self.conclude(now, key, Err(error), fx);
            return;
        }
        pending.phase = Phase::Input;
        pending.heard = now;
        let route = pending.call.route;
        fx.push(Effect::Ask { ask: Ask::Round(key), asked: Asked::Needed(needed), route });
    }

    /// Comes back from an [`Effect::Ask`].
    pub(crate) fn answer(
        &mut self,
        now: Instant,
        ask: &Ask,
        answer: Answer,
        fx: &mut Vec<Effect<W>>,
    ) {
        match (ask, answer) {
            (Ask::Round(key), Answer::Round { round, elicitations }) => {
                let Some(pending) = self.calls.get_mut(key) else { return };
                if pending.phase != Phase::Input {
                    return;
                }
                let mut elicitations = elicitations;
                elicitations.retain(|id| !self.completed.contains(id));
                // The time that a person took does not count.
                pending.started += now.saturating_duration_since(pending.heard);
                match round {
                    Err(error) => self.conclude(now, *key, Err(error), fx),
                    Ok(round) => {
                        pending.round = Some(round);
                        if elicitations.is_empty() {
                            self.transmit_again(now, *key, fx);
                        } else {
                            let until = now + COMPLETION_WAIT;
                            pending.phase = Phase::Completion { elicitations, until };
                            self.clock.expect(Some(until));
                        }
                    }
                }
            }
            (Ask::Request(id), Answer::Reply(reply)) => self.answer_served(now, id, reply, fx),
            (Ask::Round(_), Answer::Reply(_)) | (Ask::Request(_), Answer::Round { .. }) => {}
        }
    }

    /// The server says that a URL elicitation is complete.
    pub(super) fn completed(&mut self, now: Instant, elicitation: &str, fx: &mut Vec<Effect<W>>) {
        if elicitation.len() <= MAX_COMPLETED_BYTES {
            if self.completed.len() == MAX_COMPLETED {
                self.completed.pop_front();
            }
            self.completed.push_back(elicitation.to_owned());
        }
        let mut ready = Vec::new();
        for (key, pending) in &mut self.calls {
            if let Phase::Completion { elicitations, .. } = &mut pending.phase {
                elicitations.retain(|id| id != elicitation);
                if elicitations.is_empty() {
                    ready.push(*key);
                }
            }
        }
        ready.sort_unstable();
        for key in ready {
            self.transmit_again(now, key, fx);
        }
    }
}
