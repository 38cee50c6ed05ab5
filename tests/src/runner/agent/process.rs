//! The process of an agent: its commands and replies, what it says unasked, and its end.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    process::Stdio,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Map, Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, Command},
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::timeout,
};

use super::fault;
use crate::runner::{
    Answer, Hold, Notes, lock,
    processes::{Process, descendants},
};

/// How long an agent may take to start: some languages start slowly on a machine that is busy.
const STARTING: Duration = Duration::from_mins(1);

/// How long an agent may take to answer a command that does nothing.
const ANSWERING: Duration = Duration::from_secs(5);

/// How long an agent may take to end once its input has ended.
const ENDING: Duration = Duration::from_secs(10);

/// How many lines of an agent's standard error are kept.
const KEPT_LINES: usize = 40;

/// A running agent. Dropping the last one that holds it ends it by force.
pub struct Agent {
    hello: Value,
    process: u32,
    first: BTreeSet<Process>,
    next: AtomicU64,
    input: Mutex<Option<mpsc::UnboundedSender<String>>>,
    state: Arc<State>,
    child: tokio::sync::Mutex<Child>,
    _tasks: JoinSet<()>,
}

/// What the commands of an agent and the reader of its output share.
#[derive(Default)]
struct State {
    waiting: Mutex<HashMap<u64, Waiting>>,
    connections: Mutex<HashMap<String, Arc<Notes>>>,
    complaints: Mutex<Complaints>,
    ended: AtomicBool,
}

/// The end of an agent's standard error.
#[derive(Default)]
struct Complaints {
    lines: VecDeque<String>,
    /// How many lines there were in all.
    count: usize,
}

/// A command without its reply.
struct Waiting {
    reply: oneshot::Sender<Answer>,
    progress: mpsc::UnboundedSender<Value>,
}

impl Agent {
    /// Starts an agent and waits for its first line.
    ///
    /// # Errors
    /// It cannot be started, or does not say who it is in time.
    pub async fn start(words: &[String]) -> Result<Arc<Self>, String> {
        let (program, arguments) = words.split_first().ok_or("an agent needs a command line")?;
        let mut command = Command::new(program);
        command.args(arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        command.process_group(0);
        let mut child =
            command.spawn().map_err(|error| format!("{program} cannot be started: {error}"))?;
        let process = child.id().ok_or("the agent has ended at once")?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let streams = stdin.zip(stdout).zip(stderr).ok_or("the agent has no streams")?;
        let ((stdin, stdout), stderr) = streams;

        let state = Arc::new(State::default());
        let mut tasks = JoinSet::new();
        tasks.spawn(keep_complaints(stderr, state.clone()));
        let mut output = BufReader::new(stdout);
        let mut line = String::new();
        let hello = timeout(STARTING, output.read_line(&mut line)).await;
        let hello: Value = match hello {
            Ok(Ok(_)) => serde_json::from_str(&line).unwrap_or_default(),
            _ => Value::Null,
        };
        if !hello["agent"].is_string() {
            end_by_force(process);
            return Err(
                state.explain(0, &format!("the agent does not say who it is, but {line:?}"))
            );
        }
        let (input, lines) = mpsc::unbounded_channel();
        tasks.spawn(write(stdin, lines));
        tasks.spawn(read(output, state.clone()));
        Ok(Arc::new(Self {
            hello,
            process,
            first: descendants(process)?,
            next: AtomicU64::new(1),
            input: Mutex::new(Some(input)),
            state,
            child: tokio::sync::Mutex::new(child),
            _tasks: tasks,
        }))
    }

    /// The version of Hostline that it uses.
    pub fn version(&self) -> &str {
        self.hello["hostline"].as_str().unwrap_or_default()
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.state.ended.load(Ordering::Acquire)
    }

    /// Whether it still takes commands. One that does not is of no use to the next run.
    pub async fn is_well(&self) -> bool {
        let hold = Hold::default();
        let nothing = self.command(cancel(0), &hold, |_| ());
        matches!(timeout(ANSWERING, nothing).await, Ok(Ok(_)))
    }

    /// How many lines it has written to its standard error.
    pub fn complaints(&self) -> usize {
        lock(&self.state.complaints).count
    }

    /// Adds what it has written to its standard error since there were so many lines.
    pub fn explain(&self, since: usize, why: &str) -> String {
        self.state.explain(since, why)
    }

    /// Sends a command and waits for its reply. Cancelling the hold tells the agent, whose reply
    /// is still awaited.
    pub(super) async fn command(
        &self,
        command: Map<String, Value>,
        hold: &Hold,
        mut on_progress: impl FnMut(Value),
    ) -> Answer {
        let (reply, mut answer) = oneshot::channel();
        let (progress, mut reports) = mpsc::unbounded_channel();
        let id = self.send(command, Some(Waiting { reply, progress }));
        let answer = loop {
            tokio::select! {
                biased;
                Some(report) = reports.recv() => on_progress(report),
                answer = &mut answer => break answer,
                () = hold.cancelled() => self.tell(cancel(id)),
            }
        };
        while let Ok(report) = reports.try_recv() {
            on_progress(report);
        }
        answer.unwrap_or_else(|_| Err(fault(&self.explain(0, "the agent has ended"))))
    }

    /// [`Self::command`] for a command without progress, in a future of its own.
    pub(super) async fn command_of(
        self: Arc<Self>,
        command: Map<String, Value>,
        hold: &Hold,
    ) -> Answer {
        self.command(command, hold, |_| ()).await
    }

    /// Sends a command whose reply does not matter.
    pub(super) fn tell(&self, command: Map<String, Value>) {
        self.send(command, None);
    }

    fn send(&self, mut command: Map<String, Value>, waiting: Option<Waiting>) -> u64 {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        command.insert("id".into(), id.into());
        if let Some(waiting) = waiting {
            lock(&self.state.waiting).insert(id, waiting);
        }
        let line = format!("{}\n", Value::Object(command));
        let sent = lock(&self.input).as_ref().is_some_and(|input| input.send(line).is_ok());
        if !sent || self.has_ended() {
            lock(&self.state.waiting).remove(&id);
        }
        id
    }

    /// Keeps what a connection hears.
    pub(super) fn listen(&self, connection: &str, notes: Arc<Notes>) {
        lock(&self.state.connections).insert(connection.to_owned(), notes);
    }

    /// Keeps it no longer.
    pub(super) fn unlisten(&self, connection: &str) {
        lock(&self.state.connections).remove(connection);
    }

    /// The processes that it has started since it said who it is, and that are not buried.
    pub(in crate::runner) fn started(&self) -> Result<Vec<Process>, String> {
        Ok(descendants(self.process)?.difference(&self.first).cloned().collect())
    }

    /// Ends its input and waits for its end, which must be a good one.
    ///
    /// # Errors
    /// It does not end in time, or not with 0.
    pub async fn end(&self) -> Result<(), String> {
        lock(&self.input).take();
        let mut child = self.child.lock().await;
        match timeout(ENDING, child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(Ok(status)) => Err(self.explain(0, &format!("the agent has ended with {status}"))),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => {
                let why = self.explain(0, "the agent does not end with its input");
                self.end_by_force();
                Err(why)
            }
        }
    }

    /// Ends it, since it takes no commands any more, and says so to whoever waits for it.
    pub fn give_up(&self) {
        self.state.complain("(the judge) it took no command in time, and was ended".to_owned());
        self.end_by_force();
    }

    /// Ends it, whatever it is doing.
    pub fn end_by_force(&self) {
        self.state.ended.store(true, Ordering::Release);
        end_by_force(self.process);
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        if !self.has_ended() {
            self.end_by_force();
        }
    }
}

impl State {
    fn complain(&self, line: String) {
        let mut complaints = lock(&self.complaints);
        complaints.count += 1;
        complaints.lines.push_back(line);
        if complaints.lines.len() > KEPT_LINES {
            complaints.lines.pop_front();
        }
    }

    fn explain(&self, since: usize, why: &str) -> String {
        let complaints = lock(&self.complaints);
        let new = complaints.count.saturating_sub(since).min(complaints.lines.len());
        let lines: Vec<&str> = complaints
            .lines
            .iter()
            .skip(complaints.lines.len() - new)
            .map(String::as_str)
            .collect();
        if lines.is_empty() {
            return why.to_owned();
        }
        format!("{why}; its standard error:\n    {}", lines.join("\n    "))
    }

    /// Takes one line of the agent's output.
    fn take(&self, line: &str) -> Result<(), serde_json::Error> {
        let mut said: Value = serde_json::from_str(line)?;
        let name = said["connection"].as_str().unwrap_or_default();
        let notes = lock(&self.connections).get(name).cloned();
        if let Some(id) = said["of"].as_u64() {
            if let Some(waiting) = lock(&self.waiting).get(&id) {
                let _ = waiting.progress.send(said["progress"].take());
            }
        } else if let Some(id) = said["id"].as_u64() {
            if let Some(waiting) = lock(&self.waiting).remove(&id) {
                let answer = match said.get_mut("error") {
                    Some(error) => Err(error.take()),
                    None => Ok(said["ok"].take()),
                };
                let _ = waiting.reply.send(answer);
            }
        } else if let Some(notes) = notes {
            match (said.get("event").cloned(), said.get("asked").cloned()) {
                (Some(event), _) => notes.event(event),
                (_, Some(question)) => notes.question(question),
                _ => {}
            }
        }
        Ok(())
    }
}

fn cancel(id: u64) -> Map<String, Value> {
    Map::from_iter([("do".to_owned(), json!("cancel")), ("of".to_owned(), json!(id))])
}

async fn write(mut input: ChildStdin, mut lines: mpsc::UnboundedReceiver<String>) {
    while let Some(line) = lines.recv().await {
        if input.write_all(line.as_bytes()).await.is_err() || input.flush().await.is_err() {
            return;
        }
    }
}

async fn read(mut output: BufReader<impl AsyncRead + Unpin>, state: Arc<State>) {
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line).await.is_ok_and(|length| length > 0) {
        let text = String::from_utf8_lossy(&line);
        if let Err(error) = state.take(&text) {
            let start: String = text.chars().take(200).collect();
            state.complain(format!("(the judge) a line is no JSON ({error}): {start}"));
            break;
        }
        line.clear();
    }
    state.ended.store(true, Ordering::Release);
    // Their senders are dropped, which those who wait take for the end.
    lock(&state.waiting).clear();
}

async fn keep_complaints(stderr: impl AsyncRead + Unpin, state: Arc<State>) {
    let mut lines = BufReader::new(stderr).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        state.complain(line);
    }
}

/// Ends the group of an agent, since some are started by a program of another kind.
fn end_by_force(process: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}
