//! `cargo xtask test host`: servers of other authors, and one that wants a sign-in, in one
//! configuration.
//!
//! Everything is done by the command line, at the desktop of somebody who has nothing else. What the
//! servers list and give is compared with what each says when it is asked directly.

mod kills;
mod processes;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use serde_json::{Value, json};

use self::kills::Owner;
use crate::{
    process::{Said, said},
    same,
    servers::{self, Environment, Server},
    sign_in::{self, Desktop, Site, expect},
    tally::Tally,
    workspace::{Context, Result, Workspace},
};

/// How long one command may take.
const COMMAND: Duration = Duration::from_mins(2);
/// How long an access token lives, in seconds.
const LIFETIME: u32 = 3600;
/// The servers of other authors: what each is called in the configuration, and which it is.
const MEMBERS: [(&str, &str); 4] = [
    ("everything", "server-everything"),
    ("files", "server-filesystem"),
    ("git", "mcp-server-git"),
    ("time", "mcp-server-time"),
];
/// The server that wants a sign-in, with one of its tools.
const PROTECTED: (&str, &str) = ("protected", "add");
/// A tool that takes as long as it is told to, of a server that is left alone while others end.
const SLOW: (&str, &str) = ("everything", "trigger-long-running-operation");
/// What the command line is called in the record.
const CLIENT: &str = "hostline-cli";
/// What is denied in this story, since nobody is there to agree: a server of files wants to know which
/// folders there are, and one that wants a sign-in is used before there is one.
const DENIED: [&str; 2] = ["roots/list", "sign-in"];
/// Those of a tool's members that nobody is shown, and that are not handed on.
const NOT_HANDED_ON: [&str; 2] = ["_meta", "execution"];

/// Installs the servers, and what a sign-in needs.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    sign_in::prepare(workspace)?;
    servers::prepare(workspace)
}

/// Goes through the story, step by step.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let mut stage = Stage::set(workspace)?;
    let mut tally = Tally::default();
    for (name, step) in STEPS {
        tally.take(name, || step(&mut stage));
    }
    Ok(tally.finish("host"))
}

/// A step, by what it shows. Each builds on those before it.
type Step = (&'static str, fn(&mut Stage) -> Result<()>);

const STEPS: [Step; 10] = [
    ("five servers are added to one configuration", Stage::add),
    ("somebody signs in to one of them, by its name", Stage::sign_in),
    ("all tools are listed, as each server lists its own", Stage::list),
    ("one tool of each is called, and gives what it gives directly", Stage::call_each),
    ("what the commands have started has ended with them", Stage::leaves_nothing),
    ("servers that are kept tell how they stand, and run once each", Stage::stand),
    ("a server of Node.js that is killed is back, and holds up nobody", |it| it.kill("files")),
    ("a server of Python that is killed is back, and holds up nobody", |it| it.kill("git")),
    ("the record has every call, and is as it was written", Stage::record),
    ("nothing is left behind", Stage::leaves_nothing),
];

/// What the story is played with.
struct Stage {
    hostline: PathBuf,
    environment: Environment,
    members: Vec<(&'static str, Server)>,
    site: Site,
    desktop: Desktop,
    home: PathBuf,
    /// The processes of the desktop itself.
    desktop_processes: BTreeSet<u32>,
    /// How often each tool of each server was called, and gave a result.
    called: BTreeMap<(String, String), usize>,
}

impl Stage {
    fn set(workspace: &Workspace) -> Result<Self> {
        prepare(workspace)?;
        workspace.build_programs(&["hostline"])?;
        let environment = Environment::new(workspace)?;
        let mut known = environment.servers();
        let mut members = Vec::new();
        for (name, package) in MEMBERS {
            let place = known.iter().position(|server| server.name == package);
            members.push((name, known.swap_remove(place.ok_or("there is no such server")?)));
        }
        let site = Site::start(workspace, "host", LIFETIME)?;
        // The path of a socket is short.
        let home = std::env::temp_dir().join(format!("hostline-host-{}", std::process::id()));
        Ok(Self {
            hostline: workspace.program("hostline"),
            environment,
            members,
            site,
            desktop: Desktop::new(home.clone())?,
            home,
            desktop_processes: BTreeSet::new(),
            called: BTreeMap::new(),
        })
    }

    /// Adds all servers, and writes the rules by which their tools are called: nobody is asked here.
    fn add(&mut self) -> Result<()> {
        for (name, server) in &self.members {
            let words: Vec<&str> = server.command.iter().map(String::as_str).collect();
            self.output(&[&["add", name, "--yes", "--"], &words[..]].concat())?;
        }
        self.output(&["add", PROTECTED.0, &self.site.url, "--yes"])?;

        let path = self.desktop.file(".config/hostline/hostline.toml");
        let mut text = fs::read_to_string(&path).context(path.display())?;
        let tools = self.members.iter().map(|(name, server)| (*name, server.tool));
        for (number, (server, tool)) in tools.chain([PROTECTED, SLOW]).enumerate() {
            write!(
                text,
                "\n\n[[policy]]\nname = \"rule {number}\"\neffect = \"allow\"\n\
                 server = \"{server}\"\ntool = \"{tool}\""
            )?;
        }
        fs::write(&path, text).context(path.display())?;

        let listed = self.json(&["list"])?;
        let listed: Vec<&str> = each(&listed).filter_map(|it| it["name"].as_str()).collect();
        same_as(&listed, &names(), "the servers")
    }

    fn sign_in(&mut self) -> Result<()> {
        let said = self.hostline(&["tools", PROTECTED.0])?;
        expect(said.stderr.contains("hostline login"), "what to do without a sign-in", &said)?;
        let mut login = self.command(&["login", PROTECTED.0]);
        let said = self.site.sign_in(&self.desktop, &mut login)?;
        expect(said.code == Some(0), "the exit code", &said)?;
        // The keychain has been started by now, and stays as long as the desktop.
        self.desktop_processes = processes::that_know(&self.home);
        Ok(())
    }

    fn list(&mut self) -> Result<()> {
        let said = self.hostline(&["tools", "--json"])?;
        expect(said.code == Some(0) && said.stderr.is_empty(), "all tools", &said)?;
        let all: Value = serde_json::from_str(&said.stdout).context("all tools")?;
        let mut count = 0;
        for (name, server) in &self.members {
            let directly = self.environment.ask(server, ("command", json!(server.command)))?;
            let tools = each(&directly["tools"]).map(handed_on).collect::<Vec<_>>();
            count += compare(name, &all, &tools, server.conditional)?;
        }
        let directly = self.json(&["tools", &self.site.url])?;
        let tools = each(&directly).map(handed_on).collect::<Vec<_>>();
        count += compare(PROTECTED.0, &all, &tools, &[])?;
        same_as(&[each(&all).count()], &[count], "the number of all tools")
    }

    fn call_each(&mut self) -> Result<()> {
        for place in 0..self.members.len() {
            let name = self.members[place].0;
            let result = self.call(name)?;
            let server = &self.members[place].1;
            let directly = || self.environment.ask(server, ("command", json!(server.command)));
            let mut difference = same::results(&result, &directly()?["result"]);
            if difference.is_some() && server.reads_clock {
                // Midnight may have passed between the two calls, but not twice.
                difference = same::results(&result, &directly()?["result"]);
            }
            if let Some(difference) = difference {
                return Err(format!("{name}: {difference}").into());
            }
        }
        let result = self.call(PROTECTED.0)?;
        let directly = self.json(&["call", &self.site.url, PROTECTED.1, "a=2", "b=3"])?;
        match same::results(&result, &directly) {
            Some(difference) => Err(format!("{}: {difference}", PROTECTED.0).into()),
            None => Ok(()),
        }
    }

    fn leaves_nothing(&mut self) -> Result<()> {
        let left = &processes::that_know(&self.home) - &self.desktop_processes;
        let mut left: Vec<String> = left.into_iter().map(processes::describe).collect();
        for folder in ["tmp", "run/hostline"] {
            let entries = fs::read_dir(self.desktop.file(folder)).into_iter().flatten().flatten();
            left.extend(entries.map(|entry| entry.path().display().to_string()));
        }
        if left.is_empty() { Ok(()) } else { Err(left.join("\n").into()) }
    }

    fn stand(&mut self) -> Result<()> {
        let owner = self.own()?;
        let tools = self.json(&["tools"])?;
        let status = self.json(&["status"])?;
        let told: Vec<&str> = each(&status).filter_map(|it| it["server"].as_str()).collect();
        same_as(&told, &names(), "the servers")?;
        for server in each(&status) {
            let count = each(&tools).filter(|tool| tool["server"] == server["server"]).count();
            let is_well = server["activity"] == "ready"
                && server["tools"] == count
                && server["failures"] == 0
                && server["version"].is_string();
            if !is_well {
                return Err(format!("with {count} tools: {server}").into());
            }
        }
        for (name, server) in &self.members {
            owner.server(&server.command).context(name)?;
        }
        owner.end()
    }

    fn record(&mut self) -> Result<()> {
        let said = self.hostline(&["audit", "show", "--json", "--limit", "1000"])?;
        expect(said.code == Some(0), "the exit code", &said)?;
        let lines = said.stdout.lines().map(serde_json::from_str);
        let lines: Vec<Value> = lines.collect::<std::result::Result<_, _>>()?;
        let report = self.json(&["audit", "verify"])?;
        if !report["fault"].is_null() || report["lines"] != lines.len() {
            return Err(format!("{} lines, and {report}", lines.len()).into());
        }
        let mut found = BTreeMap::new();
        for line in &lines {
            let decided = &line["decided"];
            let action = decided["action"].as_str().unwrap_or_default();
            if decided["verdict"] == "deny" && !DENIED.contains(&action) {
                return Err(format!("denied: {line}").into());
            }
            if action != "tools/call" {
                continue;
            }
            let is_end = |it: &&Value| it["ended"]["refers"] == line["seq"];
            let end = lines.iter().find(is_end).ok_or_else(|| format!("no end: {line}"))?;
            let because = decided["because"].as_str().unwrap_or_default();
            if decided["client"] != CLIENT || !because.contains("rule") {
                return Err(format!("by whom and why: {line}").into());
            }
            if end["ended"]["outcome"] == "ok" {
                let [server, tool] = ["server", "tool"].map(|it| decided[it].as_str());
                let (server, tool) = (server.unwrap_or_default(), tool.unwrap_or_default());
                *found.entry((server.to_owned(), tool.to_owned())).or_default() += 1;
            }
        }
        same_as(&[&found], &[&self.called], "the calls")?;
        for (name, _) in &self.members {
            let is_start = |it: &&Value| {
                it["decided"]["action"] == "server/start" && it["decided"]["server"] == *name
            };
            if lines.iter().filter(is_start).count() == 0 {
                return Err(format!("no start of {name}").into());
            }
        }
        Ok(())
    }

    /// Calls the one tool of a server of the configuration.
    fn call(&mut self, name: &str) -> Result<Value> {
        let (tool, arguments) = match self.members.iter().find(|(member, _)| *member == name) {
            Some((_, server)) => (server.tool, server.arguments.clone()),
            None => (PROTECTED.1, json!({"a": 2, "b": 3})),
        };
        let result = self.json(&["call", name, tool, "--args", &arguments.to_string()])?;
        self.note_call(name, tool);
        Ok(result)
    }

    /// Has the record know of a call that gave a result.
    fn note_call(&mut self, server: &str, tool: &str) {
        *self.called.entry((server.to_owned(), tool.to_owned())).or_default() += 1;
    }

    /// A process that keeps the servers, until it is ended.
    fn own(&self) -> Result<Owner> {
        Owner::start(&mut self.command(&["serve", "--http", "0", "--json"]))
    }

    /// Runs a command that has to work, and gives its output as JSON.
    fn json(&self, arguments: &[&str]) -> Result<Value> {
        let said = self.output(&[arguments, &["--json"]].concat())?;
        serde_json::from_str(&said.stdout).context(arguments.join(" "))
    }

    /// Runs a command that has to work.
    fn output(&self, arguments: &[&str]) -> Result<Said> {
        let said = self.hostline(arguments)?;
        expect(said.code == Some(0), &arguments.join(" "), &said)?;
        Ok(said)
    }

    fn hostline(&self, arguments: &[&str]) -> Result<Said> {
        said(&mut self.command(arguments), COMMAND)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.desktop.command(&[Path::new(&self.hostline)]);
        command.args(arguments);
        command
    }
}

/// What the servers are called, as they are listed.
fn names() -> Vec<&'static str> {
    let mut names = MEMBERS.map(|(name, _)| name).to_vec();
    names.push(PROTECTED.0);
    names.sort_unstable();
    names
}

/// Compares what the catalogue has of a server with what the server lists itself, and counts it.
fn compare(name: &str, all: &Value, tools: &[Value], conditional: &[&str]) -> Result<usize> {
    let listed: Vec<&Value> = each(all).filter(|tool| tool["server"] == name).collect();
    for tool in &listed {
        let own = tool["tool"]["name"].as_str().unwrap_or_default();
        if tool["name"] != format!("{name}__{own}") || tool["standing"] != "offered" {
            return Err(format!("{name}: {tool}").into());
        }
    }
    let ours: Vec<Value> = listed.iter().map(|tool| tool["tool"].clone()).collect();
    match same::tools(&ours, tools, conditional) {
        Some(difference) => Err(format!("{name}: {difference}").into()),
        None => Ok(listed.len()),
    }
}

/// A tool as it is handed on.
fn handed_on(tool: &Value) -> Value {
    let mut members = tool.as_object().cloned().unwrap_or_default();
    members.retain(|name, _| !NOT_HANDED_ON.contains(&name.as_str()));
    Value::Object(members)
}

/// The items of a list; none of what is no list.
fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn same_as<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T], what: &str) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?} in place of {expected:?}").into())
}
