//! The token in a request: RFC 6750, section 2.1.

use http::{HeaderMap, header};
use url::form_urlencoded;

use crate::auth::challenge::Refusal;

/// The longest token that is looked at. Issuers that write a person's groups into it need some
/// kilobytes.
pub(super) const TOKEN_BYTES: usize = 16 << 10;

/// The one `Authorization` header of a request, if there is any.
///
/// A token in the address is refused: addresses are logged and repeated everywhere (2026-07-28,
/// basic/authorization, "Token Requirements").
pub(super) fn of_request<'a>(
    headers: &'a HeaderMap,
    query: Option<&str>,
) -> Result<Option<&'a str>, Refusal> {
    let in_query = form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .any(|(name, _)| name == "access_token");
    if in_query {
        return Err(Refusal::Malformed("the token must stand in the header, not in the address"));
    }
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(Refusal::Malformed("there are two Authorization headers"));
    }
    value.to_str().map(Some).map_err(|_| MALFORMED)
}

/// The token in the value of an `Authorization` header. Another scheme than `Bearer` is as if there
/// were no header.
pub(super) fn token(header: Option<&str>) -> Result<&str, Refusal> {
    let value = header.unwrap_or_default().trim_matches(' ');
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Refusal::Missing);
    }
    let token = token.trim_start_matches(' ');
    if token.len() > TOKEN_BYTES {
        return Err(Refusal::Malformed("the token is too long"));
    }
    if is_token(token) { Ok(token) } else { Err(MALFORMED) }
}

const MALFORMED: Refusal = Refusal::Malformed("the Authorization header must be: Bearer TOKEN");

/// The grammar `b64token`.
fn is_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let is_allowed = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/')
    };
    !body.is_empty() && body.bytes().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_of_the_header() {
        for value in ["Bearer a.b-c_~+/1==", "bearer a", "BEARER   a  ", " Bearer a"] {
            let bare = value.trim().split(' ').next_back();
            assert_eq!(token(Some(value)).ok(), bare, "{value}");
        }
        for value in [None, Some(""), Some("Basic dXNlcjpw"), Some("Bearerabc"), Some("abc")] {
            assert_eq!(token(value), Err(Refusal::Missing), "{value:?}");
        }
        for value in [
            "Bearer",
            "Bearer  ",
            "Bearer a b",
            "Bearer a, Bearer b",
            "Bearer a,b",
            "Bearer \"a\"",
            "Bearer =",
            "Bearer a=b",
            "Bearer \ta",
            "Bearer tökén",
        ] {
            assert_eq!(token(Some(value)), Err(MALFORMED), "{value}");
        }
    }

    #[test]
    fn a_token_has_a_length_limit() {
        let header = |length| format!("Bearer {}", "a".repeat(length));
        assert!(token(Some(&header(TOKEN_BYTES))).is_ok());
        let long = header(TOKEN_BYTES + 1);
        assert_eq!(token(Some(&long)), Err(Refusal::Malformed("the token is too long")));
    }

    #[test]
    fn one_header_and_none_in_the_address() {
        let mut headers = HeaderMap::new();
        assert_eq!(of_request(&headers, Some("a=b&x=access_token")), Ok(None));
        headers.append(header::AUTHORIZATION, "Bearer a".parse().unwrap());
        assert_eq!(of_request(&headers, None), Ok(Some("Bearer a")));
        for query in ["access_token=a", "x=1&access%5Ftoken", "access_token"] {
            let refused = of_request(&headers, Some(query));
            assert!(matches!(refused, Err(Refusal::Malformed(_))), "{query}");
        }
        headers.append(header::AUTHORIZATION, "Bearer a".parse().unwrap());
        assert!(matches!(of_request(&headers, None), Err(Refusal::Malformed(_))));
    }
}
