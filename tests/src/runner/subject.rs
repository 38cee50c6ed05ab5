//! What a runner drives: one connection of some language's API, and the hold on one request.

use std::{future::Future, pin::Pin};

use serde_json::Value;
use tokio::sync::Notify;

/// A future behind a pointer, since subjects are of several types.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What a request gives: its result, or its error, in the form in which scenarios compare them.
/// An error has a member `sentence` too, the whole text that a user sees.
pub type Answer = Result<Value, Value>;

/// One connection, and how a language does things with it.
///
/// Events, and what the input handler was asked, go into the [`super::Notes`] that a subject was
/// made with. Dropping a subject ends its connection.
pub trait Subject: Send + Sync + 'static {
    /// Opens the connection. `options` are those of the scenario's `client`, with `input`, and the
    /// `target`: an address or a command line.
    fn connect<'a>(&'a self, options: &'a Value, hold: &'a Hold) -> BoxFuture<'a, Answer>;

    /// Sends the request that a step describes.
    fn operate<'a>(&'a self, step: &'a Value, hold: &'a Hold) -> BoxFuture<'a, Answer>;

    /// Closes the connection.
    fn close(&self) -> BoxFuture<'_, Answer>;

    /// The client's counters as scenarios compare them, where the language has them.
    fn diagnostics(&self) -> Option<Value>;

    /// A request that shows whether the connection is still open.
    fn probe(&self) -> &'static str;
}

/// How a runner cancels one request, and learns that it progresses.
#[derive(Debug, Default)]
pub struct Hold {
    cancel: Notify,
    progress: Notify,
}

impl Hold {
    /// Cancels the request, or the one that will be given this hold next.
    pub fn cancel(&self) {
        self.cancel.notify_one();
    }

    /// Waits until the request is cancelled.
    pub async fn cancelled(&self) {
        self.cancel.notified().await;
    }

    /// Says that the request has reported progress.
    pub fn progress(&self) {
        self.progress.notify_one();
    }

    /// Waits for progress.
    pub async fn progressed(&self) {
        self.progress.notified().await;
    }
}
