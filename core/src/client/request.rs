//! A request that can be adjusted before it is awaited.

use std::{future::IntoFuture, time::Duration};

use bytes::Bytes;
use tracing::Instrument;

use super::{BoxFuture, Client, connection::Connection, route::InputRoute};
use crate::{
    Json,
    dialect::{Call, Permit},
    error::{Error, ErrorCode, Result},
    model::{LoggingLevel, MetaKey},
    peer::Settled,
};

/// A request to a server. Await it to send it; dropping the future cancels it.
#[must_use = "a request is sent when it is awaited"]
pub struct Request<O> {
    pub(super) client: Client,
    pub(super) operation: O,
    pub(super) options: Options,
}

/// What every request can be told.
#[derive(Default)]
pub struct Options {
    pub(super) timeout: Option<Duration>,
    pub(super) max_total: Option<Duration>,
    pub(super) log_level: Option<LoggingLevel>,
    pub(super) meta: Vec<(Box<str>, Json)>,
    /// Whether a cached result will not do.
    pub(super) fresh: bool,
    /// Whether nobody may be asked to sign in.
    pub(super) unattended: bool,
    /// Who answers what the server asks for the sake of the request.
    pub(super) route: Option<InputRoute>,
    /// What is asked at the last moment whether it may be sent.
    pub(super) permit: Option<Permit>,
}

/// What a [`Request`] does. It is implemented by this crate only.
pub trait Operation: sealed::Run {}

impl<T: sealed::Run> Operation for T {}

pub(super) mod sealed {
    use super::{Client, Options, Result};

    pub trait Run: Send + 'static {
        /// What awaiting the request gives.
        type Output: Send + 'static;

        /// Sends the request and waits for what it gives.
        fn run(
            self,
            client: Client,
            options: Options,
        ) -> impl Future<Output = Result<Self::Output>> + Send;
    }
}

impl<O: Operation> Request<O> {
    pub(super) fn new(client: &Client, operation: O) -> Self {
        Self { client: client.clone(), operation, options: Options::default() }
    }

    /// How long to wait for an answer or for progress.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// How long to wait in all, whatever progress there is.
    pub fn max_total(mut self, max_total: Duration) -> Self {
        self.options.max_total = Some(max_total);
        self
    }

    /// Says that no person waits for this request: where the server wants somebody to sign in, it
    /// ends with [`ErrorCode::AuthRequired`] and no browser is opened.
    pub fn unattended(mut self) -> Self {
        self.options.unattended = true;
        self
    }

    /// Whoever answers on this route answers what the server asks for the sake of this request.
    #[cfg(feature = "http")]
    pub(crate) fn answered_by(mut self, route: &InputRoute) -> Self {
        self.options.route = Some(route.clone());
        self
    }

    /// Asks at the last moment whether the request may be sent.
    #[cfg(feature = "http")]
    pub(crate) fn permitted_by(mut self, permit: Permit) -> Self {
        self.options.permit = Some(permit);
        self
    }

    /// Adds a member to the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    ///
    /// A key that breaks the grammar, or stands under a prefix that is reserved, makes awaiting the
    /// request fail with [`ErrorCode::InvalidInput`] before a byte is sent.
    pub fn meta(mut self, key: impl AsRef<str>, value: impl Into<Json>) -> Self {
        self.options.meta.push((key.as_ref().into(), value.into()));
        self
    }
}

impl<O: Operation> IntoFuture for Request<O> {
    type Output = Result<O::Output>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.operation.run(self.client, self.options))
    }
}

/// The members of `_meta` under a reserved prefix that a caller may set.
const OPEN_RESERVED_KEYS: &[&str] = &["io.modelcontextprotocol/related-task"];
/// The members of `_meta` that Hostline sets itself.
const OWN_KEYS: &[&str] = &["progressToken"];

impl Options {
    /// Whether the result may be that of another request, and another's that of this one. What the
    /// caller's own metadata means to the server is not known.
    pub(super) fn can_share(&self) -> bool {
        self.meta.is_empty()
    }

    /// Makes a call of it, with the connection's own defaults for what was not said.
    pub(super) fn call(
        &self,
        connection: &Connection,
        method: impl Into<std::borrow::Cow<'static, str>>,
        params: impl Into<Bytes>,
    ) -> Result<Call> {
        let mut call = Call::new(method, params.into());
        call.timeout = Some(self.timeout.unwrap_or(connection.defaults.timeout));
        call.max_total = Some(self.max_total.unwrap_or(connection.defaults.max_total));
        call.attended = !self.unattended;
        if let Some(route) = &self.route {
            call.route = Some(route.number());
            call.capabilities = Some(route.declared(connection.facts.profile).into());
        }
        call.permit.clone_from(&self.permit);
        let level = self.log_level.as_ref().or(connection.defaults.log_level.as_ref());
        call.log_level = level.cloned().or_else(|| connection.hub.log_level());
        for (key, value) in &self.meta {
            check_key(connection, key).map_err(|error| error.with_method(call.method.clone()))?;
            call.meta.push((key.clone(), value.clone()));
        }
        Ok(call)
    }
}

fn check_key(connection: &Connection, key: &str) -> Result<()> {
    let parsed = MetaKey::parse(key)?;
    let reserved = parsed.is_reserved(connection.facts.profile.reserved);
    if (reserved && !OPEN_RESERVED_KEYS.contains(&key)) || OWN_KEYS.contains(&key) {
        return Err(Error::new(
            ErrorCode::InvalidInput,
            format!("the metadata key {key} is reserved for the protocol"),
        )
        .with_server(&connection.facts.label)
        .with_next_step("use a prefix of your own, such as com.example/"));
    }
    Ok(())
}

impl Connection {
    /// Sends a request and waits for its undecoded result.
    pub(super) async fn perform(&self, call: Call) -> Result<Bytes> {
        self.settle(call).await.map(|settled| settled.result)
    }

    /// Sends a request and waits for its undecoded result and what it took.
    pub(super) async fn settle(&self, call: Call) -> Result<Settled> {
        let span = self.span(&call);
        self.note_outcome(self.peer.begin(call, None)).instrument(span).await
    }

    /// The span of one request, from its first byte to its result.
    pub(super) fn span(&self, call: &Call) -> tracing::Span {
        tracing::debug_span!(
            target: "hostline::request",
            "request",
            server = %self.facts.label,
            method = %call.method,
        )
    }

    /// Tells of a request that fails, inside of its span.
    pub(super) async fn note_outcome(
        &self,
        waiting: impl Future<Output = Result<Settled>>,
    ) -> Result<Settled> {
        let outcome = waiting.await;
        if let Err(error) = &outcome {
            tracing::debug!(target: "hostline::request", code = %error.code(), %error, "failed");
        }
        outcome
    }
}
