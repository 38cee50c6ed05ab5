//! How long a person has been asked, so that nobody's time runs meanwhile.

use std::time::Duration;

use tokio::{
    sync::watch,
    time::{Instant, timeout},
};

use super::Account;

/// Whether a person is being asked, and for how long it was so before.
#[derive(Clone, Copy, Default)]
pub(super) struct Asking {
    since: Option<Instant>,
    before: Duration,
}

/// Counts the time until it is dropped.
pub(super) struct Question<'a>(&'a watch::Sender<Asking>);

impl<'a> Question<'a> {
    pub(super) fn begin(asking: &'a watch::Sender<Asking>) -> Self {
        asking.send_modify(|asking| asking.since = Some(Instant::now()));
        Self(asking)
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|asking| {
            asking.before += asking.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        });
    }
}

impl Account {
    /// Does some work within a limit, in which the time does not count that a person is asked for
    /// the sake of an account. Nothing if it is over.
    pub(crate) async fn within<T>(
        account: Option<&Self>,
        limit: Duration,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let Some(account) = account else { return timeout(limit, work).await.ok() };
        let mut asking = account.0.inner.asking.subscribe();
        let before = asking.borrow().before;
        let start = Instant::now();
        let mut work = std::pin::pin!(work);
        loop {
            let now = *asking.borrow_and_update();
            let limit = limit.saturating_add(now.before.saturating_sub(before));
            let over = tokio::time::sleep(limit.saturating_sub(start.elapsed()));
            tokio::select! {
                outcome = &mut work => return Some(outcome),
                () = over, if now.since.is_none() => return None,
                // The sender lives as long as the account.
                _ = asking.changed() => {}
            }
        }
    }
}
