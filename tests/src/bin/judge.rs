//! Plays scenarios and edges through agents of several languages, and lays the results side by
//! side: see `tests/agents/README.md`.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use hostline_tests::{
    runner::{
        Agent, AgentSubject, Agents, DEADLINE, EDGE_DEADLINE, Edges, Job, Played, Results, Said,
        Stage, Table, eligible, play, play_all, play_alone, play_edge,
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
    let outcome = Options::read(std::env::args().skip(1)).and_then(|options| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())?;
        runtime.block_on(run(&options))
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
struct Options {
    agents: Vec<(String, String)>,
    combine: Vec<PathBuf>,
    only: String,
    json: Option<PathBuf>,
}

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self> {
        let mut options = Self::default();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--agent" => {
                    let value = value()?;
                    let (name, line) = value.split_once('=').ok_or(USAGE)?;
                    options.agents.push((name.to_owned(), line.to_owned()));
                }
                "--combine" => options.combine.push(value()?.into()),
                "--only" => options.only = value()?,
                "--json" => options.json = Some(value()?.into()),
                // The shell gives several files after one flag.
                file if !file.starts_with('-') && !options.combine.is_empty() => {
                    options.combine.push(file.into());
                }
                _ => return Err(USAGE.to_owned()),
            }
        }
        if options.agents.is_empty() == options.combine.is_empty() {
            return Err(USAGE.to_owned());
        }
        Ok(options)
    }
}

async fn run(options: &Options) -> Result<bool> {
    let jobs = Jobs::read(&options.only)?;
    let mut results = Vec::new();
    for (language, command_line) in &options.agents {
        results.push(play_language(language, command_line, &jobs).await?);
    }
    for file in &options.combine {
        let text = std::fs::read_to_string(file)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        let read: Vec<Results> =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        results.extend(read);
    }
    if let Some(file) = &options.json {
        let text = serde_json::to_string(&results).map_err(|error| error.to_string())?;
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    // Runs are counted where they are played, and rows where they are compared.
    let compares = !options.combine.is_empty();
    Ok(report(&results, &jobs, compares))
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

/// Plays everything in one language: the scenarios several at once, the edges one by one.
async fn play_language(language: &str, command_line: &str, jobs: &Jobs) -> Result<Results> {
    let agents = Arc::new(Agents::new(command_line)?);
    let named = |why| format!("{language}: {why}");
    let hostline = agents.agent().await.map_err(named)?.version().to_owned();
    let mut results = Results { language: language.to_owned(), hostline, ..Results::default() };

    let scenarios =
        Stage { peer: beside("scripted-peer")?, scratch: std::env::temp_dir(), deadline: DEADLINE };
    let edges = Stage { deadline: EDGE_DEADLINE, ..scenarios.clone() };
    let shared = (Arc::new(scenarios), agents.clone());
    let mut played = play_all(jobs.scenarios.clone(), move |scenario, run| {
        let (stage, agents) = shared.clone();
        async move {
            let play = async |agent| play_through(&stage, &scenario, run, agent).await;
            with_agent(&agents, play).await
        }
    })
    .await;
    played.extend(
        play_alone(jobs.edges.clone(), |edge, run| {
            let (edges, agents) = (&edges, &agents);
            async move {
                with_agent(agents, async |agent| play_edge(edges, &edge, run, agent).await).await
            }
        })
        .await,
    );
    for line in played.iter().filter_map(Played::second_try) {
        println!("{language}: {line}");
    }
    results.add(&played);
    if let Err(why) = agents.agent().await.map_err(named)?.end().await {
        println!("{language}: {why}");
    }
    Ok(results)
}

async fn play_through(
    stage: &Stage,
    scenario: &Scenario,
    run: Run,
    agent: Arc<Agent>,
) -> Result<Said> {
    play(stage, scenario, run, |notes| Arc::new(AgentSubject::new(agent, notes))).await
}

/// Plays with the agent that runs. After a miss it must show that it still takes commands, or the
/// next run has another.
async fn with_agent(
    agents: &Agents,
    play: impl AsyncFnOnce(Arc<Agent>) -> Result<Said>,
) -> Result<Said> {
    let agent = agents.agent().await?;
    let complaints = agent.complaints();
    let outcome = play(agent.clone()).await;
    if outcome.is_err() {
        agents.check(&agent).await;
    }
    outcome.map_err(|why| agent.explain(complaints, &why))
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
fn report(results: &[Results], jobs: &Jobs, compares: bool) -> bool {
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
    let (name, passed) = if compares {
        ("table", table.rows().saturating_sub(failed))
    } else {
        ("judge", table.passed())
    };
    println!("{name}: {passed} passed, {failed} failed");
    failed == 0
}
