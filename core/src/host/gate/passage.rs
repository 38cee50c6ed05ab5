//! The proof that something may be done.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use tokio::time::Instant;

use super::Gate;
use crate::{
    Json,
    dialect::Permit,
    error::{Error, ErrorCode, Result},
    host::audit::{AuditEvent, AuditOutcome, Decided},
};

/// What the gate has let in.
pub(super) struct Admitted {
    /// What the record says of it.
    pub(super) decided: Decided,
    /// What a person made of what was to be sent.
    pub(super) edited: Option<Json>,
}

/// The proof that something may be done, once. Only the gate makes one. Dropping it records that
/// what was begun was cancelled.
pub(in crate::host) struct Passage {
    book: Arc<Book>,
    edited: Option<Json>,
    outcome: AuditOutcome,
}

/// What one passage writes down.
struct Book {
    gate: Arc<Gate>,
    decided: Decided,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The lines that say that it is done, and since when: one, or one for each time that a server
    /// wanted it said again in other words.
    begun: Vec<(u64, Instant)>,
    is_over: bool,
}

impl Passage {
    /// Records that something is done.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: it cannot be recorded, and must not be done.
    pub(super) fn open(gate: Arc<Gate>, admitted: Admitted) -> Result<Self> {
        let passage = Self::new(gate, admitted);
        passage.book.begin()?;
        Ok(passage)
    }

    /// Records that something is done at the moment when it is: whoever does it asks the permit. No
    /// permit is given once the passage has ended.
    pub(super) fn at_sending(gate: Arc<Gate>, admitted: Admitted) -> (Self, Permit) {
        let passage = Self::new(gate, admitted);
        let book = passage.book.clone();
        (passage, Permit::new(move || book.begin()))
    }

    fn new(gate: Arc<Gate>, Admitted { decided, edited }: Admitted) -> Self {
        let book = Arc::new(Book { gate, decided, state: Mutex::default() });
        Self { book, edited, outcome: AuditOutcome::Failed(ErrorCode::Cancelled) }
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
        self.book.end(self.outcome);
    }
}

impl Book {
    fn begin(&self) -> Result<()> {
        let mut state = self.lock();
        if state.is_over {
            return Err(Error::new(ErrorCode::Cancelled, "nobody waits for it any more"));
        }
        let line = self.gate.record(self.decided.clone()).map_err(|error| {
            error.with_next_step("make room on the disk: nothing is done that is not recorded")
        })?;
        state.begun.push((line, Instant::now()));
        Ok(())
    }

    fn end(&self, outcome: AuditOutcome) {
        let mut state = self.lock();
        state.is_over = true;
        for (line, began) in state.begun.drain(..) {
            let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
            let ended = self.decided.ended(line, outcome, millis);
            // What was done cannot be undone; the next side effect finds the record broken.
            let written = self.gate.audit.append(AuditEvent::Ended(ended), SystemTime::now());
            if let Err(error) = written {
                tracing::warn!(target: "hostline::host", %error, "outcome not recorded");
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
