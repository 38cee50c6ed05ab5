//! Arrays of messages, which 2025-03-26 allows (its `basic`, "Batching"): always received, never
//! sent but to answer one.

use std::{collections::HashMap, time::Instant};

use super::{Effect, Engine, incoming::depart};
use crate::{
    dialect::method,
    error::{Error, ErrorCode},
    jsonrpc::{Invalid, Message, RequestId, RpcError},
    transport::OutgoingKind,
};

/// Batches whose requests are not all answered.
#[derive(Default)]
pub(super) struct Batches {
    open: HashMap<u64, Batch>,
    last: u64,
}

/// One batch that is being answered.
#[derive(Default)]
struct Batch {
    /// How many of its requests wait for an answer of ours.
    waiting: usize,
    /// The answers, with commas between them.
    answers: Vec<u8>,
}

/// Why a message or a batch is refused as a whole.
pub(super) struct Refusal(String);

impl Refusal {
    pub(super) fn invalid(reason: &str) -> Self {
        Self(format!("Invalid Request: {reason}"))
    }

    pub(super) fn reason(&self) -> &str {
        &self.0
    }
}

type Member = Result<Message, Invalid>;

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
        self.batches.last += 1;
        let number = self.batches.last;
        // One answer is owed until all members are seen, so that the batch cannot close early.
        self.batches.open.insert(number, Batch { waiting: 1, answers: Vec::new() });
        for member in members {
            match member {
                Ok(Message::Request(request)) => {
                    self.owe(number);
                    self.message(now, Message::Request(request), via, Some(number), fx);
                }
                Ok(message) => self.message(now, message, via, None, fx),
                Err(invalid) => {
                    depart(fx, "a member of a batch was refused");
                    self.owe(number);
                    let error = RpcError::new(
                        crate::jsonrpc::INVALID_REQUEST,
                        Refusal::invalid(invalid.kind.describe()).reason(),
                    );
                    let mut answer = Vec::new();
                    crate::jsonrpc::write_error(&mut answer, invalid.id.as_ref(), &error);
                    self.answer_in_batch(number, Some(&answer), fx);
                }
            }
        }
        self.answer_in_batch(number, None, fx);
    }

    fn owe(&mut self, number: u64) {
        if let Some(batch) = self.batches.open.get_mut(&number) {
            batch.waiting += 1;
        }
    }

    /// Adds one answer, or the knowledge that there will be none, and sends all when complete.
    pub(super) fn answer_in_batch(
        &mut self,
        number: u64,
        answer: Option<&[u8]>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let Some(batch) = self.batches.open.get_mut(&number) else { return };
        if let Some(answer) = answer {
            if !batch.answers.is_empty() {
                batch.answers.push(b',');
            }
            batch.answers.extend_from_slice(answer);
        }
        batch.waiting -= 1;
        if batch.waiting == 0 {
            let answers = std::mem::take(&mut batch.answers);
            self.batches.open.remove(&number);
            if !answers.is_empty() {
                let body = [b"[", answers.as_slice(), b"]"].concat();
                self.send(body.into(), OutgoingKind::Reply, fx);
            }
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
        let answered = members.iter().filter_map(|member| match member {
            Ok(Message::Response(response)) => response.id.as_ref(),
            _ => None,
        });
        let keys: Vec<i64> = answered.chain(via).filter_map(|id| self.key_of(id)).collect();
        for key in keys {
            let error = Error::new(
                ErrorCode::Protocol,
                format!("the server's answer came in a batch that was refused: {reason}"),
            );
            self.lose_answer(now, key, error, fx);
        }
        if self.dialect.answers_requests() {
            self.refuse(None, &Refusal::invalid(reason), fx);
        }
    }
}

/// What makes a batch as a whole invalid.
fn fault_of(members: &[Member]) -> Option<&'static str> {
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
