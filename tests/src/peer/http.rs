//! The peer as an HTTP server: Streamable HTTP of both eras, and HTTP+SSE.
//!
//! It serves one client at a time, so that there is one standing stream. It ends when its own
//! standard input ends, so that no runner can leave one behind.

use std::{convert::Infallible, io, net::Ipv4Addr, pin::Pin, sync::Arc};

use bytes::Bytes;
use http::{Method, Request, Response};
use http_body_util::BodyExt;
use hyper_server::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::rt::TokioIo;
use serde_json::{Map, Value, json};
use tokio::{io::AsyncReadExt, net::TcpListener, sync::oneshot};

use super::{
    Accepted, Origin, Peer,
    actions::Call,
    channel::{Answer, Channel, Exchange, response},
    lock,
};

/// Serves on a free loopback port, tells it on the standard output, and ends with the input.
///
/// # Errors
/// No port can be had.
pub async fn serve(peer: Arc<Peer>) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let port = listener.local_addr()?.port();
    peer.port.store(port, std::sync::atomic::Ordering::Relaxed);
    println!("listening {port}");
    let accepting = async {
        loop {
            let (stream, _) = listener.accept().await?;
            let connection = {
                let mut state = lock(&peer.state);
                state.connections += 1;
                state.connections
            };
            peer.log.record(json!({"at": "connection", "connection": connection}));
            let serving = Serving { peer: peer.clone(), connection };
            peer.spawn(async move {
                stream.set_nodelay(true).ok();
                // A connection that breaks is the script's or the client's doing.
                let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), serving).await;
            });
        }
    };
    let ending = async {
        let mut rest = Vec::new();
        tokio::io::stdin().read_to_end(&mut rest).await
    };
    tokio::select! {
        failed = accepting => failed,
        _ = ending => Ok(()),
    }
}

struct Serving {
    peer: Arc<Peer>,
    connection: u64,
}

impl Service<Request<Incoming>> for Serving {
    type Response = Response<Answer>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Answer>, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let (peer, connection) = (self.peer.clone(), self.connection);
        Box::pin(async move { Ok(peer.answer(request, connection).await) })
    }
}

impl Peer {
    async fn answer(
        self: Arc<Self>,
        request: Request<Incoming>,
        connection: u64,
    ) -> Response<Answer> {
        let (head, body) = request.into_parts();
        let path = head.uri.path().to_owned();
        let headers: Map<String, Value> = head
            .headers
            .iter()
            .map(|(name, value)| {
                let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
                (name.as_str().to_owned(), value.into())
            })
            .collect();
        let headers = Value::Object(headers);
        self.log.record(json!({
            "at": "http", "verb": head.method.as_str(), "path": path, "headers": headers,
            "connection": connection,
        }));
        if head.method != Method::POST {
            return self.without_body(&head.method, headers, path).await;
        }
        let Ok(body) = body.collect().await else { return plain(400, "a broken body") };
        match serde_json::from_slice::<Value>(&body.to_bytes()) {
            Ok(message) => self.post(&message, headers, path).await,
            Err(error) => {
                self.log.violation(format!("a body is no JSON: {error}"));
                plain(400, "no JSON")
            }
        }
    }

    /// GET and DELETE are messages without a body: rules name them by their verb.
    async fn without_body(
        self: Arc<Self>,
        verb: &Method,
        headers: Value,
        path: String,
    ) -> Response<Answer> {
        self.check_stream(verb, &headers);
        let (answer, answered) = oneshot::channel();
        let channel = Channel::Exchange(Arc::new(Exchange::new(answer, Vec::new())));
        let ruled = {
            let mut state = lock(&self.state);
            let facts = super::Facts {
                method: verb.as_str(),
                params: &Value::Null,
                headers: &headers,
                path: &path,
                process: self.process,
            };
            self.script.choose(&facts, &mut state.counts)
        };
        if let Some(rule) = ruled {
            let call = Call::new(verb.as_str(), Value::Null, None, false, channel);
            let actions = self.script.rules[rule].actions.clone();
            self.spawn(self.clone().perform(Accepted { call, actions, from: 0 }));
            let watch = Watch::new(self, verb.as_str(), None, None);
            return watch.answer(answered).await;
        }
        let legacy = self.versions.iter().any(|version| !crate::scenario::is_modern(version));
        if verb == Method::DELETE && legacy && self.transport == "http" {
            lock(&self.state).audit.session = None;
            return plain(200, "");
        }
        if verb != Method::GET || !legacy {
            return plain(405, "");
        }
        let stream = self.standing.open();
        if self.transport == "sse" {
            // The first event tells where to post (2024-11-05 `transports`, "HTTP with SSE").
            Channel::Standing(self.standing.clone())
                .write(b"event: endpoint\ndata: /messages\n\n".to_vec(), None);
        }
        let mut answer = response(200, "text/event-stream", [], stream);
        Watch::new(self, "GET", None, None).guard(answer.body_mut());
        answer
    }

    /// GET and DELETE carry the session and the version like every other request of it.
    fn check_stream(&self, verb: &Method, headers: &Value) {
        let state = lock(&self.state);
        if self.transport != "http" || !self.allows("strict") || !self.allows("session") {
            return;
        }
        if state.sessions > 0 && headers["mcp-session-id"].is_null() {
            self.log.violation(format!("{verb} without the session that the client was given"));
        }
        let agreed = state.audit.agreed.as_deref().filter(|agreed| *agreed >= "2025-06-18");
        if agreed.is_some() && headers["mcp-protocol-version"].as_str() != agreed {
            self.log.violation(format!("{verb} without the version that was agreed on"));
        }
    }

    async fn post(
        self: Arc<Self>,
        message: &Value,
        headers: Value,
        path: String,
    ) -> Response<Answer> {
        if self.transport == "sse" && path == "/sse" {
            return plain(405, "");
        }
        let session = match self.check_session(message, &headers) {
            Ok(session) => session,
            Err(refusal) => return refusal,
        };
        let (answer, answered) = oneshot::channel();
        let exchange = Arc::new(Exchange::new(answer, session));
        let own = Channel::Exchange(exchange.clone());
        let Some(mut accepted) = self.accept(message, Origin { headers, path, channel: own })
        else {
            return plain(202, "");
        };
        let (method, id) = (accepted.call.method.clone(), accepted.call.id.clone());
        // Notifications, and everything of HTTP+SSE, are taken with 202, and what is to be said
        // about them goes to the standing stream, unless the script answers the POST itself.
        let scripted =
            accepted.actions.first().is_some_and(|a| matches!(a.verb, "respond" | "close"));
        if (id.is_none() || self.transport == "sse") && !scripted {
            accepted.call.channel = Channel::Standing(self.standing.clone());
            self.spawn(self.clone().perform(accepted));
            return plain(202, "");
        }
        self.spawn(self.clone().perform(accepted));
        Watch::new(self, &method, id, Some(exchange)).answer(answered).await
    }

    /// Keeps the session of the legacy versions: given by `initialize`, asked for ever after.
    fn check_session(
        &self,
        message: &Value,
        headers: &Value,
    ) -> Result<Vec<(String, String)>, Response<Answer>> {
        let modern = message["params"]["_meta"].get(super::META_VERSION).is_some();
        if modern || self.transport != "http" || !self.allows("session") {
            return Ok(Vec::new());
        }
        let mut state = lock(&self.state);
        if message["method"] == "initialize" {
            state.sessions += 1;
            let session = format!("session-{}", state.sessions);
            // The audit forgets the old session when it sees the message; this one comes after.
            state.audit.session = None;
            let legacy = self.versions.iter().any(|version| !crate::scenario::is_modern(version));
            drop(state);
            self.log.record(json!({"at": "session", "session": session}));
            return Ok(if legacy {
                vec![("mcp-session-id".to_owned(), session)]
            } else {
                Vec::new()
            });
        }
        let named = headers["mcp-session-id"].as_str();
        let current = (state.sessions > 0).then(|| format!("session-{}", state.sessions));
        drop(state);
        match (named, current) {
            (Some(named), Some(current)) if named == current => Ok(Vec::new()),
            (Some(_), _) => Err(plain(404, "this session is unknown")),
            (None, Some(_)) => {
                self.log.violation("a message without the session that the client was given");
                Err(plain(400, "a session is needed"))
            }
            (None, None) => Ok(Vec::new()),
        }
    }
}

/// Notices when the client hangs up before all has been said.
struct Watch(Option<Box<dyn FnOnce() + Send>>);

impl Watch {
    fn new(peer: Arc<Peer>, method: &str, id: Option<Value>, of: Option<Arc<Exchange>>) -> Self {
        let method = method.to_owned();
        Self(Some(Box::new(move || {
            if of.is_none_or(|exchange| !exchange.is_done()) {
                peer.hung_up(&method, id.as_ref());
            }
        })))
    }

    async fn answer(self, answered: oneshot::Receiver<Response<Answer>>) -> Response<Answer> {
        let Ok(mut answer) = answered.await else { return plain(500, "nothing was said") };
        self.guard(answer.body_mut());
        answer
    }

    fn guard(mut self, body: &mut Answer) {
        body.on_drop = self.0.take();
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(tell) = self.0.take() {
            tell();
        }
    }
}

fn plain(status: u16, text: &'static str) -> Response<Answer> {
    let kind = if text.is_empty() { "" } else { "text/plain" };
    response(status, kind, [], Answer::whole(Bytes::from_static(text.as_bytes())))
}
