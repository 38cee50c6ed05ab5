//! `cargo xtask test clients`: clients of other authors walk through our server.
//!
//! Each makes the same walk through `hostline demo-server`, over each transport and in each era that
//! it has, and prints what it saw. That must be what `tests/clients/expected.json` says.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Map, Value, json};

use crate::{
    loopback::{free_port, wait_for, without_proxies},
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
    },
    Client {
        name: "typescript-v1",
        program: |stage| stage.script("typescript-v1.mjs"),
        legs: &ONLY_LEGACY,
        without: &[],
    },
    Client {
        name: "python-v2",
        program: |stage| vec![stage.python_v2.clone(), stage.folder.join("python_v2.py")],
        legs: &ALL,
        without: &[],
    },
    Client {
        name: "python-v1",
        program: |stage| vec![stage.python_v1.clone(), stage.folder.join("python_v1.py")],
        legs: &ONLY_LEGACY,
        without: &[],
    },
    Client {
        name: "rmcp",
        program: |stage| vec![stage.rmcp.clone()],
        legs: &BOTH_ERAS,
        without: &[],
    },
    Client {
        name: "inspector",
        program: |stage| stage.script("inspector.mjs"),
        legs: &ALL,
        without: &["progress", "form", "completion", "change", "cancelled"],
    },
];

/// What the walks are made with.
struct Stage {
    node: Node,
    python_v1: PathBuf,
    python_v2: PathBuf,
    rmcp: PathBuf,
    server: PathBuf,
    /// Where the scripts lie, beside their packages, and the logs.
    folder: PathBuf,
    expected: Map<String, Value>,
}

/// Installs the clients.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    Node::install(workspace, FOLDER)?;
    python(workspace, "tests/stories/requirements.txt")?;
    python(workspace, &format!("{FOLDER}/python-v1.txt")).map(drop)
}

/// Lets all clients walk, or one, and says which saw what they should.
pub(crate) fn run(workspace: &Workspace, only: Option<&str>) -> Result<ExitCode> {
    let stage = Stage::set(workspace)?;
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
}

impl Stage {
    fn set(workspace: &Workspace) -> Result<Self> {
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
        let expected = fs::read_to_string(source.join("expected.json")).context("expected.json")?;
        workspace.build_programs(&["hostline", "hostline-clients-rmcp"])?;
        Ok(Self {
            node,
            python_v1: python(workspace, &format!("{FOLDER}/python-v1.txt"))?,
            python_v2: python(workspace, "tests/stories/requirements.txt")?,
            rmcp: workspace.program("hostline-clients-rmcp"),
            server: workspace.program("hostline"),
            folder,
            expected: serde_json::from_str(&expected).context("expected.json")?,
        })
    }

    fn script(&self, name: &str) -> Vec<PathBuf> {
        vec![self.node.program.clone(), self.folder.join(name)]
    }

    /// One walk, which has a server of its own.
    fn walk(&self, client: &Client, (way, era): Leg) -> Result<()> {
        let log = self.folder.join(format!("{}-{}-{era}.log", client.name, way.name()));
        let file = fs::File::create(&log).context(log.display())?;
        let (_server, mut job) = self.serve(way, &file)?;
        job["era"] = json!(era);

        let answer = log.with_extension("json");
        let program = (client.program)(self);
        let mut command = without_proxies(&program[0]);
        command.args(&program[1..]).arg(job.to_string()).env("HOME", self.folder.join("home"));
        command.stdout(fs::File::create(&answer).context(answer.display())?);
        command.stderr(file.try_clone().context(log.display())?);
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
        if client.without.contains(&"cancelled") { Ok(()) } else { wait_for_word(&log) }
    }

    /// Starts the server, where the client does not, and says how the client reaches it.
    fn serve(&self, way: Way, log: &fs::File) -> Result<(Option<Group>, Value)> {
        let path = match way {
            Way::Stdio => return Ok((None, json!({"command": [self.server, "demo-server"]}))),
            Way::Http => "/mcp",
            Way::Sse => "/sse",
        };
        let port = free_port()?;
        let mut command = Command::new(&self.server);
        command.args(["demo-server", "--http", &format!("127.0.0.1:{port}")]);
        command.stdout(log.try_clone()?).stderr(log.try_clone()?);
        let mut server = Group::start(&mut command)?;
        wait_for(port, &mut server)?;
        let url = format!("http://127.0.0.1:{port}{path}");
        Ok((Some(server), json!({"url": url, "transport": way.name()})))
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
