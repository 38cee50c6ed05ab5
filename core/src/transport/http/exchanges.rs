//! The exchanges that a connection has open: one task each, ended with the connection.

use std::{
    collections::{HashMap, VecDeque},
    future::poll_fn,
    pin::pin,
    sync::Arc,
    task::{Context, Poll},
};

use tokio::{
    sync::{Semaphore, mpsc},
    task::{AbortHandle, JoinError, JoinSet, coop::unconstrained},
};

use super::{
    close::Deadline,
    limits::{WAITING_MESSAGES, WAITING_REPLIES},
};
use crate::{
    error::{Error, ErrorCode},
    jsonrpc::RequestId,
    transport::{Incoming, Notice},
};

/// Runs exchanges and gathers what they have to tell.
pub(super) struct Exchanges {
    tasks: JoinSet<Option<RequestId>>,
    requests: HashMap<RequestId, AbortHandle>,
    incoming: mpsc::Receiver<Incoming>,
    /// What is to be told before what the exchanges tell.
    faults: VecDeque<Incoming>,
    replies: Arc<Semaphore>,
    closing: Option<Deadline>,
}

impl Exchanges {
    /// No exchanges, and where those that come shall tell.
    pub(super) fn new() -> (Self, mpsc::Sender<Incoming>) {
        let (sender, incoming) = mpsc::channel(WAITING_MESSAGES);
        let exchanges = Self {
            tasks: JoinSet::new(),
            requests: HashMap::new(),
            incoming,
            faults: VecDeque::new(),
            replies: Arc::new(Semaphore::new(WAITING_REPLIES)),
            closing: None,
        };
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

    /// Starts the delivery of a reply, unless too many are on their way: a server that asks without
    /// end and takes no answers must not gather them here.
    pub(super) fn deliver(&mut self, delivery: impl Future<Output = ()> + Send + 'static) {
        let Ok(permit) = self.replies.clone().try_acquire_owned() else {
            let message = format!("{WAITING_REPLIES} replies wait for the server to take them");
            let error = Error::new(ErrorCode::Limit, message);
            self.faults.push_back(Incoming::Notice(Notice::ReplyNotSent(error)));
            return;
        };
        self.start(None, async move {
            delivery.await;
            drop(permit);
        });
    }

    /// Ends the exchange of a request.
    pub(super) fn abandon(&mut self, id: &RequestId) {
        if let Some(handle) = self.requests.remove(id) {
            handle.abort();
        }
    }

    pub(super) fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.reap(cx);
        if let Some(fault) = self.faults.pop_front() {
            return Poll::Ready(fault);
        }
        match self.incoming.poll_recv(cx) {
            Poll::Ready(Some(incoming)) => Poll::Ready(incoming),
            Poll::Ready(None) | Poll::Pending => Poll::Pending,
        }
    }

    /// Forgets exchanges that have ended. Messages without end use up the turn of this task, which
    /// must not make them gather.
    fn reap(&mut self, cx: &mut Context<'_>) {
        loop {
            let tasks = &mut self.tasks;
            match pin!(unconstrained(poll_fn(|cx| tasks.poll_join_next_with_id(cx)))).poll(cx) {
                Poll::Ready(Some(Ok((task, Some(id))))) => {
                    if self.requests.get(&id).is_some_and(|handle| handle.id() == task) {
                        self.requests.remove(&id);
                    }
                }
                Poll::Ready(Some(Ok((_, None)))) => {}
                Poll::Ready(Some(Err(error))) => {
                    let fault = self.panicked(&error);
                    self.faults.extend(fault);
                }
                Poll::Ready(None) | Poll::Pending => return,
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
