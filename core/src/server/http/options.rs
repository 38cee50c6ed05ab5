//! How a server behaves over HTTP, and what its clients may cost.

use std::{num::NonZeroUsize, sync::Arc, time::Duration};

use crate::{
    auth::BearerCheck,
    error::{Error, Result},
    jsonrpc::Limits,
    transport::http::server::Guard,
};

/// How a server behaves over HTTP, and what its clients may cost.
///
/// ```
/// use hostline::server::HttpOptions;
/// let options = HttpOptions::new()
///     .allow_host("mcp.example.com")
///     .allow_origin("https://app.example.com")
///     .path("/");
/// ```
#[derive(Clone, Debug)]
pub struct HttpOptions {
    pub(super) guard: Guard,
    pub(super) bearer: Option<Arc<BearerCheck>>,
    pub(super) path: Option<Box<str>>,
    pub(super) pair: Option<(Box<str>, Box<str>)>,
    pub(super) sessions: bool,
    pub(super) message: Limits,
    pub(super) body_wait: Duration,
    pub(super) requests: NonZeroUsize,
    pub(super) streams: NonZeroUsize,
    pub(super) session_limit: NonZeroUsize,
    pub(super) sessions_of_one: NonZeroUsize,
    pub(super) session_idle: Duration,
    pub(super) keep_alive: Duration,
    pub(super) connections: NonZeroUsize,
    pub(super) fault: Option<Error>,
}

/// A number that is written here, so that it is known not to be zero.
const fn most(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("the numbers here are not zero")
}

impl Default for HttpOptions {
    fn default() -> Self {
        let body = 4 << 20;
        Self {
            guard: Guard::default(),
            bearer: None,
            path: Some("/mcp".into()),
            pair: Some(("/sse".into(), "/messages".into())),
            sessions: true,
            message: Limits { bytes: body, ..Limits::default() },
            body_wait: Duration::from_secs(30),
            requests: most(512),
            streams: most(1024),
            session_limit: most(1000),
            sessions_of_one: most(64),
            session_idle: Duration::from_mins(30),
            keep_alive: Duration::from_secs(15),
            connections: most(1024),
            fault: None,
        }
    }
}

impl HttpOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers for a host besides this machine's own names: `mcp.example.com` with any port, or
    /// `mcp.example.com:8443`. Requests for any other host are refused, so that no web page can
    /// make its own name point here (2026-07-28 `basic/transports/streamable-http`, "Security &
    /// Endpoint").
    pub fn allow_host(mut self, host: &str) -> Self {
        self.fault = self.guard.allow_host(host).err().or(self.fault);
        self
    }

    /// Takes requests from web pages of this origin, such as `https://app.example.com`, besides
    /// those of this machine. Requests that come from any other page are refused. What a browser
    /// wants to read before it lets a page send (CORS) is the business of whatever the service is
    /// mounted in.
    pub fn allow_origin(mut self, origin: &str) -> Self {
        self.fault = self.guard.allow_origin(origin).err().or(self.fault);
        self
    }

    /// Takes requests for any host and from any origin. Only right where something before this
    /// server checks both.
    pub fn allow_any_host_and_origin(mut self) -> Self {
        self.guard.switch_off();
        self
    }

    /// Serves only requests whose bearer token this check lets through, and acts for the principal
    /// that it names, whatever else a request brings along. All others are told where to get a
    /// token; the resource's metadata, which everybody may read, says more, and stands at its
    /// well-known addresses (2026-07-28 `basic/authorization`).
    ///
    /// A session is only its principal's, and goes on with the scopes of the newest token.
    pub fn bearer(mut self, check: BearerCheck) -> Self {
        self.bearer = Some(Arc::new(check));
        self
    }

    /// The path of the endpoint. Default `/mcp`.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into().into());
        self
    }

    /// Serves the endpoint at whatever path a request has, for a service that is mounted where only
    /// its own requests reach it. HTTP+SSE, which needs paths of its own, is not served then.
    pub fn any_path(mut self) -> Self {
        self.path = None;
        self.pair = None;
        self
    }

    /// The paths of HTTP+SSE (2024-11-05): of its stream and of what clients send. Default `/sse`
    /// and `/messages`.
    pub fn sse_paths(mut self, stream: impl Into<String>, messages: impl Into<String>) -> Self {
        self.pair = Some((stream.into().into(), messages.into().into()));
        self
    }

    /// Does not serve HTTP+SSE, which the specification has deprecated.
    pub fn without_sse(mut self) -> Self {
        self.pair = None;
        self
    }

    /// Serves only the modern era: no sessions, and no HTTP+SSE.
    pub fn modern_only(mut self) -> Self {
        self.sessions = false;
        self.without_sse()
    }

    /// The longest body of a request, in bytes. Default 4 MiB.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.message.bytes = bytes;
        self
    }

    /// How long the body of a request may take to come. Default 30 seconds.
    pub fn body_wait(mut self, wait: Duration) -> Self {
        self.body_wait = wait;
        self
    }

    /// The most requests that are served at a time; further ones are refused with 503. Default 512.
    pub fn max_requests(mut self, requests: NonZeroUsize) -> Self {
        self.requests = requests;
        self
    }

    /// The most streams that are open at a time, besides the answers of requests: standing streams
    /// of sessions, subscriptions, HTTP+SSE. Further ones are refused with 503. Default 1,024.
    pub fn max_streams(mut self, streams: NonZeroUsize) -> Self {
        self.streams = streams;
        self
    }

    /// The most sessions at a time, in all and of one principal. Default 1,000 and 64.
    ///
    /// Beyond the first number new sessions are refused with 503. A principal that goes beyond the
    /// second one loses its session that has been idle for longest. Nobody in particular, as every
    /// client is where there is no sign-in, may have all of them.
    pub fn max_sessions(mut self, in_all: NonZeroUsize, of_one: NonZeroUsize) -> Self {
        self.session_limit = in_all;
        self.sessions_of_one = of_one;
        self
    }

    /// After what time a session ends that nobody has used and no stream is open to. Default 30
    /// minutes.
    pub fn session_idle(mut self, idle: Duration) -> Self {
        self.session_idle = idle;
        self
    }

    /// How long a stream may be quiet before a comment keeps it open. Default 15 seconds.
    pub fn keep_alive(mut self, interval: Duration) -> Self {
        self.keep_alive = interval;
        self
    }

    /// The most connections of [`HttpServer`](super::HttpServer) at a time; further ones are told to
    /// come later. Default 1,024.
    pub fn max_connections(mut self, connections: NonZeroUsize) -> Self {
        self.connections = connections;
        self
    }

    pub(super) fn checked(mut self) -> Result<Self> {
        self.fault.take().map_or(Ok(self), Err)
    }
}
