//! One run of one scenario: start the peer, take the steps, look at what has come of it.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use hostline::transport::Command;
use hostline_tests::{
    matching::{matches, mismatch},
    scenario::{Run, Scenario},
};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

use super::{
    client::with_waits,
    log::PeerLog,
    steps::{Aim, Player, lock},
};

const PEER: &str = env!("CARGO_BIN_EXE_scripted-peer");

/// Plays a scenario once and says what is wrong.
pub(super) async fn play(scenario: &Scenario, run: Run) -> Result<(), String> {
    let log = Scratch::new()?;
    let value = scenario.resolve(run);
    let mut words: Vec<String> = vec![run.transport.into(), "--scenario".into()];
    words.push(scenario.path.to_string_lossy().into_owned());
    words.extend(["--version".into(), run.version.into(), "--log".into()]);
    words.push(log.0.to_string_lossy().into_owned());

    let peer_log = PeerLog(log.0.clone());
    let (aim, _serving) = if run.transport == "stdio" {
        let command =
            Command::new(PEER).args(words).limits(super::client::limits(&value["client"]));
        (Aim::Command(with_waits(command, &value["client"])), None)
    } else {
        let (port, serving) = serve(&words).await?;
        let path = if run.transport == "sse" { "sse" } else { "mcp" };
        (Aim::Address(format!("http://127.0.0.1:{port}/{path}")), Some(serving))
    };
    let player = Arc::new(Player::new(aim, value["client"].clone(), peer_log.clone()));
    let steps = value["steps"].as_array().cloned().unwrap_or_default();
    if steps.first().is_none_or(|first| first["op"] != "connect") {
        player
            .clone()
            .take(json!({"op": "connect"}))
            .await
            .map_err(|why| format!("connect: {why}"))?;
    }
    for (place, step) in steps.into_iter().enumerate() {
        let op = step["op"].as_str().unwrap_or_default().to_owned();
        let taken = player.clone().take(step).await;
        taken.map_err(|why| explain(&format!("step {place} ({op}): {why}"), &peer_log))?;
    }
    let outcome = judge(&player, &peer_log, &value["expect"], run).await;
    outcome.map_err(|why| explain(&why, &peer_log))
}

/// Adds what the peer has found, which often is the cause.
fn explain(why: &str, log: &PeerLog) -> String {
    match log.violations().as_slice() {
        [] => why.to_owned(),
        found => format!("{why}; the peer complains: {}", found.join("; ")),
    }
}

async fn judge(
    player: &Arc<Player>,
    log: &PeerLog,
    expect: &Value,
    run: Run,
) -> Result<(), String> {
    if let Some(client) = player.client() {
        if expect["closed"] == true && client.ping().await.is_ok() {
            return Err("the connection should have ended".into());
        }
        if let Some(pattern) = expect.get("diagnostics") {
            let found = player.diagnostics();
            if let Some(why) = mismatch(pattern, &found) {
                return Err(format!("diagnostics{why}"));
            }
        }
        let closed = client.close().await;
        if expect["closed"] != true {
            closed.map_err(|error| format!("closing: {error}"))?;
        }
    }
    for item in expect["peerSaw"].as_array().into_iter().flatten() {
        log.check(item).await?;
    }
    if let Some(patterns) = expect["events"].as_array() {
        player.wait_for_events(patterns).await?;
    }
    let events = lock(&player.events).clone();
    for pattern in expect["noEvent"].as_array().into_iter().flatten() {
        if let Some(found) = events.iter().find(|event| matches(pattern, event)) {
            return Err(format!("the event {found} should not have come"));
        }
    }
    if let Some(inputs) = expect.get("inputs") {
        let asked = Value::Array(lock(&player.asked).clone());
        if let Some(why) = mismatch(inputs, &asked) {
            return Err(format!("inputs{why}"));
        }
    }
    if let Some(first) = log.violations().first() {
        return Err(format!("the peer complains: {first}"));
    }
    if run.transport == "stdio" {
        let survivors = log.survivors().await;
        if !survivors.is_empty() {
            return Err(format!("the processes {survivors:?} were left behind"));
        }
    }
    Ok(())
}

/// Starts the peer as an HTTP server. It ends when the child is dropped, since its input ends.
async fn serve(words: &[String]) -> Result<(u16, tokio::process::Child), String> {
    let mut child = tokio::process::Command::new(PEER)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| format!("the peer cannot be started: {error}"))?;
    let output = child.stdout.take().ok_or("the peer has no output")?;
    let mut line = String::new();
    let read = BufReader::new(output).read_line(&mut line).await;
    read.map_err(|error| format!("the peer does not speak: {error}"))?;
    let port = line.trim().strip_prefix("listening ").and_then(|port| port.parse().ok());
    Ok((port.ok_or_else(|| format!("the peer says {line:?}"))?, child))
}

/// The place of one log, removed when the run is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let name =
            format!("peer-{}-{}.log", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        Ok(Self(folder.join(name)))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
