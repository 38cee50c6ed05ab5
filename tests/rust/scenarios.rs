//! The scenario files, played through the public interface.
//!
//! The format is described in `tests/scenarios/README.md`; `SCENARIO=part-of-a-path` plays a few.

mod client;
mod coverage;
mod log;
mod operations;
mod play;
mod steps;

use std::{io::Write as _, path::Path, sync::Arc, time::Duration};

use hostline_tests::scenario::{Run, Scenario};
use tokio::{sync::Semaphore, task::JoinSet};

/// How many runs are under way at once.
const AT_ONCE: usize = 8;

/// How long one run may take.
const DEADLINE: Duration = Duration::from_secs(20);

#[test]
fn every_scenario_holds_in_every_version_and_transport() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let scenarios = Scenario::read_all(&folder).expect("the scenario files can be read");
    let wanted = std::env::var("SCENARIO").unwrap_or_default();
    let jobs: Vec<(Scenario, Run)> = scenarios
        .iter()
        .filter(|scenario| scenario.path.to_string_lossy().contains(&wanted))
        .flat_map(|scenario| scenario.runs().into_iter().map(|run| (scenario.clone(), run)))
        .collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime can be had");
    let missed = runtime.block_on(play_all(jobs.clone()));
    let repeated: Vec<String> =
        missed.iter().map(|(scenario, run, why)| describe(scenario, *run, why)).collect();
    let failures = runtime.block_on(play_again(missed));

    let table = coverage::Coverage::of(jobs.iter().map(|(scenario, run)| (scenario, *run)));
    let mut report = format!("\n{table}\n");
    if failures.is_empty() {
        for once in &repeated {
            report.push_str(&format!("passed at the second try: {once}\n"));
        }
    }
    for failure in &failures {
        report.push_str(failure);
        report.push('\n');
    }
    let passed = jobs.len() - failures.len();
    let last = format!(
        "{passed} runs passed, {} of all at the second try, {} failed\n",
        repeated.len(),
        failures.len()
    );
    report.push_str(&last);
    // Written past the capture of the test harness: the table is what this test shows.
    std::io::stdout().write_all(report.as_bytes()).expect("the report can be written");
    assert!(failures.is_empty(), "{} runs failed", failures.len());
    if wanted.is_empty() {
        let empty = table.empty_cells();
        assert!(empty.is_empty(), "no scenario shows {}", empty.join(", "));
        let hostile = scenarios.iter().filter(|scenario| scenario.hostile()).count();
        assert!(scenarios.len() >= 90 && hostile >= 30, "too few scenarios");
    }
}

/// A run that missed, and why.
type Missed = (Scenario, Run, String);

/// Plays all, several at once, and gives back those that missed.
async fn play_all(jobs: Vec<(Scenario, Run)>) -> Vec<Missed> {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut playing = JoinSet::new();
    for (scenario, run) in jobs {
        let places = places.clone();
        playing.spawn(async move {
            let _place = places.acquire_owned().await;
            let outcome = play_in_time(&scenario, run).await;
            outcome.err().map(|why| (scenario, run, why))
        });
    }
    playing.join_all().await.into_iter().flatten().collect()
}

/// Plays each once more, alone, and says what is wrong with those that miss again.
async fn play_again(missed: Vec<Missed>) -> Vec<String> {
    let mut failures = Vec::new();
    for (scenario, run, _) in missed {
        if let Err(why) = play_in_time(&scenario, run).await {
            failures.push(format!("FAILED {}", describe(&scenario, run, &why)));
        }
    }
    failures.sort();
    failures
}

fn describe(scenario: &Scenario, run: Run, why: &str) -> String {
    let name = scenario.path.file_name().unwrap_or_default().to_string_lossy();
    let area = scenario.path.parent().and_then(Path::file_name).unwrap_or_default();
    format!("{}/{name} {run}: {why}", area.to_string_lossy())
}

async fn play_in_time(scenario: &Scenario, run: Run) -> Result<(), String> {
    match tokio::time::timeout(DEADLINE, play::play(scenario, run)).await {
        Ok(outcome) => outcome,
        Err(_) => Err(format!("not done within {} s", DEADLINE.as_secs())),
    }
}
