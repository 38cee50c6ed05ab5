//! The one runtime: one I/O worker, which nothing may block, and threads for what takes long.

use std::{
    any::Any,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::{Mutex, OnceLock, PoisonError},
    task::Poll,
};

use tokio::{
    runtime::{Builder, Runtime},
    task::{AbortHandle, JoinSet},
};

use crate::error::{Error, ErrorCode, Result};

/// The runtime and every task on it that belongs to no connection.
struct Shared {
    runtime: Runtime,
    tasks: Mutex<JoinSet<()>>,
    process: u32,
}

static SHARED: OnceLock<Result<Shared>> = OnceLock::new();

/// The runtime, where it can run something.
pub(super) struct Ready(&'static Shared);

/// The runtime, started where it was not.
///
/// # Errors
/// It could not be started, or belongs to the process that this one was forked from.
pub(super) fn ready() -> Result<Ready> {
    let shared = SHARED.get_or_init(start).as_ref().map_err(Clone::clone)?;
    // The threads of the runtime stay behind in a fork, so that a task would never be run.
    if shared.process != process::id() {
        return Err(Error::new(
            ErrorCode::Internal,
            "this process was forked from one that uses Hostline already",
        )
        .with_next_step("use Hostline only after the fork, or start processes by spawning"));
    }
    Ok(Ready(shared))
}

impl Ready {
    /// Runs a task; it ends with the process at the latest.
    pub(super) fn spawn(self, task: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        let Self(shared) = self;
        let mut tasks = shared.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        tasks.spawn_on(task, shared.runtime.handle())
    }
}

/// How many tasks of the façade are alive.
#[cfg(feature = "testing")]
pub(super) fn tasks() -> usize {
    let Some(Ok(shared)) = SHARED.get() else { return 0 };
    let mut tasks = shared.tasks.lock().unwrap_or_else(PoisonError::into_inner);
    while tasks.try_join_next().is_some() {}
    tasks.len()
}

/// Turns a panic into an error, so that a fault of one call costs the program nothing else.
pub(super) async fn guarded<T>(call: impl Future<Output = Result<T>>) -> Result<T> {
    let mut call = std::pin::pin!(call);
    poll_fn(|context| {
        catch_unwind(AssertUnwindSafe(|| call.as_mut().poll(context)))
            .unwrap_or_else(|panic| Poll::Ready(Err(fault(&panic))))
    })
    .await
}

/// What was said in the panic stays on standard error: nobody has checked it.
fn fault(_panic: &(dyn Any + Send)) -> Error {
    Error::new(ErrorCode::Internal, "Hostline itself has failed")
        .with_next_step("report it with what stands on standard error")
}

fn start() -> Result<Shared> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("hostline")
        .on_thread_start(ignore_broken_pipes)
        .enable_all()
        .build()
        .map_err(|source| {
            Error::new(ErrorCode::Internal, "the threads of Hostline could not be started")
                .with_next_step("look whether this process may have more threads")
                .with_source(source)
        })?;
    Ok(Shared { runtime, tasks: Mutex::default(), process: process::id() })
}

/// A server that ends while it is written to is an error of the call, and must not end a program
/// whose language leaves the signal's action as it is.
#[cfg(unix)]
fn ignore_broken_pipes() {
    use nix::sys::signal::{SigSet, Signal};
    let mut broken_pipe = SigSet::empty();
    broken_pipe.add(Signal::SIGPIPE);
    // It cannot fail for a signal that exists, and without it the default stays.
    let _ = broken_pipe.thread_block();
}

#[cfg(not(unix))]
fn ignore_broken_pipes() {}
