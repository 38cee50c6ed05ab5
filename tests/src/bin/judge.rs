//! Plays scenarios and edges through agents of several languages, and lays the results side by
//! side: see `tests/agents/README.md`.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use hostline_tests::{
    runner::{
        AgentSubject, Agents, Edges, Job, Played, Results, Said, Stage, Table, eligible, play,
        play_all, play_alone, play_edge,
    },
    scenario::{Run, Scenario},
};

const USAGE: &str = "\
judge --agent NAME=COMMAND_LINE… [--only PART] [--json FILE]
judge --combine FILE… [--only PART]

  --agent NAME=COMMAND_LINE  play all through this agent; may be given several times
  --only PART                only the scenarios and edges with this part in their title
  --json FILE                write the results, to be combined later
  --combine FILE             read results instead of playing; may be given several times";

type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let outcome = Wishes::read(std::env::args().skip(1)).and_then(|wishes| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())?;
        runtime.block_on(run(&wishes))
    });
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("judge: {error}");
            ExitCode::from(2)
        }
    }
}

/// What the command line asks for.
#[derive(Default)]
struct Wishes {
    agents: Vec<(String, String)>,
    combine: Vec<PathBuf>,
    only: String,
    json: Option<PathBuf>,
}

impl Wishes {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self> {
        let mut wishes = Self::default();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--agent" => {
                    let value = value()?;
                    let (name, line) = value.split_once('=').ok_or(USAGE)?;
                    wishes.agents.push((name.to_owned(), line.to_owned()));
                }
                "--combine" => wishes.combine.push(value()?.into()),
                "--only" => wishes.only = value()?,
                "--json" => wishes.json = Some(value()?.into()),
                // The shell gives several files after one flag.
                file if !file.starts_with('-') && !wishes.combine.is_empty() => {
                    wishes.combine.push(file.into());
                }
                _ => return Err(USAGE.to_owned()),
            }
        }
        if wishes.agents.is_empty() == wishes.combine.is_empty() {
            return Err(USAGE.to_owned());
        }
        Ok(wishes)
    }
}

async fn run(wishes: &Wishes) -> Result<bool> {
    let jobs = Jobs::read(&wishes.only)?;
    let mut results = Vec::new();
    for (language, command_line) in &wishes.agents {
        results.push(play_language(language, command_line, &jobs).await?);
    }
    for file in &wishes.combine {
        let text = std::fs::read_to_string(file)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        let read: Vec<Results> =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        results.extend(read);
    }
    if let Some(file) = &wishes.json {
        let text = serde_json::to_string_pretty(&results).map_err(|error| error.to_string())?;
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(report(&results, &jobs))
}

/// What every language must play.
struct Jobs {
    scenarios: Vec<Job>,
    edges: Vec<Job>,
}

impl Jobs {
    fn read(only: &str) -> Result<Self> {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let fault = |error: std::io::Error| error.to_string();
        let scenarios = Scenario::read_all(&tests.join("scenarios")).map_err(fault)?;
        let Edges(edges) = Edges::read(&tests.join("edges/edges.json")).map_err(fault)?;
        let all_runs = |edge: Scenario| {
            edge.runs().into_iter().map(move |run| (edge.clone(), run)).collect::<Vec<_>>()
        };
        let wanted = |job: &Job| job.0.title().contains(only);
        let jobs = Self {
            scenarios: eligible(&scenarios).into_iter().filter(wanted).collect(),
            edges: edges.into_iter().flat_map(all_runs).filter(wanted).collect(),
        };
        if jobs.scenarios.is_empty() && jobs.edges.is_empty() {
            return Err(format!("nothing has {only:?} in its title"));
        }
        Ok(jobs)
    }

    fn all(&self) -> impl Iterator<Item = &Job> {
        self.scenarios.iter().chain(&self.edges)
    }
}

async fn play_language(language: &str, command_line: &str, jobs: &Jobs) -> Result<Results> {
    let agents = Arc::new(Agents::new(command_line)?);
    let stage = Arc::new(Stage { peer: beside("scripted-peer")?, scratch: std::env::temp_dir() });
    let agent = agents.agent().await.map_err(|why| format!("{language}: {why}"))?;
    let mut results = Results {
        language: language.to_owned(),
        hostline: agent.version().to_owned(),
        ..Results::default()
    };
    drop(agent);
    let players = (stage.clone(), agents.clone());
    let scenarios = play_all(jobs.scenarios.clone(), move |scenario, run| {
        let (stage, agents) = players.clone();
        async move { play_scenario(&stage, &agents, &scenario, run).await }
    });
    for played in [
        scenarios.await,
        play_alone(jobs.edges.clone(), |edge, run| {
            let (stage, agents) = (stage.clone(), agents.clone());
            async move { play_one_edge(&stage, &agents, &edge, run).await }
        })
        .await,
    ] {
        for line in played.iter().filter_map(Played::second_try) {
            println!("{language}: {line}");
        }
        results.add(&played);
    }
    let agent = agents.agent().await?;
    agent.end().await.map_err(|why| format!("{language}: {why}"))?;
    Ok(results)
}

async fn play_scenario(
    stage: &Stage,
    agents: &Agents,
    scenario: &Scenario,
    run: Run,
) -> Result<Said> {
    let agent = agents.agent().await?;
    let subject = |notes| Arc::new(AgentSubject::new(agent.clone(), notes)) as Arc<_>;
    let outcome = play(stage, scenario, run, subject).await;
    if outcome.is_err() {
        agents.check(&agent).await;
    }
    outcome
}

async fn play_one_edge(stage: &Stage, agents: &Agents, edge: &Scenario, run: Run) -> Result<Said> {
    let agent = agents.agent().await?;
    let outcome = play_edge(stage, edge, run, agent.clone()).await;
    if outcome.is_err() {
        agents.check(&agent).await;
    }
    outcome.map_err(|why| agent.explain(&why))
}

/// A program that was built with this one.
fn beside(name: &str) -> Result<PathBuf> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let program = here.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(program);
    }
    Err(format!("{} is not there; build it with this program", program.display()))
}

/// Prints what has come of it, and says whether all is well.
fn report(results: &[Results], jobs: &Jobs) -> bool {
    let table = Table::new(results, jobs.all());
    let (failures, holes, differences) = (table.failures(), table.holes(), table.differences());
    for line in failures.iter().chain(&holes).chain(&differences) {
        println!("{line}");
    }
    println!("\n{table}");
    println!(
        "{} scenario runs and {} edges in each of {} languages; {} holes, {} differences",
        jobs.scenarios.len(),
        jobs.edges.len(),
        results.len(),
        holes.len(),
        differences.len(),
    );
    let failed = failures.len() + holes.len() + differences.len();
    println!("judge: {} passed, {failed} failed", table.passed());
    failed == 0
}
