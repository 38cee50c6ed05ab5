//! An open connection as another language holds it.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::MutexGuard;

use super::{
    Cancel, Delegate, Output, Pending,
    contract::dispatch,
    delegate::Bridge,
    ops::Context,
    runtime::{self, guarded},
    types::{ConnectOptions, Connected, read},
};
use crate::{
    client::{Client, Events},
    dialect::method,
    error::{Error, ErrorCode, Result},
};

/// A connection to one server. Clones are the same connection.
///
/// When the last clone is dropped, and the last call on it has ended, the connection ends at once;
/// the operation `close` ends it in good order. Neither blocks.
#[derive(Clone)]
pub struct Handle(Arc<Opened>);

/// What all clones of a handle share.
pub(super) struct Opened {
    pub(super) client: Client,
    pub(super) delegate: Arc<dyn Delegate>,
    pub(super) events: Shelf,
    connected: Connected,
}

/// How many connections are open.
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// Opens a connection: the operation `connect`, whose options are JSON.
///
/// Questions of the server, and the progress of its calls, go to the delegate.
pub fn connect(options: &[u8], delegate: Arc<dyn Delegate>, cancel: &Cancel) -> Pending<Handle> {
    let options = read("connect", options);
    Pending::start(bounded(None, "connect".to_owned(), cancel.clone(), async move {
        open(options?, delegate).await
    }))
}

/// Opens a connection as [`connect`] does, and gives it to a function.
///
/// See [`Handle::start`] for where the function is called.
pub fn start_connect(
    options: &[u8],
    delegate: Arc<dyn Delegate>,
    cancel: &Cancel,
    done: impl FnOnce(Result<Handle>) + Send + 'static,
) {
    let options = read("connect", options);
    let open = async move { open(options?, delegate).await };
    finish(bounded(None, "connect".to_owned(), cancel.clone(), open), done);
}

async fn open(options: ConnectOptions, delegate: Arc<dyn Delegate>) -> Result<Handle> {
    let input = Bridge::over(&delegate, &options)?;
    let (mut builder, target) = super::client::settings(options, input)?;
    let events = Shelf::new(builder.events());
    let client = builder.connect(target).await?;
    let connected = Connected {
        server: client.server_info().cloned(),
        capabilities: client.capabilities().cloned(),
        instructions: client.instructions().map(str::to_owned),
        ..Connected::new(client.label(), client.version().to_string(), client.transport_kind())
    };
    OPEN.fetch_add(1, Ordering::Relaxed);
    Ok(Handle(Arc::new(Opened { client, delegate, events, connected })))
}

impl Handle {
    /// What is known of the server.
    pub fn connected(&self) -> &Connected {
        &self.0.connected
    }

    /// Calls an operation of the contract; its parameters are JSON.
    ///
    /// The call begins at once. It ends with [`ErrorCode::Cancelled`] when `cancel` says so, and is
    /// cancelled, too, when what is returned is dropped.
    pub fn call(
        &self,
        operation: &str,
        params: impl Into<Vec<u8>>,
        cancel: &Cancel,
    ) -> Pending<Output> {
        Pending::start(self.operate(operation, params.into(), cancel))
    }

    /// Calls an operation as [`Handle::call`] does, and gives what comes of it to a function, once.
    /// Only `cancel` cancels it.
    ///
    /// The function is called on the I/O worker, or at once by the caller where nothing can be
    /// started, and must return at once.
    pub fn start(
        &self,
        operation: &str,
        params: impl Into<Vec<u8>>,
        cancel: &Cancel,
        done: impl FnOnce(Result<Output>) + Send + 'static,
    ) {
        finish(self.operate(operation, params.into(), cancel), done);
    }

    fn operate(
        &self,
        operation: &str,
        params: Vec<u8>,
        cancel: &Cancel,
    ) -> impl Future<Output = Result<Output>> + Send + use<> {
        let context = Context { opened: self.0.clone(), cancel: cancel.clone() };
        let name = operation.to_owned();
        let label = self.0.client.label().into();
        let call = async move { dispatch(context, &name, &params).await };
        bounded(Some(label), operation.to_owned(), cancel.clone(), call)
    }

    /// How many connections are open in this process.
    pub fn open_count() -> usize {
        OPEN.load(Ordering::Relaxed)
    }
}

/// The events of a connection, which one reader at a time may have.
pub(super) struct Shelf {
    events: tokio::sync::Mutex<Events>,
    /// What cancels the call that has them, or had them last.
    reader: Mutex<Option<Cancel>>,
}

impl Shelf {
    fn new(events: Events) -> Self {
        Self { events: tokio::sync::Mutex::new(events), reader: Mutex::default() }
    }

    /// Lends the events to a call, until it ends. One that was cancelled is waited for: its end is
    /// on its way.
    pub(super) async fn lend(&self, cancel: &Cancel) -> Result<MutexGuard<'_, Events>> {
        let events = match self.events.try_lock() {
            Ok(events) => events,
            Err(_) if self.reader().as_ref().is_some_and(Cancel::is_cancelled) => {
                self.events.lock().await
            }
            Err(_) => {
                let busy = "the events are being read already";
                return Err(Error::new(ErrorCode::InvalidInput, busy)
                    .with_next_step("read the events of a connection in one place"));
            }
        };
        *self.reader() = Some(cancel.clone());
        Ok(events)
    }

    fn reader(&self) -> std::sync::MutexGuard<'_, Option<Cancel>> {
        // A panic while it was held cannot leave it half changed.
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handle").field(&self.0.client).finish()
    }
}

/// Runs a call on the runtime, and gives what comes of it to a function, which is called in every
/// case.
fn finish<T>(
    call: impl Future<Output = Result<T>> + Send + 'static,
    done: impl FnOnce(Result<T>) + Send + 'static,
) {
    match runtime::ready() {
        // Nothing aborts the task: it ends by itself, or by its cancel.
        Ok(ready) => drop(ready.spawn(async move { done(call.await) })),
        Err(error) => done(Err(error)),
    }
}

/// Runs a call until it ends, fails by a fault of ours, or is cancelled.
async fn bounded<T>(
    server: Option<Arc<str>>,
    operation: String,
    cancel: Cancel,
    call: impl Future<Output = Result<T>>,
) -> Result<T> {
    let cancelled = |begun: bool| {
        let mut error = Error::new(ErrorCode::Cancelled, "the call was cancelled");
        if let Some(server) = &server {
            error = error.with_server(server);
        }
        // Whatever else an operation does, it can be done twice.
        let may_have_run = begun && operation == method::TOOLS_CALL;
        let error = error.with_method(operation.clone());
        if may_have_run { error.that_may_have_run() } else { error }
    };
    if cancel.is_cancelled() {
        return Err(cancelled(false));
    }
    tokio::select! {
        biased;
        // A fault of ours may have come after the server was asked.
        outcome = guarded(call) => outcome.map_err(|error| {
            let may_have_run = error.code() == ErrorCode::Internal && operation == method::TOOLS_CALL;
            if may_have_run { error.that_may_have_run() } else { error }
        }),
        () = cancel.cancelled() => Err(cancelled(true)),
    }
}
