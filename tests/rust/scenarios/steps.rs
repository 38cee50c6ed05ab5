//! Taking the steps of a scenario, one after the other or at the same time.

use std::{
    collections::HashMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use hostline::{
    Result as ClientResult,
    client::{Client, Event, Subscription, Target, Verdict},
    model::SubscriptionFilter,
    transport::Command,
};
use hostline_tests::matching::{matches, mismatch};
use serde_json::{Value, json};
use tokio::{
    sync::{Notify, oneshot, watch},
    task::{AbortHandle, JoinSet},
};

use super::{
    client::{self, Asked},
    log::PeerLog,
    operations::operate,
};

/// What the client connects to.
pub(super) enum Aim {
    Command(Command),
    Address(String),
}

/// A step that goes on in the background.
struct Background {
    handle: AbortHandle,
    outcome: oneshot::Receiver<ClientResult<Value>>,
}

/// One client and all that is remembered of it.
pub(super) struct Player {
    aim: Aim,
    settings: Value,
    log: PeerLog,
    client: Mutex<Option<Client>>,
    verdict: Mutex<Option<Verdict>>,
    pub(super) events: Arc<Mutex<Vec<Value>>>,
    arrived: Arc<watch::Sender<usize>>,
    pub(super) asked: Asked,
    background: Mutex<HashMap<String, Background>>,
    subscriptions: Mutex<HashMap<String, Subscribed>>,
    tasks: Mutex<JoinSet<()>>,
}

/// A subscription whose events are collected.
struct Subscribed {
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<()>,
}

type Taken = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Player {
    pub(super) fn new(aim: Aim, settings: Value, log: PeerLog) -> Self {
        Self {
            aim,
            settings,
            log,
            client: Mutex::default(),
            verdict: Mutex::default(),
            events: Arc::default(),
            arrived: Arc::new(watch::Sender::new(0)),
            asked: Asked::default(),
            background: Mutex::default(),
            subscriptions: Mutex::default(),
            tasks: Mutex::default(),
        }
    }

    pub(super) fn client(&self) -> Option<Client> {
        lock(&self.client).clone()
    }

    /// The client's counters as scenarios compare them.
    pub(super) fn diagnostics(&self) -> Value {
        let Some(found) = self.client().map(|client| client.diagnostics()) else {
            return Value::Null;
        };
        json!({
            "departures": found.departures,
            "noiseLines": found.noise_lines,
            "stderrLines": found.stderr_lines,
            "oversized": found.oversized,
            "resumedStreams": found.resumed_streams,
        })
    }

    /// Takes one step and says how it differs from what is expected.
    pub(super) fn take(self: Arc<Self>, step: Value) -> Taken {
        Box::pin(async move {
            match step["op"].as_str().unwrap_or_default() {
                "parallel" => return self.all_at_once(&step).await,
                "events" => {
                    let patterns = step["expect"].as_array().cloned().unwrap_or_default();
                    return self.wait_for_events(&patterns).await;
                }
                "peerSaw" => {
                    let times = step["count"].as_u64().unwrap_or(1);
                    self.log.wait(&step["match"], usize::try_from(times).unwrap_or(1)).await;
                    return Ok(());
                }
                "await" => {
                    let named = self.named(&step)?;
                    let outcome = named.outcome.await.map_err(|_| "it was cancelled")?;
                    return judge(&step, outcome);
                }
                "cancel" => {
                    self.named(&step)?.handle.abort();
                    return Ok(());
                }
                "unsubscribe" | "subscriptionEnds" => return self.end_subscription(&step).await,
                _ => {}
            }
            if step["background"] == true {
                self.begin(step);
                return Ok(());
            }
            if step.get("cancelOn").is_some() {
                return self.cancel(&step).await;
            }
            let outcome = self.perform(&step, &Notify::new()).await;
            judge(&step, outcome)
        })
    }

    async fn perform(&self, step: &Value, progress: &Notify) -> ClientResult<Value> {
        match step["op"].as_str().unwrap_or_default() {
            "connect" => self.connect(None).await,
            "reconnect" => {
                let verdict = lock(&self.verdict).clone();
                if let Some(client) = self.client() {
                    client.close().await?;
                }
                self.connect(verdict).await
            }
            "close" => match self.client() {
                Some(client) => client.close().await.map(|()| Value::Null),
                None => Ok(Value::Null),
            },
            "subscribe" => self.subscribe(step).await.map(|()| Value::Null),
            _ => operate(&self.connected(), step, progress).await,
        }
    }

    fn connected(&self) -> Client {
        self.client().expect("a step that needs a connection comes after one")
    }

    async fn connect(&self, verdict: Option<Verdict>) -> ClientResult<Value> {
        let mut builder = client::builder(&self.settings, &self.asked);
        if let Some(verdict) = verdict {
            builder = builder.verdict(verdict);
        }
        let target = match &self.aim {
            Aim::Command(command) => Target::from(command.clone()),
            Aim::Address(address) => Target::parse(address)?,
        };
        let client = builder.connect(target).await?;
        let mut events = client.events();
        let (kept, arrived) = (self.events.clone(), self.arrived.clone());
        lock(&self.tasks).spawn(async move {
            while let Some(event) = events.next().await {
                keep(&kept, &arrived, &event);
            }
        });
        let found = json!({
            "version": client.version().as_str(),
            "transport": client.transport_kind(),
            "server": client.server_info(),
            "capabilities": client.capabilities(),
            "instructions": client.instructions(),
        });
        *lock(&self.verdict) = Some(client.verdict());
        *lock(&self.client) = Some(client);
        Ok(found)
    }

    async fn subscribe(&self, step: &Value) -> ClientResult<()> {
        let mut filter: SubscriptionFilter =
            serde_json::from_value(step.clone()).expect("the step is a filter too");
        // The step's own members are no part of the filter.
        filter.extra = SubscriptionFilter::new().extra;
        let subscription = self.connected().subscribe(filter).await?;
        let (stop, stopped) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let (kept, arrived) = (self.events.clone(), self.arrived.clone());
        lock(&self.tasks).spawn(async move {
            collect(subscription, stopped, &kept, &arrived).await;
            let _ = end.send(());
        });
        let name = step["as"].as_str().unwrap_or_default().to_owned();
        lock(&self.subscriptions).insert(name, Subscribed { stop, ended });
        Ok(())
    }

    async fn end_subscription(&self, step: &Value) -> Result<(), String> {
        let name = step["of"].as_str().unwrap_or_default();
        let subscribed = lock(&self.subscriptions).remove(name).ok_or("no such subscription")?;
        if step["op"] == "unsubscribe" {
            let _ = subscribed.stop.send(());
            return subscribed.ended.await.map_err(|_| "it did not end".to_owned());
        }
        let Subscribed { stop: _stop, ended } = subscribed;
        ended.await.map_err(|_| "it did not end".to_owned())
    }

    async fn all_at_once(self: Arc<Self>, step: &Value) -> Result<(), String> {
        let mut taking = JoinSet::new();
        for step in step["steps"].as_array().cloned().unwrap_or_default() {
            taking.spawn(self.clone().take(step));
        }
        taking.join_all().await.into_iter().collect()
    }

    fn begin(self: Arc<Self>, step: Value) {
        let name = step["as"].as_str().unwrap_or_default().to_owned();
        let (done, outcome) = oneshot::channel();
        let player = self.clone();
        let handle = lock(&self.tasks).spawn(async move {
            let _ = done.send(player.perform(&step, &Notify::new()).await);
        });
        lock(&self.background).insert(name, Background { handle, outcome });
    }

    fn named(&self, step: &Value) -> Result<Background, String> {
        let name = step["of"].as_str().unwrap_or_default();
        lock(&self.background).remove(name).ok_or_else(|| format!("no step is called {name:?}"))
    }

    /// Drops the future of a step when its moment comes.
    async fn cancel(&self, step: &Value) -> Result<(), String> {
        let progress = Notify::new();
        let moment = async {
            if step["cancelOn"] == "progress" {
                progress.notified().await;
            } else {
                self.log.wait(&step["cancelOn"], 1).await;
            }
        };
        tokio::select! {
            outcome = self.perform(step, &progress) => match outcome {
                Ok(found) => Err(format!("it ended before it was cancelled: {found}")),
                Err(error) => Err(format!("it failed before it was cancelled: {error}")),
            },
            () = moment => Ok(()),
        }
    }

    /// Waits until events have come that match in this order.
    pub(super) async fn wait_for_events(&self, patterns: &[Value]) -> Result<(), String> {
        let mut arrived = self.arrived.subscribe();
        loop {
            let missing = {
                let events = lock(&self.events);
                let mut rest = events.iter();
                patterns.iter().find(|pattern| !rest.any(|event| matches(pattern, event))).cloned()
            };
            let Some(missing) = missing else { return Ok(()) };
            let waiting = tokio::time::timeout(super::DEADLINE / 2, arrived.changed());
            if waiting.await.is_err() {
                let events = Value::Array(lock(&self.events).iter().take(20).cloned().collect());
                return Err(format!("the event {missing} did not come, but {events}"));
            }
        }
    }
}

fn keep(kept: &Mutex<Vec<Value>>, arrived: &watch::Sender<usize>, event: &Event) {
    let mut events = lock(kept);
    events.push(client::event(event));
    arrived.send_replace(events.len());
}

async fn collect(
    mut subscription: Subscription,
    mut stopped: oneshot::Receiver<()>,
    kept: &Mutex<Vec<Value>>,
    arrived: &watch::Sender<usize>,
) {
    loop {
        tokio::select! {
            event = subscription.next() => match event {
                Some(event) => keep(kept, arrived, &event),
                None => return,
            },
            _ = &mut stopped => {
                subscription.close().await;
                return;
            }
        }
    }
}

/// Compares an outcome with what the step expects.
fn judge(step: &Value, outcome: ClientResult<Value>) -> Result<(), String> {
    if step["outcome"] == "any" {
        return Ok(());
    }
    match (outcome, step.get("error")) {
        (Ok(found), None) => match step.get("expect").and_then(|e| mismatch(e, &found)) {
            Some(why) => Err(format!("result{why}")),
            None => Ok(()),
        },
        (Err(error), Some(expected)) => match mismatch(expected, &client::error(&error)) {
            Some(why) => Err(format!("error{why} ({error})")),
            None => Ok(()),
        },
        (Ok(found), Some(expected)) => {
            let found: String = found.to_string().chars().take(300).collect();
            Err(format!("expected the error {expected}, but it gave {found}"))
        }
        (Err(error), None) => Err(format!("it failed: {}: {error}", error.code())),
    }
}
