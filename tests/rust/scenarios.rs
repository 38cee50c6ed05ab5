//! The scenario files, played through the Rust client in this process.
//!
//! The format is described in `tests/scenarios/README.md`; `SCENARIO=part-of-a-title` plays a few.

use std::{io::Write as _, path::Path, sync::Arc};

use hostline_tests::{
    runner::{ClientSubject, Coverage, DEADLINE, Job, Played, Stage, play, play_all},
    scenario::Scenario,
};

#[test]
fn every_scenario_holds_in_every_version_and_transport() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let scenarios = Scenario::read_all(&folder).expect("the scenario files can be read");
    let wanted = std::env::var("SCENARIO").unwrap_or_default();
    let jobs: Vec<Job> = scenarios
        .iter()
        .filter(|scenario| scenario.title().contains(&wanted))
        .flat_map(|scenario| scenario.runs().into_iter().map(|run| (scenario.clone(), run)))
        .collect();
    let table = Coverage::of(jobs.iter().map(|(scenario, run)| (scenario, *run)));
    let played = play_in_this_process(jobs);

    let failures: Vec<String> = played.iter().filter_map(Played::failure).collect();
    let repeated: Vec<String> = played.iter().filter_map(Played::second_try).collect();
    let mut report = format!("\n{table}\n");
    for line in repeated.iter().chain(&failures) {
        report.extend([line, "\n"]);
    }
    let last = format!(
        "{} runs passed, {} of them at the second try, {} failed\n",
        played.len() - failures.len(),
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

fn play_in_this_process(jobs: Vec<Job>) -> Vec<Played> {
    let stage = Arc::new(Stage {
        peer: env!("CARGO_BIN_EXE_scripted-peer").into(),
        scratch: env!("CARGO_TARGET_TMPDIR").into(),
        deadline: DEADLINE,
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime can be had");
    let mut played =
        runtime.block_on(play_all(jobs, move |scenario, run| {
            let stage = stage.clone();
            async move {
                play(&stage, &scenario, run, |notes| Arc::new(ClientSubject::new(notes))).await
            }
        }));
    played.sort_by(|one, other| one.job.0.path.cmp(&other.job.0.path));
    played
}
