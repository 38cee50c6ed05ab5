//! Reading the streams of a session: what waits to become an answer, and what is one.

use std::{
    future::poll_fn,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::time::timeout;

use super::{
    Event, Source,
    session::{STANDING, Shared, State},
    store::Next,
};

/// An exchange whose answer has not begun.
pub(crate) struct Exchange(Reader);

/// How an exchange is answered.
pub(crate) enum Answer {
    /// Only the reply came: its JSON text.
    Whole(Bytes),
    /// More came, or nothing yet: a stream.
    Stream(Reader),
    /// The exchange has ended without a reply, because the client has cancelled it, or another
    /// connection of the client gets it.
    Nothing,
}

impl Exchange {
    pub(super) fn new(reader: Reader) -> Self {
        Self(reader)
    }

    /// Waits at most so long for the reply to come alone. Dropping the future leaves the exchange
    /// running; nobody gets its answer then.
    pub(crate) async fn answer(self, wait: Duration) -> Answer {
        let reader = self.0;
        // When the time is over, a stream is the answer.
        let _ = timeout(wait, poll_fn(|cx| reader.poll_touched(cx))).await;
        let mut state = reader.shared.state();
        if !reader.is_seated(&state) {
            // Somebody goes on with the stream already, and gets what comes.
            drop(state);
            return Answer::Nothing;
        }
        let answer = state.store.take_whole(reader.stream);
        let is_gone = answer.is_none() && state.store.ended_empty(reader.stream);
        drop(state);
        match answer {
            Some(reply) => Answer::Whole(reply),
            None if is_gone => Answer::Nothing,
            None => Answer::Stream(reader),
        }
    }
}

/// The reader of one stream, from a place on.
pub(crate) struct Reader {
    shared: Arc<Shared>,
    stream: u64,
    place: u64,
    generation: u64,
    /// Whether the stream begins with it.
    opening: bool,
    /// Whether the connection is about to be ended.
    leaving: bool,
}

impl Reader {
    pub(super) fn new(
        shared: Arc<Shared>,
        stream: u64,
        place: u64,
        generation: u64,
        opening: bool,
    ) -> Self {
        Self { shared, stream, place, generation, opening, leaving: false }
    }

    pub(super) fn stream(&self) -> u64 {
        self.stream
    }

    /// Ready when anything has come that decides how the exchange is answered.
    fn poll_touched(&self, cx: &Context<'_>) -> Poll<()> {
        let mut guard = self.shared.state();
        let state = &mut *guard;
        let Some(seat) = state.seats.get_mut(&self.stream) else { return Poll::Ready(()) };
        if seat.generation != self.generation {
            return Poll::Ready(());
        }
        if !state.store.is_untouched(self.stream) || seat.released || state.closed {
            return Poll::Ready(());
        }
        seat.waker = Some(cx.waker().clone());
        Poll::Pending
    }

    fn is_seated(&self, state: &State) -> bool {
        state.seats.get(&self.stream).is_some_and(|seat| seat.generation == self.generation)
    }
}

impl Source for Reader {
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        let mut guard = self.shared.state();
        let state = &mut *guard;
        if self.leaving || !self.is_seated(state) {
            return Poll::Ready(None);
        }
        if std::mem::take(&mut self.opening) && state.priming {
            let id = Some(state.store.name(self.stream, self.place));
            return Poll::Ready(Some(Event { id, ..Event::message(Bytes::new()) }));
        }
        match state.take(self.stream, |store| store.next(self.stream, self.place)) {
            Next::Event { place, data, missing } => {
                self.place = place;
                let id = Some(state.store.name(self.stream, place));
                return Poll::Ready(Some(Event { id, missing, ..Event::message(data) }));
            }
            Next::End => return Poll::Ready(None),
            Next::Wait if state.closed => return Poll::Ready(None),
            Next::Wait => {}
        }
        let may_leave = state.store.is_named(self.stream);
        let Some(seat) = state.seats.get_mut(&self.stream) else { return Poll::Ready(None) };
        // Who knows no place in the stream could not come back.
        if seat.released && may_leave {
            self.leaving = true;
            let retry = Some(self.shared.retry);
            return Poll::Ready(Some(Event { retry, ..Event::default() }));
        }
        seat.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        if self.is_seated(&state) {
            state.seats.remove(&self.stream);
            let comes_back = self.stream == STANDING;
            state.take(self.stream, |store| store.detach(self.stream, comes_back));
        }
    }
}
