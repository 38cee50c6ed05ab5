//! Answers that refuse a request before anybody is asked.
//!
//! Where the specification lets a refusal have a body, it is a JSON-RPC error. Its sentence is ours
//! and repeats nothing of the request.

use std::borrow::Cow;

use http::{HeaderName, HeaderValue, Response, StatusCode, header};

use super::HttpBody;
use crate::jsonrpc::{INTERNAL_ERROR, INVALID_REQUEST, RequestId, RpcError, error_reply};

/// A refusal: a status, and an error that says why.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    id: Option<RequestId>,
    error: RpcError,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Refusal {
    /// A refusal with a sentence. The error's code says only whose fault it is, as the status does.
    pub(crate) fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        let code = if status.is_server_error() { INTERNAL_ERROR } else { INVALID_REQUEST };
        Self::of(status, None, RpcError::new(code, message.into()))
    }

    /// A refusal of the request with this identifier, where it has been read.
    pub(crate) fn of(status: StatusCode, id: Option<RequestId>, error: RpcError) -> Self {
        Self { status, id, error, headers: Vec::new() }
    }

    /// Adds a header.
    pub(crate) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The method is not one that this address takes.
    pub(crate) fn method_not_allowed(allowed: &'static str) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "the address does not take this method")
            .with_header(header::ALLOW, HeaderValue::from_static(allowed))
    }

    /// There is no room at present.
    pub(crate) fn busy(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
            .with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// The status.
    #[cfg(test)]
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// The answer to send.
    pub(crate) fn into_response(self) -> Response<HttpBody> {
        let text = error_reply(self.id.as_ref(), &self.error);
        let mut response = Response::new(HttpBody::whole(text));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in self.headers {
            headers.append(name, value);
        }
        response
    }
}
