//! The queue between the handles of a connection and its driver.
//!
//! It owns no more than the order of commands, whatever they are, and whom to wake about them.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    task::Waker,
};

use crate::error::Error;

/// Commands on their way to the driver. It is bounded by what the engine lets wait.
pub(super) struct Inbox<C>(Mutex<State<C>>);

struct State<C> {
    commands: Vec<C>,
    driver: Option<Waker>,
    closed: Option<Error>,
}

impl<C> Default for Inbox<C> {
    fn default() -> Self {
        Self(Mutex::new(State { commands: Vec::new(), driver: None, closed: None }))
    }
}

impl<C> Inbox<C> {
    /// Adds a command and wakes the driver; false if there is no driver any more.
    pub(super) fn push(&self, command: C) -> bool {
        let driver = {
            let mut state = self.lock();
            if state.closed.is_some() {
                return false;
            }
            state.commands.push(command);
            state.driver.take()
        };
        if let Some(driver) = driver {
            driver.wake();
        }
        true
    }

    /// Moves all commands into `to`, which is empty, and notes whom to wake about the next.
    pub(super) fn take(&self, to: &mut Vec<C>, driver: &Waker) {
        let mut state = self.lock();
        std::mem::swap(&mut state.commands, to);
        if !state.driver.as_ref().is_some_and(|known| known.will_wake(driver)) {
            state.driver = Some(driver.clone());
        }
    }

    /// Moves the commands into `to`, which is empty, that came while the driver was at work. Their
    /// wake-up has been spent, so [`Self::take`] follows before the driver rests.
    pub(super) fn take_meanwhile(&self, to: &mut Vec<C>) {
        std::mem::swap(&mut self.lock().commands, to);
    }

    /// Refuses further commands and drops those that nobody has taken.
    pub(super) fn close(&self, cause: Error) {
        let left = {
            let mut state = self.lock();
            state.closed.get_or_insert(cause);
            state.driver = None;
            std::mem::take(&mut state.commands)
        };
        drop(left);
    }

    /// Whether the connection has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed.is_some()
    }

    /// Why the connection has ended, if it has.
    pub(super) fn closed(&self) -> Option<Error> {
        self.lock().closed.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State<C>> {
        // A panic while it was held cannot leave the queue half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
