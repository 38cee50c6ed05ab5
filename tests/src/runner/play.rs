//! One run of one scenario: start the peer, take the steps, look at what has come of it.

use std::{path::Path, process::Stdio, sync::Arc, time::Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

use super::{
    Hold, Notes, Said, Stage, Subject,
    log::PeerLog,
    steps::{Player, places},
};
use crate::{
    matching::{matches, mismatch},
    scenario::{Run, Scenario},
};

/// Plays a scenario once, with a subject that writes into the notes it is given.
///
/// # Errors
/// What is wrong, for a person; also when it is not done by the deadline.
pub async fn play(
    stage: &Stage,
    scenario: &Scenario,
    run: Run,
    subject: impl FnOnce(Arc<Notes>) -> Arc<dyn Subject>,
) -> Result<Said, String> {
    let deadline = Instant::now() + stage.deadline;
    let value = scenario.resolve(run);
    let scene = by(deadline, "the peer", Scene::set(stage, &scenario.path, run)).await?;
    let notes = Arc::new(Notes::default());
    let settings = settings(&value["client"], &scene.target);
    let player = Arc::new(Player::new(subject(notes.clone()), notes, settings, scene.log.clone()));
    act(&player, &scene, &value, run, deadline).await.map_err(|why| scene.explain(&why))?;
    if value["expect"]["varies"] != true {
        player.remember_questions("asked");
    }
    Ok(player.take_said())
}

async fn act(
    player: &Arc<Player>,
    scene: &Scene,
    value: &Value,
    run: Run,
    deadline: Instant,
) -> Result<(), String> {
    if value["steps"][0]["op"] != "connect" {
        let step = json!({"op": "connect"});
        by(deadline, "connect", player.clone().take("connect".into(), step)).await?;
    }
    for (place, step) in places(&value["steps"]) {
        let name = step_name(&place, &step);
        by(deadline, &name, player.clone().take(place, step)).await?;
    }
    let end = async {
        player.end(&value["expect"]).await?;
        judge(std::slice::from_ref(player), scene, &value["expect"], run).await
    };
    by(deadline, "at the end", end).await
}

/// What a step is called in reports.
pub(super) fn step_name(place: &str, step: &Value) -> String {
    format!("step {place} ({})", step["op"].as_str().unwrap_or_default())
}

/// Does a part of a run, which must be done by the run's deadline. What is wrong names the part.
pub(super) async fn by<T>(
    deadline: Instant,
    part: &str,
    doing: impl Future<Output = Result<T, String>>,
) -> Result<T, String> {
    match tokio::time::timeout_at(deadline.into(), doing).await {
        Ok(outcome) => outcome.map_err(|why| format!("{part}: {why}")),
        Err(_) => Err(format!("{part}: not done by the deadline of the run")),
    }
}

/// The options of a connection to a peer.
pub(super) fn settings(client: &Value, target: &str) -> Value {
    let mut settings =
        json!({"target": target, "clientName": "scenario-runner", "clientVersion": "1.0.0"});
    for (name, value) in client.as_object().into_iter().flatten() {
        settings[name] = value.clone();
    }
    settings
}

/// What must be true when all is done and closed.
pub(super) async fn judge(
    players: &[Arc<Player>],
    scene: &Scene,
    expect: &Value,
    run: Run,
) -> Result<(), String> {
    for item in expect["peerSaw"].as_array().into_iter().flatten() {
        scene.log.check(item).await?;
    }
    for player in players {
        if let Some(patterns) = expect["events"].as_array() {
            player.notes.wait_for_events(patterns).await?;
        }
        let events = player.notes.events();
        for pattern in expect["noEvent"].as_array().into_iter().flatten() {
            if let Some(found) = events.iter().find(|event| matches(pattern, event)) {
                return Err(format!("the event {found} should not have come"));
            }
        }
        if let Some(inputs) = expect.get("inputs")
            && let Some(why) = mismatch(inputs, &Value::Array(player.notes.asked()))
        {
            return Err(format!("inputs{why}"));
        }
    }
    if let Some(first) = scene.log.violations().first() {
        return Err(format!("the peer complains: {first}"));
    }
    if run.transport == "stdio" {
        scene.peers_end().await?;
    }
    Ok(())
}

/// The peer of one run.
pub(super) struct Scene {
    pub(super) log: PeerLog,
    /// What a client connects to.
    pub(super) target: String,
    /// The peer, where it is not the client that starts it.
    _serving: Option<tokio::process::Child>,
}

impl Scene {
    /// Prepares the peer of a scenario file, and starts it where it is a server of its own.
    pub(super) async fn set(stage: &Stage, file: &Path, run: Run) -> Result<Self, String> {
        let log = PeerLog::new(&stage.scratch)?;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut words: Vec<String> = vec![run.transport.into(), "--scenario".into(), text(file)];
        words.extend(["--version".into(), run.version.into(), "--log".into(), text(log.path())]);
        if run.transport == "stdio" {
            words.insert(0, text(&stage.peer));
            let target = shell_words::join(words);
            return Ok(Self { log, target, _serving: None });
        }
        let (port, serving) = serve(&stage.peer, &words).await?;
        let path = if run.transport == "sse" { "sse" } else { "mcp" };
        let target = format!("http://127.0.0.1:{port}/{path}");
        Ok(Self { log, target, _serving: Some(serving) })
    }

    /// Adds what the peer has found, which often is the cause.
    pub(super) fn explain(&self, why: &str) -> String {
        match self.log.violations().as_slice() {
            [] => why.to_owned(),
            found => format!("{why}; the peer complains: {}", found.join("; ")),
        }
    }

    /// Waits until every process of the peer has ended.
    pub(super) async fn peers_end(&self) -> Result<(), String> {
        match self.log.survivors().await.as_slice() {
            [] => Ok(()),
            survivors => Err(format!("the processes {survivors:?} were left behind")),
        }
    }
}

/// Starts the peer as an HTTP server. It ends when the child is dropped, since its input ends.
async fn serve(peer: &Path, words: &[String]) -> Result<(u16, tokio::process::Child), String> {
    let mut child = tokio::process::Command::new(peer)
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

impl Player {
    /// Closes the connection, and looks at what can only be seen before.
    pub(super) async fn end(&self, expect: &Value) -> Result<(), String> {
        let Some(subject) = self.connected() else { return Ok(()) };
        let probe = json!({"op": subject.probe()});
        if expect["closed"] == true && subject.operate(&probe, &Hold::default()).await.is_ok() {
            return Err("the connection should have ended".into());
        }
        if let Some(pattern) = expect.get("diagnostics") {
            let found = subject.diagnostics().unwrap_or_default();
            if let Some(why) = mismatch(pattern, &found) {
                return Err(format!("diagnostics{why}"));
            }
        }
        match subject.close().await {
            Err(error) if expect["closed"] != true => Err(format!("closing: {error}")),
            _ => Ok(()),
        }
    }
}
