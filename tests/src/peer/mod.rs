//! The scripted peer: a server that does exactly what a scenario says, and logs what it saw.
//!
//! It is written on plain JSON values. The handshake of the version being played comes by itself
//! (`defaults`), the rest from the scenario's rules (`script`), carried out by `actions`.

mod actions;
mod ask;
mod audit;
mod changes;
mod channel;
mod defaults;
mod http;
mod log;
mod script;
mod stdio;
mod text;

use std::{
    collections::{HashMap, HashSet},
    future::Future,
    io,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU16, Ordering},
    },
};

use serde_json::{Value, json};
use tokio::{
    sync::{oneshot, watch},
    task::JoinSet,
};

use self::{
    actions::Call,
    audit::{Arrival, Audit, META_VERSION},
    channel::{Channel, Standing},
    log::Log,
    script::{Action, Facts, Script},
};
use crate::scenario::{Run, Scenario, VERSIONS};

pub use self::{actions::idle, http::serve as serve_http, stdio::serve as serve_stdio};

const DEMO: &str = include_str!("demo.json");

/// A lock whose holder has panicked still holds plain data.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One peer process, playing one version over one transport.
pub struct Peer {
    script: Script,
    versions: Vec<String>,
    transport: &'static str,
    process: u64,
    port: AtomicU16,
    log: Log,
    state: Mutex<State>,
    tasks: Mutex<JoinSet<()>>,
    standing: Arc<Standing>,
}

/// The variables of this process that tests have set.
fn environment() -> Value {
    let set = std::env::vars().filter(|(name, _)| name.starts_with("HOSTLINE_TEST_"));
    set.map(|(name, value)| (name, Value::from(value))).collect()
}

/// What a modern request that asked for input does when it comes back.
#[derive(Clone)]
struct Continuation {
    actions: Arc<[Action]>,
    next: usize,
    keys: Vec<String>,
    id: Value,
}

/// A stream that `subscriptions/listen` has opened.
struct Subscription {
    id: Value,
    filter: Value,
    channel: Channel,
}

#[derive(Default)]
struct State {
    audit: Audit,
    counts: HashMap<usize, u64>,
    asked: u64,
    asks: HashMap<String, oneshot::Sender<Value>>,
    /// The ids of questions that the script wrote out itself.
    questions: HashSet<String>,
    continuations: HashMap<String, Continuation>,
    subscriptions: Vec<Subscription>,
    in_flight: HashMap<String, watch::Sender<bool>>,
    last_id: Value,
    sessions: u64,
    connections: u64,
}

/// Where a message came from.
#[derive(Clone)]
struct Origin {
    headers: Value,
    path: String,
    channel: Channel,
}

impl Peer {
    /// The peer of a scenario.
    ///
    /// # Errors
    /// The scenario or its script is faulty, or the log cannot be opened.
    pub fn of_scenario(scenario: &Path, run: Run, log: Option<&Path>) -> io::Result<Arc<Self>> {
        let scenario = Scenario::read(scenario)?.resolve(run);
        let script = Script::parse(&scenario["peer"]).map_err(io::Error::other)?;
        let versions = match script.settings.get("versions").and_then(Value::as_array) {
            Some(given) => given.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            None => vec![run.version.to_owned()],
        };
        Self::new(script, versions, run.transport, log)
    }

    /// The built-in demonstration server.
    ///
    /// # Errors
    /// The log cannot be opened.
    pub fn of_demo(version: Option<&str>, transport: &'static str) -> io::Result<Arc<Self>> {
        let demo: Value = serde_json::from_str(DEMO).map_err(io::Error::other)?;
        let script = Script::parse(&demo).map_err(io::Error::other)?;
        let versions = match version {
            Some(version) => vec![version.to_owned()],
            None => VERSIONS.map(str::to_owned).to_vec(),
        };
        Self::new(script, versions, transport, None)
    }

    fn new(
        script: Script,
        versions: Vec<String>,
        transport: &'static str,
        log: Option<&Path>,
    ) -> io::Result<Arc<Self>> {
        let (log, before) = Log::open(log)?;
        let process = before as u64 + 1;
        log.record(json!({
            "at": "start", "pid": std::process::id(), "process": process,
            "folder": std::env::current_dir().unwrap_or_default(), "environment": environment(),
        }));
        Ok(Arc::new(Self {
            script,
            versions,
            transport,
            process,
            port: AtomicU16::new(0),
            log,
            state: Mutex::default(),
            tasks: Mutex::default(),
            standing: Arc::default(),
        }))
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Whether a setting of the script is absent or true.
    fn allows(&self, setting: &str) -> bool {
        self.script.allows(setting)
    }

    /// Takes one JSON text from the client, and gives what needs an answer. An array may hold only
    /// replies, since clients never send requests in batches, and only 2025-03-26 knows it.
    fn accept(self: &Arc<Self>, text: &Value, origin: Origin) -> Option<Accepted> {
        let Some(items) = text.as_array() else { return self.accept_one(text, origin) };
        let agreed = lock(&self.state).audit.agreed.clone();
        let replies = !items.is_empty() && items.iter().all(|item| item.get("method").is_none());
        if self.allows("strict") && !(replies && agreed.as_deref() == Some("2025-03-26")) {
            self.log.violation(format!("an array of messages: {text}"));
        }
        for item in items {
            self.accept_one(item, origin.clone());
        }
        None
    }

    /// Takes one message. `None` means that it needs no answer of its own.
    fn accept_one(self: &Arc<Self>, message: &Value, origin: Origin) -> Option<Accepted> {
        let transport = self.transport;
        let Origin { headers, path, channel } = origin;
        let mut state = lock(&self.state);
        if self.allows("strict") {
            let arrival = Arrival { transport, headers: &headers };
            state.audit.check(message, &arrival, &self.log);
        }
        let Some(method) = message["method"].as_str() else {
            self.log.record(json!({"at": "reply", "message": message, "headers": headers}));
            let id = message["id"].to_string();
            match state.asks.remove(&id) {
                Some(waiting) => drop(waiting.send(message.clone())),
                None if self.allows("strict")
                    && !message["id"].is_null()
                    && !state.questions.remove(&id) =>
                {
                    self.log.violation(format!("a reply to {id}, which nobody asked"));
                }
                None => {}
            }
            return None;
        };
        self.log.record(json!({
            "at": "message", "method": method, "message": message, "headers": headers,
            "process": self.process,
        }));
        let params = message.get("params").cloned().unwrap_or_else(|| json!({}));
        if method == "notifications/cancelled"
            && let Some(cancel) = state.in_flight.get(&params["requestId"].to_string())
        {
            cancel.send_replace(true);
        }
        let modern = params["_meta"].get(META_VERSION).is_some();
        let mut call = Call::new(method, params, message.get("id").cloned(), modern, channel);
        if let Some(id) = &call.id {
            let cancel = watch::Sender::new(false);
            call.cancelled = cancel.subscribe();
            state.in_flight.insert(id.to_string(), cancel);
            state.last_id = id.clone();
        }
        let (actions, from) = self.choose(&mut state, &mut call, &headers, &path);
        Some(Accepted { call, actions, from })
    }

    fn choose(
        &self,
        state: &mut State,
        call: &mut Call,
        headers: &Value,
        path: &str,
    ) -> (Arc<[Action]>, usize) {
        if call.params.get("inputResponses").is_some() || call.params.get("requestState").is_some()
        {
            let key = ask::continuation_key(&call.method, call.params.get("requestState"));
            if let Some(continuation) = state.continuations.get(&key).cloned() {
                self.check_retry(&continuation, call);
                call.answers = call.params["inputResponses"].clone();
                return (continuation.actions, continuation.next);
            }
            if self.allows("strict") {
                let what = format!("{}: a requestState that was never given", call.method);
                self.log.violation(what);
            }
        }
        let facts = Facts {
            method: &call.method,
            params: &call.params,
            headers,
            path,
            process: self.process,
        };
        if let Some(rule) = self.script.choose(&facts, &mut state.counts) {
            return (self.script.rules[rule].actions.clone(), 0);
        }
        let question = defaults::Question {
            method: &call.method,
            params: &call.params,
            modern: call.modern,
            transport: self.transport,
            versions: &self.versions,
        };
        (defaults::actions(&self.script, &question).into(), 0)
    }

    fn check_retry(&self, continuation: &Continuation, call: &Call) {
        if call.id.as_ref() == Some(&continuation.id) {
            self.log.violation("the retry with input has the id of the first request");
        }
        let answers = call.params["inputResponses"].as_object();
        for key in &continuation.keys {
            if !answers.is_some_and(|answers| answers.contains_key(key)) {
                self.log.violation(format!("the retry lacks the input {key:?}"));
            }
        }
    }

    /// The request is over, whatever became of it.
    fn forget(&self, id: Option<&Value>) {
        if let Some(id) = id {
            lock(&self.state).in_flight.remove(&id.to_string());
        }
    }

    /// The client has hung up on a request.
    fn hung_up(&self, method: &str, id: Option<&Value>) {
        self.log.record(json!({"at": "closed", "method": method, "id": id}));
        let id = id.cloned().unwrap_or_default().to_string();
        if let Some(cancel) = lock(&self.state).in_flight.get(&id) {
            cancel.send_replace(true);
        }
    }

    fn port(&self) -> u16 {
        self.port.load(Ordering::Relaxed)
    }
}

/// A message and what is to be done with it.
struct Accepted {
    call: Call,
    actions: Arc<[Action]>,
    from: usize,
}
