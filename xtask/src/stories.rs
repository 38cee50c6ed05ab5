//! `cargo xtask test stories`: the clients of the official Python SDK's stories against our servers.
//!
//! Each story of the SDK has a client that checks what it gets. It runs as its authors wrote it, out
//! of their own package; only the server is ours (`tests/src/stories`).

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    loopback::{free_port, wait_for, without_proxies},
    process::{Group, output},
    setup::{python, python_source},
    workspace::{Context, Result, Workspace},
};

const FOLDER: &str = "tests/stories";
const PACKAGE: &str = "mcp-2.3.0";
/// How long one story may take over all its legs. The script gives each leg half a minute.
const STORY: Duration = Duration::from_mins(4);
/// What is repeated of a client's complaint.
const SHOWN_LINES: usize = 14;

/// In which eras a client can be told to open.
const BOTH: &[&str] = &["legacy", "2026-07-28"];
const LEGACY: &[&str] = &["legacy"];
const MODERN: &[&str] = &["2026-07-28"];
/// The client opens several times, and says itself in which era.
const ITS_OWN: &[&str] = &["auto"];

/// A story that is played.
struct Story {
    name: &'static str,
    modes: &'static [&'static str],
    ways: Ways,
    /// Where the server is, over HTTP.
    path: &'static str,
}

/// How a story's server is reached.
#[derive(PartialEq)]
enum Ways {
    StdioAndHttp,
    Http,
}

/// A story over stdio and HTTP.
const fn story(name: &'static str, modes: &'static [&'static str]) -> Story {
    Story { name, modes, ways: Ways::StdioAndHttp, path: "/mcp" }
}

/// A story that is about HTTP, or whose clients must reach one and the same server.
const fn over_http(name: &'static str, modes: &'static [&'static str]) -> Story {
    Story { name, modes, ways: Ways::Http, path: "/mcp" }
}

/// The stories that are played, in the order of their authors.
const PLAYED: [Story; 27] = [
    story("tools", BOTH),
    story("prompts", BOTH),
    story("resources", BOTH),
    story("lifespan", BOTH),
    story("dual_era", ITS_OWN),
    story("streaming", BOTH),
    story("mrtr", MODERN),
    story("legacy_elicitation", BOTH),
    story("refund_desk", BOTH),
    story("sampling", BOTH),
    story("stickynotes", BOTH),
    story("apps", BOTH),
    story("subscriptions", MODERN),
    story("schema_validators", BOTH),
    story("middleware", BOTH),
    over_http("parallel_calls", BOTH),
    story("roots", BOTH),
    story("pagination", BOTH),
    story("error_handling", BOTH),
    story("serve_one", BOTH),
    over_http("stateless_legacy", ITS_OWN),
    over_http("legacy_routing", ITS_OWN),
    Story { path: "/api/", ..over_http("starlette_mount", BOTH) },
    over_http("sse_polling", LEGACY),
    story("standalone_get", LEGACY),
    story("reconnect", ITS_OWN),
    over_http("bearer_auth", BOTH),
];

/// The stories that are not played. Why, is in `tests/stories/README.md`.
const LEFT_OUT: [&str; 6] = [
    "custom_methods",
    "extensions",
    "identity_assertion",
    "json_response",
    "oauth",
    "oauth_client_credentials",
];

/// What the stories are played with.
struct Stage {
    python: PathBuf,
    script: PathBuf,
    /// Where the package `stories` lies.
    folder: PathBuf,
    server: PathBuf,
    /// What servers have said.
    logs: PathBuf,
}

/// What one leg said.
#[derive(Deserialize)]
struct Said {
    leg: String,
    fault: Option<String>,
}

/// Installs the SDK, and its sources with the stories.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    let python = python(workspace, &format!("{FOLDER}/requirements.txt"))?;
    python_source(workspace, &python, &format!("{FOLDER}/source.txt")).map(drop)
}

/// Plays all stories, or one, and says what passed.
pub(crate) fn run(workspace: &Workspace, only: Option<&str>) -> Result<ExitCode> {
    let stage = Stage::set(workspace)?;
    let (mut passed, mut failed) = (0, 0);
    for complaint in differences(&stage.folder)? {
        failed += 1;
        println!("FAILED   {complaint}");
    }
    for story in PLAYED.iter().filter(|story| only.is_none_or(|name| name == story.name)) {
        let said = stage.play(story).unwrap_or_else(|error| {
            vec![Said { leg: "all legs".to_owned(), fault: Some(error.to_string()) }]
        });
        for said in &said {
            let word = if said.fault.is_none() { "ok" } else { "FAILED" };
            println!("{word:<8} {:<20} {}", story.name, said.leg);
            said.fault.iter().for_each(|fault| print_end(fault));
        }
        let good = said.iter().filter(|said| said.fault.is_none()).count();
        passed += good;
        failed += said.len() - good;
    }
    println!("\nstories: {passed} passed, {failed} failed");
    Ok(if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The end of a complaint is where it says what is wrong.
fn print_end(fault: &str) {
    let lines: Vec<&str> = fault.trim_end().lines().collect();
    for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
        println!("    {}", line.chars().take(300).collect::<String>());
    }
}

impl Stage {
    fn set(workspace: &Workspace) -> Result<Self> {
        let python = python(workspace, &format!("{FOLDER}/requirements.txt"))?;
        let source = python_source(workspace, &python, &format!("{FOLDER}/source.txt"))?;
        workspace.build_programs(&["story-server"])?;
        let logs = workspace.target.join("stories");
        fs::create_dir_all(&logs).context(logs.display())?;
        Ok(Self {
            python,
            script: workspace.root.join(FOLDER).join("run.py"),
            folder: source.join(PACKAGE).join("examples"),
            server: workspace.program("story-server"),
            logs,
        })
    }

    /// Plays all legs of a story. One server serves all of its legs over HTTP.
    fn play(&self, story: &Story) -> Result<Vec<Said>> {
        let (port, _server) = self.listen(story)?;
        let url = format!("http://127.0.0.1:{port}{}", story.path);
        let command = json!([self.server, story.name]);
        let leg = |way: &str, mode: &str, key: &str, target: &Value| json!({"name": format!("{way} {mode}"), "mode": mode, key: target});
        let mut legs = Vec::new();
        if story.ways == Ways::StdioAndHttp {
            legs.extend(story.modes.iter().map(|mode| leg("stdio", mode, "command", &command)));
        }
        legs.extend(story.modes.iter().map(|mode| leg("http", mode, "url", &json!(url))));

        let job = json!({"folder": self.folder, "story": story.name, "legs": legs});
        let mut command = without_proxies(&self.python);
        let said = output(command.arg(&self.script).arg(job.to_string()), STORY)?;
        let said: Vec<Said> = said
            .lines()
            .map(|line| serde_json::from_str(line).context("what a leg said"))
            .collect::<Result<_>>()?;
        if said.len() == legs.len() { Ok(said) } else { Err("not all legs were played".into()) }
    }

    /// Starts the server of a story over HTTP.
    fn listen(&self, story: &Story) -> Result<(u16, Group)> {
        let port = free_port()?;
        let log = self.logs.join(format!("{}.log", story.name));
        let file = fs::File::create(&log).context(log.display())?;
        let mut command = Command::new(&self.server);
        command.args([story.name, "--http", &port.to_string(), "--path", story.path]);
        command.stdout(file.try_clone().context(log.display())?).stderr(file);
        let mut server = Group::start(&mut command)?;
        wait_for(port, &mut server).context(log.display())?;
        Ok((port, server))
    }
}

/// How the stories of the package differ from those that are known here.
fn differences(folder: &Path) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Manifest {
        story: toml::Table,
    }
    let path = folder.join("stories/manifest.toml");
    let text = fs::read_to_string(&path).context(path.display())?;
    let manifest: Manifest = toml::from_str(&text).context(path.display())?;
    let theirs: BTreeSet<&str> = manifest.story.keys().map(String::as_str).collect();
    let ours: BTreeSet<&str> = PLAYED.iter().map(|story| story.name).chain(LEFT_OUT).collect();
    let new = theirs.difference(&ours).map(|name| format!("{name}: a story that nobody plays"));
    let gone = ours.difference(&theirs).map(|name| format!("{name}: there is no such story"));
    Ok(new.chain(gone).collect())
}
