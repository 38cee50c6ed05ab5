//! What a client is told whose request was not let through.
//!
//! Owns the status and the `WWW-Authenticate` header (RFC 6750, section 3; RFC 9728, section 5.1).
//! It tells what to do next and nothing of the token.

use std::time::Duration;

use http::{HeaderValue, StatusCode};

/// How long a client waits before it asks again, where keys or answers cannot be had.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Why a request was not let through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no bearer token.
    Missing,
    /// The request is not as RFC 6750 wants it.
    Malformed(&'static str),
    /// The token is not valid, or not for us.
    Invalid(&'static str),
    /// The token is valid and allows too little.
    Insufficient,
    /// Whoever could tell cannot be reached: the token may well be good.
    Unavailable,
    /// The application has let the token through and does not say whose it is.
    Nameless,
}

/// The answer to a request that was not let through: an HTTP status and headers.
///
/// 401 where a token is missing or not valid, 403 where it allows too little, 400 where the request
/// is malformed, 503 where the token could not be judged, and 500 where it is nobody's (2026-07-28,
/// basic/authorization, "Error Handling").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    refusal: Refusal,
    scopes: Vec<String>,
    /// Where the metadata of the resource stand, if anywhere.
    resource_metadata: Option<String>,
}

impl Challenge {
    pub(super) fn new(
        refusal: Refusal,
        scopes: Vec<String>,
        resource_metadata: Option<&str>,
    ) -> Self {
        Self { refusal, scopes, resource_metadata: resource_metadata.map(str::to_owned) }
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        match self.refusal {
            Refusal::Missing | Refusal::Invalid(_) => StatusCode::UNAUTHORIZED,
            Refusal::Insufficient => StatusCode::FORBIDDEN,
            Refusal::Malformed(_) => StatusCode::BAD_REQUEST,
            Refusal::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Nameless => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The value of `WWW-Authenticate`; none where another token would not help.
    pub fn www_authenticate(&self) -> Option<HeaderValue> {
        let mut parameters = Vec::new();
        if let Some(error) = self.error() {
            parameters.push(parameter("error", error));
            parameters.push(parameter("error_description", self.description()));
        }
        match self.refusal {
            Refusal::Unavailable | Refusal::Nameless => return None,
            // Which scopes are needed is no news to a client that did not even ask properly.
            Refusal::Malformed(_) => {}
            Refusal::Missing | Refusal::Invalid(_) | Refusal::Insufficient => {
                parameters.extend(scope_parameter(&self.scopes));
            }
        }
        if let Some(address) = &self.resource_metadata {
            parameters.push(parameter("resource_metadata", address));
        }
        let challenge = format!("Bearer {}", parameters.join(", "));
        HeaderValue::from_str(challenge.trim_end()).ok()
    }

    /// What `Retry-After` says, where asking again with the same token may help.
    pub fn retry_after(&self) -> Option<Duration> {
        (self.refusal == Refusal::Unavailable).then_some(RETRY_AFTER)
    }

    /// The code of RFC 6750, section 3.1; none where no token was sent.
    pub fn error(&self) -> Option<&'static str> {
        match self.refusal {
            Refusal::Missing | Refusal::Unavailable | Refusal::Nameless => None,
            Refusal::Malformed(_) => Some("invalid_request"),
            Refusal::Invalid(_) => Some("invalid_token"),
            Refusal::Insufficient => Some("insufficient_scope"),
        }
    }

    /// What is wrong, for the people who build the client.
    pub fn description(&self) -> &'static str {
        match self.refusal {
            Refusal::Missing => "a bearer token is needed",
            Refusal::Malformed(why) | Refusal::Invalid(why) => why,
            Refusal::Insufficient => "the token lacks a scope that the request needs",
            Refusal::Unavailable => "the token cannot be checked at the moment",
            Refusal::Nameless => "the server does not know whose the token is",
        }
    }

    /// The scopes that the request needs, as far as they are known.
    pub fn scopes(&self) -> &[String] {
        &self.scopes
    }
}

/// Whether a text can be a scope: RFC 6749, section 3.3.
pub(super) fn is_scope(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, 0x21 | 0x23..=0x5B | 0x5D..=0x7E))
}

/// A scope that is none would change the meaning of those beside it, so it is left out.
fn scope_parameter(scopes: &[String]) -> Option<String> {
    let scopes: Vec<&str> = scopes.iter().map(String::as_str).filter(|s| is_scope(s)).collect();
    (!scopes.is_empty()).then(|| parameter("scope", &scopes.join(" ")))
}

/// A parameter with a quoted string (RFC 9110, section 5.6.4), whatever is in the value.
fn parameter(name: &str, value: &str) -> String {
    let mut text = format!("{name}=\"");
    for char in value.chars().filter(|char| matches!(char, ' '..='~')) {
        if matches!(char, '"' | '\\') {
            text.push('\\');
        }
        text.push(char);
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: &str = "https://h/.well-known/oauth-protected-resource/mcp";

    fn challenge(refusal: Refusal, scopes: &[&str]) -> (u16, String) {
        let scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
        let challenge = Challenge::new(refusal, scopes, Some(METADATA));
        let header = challenge.www_authenticate();
        let text = header.map_or_else(String::new, |value| value.to_str().unwrap().to_owned());
        (challenge.status().as_u16(), text.replace(METADATA, "M"))
    }

    #[test]
    fn each_refusal_has_its_status_and_its_header() {
        let scopes = &["files:read", "files:write"];
        for (refusal, status, header) in [
            (
                Refusal::Missing,
                401,
                r#"Bearer scope="files:read files:write", resource_metadata="M""#,
            ),
            (
                Refusal::Invalid("the token has expired"),
                401,
                r#"Bearer error="invalid_token", error_description="the token has expired", scope="files:read files:write", resource_metadata="M""#,
            ),
            (
                Refusal::Insufficient,
                403,
                r#"Bearer error="insufficient_scope", error_description="the token lacks a scope that the request needs", scope="files:read files:write", resource_metadata="M""#,
            ),
            (
                Refusal::Malformed("there are two"),
                400,
                r#"Bearer error="invalid_request", error_description="there are two", resource_metadata="M""#,
            ),
            (Refusal::Unavailable, 503, ""),
            (Refusal::Nameless, 500, ""),
        ] {
            assert_eq!(challenge(refusal, scopes), (status, header.to_owned()));
        }
    }

    #[test]
    fn nobody_breaks_out_of_a_quoted_string() {
        let scopes =
            &["ok", "a\", error=\"x", "two words", "line\r\nbreak", "back\\slash", "ü", ""];
        let (_, header) = challenge(Refusal::Insufficient, scopes);
        assert!(header.contains(r#"scope="ok", resource"#), "{header}");
        assert_eq!(parameter("a", "q\"b\\s\r\nü"), r#"a="q\"b\\s""#);
    }

    #[test]
    fn without_scopes_there_is_no_scope_parameter() {
        assert_eq!(challenge(Refusal::Missing, &[]).1, r#"Bearer resource_metadata="M""#);
    }
}
