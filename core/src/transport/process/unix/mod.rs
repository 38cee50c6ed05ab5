//! A server's process and everything that it has started, on Unix.
//!
//! A process belongs to the tree if it descends from the server's, is in the server's process
//! group, or carries the tree's mark in its environment. The first two are lost when a parent ends
//! or a child calls `setsid`; the mark is lost only when a program starts another one with a clean
//! environment. What has been seen once is remembered by its identifier and its starting time, so
//! that an identifier that is used again means nobody.

mod keeper;
#[cfg_attr(any(target_os = "linux", target_os = "android"), path = "procfs.rs")]
#[cfg_attr(not(any(target_os = "linux", target_os = "android")), path = "ps.rs")]
mod listing;

use std::{
    collections::{HashMap, HashSet},
    io,
    pin::pin,
    process::{ExitStatus, Stdio},
    sync::atomic::{AtomicU64, Ordering},
    task::{Context, Poll},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};

use super::{
    Start,
    confine::{self, Confined},
    environment::TREE,
};

/// How often the whole system is looked through while a tree is killed. Each time catches what was
/// being started during the time before.
const KILL_ROUNDS: usize = 10;

/// How long dropping a tree waits for its server to be gone, so that no zombie is left.
const REAP_WAIT: Duration = Duration::from_millis(200);

/// The pause between two looks at a process that is ending.
const REAP_PAUSE: Duration = Duration::from_millis(1);

/// A server's process and its descendants.
///
/// Dropping it kills all of them at once.
pub(in crate::transport::process) struct Tree {
    child: Child,
    exit: Option<ExitStatus>,
    members: Members,
    done: bool,
    // Dropped last: it takes over if we end before the tree does.
    _entry: keeper::Entry,
}

/// The three streams of a process.
pub(in crate::transport::process) type Streams = (ChildStdin, ChildStdout, ChildStderr);

impl Tree {
    /// Starts the program in a process group of its own.
    pub(in crate::transport::process) fn spawn(
        start: &Start,
        confined: Option<Confined>,
    ) -> io::Result<(Self, Streams)> {
        let mark = new_mark();
        let entry = keeper::Entry::new(&mark);
        // A tree may hold another host, whose servers then belong to both.
        let marks = match std::env::var(TREE) {
            Ok(outer) => format!("{outer}:{mark}"),
            Err(_) => mark.clone(),
        };
        let mut command = tokio::process::Command::new(&start.program);
        command
            .args(start.arguments)
            .env_clear()
            .envs(&start.environment)
            .env(TREE, marks)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = start.folder {
            command.current_dir(folder);
        }
        let mut child = confine::spawn(command, confined)?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let pid = child.id().and_then(|id| i32::try_from(id).ok()).unwrap_or_default();
        // Nobody else can reap it, so this is still our process, even if it has ended.
        let root = Process { pid, started: listing::started(pid).unwrap_or_default() };
        entry.started(root);
        let members = Members { root, mark, known: Vec::new() };
        let tree = Self { child, exit: None, members, done: false, _entry: entry };
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::Error::other("the process has no streams"));
        };
        Ok((tree, (stdin, stdout, stderr)))
    }

    /// Ready once the server's own process has ended and is reaped.
    pub(in crate::transport::process) fn poll_exit(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<ExitStatus>> {
        if self.exit.is_some() {
            return Poll::Ready(self.exit);
        }
        pin!(self.child.wait()).poll(cx).map(|waited| {
            self.exit = waited.ok();
            self.exit
        })
    }

    /// Looks for the tree's processes, remembers them, and says how many there are besides the
    /// server's own.
    pub(in crate::transport::process) async fn look(&mut self) -> usize {
        let mut members = self.members.clone();
        // Looking through all processes takes milliseconds, which no connection should wait for.
        let looked = tokio::task::spawn_blocking(move || {
            members.look();
            members
        });
        match looked.await {
            Ok(members) => self.members = members,
            // The runtime is ending and takes no more work.
            Err(_) => self.members.look(),
        }
        self.members.known.len()
    }

    /// Whether none of the remembered processes lives. It is cheaper than [`Self::look`].
    pub(in crate::transport::process) fn seems_gone(&self) -> bool {
        self.members.known.iter().all(|process| !process.lives())
    }

    /// Asks everything that was seen by the last look to terminate.
    pub(in crate::transport::process) fn terminate(&mut self) {
        self.signal(Signal::TERM);
    }

    /// Kills everything that was seen by the last look.
    pub(in crate::transport::process) fn kill(&mut self) {
        self.signal(Signal::KILL);
    }

    /// Says that nothing of the tree is left.
    pub(in crate::transport::process) fn finish(&mut self) {
        self.done = true;
    }

    fn signal(&self, signal: Signal) {
        // Until it is reaped, the process keeps its identifier, and so its group, from being used
        // again. The group catches what was started since the last look.
        if let (None, Some(group)) = (self.exit, Pid::from_raw(self.members.root.pid)) {
            // It fails when nothing is left in the group.
            let _ = kill_process_group(group, signal);
        }
        for process in &self.members.known {
            process.signal(signal);
        }
    }

    fn reap(&mut self) {
        let mut waited = Duration::ZERO;
        while self.exit.is_none() && waited < REAP_WAIT {
            match self.child.try_wait() {
                Ok(None) => {
                    std::thread::sleep(REAP_PAUSE);
                    waited += REAP_PAUSE;
                }
                Ok(status) => self.exit = status,
                Err(_) => return,
            }
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        for _ in 0..KILL_ROUNDS {
            self.members.look();
            self.signal(Signal::KILL);
            if self.members.known.is_empty() {
                break;
            }
        }
        self.reap();
    }
}

/// One process, named so that it cannot be taken for a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    pid: i32,
    /// In the unit of the platform; only compared.
    started: u64,
}

impl Process {
    fn lives(self) -> bool {
        listing::started(self.pid) == Some(self.started)
    }

    fn signal(self, signal: Signal) {
        if let Some(pid) = Pid::from_raw(self.pid).filter(|_| self.pid > 1) {
            listing::signal(pid, self, signal);
        }
    }
}

/// A process as the system lists it.
struct Listed {
    process: Process,
    parent: i32,
    group: i32,
    marked: bool,
}

/// What belongs to a tree.
#[derive(Clone)]
struct Members {
    root: Process,
    mark: String,
    /// All living members that were seen, without the root.
    known: Vec<Process>,
}

impl Members {
    fn look(&mut self) {
        let listed = listing::list(&self.mark, self.root.started);
        let by_pid: HashMap<i32, Process> =
            listed.iter().map(|one| (one.process.pid, one.process)).collect();
        let is_same = |process: &Process| by_pid.get(&process.pid) == Some(process);
        let root_listed = by_pid.get(&self.root.pid);
        let group_is_ours = root_listed.is_none_or(|process| *process == self.root);

        let mut inside: HashSet<i32> =
            self.known.iter().filter(|process| is_same(process)).map(|one| one.pid).collect();
        if root_listed == Some(&self.root) {
            inside.insert(self.root.pid);
        }
        let joins = |one: &Listed, inside: &HashSet<i32>| {
            one.marked
                || inside.contains(&one.parent)
                || (group_is_ours && one.group == self.root.pid)
        };
        let ourselves = i32::try_from(std::process::id()).unwrap_or_default();
        loop {
            let before = inside.len();
            for one in &listed {
                let pid = one.process.pid;
                let young = one.process.started >= self.root.started;
                if pid > 1 && pid != ourselves && young && joins(one, &inside) {
                    inside.insert(pid);
                }
            }
            if inside.len() == before {
                break;
            }
        }
        inside.remove(&self.root.pid);
        self.known = inside.iter().filter_map(|pid| by_pid.get(pid).copied()).collect();
    }
}

/// A mark that no other tree has, now or later.
fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:x}-{:x}-{count:x}", std::process::id(), now.as_nanos())
}
