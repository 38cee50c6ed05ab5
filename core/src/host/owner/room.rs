//! How much one attached program has under way.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::{ANSWERS, MAX_OPERATIONS};

/// The places of one program's operations, as both sides count them. What answers has places of its
/// own: an operation may wait for just that answer.
pub(super) struct Places {
    operations: Arc<Semaphore>,
    answers: Arc<Semaphore>,
}

impl Default for Places {
    fn default() -> Self {
        let places = || Arc::new(Semaphore::new(MAX_OPERATIONS));
        Self { operations: places(), answers: places() }
    }
}

impl Places {
    /// The places among which an operation takes one.
    pub(super) fn of(&self, op: &str) -> &Arc<Semaphore> {
        if ANSWERS.contains(&op) { &self.answers } else { &self.operations }
    }
}
