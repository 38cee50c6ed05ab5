//! Which redirects are followed: those that stay at the same origin and keep the request.
//!
//! A redirect to elsewhere would hand headers and message to whom the person never named.

use std::{error::Error as StdError, fmt};

use http::{HeaderMap, Method, StatusCode, Uri, header};
use url::Url;

use super::failure::{describe_status, origin};
use crate::error::{Error, ErrorCode, Result};

/// The most redirects that one request follows.
pub(super) const MAX_REDIRECTS: usize = 5;

/// The cause of the error for a redirect to another origin.
#[derive(Debug)]
pub(crate) struct OtherOrigin;

impl fmt::Display for OtherOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a redirect is followed within its origin")
    }
}

impl StdError for OtherOrigin {}

/// Where an answer sends the request; nothing if it is no redirect.
pub(super) fn next(
    method: &Method,
    from: &Uri,
    status: StatusCode,
    headers: &HeaderMap,
) -> Result<Option<Uri>> {
    let moved = matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308);
    let Some(location) = headers.get(header::LOCATION).filter(|_| moved) else {
        return Ok(None);
    };
    let keeps_request = matches!(status.as_u16(), 307 | 308) || *method == Method::GET;
    let refuse = |message: std::borrow::Cow<'static, str>| {
        let error = refuse(status, message);
        // "Look there for what came of it" is the usual meaning, so it may be done already.
        if keeps_request { error } else { error.that_may_have_run() }
    };
    let (url, to) = resolve(from, location)
        .ok_or_else(|| refuse("the server redirects to an address that is not valid".into()))?;
    let here = Url::parse(&from.to_string()).ok();
    if here.is_none_or(|here| here.origin() != url.origin()) {
        let message =
            format!("the server at {} redirects to another origin, {}", origin(from), origin(&to));
        return Err(refuse(message.into())
            .with_next_step("connect to that address yourself if you trust it")
            .with_source(OtherOrigin));
    }
    if !keeps_request {
        let message = format!(
            "the server answers with {}, which would lose the message",
            describe_status(status)
        );
        return Err(refuse(message.into())
            .with_next_step("check the address, above all http or https and a slash at its end"));
    }
    Ok(Some(to))
}

pub(super) fn too_many(from: &Uri, status: StatusCode) -> Error {
    refuse(status, format!("{} redirects more than {MAX_REDIRECTS} times", origin(from)))
        .with_next_step("check the address")
}

fn refuse(status: StatusCode, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(ErrorCode::Transport, message).with_status(status.as_u16())
}

fn resolve(from: &Uri, location: &http::HeaderValue) -> Option<(Url, Uri)> {
    let base = Url::parse(&from.to_string()).ok()?;
    let mut url = base.join(std::str::from_utf8(location.as_bytes()).ok()?).ok()?;
    url.set_fragment(None);
    if !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    let uri = url.as_str().parse::<Uri>().ok()?;
    uri.host()?;
    Some((url, uri))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(method: &Method, status: u16, location: &str) -> Result<Option<String>> {
        let from = Uri::from_static("https://one.example/mcp");
        let mut headers = HeaderMap::new();
        headers.insert(header::LOCATION, location.parse().unwrap());
        let next = next(method, &from, StatusCode::from_u16(status).unwrap(), &headers)?;
        Ok(next.map(|uri| uri.to_string()))
    }

    #[test]
    fn the_table_of_redirects() {
        let post = Method::POST;
        for (status, location, target) in [
            (307, "/mcp/", "https://one.example/mcp/"),
            (308, "https://one.example:443/x?y=1#z", "https://one.example/x?y=1"),
            (307, "deeper", "https://one.example/deeper"),
        ] {
            assert_eq!(follow(&post, status, location).unwrap().as_deref(), Some(target));
        }
        for status in [301, 302, 303] {
            let error = follow(&post, status, "/mcp/").unwrap_err();
            assert_eq!((error.code(), error.http_status()), (ErrorCode::Transport, Some(status)));
            assert!(error.may_have_run(), "{status}");
            assert!(follow(&post, status, "//two.example/").unwrap_err().may_have_run());
            assert!(follow(&Method::GET, status, "/mcp/").unwrap().is_some());
        }
        for location in [
            "http://one.example/mcp",
            "https://one.example:8443/mcp",
            "https://two.example/mcp",
            "//two.example/mcp",
            "https://one.example@two.example/",
            "file:///etc/passwd",
            "https://",
        ] {
            let error = follow(&post, 308, location).unwrap_err();
            assert_eq!(error.code(), ErrorCode::Transport, "{location}");
            assert!(!error.may_have_run(), "{location}");
        }
        assert_eq!(follow(&post, 304, "/mcp/").unwrap(), None);
    }

    #[test]
    fn another_origin_is_named_beside_ours() {
        let error = follow(&Method::POST, 308, "http://two.example:81/a?token=secret").unwrap_err();
        let text = error.to_string();
        assert!(text.contains("https://one.example"), "{text}");
        assert!(text.contains("http://two.example:81"), "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
}
