//! Streams that cost something while they are open, and may end before what they tell does.

use std::task::{Context, Poll};

use crate::{
    future::BoxFuture,
    transport::http::server::{Cost, Event, Source},
};

/// A stream of a session or of a connection.
pub(super) struct Lasting<S> {
    source: S,
    /// When it ends, whatever its source has yet to say.
    over: Option<BoxFuture<'static, ()>>,
    _cost: Cost,
}

impl<S> Lasting<S> {
    /// A stream that ends with its source.
    pub(super) fn new(source: S, cost: Cost) -> Self {
        Self { source, over: None, _cost: cost }
    }

    /// Ends it when this is over, such as a token.
    pub(super) fn until(mut self, over: impl Future<Output = ()> + Send + 'static) -> Self {
        self.over = Some(Box::pin(over));
        self
    }
}

impl<S: Source> Source for Lasting<S> {
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        if let Some(over) = &mut self.over
            && over.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(None);
        }
        self.source.poll_event(cx)
    }
}
