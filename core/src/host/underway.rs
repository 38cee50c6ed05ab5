//! For whom a server is at work.
//!
//! A server's log messages do not say for whose sake they are. That is certain only while it is at
//! work for one caller.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::policy::SessionId;

/// How many requests of each caller are under way at one server.
#[derive(Default)]
pub(super) struct Underway(Mutex<BTreeMap<SessionId, usize>>);

/// One request, under way until it is dropped.
pub(super) struct OnWay {
    underway: Arc<Underway>,
    session: SessionId,
}

impl Underway {
    /// A request is under way from now on.
    pub(super) fn begin(self: &Arc<Self>, session: &SessionId) -> OnWay {
        *self.lock().entry(session.clone()).or_default() += 1;
        OnWay { underway: self.clone(), session: session.clone() }
    }

    /// Whether no other caller has requests under way.
    pub(super) fn is_for_nobody_but(&self, session: &SessionId) -> bool {
        self.lock().keys().all(|other| other == session)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<SessionId, usize>> {
        // A panic while it was held cannot leave the table half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OnWay {
    fn drop(&mut self) {
        let mut all = self.underway.lock();
        if let Some(count) = all.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_at_work_for_one_caller_until_another_asks_it_for_something() {
        let (underway, one, other) =
            (Arc::new(Underway::default()), SessionId::from("one"), SessionId::from("other"));
        assert!(underway.is_for_nobody_but(&one));
        let first = underway.begin(&one);
        let second = underway.begin(&one);
        assert!(underway.is_for_nobody_but(&one) && !underway.is_for_nobody_but(&other));
        drop(first);
        let stranger = underway.begin(&other);
        assert!(!underway.is_for_nobody_but(&one) && !underway.is_for_nobody_but(&other));
        drop((second, stranger));
        assert!(underway.lock().is_empty());
    }
}
