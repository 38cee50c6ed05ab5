//! The requests of one connection over HTTP/2, each of which hyper serves in a task: they end with
//! the connection, and a stream ends with its task.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use hyper::rt::Executor;
use tokio::{
    task::{AbortHandle, Id, JoinSet, try_id},
    time::Instant,
};

/// The tasks of a connection. Dropping it ends them.
#[derive(Default)]
pub(super) struct Tasks(Mutex<Running>);

#[derive(Default)]
struct Running {
    all: JoinSet<()>,
    known: HashMap<Id, Known>,
}

struct Known {
    task: AbortHandle,
    /// Since when it has sent a small answer that its client has not taken.
    waits: Option<Instant>,
}

impl Tasks {
    /// What starts them. It does not keep them: each of them holds it.
    pub(super) fn starter(self: &Arc<Self>) -> Starter {
        Starter(Arc::downgrade(self))
    }

    /// Notes that the task that is running has an answer to send. Gives its name; nothing where it
    /// is none of these, as over HTTP/1.1.
    pub(super) fn note_answer(&self, is_small: bool) -> Option<Id> {
        let name = try_id()?;
        let mut running = self.lock();
        let known = running.known.get_mut(&name)?;
        known.waits = is_small.then(Instant::now);
        Some(name)
    }

    /// Ends a task, which resets its stream.
    pub(super) fn end(&self, name: Id) {
        if let Some(known) = self.lock().known.get(&name) {
            known.task.abort();
        }
    }

    /// Ends the tasks whose small answers were not taken for so long.
    pub(super) fn end_waiting(&self, longest: Duration) {
        let now = Instant::now();
        let mut running = self.lock();
        running.forget_ended();
        for known in running.known.values() {
            if known.waits.is_some_and(|since| now.duration_since(since) >= longest) {
                known.task.abort();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Running {
    fn forget_ended(&mut self) {
        while let Some(ended) = self.all.try_join_next_with_id() {
            let name = ended.map_or_else(|error| error.id(), |(name, ())| name);
            self.known.remove(&name);
        }
    }
}

/// Starts the tasks of a connection.
#[derive(Clone)]
pub(super) struct Starter(Weak<Tasks>);

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Starter {
    fn execute(&self, request: F) {
        // Without its connection there is nobody to serve.
        let Some(tasks) = self.0.upgrade() else { return };
        let mut running = tasks.lock();
        running.forget_ended();
        let task = running.all.spawn(request);
        running.known.insert(task.id(), Known { task, waits: None });
    }
}
