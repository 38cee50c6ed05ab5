//! Waiting for what mostly is there already: a timer is set only where it is not.

use std::{
    future::poll_fn,
    pin::pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::time::timeout;

/// Waits for a future, for so long at most; nothing when the time is over.
///
/// It is polled a second time before a timer is set. What came with the head of a request is on its
/// way to whoever reads it by then, and setting a timer and taking it back would cost more than that.
pub(crate) async fn within<T>(wait: Duration, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut asked = false;
    let soon = poll_fn(|cx: &mut Context<'_>| {
        if let Poll::Ready(output) = future.as_mut().poll(cx) {
            return Poll::Ready(Some(output));
        }
        if std::mem::replace(&mut asked, true) {
            return Poll::Ready(None);
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    });
    match soon.await {
        Some(output) => Some(output),
        None => timeout(wait, future).await.ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use tokio::{
        task::yield_now,
        time::{Instant, sleep},
    };

    use super::*;

    const WAIT: Duration = Duration::from_secs(5);

    #[tokio::test(start_paused = true)]
    async fn what_comes_in_time_is_given_and_what_does_not_is_given_up() {
        let begin = Instant::now();
        assert_eq!(within(Duration::ZERO, ready(1)).await, Some(1));
        assert!(within(Duration::ZERO, yield_now()).await.is_some());
        assert_eq!(begin.elapsed(), Duration::ZERO);
        assert!(within(WAIT, sleep(WAIT / 2)).await.is_some());
        assert_eq!(begin.elapsed(), WAIT / 2);
        assert!(within(WAIT, pending::<()>()).await.is_none());
        assert_eq!(begin.elapsed(), WAIT / 2 + WAIT);
    }
}
