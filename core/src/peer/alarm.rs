//! The one timer of a driver.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Instant,
};

use tokio::time::{Sleep, sleep_until};

/// The runtime's own time, which tests can hold: the time by which the timer rings.
pub(super) fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}

/// A timer that is set as it is polled.
#[derive(Default)]
pub(super) struct Alarm(Option<Set>);

/// The timer, and the instant that it is set to.
struct Set {
    sleep: Pin<Box<Sleep>>,
    at: Instant,
}

impl Alarm {
    /// Ready once the deadline is over. A peer that never pauses uses up the turn of the driver's
    /// task, and then no timer is ever ready, so the time that is known counts too.
    pub(super) fn poll(
        &mut self,
        now: Instant,
        deadline: Instant,
        cx: &mut Context<'_>,
    ) -> Poll<()> {
        if deadline <= now {
            return Poll::Ready(());
        }
        let set = self.0.get_or_insert_with(|| Set {
            sleep: Box::pin(sleep_until(deadline.into())),
            at: deadline,
        });
        if set.at != deadline {
            set.sleep.as_mut().reset(deadline.into());
            set.at = deadline;
        }
        set.sleep.as_mut().poll(cx)
    }
}
