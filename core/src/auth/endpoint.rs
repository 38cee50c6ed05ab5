//! Addresses that may be trusted with secrets and keys, and bounded exchanges with them.

use bytes::Bytes;
use http::{HeaderValue, Method, Request, StatusCode, Uri, header};
use http_body_util::Full;
use url::Url;

use crate::{
    error::{Error, ErrorCode, Result},
    net::{HttpClient, describe_status, is_loopback},
};

/// An address whose traffic nobody else reads or changes: `https`, or `http` on this machine
/// (2026-07-28, basic/authorization/security-considerations, "Communication Security").
#[derive(Clone, Debug)]
pub(super) struct Endpoint(Uri);

impl Endpoint {
    /// Takes an address; `what` names it in errors.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no address, not protected, or carries credentials.
    pub(super) fn parse(text: &str, what: &str) -> Result<Self> {
        let url = protected(text, what)?;
        let uri = Uri::try_from(url.as_str()).map_err(|_| invalid(what, "is not valid"))?;
        Ok(Self(uri))
    }

    /// Whether the traffic is encrypted, and not only local.
    pub(super) fn is_encrypted(&self) -> bool {
        self.0.scheme_str() == Some("https")
    }

    /// Gets the JSON document that stands there.
    ///
    /// # Errors
    /// The exchange failed, the status is not 200, or there are more than `limit` bytes.
    pub(super) async fn fetch(&self, client: &HttpClient, limit: usize) -> Result<Bytes> {
        let build = || Ok(self.request(client, Method::GET, Bytes::new()));
        self.exchange(client, build, limit).await
    }

    /// Posts a form with credentials, and gets the JSON document that answers it.
    ///
    /// # Errors
    /// As for [`Self::fetch`]. Nothing of the form or the answer is in the error.
    pub(super) async fn submit(
        &self,
        client: &HttpClient,
        authorization: &HeaderValue,
        form: Bytes,
        limit: usize,
    ) -> Result<Bytes> {
        let build = || {
            let mut request = self.request(client, Method::POST, form.clone());
            let content = HeaderValue::from_static("application/x-www-form-urlencoded");
            request.headers_mut().insert(header::CONTENT_TYPE, content);
            request.headers_mut().insert(header::AUTHORIZATION, authorization.clone());
            Ok(request)
        };
        self.exchange(client, build, limit).await
    }

    fn request(&self, client: &HttpClient, method: Method, body: Bytes) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = method;
        *request.uri_mut() = self.0.clone();
        *request.headers_mut() = client.headers().clone();
        let accept = HeaderValue::from_static("application/json");
        request.headers_mut().insert(header::ACCEPT, accept);
        request
    }

    async fn exchange(
        &self,
        client: &HttpClient,
        build: impl Fn() -> Result<Request<Full<Bytes>>>,
        limit: usize,
    ) -> Result<Bytes> {
        let response = client.send(build).await?;
        if response.status() != StatusCode::OK {
            let host = self.0.host().unwrap_or_default();
            let status = describe_status(response.status());
            // The body could repeat what was sent, so it is not read.
            let message = format!("{host} answered {} with {status}", self.0.path());
            return Err(
                Error::new(ErrorCode::Transport, message).with_status(response.status().as_u16())
            );
        }
        response.into_body().collect(limit).await
    }
}

/// Takes an address apart that is `https`, or `http` on this machine.
///
/// # Errors
/// [`ErrorCode::InvalidInput`], as for [`Endpoint::parse`].
pub(super) fn protected(text: &str, what: &str) -> Result<Url> {
    let url = Url::parse(text).map_err(|_| invalid(what, "is not an absolute address"))?;
    let host = url.host_str().unwrap_or_default();
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(host) => {}
        _ => return Err(invalid(what, "must be https, or http on this machine")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid(what, "must not carry credentials"));
    }
    if url.fragment().is_some() {
        return Err(invalid(what, "must not have a fragment"));
    }
    Ok(url)
}

/// The error for an address that was given to us. What it is stays out: it may hold a secret.
pub(super) fn invalid(what: &str, why: &str) -> Error {
    Error::new(ErrorCode::InvalidInput, format!("the address of {what} {why}"))
        .with_next_step("write it like https://host/path")
}
