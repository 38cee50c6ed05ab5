//! The tasks of one connection in the server role: handlers of requests, and errands.
//!
//! It owns them, and how their outcomes are gathered; what a request is, it does not know.

use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    pin::pin,
    task::{Context, Poll},
};

use tokio::task::{AbortHandle, Id, JoinError, JoinSet, coop::unconstrained};

use super::{Outcome, broken};
use crate::future::BoxFuture;

/// What a task leaves behind: the outcome of a request, by its key, or nothing.
type Done = Option<(u64, Outcome)>;

/// All that runs for a connection; dropping it drops what runs.
#[derive(Default)]
pub(super) struct Tasks {
    all: JoinSet<Done>,
    handlers: HashMap<u64, AbortHandle>,
    /// Outcomes that nobody has taken.
    finished: Vec<(u64, Outcome)>,
    /// How many handlers are likely to end soon, as others did that were begun with them.
    fresh: usize,
    /// How many outcomes there were when they began to wait for others; zero if they do not.
    gathered: usize,
}

impl Tasks {
    /// Runs the handler of a request.
    pub(super) fn serve(&mut self, key: u64, handler: BoxFuture<'static, Outcome>) {
        let handler = self.all.spawn(async move { Some((key, handler.await)) });
        self.handlers.insert(key, handler);
        self.fresh += 1;
    }

    /// Runs something that has no outcome.
    pub(super) fn run(&mut self, errand: BoxFuture<'static, ()>) {
        self.all.spawn(async move {
            errand.await;
            None
        });
    }

    /// Drops the handler of a request.
    pub(super) fn stop(&mut self, key: u64) {
        if let Some(handler) = self.handlers.remove(&key) {
            handler.abort();
        }
    }

    /// Drops everything.
    pub(super) fn stop_all(&mut self) {
        self.all.abort_all();
    }

    /// Polls the tasks; true if there are outcomes to take.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> bool {
        while let Poll::Ready(Some(ended)) = self.poll_next(cx) {
            match ended {
                Ok((_, Some((key, outcome)))) => {
                    self.handlers.remove(&key);
                    self.finished.push((key, outcome));
                }
                Ok((_, None)) => {}
                Err(lost) => self.lose(&lost),
            }
        }
        !self.finished.is_empty() && !self.gather(cx)
    }

    /// The outcomes of requests, by their keys, in the order in which they came.
    pub(super) fn take_finished(&mut self) -> Vec<(u64, Outcome)> {
        std::mem::take(&mut self.finished)
    }

    /// Whether outcomes wait for others. The runtime may run the driver as soon as the first of
    /// many handlers has ended; letting those go first that are ready too sends all replies in one
    /// write. Nothing waits twice.
    fn gather(&mut self, cx: &Context<'_>) -> bool {
        let ended = self.finished.len();
        if self.gathered == 0 && ended < self.fresh {
            self.gathered = ended;
            cx.waker().wake_by_ref();
            return true;
        }
        // Where waiting was in vain, the others take long, and no reply waits for them again.
        let in_vain = ended == self.gathered;
        self.fresh = if in_vain { 0 } else { self.fresh.saturating_sub(ended) };
        self.gathered = 0;
        false
    }

    /// The next task that has ended. A client that never pauses uses up the turn of the driver's
    /// task, which must not keep replies waiting.
    fn poll_next(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<(Id, Done), JoinError>>> {
        let all = &mut self.all;
        pin!(unconstrained(poll_fn(|cx| all.poll_join_next_with_id(cx)))).poll(cx)
    }

    /// A handler panicked, and an error takes the place of its outcome; or its request was
    /// cancelled, and nobody waits for one.
    fn lose(&mut self, lost: &JoinError) {
        let key = self.handlers.iter().find(|(_, handler)| handler.id() == lost.id());
        if let Some(key) = key.map(|(key, _)| *key) {
            self.handlers.remove(&key);
            self.finished.push((key, Err(broken())));
        }
    }
}
