//! Something open as another language holds it.

use std::{fmt, sync::Arc};

use super::{
    Cancel, Delegate, Info, Output, Pending,
    contract::dispatch,
    opened::Opened,
    opening,
    ops::Context,
    runtime::{self, guarded},
};
use crate::{
    dialect::method,
    error::{Error, ErrorCode, Result},
};

/// Something open: a connection to a server, or what was opened on one. Clones are the same.
///
/// When the last clone is dropped, and the last call on it has ended, it ends at once; the operation
/// `close` ends it in good order. Neither blocks.
#[derive(Clone)]
pub struct Handle(Arc<Opened>);

/// Opens something by the name of the operation that does, such as `connect`; its options are JSON.
/// `on` is what it is opened on, as a subscription is on a connection.
///
/// Questions, and the progress of calls, go to the delegate.
pub fn open(
    operation: &str,
    on: Option<&Handle>,
    options: impl Into<Vec<u8>>,
    delegate: Arc<dyn Delegate>,
    cancel: &Cancel,
) -> Pending<Handle> {
    Pending::start(opened(operation, on, options.into(), delegate, cancel))
}

/// Opens something as [`open`] does, and gives it to a function.
///
/// See [`Handle::start`] for where the function is called.
pub fn start_open(
    operation: &str,
    on: Option<&Handle>,
    options: impl Into<Vec<u8>>,
    delegate: Arc<dyn Delegate>,
    cancel: &Cancel,
    done: impl FnOnce(Result<Handle>) + Send + 'static,
) {
    finish(opened(operation, on, options.into(), delegate, cancel), done);
}

fn opened(
    operation: &str,
    on: Option<&Handle>,
    options: Vec<u8>,
    delegate: Arc<dyn Delegate>,
    cancel: &Cancel,
) -> impl Future<Output = Result<Handle>> + Send + use<> {
    let on = on.map(|Handle(opened)| opened.clone());
    let label = on.as_ref().and_then(|on| on.label()).map(Into::into);
    let name = operation.to_owned();
    let opening = async move {
        opening::open(&name, on, &options, delegate).await.map(|opened| Handle(Arc::new(opened)))
    };
    bounded(label, operation.to_owned(), cancel.clone(), opening)
}

impl Handle {
    /// What is known of it.
    pub fn info(&self) -> Info<'_> {
        self.0.info()
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
        let label = self.0.label().map(Into::into);
        let call = async move { dispatch(context, &name, &params).await };
        bounded(label, operation.to_owned(), cancel.clone(), call)
    }

    /// How many handles are open in this process.
    pub fn open_count() -> usize {
        Opened::count()
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handle").field(&self.0).finish()
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
    let acts = ACTING.contains(&&*operation);
    let cancelled = |begun: bool| {
        let mut error = Error::new(ErrorCode::Cancelled, "the call was cancelled");
        if let Some(server) = &server {
            error = error.with_server(server);
        }
        let error = error.with_method(operation.clone());
        if begun && acts { error.that_may_have_run() } else { error }
    };
    if cancel.is_cancelled() {
        return Err(cancelled(false));
    }
    tokio::select! {
        biased;
        // A fault of ours may have come after the server was asked.
        outcome = guarded(call) => outcome.map_err(|error| {
            let may_have_run = error.code() == ErrorCode::Internal && acts;
            if may_have_run { error.that_may_have_run() } else { error }
        }),
        () = cancel.cancelled() => Err(cancelled(true)),
    }
}

/// The operations that may have an effect at a server. Whatever else one does, it can be done twice.
const ACTING: [&str; 4] = [method::TOOLS_CALL, "tasks/start", "request", "openai/call"];
