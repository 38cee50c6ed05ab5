//! `cargo xtask test clients` and `clients-gateway`: clients of other authors walk through our
//! server.
//!
//! Each makes the same walk through `hostline demo-server`, over each transport and in each era that
//! it has, and prints what it saw. That must be what `tests/clients/expected.json` says, also where
//! `hostline serve` stands in front of the server, but for what `expected-gateway.json` names.

mod reached;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Map, Value, json};

pub(crate) use self::reached::Front;
use self::reached::{Reached, open};
use crate::{
    loopback::without_proxies,
    process::{Group, last_lines},
    same,
    setup::{Node, python},
    tally::Tally,
    workspace::{Context, Result, Workspace},
};

const FOLDER: &str = "tests/clients";
/// How long one walk may take.
const WALK: Duration = Duration::from_mins(2);
/// How long what the server says of a cancelled call may take to be written.
const WORD: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(50);
/// What the server says when a call was cancelled, so that nobody has to believe the client.
const CANCELLED: &str = "slow: cancelled";
/// How much of a log is shown of a walk that failed.
const SHOWN_LINES: usize = 12;

/// A client.
struct Client {
    name: &'static str,
    program: fn(&Stage) -> Vec<PathBuf>,
    legs: &'static [Leg],
    /// The steps that it cannot take.
    without: &'static [&'static str],
    /// Whether it connects several times at once.
    at_once: bool,
}

/// How one walk reaches the server, and in which era.
type Leg = (Way, &'static str);

#[derive(Clone, Copy)]
enum Way {
    Stdio,
    Http,
    Sse,
}

const BOTH_ERAS: [Leg; 4] =
    [(Way::Stdio, LEGACY), (Way::Stdio, MODERN), (Way::Http, LEGACY), (Way::Http, MODERN)];
const ALL: [Leg; 5] = [BOTH_ERAS[0], BOTH_ERAS[1], BOTH_ERAS[2], BOTH_ERAS[3], (Way::Sse, LEGACY)];
const ONLY_LEGACY: [Leg; 3] = [(Way::Stdio, LEGACY), (Way::Http, LEGACY), (Way::Sse, LEGACY)];
const LEGACY: &str = "legacy";
const MODERN: &str = "modern";

const CLIENTS: [Client; 6] = [
    Client {
        name: "typescript-v2",
        program: |stage| stage.script("typescript-v2.mjs"),
        legs: &ALL,
        without: &[],
        at_once: false,
    },
    Client {
        name: "typescript-v1",
        program: |stage| stage.script("typescript-v1.mjs"),
        legs: &ONLY_LEGACY,
        without: &[],
        at_once: false,
    },
    Client {
        name: "python-v2",
        program: |stage| vec![stage.python_v2.clone(), stage.folder.join("python_v2.py")],
        legs: &ALL,
        without: &[],
        at_once: false,
    },
    Client {
        name: "python-v1",
        program: |stage| vec![stage.python_v1.clone(), stage.folder.join("python_v1.py")],
        legs: &ONLY_LEGACY,
        without: &[],
        at_once: false,
    },
    Client {
        name: "rmcp",
        program: |stage| vec![stage.rmcp.clone()],
        legs: &BOTH_ERAS,
        without: &[],
        at_once: false,
    },
    Client {
        name: "inspector",
        program: |stage| stage.script("inspector.mjs"),
        legs: &ALL,
        without: &["progress", "form", "completion", "change", "cancelled"],
        at_once: true,
    },
];

/// What the walks are made with.
struct Stage {
    node: Node,
    python_v1: PathBuf,
    python_v2: PathBuf,
    rmcp: PathBuf,
    server: PathBuf,
    /// Where the scripts lie, beside their packages.
    folder: PathBuf,
    front: Front,
    /// Where the logs are.
    logs: PathBuf,
    expected: Map<String, Value>,
}

/// Installs the clients.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    Node::install(workspace, FOLDER)?;
    python(workspace, "tests/stories/requirements.txt")?;
    python(workspace, &format!("{FOLDER}/python-v1.txt")).map(drop)
}

/// Lets all clients walk, or one, and says which saw what they should.
pub(crate) fn run(workspace: &Workspace, front: Front, only: Option<&str>) -> Result<ExitCode> {
    let stage = Stage::set(workspace, front)?;
    let mut tally = Tally::default();
    for client in CLIENTS.iter().filter(|client| only.is_none_or(|name| name == client.name)) {
        for leg in client.legs {
            let name = format!("{:<15} {:<6} {}", client.name, leg.0.name(), leg.1);
            tally.take(&name, || stage.walk(client, *leg));
        }
    }
    Ok(tally.finish("clients"))
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Sse => "sse",
        }
    }

    /// The path of the server's address, where it has one.
    fn path(self) -> Option<&'static str> {
        match self {
            Self::Stdio => None,
            Self::Http => Some("/mcp"),
            Self::Sse => Some("/sse"),
        }
    }
}

impl Stage {
    fn set(workspace: &Workspace, front: Front) -> Result<Self> {
        let source = workspace.root.join(FOLDER);
        let node = Node::install(workspace, FOLDER)?;
        let folder = workspace.target.join("clients");
        fs::create_dir_all(folder.join("home")).context(folder.display())?;
        for script in fs::read_dir(&source).context(source.display())?.flatten() {
            let path = script.path();
            if path.extension().is_some_and(|ending| ending == "mjs" || ending == "py") {
                fs::copy(&path, folder.join(script.file_name())).context(path.display())?;
            }
        }
        node.link_into(&folder)?;
        let logs = folder.join(if front == Front::Gateway { "gateway" } else { "itself" });
        fs::create_dir_all(&logs).context(logs.display())?;
        workspace.build_programs(&["hostline", "hostline-clients-rmcp"])?;
        Ok(Self {
            node,
            python_v1: python(workspace, &format!("{FOLDER}/python-v1.txt"))?,
            python_v2: python(workspace, "tests/stories/requirements.txt")?,
            rmcp: workspace.program("hostline-clients-rmcp"),
            server: workspace.program("hostline"),
            folder,
            front,
            logs,
            expected: expected(&source, front)?,
        })
    }

    fn script(&self, name: &str) -> Vec<PathBuf> {
        vec![self.node.program.clone(), self.folder.join(name)]
    }

    /// One walk, which has a server of its own.
    fn walk(&self, client: &Client, (way, era): Leg) -> Result<()> {
        let log = self.logs.join(format!("{}-{}-{era}.log", client.name, way.name()));
        fs::write(&log, "").context(log.display())?;
        let mut reached = Reached::by(self, client, way, self.front, &log)?;
        reached.job["era"] = json!(era);

        let answer = log.with_extension("json");
        let program = (client.program)(self);
        let mut command = without_proxies(&program[0]);
        command.args(&program[1..]).arg(reached.job.to_string());
        command.env("HOME", self.folder.join("home"));
        reached.at_home(&mut command);
        command.stdout(fs::File::create(&answer).context(answer.display())?);
        command.stderr(open(&log)?);
        let status = Group::start(&mut command)?.wait(WALK, || ())?;

        let said = || last_lines(&fs::read_to_string(&log).unwrap_or_default(), SHOWN_LINES);
        match status {
            Some(status) if status.success() => {}
            Some(status) => return Err(format!("{status}\n{}", said()).into()),
            None => return Err(format!("not done in time\n{}", said()).into()),
        }
        let seen = fs::read_to_string(&answer).context(answer.display())?;
        let seen: Value = serde_json::from_str(&seen).context("what the client printed")?;
        if let Some(difference) = same::walks(&seen, &self.expectation(client, era)) {
            return Err(difference.into());
        }
        if client.without.contains(&"cancelled") {
            return Ok(());
        }
        wait_for_word(&reached.heard)
    }

    /// What a client must have seen.
    fn expectation(&self, client: &Client, era: &str) -> Value {
        let mut expected = self.expected.clone();
        expected.retain(|step, _| !client.without.contains(&step.as_str()));
        let version = if era == MODERN { "2026-07-28" } else { "2025-11-25" };
        expected.insert("version".to_owned(), json!(version));
        Value::Object(expected)
    }
}

/// What all clients must have seen.
fn expected(source: &Path, front: Front) -> Result<Map<String, Value>> {
    let read = |name: &str| -> Result<Map<String, Value>> {
        let text = fs::read_to_string(source.join(name)).context(name)?;
        serde_json::from_str(&text).context(name)
    };
    let mut expected = read("expected.json")?;
    if front == Front::Gateway {
        expected.extend(read("expected-gateway.json")?);
    }
    Ok(expected)
}

/// Waits until the server has said that a call was cancelled.
fn wait_for_word(log: &Path) -> Result<()> {
    let end = Instant::now() + WORD;
    while Instant::now() < end {
        if fs::read_to_string(log).context(log.display())?.contains(CANCELLED) {
            return Ok(());
        }
        thread::sleep(LOOK);
    }
    Err("the server did not hear that a call was cancelled".into())
}
