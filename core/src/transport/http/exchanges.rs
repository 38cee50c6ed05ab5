//! The exchanges that a connection has open: one task each, ended with the connection.

use std::{
    collections::HashMap,
    task::{Context, Poll},
};

use tokio::{
    sync::mpsc,
    task::{AbortHandle, JoinError, JoinSet},
};

use super::{close::Deadline, limits::WAITING_MESSAGES};
use crate::{
    error::{Error, ErrorCode},
    jsonrpc::RequestId,
    transport::Incoming,
};

/// Runs exchanges and gathers what they have to tell.
pub(super) struct Exchanges {
    tasks: JoinSet<Option<RequestId>>,
    requests: HashMap<RequestId, AbortHandle>,
    incoming: mpsc::Receiver<Incoming>,
    closing: Option<Deadline>,
}

impl Exchanges {
    /// No exchanges, and where those that come shall tell.
    pub(super) fn new() -> (Self, mpsc::Sender<Incoming>) {
        let (sender, incoming) = mpsc::channel(WAITING_MESSAGES);
        let exchanges =
            Self { tasks: JoinSet::new(), requests: HashMap::new(), incoming, closing: None };
        (exchanges, sender)
    }

    /// Starts the exchange of a request, or of something else where there is no `id`.
    pub(super) fn start(
        &mut self,
        id: Option<RequestId>,
        exchange: impl Future<Output = ()> + Send + 'static,
    ) -> AbortHandle {
        let finished = id.clone();
        let handle = self.tasks.spawn(async move {
            exchange.await;
            finished
        });
        if let Some(id) = id {
            self.requests.insert(id, handle.clone());
        }
        handle
    }

    /// Ends the exchange of a request.
    pub(super) fn abandon(&mut self, id: &RequestId) {
        if let Some(handle) = self.requests.remove(id) {
            handle.abort();
        }
    }

    pub(super) fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        loop {
            if let Poll::Ready(Some(incoming)) = self.incoming.poll_recv(cx) {
                return Poll::Ready(incoming);
            }
            match self.tasks.poll_join_next_with_id(cx) {
                Poll::Ready(Some(Ok((task, Some(id))))) => {
                    if self.requests.get(&id).is_some_and(|handle| handle.id() == task) {
                        self.requests.remove(&id);
                    }
                }
                Poll::Ready(Some(Ok((_, None)))) => {}
                Poll::Ready(Some(Err(error))) => {
                    if let Some(incoming) = self.panicked(&error) {
                        return Poll::Ready(incoming);
                    }
                }
                Poll::Ready(None) | Poll::Pending => return Poll::Pending,
            }
        }
    }

    /// Ends all requests, and waits for what else is on its way until the deadline.
    pub(super) fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.closing.is_none() {
            self.requests.drain().for_each(|(_, handle)| handle.abort());
            // Nobody takes messages any more, so nobody may wait for them to be taken.
            self.incoming.close();
        }
        let deadline = self.closing.get_or_insert_with(Deadline::start);
        while let Poll::Ready(ended) = self.tasks.poll_join_next(cx) {
            if ended.is_none() {
                return Poll::Ready(());
            }
        }
        if deadline.poll(cx).is_ready() {
            self.tasks.abort_all();
            return Poll::Ready(());
        }
        Poll::Pending
    }

    /// Whether nothing is open.
    #[cfg(test)]
    pub(super) fn is_idle(&self) -> bool {
        self.tasks.is_empty()
    }

    /// What a task's fault means: a fault of ours must not leave its request without an answer.
    fn panicked(&mut self, error: &JoinError) -> Option<Incoming> {
        let (id, _) = self.requests.iter().find(|(_, handle)| handle.id() == error.id())?;
        let id = id.clone();
        self.requests.remove(&id);
        if !error.is_panic() {
            return None;
        }
        let error = Error::new(ErrorCode::Internal, "the exchange ended by a fault of Hostline")
            .that_may_have_run();
        Some(Incoming::Failed { id, error })
    }
}
