//! What cancels a call from another language.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use tokio::sync::Notify;

/// Cancels the call that it was given to, before it begins or while it runs. Afterwards it does
/// nothing. Clones cancel the same call.
///
/// Its number tells the calls of a process apart: notifications about a call name it.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<State>);

#[derive(Debug)]
struct State {
    number: u64,
    cancelled: AtomicBool,
    told: Notify,
}

/// The numbers that were given out.
static NUMBERS: AtomicU64 = AtomicU64::new(1);

impl Cancel {
    /// A cancel for one call.
    pub fn new() -> Self {
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let state = State { number, cancelled: AtomicBool::new(false), told: Notify::new() };
        Self(Arc::new(state))
    }

    /// The number of the call.
    pub fn number(&self) -> u64 {
        self.0.number
    }

    /// Cancels the call.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Release);
        self.0.told.notify_waiters();
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Acquire)
    }

    /// Waits until it is cancelled.
    pub(super) async fn cancelled(&self) {
        let told = self.0.told.notified();
        let mut told = std::pin::pin!(told);
        // Enlisted before the flag is read, so that what comes between is not lost.
        told.as_mut().enable();
        if !self.is_cancelled() {
            told.await;
        }
    }
}

impl Default for Cancel {
    fn default() -> Self {
        Self::new()
    }
}
