//! A future whose panic is an error of its own request, and of nothing else.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll},
};

use super::Failure;

/// Runs `F`, and catches its panic.
pub(super) struct Guarded<F>(Option<Pin<Box<F>>>);

impl<F: Future> Guarded<F> {
    pub(super) fn new(future: F) -> Self {
        Self(Some(Box::pin(future)))
    }
}

impl<F: Future> Future for Guarded<F> {
    type Output = Result<F::Output, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.0 else { return Poll::Pending };
        // Nothing that the future holds is looked at again: it is dropped with the panic.
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => {
                self.0 = None;
                Poll::Ready(Ok(output))
            }
            Err(panic) => {
                // Dropping what has panicked may panic as well.
                let broken = self.0.take();
                drop(catch_unwind(AssertUnwindSafe(|| drop(broken))));
                Poll::Ready(Err(Failure::internal(words(&*panic))))
            }
        }
    }
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> String {
    let said = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panicked: {}", said.unwrap_or_default())
}
