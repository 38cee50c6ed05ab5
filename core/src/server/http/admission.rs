//! Who is let through: the bearer check before everything else, and what a client is told that
//! lacks a scope. Where a token is looked at, nobody else says whom a request acts for.

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header, request::Parts};
use serde::Deserialize;

use super::{modern, options::HttpOptions};
use crate::{
    auth::{BearerCheck, Challenge, Principal},
    dialect::serving::http_status,
    jsonrpc::{self, Frame, Message, Outcome, RpcError},
    server::failure::INSUFFICIENT_SCOPE,
    transport::http::server::{HttpBody, Refusal},
};

/// Nobody in particular.
static NOBODY: LazyLock<Arc<Principal>> = LazyLock::new(|| Arc::new(Principal::anonymous()));

/// The longest reply that may be the error for a scope that is missing.
const ERROR_BYTES: usize = 16 << 10;

type Answered = Result<Response<HttpBody>, Refusal>;

/// Whom a request acts for.
///
/// # Errors
/// The status of [`Challenge`]: the request was not let through.
pub(super) async fn admit(options: &HttpOptions, head: &Parts) -> Result<Arc<Principal>, Refusal> {
    let Some(bearer) = &options.bearer else { return Ok(named_by_others(head)) };
    let admitted = bearer.check_request(&head.headers, head.uri.query()).await;
    admitted.map(Arc::new).map_err(|challenge| refuse(&challenge))
}

/// The principal that whatever the service is mounted in has found.
fn named_by_others(head: &Parts) -> Arc<Principal> {
    if let Some(principal) = head.extensions.get::<Arc<Principal>>() {
        return principal.clone();
    }
    head.extensions.get::<Principal>().cloned().map_or_else(|| NOBODY.clone(), Arc::new)
}

fn refuse(challenge: &Challenge) -> Refusal {
    let mut refusal = Refusal::new(challenge.status(), challenge.description());
    if let Some(value) = challenge.www_authenticate() {
        refusal = refusal.with_header(header::WWW_AUTHENTICATE, value);
    }
    if let Some(wait) = challenge.retry_after().map(whole_seconds) {
        refusal = refusal.with_header(header::RETRY_AFTER, wait);
    }
    refusal
}

fn whole_seconds(wait: Duration) -> HeaderValue {
    HeaderValue::from(wait.as_secs().max(1))
}

/// The metadata of the resource, where it is asked for (2026-07-28
/// `basic/authorization/authorization-server-discovery`). Everybody may read it: it says nothing
/// that a refusal does not say, and a page that wants to sign in needs it.
pub(super) fn metadata(options: &HttpOptions, head: &Parts) -> Option<Answered> {
    let resource = options.bearer.as_ref()?.published()?;
    if !resource.is_metadata_path(head.uri.path()) {
        return None;
    }
    if head.method != Method::GET {
        return Some(Err(Refusal::method_not_allowed("GET")));
    }
    let mut response = modern::json(resource.to_json());
    let anyone = HeaderValue::from_static("*");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, anyone);
    Some(Ok(response))
}

/// The status of an answer that is this error alone.
pub(super) fn status(error: &RpcError) -> StatusCode {
    if error.code == INSUFFICIENT_SCOPE {
        return StatusCode::FORBIDDEN;
    }
    StatusCode::from_u16(http_status(error)).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Adds the challenge that belongs to an error for a scope that is missing (2026-07-28
/// `basic/authorization`, "Runtime Insufficient Scope Errors").
pub(super) fn add_challenge(options: &HttpOptions, error: &RpcError, headers: &mut HeaderMap) {
    if error.code == INSUFFICIENT_SCOPE
        && let Some(bearer) = &options.bearer
        && let Some(value) = challenge(bearer, error)
    {
        headers.insert(header::WWW_AUTHENTICATE, value);
    }
}

fn challenge(bearer: &BearerCheck, error: &RpcError) -> Option<HeaderValue> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Needed {
        required_scopes: Vec<String>,
    }
    let needed = error.data.as_ref().and_then(|data| data.decode::<Needed>().ok());
    bearer.insufficient_scope(needed.unwrap_or_default().required_scopes).www_authenticate()
}

/// The error for a scope that is missing, where a session's reply is one.
pub(super) fn missing_scope(options: &HttpOptions, reply: &Bytes) -> Option<RpcError> {
    if options.bearer.is_none() || reply.len() > ERROR_BYTES {
        return None;
    }
    match jsonrpc::decode(reply, &options.message) {
        Frame::Message(Message::Response(response)) => match response.outcome {
            Outcome::Error(error) if error.code == INSUFFICIENT_SCOPE => Some(error),
            _ => None,
        },
        _ => None,
    }
}
