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
    let mut running: Vec<Pin<Box<F>>> = futures.into_iter().map(Box::pin).collect();
    let mut outcomes: Vec<Option<F::Output>> = running.iter().map(|_| None).collect();
    poll_fn(|task| {
        let waiting =
            running.iter_mut().zip(&mut outcomes).filter(|(_, outcome)| outcome.is_none());
        for (future, outcome) in waiting {
            if let Poll::Ready(ready) = future.as_mut().poll(task) {
                *outcome = Some(ready);
            }
        }
        if outcomes.iter().all(Option::is_some) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    outcomes.into_iter().flatten().collect()
}
