//! A program in any language as a subject: `tests/agents/README.md` says what it is told.

mod agents;
mod process;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use serde_json::{Map, Value, json};

pub use self::{agents::Agents, process::Agent};
use super::{Answer, BoxFuture, Hold, Notes, OPERATIONS, Subject, eligible::OF_EVERY_REQUEST};

/// One connection that an agent has.
pub struct AgentSubject {
    agent: Arc<Agent>,
    name: String,
}

impl AgentSubject {
    /// A connection that is not open yet, and keeps in `notes` what it hears.
    pub fn new(agent: Arc<Agent>, notes: Arc<Notes>) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(1);
        let name = format!("c{}", COUNT.fetch_add(1, Ordering::Relaxed));
        agent.listen(&name, notes);
        Self { agent, name }
    }

    fn command(&self, what: &str) -> Map<String, Value> {
        let mut command = Map::new();
        command.insert("do".into(), what.into());
        command.insert("connection".into(), self.name.as_str().into());
        command
    }

    async fn call(&self, step: &Value, hold: &Hold) -> Answer {
        let operation = step["op"].as_str().unwrap_or_default();
        let mut command = self.command("call");
        command.insert("operation".into(), operation.into());
        command.insert("params".into(), params(operation, step)?.into());
        let collects = step["progress"] == true;
        if collects {
            command.insert("progress".into(), true.into());
        }
        let mut collected = Vec::new();
        let mut result = self
            .agent
            .command(command, hold, |report| {
                collected.push(report);
                hold.progress();
            })
            .await?;
        if collects {
            result["progress"] = collected.into();
        }
        if let Some(dropped) = result["dropped"].as_array_mut()
            && operation.ends_with("/list")
        {
            // An item that lost only a part is in the list.
            dropped.retain(|dropped| dropped["kept"] != true);
        }
        Ok(result)
    }

    /// Begins to listen to changes under the name of the step, or stops.
    async fn listen(&self, step: &Value, hold: &Hold) -> Answer {
        let op = step["op"].as_str().unwrap_or_default();
        let mut command = self.command(op);
        let name = if op == "subscribe" { &step["as"] } else { &step["of"] };
        command.insert("subscription".into(), name.clone());
        if op == "subscribe" {
            let given = |name: &&str| Some(((*name).to_owned(), step.get(*name)?.clone()));
            let filter: Map<String, Value> = FILTER.iter().filter_map(given).collect();
            command.insert("filter".into(), filter.into());
        }
        self.agent.command(command, hold, |_| ()).await
    }

    async fn testing(&self, step: &Value, hold: &Hold) -> Answer {
        let mut command = self.command("testing");
        if step.get("connection").is_some_and(Value::is_null) {
            command.remove("connection");
        }
        command.insert("operation".into(), step["operation"].clone());
        command.insert("params".into(), step.get("params").cloned().unwrap_or_else(|| json!({})));
        self.agent.command(command, hold, |_| ()).await
    }

    async fn forget(&self, step: &Value) -> Answer {
        let mut command = self.command("drop");
        if let Some(collect) = step.get("collect") {
            command.insert("collect".into(), collect.clone());
        }
        self.agent.command(command, &Hold::default(), |_| ()).await
    }
}

impl Subject for AgentSubject {
    fn connect<'a>(&'a self, options: &'a Value, hold: &'a Hold) -> BoxFuture<'a, Answer> {
        let mut options = options.clone();
        let input = options.as_object_mut().and_then(|options| options.remove("input"));
        let mut command = self.command("connect");
        command.insert("options".into(), options);
        if let Some(input) = input {
            command.insert("input".into(), input);
        }
        Box::pin(self.agent.clone().command_of(command, hold))
    }

    fn operate<'a>(&'a self, step: &'a Value, hold: &'a Hold) -> BoxFuture<'a, Answer> {
        match step["op"].as_str().unwrap_or_default() {
            "testing" => Box::pin(self.testing(step, hold)),
            "subscribe" | "unsubscribe" | "subscriptionEnds" => Box::pin(self.listen(step, hold)),
            "drop" => Box::pin(self.forget(step)),
            _ => Box::pin(self.call(step, hold)),
        }
    }

    fn close(&self) -> BoxFuture<'_, Answer> {
        Box::pin(async {
            self.agent.command(self.command("close"), &Hold::default(), |_| ()).await
        })
    }

    fn diagnostics(&self) -> Option<Value> {
        None
    }

    fn probe(&self) -> &'static str {
        "tools/list"
    }
}

impl Drop for AgentSubject {
    fn drop(&mut self) {
        // What is still open when a run has failed must not disturb the next one.
        self.agent.tell(self.command("close"));
        let mut drop = self.command("drop");
        drop.insert("collect".into(), false.into());
        self.agent.tell(drop);
        self.agent.unlisten(&self.name);
    }
}

/// What a subscription can listen to.
const FILTER: [&str; 4] =
    ["toolsListChanged", "promptsListChanged", "resourcesListChanged", "resourceSubscriptions"];

/// What a step says of its request.
fn params(operation: &str, step: &Value) -> Result<Map<String, Value>, Value> {
    let known = OPERATIONS.iter().find(|(name, _)| *name == operation);
    let (_, own) = known.ok_or_else(|| fault(&format!("no agent has {operation:?}")))?;
    let names = own.iter().chain(&OF_EVERY_REQUEST);
    Ok(names.filter_map(|name| Some(((*name).to_owned(), step.get(*name)?.clone()))).collect())
}

/// A fault of the judge or of an agent, in the form of an error.
fn fault(message: &str) -> Value {
    json!({"code": "agent", "message": message})
}
