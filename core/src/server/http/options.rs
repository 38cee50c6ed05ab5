//! How a server behaves over HTTP, and what its clients may cost.

use std::{num::NonZeroUsize, sync::Arc, time::Duration};

use http::uri::PathAndQuery;

use crate::{
    auth::BearerCheck,
    error::{Error, ErrorCode, Result},
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
    pub(super) prefix: Box<str>,
    pub(super) sessions: bool,
    pub(super) message: Limits,
    pub(super) body_wait: Duration,
    pub(super) requests: NonZeroUsize,
    pub(super) requests_of_one: Option<NonZeroUsize>,
    pub(super) streams: NonZeroUsize,
    pub(super) streams_of_one: NonZeroUsize,
    pub(super) request_bytes: usize,
    pub(super) session_bytes: usize,
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

fn is_path(text: &str) -> bool {
    let parsed = text.parse::<PathAndQuery>();
    text.starts_with('/') && parsed.is_ok_and(|parsed| parsed.path() == text)
}

fn bad_path(path: &str, why: &str) -> Error {
    Error::new(ErrorCode::InvalidInput, format!("{path:?} {why}"))
        .with_next_step("write paths like /mcp, and each of them once")
}

/// The shortest interval of comments: a client is to be kept, and not to be flooded.
const LEAST_KEEP_ALIVE: Duration = Duration::from_millis(100);
/// The longest time that may be named, far below what a clock can count.
const LONGEST: Duration = Duration::from_hours(24);

fn check_time(what: &str, time: Duration, least: Duration) -> Result<()> {
    if (least..=LONGEST).contains(&time) {
        return Ok(());
    }
    let message = format!("{what} cannot be {time:?}");
    let next_step = format!("name one between {least:?} and {LONGEST:?}");
    Err(Error::new(ErrorCode::InvalidInput, message).with_next_step(next_step))
}

impl Default for HttpOptions {
    fn default() -> Self {
        let body = 4 << 20;
        Self {
            guard: Guard::default(),
            bearer: None,
            path: Some("/mcp".into()),
            pair: Some(("/sse".into(), "/messages".into())),
            prefix: "".into(),
            sessions: true,
            message: Limits { bytes: body, ..Limits::default() },
            body_wait: Duration::from_secs(30),
            requests: most(512),
            requests_of_one: None,
            streams: most(1024),
            streams_of_one: most(128),
            request_bytes: 256 << 20,
            session_bytes: 16 << 20,
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
    /// The metadata must name at least one issuer
    /// ([`ProtectedResource::authorization_server`](crate::auth::ProtectedResource::authorization_server)).
    ///
    /// A session is only its principal's, and each of its requests acts with the scopes of its own
    /// token. A stream that a client listens to ends when its token has expired.
    pub fn bearer(mut self, check: BearerCheck) -> Self {
        self.bearer = Some(Arc::new(check));
        self
    }

    /// The path of the endpoint, from its first slash on. Default `/mcp`.
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

    /// Says what stands before all paths where the service is nested in another one that takes it
    /// away, such as `/api`: a client of HTTP+SSE is told the whole path to send to. Default: nothing.
    pub fn nested_at(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into().into();
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

    /// How long the body of a request may take to come, a day at most. Default 30 seconds.
    pub fn body_wait(mut self, wait: Duration) -> Self {
        self.body_wait = wait;
        self
    }

    /// The most requests that are served at a time; further ones are refused with 503. Those of a
    /// session count until they are answered or cancelled, whether their client is there or not;
    /// each request of a batch counts. A stream or a large answer counts until it has been sent.
    /// Default 512.
    pub fn max_requests(mut self, requests: NonZeroUsize) -> Self {
        self.requests = requests;
        self
    }

    /// The most requests of one principal that are served at a time; further ones are refused with
    /// 503. Nobody in particular, as every client is where there is no sign-in, may have all of
    /// them. Default: a quarter of [`Self::max_requests`], and at least one.
    pub fn max_requests_of_one(mut self, requests: NonZeroUsize) -> Self {
        self.requests_of_one = Some(requests);
        self
    }

    /// The most bytes of requests that are kept at a time, while they come and while they are
    /// served: of all together, and of one session. Further ones are refused with 503; a single
    /// request has room in any case. Default 256 MiB and 16 MiB.
    pub fn max_request_bytes(mut self, in_all: usize, of_one_session: usize) -> Self {
        self.request_bytes = in_all;
        self.session_bytes = of_one_session;
        self
    }

    /// The most streams that are open at a time, besides the answers of requests: standing streams
    /// of sessions, subscriptions, HTTP+SSE; in all and of one principal. Further ones are refused
    /// with 503. Nobody in particular, as every client is where there is no sign-in, may have all of
    /// them. Default 1,024 and 128.
    pub fn max_streams(mut self, in_all: NonZeroUsize, of_one: NonZeroUsize) -> Self {
        self.streams = in_all;
        self.streams_of_one = of_one;
        self
    }

    /// The most sessions at a time, in all and of one principal. Default 1,000 and 64.
    ///
    /// Beyond the first number the session ends that has been idle for longest, whoever has opened
    /// it; a principal that goes beyond the second one loses its own. Where none is idle, a new
    /// session is refused with 503. Nobody in particular, as every client is where there is no
    /// sign-in, may have all of them.
    pub fn max_sessions(mut self, in_all: NonZeroUsize, of_one: NonZeroUsize) -> Self {
        self.session_limit = in_all;
        self.sessions_of_one = of_one;
        self
    }

    /// After what time a session ends that nobody has used, no stream is open to, and no request
    /// runs in. Default 30 minutes.
    pub fn session_idle(mut self, idle: Duration) -> Self {
        self.session_idle = idle;
        self
    }

    /// How long a stream may be quiet before a comment keeps it open: between 100 milliseconds and a
    /// day. Default 15 seconds.
    pub fn keep_alive(mut self, interval: Duration) -> Self {
        self.keep_alive = interval;
        self
    }

    /// The most connections of [`HttpServer`](super::HttpServer) at a time; further ones are told to
    /// come later. It also bounds how many requests arrive at a time: 128 for each, as many as come
    /// over one connection at most. Default 1,024.
    pub fn max_connections(mut self, connections: NonZeroUsize) -> Self {
        self.connections = connections;
        self
    }

    /// The most requests of one principal.
    pub(super) fn requests_of_one(&self) -> usize {
        self.requests_of_one.map_or_else(|| (self.requests.get() / 4).max(1), NonZeroUsize::get)
    }

    /// # Errors
    /// [`ErrorCode::InvalidInput`]: an option cannot be used.
    pub(super) fn checked(mut self) -> Result<Self> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        self.check_paths()?;
        if let Some(published) = self.bearer.as_ref().and_then(|check| check.published()) {
            published.check_issuers()?;
        }
        check_time("the time for a body", self.body_wait, Duration::ZERO)?;
        check_time("the interval of comments", self.keep_alive, LEAST_KEEP_ALIVE)?;
        Ok(self)
    }

    fn check_paths(&self) -> Result<()> {
        let pair = self.pair.as_ref().map(|(stream, messages)| [stream, messages]);
        let paths: Vec<&str> =
            self.path.iter().chain(pair.into_iter().flatten()).map(|path| &**path).collect();
        for (index, path) in paths.iter().enumerate() {
            if !is_path(path) {
                return Err(bad_path(path, "is no path"));
            }
            if paths[..index].contains(path) {
                return Err(bad_path(path, "cannot be the path of two things"));
            }
        }
        let prefix = &*self.prefix;
        if !prefix.is_empty() && (!is_path(prefix) || prefix.ends_with('/')) {
            return Err(bad_path(prefix, "cannot stand before a path"));
        }
        Ok(())
    }
}
