//! Arrays of messages, which 2025-03-26 allows (its `basic`, "Batching"): always received, never
//! sent but to answer one.

use std::{collections::HashMap, time::Instant};

use bytes::Bytes;

use super::{Effect, Engine, incoming::depart, invalid_request};
use crate::{
    dialect::method,
    error::{Error, ErrorCode},
    jsonrpc::{Invalid, Message, RequestId},
    transport::OutgoingKind,
};

/// Batches whose requests are not all answered.
#[derive(Default)]
pub(super) struct Batches {
    open: HashMap<u64, Batch>,
    last: u64,
}

/// One batch that is being answered.
struct Batch {
    /// How many answers it waits for.
    waiting: usize,
    /// The answers, with commas between them.
    answers: Vec<u8>,
}

/// How a batch stands after an answer.
pub(super) enum Tally {
    /// It waits for more.
    Waiting,
    /// It is over, and nothing in it wants an answer.
    Silent,
    /// It is over, and this is the array of its answers.
    Complete(Bytes),
}

impl Batches {
    /// Begins a batch, which has a number. One answer is owed until all members are seen, so that
    /// it cannot be over early.
    pub(super) fn open(&mut self) -> u64 {
        self.last += 1;
        self.open.insert(self.last, Batch { waiting: 1, answers: Vec::new() });
        self.last
    }

    /// One more answer is owed.
    pub(super) fn owe(&mut self, number: u64) {
        if let Some(batch) = self.open.get_mut(&number) {
            batch.waiting += 1;
        }
    }

    /// Adds one answer that was owed, or the knowledge that there will be none.
    pub(super) fn settle(&mut self, number: u64, answer: Option<&[u8]>) -> Tally {
        let Some(batch) = self.open.get_mut(&number) else { return Tally::Waiting };
        if let Some(answer) = answer {
            batch.answers.push(if batch.answers.is_empty() { b'[' } else { b',' });
            batch.answers.extend_from_slice(answer);
        }
        batch.waiting -= 1;
        if batch.waiting > 0 {
            return Tally::Waiting;
        }
        let mut answers = std::mem::take(&mut batch.answers);
        self.open.remove(&number);
        if answers.is_empty() {
            return Tally::Silent;
        }
        answers.push(b']');
        Tally::Complete(answers.into())
    }
}

pub(super) type Member = Result<Message, Invalid>;

impl<W> Engine<W> {
    pub(super) fn batch(
        &mut self,
        now: Instant,
        members: Vec<Member>,
        via: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let fault = if self.dialect.profile().batching {
            fault_of(&members)
        } else {
            Some("this protocol version has no batches")
        };
        if let Some(reason) = fault {
            self.refuse_batch(now, &members, via, reason, fx);
            return;
        }
        let number = self.batches.open();
        for member in members {
            match member {
                Ok(Message::Request(request)) => {
                    self.batches.owe(number);
                    self.message(now, Message::Request(request), via, Some(number), fx);
                }
                Ok(message) => self.message(now, message, via, None, fx),
                Err(invalid) => {
                    depart(fx, "a member of a batch was refused");
                    self.batches.owe(number);
                    let error = invalid_request(invalid.kind.describe());
                    let mut answer = Vec::new();
                    crate::jsonrpc::write_error(&mut answer, invalid.id.as_ref(), &error);
                    self.answer_in_batch(number, Some(&answer), fx);
                }
            }
        }
        self.answer_in_batch(number, None, fx);
    }

    /// Adds one answer, or the knowledge that there will be none, and sends all when complete.
    pub(super) fn answer_in_batch(
        &mut self,
        number: u64,
        answer: Option<&[u8]>,
        fx: &mut Vec<Effect<W>>,
    ) {
        match self.batches.settle(number, answer) {
            Tally::Waiting | Tally::Silent => {}
            Tally::Complete(answers) => self.send(answers, OutgoingKind::Reply, fx),
        }
    }

    /// Refuses a batch as a whole. Answers in it are lost, so the requests that they would have
    /// answered fail now and do not wait for their deadline.
    fn refuse_batch(
        &mut self,
        now: Instant,
        members: &[Member],
        via: Option<&RequestId>,
        reason: &'static str,
        fx: &mut Vec<Effect<W>>,
    ) {
        depart(fx, format!("a batch was refused: {reason}"));
        let keys: Vec<i64> =
            answered_by(members).chain(via).filter_map(|id| self.key_of(id)).collect();
        for key in keys {
            let error = Error::new(
                ErrorCode::Protocol,
                format!("the server's answer came in a batch that was refused: {reason}"),
            );
            self.lose_answer(now, key, error, fx);
        }
        if self.dialect.answers_requests() {
            self.refuse(None, reason, fx);
        }
    }
}

/// The requests that a batch holds answers to.
pub(super) fn answered_by(members: &[Member]) -> impl Iterator<Item = &RequestId> {
    members.iter().filter_map(|member| match member {
        Ok(Message::Response(response)) => response.id.as_ref(),
        _ => None,
    })
}

/// What makes a batch as a whole invalid.
pub(super) fn fault_of(members: &[Member]) -> Option<&'static str> {
    let is_request = |member: &Member| matches!(member, Ok(Message::Request(_)));
    let is_response = |member: &Member| matches!(member, Ok(Message::Response(_)));
    let opens = |member: &Member| matches!(member, Ok(Message::Request(request)) if &*request.method == method::INITIALIZE);
    if members.is_empty() {
        Some("a batch must not be empty")
    } else if members.iter().any(opens) {
        Some("a batch must not hold initialize")
    } else if members.iter().any(is_request) && members.iter().any(is_response) {
        Some("a batch must not mix requests with responses")
    } else {
        None
    }
}
