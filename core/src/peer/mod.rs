//! One connection as others use it: a handle that can be cloned, and one driver that owns the
//! engine and the transport.
//!
//! The handle puts commands into an inbox; the driver is one task, so that nothing here is ever
//! locked across an await and all races are decided in the engine.

mod alarm;
mod driver;
mod inbox;
pub(crate) mod serving;

use std::{
    borrow::Cow,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
};

use crate::{
    dialect::{Call, Dialect},
    engine::{Answer, Asked, Engine, Ids},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    model::{Progress, ServerNotification},
    transport::{Notice, Transport},
};
use driver::Driver;
use inbox::Inbox;

/// Gets the input that a server needs, from whoever answers on this route.
pub(crate) type Asker = Arc<dyn Fn(Asked, Option<u64>) -> BoxFuture<'static, Answer> + Send + Sync>;

/// Hears what the server says of itself. It is called by the driver and must not block.
pub(crate) type Listener = Arc<dyn Fn(Heard) + Send + Sync>;

/// What a [`Listener`] hears.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A notification, with the key of the subscription that it belongs to.
    Notification(ServerNotification, Option<i64>),
    /// Something that the transport noticed.
    Notice(Notice),
    /// The server left the specification.
    Departure(Cow<'static, str>),
    /// The connection has ended.
    Closed(Error),
}

/// A request that has its result.
#[derive(Debug)]
pub(crate) struct Settled {
    /// The undecoded result.
    pub(crate) result: Bytes,
    /// How many rounds of input it took.
    pub(crate) rounds: u8,
}

/// Whom the engine wakes about a request.
pub(crate) struct Waiter {
    reply: oneshot::Sender<Result<Settled>>,
    progress: Option<mpsc::Sender<Progress>>,
}

/// What the handle asks of the driver.
pub(crate) enum Command {
    /// Begin a request.
    Start { key: i64, call: Box<Call>, waiter: Waiter },
    /// Give a request up.
    Cancel { key: i64 },
    /// Send a notification.
    Notify { method: &'static str, params: Option<Bytes> },
    /// Go on in another dialect.
    UseDialect(Arc<dyn Dialect>),
    /// The handshake is done.
    Established,
    /// Say when all commands before this one were performed.
    CatchUp(oneshot::Sender<()>),
    /// End the connection in good order.
    Close(oneshot::Sender<Result<()>>),
}

/// The handle of one connection.
#[derive(Clone)]
pub(crate) struct Peer {
    inbox: Arc<Inbox<Command>>,
    ids: Ids,
}

impl Peer {
    /// Starts the driver of a connection in `tasks`; it ends with them, or when the connection does.
    /// On a guarded one no tool is called without a permit.
    pub(crate) fn start(
        label: Arc<str>,
        transport: Box<dyn Transport>,
        dialect: Arc<dyn Dialect>,
        asker: Asker,
        listener: Listener,
        is_guarded: bool,
        tasks: &mut JoinSet<()>,
    ) -> Self {
        let ids = Ids::default();
        let inbox = Arc::new(Inbox::default());
        let mut engine = Engine::new(dialect, transport.link(), ids.clone());
        if is_guarded {
            engine.guard();
        }
        tasks.spawn(Driver::new(label, transport, engine, inbox.clone(), asker, listener));
        Self { inbox, ids }
    }

    /// Begins a request. Dropping what this returns cancels it.
    ///
    /// Progress goes to `progress`; what does not fit there, or is very long, is left out.
    pub(crate) fn begin(&self, call: Call, progress: Option<mpsc::Sender<Progress>>) -> InFlight {
        self.begin_reserved(self.reserve(), call, progress)
    }

    /// The key of a request that is begun later, for whoever must know it before.
    pub(crate) fn reserve(&self) -> i64 {
        self.ids.next()
    }

    /// Like [`Self::begin`], with a key from [`Self::reserve`].
    pub(crate) fn begin_reserved(
        &self,
        key: i64,
        call: Call,
        progress: Option<mpsc::Sender<Progress>>,
    ) -> InFlight {
        let (reply, receiver) = oneshot::channel();
        let waiter = Waiter { reply, progress };
        let sent = self.inbox.push(Command::Start { key, call: Box::new(call), waiter });
        InFlight {
            key,
            receiver,
            inbox: sent.then(|| self.inbox.clone()),
            ended: self.inbox.clone(),
        }
    }

    /// Makes a request and waits for its undecoded result.
    pub(crate) async fn call(&self, call: Call) -> Result<Bytes> {
        self.begin(call, None).await.map(|settled| settled.result)
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &'static str, params: Option<Bytes>) {
        self.inbox.push(Command::Notify { method, params });
    }

    /// Goes on in another dialect.
    pub(crate) fn use_dialect(&self, dialect: Arc<dyn Dialect>) {
        self.inbox.push(Command::UseDialect(dialect));
    }

    /// Waits until whatever was asked of the driver before was handed to the transport.
    pub(crate) async fn caught_up(&self) {
        let (done, receiver) = oneshot::channel();
        if self.inbox.push(Command::CatchUp(done)) {
            // A driver that is gone has nothing left to do.
            let _ = receiver.await;
        }
    }

    /// Says that the handshake is done.
    pub(crate) fn established(&self) {
        self.inbox.push(Command::Established);
    }

    /// Ends the connection in good order and waits until it has ended.
    pub(crate) async fn close(&self) -> Result<()> {
        let (done, receiver) = oneshot::channel();
        if self.inbox.push(Command::Close(done)) {
            // A driver that is gone has nothing left to close.
            receiver.await.unwrap_or(Ok(()))
        } else {
            Ok(())
        }
    }

    /// Why the connection has ended, if it has.
    pub(crate) fn closed(&self) -> Option<Error> {
        self.inbox.closed()
    }
}

/// A request that waits for its result. Dropping it cancels the request.
pub(crate) struct InFlight {
    /// The key of the request.
    pub(crate) key: i64,
    receiver: oneshot::Receiver<Result<Settled>>,
    /// Where to cancel; nothing once there is a result.
    inbox: Option<Arc<Inbox<Command>>>,
    ended: Arc<Inbox<Command>>,
}

impl InFlight {
    /// Lets the request go on without anybody who waits for its result.
    pub(crate) fn detach(mut self) {
        self.inbox = None;
    }
}

impl Future for InFlight {
    type Output = Result<Settled>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<Settled>> {
        let Poll::Ready(outcome) = Pin::new(&mut self.receiver).poll(cx) else {
            return Poll::Pending;
        };
        self.inbox = None;
        Poll::Ready(outcome.unwrap_or_else(|_| {
            Err(self
                .ended
                .closed()
                .unwrap_or_else(|| Error::new(ErrorCode::Closed, "the connection has ended")))
        }))
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        if let Some(inbox) = &self.inbox {
            inbox.push(Command::Cancel { key: self.key });
        }
    }
}
