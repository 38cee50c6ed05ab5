//! The client: a pool of connections behind one handle.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response, header};
use http_body_util::Full;
use hyper_util::{client::legacy, rt::TokioTimer};
use tokio::task::JoinSet;

use super::{Body, Guard, HttpSettings, connect::Connector, failure, redirect};
use crate::error::{Error, Result};

/// How often an HTTP/2 connection in use is asked whether the peer is still there.
const H2_KEEPALIVE: Duration = Duration::from_secs(30);
/// How long the answer to that may take.
const H2_KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// HTTP for any number of servers: one pool, one TLS setting, one proxy policy.
///
/// Cloning is cheap and shares the pool. Nothing is opened or read before the first request, so a
/// client costs little until it is used. Connections live on the Tokio runtime of the request that
/// opened them and end when the last clone is dropped.
#[derive(Clone)]
pub struct HttpClient(Arc<Inner>);

struct Inner {
    pool: legacy::Client<Connector, Full<Bytes>>,
    headers: HeaderMap,
    settings: HttpSettings,
    guard: Option<Guard>,
    // Connections run here; dropping the set ends them.
    _connections: Arc<Mutex<JoinSet<()>>>,
}

impl HttpClient {
    /// A client with these settings.
    pub fn new(settings: HttpSettings) -> Self {
        Self::with_guard(settings, None)
    }

    /// A client for addresses that a peer has named: the same proxies, authorities and timeouts,
    /// connections of its own, and none of the headers that the person has set, which are for their
    /// own server.
    pub(crate) fn guarded(&self, guard: Guard) -> Self {
        let mut settings = self.0.settings.clone();
        settings.headers = HeaderMap::new();
        Self::with_guard(settings, Some(guard))
    }

    fn with_guard(settings: HttpSettings, guard: Option<Guard>) -> Self {
        let connections = Arc::new(Mutex::new(JoinSet::new()));
        let pool = legacy::Client::builder(Executor(Arc::downgrade(&connections)))
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(settings.pool_idle_timeout)
            .http2_keep_alive_interval(H2_KEEPALIVE)
            .http2_keep_alive_timeout(H2_KEEPALIVE_TIMEOUT)
            .build(Connector::new(&settings, guard));
        let mut headers = settings.headers.clone();
        headers.insert(header::USER_AGENT, settings.user_agent.clone());
        if settings.compression {
            let codings = HeaderValue::from_static("gzip, br, deflate");
            headers.insert(header::ACCEPT_ENCODING, codings);
        }
        Self(Arc::new(Inner { pool, headers, settings, guard, _connections: connections }))
    }

    /// The headers that every request must carry.
    pub(crate) fn headers(&self) -> &HeaderMap {
        &self.0.headers
    }

    /// Sends a request and waits for the head of its answer, following redirects within the origin.
    /// `build` makes the request, once for each place that it is sent to.
    ///
    /// # Errors
    /// Those of `build`, and whatever goes wrong before the head is here. A status is no error.
    pub(crate) async fn send(
        &self,
        build: impl Fn() -> Result<Request<Full<Bytes>>>,
    ) -> Result<Response<Body>> {
        let mut request = build()?;
        let mut redirects = 0;
        loop {
            if let Some(guard) = self.0.guard {
                let is_proxied = self.0.settings.proxy.intercept(request.uri()).is_some();
                guard.check(request.uri(), is_proxied)?;
            }
            if let Some(value) = self.0.settings.proxy.authorization(request.uri()) {
                request.headers_mut().insert(header::PROXY_AUTHORIZATION, value);
            }
            let (uri, method) = (request.uri().clone(), request.method().clone());
            let (head, incoming) = self.exchange(request, &uri).await?.into_parts();
            if head.status.is_redirection()
                && let Some(next) = redirect::next(&method, &uri, head.status, &head.headers)?
            {
                redirects += 1;
                if redirects > redirect::MAX_REDIRECTS {
                    return Err(redirect::too_many(&uri, head.status));
                }
                request = build()?;
                *request.uri_mut() = next;
                continue;
            }
            let body = Body::new(incoming, &head.headers, self.0.settings.idle_timeout)
                .map_err(Error::that_may_have_run)?;
            return Ok(Response::from_parts(head, body));
        }
    }

    async fn exchange(
        &self,
        request: Request<Full<Bytes>>,
        uri: &http::Uri,
    ) -> Result<Response<hyper::body::Incoming>> {
        let answer = self.0.pool.request(request);
        let outcome = match self.0.settings.head_timeout {
            None => answer.await,
            Some(limit) => match tokio::time::timeout(limit, answer).await {
                Ok(outcome) => outcome,
                Err(_) => return Err(failure::head_timed_out(uri, limit)),
            },
        };
        outcome.map_err(|cause| failure::not_answered(uri, cause))
    }
}

impl Default for HttpClient {
    fn default() -> Self {
        Self::new(HttpSettings::new())
    }
}

impl fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HttpClient").field(&self.0.settings).finish()
    }
}

/// Runs the pool's connections in the client's own set. The reference is weak because connections
/// hold the executor themselves.
#[derive(Clone)]
struct Executor(Weak<Mutex<JoinSet<()>>>);

impl<F> hyper::rt::Executor<F> for Executor
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, task: F) {
        let Some(connections) = self.0.upgrade() else { return };
        let mut connections = connections.lock().unwrap_or_else(PoisonError::into_inner);
        while connections.try_join_next().is_some() {}
        connections.spawn(task);
    }
}

#[cfg(test)]
#[path = "client_tests.rs"]
mod tests;
