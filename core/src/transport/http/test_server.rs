//! Small HTTP servers on loopback for tests: each is a function from a request to an answer.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body::Frame as BodyFrame;
use http_body_util::BodyExt;
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpListener,
    sync::{mpsc, watch},
    task::JoinSet,
};
use url::Url;

use crate::{
    jsonrpc::{Frame, Message, Outcome, RequestId},
    transport::{Incoming, Outgoing, OutgoingKind, Transport},
};

/// A request as it arrived, with its whole body.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) method: Method,
    pub(crate) target: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The identifier of the request in the body.
    pub(crate) fn id(&self) -> i64 {
        serde_json::from_slice::<serde_json::Value>(&self.body).unwrap()["id"].as_i64().unwrap()
    }
}

/// A body that is sent piece by piece, for as long as its sender lives.
pub(crate) struct TestBody(mpsc::UnboundedReceiver<Bytes>);

pub(crate) type Pieces = mpsc::UnboundedSender<Bytes>;

impl http_body::Body for TestBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<BodyFrame<Bytes>, std::io::Error>>> {
        self.0.poll_recv(cx).map(|piece| {
            piece.map(|piece| match &*piece {
                BREAK => Err(std::io::ErrorKind::ConnectionAborted.into()),
                _ => Ok(BodyFrame::data(piece)),
            })
        })
    }
}

/// The piece that breaks the connection.
pub(crate) const BREAK: &[u8] = b"\0break";

pub(crate) type Answer = Response<TestBody>;

/// An answer with a status, a content type (none if empty) and a body.
pub(crate) fn answer(status: u16, content_type: &str, body: impl Into<Bytes>) -> Answer {
    let (pieces, mut answer) = stream();
    let body = body.into();
    if !body.is_empty() {
        pieces.send(body).unwrap();
    }
    *answer.status_mut() = StatusCode::from_u16(status).unwrap();
    answer.headers_mut().remove("content-type");
    if !content_type.is_empty() {
        answer.headers_mut().insert("content-type", content_type.parse().unwrap());
    }
    answer
}

pub(crate) fn json(body: impl Into<String>) -> Answer {
    answer(200, "application/json", body.into())
}

/// A finished event stream.
pub(crate) fn events(text: impl Into<String>) -> Answer {
    answer(200, "text/event-stream; charset=utf-8", text.into())
}

/// An event stream that goes on until its sender is dropped.
pub(crate) fn stream() -> (Pieces, Answer) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let mut answer = Response::new(TestBody(receiver));
    answer.headers_mut().insert("content-type", "text/event-stream".parse().unwrap());
    (sender, answer)
}

pub(crate) fn with_header(mut answer: Answer, name: &'static str, value: &str) -> Answer {
    answer.headers_mut().insert(name, value.parse().unwrap());
    answer
}

/// The successful reply to a request.
pub(crate) fn result(id: i64) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"ok":true}}}}"#)
}

/// A server that runs until it is dropped.
pub(crate) struct Server {
    pub(crate) url: Url,
    pub(crate) accepted: Arc<AtomicUsize>,
    pub(crate) seen: watch::Receiver<Vec<Seen>>,
    _tasks: JoinSet<()>,
}

impl Server {
    /// Serves on loopback; `serve` is called for each request, concurrently.
    pub(crate) async fn start<F, A>(serve: F) -> Self
    where
        F: Fn(Seen) -> A + Send + Sync + 'static,
        A: Future<Output = Answer> + Send + 'static,
    {
        Self::start_on(serve, "http", |stream| std::future::ready(Ok(stream))).await
    }

    /// The same with something between TCP and HTTP, such as TLS.
    pub(crate) async fn start_on<F, A, W, S, R>(serve: F, scheme: &str, wrap: W) -> Self
    where
        F: Fn(Seen) -> A + Send + Sync + 'static,
        A: Future<Output = Answer> + Send + 'static,
        W: Fn(tokio::net::TcpStream) -> R + Send + 'static,
        R: Future<Output = std::io::Result<S>> + Send + 'static,
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let accepted = Arc::new(AtomicUsize::new(0));
        let (log, seen) = watch::channel(Vec::new());
        let (serve, log) = (Arc::new(serve), Arc::new(log));
        let mut tasks = JoinSet::new();
        let count = accepted.clone();
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                stream.set_nodelay(true).unwrap();
                count.fetch_add(1, Ordering::SeqCst);
                let (serve, log, wrapped) = (serve.clone(), log.clone(), wrap(stream));
                connections.spawn(async move {
                    let Ok(stream) = wrapped.await else { return };
                    let service = service_fn(move |request: Request<hyper::body::Incoming>| {
                        let (serve, log) = (serve.clone(), log.clone());
                        async move {
                            let (head, body) = request.into_parts();
                            let body = body.collect().await.unwrap().to_bytes();
                            let seen = Seen {
                                method: head.method,
                                target: head.uri.to_string(),
                                headers: head.headers,
                                body,
                            };
                            log.send_modify(|log| log.push(seen.clone()));
                            Ok::<_, Infallible>(serve(seen).await)
                        }
                    });
                    let _ =
                        http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        // The name, so that certificates can be for it.
        let url = Url::parse(&format!("{scheme}://127.0.0.1:{port}/mcp")).unwrap();
        Self { url, accepted, seen, _tasks: tasks }
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.borrow().clone()
    }

    /// Waits until the requests that have arrived are as wanted.
    pub(crate) async fn until(&self, wanted: impl Fn(&[Seen]) -> bool) {
        self.seen.clone().wait_for(|seen| wanted(seen)).await.unwrap();
    }

    pub(crate) fn connections(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }
}

/// A request to send.
pub(crate) fn ask(id: i64) -> Outgoing {
    let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#);
    let kind = OutgoingKind::Request {
        id: RequestId::Number(id),
        opening: false,
        repeatable: true,
        may_ask: false,
        attended: true,
    };
    Outgoing { body: body.into(), kind, headers: Vec::new(), related: None }
}

/// A request that opens a session.
pub(crate) fn opening(id: i64) -> Outgoing {
    let kind = OutgoingKind::Request {
        id: RequestId::Number(id),
        opening: true,
        repeatable: true,
        may_ask: false,
        attended: true,
    };
    Outgoing { kind, ..ask(id) }
}

/// A notification to send.
pub(crate) fn notification() -> Outgoing {
    let body = Bytes::from_static(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    Outgoing { body, kind: OutgoingKind::Notification, headers: Vec::new(), related: None }
}

/// Drives a transport, which must have nothing to tell, until something has happened.
pub(crate) async fn quiet_until<T>(
    transport: &mut impl Transport,
    happened: impl Future<Output = T>,
) -> T {
    tokio::select! {
        value = happened => value,
        incoming = next(transport) => panic!("{incoming:?}"),
    }
}

/// The next thing that a transport tells.
pub(crate) async fn next(transport: &mut impl Transport) -> Incoming {
    std::future::poll_fn(|cx| transport.poll_incoming(cx)).await
}

pub(crate) async fn close(transport: &mut impl Transport) {
    std::future::poll_fn(|cx| transport.poll_close(cx)).await.unwrap();
}

/// A short form of what was told, to compare with.
pub(crate) fn shown(incoming: &Incoming) -> String {
    match incoming {
        Incoming::Frame { frame: Frame::Message(message), via } => {
            let via = via.as_ref().map_or_else(String::new, |id| format!(" via {id}"));
            match message {
                Message::Response(reply) => {
                    let id = reply.id.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
                    match &reply.outcome {
                        Outcome::Result(_) => format!("result {id}{via}"),
                        Outcome::Error(error) => format!("error {id} {}{via}", error.code),
                        Outcome::Malformed(_) => format!("malformed {id}{via}"),
                    }
                }
                Message::Request(request) => format!("request {}{via}", request.method),
                Message::Notification(notification) => format!("{}{via}", notification.method),
            }
        }
        Incoming::Frame { frame, .. } => match frame {
            Frame::Batch(members) => format!("batch of {}", members.len()),
            _ => "invalid".to_owned(),
        },
        Incoming::Failed { id, error } => {
            let run = if error.may_have_run() { " may have run" } else { "" };
            let status =
                error.http_status().map_or_else(String::new, |status| format!(" {status}"));
            format!("failed {id} {}{status}{run}", error.code())
        }
        Incoming::SessionLost { id: Some(id) } => format!("session lost {id}"),
        Incoming::SessionLost { id: None } => "session lost".to_owned(),
        Incoming::Notice(notice) => {
            let text = format!("{notice:?}");
            let end = text.find(['(', ' ']).unwrap_or(text.len());
            text[..end].to_owned()
        }
        Incoming::Held { id } => format!("held {id}"),
        Incoming::Released { id } => format!("released {id}"),
        Incoming::Closed(error) => format!("closed {}", error.code()),
    }
}
