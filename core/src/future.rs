//! The type of a future whose own type is not known.
//!
//! A leaf: it knows nothing of the crate, so that every layer may name it.

use std::{future::Future, pin::Pin};
#[cfg(feature = "http")]
use std::{future::poll_fn, task::Poll};

/// A future that has forgotten its type.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Runs some futures at the same time, in one task, and gives what comes of them in their order.
#[cfg(feature = "http")]
pub(crate) async fn all<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut running: Vec<(Pin<Box<F>>, Option<F::Output>)> =
        futures.into_iter().map(|future| (Box::pin(future), None)).collect();
    poll_fn(|task| {
        for (future, outcome) in running.iter_mut().filter(|(_, outcome)| outcome.is_none()) {
            if let Poll::Ready(ready) = future.as_mut().poll(task) {
                *outcome = Some(ready);
            }
        }
        let is_done = running.iter().all(|(_, outcome)| outcome.is_some());
        if is_done { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    running.into_iter().filter_map(|(_, outcome)| outcome).collect()
}
