//! A server's process and everything that it has started, on Windows: a job object holds them all,
//! and the system kills them when our handle of it is closed, whatever happens to us.

use std::{
    io,
    process::{ExitStatus, Stdio},
    task::{Context, Poll},
};

use process_wrap::tokio::{ChildWrapper, CommandWrap, CreationFlags, JobObject, KillOnDrop};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use super::{Start, confine::Confined};

/// Starts a process without a console window of its own.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// A server's process and its descendants. Dropping it kills all of them at once.
pub(super) struct Tree {
    child: Box<dyn ChildWrapper>,
    exit: Option<ExitStatus>,
    killed: bool,
}

/// The three streams of a process.
pub(super) type Streams = (ChildStdin, ChildStdout, ChildStderr);

impl Tree {
    /// Starts the program in a job of its own. Nothing can be confined here.
    pub(super) fn spawn(start: &Start, _confined: Option<Confined>) -> io::Result<(Self, Streams)> {
        let mut command = CommandWrap::with_new(&start.program, |command| {
            command
                .args(start.arguments)
                .env_clear()
                .envs(&start.environment)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            if let Some(folder) = start.folder {
                command.current_dir(folder);
            }
        });
        let mut flags = CreationFlags(Default::default());
        flags.0.0 = CREATE_NO_WINDOW;
        let mut child = command.wrap(flags).wrap(KillOnDrop).wrap(JobObject).spawn()?;
        let streams = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let tree = Self { child, exit: None, killed: false };
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::Error::other("the process has no streams"));
        };
        Ok((tree, (stdin, stdout, stderr)))
    }

    /// Ready once the server's own process has ended.
    pub(super) fn poll_exit(&mut self, cx: &mut Context<'_>) -> Poll<Option<ExitStatus>> {
        if self.exit.is_some() {
            return Poll::Ready(self.exit);
        }
        // The job's own wait also waits for descendants, which may never end.
        let mut waiting = self.child.inner_mut().wait();
        let waited = waiting.as_mut().poll(cx);
        drop(waiting);
        waited.map(|waited| {
            self.exit = waited.ok();
            self.exit
        })
    }

    /// How many processes are left besides the server's own: at least one, until the job is killed.
    pub(super) async fn look(&mut self) -> usize {
        usize::from(!self.killed)
    }

    /// Whether the job was killed.
    pub(super) fn seems_gone(&self) -> bool {
        self.killed
    }

    /// Windows knows no such request: a closed input is all that there is.
    pub(super) fn terminate(&mut self) {
        self.kill();
    }

    /// Kills everything in the job.
    pub(super) fn kill(&mut self) {
        // It fails when nothing is left in the job.
        let _ = self.child.start_kill();
        self.killed = true;
    }

    /// Says that nothing of the tree is left; the job's handle is closed with it all the same.
    pub(super) fn finish(&mut self) {}
}
