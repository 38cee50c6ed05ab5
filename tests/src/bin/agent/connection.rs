//! One connection of the façade: opened, called, and listened to.

use std::sync::{Arc, Mutex};

use hostline::{
    Error,
    facade::{self, Cancel, ErrorReport, Handle, Output},
};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{
    Answer,
    delegate::{Calls, Prepared},
    foreign, lock, say,
};

/// A connection, and the listener to its events.
pub(crate) struct Connection {
    handle: Handle,
    calls: Calls,
    _listening: Mutex<JoinSet<()>>,
}

impl Connection {
    /// Connects as the command says, and begins to listen.
    pub(crate) async fn open(command: &Value, cancel: &Cancel) -> Result<(Self, Value), Value> {
        let name = command["connection"].as_str().unwrap_or_default().to_owned();
        let mut options = command["options"].clone();
        let input = &command["input"];
        let kinds = input.as_object().into_iter().flatten().map(|(kind, _)| kind.as_str());
        options["elicitation"] = kinds.collect();
        let calls = Calls::default();
        let delegate = Arc::new(Prepared::new(name.clone(), input, calls.clone()));
        let options = options.to_string();
        let handle = facade::connect(options.as_bytes(), delegate, cancel)
            .await
            .map_err(|error| words(&error))?;
        let mut connected = value(handle.connected())?;
        for member in ["server", "capabilities", "instructions"] {
            if connected.get(member).is_none() {
                connected[member] = Value::Null;
            }
        }
        let mut listening = JoinSet::new();
        listening.spawn(listen(handle.clone(), name));
        Ok((Self { handle, calls, _listening: Mutex::new(listening) }, connected))
    }

    /// Connects with options as they are. What opens is closed again.
    pub(crate) async fn try_options(options: &Value, cancel: &Cancel) -> Answer {
        let delegate = Arc::new(Prepared::new(String::new(), &Value::Null, Calls::default()));
        let options = options.to_string();
        let handle = facade::connect(options.as_bytes(), delegate, cancel)
            .await
            .map_err(|error| words(&error))?;
        finish(handle.call("close", "{}", cancel).await)
    }

    /// Calls an operation and gives its result in the form of the scenarios. Its progress is said
    /// to be of the command `id`, where there is one.
    pub(crate) async fn call(
        &self,
        operation: &str,
        mut params: Value,
        cancel: &Cancel,
        id: Option<u64>,
    ) -> Answer {
        if let Some(id) = id {
            params["progress"] = true.into();
            lock(&self.calls).insert(cancel.number(), id);
        }
        let result = self.raw(operation, &params, cancel).await;
        lock(&self.calls).remove(&cancel.number());
        let mut result = result?;
        if operation == "tools/list" {
            let [tools, dropped] = ["items", "dropped"].map(|member| result[member].take());
            return Ok(json!({"tools": tools, "dropped": dropped}));
        }
        if operation == "prompts/list" {
            let [prompts, dropped] = ["items", "dropped"].map(|member| result[member].take());
            return Ok(json!({"prompts": prompts, "dropped": dropped}));
        }
        result["validation"] = result["validation"]["status"].take();
        Ok(result)
    }

    /// Calls an operation and gives its result as it is.
    pub(crate) async fn raw(&self, operation: &str, params: &Value, cancel: &Cancel) -> Answer {
        finish(self.handle.call(operation, params.to_string(), cancel).await)
    }
}

async fn listen(handle: Handle, name: String) {
    loop {
        let events = handle.call("events/next", "{}", &Cancel::new()).await;
        let Ok(Value::Array(events)) = finish(events) else { return };
        if events.is_empty() {
            return;
        }
        for mut event in events {
            if event["type"] == "closed" {
                event["error"] = in_words(event["error"].take());
            }
            say(&json!({"event": event, "connection": name}));
        }
    }
}

fn finish(outcome: hostline::Result<Output>) -> Answer {
    outcome.map_err(|error| words(&error)).and_then(|output| value(&output))
}

fn value(value: &impl serde::Serialize) -> Answer {
    serde_json::to_value(value).map_err(|error| foreign(error.to_string()))
}

fn words(error: &Error) -> Value {
    value(&ErrorReport::from(error)).map_or_else(|error| error, in_words)
}

/// A report in the form of the scenarios, whose message is what happened alone.
fn in_words(mut report: Value) -> Value {
    let reason = report.as_object_mut().and_then(|report| report.remove("reason"));
    report["sentence"] = report["message"].take();
    report["message"] = reason.unwrap_or_default();
    report
}
