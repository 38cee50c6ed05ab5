//! The proof that something may be done.

use std::{sync::Arc, time::SystemTime};

use tokio::time::Instant;

use super::Gate;
use crate::{
    Json,
    error::{ErrorCode, Result},
    host::audit::{AuditEvent, AuditOutcome, Decided},
};

/// The proof that something may be done, once. Only the gate makes one, and it has recorded it
/// before. Dropping it records that it was cancelled.
pub(in crate::host) struct Passage {
    gate: Arc<Gate>,
    decided: Decided,
    line: u64,
    began: Instant,
    /// What a person made of what was to be sent.
    edited: Option<Json>,
    outcome: AuditOutcome,
}

impl Passage {
    /// Records that something is done.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: it cannot be recorded, and must not be done.
    pub(super) fn open(gate: Arc<Gate>, decided: Decided, edited: Option<Json>) -> Result<Self> {
        let line = gate.record(decided.clone()).map_err(|error| {
            error.with_next_step("make room on the disk: nothing is done that is not recorded")
        })?;
        let (began, outcome) = (Instant::now(), AuditOutcome::Failed(ErrorCode::Cancelled));
        Ok(Self { gate, decided, line, began, edited, outcome })
    }

    /// What a person made of what was to be sent, if anything.
    pub(in crate::host) fn edited(&mut self) -> Option<Json> {
        self.edited.take()
    }

    /// Notes how it has ended.
    pub(in crate::host) fn end<T>(mut self, outcome: &Result<T>) {
        self.outcome = match outcome {
            Ok(_) => AuditOutcome::Ok,
            Err(error) => AuditOutcome::Failed(error.code()),
        };
    }
}

impl Drop for Passage {
    fn drop(&mut self) {
        let millis = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let ended = self.decided.ended(self.line, self.outcome, millis);
        // What was done cannot be undone; the next side effect finds the record broken.
        if let Err(error) = self.gate.audit.append(AuditEvent::Ended(ended), SystemTime::now()) {
            tracing::warn!(target: "hostline::host", %error, "outcome not recorded");
        }
    }
}
