//! One exchange of HTTP with the server or an issuer, as the flow wants it, and its answer.
//!
//! Owns what of them may be shown: everything but secrets.

use std::{borrow::Cow, time::Duration};

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use serde_json::Value;
use url::{Url, form_urlencoded::Serializer};

use super::{ClientAuthentication, Registration};
use crate::{
    auth::Secret,
    error::{Error, ErrorCode, Result},
};

/// The most bytes of a metadata document.
pub(super) const DOCUMENT_BYTES: usize = 256 << 10;
/// The most bytes of the answer of a token or registration endpoint.
pub(super) const ANSWER_BYTES: usize = 256 << 10;
/// How deep an answer is shown.
const SHOWN_DEPTH: usize = 8;
/// How much of a text is shown, in characters.
const SHOWN_CHARS: usize = 4_000;
/// The longest that an endpoint may ask us to wait.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// What stands in the place of a secret.
const HIDDEN: &str = "…";
/// How the names end of members of forms and documents that are secrets, or lead to one.
const SECRET_ENDINGS: [&str; 8] =
    ["assertion", "code", "jwt", "key", "password", "secret", "token", "verifier"];
/// The shortest secret that is looked for in a text: a shorter one would be found in any.
const SHORTEST_SECRET: usize = 4;

/// What an exchange is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// The metadata of the protected resource.
    ResourceMetadata,
    /// The metadata of an authorization server.
    ServerMetadata,
    /// Registering the client.
    Registration,
    /// Getting or renewing tokens.
    Token,
    /// Taking tokens back.
    Revocation,
}

/// A request that is to be sent, and how much of its answer may be read.
#[derive(Clone)]
pub struct Exchange {
    /// What it is for.
    pub purpose: Purpose,
    /// Where it goes. The address came from a peer: who sends it must not let it reach what only
    /// this machine or this network can.
    pub url: Url,
    /// The most bytes of the answer.
    pub limit: usize,
    body: Body,
    authorization: Option<Secret>,
    /// What is in `authorization`.
    client_secret: Option<Secret>,
}

#[derive(Clone)]
enum Body {
    None,
    Form(Vec<(&'static str, Secret)>),
    Json(Value),
}

impl Exchange {
    /// Gets a document.
    pub(super) fn get(purpose: Purpose, url: Url) -> Self {
        Self::new(purpose, url, DOCUMENT_BYTES, Body::None)
    }

    /// Posts a document.
    pub(super) fn post(purpose: Purpose, url: Url, document: Value) -> Self {
        Self::new(purpose, url, ANSWER_BYTES, Body::Json(document))
    }

    fn new(purpose: Purpose, url: Url, limit: usize, body: Body) -> Self {
        Self { purpose, url, limit, body, authorization: None, client_secret: None }
    }

    /// Posts a form in a client's name (RFC 6749, section 2.3.1).
    pub(super) fn submit(
        purpose: Purpose,
        url: Url,
        mut form: Vec<(&'static str, Secret)>,
        client: &Registration,
    ) -> Self {
        let (mut authorization, mut client_secret) = (None, None);
        let id = || ("client_id", Secret::new(&*client.client_id));
        match (client.method, &client.secret) {
            (ClientAuthentication::Basic, Some(secret)) => {
                let pair = format!("{}:{}", encoded(&client.client_id), encoded(secret.expose()));
                authorization =
                    Some(Secret::new(format!("Basic {}", BASE64_STANDARD.encode(pair))));
                client_secret = Some(secret.clone());
            }
            (ClientAuthentication::Post, Some(secret)) => {
                form.extend([id(), ("client_secret", secret.clone())]);
            }
            (ClientAuthentication::None, _) | (_, None) => form.push(id()),
        }
        let body = Body::Form(form);
        Self { authorization, client_secret, ..Self::new(purpose, url, ANSWER_BYTES, body) }
    }

    /// The method of HTTP.
    pub fn method(&self) -> Method {
        if matches!(self.body, Body::None) { Method::GET } else { Method::POST }
    }

    /// The request itself, with its secrets.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: something in it is not valid in HTTP.
    pub fn request(&self) -> Result<Request<Bytes>> {
        let (content, body) = match &self.body {
            Body::None => (None, Bytes::new()),
            Body::Form(form) => {
                let mut text = Serializer::new(String::new());
                for (name, value) in form {
                    text.append_pair(name, value.expose());
                }
                (Some("application/x-www-form-urlencoded"), Bytes::from(text.finish()))
            }
            Body::Json(document) => (Some("application/json"), Bytes::from(document.to_string())),
        };
        let mut request = Request::builder()
            .method(self.method())
            .uri(self.url.as_str())
            .header(header::ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(content) = content {
            request = request.header(header::CONTENT_TYPE, HeaderValue::from_static(content));
        }
        if let Some(authorization) = &self.authorization {
            let mut value = HeaderValue::from_str(authorization.expose()).map_err(invalid)?;
            value.set_sensitive(true);
            request = request.header(header::AUTHORIZATION, value);
        }
        request.body(body).map_err(invalid)
    }

    /// The method, the address and what goes with them, on one line and without secrets.
    pub fn shown(&self) -> String {
        let mut text = format!("{} {}", self.method(), without_query(self.url.as_str()));
        match &self.body {
            Body::None => {}
            Body::Form(form) => {
                for (name, value) in form {
                    let value = if is_secret(name) { HIDDEN } else { value.expose() };
                    text.extend([" ", name, "=", &*without_query(value)]);
                }
            }
            Body::Json(document) => {
                text.push(' ');
                text.push_str(&without_secrets(document, 0).to_string());
            }
        }
        text.chars().take(SHOWN_CHARS).collect()
    }

    /// A text that came back, without the secrets that went out: some servers repeat them.
    pub(super) fn without_secrets(&self, text: &str) -> String {
        let form: &[(&str, Secret)] = match &self.body {
            Body::Form(form) => form,
            Body::None | Body::Json(_) => &[],
        };
        let of_form = form.iter().filter(|(name, _)| is_secret(name)).map(|(_, secret)| secret);
        let mut text = text.to_owned();
        for secret in of_form.chain(&self.client_secret).chain(&self.authorization) {
            let secret = secret.expose();
            let (written, escaped) = (encoded(secret), Value::from(secret).to_string());
            for form in [secret, &*written, escaped.trim_matches('"')] {
                if form.len() >= SHORTEST_SECRET && text.contains(form) {
                    text = text.replace(form, HIDDEN);
                }
            }
        }
        text
    }
}

/// What came back.
pub struct Answer {
    /// The status of HTTP.
    pub status: StatusCode,
    /// What `Retry-After` says, in seconds; never longer than half a minute.
    pub retry_after: Option<Duration>,
    /// The body.
    pub body: Bytes,
}

impl Answer {
    /// An answer with its headers, of which few count.
    pub fn new(status: StatusCode, headers: &HeaderMap, body: Bytes) -> Self {
        let seconds = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        let seconds = seconds.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
        Self { status, retry_after: seconds.map(|wait| wait.min(LONGEST_WAIT)), body }
    }

    /// The body without secrets, neither its own nor those of the exchange that it answers; what is
    /// no JSON is not shown, since nobody knows what is in it.
    pub fn shown(&self, exchange: &Exchange) -> String {
        match serde_json::from_slice::<Value>(&self.body) {
            Ok(document) => {
                let text = without_secrets(&document, 0).to_string();
                exchange.without_secrets(&text).chars().take(SHOWN_CHARS).collect()
            }
            Err(_) if self.body.is_empty() => String::new(),
            Err(_) => format!("{} bytes that are no JSON", self.body.len()),
        }
    }

    /// Whether it is worth asking again a little later.
    pub(super) fn is_passing(&self) -> bool {
        self.status.is_server_error()
            || matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
    }
}

/// An address without its query, in which there may be a key of the person's; any other text as it
/// is.
fn without_query(text: &str) -> Cow<'_, str> {
    match text.split_once('?') {
        Some((address, _)) if address.contains("://") => format!("{address}?{HIDDEN}").into(),
        _ => text.into(),
    }
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SECRET_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

fn without_secrets(value: &Value, depth: usize) -> Value {
    match value {
        _ if depth > SHOWN_DEPTH => HIDDEN.into(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| {
                let value =
                    if is_secret(name) { HIDDEN.into() } else { without_secrets(value, depth + 1) };
                (name.clone(), value)
            })
            .collect(),
        Value::Array(list) => list.iter().map(|value| without_secrets(value, depth + 1)).collect(),
        plain => plain.clone(),
    }
}

fn invalid<E>(_: E) -> Error {
    // The cause could repeat a secret.
    Error::new(ErrorCode::InvalidInput, "a request to the issuer is not valid in HTTP")
}
