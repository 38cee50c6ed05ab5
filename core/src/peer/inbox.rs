//! The queue between the handles of a connection and its driver.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    task::Waker,
};

use super::Command;
use crate::error::Error;

/// Commands on their way to the driver. It is bounded by what the engine lets wait.
#[derive(Default)]
pub(super) struct Inbox(Mutex<State>);

#[derive(Default)]
struct State {
    commands: Vec<Command>,
    driver: Option<Waker>,
    closed: Option<Error>,
}

impl Inbox {
    /// Adds a command and wakes the driver; false if there is no driver any more.
    pub(super) fn push(&self, command: Command) -> bool {
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
    pub(super) fn take(&self, to: &mut Vec<Command>, driver: &Waker) {
        let mut state = self.lock();
        std::mem::swap(&mut state.commands, to);
        if !state.driver.as_ref().is_some_and(|known| known.will_wake(driver)) {
            state.driver = Some(driver.clone());
        }
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

    /// Why the connection has ended, if it has.
    pub(super) fn closed(&self) -> Option<Error> {
        self.lock().closed.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave the queue half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
