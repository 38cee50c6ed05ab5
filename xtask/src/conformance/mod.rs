//! `cargo xtask conformance client|server`: the official conformance suite against our client and
//! our server.
//!
//! The suite runs several times: for each version before 2025-11-25 with what it offers for it, with
//! the requirements of 2025-11-25, with those of 2026-07-28, and with everything that it has. Only
//! what it writes into `checks.json` is believed.

mod sides;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

use sides::Reached;
pub(crate) use sides::{CLIENT, SERVER, Side};

use crate::{
    judge::{Demands, Verdict, judge, read_demands, read_later},
    loopback::{free_port, wait_for},
    process::Group,
    setup::Node,
    workspace::{Context, Result, Workspace},
};

const FOLDER: &str = "tests/conformance";
/// What the suite gives one scenario.
const SCENARIO_MILLISECONDS: &str = "30000";
const RUN: Duration = Duration::from_mins(4);
/// `-2026-11-29T19-22-07-011Z`, which the suite appends to the name of each result folder.
const TIMESTAMP_LENGTH: usize = 25;

/// Everything that a run needs to know.
struct Suite<'a> {
    workspace: &'a Workspace,
    side: &'a Side,
    node: Node,
    program: PathBuf,
    demands: Demands,
    later: Vec<String>,
    results: PathBuf,
}

/// Installs the suite.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    Node::install(workspace, FOLDER).map(drop)
}

/// Runs the suite against one side, or one scenario of it, and says what passed.
pub(crate) fn run(workspace: &Workspace, side: &Side, only: Option<&str>) -> Result<ExitCode> {
    let node = Node::install(workspace, FOLDER)?;
    workspace.build_programs(&[side.program])?;
    let program = workspace.program(side.program);
    if !program.is_file() {
        return Err(format!("there is no program {}", side.program).into());
    }
    let read =
        |name: &str| fs::read_to_string(workspace.root.join(FOLDER).join(name)).context(name);
    let suite = Suite {
        workspace,
        side,
        node,
        program,
        demands: read_demands(&read(side.minimum)?).context(side.minimum)?,
        later: read_later(&read("later.txt")?),
        results: workspace.target.join("conformance").join(side.name),
    };

    let mut counted: BTreeMap<String, bool> = BTreeMap::new();
    let mut uncounted = Vec::new();
    for (run, flags) in side.runs {
        for (scenario, verdict) in suite.run(run, flags, only)? {
            if suite.later.contains(&scenario) {
                uncounted.push((run, scenario, verdict));
                continue;
            }
            print_line(if verdict.passed() { "ok" } else { "FAILED" }, run, &scenario, &verdict);
            print_complaints(&verdict);
            let passed = counted.entry(scenario).or_insert(true);
            *passed &= verdict.passed();
        }
    }
    if !uncounted.is_empty() {
        println!("\nnot counted (later.txt):");
        for (run, scenario, verdict) in &uncounted {
            print_line(if verdict.passed() { "ok" } else { "not yet" }, run, scenario, verdict);
        }
    }
    let passed = counted.values().filter(|passed| **passed).count();
    let failed = counted.len() - passed;
    println!("\n{}: {passed} passed, {failed} failed", side.name);
    let all_well = failed == 0 && passed > 0;
    Ok(if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_line(word: &str, run: &str, scenario: &str, verdict: &Verdict) {
    println!("{word:<7} {run:<11} {scenario:<42} {} checks", verdict.succeeded);
}

fn print_complaints(verdict: &Verdict) {
    for complaint in &verdict.complaints {
        println!("          {}", complaint.chars().take(300).collect::<String>());
    }
}

impl Suite<'_> {
    /// One run: the verdict on each scenario that it offers or should have offered.
    fn run(
        &self,
        run: &str,
        flags: &[&str],
        only: Option<&str>,
    ) -> Result<BTreeMap<String, Verdict>> {
        let due: BTreeSet<&str> = self
            .demands
            .iter()
            .filter(|(_, demand)| demand.least.contains_key(run))
            .map(|(name, _)| name.as_str())
            .collect();
        let results = self.results.join(run);
        if let Some(scenario) = only {
            // A scenario that does not count may be tried too, where the suite has all of them.
            if !due.contains(scenario) && run != "all" {
                return Ok(BTreeMap::new());
            }
            return Ok(BTreeMap::from([(
                scenario.to_owned(),
                self.alone(run, scenario, &results)?,
            )]));
        }

        self.execute(flags, &results)?;
        let mut verdicts = BTreeMap::new();
        for (scenario, folder) in self.result_folders(&results) {
            let mut verdict = self.verdict(run, &scenario, &folder);
            let sensitive = self.side.sensitive_to_load.contains(&scenario.as_str());
            if sensitive && !verdict.passed() {
                println!(
                    "        {run}: {scenario} once more, alone: {}",
                    verdict.complaints.join("; ")
                );
                verdict = self.alone(run, &scenario, &self.results.join(format!("{run}-alone")))?;
            }
            verdicts.insert(scenario, verdict);
        }
        for scenario in due {
            let missing = || Verdict::failed("the suite left no result");
            verdicts.entry(scenario.to_owned()).or_insert_with(missing);
        }
        Ok(verdicts)
    }

    /// One scenario by itself, at the version of the run.
    fn alone(&self, run: &str, scenario: &str, results: &Path) -> Result<Verdict> {
        let mut flags = vec!["--scenario", scenario];
        if run != "all" {
            flags.extend(["--spec-version", run]);
        }
        self.execute(&flags, results)?;
        let folders = self.result_folders(results);
        let found = folders.iter().find(|(name, _)| name == scenario);
        Ok(match found {
            Some((_, folder)) => self.verdict(run, scenario, folder),
            None => Verdict::failed("the suite left no result"),
        })
    }

    /// Runs the suite once. What it thinks of the result, its exit code says; we do not ask.
    fn execute(&self, flags: &[&str], results: &Path) -> Result<()> {
        if results.exists() {
            fs::remove_dir_all(results).context(results.display())?;
        }
        fs::create_dir_all(results).context(results.display())?;
        let log = fs::File::create(results.join("suite.log")).context("suite.log")?;
        let mut command = Command::new(&self.node.program);
        command.arg(self.node.file("@modelcontextprotocol/conformance/dist/index.js"));
        command.arg(self.side.name);
        // It ends with this run.
        let _server = self.present(&mut command)?;
        command.args(["--timeout", SCENARIO_MILLISECONDS]);
        command.args(flags).arg("--output-dir").arg(results).arg("--expected-failures");
        command.arg(self.workspace.root.join(FOLDER).join("expected-failures.yml"));
        command.stdout(log.try_clone().context("suite.log")?).stderr(log);
        Group::start(&mut command)?.wait(RUN, || ())?;
        Ok(())
    }

    /// Tells the suite how to reach what it judges. A server is started for it.
    fn present(&self, suite: &mut Command) -> Result<Option<Group>> {
        match self.side.reached {
            Reached::ByCommand => {
                suite.arg("--command").arg(&*shell_words::quote(&self.program.to_string_lossy()));
                Ok(None)
            }
            Reached::ByAddress => {
                let port = free_port()?;
                let mut command = Command::new(&self.program);
                let mut server = Group::start(command.arg(port.to_string()).stdout(Stdio::null()))?;
                wait_for(port, &mut server)?;
                suite.arg("--url").arg(format!("http://127.0.0.1:{port}/mcp"));
                Ok(Some(server))
            }
        }
    }

    fn verdict(&self, run: &str, scenario: &str, folder: &Path) -> Verdict {
        let Ok(checks) = fs::read_to_string(folder.join("checks.json")) else {
            return Verdict::failed("the suite wrote no checks.json");
        };
        let demand = self.demands.get(scenario);
        let skipped = demand.map_or(&[][..], |demand| &demand.skipped);
        let least = demand.and_then(|demand| demand.least.get(run));
        let mut verdict = judge(&checks, least.copied().unwrap_or(1), skipped);
        if least.is_none() && !self.later.iter().any(|later| later == scenario) {
            verdict
                .complaints
                .push(format!("{} has no number for the run {run}", self.side.minimum));
        }
        verdict
    }

    /// The scenarios that a run has left results of, and where.
    fn result_folders(&self, results: &Path) -> Vec<(String, PathBuf)> {
        let mut found = Vec::new();
        for (group, parent) in [("", results.to_owned()), ("auth/", results.join("auth"))] {
            let Ok(entries) = fs::read_dir(&parent) else { continue };
            for folder in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
                let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let Some(name) = name.strip_prefix(self.side.prefix) else { continue };
                let Some(length) = name.len().checked_sub(TIMESTAMP_LENGTH) else { continue };
                if name.is_char_boundary(length) && name[length..].starts_with("-20") {
                    found.push((format!("{group}{}", &name[..length]), folder));
                }
            }
        }
        found.sort();
        found
    }
}
