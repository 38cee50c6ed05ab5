//! The four kinds of message, with their payloads still as text.

use std::fmt;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{Json, RequestId};

/// One JSON-RPC message.
#[derive(Clone, Debug)]
pub enum Message {
    /// A request: it wants a reply.
    Request(Request),
    /// A notification: it must not be answered.
    Notification(Notification),
    /// The reply to a request.
    Response(Response),
}

/// A request with its parameters undecoded.
#[derive(Clone, Debug)]
pub struct Request {
    /// The identifier that the reply must carry.
    pub id: RequestId,
    /// The method's name.
    pub method: Box<str>,
    /// The JSON text of `params`, unproven, where there is one.
    pub params: Option<Bytes>,
}

/// A notification with its parameters undecoded.
#[derive(Clone, Debug)]
pub struct Notification {
    /// The method's name.
    pub method: Box<str>,
    /// The JSON text of `params`, unproven, where there is one.
    pub params: Option<Bytes>,
}

/// A reply.
#[derive(Clone, Debug)]
pub struct Response {
    /// The request that this answers; absent when the peer could not read it.
    pub id: Option<RequestId>,
    /// What the peer answered.
    pub outcome: Outcome,
}

/// What a reply says.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The request succeeded.
    Result(RawResult),
    /// The request failed.
    Error(RpcError),
    /// The reply breaks JSON-RPC; the text says how.
    Malformed(&'static str),
}

/// The undecoded result of a request.
#[derive(Clone, Debug)]
pub struct RawResult {
    /// The JSON text of `result`, unproven.
    pub bytes: Bytes,
    /// The JSON text of the result's own `resultType` member, where it has one.
    pub tag: Option<Bytes>,
}

/// The error object of a reply (JSON-RPC 2.0, section 5.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RpcError {
    /// The error's number.
    pub code: i64,
    /// A sentence from the peer: untrusted text.
    #[serde(default)]
    pub message: String,
    /// Whatever the peer adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Json>,
}

impl RpcError {
    /// An error with a code and a sentence.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// Adds data to the error.
    pub fn with_data(mut self, data: impl Into<Json>) -> Self {
        self.data = Some(data.into());
        self
    }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for RpcError {}
