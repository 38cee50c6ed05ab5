//! Servers end with us, even when we are killed.
//!
//! The kernel offers to kill a child with its parent, but only the child itself and not what it has
//! started, only when the *thread* that started it ends, and only on Linux. So one helper process
//! does it instead: it reads the marks of all trees from a pipe, and the end of that pipe, which
//! the kernel closes whatever happens to us, tells it to kill the trees that are still there. The
//! helper is the system's own shell with the fixed script beside this file, which is small, needs
//! no program of ours to be installed, and exists on every Unix. Only marks and numbers reach it,
//! no text of a user or a server. It is started with the first server and ends with our process.
//! Where it cannot be started, servers still end with their closed input, as servers should. A fork
//! of our process that starts no program of its own holds the pipe open; then the trees end with the
//! last of both.

use std::{
    io::{self, Write},
    os::unix::process::CommandExt,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Mutex, PoisonError},
};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::Process;

const SHELL: &str = "/bin/sh";
const SCRIPT: &str = include_str!("keeper.sh");

/// The folders in which the script finds `grep` or `ps`.
const SEARCH: &str = "/usr/bin:/bin";

/// How often a line is offered to a helper that does not take it.
const TRIES: usize = 2;

static KEEPER: Mutex<Option<Keeper>> = Mutex::new(None);

/// A tree that the helper watches over. Dropping it says that the tree is gone.
pub(super) struct Entry {
    mark: String,
}

impl Entry {
    pub(super) fn new(mark: &str) -> Self {
        tell(&format!("+ {mark}\n"));
        Self { mark: mark.to_owned() }
    }

    /// Names the tree's group, for processes that lose the mark.
    pub(super) fn started(&self, root: Process) {
        tell(&format!("= {} {} {}\n", self.mark, root.pid, root.started));
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        tell(&format!("- {}\n", self.mark));
    }
}

/// The helper process.
struct Keeper {
    pipe: ChildStdin,
    child: Child,
    /// The process that it belongs to, which is not us if we are the fork of a host.
    owner: u32,
    /// What it knows, to be told to a new helper if this one is killed.
    lines: Vec<String>,
}

impl Keeper {
    fn start(lines: Vec<String>) -> io::Result<Self> {
        let mut child = Command::new(SHELL)
            .arg0("hostline-keeper")
            .args(["-c", SCRIPT, "hostline-keeper"])
            .env_clear()
            .env("PATH", SEARCH)
            .env("LC_ALL", "C")
            .current_dir("/")
            // What ends our group, such as an interrupt at a terminal, must not end the helper.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let pipe = child.stdin.take().ok_or_else(|| io::Error::other("no pipe"))?;
        // Nothing here may ever wait for the helper.
        fcntl_setfl(&pipe, fcntl_getfl(&pipe)? | OFlags::NONBLOCK)?;
        let mut keeper = Self { pipe, child, owner: std::process::id(), lines };
        let known = keeper.lines.concat();
        keeper.pipe.write_all(known.as_bytes())?;
        Ok(keeper)
    }

    /// Ends a helper that takes no more lines. It must be dead before its pipe is closed: a living
    /// one would take that for our end.
    fn kill(&mut self) {
        // Both fail only when it is dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn note(&mut self, line: &str) {
        let Some(gone) = line.strip_prefix("- ").map(str::trim_end) else {
            self.lines.push(line.to_owned());
            return;
        };
        self.lines.retain(|line| line.split_ascii_whitespace().nth(1) != Some(gone));
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // It has ended, or does so as soon as its pipe is closed; either way it is not waited for.
        let _ = self.child.try_wait();
    }
}

/// Tells the helper a line, and starts it if there is none that takes it.
fn tell(line: &str) {
    let mut place = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    for _ in 0..TRIES {
        if place.as_ref().is_some_and(|keeper| keeper.owner != std::process::id()) {
            // It is the helper of the process that we were forked from.
            *place = None;
        }
        let keeper = match &mut *place {
            Some(keeper) => keeper,
            None => match Keeper::start(Vec::new()) {
                Ok(keeper) => place.insert(keeper),
                Err(error) => {
                    tracing::warn!(%error, "servers will outlive this process if it is killed");
                    return;
                }
            },
        };
        if keeper.pipe.write_all(line.as_bytes()).is_ok() {
            keeper.note(line);
            return;
        }
        let lines = std::mem::take(&mut keeper.lines);
        keeper.kill();
        *place = Keeper::start(lines).ok();
    }
}
