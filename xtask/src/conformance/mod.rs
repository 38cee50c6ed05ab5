//! `cargo xtask conformance client|server|gateway`: the official conformance suite against our
//! client, our server, and our server behind a gateway.
//!
//! The suite runs several times: for each version before 2025-11-25 with what it offers for it, with
//! the requirements of 2025-11-25, with those of 2026-07-28, and with everything that it has. Only
//! what it writes into `checks.json` is believed.

mod excepted;
mod packages;
mod sides;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

use excepted::Excepted;
use packages::Plan;
pub(crate) use packages::{Language, prepare_node, prepare_python};
use sides::Reached;
pub(crate) use sides::{CLIENT, GATEWAY, SERVER, Side};

use crate::{
    home::Home,
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
/// The command, and the program that adds a token to what the suite sends.
const GATEWAY_PROGRAMS: [&str; 2] = ["hostline", "token-proxy"];
/// The tools by which the server changes its lists.
const CHANGES: [&str; 2] = ["test_trigger_tool_change", "test_trigger_prompt_change"];
/// `-2026-11-29T19-22-07-011Z`, which the suite appends to the name of each result folder.
const TIMESTAMP_LENGTH: usize = 25;

/// Everything that a run needs to know.
struct Suite<'a> {
    workspace: &'a Workspace,
    side: &'a Side,
    node: Node,
    /// The program that is judged, and what its environment needs.
    program: Judged,
    demands: Demands,
    later: Vec<String>,
    results: PathBuf,
}

/// What is judged: a command, and variables that it needs.
pub(crate) struct Judged {
    /// The words of the command, of which the first is the program.
    pub(crate) words: Vec<PathBuf>,
    /// Variables of its environment.
    pub(crate) environment: Vec<(&'static str, PathBuf)>,
}

impl Judged {
    fn program(&self) -> &Path {
        &self.words[0]
    }

    /// The command as shells write it.
    fn line(&self) -> String {
        shell_words::join(self.words.iter().map(|word| word.to_string_lossy()))
    }
}

/// Which scenarios are played.
#[derive(Clone, Copy)]
pub(crate) enum Chosen<'a> {
    /// All that the suite has.
    All,
    /// One.
    Only(&'a str),
    /// Through a package: those that its tests name.
    Named,
}

/// Installs the suite.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    Node::install(workspace, FOLDER).map(drop)
}

/// Runs the suite against one side, and says what passed. With a language, the client is one that is
/// written in it.
pub(crate) fn run(
    workspace: &Workspace,
    side: &'static Side,
    language: Option<Language>,
    chosen: Chosen<'_>,
) -> Result<ExitCode> {
    let node = Node::install(workspace, FOLDER)?;
    let read =
        |name: &str| fs::read_to_string(workspace.root.join(FOLDER).join(name)).context(name);
    let demands = read_demands(&read(side.minimum)?).context(side.minimum)?;
    let plan = match language {
        Some(_) => Plan::read(&read("packages.toml")?, &demands)?,
        None => Plan::default(),
    };
    let name = language.map_or(side.name.to_owned(), |it| format!("{}-{}", side.name, it.name()));
    let suite = Suite {
        workspace,
        side,
        node,
        program: match language {
            Some(language) => language.client(workspace)?,
            None => program(workspace, side)?,
        },
        demands,
        later: [read_later(&read("later.txt")?), plan.later].concat(),
        results: workspace.target.join("conformance").join(&name),
    };
    let excepted = match side.excepted {
        Some(name) => Excepted::read(&read(name)?).context(name)?,
        None => Excepted::default(),
    };

    let mut count = Count::default();
    let mut add = |run: &'static str, verdicts: BTreeMap<String, Verdict>| {
        for (scenario, verdict) in verdicts {
            count.add(run, scenario, verdict, &suite, &excepted);
        }
    };
    match chosen {
        Chosen::Named => {
            for scenario in &plan.named {
                let (run, verdict) = suite.newest(scenario)?;
                add(run, BTreeMap::from([(scenario.clone(), verdict)]));
            }
        }
        Chosen::All | Chosen::Only(_) => {
            let only = if let Chosen::Only(scenario) = chosen { Some(scenario) } else { None };
            for &(run, flags) in side.runs {
                add(run, suite.run(run, flags, only)?);
            }
        }
    }
    for (scenario, why) in &plan.not_played {
        println!("not played: {scenario} ({why})");
    }
    count.print_later();
    count.judge_excepted(&excepted);
    let passed = count.passed.values().filter(|passed| **passed).count();
    let failed = count.passed.len() - passed;
    println!("\n{}: {passed} passed, {failed} failed", name.replace('-', ""));
    let all_well = failed == 0 && passed > 0;
    Ok(if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds the program of a side.
fn program(workspace: &Workspace, side: &Side) -> Result<Judged> {
    let mut programs = vec![side.program];
    if matches!(side.reached, Reached::ThroughGateway) {
        programs.extend(GATEWAY_PROGRAMS);
    }
    workspace.build_programs(&programs)?;
    let program = workspace.program(side.program);
    if !program.is_file() {
        return Err(format!("there is no program {}", side.program).into());
    }
    Ok(Judged { words: vec![program], environment: Vec::new() })
}

/// What has come of the runs so far.
#[derive(Default)]
struct Count {
    /// By scenario that counts, whether it has passed in all runs.
    passed: BTreeMap<String, bool>,
    later: Vec<(&'static str, String, Verdict)>,
    excepted: Vec<(&'static str, String, Verdict)>,
}

impl Count {
    /// Counts what has come of a scenario in a run, and says so.
    fn add(
        &mut self,
        run: &'static str,
        scenario: String,
        verdict: Verdict,
        suite: &Suite<'_>,
        excepted: &Excepted,
    ) {
        if suite.is_later(&scenario) {
            self.later.push((run, scenario, verdict));
        } else if excepted.reason(&scenario).is_some() {
            self.excepted.push((run, scenario, verdict));
        } else {
            let word = if verdict.passed() { "ok" } else { "FAILED" };
            print_line(word, run, &scenario, &verdict);
            print_complaints(&verdict);
            *self.passed.entry(scenario).or_insert(true) &= verdict.passed();
        }
    }

    fn print_later(&self) {
        if !self.later.is_empty() {
            println!("\nnot counted:");
        }
        for (run, scenario, verdict) in &self.later {
            print_line(if verdict.passed() { "ok" } else { "not yet" }, run, scenario, verdict);
        }
    }

    /// What is excepted and passes everywhere has failed, so that nothing stays excepted for longer
    /// than it must.
    fn judge_excepted(&mut self, excepted: &Excepted) {
        let mut passed: BTreeMap<&str, bool> = BTreeMap::new();
        if !self.excepted.is_empty() {
            println!("\nexcepted:");
        }
        for (run, scenario, verdict) in &self.excepted {
            print_line(if verdict.passed() { "ok" } else { "but" }, run, scenario, verdict);
            print_complaints(verdict);
            *passed.entry(scenario).or_insert(true) &= verdict.passed();
        }
        for (scenario, passed) in passed {
            println!("        {scenario}: {}", excepted.reason(scenario).unwrap_or_default());
            if passed {
                println!("FAILED  {scenario} passes in all runs, and needs no exception any more");
                self.passed.insert(scenario.to_owned(), false);
            }
        }
    }
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

    /// One scenario by itself, in the newest version that has it.
    fn newest(&self, scenario: &str) -> Result<(&'static str, Verdict)> {
        let demand = self.demands.get(scenario).ok_or(format!("{scenario} has no minimum"))?;
        let offers = |run: &&str| demand.least.contains_key(*run);
        let mut runs = self.side.runs.iter().map(|(run, _)| *run).filter(offers);
        let run = runs.rfind(|run| *run != "all").ok_or(format!("{scenario} is of no version"))?;
        Ok((run, self.alone(run, scenario, &self.results.join(run))?))
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
        command.arg(self.side.role);
        // They end with this run.
        let _running = self.present(&mut command, results)?;
        command.args(["--timeout", SCENARIO_MILLISECONDS]);
        command.args(flags).arg("--output-dir").arg(results).arg("--expected-failures");
        command.arg(self.workspace.root.join(FOLDER).join("expected-failures.yml"));
        command.stdout(log.try_clone().context("suite.log")?).stderr(log);
        Group::start(&mut command)?.wait(RUN, || ())?;
        Ok(())
    }

    /// Tells the suite how to reach what it judges, and starts what it does not.
    fn present(&self, suite: &mut Command, results: &Path) -> Result<Vec<Group>> {
        let (running, port) = match self.side.reached {
            Reached::ByCommand => {
                suite.arg("--command").arg(self.program.line());
                suite.envs(self.program.environment.iter().map(|(name, value)| (name, value)));
                return Ok(Vec::new());
            }
            Reached::ByAddress => {
                let port = free_port()?;
                let mut command = Command::new(self.program.program());
                let mut server = Group::start(command.arg(port.to_string()).stdout(Stdio::null()))?;
                wait_for(port, &mut server)?;
                (vec![server], port)
            }
            Reached::ThroughGateway => self.behind_gateway(results)?,
        };
        suite.arg("--url").arg(format!("http://127.0.0.1:{port}/mcp"));
        Ok(running)
    }

    /// Starts a gateway in front of the server, and before it what adds the token. A person has
    /// seen before what the server adds to its lists.
    fn behind_gateway(&self, results: &Path) -> Result<(Vec<Group>, u16)> {
        let hostline = self.workspace.program("hostline");
        let program = self.program.program().to_string_lossy();
        let home = Home::new(&hostline, results.join("home"), &[&program, "--stdio"])?;
        let log = fs::File::create(results.join("gateway.log")).context("gateway.log")?;
        let (gateway, to) = home.serve_http(&log)?;
        home.approve_what_comes_with(&CHANGES)?;

        let port = free_port()?;
        let mut command = Command::new(self.workspace.program("token-proxy"));
        command.args([port.to_string(), to.to_string()]).env("TOKEN", home.token("suite")?);
        let mut proxy = Group::start(command.stderr(log))?;
        wait_for(port, &mut proxy)?;
        Ok((vec![proxy, gateway], port))
    }

    fn verdict(&self, run: &str, scenario: &str, folder: &Path) -> Verdict {
        let Ok(checks) = fs::read_to_string(folder.join("checks.json")) else {
            return Verdict::failed("the suite wrote no checks.json");
        };
        let demand = self.demands.get(scenario);
        let skipped = demand.map_or(&[][..], |demand| &demand.skipped);
        let least = demand.and_then(|demand| demand.least.get(run));
        let mut verdict = judge(&checks, least.copied().unwrap_or(1), skipped);
        if least.is_none() && !self.is_later(scenario) {
            verdict
                .complaints
                .push(format!("{} has no number for the run {run}", self.side.minimum));
        }
        verdict
    }

    /// Whether a scenario is about what does not exist yet.
    fn is_later(&self, scenario: &str) -> bool {
        self.later.iter().any(|later| packages::stands_for(later, scenario))
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
