//! What a connection has said without being asked: its events, and what its input handler was
//! asked.

use std::{sync::Mutex, time::Duration};

use serde_json::Value;
use tokio::sync::watch;

use super::lock;
use crate::matching::matches;

/// How long something may be missing while nothing else comes.
const PATIENCE: Duration = Duration::from_secs(10);

/// What came from one connection, in order.
#[derive(Debug)]
pub struct Notes {
    events: Mutex<Vec<Value>>,
    asked: Mutex<Vec<Value>>,
    arrived: watch::Sender<u64>,
}

impl Default for Notes {
    fn default() -> Self {
        let arrived = watch::Sender::new(0);
        Self { events: Mutex::default(), asked: Mutex::default(), arrived }
    }
}

impl Notes {
    /// Keeps an event.
    pub fn event(&self, event: Value) {
        lock(&self.events).push(event);
        self.arrived.send_modify(|count| *count += 1);
    }

    /// Keeps a question to the input handler.
    pub fn question(&self, question: Value) {
        lock(&self.asked).push(question);
        self.arrived.send_modify(|count| *count += 1);
    }

    /// The events so far.
    pub(super) fn events(&self) -> Vec<Value> {
        lock(&self.events).clone()
    }

    /// The questions so far.
    pub(super) fn asked(&self) -> Vec<Value> {
        lock(&self.asked).clone()
    }

    /// Waits until events have come that match in this order.
    pub(super) async fn wait_for_events(&self, patterns: &[Value]) -> Result<(), String> {
        self.wait(&self.events, "event", patterns).await
    }

    /// Waits until questions were asked that match in this order.
    pub(super) async fn wait_for_questions(&self, patterns: &[Value]) -> Result<(), String> {
        self.wait(&self.asked, "question", patterns).await
    }

    async fn wait(
        &self,
        kept: &Mutex<Vec<Value>>,
        what: &str,
        patterns: &[Value],
    ) -> Result<(), String> {
        let mut arrived = self.arrived.subscribe();
        loop {
            let Some(missing) = missing(&lock(kept), patterns) else { return Ok(()) };
            let waiting = tokio::time::timeout(PATIENCE, arrived.changed());
            if waiting.await.is_err() {
                let came = Value::Array(lock(kept).iter().take(20).cloned().collect());
                return Err(format!("the {what} {missing} did not come, but {came}"));
            }
        }
    }
}

/// The first pattern that nothing matches after what matched those before it.
fn missing(kept: &[Value], patterns: &[Value]) -> Option<Value> {
    let mut rest = kept.iter();
    patterns.iter().find(|pattern| !rest.any(|one| matches(pattern, one))).cloned()
}
