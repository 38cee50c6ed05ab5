//! The signals that ask for the end.

use std::io;

use crate::exit::{Exit, Failure, Outcome};

/// Ctrl-C and, on Unix, SIGTERM. While it lives they no longer end the process by themselves.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    pub(crate) fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next one, and returns the exit code that it stands for.
    pub(crate) async fn next(&mut self) -> Exit {
        tokio::select! {
            _ = self.interrupt.recv() => Exit::INTERRUPTED,
            _ = self.terminate.recv() => Exit::TERMINATED,
        }
    }
}

#[cfg(windows)]
pub(crate) struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(windows)]
impl Signals {
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self { interrupt: tokio::signal::windows::ctrl_c()? })
    }

    pub(crate) async fn next(&mut self) -> Exit {
        self.interrupt.recv().await;
        Exit::INTERRUPTED
    }
}

impl Signals {
    /// Does a step to its end, unless the end of everything is asked for first, which drops it.
    pub(crate) async fn unless_stopped<T>(&mut self, step: impl Future<Output = T>) -> Outcome<T> {
        tokio::select! {
            exit = self.next() => Err(Failure::Stopped(exit)),
            done = step => Ok(done),
        }
    }
}
