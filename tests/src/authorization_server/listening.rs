//! A listener on loopback, and what it has seen.

use std::{convert::Infallible, net::Ipv4Addr};

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response};
use http_body_util::BodyExt;
use hyper_server::{
    body::{Body, Incoming},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpListener, task::JoinSet};
use url::form_urlencoded;

use super::answers::Endpoint;

/// Accepts connections until it is dropped.
pub(super) struct Listening {
    _accepting: JoinSet<()>,
}

pub(super) async fn bind() -> TcpListener {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("loopback has a free port")
}

impl Listening {
    pub(super) fn new<A, F, B>(listener: TcpListener, answer: A) -> Self
    where
        A: Fn(Request<Incoming>) -> F + Clone + Send + 'static,
        F: Future<Output = Response<B>> + Send,
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let mut accepting = JoinSet::new();
        accepting.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let answer = answer.clone();
                connections.spawn(async move {
                    let service = service_fn(move |request| {
                        let answer = answer.clone();
                        async move { Ok::<_, Infallible>(answer(request).await) }
                    });
                    // A client may leave at any time.
                    let _ =
                        http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
                });
                while connections.try_join_next().is_some() {}
            }
        });
        Self { _accepting: accepting }
    }
}

/// A request that came.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What it was for; none where there is nothing.
    pub endpoint: Option<Endpoint>,
    /// Its method.
    pub method: Method,
    /// Its path with the query.
    pub target: String,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Bytes,
}

impl Seen {
    /// Reads a request as a whole.
    pub(super) async fn read(endpoint: Option<Endpoint>, request: Request<Incoming>) -> Self {
        let (head, body) = request.into_parts();
        let target = head.uri.path_and_query().map_or("/", |target| target.as_str()).to_owned();
        let body = body.collect().await.map(http_body_util::Collected::to_bytes);
        let body = body.unwrap_or_default();
        Self { endpoint, method: head.method, target, headers: head.headers, body }
    }

    /// The parameters: of the form, or else of the query.
    pub fn parameters(&self) -> Vec<(String, String)> {
        let query = self.target.split_once('?').map_or("", |(_, query)| query);
        let form = if self.method == Method::POST { &self.body[..] } else { query.as_bytes() };
        form_urlencoded::parse(form).into_owned().collect()
    }

    /// The one parameter of a name; none where there is none, or more than one.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let mut values = self.parameters().into_iter().filter(|(known, _)| known == name);
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The client and its secret, by HTTP's own scheme (RFC 6749, section 2.3.1).
    pub(super) fn basic(&self) -> Option<(String, String)> {
        let encoded = self.header("authorization")?.strip_prefix("Basic ")?;
        let text = String::from_utf8(BASE64_STANDARD.decode(encoded).ok()?).ok()?;
        let (client_id, secret) = text.split_once(':')?;
        let plain = |text: &str| {
            let pair = form_urlencoded::parse(text.as_bytes()).next();
            pair.map(|(text, _)| text.into_owned()).unwrap_or_default()
        };
        Some((plain(client_id), plain(secret)))
    }
}
