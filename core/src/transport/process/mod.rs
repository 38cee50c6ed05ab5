//! A server's process: started without a shell, listened to on both of its output streams, and
//! ended with everything that it has started.
//!
//! This module owns the process and its three streams. It knows lines but no protocol version.

mod command;
mod confine;
mod environment;
mod login;
mod program;
mod shutdown;
mod stderr;
#[cfg_attr(unix, path = "unix/mod.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod tree;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    pin::Pin,
    process::ExitStatus,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    process::{ChildStderr, ChildStdin, ChildStdout},
    time::{Sleep, sleep},
};

pub use self::{
    command::Command,
    confine::{Confinement, ConfinementState},
    login::{LoginPath, login_path},
};
use self::{command::Waits, confine::Confined, stderr::Stderr, tree::Tree};
use super::{Incoming, Link, Outgoing, Transport, lines::Lines};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::RequestId,
};

/// How long the output of a server that has ended is still read, when a descendant holds it open.
const LAST_OUTPUT_WAIT: Duration = Duration::from_millis(250);

/// How long the exit status and the last lines of a server whose output has ended are waited for.
const LAST_WORDS_WAIT: Duration = Duration::from_millis(500);

/// How many messages may pass before standard error gets its turn, when both never pause.
const MESSAGES_AT_ONCE: u32 = 32;

/// How much of a server's last lines stands in the error of its end.
const LAST_WORDS_CHARACTERS: usize = 2_000;

/// A server in a process of its own, spoken to over its standard streams.
///
/// Its standard error arrives line by line as [`super::Notice::Stderr`]. When the server ends by
/// itself, the error of [`Incoming::Closed`] carries its exit status and its last lines.
///
/// Closing it ends the server in good order: its input is closed; after a wait it is asked to
/// terminate; after another it is killed; each time with everything that it has started, also what
/// has left its process group. Dropping it kills all of that at once. If our own process is killed,
/// the tree is killed as well: on Unix by a small helper process, on Windows by a job object.
///
/// ```no_run
/// use hostline::transport::{Command, ProcessTransport};
///
/// # async fn run() -> hostline::Result<()> {
/// let command = Command::new("npx").args(["-y", "@modelcontextprotocol/server-everything"]);
/// let transport = ProcessTransport::spawn(&command)?;
/// # drop(transport);
/// # Ok(())
/// # }
/// ```
pub struct ProcessTransport {
    state: State,
    waits: Waits,
}

enum State {
    Running(Box<Running>),
    Closing(Pin<Box<dyn Future<Output = Result<()>> + Send>>),
    Closed,
}

/// A server and how far its end has come.
struct Running {
    parts: Parts,
    /// How many messages may still pass before standard error gets its turn.
    messages_left: u32,
    /// Runs once the process has ended while its output is still open.
    last_output: Option<Pin<Box<Sleep>>>,
    ending: Option<Ending>,
}

/// The process and its streams.
struct Parts {
    // Dropped first: who belongs to the tree is known best while its input is still open.
    tree: Tree,
    lines: Lines<ChildStdout, ChildStdin>,
    stderr: Stderr<ChildStderr>,
}

/// The server's output has ended, or nobody is left to write it.
struct Ending {
    cause: Option<Error>,
    last_words: Pin<Box<Sleep>>,
}

/// What the platform needs to start a process.
struct Start<'a> {
    program: PathBuf,
    arguments: &'a [OsString],
    environment: BTreeMap<OsString, OsString>,
    folder: Option<&'a Path>,
}

impl ProcessTransport {
    /// Starts a server. It must be called within a runtime.
    ///
    /// # Errors
    /// [`ErrorCode::Process`]: the program or its folder is not there or may not be used; the
    /// error says where it was looked for and what to do; or the server cannot be confined as
    /// asked. [`ErrorCode::InvalidInput`]: the environment cannot be set.
    pub fn spawn(command: &Command) -> Result<Self> {
        let environment = environment::choose(command, std::env::vars_os())?;
        let program = program::find(
            &command.program,
            environment::value(&environment, "PATH"),
            environment::value(&environment, "PATHEXT"),
            command.folder.as_deref(),
        )?;
        let confined = command.confinement.as_ref();
        let confined = confined.map(|wanted| Confined::prepare(wanted, &program)).transpose()?;
        let start = Start {
            program,
            arguments: &command.arguments,
            environment,
            folder: command.folder.as_deref(),
        };
        let spawned = Tree::spawn(&start, confined);
        let (tree, (stdin, stdout, stderr)) =
            spawned.map_err(|cause| cannot_start(&start.program, cause))?;
        let parts = Parts {
            tree,
            lines: Lines::new(stdout, stdin, command.limits),
            stderr: Stderr::new(stderr),
        };
        let running =
            Running { parts, messages_left: MESSAGES_AT_ONCE, last_output: None, ending: None };
        Ok(Self { state: State::Running(Box::new(running)), waits: command.waits })
    }
}

impl Transport for ProcessTransport {
    fn send(&mut self, outgoing: Outgoing) {
        if let State::Running(running) = &mut self.state {
            running.parts.lines.send(outgoing);
        }
    }

    fn abandon(&mut self, _id: &RequestId) {}

    fn is_congested(&self, _exchange: Option<&RequestId>) -> bool {
        match &self.state {
            State::Running(running) => running.parts.lines.is_congested(),
            State::Closing(_) | State::Closed => false,
        }
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        match &mut self.state {
            State::Running(running) => running.poll_incoming(cx),
            State::Closing(_) | State::Closed => {
                Poll::Ready(Incoming::Closed(Error::new(ErrorCode::Closed, "the server is ended")))
            }
        }
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        if let State::Running(_) = &self.state {
            let State::Running(running) = std::mem::replace(&mut self.state, State::Closed) else {
                return Poll::Ready(Ok(()));
            };
            self.state = State::Closing(Box::pin(shutdown::run(running.parts, self.waits)));
        }
        let State::Closing(closing) = &mut self.state else { return Poll::Ready(Ok(())) };
        let closed = ready!(closing.as_mut().poll(cx));
        self.state = State::Closed;
        Poll::Ready(closed)
    }

    fn link(&self) -> Link {
        Link::Shared
    }
}

impl Running {
    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        if self.messages_left == 0 {
            self.messages_left = MESSAGES_AT_ONCE;
            if let Poll::Ready(incoming) = self.poll_others(cx) {
                return Poll::Ready(incoming);
            }
        }
        if self.ending.is_none() {
            match self.parts.lines.poll_incoming(cx) {
                Poll::Ready(Incoming::Closed(cause)) => self.end(Some(cause)),
                Poll::Ready(incoming) => {
                    self.messages_left -= 1;
                    return Poll::Ready(incoming);
                }
                Poll::Pending => {}
            }
        }
        self.poll_others(cx)
    }

    /// Everything but messages: standard error and the server's end.
    fn poll_others(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        let exit = self.parts.tree.poll_exit(cx);
        if self.ending.is_none() && exit.is_ready() {
            let wait = self.last_output.get_or_insert_with(|| Box::pin(sleep(LAST_OUTPUT_WAIT)));
            if wait.as_mut().poll(cx).is_ready() {
                self.end(None);
            }
        }
        let over = match &mut self.ending {
            Some(ending) => ending.last_words.as_mut().poll(cx).is_ready(),
            None => false,
        };
        if !over && let Poll::Ready(notice) = self.parts.stderr.poll_notice(cx) {
            return Poll::Ready(Incoming::Notice(notice));
        }
        let all_known = exit.is_ready() && self.parts.stderr.has_ended();
        if !over && (self.ending.is_none() || !all_known) {
            return Poll::Pending;
        }
        let status = match exit {
            Poll::Ready(status) => status,
            Poll::Pending => None,
        };
        Poll::Ready(Incoming::Closed(self.end_cause(status)))
    }

    fn end(&mut self, cause: Option<Error>) {
        let last_words = Box::pin(sleep(LAST_WORDS_WAIT));
        self.ending = Some(Ending { cause, last_words });
    }

    /// Why the server ended, with everything that it said about it.
    fn end_cause(&mut self, status: Option<ExitStatus>) -> Error {
        let cause = self.ending.as_mut().and_then(|ending| ending.cause.take());
        let (code, mut message) = match status {
            None => (ErrorCode::Closed, "the server closed its output but goes on running".into()),
            Some(status) if status.success() => {
                (ErrorCode::Closed, "the server ended by itself, without an error".into())
            }
            Some(status) => (ErrorCode::Process, format!("the server {}", describe(status))),
        };
        if let Some(noise) = self.parts.lines.noise_heard() {
            message = format!("{message}; {noise}");
        }
        let words = self.last_words();
        if !words.is_empty() {
            message = format!("{message}; the last it wrote to standard error: {words}");
        }
        let error = Error::new(code, message)
            .with_next_step("run its command in a terminal to see why it ends");
        match cause {
            Some(cause) => error.with_source(cause),
            None => error,
        }
    }

    fn last_words(&self) -> String {
        let lines: Vec<&str> = self.parts.stderr.last_lines().collect();
        let words = lines.join(" | ");
        let surplus = words.chars().count().saturating_sub(LAST_WORDS_CHARACTERS);
        words.chars().skip(surplus).collect()
    }
}

/// How a process ended that did not succeed.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return format!("was ended by signal {signal}{}", signal_name(signal));
        }
    }
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => format!("ended with {status}"),
    }
}

/// The names of the signals that have the same number on every Unix.
#[cfg(unix)]
fn signal_name(signal: i32) -> &'static str {
    match signal {
        1 => " (SIGHUP)",
        2 => " (SIGINT)",
        3 => " (SIGQUIT)",
        4 => " (SIGILL)",
        6 => " (SIGABRT)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL)",
        11 => " (SIGSEGV)",
        13 => " (SIGPIPE)",
        15 => " (SIGTERM)",
        _ => "",
    }
}

/// The error of a program that was found but could not be started.
fn cannot_start(program: &Path, cause: io::Error) -> Error {
    let next_step = match cause.kind() {
        io::ErrorKind::NotFound => "check that the interpreter in its first line is installed",
        io::ErrorKind::PermissionDenied => "check who may execute it",
        io::ErrorKind::ArgumentListTooLong => "give it less arguments and a smaller environment",
        io::ErrorKind::InvalidInput => "check its arguments: some characters cannot be passed on",
        io::ErrorKind::OutOfMemory | io::ErrorKind::WouldBlock => {
            "end other programs: the system has no room for another process"
        }
        _ => "check that it is a program for this system, or a script whose first line names one",
    };
    let message = format!("{} could not be started", program.display());
    Error::new(ErrorCode::Process, format!("{message}: {cause}"))
        .with_next_step(next_step)
        .with_source(cause)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
