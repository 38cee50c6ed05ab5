//! Where messages are sent, and the headers that go with all of them.

use base64::{Engine, prelude::BASE64_STANDARD};
use http::{HeaderMap, HeaderValue, Uri, header};
use url::Url;

use crate::{
    error::{Error, ErrorCode, Result},
    net::HttpClient,
};

/// An address in the form that requests need, taken apart once.
pub(super) struct Endpoint {
    pub(super) uri: Uri,
    /// The headers of every POST.
    pub(super) post_headers: HeaderMap,
    /// The headers of every GET and DELETE.
    pub(super) stream_headers: HeaderMap,
}

impl Endpoint {
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the address is not one of HTTP.
    pub(super) fn new(client: &HttpClient, url: &Url) -> Result<Self> {
        let uri = uri(url)?;
        let mut stream_headers = client.headers().clone();
        if !stream_headers.contains_key(header::AUTHORIZATION)
            && let Some(value) = credentials(url)?
        {
            stream_headers.insert(header::AUTHORIZATION, value);
        }
        let mut post_headers = stream_headers.clone();
        let json = HeaderValue::from_static("application/json");
        let both = HeaderValue::from_static("application/json, text/event-stream");
        post_headers.insert(header::CONTENT_TYPE, json);
        post_headers.insert(header::ACCEPT, both);
        stream_headers.insert(header::ACCEPT, HeaderValue::from_static("text/event-stream"));
        // A stream of small events gains nothing by compression, and what compresses it may hold
        // events back.
        stream_headers.remove(header::ACCEPT_ENCODING);
        Ok(Self { uri, post_headers, stream_headers })
    }
}

/// The address without what is not sent: a fragment and credentials.
pub(super) fn uri(url: &Url) -> Result<Uri> {
    let invalid = || {
        Error::new(ErrorCode::InvalidInput, "the server's address is not valid")
            .with_next_step("write it like https://host/mcp")
    };
    if !matches!(url.scheme(), "http" | "https") {
        return Err(invalid());
    }
    let mut bare = url.clone();
    bare.set_fragment(None);
    bare.set_username("").map_err(|()| invalid())?;
    bare.set_password(None).map_err(|()| invalid())?;
    Uri::try_from(bare.as_str()).map_err(|cause| invalid().with_source(cause))
}

/// What `user:password@` in an address becomes.
fn credentials(url: &Url) -> Result<Option<HeaderValue>> {
    if url.username().is_empty() && url.password().is_none() {
        return Ok(None);
    }
    let plain = |text: &str| {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let [first, after @ ..] = rest {
            let code = after.first_chunk::<2>().and_then(|pair| std::str::from_utf8(pair).ok());
            match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
                Some(byte) if *first == b'%' => {
                    bytes.push(byte);
                    rest = &after[2..];
                }
                _ => {
                    bytes.push(*first);
                    rest = after;
                }
            }
        }
        bytes
    };
    let mut pair = plain(url.username());
    pair.push(b':');
    pair.extend(plain(url.password().unwrap_or_default()));
    let text = format!("Basic {}", BASE64_STANDARD.encode(pair));
    let mut value = HeaderValue::from_str(&text).map_err(|_| {
        Error::new(ErrorCode::InvalidInput, "the address's user or password is not valid")
    })?;
    value.set_sensitive(true);
    Ok(Some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(url: &str) -> Result<Endpoint> {
        Endpoint::new(&HttpClient::default(), &Url::parse(url).unwrap())
    }

    #[test]
    fn credentials_leave_the_address_and_become_a_header() {
        let endpoint = endpoint("http://us%65r:p%40ss@host:81/mcp?x=1#part").unwrap();
        assert_eq!(endpoint.uri, "http://host:81/mcp?x=1");
        assert_eq!(endpoint.post_headers[header::AUTHORIZATION], "Basic dXNlcjpwQHNz");
        assert!(endpoint.stream_headers[header::AUTHORIZATION].is_sensitive());
    }

    #[test]
    fn an_address_that_is_not_of_http_is_refused() {
        for url in ["ftp://host/", "file:///tmp/x", "data:text/plain,x"] {
            assert_eq!(endpoint(url).err().unwrap().code(), ErrorCode::InvalidInput, "{url}");
        }
    }
}
