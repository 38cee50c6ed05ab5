//! One connection in the server role: a driver that owns the desk and the transport, and the way
//! back to the client.
//!
//! Who serves is a [`Servant`]; what methods there are, and what a session is, is known to it
//! alone. Each request runs in a task of the driver's, so that a slow or broken one holds up
//! nobody.

mod asides;
mod driver;
mod flow;
mod tasks;

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    sync::{oneshot, watch},
    task::JoinSet,
};

pub(crate) use crate::engine::desk::ServingLimits;

use super::inbox::Inbox;
use crate::{
    dialect::method::may_be_left_out,
    engine::{Ids, desk::Question},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    jsonrpc::{INTERNAL_ERROR, Notification, Request, RequestId, ResultText, RpcError},
    transport::Transport,
};
use asides::{Aside, Asides};
use driver::Driver;

/// What came of a request: its result, or the error.
pub(crate) type Outcome = std::result::Result<ResultText, RpcError>;

/// Who serves one connection. The driver calls it in the order in which messages arrive, and it
/// must not block.
pub(crate) trait Servant: Send + Sync + 'static {
    /// Serves a request, at once or in a task. A panic fails this request and nothing else.
    fn serve(&self, request: Request, line: Line) -> Serving;

    /// Hears a notification. Cancellations and progress are not among them: the driver deals with
    /// those.
    fn hear(&self, notification: Notification, line: &Line);
}

/// How a request is served.
pub(crate) enum Serving {
    /// It was served already.
    Done(Outcome),
    /// It is served by this future. Cancelling the request, or the end of the connection, drops it.
    Running(BoxFuture<'static, Outcome>),
}

/// What the handles ask of the driver.
enum Command {
    /// Send a notification that must not be left out.
    Notify { request: Option<u64>, method: &'static str, params: Bytes },
    /// There are asides to be sent.
    Asides,
    /// Say when there is room for more about a request.
    AwaitRoom { request: Option<u64>, room: oneshot::Sender<()> },
    /// Ask the client.
    Ask { id: i64, question: Question, waiter: Waiter },
    /// Give a question up.
    Withdraw(i64),
    /// Run a task until the connection ends.
    Spawn(BoxFuture<'static, ()>),
    /// Take arrays of messages, or do not.
    AllowBatches(bool),
    /// The handshake is done.
    Established,
    /// Let the connection go that waits for a request's exchange.
    Release { request: u64 },
    /// End the connection; what is being served may take so long.
    Close { grace: Duration, done: oneshot::Sender<Result<()>> },
    /// Say when and why the connection has ended.
    AwaitEnd(oneshot::Sender<Error>),
}

/// Whom to wake about a question to the client.
type Waiter = oneshot::Sender<Result<Bytes>>;

/// Starts the driver of a connection in `tasks`; it ends with them, or when the connection does.
///
/// `label` names the client in errors, and `ids` what the client is asked.
pub(crate) fn start(
    label: Arc<str>,
    transport: Box<dyn Transport>,
    servant: Arc<dyn Servant>,
    limits: ServingLimits,
    ids: Ids,
    tasks: &mut JoinSet<()>,
) -> ServingPeer {
    let line = Line {
        inbox: Arc::default(),
        asides: Arc::default(),
        ids,
        ending: Arc::new(watch::Sender::new(false)),
        request: None,
        exchange: None,
    };
    tasks.spawn(Driver::new(label, transport, servant, limits, line.clone()));
    ServingPeer { line }
}

/// The handle of one connection in the server role. Dropping it ends nothing.
#[derive(Clone)]
pub(crate) struct ServingPeer {
    line: Line,
}

impl ServingPeer {
    /// The way to the client for what belongs to no request.
    #[cfg(test)]
    pub(crate) fn line(&self) -> Line {
        self.line.clone()
    }

    /// Ends the connection in good order and waits until it has ended: new requests are refused,
    /// what lasts is told to end, those that are being served may end within `grace` and are dropped
    /// then. The end goes on when this is dropped. The error is the transport's, if it could not end
    /// in good order.
    pub(crate) async fn close(&self, grace: Duration) -> Result<()> {
        let (done, receiver) = oneshot::channel();
        if self.line.inbox.push(Command::Close { grace, done }) {
            // A driver that is gone has nothing left to close.
            receiver.await.unwrap_or(Ok(()))
        } else {
            Ok(())
        }
    }

    /// Waits until the connection has ended, and says why.
    pub(crate) async fn ended(&self) -> Error {
        let (done, receiver) = oneshot::channel();
        if self.line.inbox.push(Command::AwaitEnd(done))
            && let Ok(cause) = receiver.await
        {
            return cause;
        }
        self.line.end_cause()
    }
}

/// The way back to the client: for one request, or for the connection as a whole.
#[derive(Clone)]
pub(crate) struct Line {
    inbox: Arc<Inbox<Command>>,
    asides: Arc<Asides>,
    ids: Ids,
    /// Whether what lasts is to end.
    ending: Arc<watch::Sender<bool>>,
    /// The request that it belongs to.
    request: Option<u64>,
    /// The exchange that the request came in.
    exchange: Option<RequestId>,
}

impl Line {
    /// Sends a notification, in the request's exchange if this is a request's line. Once that
    /// request has its reply, or was cancelled, nothing more is sent about it.
    ///
    /// Progress and log messages are left out, oldest first, where the client does not keep up.
    /// Everything else is sent, however much waits, so whoever can wait asks for [`Self::room`].
    pub(crate) fn notify(&self, method: &'static str, params: Bytes) {
        let request = self.request;
        if !may_be_left_out(method) {
            self.inbox.push(Command::Notify { request, method, params });
        } else if self.asides.add(Aside { request, method, params })
            && !self.inbox.push(Command::Asides)
        {
            // There is no driver any more that would take them.
            self.asides.take();
        }
    }

    /// Waits until the client has taken most of what was sent on this line, or the connection has
    /// ended. Dropping the future loses nothing.
    pub(crate) async fn room(&self) {
        let (room, receiver) = oneshot::channel();
        if self.inbox.push(Command::AwaitRoom { request: self.request, room }) {
            // A driver that is gone leaves nothing to wait for.
            let _ = receiver.await;
        }
    }

    /// Waits until what lasts as long as the connection is to end in good order: the client says
    /// nothing more, or [`ServingPeer::close`] was called.
    pub(crate) async fn ending(&self) {
        // The sender is kept here, so that waiting does not fail.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }

    /// Asks the client and waits no longer than `wait` for its undecoded result. Dropping what this
    /// returns, or the end of the request that this line belongs to, takes the question back.
    ///
    /// # Errors
    /// [`ErrorCode::Rpc`] with the client's own error, [`ErrorCode::Timeout`] past `wait`,
    /// [`ErrorCode::Cancelled`] when the line's request is over, [`ErrorCode::Limit`] when too many
    /// questions wait already, [`ErrorCode::Closed`] or the transport's error when the connection
    /// ends.
    pub(crate) fn ask(&self, method: &'static str, params: Bytes, wait: Duration) -> Asking {
        let (waiter, receiver) = oneshot::channel();
        let id = self.ids.next();
        let question = Question { request: self.request, method, params, wait };
        let waits = self.inbox.push(Command::Ask { id, question, waiter });
        Asking { id, receiver, line: self.clone(), waits }
    }

    /// The way to the client for what belongs to no request.
    pub(crate) fn of_connection(&self) -> Line {
        Line { request: None, exchange: None, ..self.clone() }
    }

    /// Runs a task that ends with the connection.
    pub(crate) fn spawn(&self, errand: BoxFuture<'static, ()>) {
        self.inbox.push(Command::Spawn(errand));
    }

    /// Says whether the client may send arrays of messages from the next message on. At first it
    /// may not (2025-03-26 `basic`, "Batching").
    pub(crate) fn allow_batches(&self, allowed: bool) {
        self.inbox.push(Command::AllowBatches(allowed));
    }

    /// Says that the handshake is done.
    pub(crate) fn established(&self) {
        self.inbox.push(Command::Established);
    }

    /// Lets the connection go that waits for the request's exchange, where there is one; its client
    /// comes back for the rest.
    pub(crate) fn release(&self) {
        if let Some(request) = self.request {
            self.inbox.push(Command::Release { request });
        }
    }

    /// Whether the connection has ended.
    pub(crate) fn is_gone(&self) -> bool {
        self.inbox.is_closed()
    }

    /// The exchange that the request came in, as the transport names it; none where there are no
    /// exchanges of the client's, and for what belongs to no request.
    pub(crate) fn exchange(&self) -> Option<&RequestId> {
        self.exchange.as_ref()
    }

    fn of(&self, request: u64, exchange: Option<RequestId>) -> Line {
        Line { request: Some(request), exchange, ..self.clone() }
    }

    fn end_cause(&self) -> Error {
        self.inbox
            .closed()
            .unwrap_or_else(|| Error::new(ErrorCode::Closed, "the connection has ended"))
    }
}

/// A question to the client that waits for its result. Dropping it takes the question back.
pub(crate) struct Asking {
    id: i64,
    receiver: oneshot::Receiver<Result<Bytes>>,
    line: Line,
    /// Whether there is something to take back.
    waits: bool,
}

impl Future for Asking {
    type Output = Result<Bytes>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<Bytes>> {
        let Poll::Ready(outcome) = Pin::new(&mut self.receiver).poll(cx) else {
            return Poll::Pending;
        };
        self.waits = false;
        Poll::Ready(outcome.unwrap_or_else(|_| Err(self.line.end_cause())))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        if self.waits {
            self.line.inbox.push(Command::Withdraw(self.id));
        }
    }
}

/// The error of a request whose handler panicked.
fn broken() -> RpcError {
    RpcError::new(INTERNAL_ERROR, "Internal error")
}
