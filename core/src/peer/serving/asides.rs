//! What may be left out, on its way to the driver: progress and log messages.
//!
//! However much handlers say, and however slowly the client reads, only so much of it waits; what
//! is too much goes, oldest first. It knows neither the driver nor the transport.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;

/// The most of them that wait on one connection.
pub(super) const MOST_WAITING: usize = 256;
/// The most bytes of them that wait on one connection. The newest one may have more.
pub(super) const MOST_WAITING_BYTES: usize = 1 << 20;

/// A notification that may be left out.
pub(super) struct Aside {
    /// The request that it is about.
    pub(super) request: Option<u64>,
    pub(super) method: &'static str,
    pub(super) params: Bytes,
}

/// Those that wait on one connection, oldest first.
#[derive(Default)]
pub(super) struct Asides(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    asides: VecDeque<Aside>,
    bytes: usize,
}

impl Asides {
    /// Adds one. True if nothing waited, so that the driver has to be told.
    pub(super) fn add(&self, aside: Aside) -> bool {
        let mut waiting = self.lock();
        let is_first = waiting.asides.is_empty();
        waiting.bytes += aside.params.len();
        waiting.asides.push_back(aside);
        while waiting.is_too_much() {
            if let Some(oldest) = waiting.asides.pop_front() {
                waiting.bytes -= oldest.params.len();
            }
        }
        is_first
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lock().asides.is_empty()
    }

    /// Takes all.
    pub(super) fn take(&self) -> VecDeque<Aside> {
        std::mem::take(&mut *self.lock()).asides
    }

    /// Takes those that are about a request.
    pub(super) fn take_of(&self, request: u64) -> VecDeque<Aside> {
        let mut waiting = self.lock();
        if waiting.asides.is_empty() {
            return VecDeque::new();
        }
        let all = std::mem::take(&mut waiting.asides);
        let (taken, left): (VecDeque<_>, _) =
            all.into_iter().partition(|aside| aside.request == Some(request));
        waiting.asides = left;
        waiting.bytes -= taken.iter().map(|aside| aside.params.len()).sum::<usize>();
        taken
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // A panic while it was held cannot leave the queue half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn is_too_much(&self) -> bool {
        self.asides.len() > MOST_WAITING
            || (self.bytes > MOST_WAITING_BYTES && self.asides.len() > 1)
    }
}
