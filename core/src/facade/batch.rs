//! A queue whose reader is woken once for all that came in the meantime.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Things on their way to another language's own thread.
///
/// Waking that thread is dear, so [`Batch::push`] says whether it must be woken: only where nothing
/// was waiting.
#[derive(Debug)]
pub struct Batch<T>(Mutex<Vec<T>>);

impl<T> Batch<T> {
    /// An empty queue.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Adds a thing at the end; true if the reader must be woken.
    pub fn push(&self, thing: T) -> bool {
        let mut waiting = self.lock();
        waiting.push(thing);
        waiting.len() == 1
    }

    /// Takes all that waits, in its order.
    pub fn take(&self) -> Vec<T> {
        std::mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        // A panic while it was held cannot leave the queue half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self::new()
    }
}
