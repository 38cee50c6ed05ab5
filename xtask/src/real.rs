//! `cargo xtask test real`: nine servers of other authors, over each transport that they have.
//!
//! For each, the command line must list the same tools and give the same result of one call as
//! `tests/real/raw.py`, which shares no code with Hostline.

use std::{
    fs,
    process::ExitCode,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    loopback::{free_port, wait_for, without_proxies},
    process::{Group, output},
    same,
    servers::{Environment, Server, Way},
    workspace::{Context, Result, Workspace},
};

pub(crate) use crate::servers::prepare;

/// How long one command may take.
const ANSWER: Duration = Duration::from_mins(1);

/// One row of the table.
struct Row {
    tools: usize,
    tools_differ: Option<String>,
    results_differ: Option<String>,
}

impl Row {
    fn is_good(&self) -> bool {
        self.tools > 0 && self.tools_differ.is_none() && self.results_differ.is_none()
    }
}

pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    workspace.build()?;
    let environment = Environment::new(workspace)?;
    let bench = Bench { workspace, environment: &environment };

    println!(
        "{:<18} {:<9} {:<7} {:>5}  {:<15} {:<6} {:<6} {:>6}",
        "server", "transport", "era", "tools", "call", "tools", "result", "time"
    );
    let (mut passed, mut failed) = (0, 0);
    for server in environment.servers() {
        for way in &server.ways {
            let transport = if let Way::Http { name, .. } = way { name } else { "stdio" };
            let started = Instant::now();
            let outcome = bench.compare(&server, way);
            let seconds = started.elapsed().as_secs_f32();
            let word =
                |difference: &Option<String>| if difference.is_some() { "DIFFER" } else { "same" };
            let (tools, words) = match &outcome {
                Ok(row) => (row.tools, [word(&row.tools_differ), word(&row.results_differ)]),
                Err(_) => (0, ["FAILED", "FAILED"]),
            };
            println!(
                "{:<18} {transport:<9} {:<7} {tools:>5}  {:<15} {:<6} {:<6} {seconds:>5.1}s",
                server.name, server.era, server.tool, words[0], words[1]
            );
            match &outcome {
                Ok(row) if row.is_good() => passed += 1,
                Ok(row) => {
                    failed += 1;
                    row.tools_differ
                        .iter()
                        .chain(&row.results_differ)
                        .for_each(|line| print_note(line));
                }
                Err(error) => {
                    failed += 1;
                    print_note(&error.to_string());
                }
            }
        }
    }
    println!("\nreal: {passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_note(note: &str) {
    for line in note.lines() {
        println!("    {}", line.chars().take(400).collect::<String>());
    }
}

struct Bench<'a> {
    workspace: &'a Workspace,
    environment: &'a Environment,
}

impl Bench<'_> {
    fn compare(&self, server: &Server, way: &Way) -> Result<Row> {
        let Way::Http { name, path, start } = way else {
            let target = shell_words::join(&server.command);
            return self.ask_both(server, &target, &("command", json!(server.command)));
        };
        let port = free_port()?;
        let words = start(server, port);
        let log = self.workspace.target.join(format!(
            "real/{}-{}.log",
            server.name,
            name.replace('+', "-")
        ));
        let file = fs::File::create(&log).context(log.display())?;
        let mut command = without_proxies(&words[0]);
        command.args(&words[1..]).stdout(file.try_clone().context(log.display())?).stderr(file);
        let mut group = Group::start(&mut command)?;
        wait_for(port, &mut group).context(log.display())?;
        let address = format!("http://127.0.0.1:{port}{path}");
        self.ask_both(server, &address, &("url", json!(address)))
    }

    /// Asks by the command line and by the raw script.
    fn ask_both(&self, server: &Server, target: &str, way: &(&str, Value)) -> Result<Row> {
        let raw = || self.environment.ask(server, way.clone());
        let theirs = raw()?;

        let ours = self.hostline(&["tools", target, "--json"])?;
        let tools = ours.as_array().ok_or("hostline tools --json printed no array")?;
        let their_tools = theirs["tools"].as_array().ok_or("the raw script got no tools")?;
        let arguments = server.arguments.to_string();
        let result =
            self.hostline(&["call", target, server.tool, "--args", &arguments, "--json"])?;
        let mut results_differ = same::results(&result, &theirs["result"]);
        if results_differ.is_some() && server.reads_clock {
            // Midnight may have passed between the two calls, but not twice.
            results_differ = same::results(&result, &raw()?["result"]);
        }
        Ok(Row {
            tools: their_tools.len(),
            tools_differ: same::tools(tools, their_tools, server.conditional),
            results_differ,
        })
    }

    fn hostline(&self, arguments: &[&str]) -> Result<Value> {
        let mut command = without_proxies(self.workspace.program("hostline"));
        let said = output(command.args(arguments), ANSWER)
            .context(format!("hostline {}", arguments[0]))?;
        serde_json::from_str(&said).context(format!("hostline {} printed no JSON", arguments[0]))
    }
}
