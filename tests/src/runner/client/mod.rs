//! The Rust client in this process as a subject, with every operation that scenarios have.

mod input;
mod operations;
mod settings;
mod words;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use hostline::{
    Error, Result,
    client::{Client, Subscription, Verdict},
    error::ErrorCode,
    model::SubscriptionFilter,
};
use serde_json::{Value, json};
use tokio::{sync::oneshot, task::JoinSet};

use super::{Answer, BoxFuture, Hold, Notes, Subject, lock};

/// One connection of the Rust client.
pub struct ClientSubject {
    notes: Arc<Notes>,
    options: Mutex<Value>,
    client: Mutex<Option<Client>>,
    verdict: Mutex<Option<Verdict>>,
    subscriptions: Mutex<HashMap<String, Subscribed>>,
    tasks: Mutex<JoinSet<()>>,
}

/// A subscription whose events are collected.
struct Subscribed {
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<()>,
}

impl Subject for ClientSubject {
    fn connect<'a>(&'a self, options: &'a Value, hold: &'a Hold) -> BoxFuture<'a, Answer> {
        lock(&self.options).clone_from(options);
        Box::pin(until_cancelled(hold, self.open(None)))
    }

    fn operate<'a>(&'a self, step: &'a Value, hold: &'a Hold) -> BoxFuture<'a, Answer> {
        Box::pin(until_cancelled(hold, self.perform(step, hold)))
    }

    fn close(&self) -> BoxFuture<'_, Answer> {
        Box::pin(async {
            let Some(client) = self.client() else { return Ok(Value::Null) };
            client.close().await.map(|()| Value::Null).map_err(|error| words::error(&error))
        })
    }

    fn diagnostics(&self) -> Option<Value> {
        let found = self.client()?.diagnostics();
        Some(json!({
            "departures": found.departures,
            "noiseLines": found.noise_lines,
            "stderrLines": found.stderr_lines,
            "oversized": found.oversized,
            "resumedStreams": found.resumed_streams,
        }))
    }

    fn probe(&self) -> &'static str {
        "ping"
    }
}

impl ClientSubject {
    /// A connection that is not open yet, and keeps in `notes` what it hears.
    pub fn new(notes: Arc<Notes>) -> Self {
        Self {
            notes,
            options: Mutex::default(),
            client: Mutex::default(),
            verdict: Mutex::default(),
            subscriptions: Mutex::default(),
            tasks: Mutex::default(),
        }
    }

    fn client(&self) -> Option<Client> {
        lock(&self.client).clone()
    }

    async fn perform(&self, step: &Value, hold: &Hold) -> Result<Value> {
        let Some(client) = self.client() else {
            return Err(Error::new(ErrorCode::InvalidInput, "the scenario has not connected"));
        };
        match step["op"].as_str().unwrap_or_default() {
            "reconnect" => {
                client.close().await?;
                let verdict = lock(&self.verdict).clone();
                self.open(verdict).await
            }
            "subscribe" => self.subscribe(&client, step).await.map(|()| Value::Null),
            "unsubscribe" | "subscriptionEnds" => self.end_subscription(step).await,
            _ => operations::operate(&client, step, hold).await,
        }
    }

    async fn open(&self, verdict: Option<Verdict>) -> Result<Value> {
        let options = lock(&self.options).clone();
        let mut builder = settings::builder(&options, &self.notes);
        if let Some(verdict) = verdict {
            builder = builder.verdict(verdict);
        }
        let client = builder.connect(settings::target(&options)?).await?;
        let mut events = client.events();
        let notes = self.notes.clone();
        lock(&self.tasks).spawn(async move {
            while let Some(event) = events.next().await {
                notes.event(words::event(&event));
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

    async fn subscribe(&self, client: &Client, step: &Value) -> Result<()> {
        let mut filter: SubscriptionFilter =
            serde_json::from_value(step.clone()).expect("the step is a filter too");
        // The step's own members are no part of the filter.
        filter.extra = SubscriptionFilter::new().extra;
        let subscription = client.subscribe(filter).await?;
        let (stop, stopped) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let notes = self.notes.clone();
        lock(&self.tasks).spawn(async move {
            collect(subscription, stopped, &notes).await;
            let _ = end.send(());
        });
        let name = step["as"].as_str().unwrap_or_default().to_owned();
        lock(&self.subscriptions).insert(name, Subscribed { stop, ended });
        Ok(())
    }

    async fn end_subscription(&self, step: &Value) -> Result<Value> {
        let fault = |what: &'static str| Error::new(ErrorCode::InvalidInput, what);
        let name = step["of"].as_str().unwrap_or_default();
        let subscribed = lock(&self.subscriptions).remove(name);
        let Subscribed { stop, ended } = subscribed.ok_or_else(|| fault("no such subscription"))?;
        if step["op"] == "unsubscribe" {
            let _ = stop.send(());
            ended.await.map_err(|_| fault("the subscription did not end"))?;
        } else {
            ended.await.map_err(|_| fault("the subscription did not end"))?;
            drop(stop);
        }
        Ok(Value::Null)
    }
}

async fn collect(
    mut subscription: Subscription,
    mut stopped: oneshot::Receiver<()>,
    notes: &Notes,
) {
    loop {
        tokio::select! {
            event = subscription.next() => match event {
                Some(event) => notes.event(words::event(&event)),
                None => return,
            },
            _ = &mut stopped => {
                subscription.close().await;
                return;
            }
        }
    }
}

/// Dropping the future is how the Rust client cancels.
async fn until_cancelled(hold: &Hold, request: impl Future<Output = Result<Value>>) -> Answer {
    tokio::select! {
        biased;
        () = hold.cancelled() => Err(json!({"code": "cancelled", "message": "it was dropped"})),
        outcome = request => outcome.map_err(|error| words::error(&error)),
    }
}
