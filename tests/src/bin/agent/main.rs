//! The agent of Rust: what the façade does when it is told to (`tests/agents/README.md`).

mod connection;
mod delegate;

use std::{
    collections::HashMap,
    io::{self, Write as _},
    process::ExitCode,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use hostline::facade::Cancel;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    task::JoinSet,
};

use self::connection::Connection;

/// The result of a command, or its error in the form of the scenarios.
type Answer = Result<Value, Value>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    say(&json!({"agent": "rust", "hostline": env!("CARGO_PKG_VERSION")}));
    let agent = Arc::new(Agent::default());
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let mut commands = JoinSet::new();
    while let Ok(Some(line)) = lines.next_line().await {
        while commands.try_join_next().is_some() {}
        match serde_json::from_str::<Value>(&line) {
            Ok(command) => {
                // What can be cancelled is known before the next line is read.
                let cancel = agent.note(&command);
                commands.spawn(agent.clone().obey(command, cancel));
            }
            Err(error) => {
                eprintln!("agent: a command is no JSON: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    agent.close_all().await;
    ExitCode::SUCCESS
}

/// Writes one line.
fn say(line: &Value) {
    let mut output = io::stdout().lock();
    // Without a reader there is nobody to tell.
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A failure of the agent itself.
fn foreign(message: impl Into<String>) -> Value {
    json!({"code": "foreign", "message": message.into()})
}

/// All that the agent holds.
#[derive(Default)]
struct Agent {
    connections: Mutex<HashMap<String, Arc<Connection>>>,
    cancels: Mutex<HashMap<u64, Cancel>>,
}

impl Agent {
    fn note(&self, command: &Value) -> Cancel {
        let cancel = Cancel::new();
        let id = command["id"].as_u64().unwrap_or_default();
        lock(&self.cancels).insert(id, cancel.clone());
        cancel
    }

    async fn obey(self: Arc<Self>, command: Value, cancel: Cancel) {
        let answer = self.perform(&command, &cancel).await;
        let id = command["id"].as_u64().unwrap_or_default();
        lock(&self.cancels).remove(&id);
        match answer {
            Ok(value) => say(&json!({"id": id, "ok": value})),
            Err(error) => say(&json!({"id": id, "error": error})),
        }
    }

    async fn perform(&self, command: &Value, cancel: &Cancel) -> Answer {
        let name = command["connection"].as_str().unwrap_or_default();
        let operation = command["operation"].as_str().unwrap_or_default();
        let params = command["params"].clone();
        match command["do"].as_str().unwrap_or_default() {
            "connect" => {
                let (connection, connected) = Connection::open(command, cancel).await?;
                lock(&self.connections).insert(name.to_owned(), Arc::new(connection));
                Ok(connected)
            }
            "call" => {
                let progress = command["progress"] == true;
                let id = command["id"].as_u64().filter(|_| progress);
                self.connection(name)?.call(operation, params, cancel, id).await
            }
            "subscribe" => self.connection(name)?.subscribe(command, cancel).await,
            "unsubscribe" => self.connection(name)?.leave(command, true, cancel).await,
            "subscriptionEnds" => self.connection(name)?.leave(command, false, cancel).await,
            "testing" if command.get("connection").is_none() => {
                Connection::try_options(&params, cancel).await
            }
            "testing" => self.connection(name)?.raw(operation, &params, cancel).await,
            "close" => {
                let closed = self.connection(name)?.raw("close", &json!({}), cancel).await;
                closed.map(|_| Value::Null)
            }
            "drop" => {
                lock(&self.connections).remove(name);
                Ok(Value::Null)
            }
            "cancel" => {
                let of = command["of"].as_u64().unwrap_or_default();
                if let Some(cancel) = lock(&self.cancels).get(&of) {
                    cancel.cancel();
                }
                Ok(Value::Null)
            }
            other => Err(foreign(format!("there is no command {other:?}"))),
        }
    }

    fn connection(&self, name: &str) -> Result<Arc<Connection>, Value> {
        let connection = lock(&self.connections).get(name).cloned();
        connection.ok_or_else(|| foreign(format!("there is no connection {name:?}")))
    }

    async fn close_all(&self) {
        let connections: Vec<_> = lock(&self.connections).drain().collect();
        let mut closing = JoinSet::new();
        for (_, connection) in connections {
            closing.spawn(async move {
                // A server that does not end in good order was ended by force.
                let _ = connection.raw("close", &json!({}), &Cancel::new()).await;
            });
        }
        closing.join_all().await;
    }
}
