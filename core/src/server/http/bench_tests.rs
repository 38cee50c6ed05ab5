//! A service without sockets: requests go in, answers come out, and time can be held.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tower_service::Service;

use super::{HttpBody, HttpOptions, HttpService};
use crate::{
    jsonrpc::Json,
    model::{ElicitFormParams, LoggingLevel, Tool},
    server::{Context, Failure, JsonSchema, NoArguments, ServedTool, Server, ServerHandle},
    transport::sse::{Item, Parser},
};

pub(super) const MODERN: &str = "2026-07-28";

#[derive(serde::Deserialize, JsonSchema)]
struct Echo {
    text: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Large {
    bytes: usize,
}

/// A service, and what its handlers do.
pub(super) struct Bench {
    pub(super) service: HttpService,
    pub(super) handle: ServerHandle,
    pub(super) handlers: Handlers,
}

/// What handlers wait for, and what became of them.
#[derive(Clone, Default)]
pub(super) struct Handlers {
    pub(super) go: Arc<Notify>,
    pub(super) begun: Arc<AtomicUsize>,
    pub(super) dropped: Arc<AtomicUsize>,
}

impl Handlers {
    fn begin(&self) -> Dropped {
        self.begun.fetch_add(1, Ordering::SeqCst);
        Dropped(self.dropped.clone())
    }

    pub(super) fn dropped(&self) -> usize {
        self.dropped.load(Ordering::SeqCst)
    }

    /// Waits until so many calls have begun.
    pub(super) async fn until_begun(&self, calls: usize) {
        while self.begun.load(Ordering::SeqCst) < calls {
            tokio::task::yield_now().await;
        }
    }

    /// Waits until so many calls are over, in whatever way.
    pub(super) async fn until_dropped(&self, calls: usize) {
        while self.dropped() < calls {
            tokio::task::yield_now().await;
        }
    }
}

/// Counts when it is dropped.
struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

pub(super) fn server(handlers: &Handlers) -> Server {
    let (waits, says, releases) = (handlers.clone(), handlers.clone(), handlers.clone());
    let question = || {
        let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
        ElicitFormParams::new("Who are you?", schema)
    };
    let mirrored: Value = json!({
        "type": "object",
        "properties": {"text": {"type": "string", "x-mcp-header": "Text"}}
    });
    Server::new("bench", "1.0")
        .logging()
        .tool("echo", "Says it again", |echo: Echo, _: Context| async move { echo.text })
        .with_tool(ServedTool::with_definition(
            Tool::new("mirror", mirrored),
            |arguments: Json, _: Context| async move {
                let echo: Echo = arguments.decode()?;
                Ok::<_, Failure>(echo.text)
            },
        ))
        .tool("wait", "Waits", move |_: NoArguments, _: Context| {
            let handlers = waits.clone();
            async move {
                let _dropped = handlers.begin();
                handlers.go.notified().await;
                "done"
            }
        })
        .tool("report", "Reports progress, then waits", move |_: NoArguments, cx: Context| {
            let handlers = says.clone();
            async move {
                let _dropped = handlers.begin();
                cx.progress(1.0, Some(2.0), None);
                handlers.go.notified().await;
                cx.progress(2.0, Some(2.0), None);
                "done"
            }
        })
        .tool(
            "release",
            "Lets its connection go, then waits",
            move |_: NoArguments, cx: Context| {
                let handlers = releases.clone();
                async move {
                    let _dropped = handlers.begin();
                    cx.release_stream();
                    handlers.go.notified().await;
                    "done"
                }
            },
        )
        .tool("ask", "Asks", move |_: NoArguments, cx: Context| async move {
            let answer = cx.elicit("who", question()).await?;
            let name = answer.content.and_then(|content| content.get("name").cloned());
            Ok::<_, Failure>(format!("Hello, {}", name.unwrap_or_default()))
        })
        .tool("flood", "Reports progress 10,000 times", |_: NoArguments, cx: Context| async move {
            for step in 0..10_000 {
                cx.progress(f64::from(step), None, None);
            }
            "done"
        })
        .tool("large", "Reports progress, then says much", |large: Large, cx: Context| async move {
            cx.progress(1.0, None, None);
            "x".repeat(large.bytes)
        })
        .tool("whoami", "Says whom it acts for", |_: NoArguments, cx: Context| async move {
            cx.principal().subject().unwrap_or("nobody").to_owned()
        })
        .tool("log-and-refuse", "Logs, then refuses", |_: NoArguments, cx: Context| async move {
            cx.log(LoggingLevel::Error, Json::from(json!("about to refuse")));
            Err::<&str, _>(Failure::invalid_params("refused"))
        })
}

pub(super) fn bench() -> Bench {
    bench_with(HttpOptions::new())
}

pub(super) fn bench_with(options: HttpOptions) -> Bench {
    let handlers = Handlers::default();
    bench_with_all(server(&handlers), options, handlers)
}

/// A bench with a server of its own.
pub(super) fn bench_of(server: Server) -> Bench {
    bench_with_all(server, HttpOptions::new(), Handlers::default())
}

fn bench_with_all(server: Server, options: HttpOptions, handlers: Handlers) -> Bench {
    let handle = server.build().unwrap();
    let service = handle.http_service(options).unwrap();
    Bench { service, handle, handlers }
}

/// A request to send.
#[derive(Clone)]
pub(super) struct Ask {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    pub(super) principal: Option<crate::auth::Principal>,
}

/// The text of a body.
pub(super) struct Text(Bytes);

impl From<Value> for Text {
    fn from(value: Value) -> Self {
        Self(value.to_string().into())
    }
}

impl From<&Value> for Text {
    fn from(value: &Value) -> Self {
        Self(value.to_string().into())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.to_owned().into())
    }
}

impl Ask {
    pub(super) fn new(method: Method) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert("host", "localhost".parse().unwrap());
        headers.insert("accept", "application/json, text/event-stream".parse().unwrap());
        Self { method, path: "/mcp".into(), headers, body: Bytes::new(), principal: None }
    }

    pub(super) fn post(body: impl Into<Text>) -> Self {
        let body = body.into().0;
        Self { body, ..Self::new(Method::POST) }.with("content-type", "application/json")
    }

    /// A modern request with all that belongs to it.
    pub(super) fn modern(method: &str, params: Value) -> Self {
        Self::modern_of(1, method, params)
    }

    pub(super) fn modern_of(id: i64, method: &str, mut params: Value) -> Self {
        let name = params.get("name").or(params.get("uri")).and_then(Value::as_str);
        let name = name.map(str::to_owned);
        let meta = &mut params["_meta"];
        meta["io.modelcontextprotocol/protocolVersion"] = json!(MODERN);
        if meta["io.modelcontextprotocol/clientCapabilities"].is_null() {
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let ask = Self::post(body).with("mcp-protocol-version", MODERN).with("mcp-method", method);
        match name {
            Some(name) => ask.with("mcp-name", &name),
            None => ask,
        }
    }

    pub(super) fn call(tool: &str) -> Self {
        Self::modern("tools/call", json!({"name": tool, "arguments": {}}))
    }

    /// Sets a header, in the place of what there was.
    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.parse().unwrap());
        self
    }

    /// Adds a header.
    pub(super) fn and(mut self, name: &'static str, value: &str) -> Self {
        self.headers.append(name, value.parse().unwrap());
        self
    }

    pub(super) fn without(mut self, name: &str) -> Self {
        self.headers.remove(name);
        self
    }

    pub(super) fn at(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    pub(super) fn by(self, subject: &str) -> Self {
        self.by_principal(crate::auth::Principal::new("https://id.example", subject))
    }

    pub(super) fn by_principal(mut self, principal: crate::auth::Principal) -> Self {
        self.principal = Some(principal);
        self
    }

    pub(super) fn into_request(self) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(self.body));
        *request.method_mut() = self.method;
        *request.uri_mut() = self.path.parse().unwrap();
        *request.headers_mut() = self.headers;
        if let Some(principal) = self.principal {
            request.extensions_mut().insert(principal);
        }
        request
    }
}

impl Bench {
    pub(super) async fn send(&self, ask: Ask) -> Got {
        self.send_request(ask.into_request()).await
    }

    pub(super) async fn send_request<B>(&self, request: Request<B>) -> Got
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
    {
        let response = self.service.clone().call(request).await.unwrap();
        let (head, body) = response.into_parts();
        Got { status: head.status, headers: head.headers, body, parser: Parser::new(1 << 20) }
    }

    /// The status, and the code of the error.
    pub(super) async fn refusal(&self, ask: Ask) -> (u16, i64) {
        let got = self.send(ask).await;
        let status = got.status.as_u16();
        (status, got.json().await["error"]["code"].as_i64().unwrap_or_default())
    }
}

/// An answer.
pub(super) struct Got {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    body: HttpBody,
    parser: Parser,
}

impl Got {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(super) fn is_stream(&self) -> bool {
        self.header("content-type") == "text/event-stream"
    }

    pub(super) async fn text(self) -> String {
        let body = self.body.collect().await.unwrap().to_bytes();
        String::from_utf8(body.to_vec()).unwrap()
    }

    pub(super) async fn json(self) -> Value {
        assert_eq!(self.header("content-type"), "application/json", "{}", self.status);
        serde_json::from_str(&self.text().await).unwrap()
    }

    /// The next event with data: its identifier and the data. Nothing when the stream has ended.
    pub(super) async fn event(&mut self) -> Option<(String, String)> {
        for _ in 0..1000 {
            if let Some(Item::Event(event)) = self.parser.next() {
                let text = |bytes: &Bytes| String::from_utf8(bytes.to_vec()).unwrap();
                let id = event.id.as_ref().map(text).unwrap_or_default();
                return Some((id, text(&event.data)));
            }
            let piece = self.piece().await?;
            self.parser.push(piece);
        }
        panic!("nothing comes but comments");
    }

    /// The next event, which must be of this type.
    pub(super) async fn event_of(&mut self, name: &str) -> (String, String) {
        let piece = self.piece().await.unwrap();
        assert!(piece.starts_with(format!("event: {name}\n").as_bytes()), "{piece:?}");
        self.parser.push(piece);
        self.event().await.unwrap()
    }

    /// The next message of the stream.
    pub(super) async fn message(&mut self) -> Option<Value> {
        self.event().await.map(|(_, data)| serde_json::from_str(&data).unwrap())
    }

    pub(super) fn retry(&self) -> Option<u64> {
        self.parser.retry()
    }

    /// The next piece of the body as it comes.
    pub(super) async fn piece(&mut self) -> Option<Bytes> {
        Some(self.body.frame().await?.unwrap().into_data().unwrap())
    }
}

/// Runs what else is ready. Nothing here waits for anything outside.
pub(super) async fn settle() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}
