//! Carrying out the actions of a rule, one after the other.

use std::{
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::{
    Accepted, Peer,
    channel::{Channel, Parcel},
    lock,
    script::Action,
    text::{Blanks, decorate},
};

/// How long a child of the peer lives if nobody ends it.
const LONGEST_IDLE: Duration = Duration::from_mins(1);

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
                    if let (Some(_), Some(id)) = (message.get("method"), message.get("id")) {
                        lock(&self.state).questions.insert(id.to_string());
                    }
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

    pub(super) fn blanks<'a>(&self, call: &'a Call, n: usize) -> Blanks<'a> {
        Blanks {
            id: call.id.as_ref().unwrap_or(&Value::Null),
            last_id: lock(&self.state).last_id.clone(),
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
        let mut lines = Vec::new();
        if let Some(comment) = filled["comment"].as_str() {
            lines.push(format!(": {comment}"));
        }
        for field in ["event", "id", "retry"] {
            match &filled[field] {
                Value::Null => {}
                Value::String(value) => lines.push(format!("{field}: {value}")),
                value => lines.push(format!("{field}: {value}")),
            }
        }
        match &filled["data"] {
            Value::Null => {}
            Value::String(data) => {
                lines.extend(data.split('\n').map(|line| format!("data: {line}")));
            }
            data => lines.push(format!("data: {data}")),
        }
        lines.join("\n") + "\n\n"
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
pub(super) async fn cancelled(call: &mut Call) {
    // The sender lives as long as the request is in flight; without it nobody will cancel.
    if call.cancelled.wait_for(|cancelled| *cancelled).await.is_err() {
        std::future::pending::<()>().await;
    }
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

/// What a child of the peer does: nothing, for a minute at most.
pub async fn idle(ignore_term: bool) {
    #[cfg(unix)]
    if ignore_term {
        super::stdio::ignore_term();
    }
    tokio::time::sleep(LONGEST_IDLE).await;
}
