//! Work on long JSON: out of the way of whoever else uses the thread, and not too much at a time.

use std::{panic::resume_unwind, sync::Arc, thread::available_parallelism};

use bytes::Bytes;
use serde::de::DeserializeOwned;
use tokio::{runtime::Handle, sync::Semaphore};

use crate::jsonrpc::tree_is_larger_than;

/// From how many bytes on taking JSON apart, or checking it, is worth stepping aside for.
const LONG: usize = 256 << 10;
/// The most memory that a tree of what a client says may take, in bytes.
const MOST_TREE_BYTES: usize = 64 << 20;

/// Room for as much long work of a server as there are cores: more at a time would end no sooner,
/// and each takes memory while it lasts.
#[derive(Clone)]
pub(crate) struct Aside(Arc<Semaphore>);

/// Whether a tree of what a client says would take too much memory. It must be asked before there is
/// one.
pub(crate) fn is_too_large(text: &[u8]) -> bool {
    tree_is_larger_than(MOST_TREE_BYTES, text)
}

/// Whether work on so many bytes of JSON is to be done aside.
pub(crate) fn is_long(bytes: usize) -> bool {
    bytes >= LONG
}

impl Default for Aside {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(cores)))
    }
}

impl Aside {
    /// Does work that takes long on a thread of its own, once there is room. Without a runtime it is
    /// done here. Work that has begun ends, also when nobody waits for it any more.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let Ok(runtime) = Handle::try_current() else { return work() };
        // It is never closed, so there is always a place in the end.
        let place = self.0.clone().acquire_owned().await;
        let working = runtime.spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        match working.await {
            Ok(done) => done,
            Err(lost) => match lost.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                // The runtime ends, and whoever waits ends with it.
                Err(_) => std::future::pending().await,
            },
        }
    }

    /// Takes JSON apart, aside where it is long.
    pub(crate) async fn decode<T>(&self, text: &Bytes) -> serde_json::Result<T>
    where
        T: DeserializeOwned + Send + 'static,
    {
        if !is_long(text.len()) {
            return serde_json::from_slice(text);
        }
        let text = text.clone();
        // In a box, so that what is short does not make room for it.
        Box::pin(self.run(move || serde_json::from_slice(&text))).await
    }
}

#[cfg(test)]
#[path = "aside_tests.rs"]
mod tests;
