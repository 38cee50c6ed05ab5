//! Edges: what must hold at the edges of every language's API (`tests/edges/README.md`).
//!
//! Each is played alone through an agent, on as many connections as it names.

use std::{
    collections::BTreeMap,
    io,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use serde_json::{Value, json};

use super::{
    Agent, AgentSubject, Notes, Said, Stage, lock,
    log::{LOOK, Scratch},
    play::{Scene, by, judge, settings, step_name},
    processes::{SETTLING, settles},
    steps::{Player, Taken, places},
};
use crate::{
    matching::matches,
    scenario::{Run, Scenario},
};

/// The edges, as they are read.
pub struct Edges(pub Vec<Scenario>);

impl Edges {
    /// Reads the list.
    ///
    /// # Errors
    /// It cannot be read, or an edge has a member that the format does not know.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = std::fs::read_to_string(path)?;
        let list: Vec<Value> = serde_json::from_str(&text).map_err(io::Error::other)?;
        let edges = list.into_iter().map(|mut edge| {
            for (member, usual) in [("features", json!([])), ("cells", json!(["2026-07-28/stdio"]))]
            {
                if edge.get(member).is_none() {
                    edge[member] = usual;
                }
            }
            let text = |member: &str| edge[member].as_str().unwrap_or_default();
            let title = format!("edges/{}: {}", text("area"), text("name"));
            Scenario::of_value(path, title, edge)
        });
        edges.collect::<io::Result<_>>().map(Self)
    }
}

/// Plays an edge once, through an agent that does nothing else.
///
/// # Errors
/// What is wrong, for a person; also when it is not done by the deadline.
pub async fn play_edge(
    stage: &Stage,
    edge: &Scenario,
    run: Run,
    agent: Arc<Agent>,
) -> Result<Said, String> {
    let deadline = Instant::now() + stage.deadline;
    let file = Scratch::new(&stage.scratch, "json")?;
    std::fs::write(&file.0, edge.text()).map_err(|error| error.to_string())?;
    let value = edge.resolve(run);
    let scene = by(deadline, "the peer", Scene::set(stage, &file.0, run)).await?;
    let act = Arc::new(Act {
        settings: settings(&value["client"], &scene.target),
        scene,
        agent,
        players: Mutex::default(),
        said: Mutex::default(),
        cancelled_at: AtomicU64::new(0),
    });
    let outcome = act.clone().play(&value, run, deadline).await;
    outcome.map_err(|why| act.scene.explain(&why))?;
    Ok(std::mem::take(&mut *lock(&act.said)))
}

/// One edge that is being played.
struct Act {
    settings: Value,
    scene: Scene,
    agent: Arc<Agent>,
    players: Mutex<BTreeMap<String, Arc<Player>>>,
    said: Mutex<Said>,
    cancelled_at: AtomicU64,
}

impl Act {
    async fn play(
        self: Arc<Self>,
        value: &Value,
        run: Run,
        deadline: Instant,
    ) -> Result<(), String> {
        for (place, step) in places(&value["steps"]) {
            let name = step_name(&place, &step);
            by(deadline, &name, self.clone().take(place, step)).await?;
        }
        let named = lock(&self.players).clone();
        for (name, player) in &named {
            player.remember_questions(&format!("asked of {name}"));
            lock(&self.said).extend(player.take_said());
        }
        let players: Vec<_> = named.into_values().collect();
        let end = async {
            for player in &players {
                player.end(&value["expect"]).await?;
            }
            judge(&players, &self.scene, &value["expect"], run).await
        };
        by(deadline, "at the end", end).await
    }

    fn take(self: Arc<Self>, place: String, step: Value) -> Taken {
        Box::pin(async move {
            match step["op"].as_str().unwrap_or_default() {
                "repeat" => {
                    for (inner, step) in places(&repeated(&step)) {
                        self.clone().take(format!("{place}.{inner}"), step).await?;
                    }
                    Ok(())
                }
                "settles" => self.settle(&place, &step).await,
                "stopped" => self.stopped(&step).await,
                "peerEnds" => self.scene.peers_end().await,
                "noProcesses" => self.no_processes(&step).await,
                "end" => {
                    lock(&self.players).clear();
                    self.agent.end().await
                }
                _ => self.take_on_connection(place, step).await,
            }
        })
    }

    async fn take_on_connection(&self, place: String, mut step: Value) -> Result<(), String> {
        if step["op"] == "parallel" {
            step["steps"] = repeated(&step);
        }
        let name = step["connection"].as_str().unwrap_or("main").to_owned();
        let player = self.player(&name);
        let taken = player.clone().take(place, step.clone()).await;
        self.cancelled_at.fetch_max(player.cancelled_at(), Ordering::Relaxed);
        lock(&self.said).extend(player.take_said());
        if step["op"] == "drop" {
            lock(&self.players).remove(&name);
        }
        taken
    }

    fn player(&self, name: &str) -> Arc<Player> {
        let new = || {
            let notes = Arc::new(Notes::default());
            let subject = Arc::new(AgentSubject::new(self.agent.clone(), notes.clone()));
            Arc::new(Player::new(subject, notes, self.settings.clone(), self.scene.log.clone()))
        };
        lock(&self.players).entry(name.to_owned()).or_insert_with(new).clone()
    }

    /// Repeats a `testing` step until its result is what is expected.
    async fn settle(&self, place: &str, step: &Value) -> Result<(), String> {
        let mut testing = step.clone();
        testing["op"] = "testing".into();
        let player = self.player(step["connection"].as_str().unwrap_or("main"));
        let deadline = Instant::now() + SETTLING;
        let mut looks = tokio::time::interval(LOOK);
        loop {
            looks.tick().await;
            let outcome = player.perform(&testing).await;
            match player.judge(place, step, outcome) {
                Err(_) if Instant::now() < deadline => {}
                judged => return judged,
            }
        }
    }

    /// Looks when the server was told to stop.
    async fn stopped(&self, step: &Value) -> Result<(), String> {
        self.scene.log.wait(&step["match"], 1).await;
        let records = self.scene.log.records();
        let record = records.iter().find(|record| matches(&step["match"], record));
        let told = record.and_then(|record| record["ms"].as_u64()).unwrap_or(u64::MAX);
        let took = told.saturating_sub(self.cancelled_at.load(Ordering::Relaxed));
        let longest = step["withinMs"].as_u64().unwrap_or(0);
        if took > longest {
            return Err(format!("the server was told after {took} ms, not within {longest} ms"));
        }
        Ok(())
    }

    /// Looks for what the agent has started and not buried.
    async fn no_processes(&self, step: &Value) -> Result<(), String> {
        let allowed: Vec<&str> =
            step["but"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let left = || {
            let mut left = self.agent.started()?;
            left.retain(|process| !allowed.iter().any(|name| process.command.starts_with(name)));
            Ok::<_, String>(left)
        };
        settles(|| left().is_ok_and(|left| left.is_empty())).await;
        match left()?.as_slice() {
            [] => Ok(()),
            left => Err(format!("the agent still has the processes {left:?}")),
        }
    }
}

/// The steps of a step, as often as it says, each time with its number.
fn repeated(step: &Value) -> Value {
    let Some(times) = step["times"].as_u64() else { return step["steps"].clone() };
    let steps = step["steps"].as_array().map_or(&[][..], Vec::as_slice);
    (1..=times).flat_map(|n| steps.iter().map(move |step| number(step, n))).collect()
}

/// The value with the number of the repetition filled in.
fn number(value: &Value, n: u64) -> Value {
    match value {
        Value::String(text) if text == "$n" => n.into(),
        Value::String(text) => text.replace("${n}", &n.to_string()).into(),
        Value::Array(items) => items.iter().map(|item| number(item, n)).collect(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| (key.clone(), number(value, n))).collect()
        }
        other => other.clone(),
    }
}
