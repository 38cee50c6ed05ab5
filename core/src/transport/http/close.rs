//! The deadline of an orderly end.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use tokio::time::{Sleep, sleep};

use super::limits::CLOSE_TIME;

/// Runs out [`CLOSE_TIME`] after it was started.
pub(super) struct Deadline(Pin<Box<Sleep>>);

impl Deadline {
    pub(super) fn start() -> Self {
        Self(Box::pin(sleep(CLOSE_TIME)))
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(cx)
    }
}
