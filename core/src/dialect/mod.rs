//! The two ways in which protocol versions differ in shape, and the five rows in which they differ
//! in vocabulary.
//!
//! Modern is the model, legacy is an adapter. A difference of shape is a method of [`Dialect`],
//! which has two implementations; a difference of vocabulary is a field of [`Profile`], which has
//! five rows. Outside of this folder, `version` and `client/connect` nothing compares versions.

pub(crate) mod handshake;
pub(crate) mod method;
pub(crate) mod mirror;
pub(crate) mod negotiate;
pub(crate) mod per_request;
pub(crate) mod profile;
pub(crate) mod serving;

use std::{fmt, sync::Arc, time::Duration};

use bytes::Bytes;

pub(crate) use handshake::Handshake;
pub(crate) use per_request::PerRequest;
pub(crate) use profile::Profile;

use crate::{
    Json,
    error::Result,
    jsonrpc::{RawResult, RequestId, RpcError},
    transport::Link,
};

/// What depends on the era.
pub(crate) trait Dialect: Send + Sync {
    /// The vocabulary of the version.
    fn profile(&self) -> &'static Profile;

    /// Writes one request, with everything that this era adds to it.
    fn stamp(&self, id: &RequestId, call: &Call, round: Option<&Round>, link: Link) -> Stamped;

    /// The headers of a message that is no request.
    fn headers(&self, link: Link) -> Vec<(Box<str>, Box<str>)>;

    /// Reads the result of a request of ours.
    fn read_result(&self, method: &str, result: RawResult) -> Reply;

    /// Reads the error that answers a request of ours.
    fn read_error(&self, error: RpcError) -> Reply;

    /// How a request is given up on this kind of link.
    fn cancel(&self, link: Link) -> CancelBy;

    /// Whether the peer may send requests of its own, to which we reply.
    fn answers_requests(&self) -> bool;

    /// The request that opens a session, where this era has sessions.
    fn opening(&self) -> Option<Call>;

    /// What follows from the answer to [`Self::opening`]: the dialect of the version that the
    /// server chose.
    fn opened(&self, result: &[u8]) -> Result<Arc<dyn Dialect>>;
}

/// A request of ours, before it has an identifier.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The method.
    pub(crate) method: std::borrow::Cow<'static, str>,
    /// The text of the parameters: an object, without `_meta`.
    pub(crate) params: Bytes,
    /// The caller's own `_meta` members, their keys checked.
    pub(crate) meta: Vec<(Box<str>, Json)>,
    /// The lowest level of log messages that the caller wants for this request.
    pub(crate) log_level: Option<crate::model::LoggingLevel>,
    /// The name or address that `Mcp-Name` repeats.
    pub(crate) name: Option<Box<str>>,
    /// The `Mcp-Param-*` headers.
    pub(crate) parameter_headers: Vec<(Box<str>, Box<str>)>,
    /// Whether the caller wants to hear of progress.
    pub(crate) progress: bool,
    /// Whether it may be sent again although the first one may have reached the server.
    pub(crate) repeatable: bool,
    /// Whether a person waits for it, who may be asked to sign in for its sake.
    pub(crate) attended: bool,
    /// Who answers what the server asks for its sake, where that is not whoever answers for the
    /// connection.
    pub(crate) route: Option<u64>,
    /// What is asked at the last moment whether it may be sent.
    pub(crate) permit: Option<Permit>,
    /// What whoever answers can answer, as the text of what a client declares, where that is not
    /// what the connection does.
    pub(crate) capabilities: Option<Bytes>,
    /// What the request is for.
    pub(crate) purpose: Purpose,
    /// The longest wait for an answer or a sign of progress.
    pub(crate) timeout: Option<Duration>,
    /// The longest wait in all.
    pub(crate) max_total: Option<Duration>,
}

/// Asked at the last moment before a request is sent for the first time whether it may be. Whoever
/// gives one can thereby record what is sent, and nothing that is not.
#[derive(Clone)]
pub(crate) struct Permit(Arc<dyn Fn() -> Result<()> + Send + Sync>);

impl Permit {
    #[cfg(any(test, feature = "http"))]
    pub(crate) fn new(ask: impl Fn() -> Result<()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }

    /// Whether the request may be sent.
    ///
    /// # Errors
    /// Why it may not.
    pub(crate) fn ask(&self) -> Result<()> {
        (self.0)()
    }
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

/// What a request is for, as far as its treatment depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// One answer, and that is it.
    Ordinary,
    /// It opens the session.
    Opening,
    /// Its answer is a stream of notifications that stays open.
    Subscription,
}

impl Call {
    /// A request with nothing special about it.
    pub(crate) fn new(method: impl Into<std::borrow::Cow<'static, str>>, params: Bytes) -> Self {
        let method = method.into();
        let repeatable = method::is_repeatable(&method);
        Self {
            method,
            params,
            meta: Vec::new(),
            log_level: None,
            name: None,
            parameter_headers: Vec::new(),
            progress: false,
            repeatable,
            attended: true,
            route: None,
            permit: None,
            capabilities: None,
            purpose: Purpose::Ordinary,
            timeout: None,
            max_total: None,
        }
    }
}

/// What a further round of a request carries (2026-07-28 `basic/patterns/mrtr`).
#[derive(Clone, Debug)]
pub(crate) struct Round {
    /// The text of `inputResponses`, an object, where the server asked for input.
    pub(crate) input_responses: Option<Bytes>,
    /// The server's `requestState`, to the byte as it came.
    pub(crate) request_state: Option<Json>,
}

/// A request ready to be sent.
pub(crate) struct Stamped {
    pub(crate) body: Bytes,
    pub(crate) headers: Vec<(Box<str>, Box<str>)>,
}

/// What the answer to a request of ours means.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The result, undecoded.
    Complete(Bytes),
    /// The server needs input first.
    InputRequired(InputNeeded),
    /// The server answered with an error.
    Error(RpcError),
    /// The result breaks the protocol; the sentence says how.
    Invalid(String),
}

/// The text in which the server says what input it needs.
#[derive(Debug)]
pub(crate) enum InputNeeded {
    /// An `InputRequiredResult`.
    Result(Bytes),
    /// The data of the error `-32042` of 2025-11-25.
    UrlElicitations(Json),
}

/// How a request is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CancelBy {
    /// By `notifications/cancelled`.
    Notification,
    /// By closing the request's exchange.
    ClosingTheExchange,
}

/// Writes `params` with more members spliced in before its closing brace.
///
/// `params` is text that we have written ourselves, so it is an object.
fn splice(out: &mut Vec<u8>, params: &[u8], add: impl FnOnce(&mut Members<'_>)) {
    let inner = params.strip_suffix(b"}").unwrap_or(b"{");
    out.extend_from_slice(inner);
    add(&mut Members { first: inner.trim_ascii_end() == b"{", out });
    out.push(b'}');
}

/// The members that are being added to an object.
struct Members<'a> {
    out: &'a mut Vec<u8>,
    first: bool,
}

impl Members<'_> {
    /// Adds one member whose value is JSON text.
    fn add(&mut self, key: &str, value: &[u8]) {
        self.key(key).extend_from_slice(value);
    }

    /// Adds one member's key and hands out the place for its value.
    fn key(&mut self, key: &str) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        crate::jsonrpc::write_string(self.out, key);
        self.out.push(b':');
        self.out
    }

    /// Adds what a further round carries.
    fn round(&mut self, round: Option<&Round>) {
        let Some(round) = round else { return };
        if let Some(responses) = &round.input_responses {
            self.add("inputResponses", responses);
        }
        if let Some(state) = &round.request_state {
            self.add("requestState", state.as_str().as_bytes());
        }
    }
}

/// Writes the frame of a request around its parameters.
fn write_call(id: &RequestId, call: &Call, params: impl FnOnce(&mut Vec<u8>)) -> Bytes {
    let mut out = Vec::with_capacity(call.params.len() + 384);
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    crate::jsonrpc::write_id_value(&mut out, id);
    out.extend_from_slice(br#","method":"#);
    crate::jsonrpc::write_string(&mut out, &call.method);
    out.extend_from_slice(br#","params":"#);
    params(&mut out);
    out.push(b'}');
    out.into()
}

#[cfg(test)]
#[path = "dialect_tests.rs"]
mod tests;
