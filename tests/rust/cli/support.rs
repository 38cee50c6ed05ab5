//! Starting the command `hostline`, and peers for it to talk to.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

/// How long anything may take.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// The command that is tested: the program, or that of another package, which `HOSTLINE_COMMAND` names
/// and which must do the same.
pub(crate) fn tested() -> PathBuf {
    std::env::var_os("HOSTLINE_COMMAND").map_or_else(program, PathBuf::from)
}

/// The program, which `cargo test --workspace` builds beside the tests.
pub(crate) fn program() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let name = format!("hostline{}", std::env::consts::EXE_SUFFIX);
    let program = tests.parent().and_then(Path::parent).unwrap().join(name);
    assert!(program.is_file(), "{} is missing: test the whole workspace", program.display());
    program
}

/// What the command said and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Said {
    /// The output as JSON.
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The error as JSON: the last line, behind warnings.
    pub(super) fn error(&self) -> Value {
        let line = self.err.lines().last().unwrap_or_default();
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A command that no setting of this machine changes, and that finds nobody's configuration.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(tested());
    command.args(arguments).stdin(Stdio::null()).kill_on_drop(true);
    for name in ["http_proxy", "https_proxy", "all_proxy"] {
        command.env_remove(name).env_remove(name.to_uppercase());
    }
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere");
    command.env("HOSTLINE_CONFIG", nowhere.join("hostline.toml"));
    command.env("HOSTLINE_DATA_DIR", nowhere.join("data")).env_remove("XDG_RUNTIME_DIR");
    command
}

/// Runs the command to its end.
pub(crate) async fn run(arguments: &[&str]) -> Said {
    finish(command(arguments)).await
}

/// Runs a command to its end.
pub(super) async fn finish(mut command: Command) -> Said {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = timeout(PATIENCE, command.output()).await.expect("it must end").unwrap();
    Said {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

/// Runs the command with a text on its standard input.
pub(crate) async fn run_with_input(arguments: &[&str], input: &str) -> Said {
    let mut command = command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).await.unwrap();
    drop(stdin);
    let output = timeout(PATIENCE, child.wait_with_output()).await.expect("it must end").unwrap();
    Said {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

/// Waits for the end of a process.
pub(super) async fn end(child: &mut Child) -> ExitStatus {
    timeout(PATIENCE, child.wait()).await.expect("it must end").unwrap()
}

const PEER: &str = env!("CARGO_BIN_EXE_scripted-peer");

/// The demonstration server as a target.
pub(super) fn demo() -> String {
    format!("{} demo stdio", quoted(Path::new(PEER)))
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// A folder of its own for each test.
pub(super) fn folder() -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A peer that plays a script, and its log.
pub(super) struct Scripted {
    pub(super) target: String,
    log: PathBuf,
}

impl Scripted {
    /// The member `peer` of a scenario, played over stdio.
    pub(super) fn new(version: &str, peer: &Value) -> Self {
        let folder = folder();
        let scenario = json!({
            "name": "A peer for the command line.", "area": "cli", "features": [],
            "versions": "all", "transports": ["stdio", "http"], "peer": peer, "steps": [],
        });
        let (file, log) = (folder.join("scenario.json"), folder.join("log"));
        fs::write(&file, scenario.to_string()).unwrap();
        let target = format!(
            "{} stdio --version {version} --scenario {} --log {}",
            quoted(Path::new(PEER)),
            quoted(&file),
            quoted(&log)
        );
        Self { target, log }
    }

    /// What the peer has seen.
    pub(super) fn records(&self) -> Vec<Value> {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The messages with a method that the peer has seen.
    pub(super) fn messages(&self, method: &str) -> Vec<Value> {
        let records = self.records().into_iter();
        records.filter(|record| record["method"] == method).map(|r| r["message"].clone()).collect()
    }
}

/// The demonstration server over HTTP. It ends when this is dropped.
pub(super) struct Http {
    pub(super) target: String,
    _peer: Child,
}

impl Http {
    pub(super) async fn demo(version: &str) -> Self {
        let mut command = Command::new(PEER);
        command.args(["demo", "http", "--version", version]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut peer = command.spawn().unwrap();
        let mut lines = BufReader::new(peer.stdout.take().unwrap()).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.expect("it must listen").unwrap();
        let port = line.as_deref().and_then(|line| line.strip_prefix("listening ")).unwrap();
        Self { target: format!("http://127.0.0.1:{port}/mcp"), _peer: peer }
    }
}
