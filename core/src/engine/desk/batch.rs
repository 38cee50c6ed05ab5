//! Arrays of messages from the client, which 2025-03-26 allows (its `basic`, "Batching").

use super::{Desk, Effect, depart};
use crate::{
    engine::{
        batches::{Member, answered_by, fault_of},
        invalid_request,
    },
    jsonrpc::{Message, RequestId},
    transport::Link,
};

impl<W> Desk<W> {
    pub(super) fn batch(
        &mut self,
        members: Vec<Member>,
        via: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let fault = if self.batching {
            fault_of(&members)
        } else {
            Some("this protocol version has no batches")
        };
        if let Some(reason) = fault {
            self.refuse_batch(&members, via, reason, fx);
            return;
        }
        let number = self.batches.open();
        for member in members {
            match member {
                Ok(message) => {
                    let owed = matches!(message, Message::Request(_));
                    if owed {
                        self.batches.owe(number);
                    }
                    self.message(message, via, owed.then_some(number), fx);
                }
                Err(invalid) => {
                    let reason = invalid.kind.describe();
                    depart(fx, format!("a member of a batch was refused: {reason}"));
                    self.lose_answer(invalid.id.as_ref(), reason, fx);
                    self.batches.owe(number);
                    let id = self.free(invalid.id.as_ref());
                    self.refuse(id, &invalid_request(reason), via, Some(number), fx);
                }
            }
        }
        self.settle_in_batch(number, None, via, fx);
    }

    /// Refuses a batch as a whole. Answers in it are lost, so the requests of ours that they would
    /// have answered fail now and do not wait for their deadline.
    fn refuse_batch(
        &mut self,
        members: &[Member],
        via: Option<&RequestId>,
        reason: &'static str,
        fx: &mut Vec<Effect<W>>,
    ) {
        depart(fx, format!("a batch was refused: {reason}"));
        for id in answered_by(members) {
            self.lose_answer(Some(id), reason, fx);
        }
        if self.link == Link::Shared || via.is_some() {
            self.refuse(None, &invalid_request(reason), via, None, fx);
        }
    }
}
