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
use url::Url;

use super::{
    Body, Guard, HttpSettings, connect::Connector, failure, observer::Watch, reached::Reached,
    redirect, tls::Tls,
};
use crate::error::{Error, ErrorCode, Result};

/// How often an HTTP/2 connection in use is asked whether the peer is still there.
const H2_KEEPALIVE: Duration = Duration::from_secs(30);
/// How long the answer to that may take.
const H2_KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the head of an answer may take from an address that a peer has named, unless the
/// settings say otherwise.
const GUARDED_HEAD_TIMEOUT: Duration = Duration::from_secs(30);

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
    tls: Arc<Tls>,
    guard: Option<Arc<Guard>>,
    reached: Arc<Reached>,
    // Connections run here; dropping the set ends them.
    _connections: Arc<Mutex<JoinSet<()>>>,
}

impl HttpClient {
    /// A client with these settings.
    pub fn new(settings: HttpSettings) -> Self {
        let tls = Arc::new(Tls::new(settings.authorities.clone()));
        Self::with(settings, tls, None)
    }

    /// A client for addresses that a peer has named: each address, that of a redirect too, has to
    /// pass the guard, and so has what a name resolves to. Proxies, authorities and time limits are
    /// the same, with 30 s for the head of an answer where the settings have no bound. The pool is
    /// its own. The headers of the settings stay away: they are meant for the person's own server.
    pub(crate) fn guarded(&self, guard: Guard) -> Self {
        let mut settings = self.0.settings.clone();
        settings.headers = HeaderMap::new();
        settings.head_timeout.get_or_insert(GUARDED_HEAD_TIMEOUT);
        Self::with(settings, self.0.tls.clone(), Some(Arc::new(guard)))
    }

    /// The guard for what the person's own server says, by where this client has reached that
    /// server. Where it has not, or a proxy did it, the guard knows the name alone, and is no
    /// lasting one.
    pub(crate) fn guard_for(&self, server: &Url) -> Guard {
        let kinds = server.host_str().map(|host| self.0.reached.kinds(host));
        Guard::for_reached(server, &kinds.unwrap_or_default(), self.0.settings.lookup.clone())
    }

    fn with(settings: HttpSettings, tls: Arc<Tls>, guard: Option<Arc<Guard>>) -> Self {
        let reached = Arc::new(Reached::default());
        let connector = Connector::new(&settings, tls.clone(), guard.clone(), reached.clone());
        let connections = Arc::new(Mutex::new(JoinSet::new()));
        let pool = legacy::Client::builder(Executor(Arc::downgrade(&connections)))
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(settings.pool_idle_timeout)
            .http2_keep_alive_interval(H2_KEEPALIVE)
            .http2_keep_alive_timeout(H2_KEEPALIVE_TIMEOUT)
            .build(connector);
        let mut headers = settings.headers.clone();
        headers.insert(header::USER_AGENT, settings.user_agent.clone());
        if settings.compression {
            let codings = HeaderValue::from_static("gzip, br, deflate");
            headers.insert(header::ACCEPT_ENCODING, codings);
        }
        Self(Arc::new(Inner {
            pool,
            headers,
            settings,
            tls,
            guard,
            reached,
            _connections: connections,
        }))
    }

    /// The headers that every request must carry.
    pub(crate) fn headers(&self) -> &HeaderMap {
        &self.0.headers
    }

    /// Sends a request and waits for the head of its answer, following redirects within the origin.
    /// `build` makes the request, once for each place that it is sent to.
    ///
    /// # Errors
    /// Those of `build`, [`ErrorCode::Denied`] by a guard, and whatever goes wrong before the head is
    /// here. A status is no error.
    pub(crate) async fn send(
        &self,
        build: impl Fn() -> Result<Request<Full<Bytes>>>,
    ) -> Result<Response<Body>> {
        let mut request = build()?;
        let mut redirects = 0;
        loop {
            self.check(request.uri())?;
            if let Some(value) = self.0.settings.proxy.authorization(request.uri()) {
                request.headers_mut().insert(header::PROXY_AUTHORIZATION, value);
            }
            let (uri, method) = (request.uri().clone(), request.method().clone());
            let observer = self.0.settings.observer.as_ref();
            let watch = observer.map(|observer| Watch::begin(observer, &request));
            let answer = self.head(request, &uri).await?;
            if let Some(watch) = watch {
                watch.answered(&answer);
            }
            let (head, incoming) = answer.into_parts();
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

    /// Every hop is judged before anything of it is sent, also where a pooled connection is used.
    fn check(&self, uri: &http::Uri) -> Result<()> {
        let Some(guard) = &self.0.guard else { return Ok(()) };
        let url = Url::parse(&uri.to_string()).map_err(|cause| {
            Error::new(ErrorCode::InvalidInput, "the address is not valid").with_source(cause)
        })?;
        guard.check_url(&url)
    }

    async fn head(
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
        let mut debug = f.debug_tuple("HttpClient");
        debug.field(&self.0.settings);
        if let Some(guard) = &self.0.guard {
            debug.field(guard);
        }
        debug.finish()
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
