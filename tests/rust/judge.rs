//! The judge: what it makes of agents that are good, wrong, broken, or only different.
#![cfg(unix)]

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
    time::Duration,
};

use hostline_tests::{
    runner::{Agent, AgentSubject, Agents, Stage, play},
    scenario::{Run, Scenario},
};

const SCENARIO: &str = "tools/are-called.json";

/// An agent that gives an empty result to whatever it is told.
const YES: &str = r#"echo '{"agent": "yes", "hostline": "0"}'
while read -r line; do
    id=$(printf %s "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    echo "{\"id\": $id, \"ok\": {}}"
done"#;

#[test]
fn an_agent_that_does_what_it_is_told_passes() {
    let output = judge(&["--agent", &rust_agent("rust"), "--only", SCENARIO]);
    assert_eq!(last_line(&output), "judge: 10 passed, 0 failed");
    assert!(output.status.success());
}

#[test]
fn an_agent_that_only_says_so_fails() {
    let output = judge(&["--agent", &shell("yes", YES), "--only", SCENARIO]);
    assert_eq!(last_line(&output), "judge: 0 passed, 10 failed");
    assert!(!output.status.success());
}

#[test]
fn languages_are_laid_side_by_side_afterwards() {
    let (one, other) = (results_file("one"), results_file("other"));
    let results = judge(&["--agent", &rust_agent("rust"), "--only", SCENARIO, "--json", &one]);
    assert!(results.status.success());
    let text = std::fs::read_to_string(&one).expect("the results were written");

    let same = text.replace(r#""language":"rust""#, r#""language":"other""#);
    std::fs::write(&other, &same).expect("a file can be written");
    let output = judge(&["--combine", &one, &other, "--only", SCENARIO]);
    assert_eq!(last_line(&output), "table: 1 passed, 0 failed");
    assert!(output.status.success());

    std::fs::write(&other, same.replace("make 5", "make five")).expect("a file can be written");
    let output = judge(&["--combine", &one, &other, "--only", SCENARIO]);
    assert_eq!(last_line(&output), "table: 0 passed, 10 failed");
    assert!(!output.status.success());

    std::fs::write(&other, same.replace("2026-07-28 stdio", "another run")).expect("a file");
    let output = judge(&["--combine", &one, &other, "--only", SCENARIO]);
    assert_eq!(last_line(&output), "table: 0 passed, 1 failed");
    assert!(!output.status.success());
}

#[tokio::test]
async fn an_agent_that_does_not_say_who_it_is_is_explained() {
    let words = ["sh", "-c", "echo no module named hostline >&2; exit 1"].map(str::to_owned);
    let why = Agent::start(&words).await.err().expect("it has not started");
    assert!(why.contains("does not say who it is"), "{why}");
}

#[tokio::test]
async fn an_agent_that_breaks_off_fails_the_run_and_is_started_again() {
    let agents = Agents::new(r#"sh -c 'echo "{\"agent\": \"x\"}"; read -r line'"#).expect("words");
    let first = agents.agent().await.expect("it starts");
    let why = play_through(&first, Duration::from_secs(20)).await;
    assert!(why.contains("the agent has ended"), "{why}");
    let second = agents.agent().await.expect("it starts again");
    assert!(!second.has_ended());
}

#[tokio::test]
async fn an_agent_that_hangs_fails_the_run_and_is_ended() {
    let agents = Agents::new(r#"sh -c 'echo "{\"agent\": \"x\"}"; exec sleep 60'"#).expect("words");
    let agent = agents.agent().await.expect("it starts");
    let why = play_through(&agent, Duration::from_millis(300)).await;
    assert!(why.contains("not done by the deadline"), "{why}");
    agents.check(&agent).await;
    assert!(agent.has_ended());
}

/// What is wrong with one run through an agent.
async fn play_through(agent: &std::sync::Arc<Agent>, deadline: Duration) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(SCENARIO);
    let scenario = Scenario::read(&file).expect("the scenario can be read");
    let run = Run::new("2026-07-28", "stdio").expect("a known run");
    let stage = Stage {
        peer: env!("CARGO_BIN_EXE_scripted-peer").into(),
        scratch: env!("CARGO_TARGET_TMPDIR").into(),
        deadline,
    };
    let subject = |notes| std::sync::Arc::new(AgentSubject::new(agent.clone(), notes)) as _;
    play(&stage, &scenario, run, subject).await.expect_err("it misses")
}

fn judge(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_judge")).args(words).output().expect("the judge runs")
}

fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().last().unwrap_or_default().to_owned()
}

fn rust_agent(name: &str) -> String {
    format!("{name}={}", shell_words::quote(env!("CARGO_BIN_EXE_agent")))
}

fn shell(name: &str, script: &str) -> String {
    format!("{name}={}", shell_words::join(["sh", "-c", script]))
}

fn results_file(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("judge-{name}.json"));
    path.to_string_lossy().into_owned()
}
