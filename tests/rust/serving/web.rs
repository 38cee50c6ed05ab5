//! A client over HTTP that sends exactly what it is told to, byte by byte, and audits every message
//! that comes back.
//!
//! Each request has a connection of its own, so that dropping its answer is hanging up.

use std::{
    io::Write,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use hostline::server::{HttpOptions, HttpServer};
use http_body_util::Full;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::timeout,
};

use super::{
    MODERN,
    audit::{Audit, META_CAPABILITIES, META_VERSION},
    fixture::Fixture,
};

/// How long an answer may take before the test fails. Nothing waits for it to pass.
const PATIENCE: Duration = Duration::from_secs(30);

/// Ends a test that would hang.
pub(super) async fn soon<T>(work: impl Future<Output = T>) -> T {
    timeout(PATIENCE, work).await.expect("nothing came")
}

/// A server on a socket.
pub(super) struct Site {
    pub(super) fixture: Fixture,
    pub(super) server: HttpServer,
}

impl Site {
    pub(super) async fn open() -> Self {
        Self::of(Fixture::new(), HttpOptions::new()).await
    }

    pub(super) async fn with(options: HttpOptions) -> Self {
        Self::of(Fixture::new(), options).await
    }

    pub(super) async fn of(fixture: Fixture, options: HttpOptions) -> Self {
        let server = fixture.handle.bind_http(0, options).await.unwrap();
        Self { fixture, server }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// What a handler tells next.
    pub(super) async fn event(&mut self) -> String {
        soon(self.fixture.event()).await
    }
}

/// A request that is about to be sent.
#[derive(Clone)]
pub(super) struct Ask {
    address: SocketAddr,
    method: &'static str,
    pub(super) target: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
    audit: Arc<Mutex<Audit>>,
}

impl Ask {
    /// The same with another header, instead of what it had under this name.
    pub(super) fn header(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.without(name).also(name, value)
    }

    /// The same with one more header.
    pub(super) fn also(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers.push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    /// The same without a header.
    pub(super) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    pub(super) fn method(mut self, method: &'static str) -> Self {
        self.method = method;
        self
    }

    pub(super) fn target(mut self, target: &str) -> Self {
        target.clone_into(&mut self.target);
        self
    }

    pub(super) fn body(mut self, body: impl AsRef<[u8]>) -> Self {
        self.body = body.as_ref().to_vec();
        self
    }

    /// The head of the request as it goes over the wire.
    pub(super) fn head(&self) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.target).into_bytes();
        for (name, value) in &self.headers {
            head.extend_from_slice(format!("{name}: ").as_bytes());
            head.extend_from_slice(value);
            head.extend_from_slice(b"\r\n");
        }
        let says = |wanted: &str| self.headers.iter().any(|(name, _)| name == wanted);
        if !says("host") {
            write!(head, "host: {}\r\n", self.address).unwrap();
        }
        if !self.body.is_empty() && !says("content-length") && !says("transfer-encoding") {
            write!(head, "content-length: {}\r\n", self.body.len()).unwrap();
        }
        head.extend_from_slice(b"\r\n");
        head
    }

    /// Sends it, and reads the head of the answer.
    pub(super) async fn send(self) -> Reply {
        let stream = TcpStream::connect(self.address).await.unwrap();
        self.send_on(BufReader::new(stream)).await
    }

    /// Sends it on a connection that is open.
    pub(super) async fn send_on(self, mut stream: BufReader<TcpStream>) -> Reply {
        if let Ok(message) = serde_json::from_slice(&self.body) {
            self.audit.lock().unwrap().note(&message);
        }
        let text = [self.head(), self.body].concat();
        // A server that has answered already need not read the rest.
        let _ = stream.write_all(&text).await;
        soon(Reply::read(stream, self.audit)).await
    }

    /// Reads its answer on a connection on which it was sent already.
    pub(super) async fn answered_on(self, stream: BufReader<TcpStream>) -> Reply {
        soon(Reply::read(stream, self.audit)).await
    }

    /// Its body.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.body
    }

    /// The same for a library that sends it.
    pub(super) fn into_http(self) -> http::Request<Full<bytes::Bytes>> {
        let uri = format!("http://{}{}", self.address, self.target);
        let mut request = http::Request::builder().method(self.method).uri(uri);
        for (name, value) in &self.headers {
            request = request.header(name, &value[..]);
        }
        request.body(Full::from(self.body)).unwrap()
    }

    /// Sends it, and gives the status of the answer.
    pub(super) async fn status(self) -> u16 {
        self.send().await.status
    }

    /// Sends it, and gives the status and the code of the error.
    pub(super) async fn refusal(self) -> (u16, i64) {
        let reply = self.send().await;
        let status = reply.status;
        let error = reply.json().await;
        (status, error["error"]["code"].as_i64().unwrap())
    }
}

/// The answer to a request, whose body has not been read.
pub(super) struct Reply {
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    chunked: bool,
    /// How much of the body is still to come, or of the piece that is being read.
    left: usize,
    ended: bool,
    text: Vec<u8>,
    stream: BufReader<TcpStream>,
    audit: Arc<Mutex<Audit>>,
}

impl Reply {
    /// Reads the head of an answer.
    pub(super) async fn read(mut stream: BufReader<TcpStream>, audit: Arc<Mutex<Audit>>) -> Self {
        let line = read_line(&mut stream).await;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status: {line:?}"));
        let mut headers = Vec::new();
        loop {
            let line = read_line(&mut stream).await;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut reply = Self {
            status,
            headers,
            chunked: false,
            left: 0,
            ended: false,
            text: Vec::new(),
            stream,
            audit,
        };
        reply.chunked = reply.header("transfer-encoding") == "chunked";
        reply.left = reply.header("content-length").parse().unwrap_or(0);
        reply
    }

    /// The value of a header; nothing if it is not there.
    pub(super) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }

    pub(super) fn is_stream(&self) -> bool {
        self.header("content-type") == "text/event-stream"
    }

    /// Reads some more of the body.
    async fn fill(&mut self) -> bool {
        if self.chunked && self.left == 0 && !self.ended {
            let line = soon(read_line(&mut self.stream)).await;
            self.left = usize::from_str_radix(&line, 16).unwrap_or(0);
            if self.left == 0 {
                self.ended = true;
                soon(read_line(&mut self.stream)).await;
            }
        }
        if self.left == 0 {
            return false;
        }
        let mut piece = vec![0; self.left.min(64 << 10)];
        let read = soon(self.stream.read(&mut piece)).await.unwrap();
        assert!(read > 0, "the body ended before it was whole");
        self.text.extend_from_slice(&piece[..read]);
        self.left -= read;
        if self.chunked && self.left == 0 {
            soon(read_line(&mut self.stream)).await;
        }
        true
    }

    /// The whole body, and the connection for the next request.
    pub(super) async fn finish(mut self) -> (String, BufReader<TcpStream>) {
        while self.fill().await {}
        (String::from_utf8(self.text).unwrap(), self.stream)
    }

    pub(super) async fn text(self) -> String {
        self.finish().await.0
    }

    /// The message that is the whole body.
    pub(super) async fn json(self) -> Value {
        assert_eq!(self.header("content-type"), "application/json", "{}", self.status);
        let audit = self.audit.clone();
        let text = self.text().await;
        let message = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        check(&audit, &message);
        message
    }

    /// The next event of a stream, if there is any.
    pub(super) async fn event(&mut self) -> Option<Event> {
        assert!(self.is_stream(), "{} {:?}", self.status, self.headers);
        loop {
            if let Some(end) = self.text.windows(2).position(|pair| pair == b"\n\n") {
                let rest = self.text.split_off(end + 2);
                let text = std::mem::replace(&mut self.text, rest);
                let event = Event::parse(&String::from_utf8(text).unwrap());
                if event == Event::default() {
                    continue;
                }
                if event.name.as_deref() != Some("endpoint") && !event.data.is_empty() {
                    check(&self.audit, &event.json());
                }
                return Some(event);
            }
            if !self.fill().await {
                assert!(self.text.is_empty(), "half an event");
                return None;
            }
        }
    }

    /// The next message of a stream, if there is any.
    pub(super) async fn message(&mut self) -> Option<Value> {
        loop {
            let event = self.event().await?;
            if !event.data.is_empty() {
                return Some(event.json());
            }
        }
    }

    /// All messages up to the end of a stream.
    pub(super) async fn messages(mut self) -> Vec<Value> {
        let mut all = Vec::new();
        while let Some(message) = self.message().await {
            all.push(message);
        }
        all
    }

    /// The answer, however it comes: the last message of a stream.
    pub(super) async fn answer(self) -> Value {
        if self.is_stream() {
            return self.messages().await.pop().expect("the stream was empty");
        }
        self.json().await
    }
}

fn check(audit: &Mutex<Audit>, message: &Value) {
    let faults = audit.lock().unwrap().check(message);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

async fn read_line(stream: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    stream.read_line(&mut line).await.unwrap();
    line.trim_end().to_owned()
}

/// One server-sent event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) name: Option<String>,
    pub(super) id: Option<String>,
    pub(super) retry: Option<String>,
    pub(super) data: String,
}

impl Event {
    fn parse(text: &str) -> Self {
        let mut event = Self::default();
        for line in text.lines() {
            match line.split_once(": ").unwrap_or((line.trim_end_matches(':'), "")) {
                ("event", name) => event.name = Some(name.to_owned()),
                ("id", id) => event.id = Some(id.to_owned()),
                ("retry", time) => event.retry = Some(time.to_owned()),
                ("data", data) => event.data.push_str(data),
                ("", _) => {}
                (other, _) => panic!("an event has no field {other:?}"),
            }
        }
        event
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap_or_else(|error| panic!("{error}: {}", self.data))
    }
}

/// One client of a server over Streamable HTTP, in one version.
#[derive(Clone)]
pub(super) struct WebClient {
    address: SocketAddr,
    version: &'static str,
    capabilities: Value,
    pub(super) session: Option<String>,
    token: Option<String>,
    audit: Arc<Mutex<Audit>>,
    last_id: u64,
}

impl WebClient {
    /// A client that has said nothing.
    pub(super) fn new(site: &Site, version: &'static str) -> Self {
        Self {
            address: site.address(),
            version,
            capabilities: json!({}),
            session: None,
            token: None,
            audit: Arc::new(Mutex::new(Audit::new(version))),
            last_id: 0,
        }
    }

    /// A client that can ask, in a session where the version has any.
    pub(super) async fn open(site: &Site, version: &'static str) -> Self {
        Self::open_with(site, version, json!({})).await
    }

    /// The same for a client that can do this.
    pub(super) async fn open_with(site: &Site, version: &'static str, capabilities: Value) -> Self {
        let mut client = Self::new(site, version);
        client.capabilities = capabilities;
        client.begin().await;
        client
    }

    /// The same client with a token.
    pub(super) fn with_token(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    /// The same client, able to do this.
    pub(super) fn declaring(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Opens the session, where the version has any.
    pub(super) async fn begin(&mut self) {
        if self.version == MODERN {
            return;
        }
        let opening = self.opening();
        let reply = self.post(&opening).send().await;
        assert_eq!(reply.status, 200, "{}", self.version);
        self.session = Some(reply.header("mcp-session-id").to_owned());
        let answer = reply.json().await;
        assert_eq!(answer["result"]["protocolVersion"], self.version, "{answer}");
        let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(self.post(&begun).status().await, 202);
    }

    /// The request that opens a session.
    pub(super) fn opening(&mut self) -> Value {
        let params = json!({
            "protocolVersion": self.version,
            "capabilities": self.capabilities,
            "clientInfo": {"name": "web", "version": "1"},
        });
        self.request("initialize", params)
    }

    /// A request of this version with an id of its own.
    pub(super) fn request(&mut self, method: &str, mut params: Value) -> Value {
        self.last_id += 1;
        if self.version == MODERN {
            params["_meta"][META_VERSION] = self.version.into();
            params["_meta"][META_CAPABILITIES] = self.capabilities.clone();
        }
        json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
    }

    /// A call of a tool.
    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let mut params = json!({"name": tool});
        params["arguments"] = arguments;
        self.request("tools/call", params)
    }

    /// The POST of a message as it ought to be.
    pub(super) fn post(&self, message: &Value) -> Ask {
        let mut ask = self
            .ask("POST")
            .also("content-type", "application/json")
            .also("accept", "application/json, text/event-stream")
            .body(message.to_string());
        if self.version == MODERN {
            ask = ask.also("mcp-method", message["method"].as_str().unwrap_or_default());
            let named = ["name", "uri"].into_iter().find_map(|m| message["params"][m].as_str());
            if let Some(name) = named {
                ask = ask.also("mcp-name", name);
            }
        }
        ask
    }

    /// The GET of the standing stream.
    pub(super) fn listen(&self) -> Ask {
        self.ask("GET").also("accept", "text/event-stream")
    }

    /// The DELETE of the session.
    pub(super) fn end(&self) -> Ask {
        self.ask("DELETE")
    }

    fn ask(&self, method: &'static str) -> Ask {
        let mut ask = Ask {
            address: self.address,
            method,
            target: "/mcp".to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
            audit: self.audit.clone(),
        };
        if self.version == MODERN || self.session.is_some() {
            ask = ask.also("mcp-protocol-version", self.version);
        }
        if let Some(session) = &self.session {
            ask = ask.also("mcp-session-id", session);
        }
        if let Some(token) = &self.token {
            ask = ask.also("authorization", format!("Bearer {token}"));
        }
        ask
    }

    /// Sends a request, and gives its answer.
    pub(super) async fn answer(&mut self, method: &str, params: Value) -> Value {
        let request = self.request(method, params);
        self.post(&request).send().await.answer().await
    }

    /// Calls a tool, and gives the text of its result.
    pub(super) async fn said(&mut self, tool: &str, arguments: Value) -> String {
        let call = self.call(tool, arguments);
        let answer = self.post(&call).send().await.answer().await;
        super::text(&answer["result"]).to_owned()
    }
}
