//! For whom a server is at work.
//!
//! A server's log messages do not say for whose sake they are. That is certain only while it is at
//! work for one caller. A call counts until all has been heard that the server said before its end.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use super::{ServerName, policy::SessionId};
use crate::client::Event;

/// What a server says without being asked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Said {
    /// Which server.
    pub server: ServerName,
    /// What it says.
    pub event: Event,
    /// For whose sake, where it is at work for one caller only.
    pub caller: Option<SessionId>,
}

/// The callers whose requests are under way at one server.
#[derive(Default)]
pub(super) struct Underway {
    callers: Mutex<Callers>,
    ended: Notify,
}

#[derive(Default)]
struct Callers {
    /// How many requests of each are under way.
    here: BTreeMap<SessionId, usize>,
    /// Those whose last request has ended, and of whose sake something may still be on its way.
    leaving: BTreeSet<SessionId>,
    /// Those of them that are heard of for the last time.
    last_heard: BTreeSet<SessionId>,
}

/// One request, under way until it is dropped.
pub(super) struct OnWay {
    underway: Arc<Underway>,
    session: SessionId,
}

impl Underway {
    /// A request is under way from now on.
    pub(super) fn begin(self: &Arc<Self>, session: &SessionId) -> OnWay {
        *self.lock().here.entry(session.clone()).or_default() += 1;
        OnWay { underway: self.clone(), session: session.clone() }
    }

    /// The one caller for whom the server is at work; nobody where there is none, or several.
    pub(super) fn only(&self) -> Option<SessionId> {
        let callers = self.lock();
        let mut all = callers.here.keys().chain(&callers.leaving).chain(&callers.last_heard);
        let first = all.next()?;
        all.all(|other| other == first).then(|| first.clone())
    }

    /// Returns when a request has ended.
    pub(super) async fn ended(&self) {
        self.ended.notified().await;
    }

    /// All has been heard that the server said until now. Whose request ended before the time before
    /// this is not heard of any more: one that ends just now may still be.
    pub(super) fn quiet(&self) {
        let mut callers = self.lock();
        callers.last_heard = std::mem::take(&mut callers.leaving);
        if !callers.last_heard.is_empty() {
            self.ended.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Callers> {
        // A panic while it was held cannot leave the table half changed.
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OnWay {
    fn drop(&mut self) {
        let mut callers = self.underway.lock();
        if let Some(count) = callers.here.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                callers.here.remove(&self.session);
                callers.leaving.insert(self.session.clone());
                self.underway.ended.notify_one();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_at_work_for_one_caller_until_another_asks_it_for_something() {
        let underway = Arc::new(Underway::default());
        let (one, other) = (SessionId::from("one"), SessionId::from("other"));
        assert_eq!(underway.only(), None);
        let first = underway.begin(&one);
        let second = underway.begin(&one);
        assert_eq!(underway.only(), Some(one.clone()));
        drop(first);
        let stranger = underway.begin(&other);
        assert_eq!(underway.only(), None);
        drop(stranger);
        assert_eq!(underway.only(), None, "it may still be heard of the other");
        underway.quiet();
        assert_eq!(underway.only(), None);
        underway.quiet();
        assert_eq!(underway.only(), Some(one));
        drop(second);
        underway.quiet();
        underway.quiet();
        assert_eq!(underway.only(), None);
    }

    #[tokio::test]
    async fn the_end_of_a_request_is_told_although_nobody_waits_for_it_yet() {
        let underway = Arc::new(Underway::default());
        drop(underway.begin(&SessionId::from("one")));
        underway.ended().await;
    }
}
