//! Taking the steps of a scenario on one connection, one after the other or at the same time.

use std::{
    collections::HashMap,
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::{sync::oneshot, task::JoinSet};

use super::{Answer, Hold, Notes, Said, Subject, lock, log::PeerLog, said::comparable};
use crate::{clock::now_ms, matching::mismatch};

/// More questions than this are a flood.
const FLOOD: usize = 8;

/// A step that goes on in the background.
struct Background {
    hold: Arc<Hold>,
    outcome: Option<oneshot::Receiver<Answer>>,
}

/// The connection itself, which steps in the background use too.
struct Session {
    subject: Arc<dyn Subject>,
    settings: Value,
    connected: AtomicBool,
}

/// One connection and all that is remembered of it.
pub(super) struct Player {
    pub(super) notes: Arc<Notes>,
    session: Arc<Session>,
    log: PeerLog,
    background: Mutex<HashMap<String, Background>>,
    kept: Mutex<HashMap<String, Value>>,
    said: Mutex<Said>,
    cancelled_at: AtomicU64,
    tasks: Mutex<JoinSet<()>>,
}

pub(super) type Taken = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

impl Player {
    /// A player whose subject writes into `notes` and connects with `settings`.
    pub(super) fn new(
        subject: Arc<dyn Subject>,
        notes: Arc<Notes>,
        settings: Value,
        log: PeerLog,
    ) -> Self {
        let connected = AtomicBool::new(false);
        Self {
            notes,
            session: Arc::new(Session { subject, settings, connected }),
            log,
            background: Mutex::default(),
            kept: Mutex::default(),
            said: Mutex::default(),
            cancelled_at: AtomicU64::new(0),
            tasks: Mutex::default(),
        }
    }

    /// The subject, once it has connected.
    pub(super) fn connected(&self) -> Option<&dyn Subject> {
        let connected = self.session.connected.load(Ordering::Relaxed);
        connected.then_some(&*self.session.subject)
    }

    /// What steps have given since this was last asked.
    pub(super) fn take_said(&self) -> Said {
        std::mem::take(&mut *lock(&self.said))
    }

    /// When a step was last cancelled, in milliseconds since 1970.
    pub(super) fn cancelled_at(&self) -> u64 {
        self.cancelled_at.load(Ordering::Relaxed)
    }

    /// Takes one step and says how it differs from what is expected. Its place is its name among
    /// all steps of the scenario.
    pub(super) fn take(self: Arc<Self>, place: String, step: Value) -> Taken {
        Box::pin(async move {
            let began = Instant::now();
            self.take_any(&place, &step).await?;
            let longest = step["withinMs"].as_u64().map(Duration::from_millis);
            match longest.filter(|longest| began.elapsed() > *longest) {
                Some(longest) => Err(format!("it took {:?}, not {longest:?}", began.elapsed())),
                None => Ok(()),
            }
        })
    }

    async fn take_any(self: &Arc<Self>, place: &str, step: &Value) -> Result<(), String> {
        let patterns = || step["expect"].as_array().cloned().unwrap_or_default();
        match step["op"].as_str().unwrap_or_default() {
            "parallel" => return self.all_at_once(place, step).await,
            "events" => return self.notes.wait_for_events(&patterns()).await,
            "asked" => return self.notes.wait_for_questions(&patterns()).await,
            "peerSaw" => {
                let times = step["count"].as_u64().unwrap_or(1);
                self.log.wait(&step["match"], usize::try_from(times).unwrap_or(1)).await;
                return Ok(());
            }
            "await" => {
                let outcome = self.outcome_of(step)?;
                let outcome = outcome.await.map_err(|_| "it was given up")?;
                return self.judge(place, step, outcome);
            }
            "cancel" => {
                let hold = self.named(step, |background| background.hold.clone())?;
                self.cancel(&hold);
                return Ok(());
            }
            _ => {}
        }
        if step["background"] == true {
            self.begin(step.clone());
            return Ok(());
        }
        if step.get("cancelOn").is_some() {
            return self.perform_until(step).await;
        }
        let outcome = self.perform(step).await;
        self.judge(place, step, outcome)
    }

    /// Does what a step says, and gives what has come of it.
    pub(super) async fn perform(&self, step: &Value) -> Answer {
        self.session.perform(step, &Hold::default()).await
    }

    async fn all_at_once(self: &Arc<Self>, place: &str, step: &Value) -> Result<(), String> {
        let mut taking = JoinSet::new();
        for (inner, step) in places(&step["steps"]) {
            taking.spawn(self.clone().take(format!("{place}.{inner}"), step));
        }
        taking.join_all().await.into_iter().collect()
    }

    fn begin(&self, step: Value) {
        let name = step["as"].as_str().unwrap_or_default().to_owned();
        let (done, outcome) = oneshot::channel();
        let hold = Arc::new(Hold::default());
        let background = Background { hold: hold.clone(), outcome: Some(outcome) };
        lock(&self.background).insert(name, background);
        let session = self.session.clone();
        lock(&self.tasks).spawn(async move {
            let _ = done.send(session.perform(&step, &hold).await);
        });
    }

    fn named<T>(&self, step: &Value, take: impl FnOnce(&mut Background) -> T) -> Result<T, String> {
        let name = step["of"].as_str().unwrap_or_default();
        let mut background = lock(&self.background);
        background.get_mut(name).map(take).ok_or_else(|| format!("no step is called {name:?}"))
    }

    fn outcome_of(&self, step: &Value) -> Result<oneshot::Receiver<Answer>, String> {
        let outcome = self.named(step, |background| background.outcome.take())?;
        outcome.ok_or_else(|| "it is awaited already".to_owned())
    }

    fn cancel(&self, hold: &Hold) {
        self.cancelled_at.store(now_ms(), Ordering::Relaxed);
        hold.cancel();
    }

    /// Does what a step says until its moment comes, when it must end as cancelled.
    async fn perform_until(&self, step: &Value) -> Result<(), String> {
        let hold = Hold::default();
        let moment = async {
            match step["cancelOn"].as_str() {
                Some("start") => {}
                Some("progress") => hold.progressed().await,
                _ => self.log.wait(&step["cancelOn"], 1).await,
            }
            self.cancel(&hold);
            std::future::pending::<Infallible>().await
        };
        let outcome = tokio::select! {
            biased;
            never = moment => match never {},
            outcome = self.session.perform(step, &hold) => outcome,
        };
        match outcome {
            Err(error) if error["code"] == "cancelled" => Ok(()),
            Err(error) => Err(format!("it failed before it was cancelled: {error}")),
            Ok(found) => Err(format!("it ended before it was cancelled: {}", short(&found))),
        }
    }

    /// Compares an outcome with what the step expects.
    pub(super) fn judge(&self, place: &str, step: &Value, outcome: Answer) -> Result<(), String> {
        if step["outcome"] == "any" {
            return Ok(());
        }
        match (outcome, step.get("error")) {
            (Ok(found), None) => {
                self.judge_result(step, &found)?;
                self.remember(place, step, Ok(&found));
                Ok(())
            }
            (Err(error), Some(expected)) => {
                if let Some(why) = mismatch(expected, &error) {
                    return Err(format!("error{why} ({error})"));
                }
                self.remember(place, step, Err(&error));
                Ok(())
            }
            (Ok(found), Some(expected)) => {
                Err(format!("expected the error {expected}, but it gave {}", short(&found)))
            }
            (Err(error), None) => Err(format!("it failed: {error}")),
        }
    }

    fn judge_result(&self, step: &Value, found: &Value) -> Result<(), String> {
        if let Some(why) = step.get("expect").and_then(|expected| mismatch(expected, found)) {
            return Err(format!("result{why}"));
        }
        if let Some(name) = step["like"].as_str() {
            let before = lock(&self.kept).get(name).cloned().unwrap_or_default();
            if before != *found {
                return Err(format!("expected {before} as before, found {found}"));
            }
        }
        if let Some(name) = step["keep"].as_str() {
            lock(&self.kept).insert(name.to_owned(), found.clone());
        }
        Ok(())
    }

    /// Keeps what a step gave, for comparing it with another language. How a call that was
    /// cancelled says so is each language's own, and sometimes chance decides between two errors.
    fn remember(&self, place: &str, step: &Value, outcome: Result<&Value, &Value>) {
        let cancelled = outcome.is_err_and(|error| error["code"] == "cancelled");
        if step["varies"] == true || cancelled && step["op"] != "testing" {
            return;
        }
        let target = self.session.settings["target"].as_str().unwrap_or_default();
        lock(&self.said).insert(place.to_owned(), comparable(outcome, target));
    }

    /// Keeps what the input handler was asked, for comparing it too. In which order it was asked
    /// several things at once is chance, and of a flood, how many it was asked and how many were
    /// refused: then each different question counts once.
    pub(super) fn remember_questions(&self, place: &str) {
        let target = self.session.settings["target"].as_str().unwrap_or_default();
        let asked = self.notes.asked();
        let mut asked: Vec<Value> = asked.iter().map(|one| comparable(Ok(one), target)).collect();
        asked.sort_by_key(Value::to_string);
        if asked.len() > FLOOD {
            asked.dedup();
        }
        lock(&self.said).insert(place.to_owned(), asked.into());
    }
}

impl Session {
    /// Does what a step says, and gives what has come of it.
    async fn perform(&self, step: &Value, hold: &Hold) -> Answer {
        match step["op"].as_str().unwrap_or_default() {
            "connect" => {
                let mut settings = self.settings.clone();
                for (name, value) in step["options"].as_object().into_iter().flatten() {
                    settings[name] = value.clone();
                }
                let outcome = self.subject.connect(&settings, hold).await;
                self.connected.fetch_or(outcome.is_ok(), Ordering::Relaxed);
                outcome
            }
            "close" => self.subject.close().await,
            _ => self.subject.operate(step, hold).await,
        }
    }
}

/// Steps with their places, which sort as they stand.
pub(super) fn places(steps: &Value) -> impl Iterator<Item = (String, Value)> + use<> {
    let steps = steps.as_array().cloned().unwrap_or_default();
    steps.into_iter().enumerate().map(|(place, step)| (format!("{place:04}"), step))
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(300).collect()
}
