//! A call that runs on the runtime of the façade, as a future of whoever waits for it.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{sync::oneshot, task::AbortHandle};

use super::runtime;
use crate::error::{Error, ErrorCode, Result};

/// What a call gives. It runs whether it is awaited or not; dropping it cancels the call.
///
/// It can be awaited on any executor.
#[derive(Debug)]
#[must_use = "dropping it cancels the call"]
pub struct Pending<T> {
    answer: oneshot::Receiver<Result<T>>,
    task: Option<AbortHandle>,
}

impl<T: Send + 'static> Pending<T> {
    /// Runs a call.
    pub(super) fn start(call: impl Future<Output = Result<T>> + Send + 'static) -> Self {
        let (sender, answer) = oneshot::channel();
        let task = match runtime::ready() {
            Ok(ready) => Some(ready.spawn(async move {
                // Nobody waits any more: the answer has no use.
                let _ = sender.send(call.await);
            })),
            Err(error) => {
                // The one who waits holds the other end.
                let _ = sender.send(Err(error));
                None
            }
        };
        Self { answer, task }
    }
}

impl<T> Future for Pending<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let lost = || Error::new(ErrorCode::Closed, "the program is ending");
        Pin::new(&mut self.answer).poll(context).map(|said| said.unwrap_or_else(|_| Err(lost())))
    }
}

impl<T> Drop for Pending<T> {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}
