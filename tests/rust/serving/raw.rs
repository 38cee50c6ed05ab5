//! A client that sends exactly what it is told to, and audits everything that comes back.
//!
//! Where the server is in this process, time is the runtime's own and must be paused: a wait that
//! nothing will end is over at once, so that silence can be told from slowness.

use std::{collections::VecDeque, process::Stdio, time::Duration};

use hostline::{Result, auth::Principal, server::ServerHandle, transport::StreamTransport};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, Lines, duplex, split},
    process::{Child, Command},
    task::JoinSet,
    time::timeout,
};

use super::{
    MODERN,
    audit::{Audit, META_CAPABILITIES, META_VERSION},
};

/// How long nothing must come before nothing will.
const PATIENCE: Duration = Duration::from_mins(1);
/// How many bytes are on their way at most.
const ROOM: usize = 1 << 20;

/// One connection to a server, in one version.
pub(super) struct RawClient {
    pub(super) version: &'static str,
    /// What it declares in the opening, or with each request.
    capabilities: Value,
    reader: Lines<BufReader<Box<dyn AsyncRead + Send + Unpin>>>,
    writer: Box<dyn AsyncWrite + Send + Unpin>,
    audit: Audit,
    /// What came while something else was waited for.
    heard: VecDeque<Value>,
    last_id: u64,
    serving: Serving,
}

/// What serves.
enum Serving {
    Here(JoinSet<Result<()>>),
    Program(Box<Child>),
}

impl RawClient {
    /// A connection on which nothing was said.
    pub(super) fn join(server: &ServerHandle, version: &'static str) -> Self {
        Self::join_as(server, version, Principal::anonymous())
    }

    /// The same for a principal.
    pub(super) fn join_as(
        server: &ServerHandle,
        version: &'static str,
        principal: Principal,
    ) -> Self {
        let (near, far) = duplex(ROOM);
        let (reader, writer) = split(far);
        let mut serving = JoinSet::new();
        let server = server.clone();
        serving.spawn(async move {
            server.serve_as(StreamTransport::new(reader, writer), principal).await
        });
        let (reader, writer) = split(near);
        Self::over(version, Box::new(reader), Box::new(writer), Serving::Here(serving))
    }

    /// A connection to a program, on which nothing was said.
    pub(super) fn start_program(program: &str, version: &'static str) -> Self {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the program is there");
        let reader = child.stdout.take().expect("it is a pipe");
        let writer = child.stdin.take().expect("it is a pipe");
        let serving = Serving::Program(Box::new(child));
        Self::over(version, Box::new(reader), Box::new(writer), serving)
    }

    fn over(
        version: &'static str,
        reader: Box<dyn AsyncRead + Send + Unpin>,
        writer: Box<dyn AsyncWrite + Send + Unpin>,
        serving: Serving,
    ) -> Self {
        Self {
            version,
            capabilities: json!({}),
            reader: BufReader::new(reader).lines(),
            writer,
            audit: Audit::new(version),
            heard: VecDeque::new(),
            last_id: 0,
            serving,
        }
    }

    /// A connection that can be used at once, of a client that can do nothing for the server.
    pub(super) async fn open(server: &ServerHandle, version: &'static str) -> Self {
        Self::open_with(server, version, json!({})).await
    }

    /// The same for a client that can do this.
    pub(super) async fn open_with(
        server: &ServerHandle,
        version: &'static str,
        capabilities: Value,
    ) -> Self {
        let mut client = Self::join(server, version);
        client.begin(capabilities).await;
        client
    }

    /// Opens the session, where the version has any.
    pub(super) async fn begin(&mut self, capabilities: Value) -> Value {
        self.capabilities = capabilities;
        if self.is_modern() {
            return Value::Null;
        }
        let opening = self.opening(self.version);
        let result = self.result("initialize", opening).await;
        self.notify("notifications/initialized", json!({})).await;
        result
    }

    /// The parameters of `initialize` for a version.
    pub(super) fn opening(&self, version: &str) -> Value {
        json!({
            "protocolVersion": version,
            "capabilities": self.capabilities,
            "clientInfo": {"name": "raw", "version": "1"},
        })
    }

    pub(super) fn is_modern(&self) -> bool {
        self.version == MODERN
    }

    /// Declares something else from the next request on, as modern clients may.
    pub(super) fn declare(&mut self, capabilities: Value) {
        self.capabilities = capabilities;
    }

    /// Lets the audit know what is going to be sent as text.
    pub(super) fn note(&mut self, message: &Value) {
        self.audit.note(message);
    }

    /// Sends a message as it is.
    pub(super) async fn send(&mut self, message: &Value) {
        self.audit.note(message);
        self.send_text(message.to_string()).await;
    }

    /// Sends a line as it is, of which the audit learns nothing.
    pub(super) async fn send_text(&mut self, text: impl AsRef<[u8]>) {
        let line = [text.as_ref(), b"\n"].concat();
        self.writer.write_all(&line).await.expect("the server reads");
    }

    pub(super) async fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
    }

    /// A request of this version with an id of its own.
    pub(super) fn request(&mut self, method: &str, mut params: Value) -> Value {
        self.last_id += 1;
        if self.is_modern() {
            let meta = &mut params["_meta"];
            if meta.get(META_VERSION).is_none() {
                meta[META_VERSION] = self.version.into();
            }
            if meta.get(META_CAPABILITIES).is_none() {
                meta[META_CAPABILITIES] = self.capabilities.clone();
            }
        }
        json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
    }

    /// Sends a request and gives its id.
    pub(super) async fn start(&mut self, method: &str, params: Value) -> Value {
        let request = self.request(method, params);
        self.send(&request).await;
        request["id"].clone()
    }

    /// Sends a request and waits for its answer, the whole message.
    pub(super) async fn answer(&mut self, method: &str, params: Value) -> Value {
        let id = self.start(method, params).await;
        self.answer_to(&id).await
    }

    /// The result of a request.
    pub(super) async fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params).await;
        assert!(answer.get("error").is_none(), "{} {method}: {answer}", self.version);
        answer["result"].clone()
    }

    /// The error of a request.
    pub(super) async fn error(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params).await;
        assert!(answer.get("error").is_some(), "{} {method}: {answer}", self.version);
        answer["error"].clone()
    }

    /// The code of a request's error.
    pub(super) async fn code(&mut self, method: &str, params: Value) -> i64 {
        self.error(method, params).await["code"].as_i64().expect("the audit has seen it")
    }

    /// The result of a tool.
    pub(super) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    /// Waits for the answer to a request. What comes before it can be had by [`Self::next`].
    pub(super) async fn answer_to(&mut self, id: &Value) -> Value {
        let is_it = |message: &Value| message.get("method").is_none() && message["id"] == *id;
        if let Some(place) = self.heard.iter().position(is_it) {
            return self.heard.remove(place).expect("it was just found");
        }
        loop {
            let message = self.read().await;
            if is_it(&message) {
                return message;
            }
            self.heard.push_back(message);
        }
    }

    /// The next message of the server, in the order in which they came.
    pub(super) async fn next(&mut self) -> Value {
        match self.heard.pop_front() {
            Some(message) => message,
            None => self.read().await,
        }
    }

    /// The next message, which must be of this method.
    pub(super) async fn next_of(&mut self, method: &str) -> Value {
        let message = self.next().await;
        assert_eq!(message["method"], method, "{}: {message}", self.version);
        message
    }

    /// The next message, which must be an error that answers nothing in particular; its code.
    pub(super) async fn next_error(&mut self) -> i64 {
        let message = self.next().await;
        assert_eq!(message.get("id"), None, "{}: {message}", self.version);
        message["error"]["code"].as_i64().expect("it is an error")
    }

    /// What was heard besides answers, so far.
    pub(super) fn take_heard(&mut self) -> Vec<Value> {
        self.heard.drain(..).collect()
    }

    /// Makes sure that nothing more comes by itself.
    pub(super) async fn expect_silence(&mut self) {
        let next = match self.heard.pop_front() {
            Some(message) => Some(message),
            None => self.try_read().await,
        };
        assert_eq!(next, None, "{}: something was said", self.version);
    }

    /// Waits until nothing more comes by itself. What came can be had by [`Self::take_heard`].
    pub(super) async fn expect_end_of_news(&mut self) {
        while let Some(message) = self.try_read().await {
            self.heard.push_back(message);
        }
    }

    /// Answers a request of the server.
    pub(super) async fn reply(&mut self, request: &Value, result: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result})).await;
    }

    /// Sends a request, answers each question of it, and gives its answer, the whole message.
    ///
    /// In the modern version the request is sent again with the answers; before, the server's own
    /// requests are answered.
    pub(super) async fn answer_asking(
        &mut self,
        method: &str,
        params: Value,
        mut reply: impl FnMut(&str, &Value) -> Value,
    ) -> Value {
        let mut id = self.start(method, params.clone()).await;
        loop {
            if !self.is_modern() {
                let message = self.next().await;
                match message["method"].as_str() {
                    None if message["id"] == id => return message,
                    Some(asked) if message.get("id").is_some() => {
                        let result = reply(asked, &message["params"]);
                        self.reply(&message, result).await;
                    }
                    _ => {}
                }
                continue;
            }
            let answer = self.answer_to(&id).await;
            if answer["result"]["resultType"] != "input_required" {
                return answer;
            }
            let mut params = params.clone();
            let questions = answer["result"]["inputRequests"].as_object().cloned();
            for (key, question) in questions.unwrap_or_default() {
                let asked = question["method"].as_str().expect("the audit has seen it");
                params["inputResponses"][key] = reply(asked, &question["params"]);
            }
            params["requestState"] = answer["result"]["requestState"].clone();
            id = self.start(method, params).await;
        }
    }

    /// Ends the connection, after everything was read, in good order.
    pub(super) async fn close(mut self) {
        self.writer.shutdown().await.expect("the server reads");
        // Dropping it is what closes a pipe.
        self.writer = Box::new(tokio::io::sink());
        while self.try_read().await.is_some() {}
        match &mut self.serving {
            Serving::Here(serving) => {
                let served = serving.join_next().await.expect("it was started");
                let served = served.expect("it does not panic");
                assert!(served.is_ok(), "{}: {served:?}", self.version);
            }
            Serving::Program(child) => {
                let status = child.wait().await.expect("it can be waited for");
                assert!(status.success(), "{}: {status}", self.version);
            }
        }
    }

    async fn read(&mut self) -> Value {
        let message = self.try_read().await;
        message.unwrap_or_else(|| panic!("{}: nothing came", self.version))
    }

    /// The next text of the server, unless nothing comes.
    async fn try_read(&mut self) -> Option<Value> {
        let line = timeout(PATIENCE, self.reader.next_line()).await.ok()?;
        let line = line.expect("the text is UTF-8")?;
        let text = serde_json::from_str(&line);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}: {line}", self.version));
        let faults = self.audit.check(&text);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        Some(text)
    }
}
