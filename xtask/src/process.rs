//! Children with deadlines.
//!
//! Each child leads a process group of its own, which is ended by its id: when its deadline passes,
//! when its owner lets go of it, and when a person presses Ctrl-C.

use std::{
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Arc, OnceLock, atomic::AtomicBool, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::workspace::{Context, Result};

/// How often a child is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long a group may take to end after it was asked, before it is made to.
const GRACE: Duration = Duration::from_secs(5);

static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Takes Ctrl-C and termination as a wish to end, so that no child outlives this program.
pub(crate) fn end_children_on_signals() -> Result<()> {
    let flag = INTERRUPTED.get_or_init(Arc::default);
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, flag.clone()).context("no signal handler")?;
    }
    Ok(())
}

fn interrupted() -> bool {
    INTERRUPTED.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// A child that ends, with all that it has started, when this is dropped.
pub(crate) struct Group(Child);

impl Group {
    /// Starts a child as the leader of a group. It reads nothing.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let program = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::null()).spawn().map(Self).context(format!("{program} did not start"))
    }

    /// The number of the child, which is that of its group.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// What the child prints, where that is piped and nobody has taken it.
    pub(crate) fn output(&mut self) -> Option<ChildStdout> {
        self.0.stdout.take()
    }

    /// Whether the child itself has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(_)))
    }

    /// Waits for the child, calling `meanwhile` now and then. `None` is a deadline that has passed.
    pub(crate) fn wait(
        mut self,
        deadline: Duration,
        mut meanwhile: impl FnMut(),
    ) -> Result<Option<ExitStatus>> {
        let end = Instant::now() + deadline;
        loop {
            if let Some(status) = self.0.try_wait().context("lost a child")? {
                meanwhile();
                return Ok(Some(status));
            }
            if interrupted() {
                return Err("interrupted".into());
            }
            if Instant::now() >= end {
                return Ok(None);
            }
            meanwhile();
            thread::sleep(LOOK);
        }
    }

    /// Asks the child to end and says how it did. `None` is a child that has to be made to.
    pub(crate) fn end(mut self) -> Option<ExitStatus> {
        self.ask_to_end();
        self.0.try_wait().ok().flatten()
    }

    fn ask_to_end(&mut self) {
        if self.has_ended() {
            return;
        }
        self.signal("TERM");
        let end = Instant::now() + GRACE;
        while Instant::now() < end && !self.has_ended() {
            thread::sleep(LOOK);
        }
    }

    fn signal(&self, name: &str) {
        // The shell's own `kill` is there even where no package provides the program.
        #[cfg(unix)]
        let mut command = Command::new("sh");
        #[cfg(unix)]
        command.arg("-c").arg(format!("kill -{name} -{}", self.0.id()));
        #[cfg(windows)]
        let mut command = Command::new("taskkill");
        #[cfg(windows)]
        command.args(["/T", "/F", "/PID", &self.0.id().to_string()]).env("SIGNAL", name);
        // A group that is gone already is what was wanted.
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.ask_to_end();
        // Also after the child itself has ended: for what it left behind in its group.
        self.signal("KILL");
        let _ = self.0.wait();
    }
}

/// What a child has printed, and how it ended.
pub(crate) struct Said {
    /// None where a signal has ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a child to its end and gives what it printed.
pub(crate) fn output(command: &mut Command, deadline: Duration) -> Result<String> {
    let said = said(command, deadline)?;
    match said.code {
        Some(0) => Ok(said.stdout),
        Some(code) => Err(format!("exit code {code}: {}", last_lines(&said.stderr, 6)).into()),
        None => Err(format!("ended by a signal: {}", last_lines(&said.stderr, 6)).into()),
    }
}

/// Runs a child to its end, whatever that is.
pub(crate) fn said(command: &mut Command, deadline: Duration) -> Result<Said> {
    let mut group = Group::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let (status, stdout, stderr) = thread::scope(|scope| {
        let stdout = group.0.stdout.take().map(|pipe| scope.spawn(|| read(pipe)));
        let stderr = group.0.stderr.take().map(|pipe| scope.spawn(|| read(pipe)));
        let status = group.wait(deadline, || ());
        let join = |reader: Option<thread::ScopedJoinHandle<'_, String>>| {
            reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
        };
        (status, join(stdout), join(stderr))
    });
    let Some(status) = status? else {
        let seconds = deadline.as_secs();
        return Err(format!("not done after {seconds} s: {}", last_lines(&stderr, 6)).into());
    };
    Ok(Said { code: status.code(), stdout, stderr })
}

fn read(mut pipe: impl std::io::Read) -> String {
    let mut bytes = Vec::new();
    // What was read before a failure is still worth showing.
    let _ = pipe.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The end of a text, for a report.
pub(crate) fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}
