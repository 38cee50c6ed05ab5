//! Carrying out the actions of a rule, one after the other.

use std::{
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use serde_json::{Map, Value, json};
use tokio::sync::{oneshot, watch};

use super::{
    Accepted, Continuation, Peer, Subscription,
    channel::{Channel, Parcel},
    lock,
    script::Action,
    text::{Blanks, decorate},
};

const META_SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// The text of a state that is given where the script names none. It has everything that a client
/// might be tempted to tidy up.
const ODD_STATE: &str = "\u{feff} \"état\" \\ %20+ \u{1f511}/==";

/// One message that is being answered.
pub(super) struct Call {
    pub(super) id: Option<Value>,
    pub(super) method: String,
    pub(super) params: Value,
    pub(super) modern: bool,
    pub(super) channel: Channel,
    pub(super) answers: Value,
    pub(super) cancelled: watch::Receiver<bool>,
}

impl Call {
    pub(super) fn new(
        method: &str,
        params: Value,
        id: Option<Value>,
        modern: bool,
        channel: Channel,
    ) -> Self {
        let cancelled = watch::Sender::new(false).subscribe();
        let method = method.to_owned();
        Self { id, method, params, modern, channel, answers: Value::Null, cancelled }
    }

    fn token(&self) -> &Value {
        &self.params["_meta"]["progressToken"]
    }
}

/// What becomes of a call after an action.
enum Next {
    Go,
    /// The rest of the actions is for a later message, or for none.
    Stop,
}

impl Peer {
    /// Does all that a message asks for.
    pub(super) async fn perform(self: Arc<Self>, accepted: Accepted) {
        let Accepted { mut call, actions, from } = accepted;
        for place in from..actions.len() {
            if matches!(self.act(&mut call, &actions, place).await, Next::Stop) {
                break;
            }
        }
        // The standing stream outlives the message that it carried something for.
        if matches!(call.channel, Channel::Exchange(_)) {
            call.channel.end();
        }
        self.forget(call.id.as_ref());
    }

    async fn act(self: &Arc<Self>, call: &mut Call, actions: &Arc<[Action]>, place: usize) -> Next {
        let action = &actions[place];
        let argument = &action.argument;
        match action.verb {
            "reply" => {
                for n in 1..=action.number("times").unwrap_or(1) {
                    self.reply(call, action, n);
                }
            }
            "error" => self.error(call, action),
            "message" => {
                for n in 1..=action.number("times").unwrap_or(1) {
                    let message = self.blanks(call, n).fill(argument);
                    let mut parcel = parcel(&message, action);
                    parcel.last = message.get("method").is_none() && !action.flag("standalone");
                    self.channel(call, action).send(parcel);
                }
            }
            "progress" => self.progress(call, action),
            "notify" => self.notify(call, action),
            "changed" => {
                for _ in 0..action.number("times").unwrap_or(1) {
                    self.changed(argument);
                }
            }
            "ask" if call.modern => {
                self.ask_by_result(call, action, actions, place);
                return Next::Stop;
            }
            "ask" => self.ask_by_request(call, argument).await,
            "listen" => self.listen(call).await,
            "write" => {
                let bytes = self.blanks(call, 1).bytes(argument);
                self.channel(call, action).write(bytes, action.number("split"));
            }
            "respond" => self.respond(call, argument),
            "sse" => {
                if let Channel::Exchange(exchange) = &call.channel {
                    exchange.begin();
                }
            }
            "event" => {
                let text = self.event(call, argument);
                self.channel(call, action).write(text.into_bytes(), None);
            }
            "end" => {
                self.channel(call, action).end();
                return Next::Stop;
            }
            "close" => {
                call.channel.abort();
                return Next::Stop;
            }
            "exit" => {
                let code = argument.as_i64().and_then(|code| i32::try_from(code).ok()).unwrap_or(0);
                std::process::exit(code);
            }
            "stderr" => {
                for n in 1..=action.number("times").unwrap_or(1) {
                    let line = self.blanks(call, n).bytes(argument);
                    eprintln!("{}", String::from_utf8_lossy(&line));
                }
            }
            "hang" => std::future::pending().await,
            "await" => self.wait(call, action).await,
            // Only scripts whose subject is time itself may pause.
            "pause" => {
                let millis = argument.as_u64().unwrap_or(0);
                tokio::time::sleep(Duration::from_millis(millis)).await;
            }
            "child" => self.child(action),
            _ => self.add(call),
        }
        Next::Go
    }

    fn blanks<'a>(&self, call: &'a Call, n: usize) -> Blanks<'a> {
        Blanks {
            id: call.id.as_ref().unwrap_or(&Value::Null),
            token: call.token(),
            method: &call.method,
            params: &call.params,
            answers: &call.answers,
            port: self.port(),
            n,
        }
    }

    /// The exchange of the call, or where things go that belong to no call.
    fn channel(&self, call: &Call, action: &Action) -> Channel {
        match &call.channel {
            Channel::Exchange(_) if action.flag("standalone") => {
                Channel::Standing(self.standing.clone())
            }
            own => own.clone(),
        }
    }

    fn reply(&self, call: &Call, action: &Action, n: usize) {
        let mut result = self.blanks(call, n).fill(&action.argument);
        if call.modern && !action.flag("raw") {
            result = decorate(result, &call.method);
        }
        if call.method == "initialize"
            && let Some(agreed) = result["protocolVersion"].as_str()
        {
            lock(&self.state).audit.agreed = Some(agreed.to_owned());
        }
        let message = json!({"jsonrpc": "2.0", "id": reply_id(call, action), "result": result});
        let mut parcel = parcel(&message, action);
        parcel.last = true;
        call.channel.send(parcel);
    }

    fn error(&self, call: &Call, action: &Action) {
        let error = self.blanks(call, 1).fill(&action.argument);
        // The statuses that the modern version fixes for its errors.
        let status = match error["code"].as_i64() {
            Some(-32601) if call.modern => 404,
            Some(-32022..=-32020) if call.modern => 400,
            _ => 200,
        };
        let message = json!({"jsonrpc": "2.0", "id": reply_id(call, action), "error": error});
        let mut parcel = parcel(&message, action);
        parcel.last = true;
        if !action.options.contains_key("status") {
            parcel.status = status;
        }
        call.channel.send(parcel);
    }

    fn progress(&self, call: &Call, action: &Action) {
        let token = action.options.get("token").unwrap_or(call.token());
        if token.is_null() {
            return;
        }
        let mut params = self.blanks(call, 1).fill(&action.argument);
        params["progressToken"] = token.clone();
        let message =
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
        call.channel.send(parcel(&message, action));
    }

    fn notify(&self, call: &Call, action: &Action) {
        for n in 1..=action.number("times").unwrap_or(1) {
            let mut message = self.blanks(call, n).fill(&action.argument);
            message["jsonrpc"] = "2.0".into();
            if call.modern && action.flag("standalone") {
                self.publish(&message, |_| true);
            } else {
                self.channel(call, action).send(parcel(&message, action));
            }
        }
    }

    /// Tells the client that something has changed, in the way of its era.
    fn changed(&self, what: &Value) {
        let (message, wanted): (Value, Box<dyn Fn(&Value) -> bool>) = match what.as_str() {
            Some(kind) => {
                let method = format!("notifications/{kind}/list_changed");
                let member = format!("{kind}ListChanged");
                let wanted = move |filter: &Value| filter[&member] == true;
                (json!({"jsonrpc": "2.0", "method": method}), Box::new(wanted))
            }
            None => {
                let uri = what["resource"].clone();
                let message = json!({
                    "jsonrpc": "2.0",
                    "method": "notifications/resources/updated",
                    "params": {"uri": uri},
                });
                let wanted = move |filter: &Value| {
                    let uris = filter["resourceSubscriptions"].as_array();
                    uris.is_some_and(|uris| uris.contains(&uri))
                };
                (message, Box::new(wanted))
            }
        };
        let modern = !lock(&self.state).subscriptions.is_empty();
        if modern {
            self.publish(&message, wanted);
        } else if self.transport == "stdio" {
            stdout().send(Parcel::new(&message));
        } else {
            Channel::Standing(self.standing.clone()).send(Parcel::new(&message));
        }
    }

    /// Sends a notification on every subscription whose filter wants it.
    fn publish(&self, message: &Value, wanted: impl Fn(&Value) -> bool) {
        for subscription in &lock(&self.state).subscriptions {
            if wanted(&subscription.filter) {
                let mut message = message.clone();
                let params = message.as_object_mut().map(|map| map.entry("params"));
                if let Some(params) = params {
                    let params = params.or_insert_with(|| json!({}));
                    params["_meta"] = json!({META_SUBSCRIPTION: subscription.id});
                }
                subscription.channel.send(Parcel::new(&message));
            }
        }
    }

    /// Answers `subscriptions/listen` and keeps the stream until the client gives it up.
    async fn listen(&self, call: &mut Call) {
        let id = call.id.clone().unwrap_or_default();
        let filter = call.params["notifications"].clone();
        let message = json!({
            "jsonrpc": "2.0",
            "method": "notifications/subscriptions/acknowledged",
            "params": {"_meta": {META_SUBSCRIPTION: id}, "notifications": filter},
        });
        call.channel.send(Parcel::new(&message));
        let channel = call.channel.clone();
        lock(&self.state).subscriptions.push(Subscription { id: id.clone(), filter, channel });
        cancelled(call).await;
        lock(&self.state).subscriptions.retain(|subscription| subscription.id != id);
    }

    /// Legacy: a request of the server's own for each input, and the wait for all answers.
    async fn ask_by_request(&self, call: &mut Call, inputs: &Value) {
        let mut waiting = Vec::new();
        for (key, request) in inputs.as_object().into_iter().flatten() {
            let (answer, answered) = oneshot::channel();
            let id = {
                let mut state = lock(&self.state);
                state.asked += 1;
                let id = Value::from(format!("ask-{}", state.asked));
                state.asks.insert(id.to_string(), answer);
                id
            };
            let mut message = self.blanks(call, 1).fill(request);
            message["jsonrpc"] = "2.0".into();
            message["id"] = id;
            call.channel.send(Parcel::new(&message));
            waiting.push((key.clone(), answered));
        }
        let mut answers = Map::new();
        for (key, answered) in waiting {
            let reply = answered.await.unwrap_or_default();
            let error = || json!({"error": reply["error"]});
            answers.insert(key, reply.get("result").cloned().unwrap_or_else(error));
        }
        call.answers = Value::Object(answers);
    }

    /// Modern: a result that asks for input. The rest of the script waits for the retry.
    fn ask_by_result(&self, call: &Call, action: &Action, actions: &Arc<[Action]>, place: usize) {
        let inputs = self.blanks(call, 1).fill(&action.argument);
        let given = action.options.get("state").cloned();
        let mut state = lock(&self.state);
        state.asked += 1;
        let token = given.unwrap_or_else(|| format!("{}{ODD_STATE}", state.asked).into());
        let mut result = json!({"resultType": "input_required"});
        if inputs.as_object().is_some_and(|inputs| !inputs.is_empty()) {
            result["inputRequests"] = inputs.clone();
        }
        if !token.is_null() {
            result["requestState"] = token.clone();
        }
        let key = continuation_key(&call.method, result.get("requestState"));
        let keys = inputs.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect();
        let id = call.id.clone().unwrap_or_default();
        let continuation = Continuation { actions: actions.clone(), next: place + 1, keys, id };
        state.continuations.insert(key, continuation);
        drop(state);
        let result = decorate(result, &call.method);
        let message = json!({"jsonrpc": "2.0", "id": call.id, "result": result});
        let mut parcel = Parcel::new(&message);
        parcel.last = true;
        call.channel.send(parcel);
    }

    fn respond(&self, call: &Call, argument: &Value) {
        let Channel::Exchange(exchange) = &call.channel else { return };
        let blanks = self.blanks(call, 1);
        let status = argument["status"].as_u64().and_then(|s| u16::try_from(s).ok()).unwrap_or(200);
        let headers: Vec<(String, String)> = argument["headers"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, value)| {
                let value = blanks.fill(value);
                (name.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            })
            .collect();
        let (kind, body) = match argument.get("json") {
            Some(json) => ("application/json", blanks.fill(json).to_string().into_bytes()),
            None => ("text/plain", blanks.bytes(&argument["body"])),
        };
        exchange.respond(status, kind, &headers, Bytes::from(body));
    }

    fn event(&self, call: &Call, argument: &Value) -> String {
        let blanks = self.blanks(call, 1);
        let filled = blanks.fill(argument);
        let mut text = String::new();
        if let Some(comment) = filled["comment"].as_str() {
            text.push_str(&format!(": {comment}\n"));
        }
        for field in ["event", "id", "retry"] {
            match &filled[field] {
                Value::Null => {}
                Value::String(value) => text.push_str(&format!("{field}: {value}\n")),
                value => text.push_str(&format!("{field}: {value}\n")),
            }
        }
        match &filled["data"] {
            Value::Null => {}
            Value::String(data) => {
                for line in data.split('\n') {
                    text.push_str(&format!("data: {line}\n"));
                }
            }
            data => text.push_str(&format!("data: {data}\n")),
        }
        text.push('\n');
        text
    }

    async fn wait(&self, call: &mut Call, action: &Action) {
        if action.argument == "cancelled" {
            cancelled(call).await;
            return;
        }
        let pattern = self.blanks(call, 1).fill(&action.argument);
        self.log.wait(&pattern, action.number("count").unwrap_or(1)).await;
    }

    /// Starts a process of the peer's own, which does nothing until it is ended.
    fn child(&self, action: &Action) {
        let Ok(program) = std::env::current_exe() else { return };
        let mut command = Command::new(program);
        command.arg("idle").stdin(Stdio::null()).stderr(Stdio::null());
        if action.flag("ignoreTerm") {
            command.arg("--ignore-term");
        }
        if !action.flag("holdPipes") {
            command.stdout(Stdio::null());
        }
        #[cfg(unix)]
        if action.flag("detached") {
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        match command.spawn() {
            Ok(child) => self.log.record(json!({"at": "child", "pid": child.id()})),
            Err(error) => self.log.violation(format!("no child process: {error}")),
        }
    }

    fn add(&self, call: &Call) {
        let arguments = &call.params["arguments"];
        let [a, b] = ["a", "b"].map(|name| arguments[name].as_f64().unwrap_or(0.0));
        let text = (a + b).to_string();
        let result = json!({
            "content": [{"type": "text", "text": text}],
            "structuredContent": {"sum": a + b},
        });
        self.reply(call, &Action::new("reply", result), 1);
    }
}

/// Waits until the client no longer wants the answer.
async fn cancelled(call: &mut Call) {
    // The sender lives as long as the request is in flight; without it nobody will cancel.
    if call.cancelled.wait_for(|cancelled| *cancelled).await.is_err() {
        std::future::pending().await
    }
}

fn stdout() -> Channel {
    Channel::Lines(super::stdio::output())
}

fn reply_id(call: &Call, action: &Action) -> Value {
    let own = call.id.clone().unwrap_or_default();
    match action.options.get("id") {
        Some(Value::String(form)) if form == "$string" => match own {
            Value::String(text) => text.into(),
            other => other.to_string().into(),
        },
        Some(Value::String(form)) if form == "$float" => {
            own.as_f64().map_or(own, |number| json!(number))
        }
        Some(given) => given.clone(),
        None => own,
    }
}

fn parcel(message: &Value, action: &Action) -> Parcel {
    let mut parcel = Parcel::new(message);
    parcel.event_id = action.options.get("eventId").and_then(Value::as_str).map(str::to_owned);
    parcel.split = action.number("split");
    parcel.status = action.number("status").and_then(|s| u16::try_from(s).ok()).unwrap_or(200);
    parcel
}

/// Under which name the rest of a script waits for the retry with input.
pub(super) fn continuation_key(method: &str, state: Option<&Value>) -> String {
    match state {
        Some(state) => state.to_string(),
        None => format!("without state: {method}"),
    }
}

/// What a child of the peer does: nothing, for a minute at most.
pub async fn idle(ignore_term: bool) {
    #[cfg(unix)]
    if ignore_term {
        super::stdio::ignore_term();
    }
    tokio::time::sleep(Duration::from_secs(60)).await;
}
