//! One connection of the façade: opened, called, and listened to.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

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
    subscriptions: Mutex<HashMap<String, (Handle, JoinSet<()>)>>,
    _listening: Mutex<JoinSet<()>>,
}

/// The operations that give lists, and what scenarios call the lists.
const LISTS: [(&str, &str); 5] = [
    ("tools/list", "tools"),
    ("resources/list", "resources"),
    ("resources/templates/list", "resourceTemplates"),
    ("prompts/list", "prompts"),
    ("tasks/list", "tasks"),
];
/// The operations that give nothing.
const SILENT: [&str; 3] = ["ping", "logging/setLevel", "notifications/roots/list_changed"];

/// The question of the façade that an input of the scenarios is.
fn question(input: &str) -> Option<&'static str> {
    Some(match input {
        "form" => "elicitation/form",
        "url" => "elicitation/url",
        "sampling" => "sampling/createMessage",
        "roots" => "roots/list",
        _ => return None,
    })
}

impl Connection {
    /// Connects as the command says, and begins to listen.
    pub(crate) async fn open(command: &Value, cancel: &Cancel) -> Result<(Self, Value), Value> {
        let name = command["connection"].as_str().unwrap_or_default().to_owned();
        let mut options = command["options"].clone();
        let input = &command["input"];
        let kinds = input.as_object().into_iter().flatten();
        options["answers"] = kinds.filter_map(|(kind, _)| question(kind)).collect();
        // Whoever answers for a model can give it tools.
        if input["sampling"].is_array() {
            options["samplingTools"] = true.into();
        }
        let calls = Calls::default();
        let delegate = Arc::new(Prepared::new(name.clone(), input, calls.clone()));
        let handle = facade::open("connect", None, options.to_string(), delegate, cancel)
            .await
            .map_err(|error| words(&error))?;
        let mut connected = value(&handle.info())?;
        for member in ["server", "capabilities", "instructions"] {
            if connected.get(member).is_none() {
                connected[member] = Value::Null;
            }
        }
        let mut listening = JoinSet::new();
        listening.spawn(listen(handle.clone(), name));
        let (subscriptions, listening) = (Mutex::default(), Mutex::new(listening));
        Ok((Self { handle, calls, subscriptions, _listening: listening }, connected))
    }

    /// Connects with options as they are. What opens is closed again.
    pub(crate) async fn try_options(options: &Value, cancel: &Cancel) -> Answer {
        let delegate = Arc::new(Prepared::new(String::new(), &Value::Null, Calls::default()));
        let handle = facade::open("connect", None, options.to_string(), delegate, cancel)
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
        if let Some((_, name)) = LISTS.iter().find(|(list, _)| *list == operation) {
            let [items, dropped] = ["items", "dropped"].map(|member| result[member].take());
            let mut list = json!({ "dropped": dropped });
            list[*name] = items;
            return Ok(list);
        }
        if SILENT.contains(&operation) {
            return Ok(Value::Null);
        }
        if operation == "tools/call" {
            result["validation"] = result["validation"]["status"].take();
        }
        Ok(result)
    }

    /// Begins to listen to changes under a name.
    pub(crate) async fn subscribe(&self, command: &Value, cancel: &Cancel) -> Answer {
        let nobody = Arc::new(Prepared::new(String::new(), &Value::Null, Calls::default()));
        let filter = command["filter"].to_string();
        let opening = facade::open("subscribe", Some(&self.handle), filter, nobody, cancel);
        let subscription = opening.await.map_err(|error| words(&error))?;
        let name = command["connection"].as_str().unwrap_or_default().to_owned();
        let mut listening = JoinSet::new();
        listening.spawn(listen(subscription.clone(), name));
        let key = command["subscription"].as_str().unwrap_or_default().to_owned();
        lock(&self.subscriptions).insert(key, (subscription, listening));
        Ok(Value::Null)
    }

    /// Waits until a subscription has ended, or ends it first.
    pub(crate) async fn leave(&self, command: &Value, ends_it: bool, cancel: &Cancel) -> Answer {
        let key = command["subscription"].as_str().unwrap_or_default();
        let subscribed = lock(&self.subscriptions).remove(key);
        let (subscription, mut listening) =
            subscribed.ok_or_else(|| foreign(format!("there is no subscription {key:?}")))?;
        if ends_it {
            finish(subscription.call("close", "{}", cancel).await)?;
        }
        while listening.join_next().await.is_some() {}
        Ok(Value::Null)
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
