//! The nine servers of other authors: how each is started, and what is called on it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{
    loopback::without_proxies,
    process,
    setup::{Node, python},
    workspace::{Context, Result, Workspace},
};

const FOLDER: &str = "tests/real";
const GIT: Duration = Duration::from_mins(1);
/// How long the raw script may take.
const RAW: Duration = Duration::from_mins(1);

/// How a server is reached.
pub(crate) enum Way {
    /// By its standard streams.
    Stdio,
    /// By HTTP, at this path, when it is started like this on a port.
    Http { name: &'static str, path: &'static str, start: fn(&Server, u16) -> Vec<String> },
}

/// One server.
pub(crate) struct Server {
    pub(crate) name: &'static str,
    /// The newest era that it speaks, which is the one that the raw script speaks with it.
    pub(crate) era: &'static str,
    /// The command that speaks over stdio.
    pub(crate) command: Vec<String>,
    pub(crate) ways: Vec<Way>,
    /// A call whose result is the same each time.
    pub(crate) tool: &'static str,
    pub(crate) arguments: Value,
    /// Tools that it offers only to clients with some capability.
    pub(crate) conditional: &'static [&'static str],
    /// Whether the result holds today's date: then it may change between two calls.
    pub(crate) reads_clock: bool,
}

/// What the servers run on.
pub(crate) struct Environment {
    node: Node,
    python: PathBuf,
    /// Files that servers are given to work on, made anew for each run.
    fixtures: PathBuf,
    rmcp: PathBuf,
    root: PathBuf,
}

/// Installs what the servers need.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    crate::setup::need(&[("git", "git")])?;
    Node::install(workspace, FOLDER)?;
    python(workspace, "tests/real/requirements.txt").map(drop)
}

/// The command of the reference server, which is installed first.
pub(crate) fn reference(workspace: &Workspace) -> Result<Vec<String>> {
    let node = Node::install(workspace, FOLDER)?;
    let script = node.file("@modelcontextprotocol/server-everything/dist/index.js");
    Ok(vec![text(&node.program), text(&script)])
}

impl Environment {
    pub(crate) fn new(workspace: &Workspace) -> Result<Self> {
        prepare(workspace)?;
        let fixtures = workspace.target.join("real").join(std::process::id().to_string());
        let environment = Self {
            node: Node::install(workspace, FOLDER)?,
            python: python(workspace, "tests/real/requirements.txt")?,
            fixtures,
            rmcp: workspace.program("hostline-real-rmcp"),
            root: workspace.root.join(FOLDER),
        };
        environment.make_fixtures()?;
        Ok(environment)
    }

    fn make_fixtures(&self) -> Result<()> {
        for folder in ["files", "repository", "typescript-v2"] {
            fs::create_dir_all(self.fixtures.join(folder)).context(folder)?;
        }
        let write =
            |name: &str, text: &str| fs::write(self.fixtures.join(name), text).context(name);
        write("files/poem.txt", "Roses are red,\nGrüße an alle,\n日本語 too.\n")?;
        write("repository/readme.txt", "One line.\n")?;
        let entity = json!({"type": "entity", "name": "Ada", "entityType": "person", "observations": ["wrote"]});
        write("memory.jsonl", &format!("{entity}\n"))?;

        let script = self.fixtures.join("typescript-v2/server.mjs");
        fs::copy(self.root.join("typescript-v2/server.mjs"), script).context("server.mjs")?;
        self.node.link_into(&self.fixtures.join("typescript-v2"))?;

        self.git(&["init", "--quiet", "--initial-branch", "main"])?;
        self.git(&["add", "readme.txt"])?;
        self.git(&["commit", "--quiet", "--message", "The first commit"])
    }

    /// Git that knows no configuration of the machine, and whose commits are always the same.
    fn git(&self, arguments: &[&str]) -> Result<()> {
        let mut command = Command::new("git");
        command.current_dir(self.fixtures.join("repository")).args(arguments);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        for person in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{person}_NAME"), "Ada");
            command.env(format!("GIT_{person}_EMAIL"), "ada@example.com");
            command.env(format!("GIT_{person}_DATE"), "2026-01-02T03:04:05+00:00");
        }
        process::output(&mut command, GIT).context("git").map(drop)
    }

    fn javascript(&self, path: &str, arguments: &[&str]) -> Vec<String> {
        let script = self.node.file(path);
        words(&[&text(&self.node.program), &text(&script)], arguments)
    }

    fn fixture(&self, name: &str) -> String {
        text(&self.fixtures.join(name))
    }

    fn script(&self, path: &str) -> Vec<String> {
        words(&[&text(&self.python), &text(&self.root.join(path))], &[])
    }

    /// What a server says when the raw script asks it: its tools, and the result of its call. It is
    /// reached by the member `command` or `url`.
    pub(crate) fn ask(&self, server: &Server, way: (&str, Value)) -> Result<Value> {
        let mut job =
            json!({"era": server.era, "tool": server.tool, "arguments": server.arguments});
        job[way.0] = way.1;
        let mut command = without_proxies(&self.python);
        command.arg(self.root.join("raw.py")).arg(job.to_string());
        let said = process::output(&mut command, RAW).context("the raw script")?;
        serde_json::from_str(&said).context("the raw script")
    }

    /// The nine servers.
    pub(crate) fn servers(&self) -> Vec<Server> {
        let sum = || json!({"a": 2, "b": 3});
        let package = |name: &str| format!("@modelcontextprotocol/{name}/dist/index.js");
        let plain = |name, era, command, tool, arguments| Server {
            name,
            era,
            command,
            ways: vec![Way::Stdio],
            tool,
            arguments,
            conditional: &[],
            reads_clock: false,
        };
        let with_http = |server: Server| Server { ways: vec![Way::Stdio, STREAMABLE], ..server };

        let everything = self.javascript(&package("server-everything"), &[]);
        let files = self.javascript(&package("server-filesystem"), &[&self.fixture("files")]);
        let mut memory =
            words(&["env", &format!("MEMORY_FILE_PATH={}", self.fixture("memory.jsonl"))], &[]);
        memory.extend(self.javascript(&package("server-memory"), &[]));
        let time =
            words(&[&text(&self.python)], &["-m", "mcp_server_time", "--local-timezone", "UTC"]);
        let repository = self.fixture("repository");
        let git = words(&[&text(&self.python)], &["-m", "mcp_server_git", "-r", &repository]);
        let script = self.fixture("typescript-v2/server.mjs");
        let typescript = words(&[&text(&self.node.program), &script], &[]);

        vec![
            Server {
                ways: vec![Way::Stdio, EVERYTHING, EVERYTHING_SSE],
                conditional: &[
                    "get-roots-list",
                    "trigger-elicitation-request",
                    "trigger-elicitation-request-async",
                    "trigger-sampling-request",
                    "trigger-sampling-request-async",
                    "trigger-url-elicitation",
                ],
                ..plain("server-everything", "legacy", everything, "get-sum", sum())
            },
            plain(
                "server-filesystem",
                "legacy",
                files,
                "read_text_file",
                json!({"path": self.fixture("files/poem.txt")}),
            ),
            plain("server-memory", "legacy", memory, "read_graph", json!({})),
            Server {
                reads_clock: true,
                ..plain(
                    "mcp-server-time",
                    "modern",
                    time,
                    "convert_time",
                    json!({"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}),
                )
            },
            plain(
                "mcp-server-git",
                "modern",
                git,
                "git_log",
                json!({"repo_path": repository, "max_count": 2}),
            ),
            with_http(plain(
                "fastmcp",
                "modern",
                self.script("fastmcp/server.py"),
                "rectangle",
                json!({"width": 2, "height": 3}),
            )),
            with_http(plain("typescript-sdk-v2", "modern", typescript, "add", sum())),
            with_http(plain(
                "python-sdk-v2",
                "modern",
                self.script("python-v2/server.py"),
                "add",
                sum(),
            )),
            with_http(plain("rmcp", "modern", words(&[&text(&self.rmcp)], &[]), "add", sum())),
        ]
    }
}

impl Drop for Environment {
    fn drop(&mut self) {
        // Left-over fixtures are only in the way of the disk.
        let _ = fs::remove_dir_all(&self.fixtures);
    }
}

/// Our own small servers, which take their port as an argument.
const STREAMABLE: Way = Way::Http {
    name: "http",
    path: "/mcp",
    start: |server, port| {
        let mut command = server.command.clone();
        command.extend(words(&["--port", &port.to_string()], &[]));
        command
    },
};
/// The reference server, which takes its port from the environment.
const EVERYTHING: Way = Way::Http {
    name: "http",
    path: "/mcp",
    start: |server, port| everything(server, port, "streamableHttp"),
};
/// The same over HTTP+SSE, the transport of 2024-11-05.
const EVERYTHING_SSE: Way = Way::Http {
    name: "http+sse",
    path: "/sse",
    start: |server, port| everything(server, port, "sse"),
};

fn everything(server: &Server, port: u16, transport: &str) -> Vec<String> {
    let mut command = words(&["env", &format!("PORT={port}")], &[]);
    command.extend(server.command.clone());
    command.push(transport.to_owned());
    command
}

fn words(first: &[&str], rest: &[&str]) -> Vec<String> {
    first.iter().chain(rest).map(|word| (*word).to_owned()).collect()
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
