//! What a server says that it wants before it answers: the Bearer challenge of `WWW-Authenticate`.
//!
//! Owns the grammar (RFC 9110, sections 11.3 and 11.6.1): several challenges in a header and several
//! headers, quoted strings, `token68`, parameters that nobody knows.

use http::{HeaderMap, header};

use super::shortened;

/// The most bytes of all challenges together that are read.
const MAX_BYTES: usize = 16 << 10;
/// The most scopes that are read of a challenge.
const MAX_SCOPES: usize = 128;

/// What a server demands of whoever calls it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Demand {
    /// The code of RFC 6750, section 3.1, such as `invalid_token` or `insufficient_scope`.
    pub error: Option<String>,
    /// What it says about that, for people: untrusted, and safe to show.
    pub description: Option<String>,
    /// The scopes that the request needs.
    pub scopes: Vec<String>,
    /// The address of the protected resource's metadata (RFC 9728, section 5.1): untrusted.
    pub resource_metadata: Option<String>,
}

impl Demand {
    /// Reads the Bearer challenge of an answer; nothing if there is none. Of several the first one
    /// counts that names the resource's metadata, or else the first.
    pub fn read(headers: &HeaderMap) -> Option<Self> {
        let mut left = MAX_BYTES;
        let mut found: Option<Self> = None;
        for value in headers.get_all(header::WWW_AUTHENTICATE) {
            let bytes = value.as_bytes();
            let Some(rest) = left.checked_sub(bytes.len()) else { break };
            left = rest;
            for challenge in Challenges::new(bytes) {
                if !challenge.scheme.eq_ignore_ascii_case(b"bearer") {
                    continue;
                }
                let demand = Self::from_parameters(challenge.parameters);
                match &found {
                    None => found = Some(demand),
                    Some(first)
                        if first.resource_metadata.is_none()
                            && demand.resource_metadata.is_some() =>
                    {
                        found = Some(demand);
                    }
                    Some(_) => {}
                }
            }
        }
        found
    }

    /// Whether the token is valid and allows too little (2026-07-28 basic/authorization, "Runtime
    /// Insufficient Scope Errors").
    pub fn asks_for_more(&self) -> bool {
        self.error.as_deref() == Some("insufficient_scope")
    }

    /// Of a parameter that is repeated, which no grammar allows, the first one counts.
    fn from_parameters(parameters: Vec<(Vec<u8>, String)>) -> Self {
        let mut demand = Self::default();
        for (name, value) in parameters {
            match &*name.to_ascii_lowercase() {
                b"error" if demand.error.is_none() => demand.error = Some(shortened(&value)),
                b"error_description" if demand.description.is_none() => {
                    demand.description = Some(shortened(&value));
                }
                b"scope" if demand.scopes.is_empty() => {
                    let scopes = value.split(' ').filter(|scope| super::scopes::is_scope(scope));
                    demand.scopes = scopes.take(MAX_SCOPES).map(str::to_owned).collect();
                }
                b"resource_metadata" if demand.resource_metadata.is_none() => {
                    demand.resource_metadata = Some(value);
                }
                _ => {}
            }
        }
        demand
    }
}

/// One challenge: a scheme and its parameters.
struct Challenge<'a> {
    scheme: &'a [u8],
    parameters: Vec<(Vec<u8>, String)>,
}

/// The challenges of one header. What breaks the grammar ends the reading; what came before counts.
struct Challenges<'a> {
    rest: &'a [u8],
}

impl<'a> Challenges<'a> {
    fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    fn skip(&mut self, also_commas: bool) {
        let is_skipped = |byte: &u8| matches!(byte, b' ' | b'\t') || also_commas && *byte == b',';
        let end = self.rest.iter().position(|byte| !is_skipped(byte)).unwrap_or(self.rest.len());
        self.rest = &self.rest[end..];
    }

    fn token(&mut self) -> Option<&'a [u8]> {
        let end = self.rest.iter().position(|byte| !is_token(*byte)).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        if token.is_empty() {
            return None;
        }
        self.rest = rest;
        Some(token)
    }

    /// A parameter, if one stands here; a word without `=` is the scheme of the next challenge.
    fn parameter(&mut self) -> Option<(Vec<u8>, String)> {
        let before = self.rest;
        let parameter = self.try_parameter();
        if parameter.is_none() {
            self.rest = before;
        }
        parameter
    }

    fn try_parameter(&mut self) -> Option<(Vec<u8>, String)> {
        let name = self.token()?.to_vec();
        self.skip(false);
        self.rest = self.rest.strip_prefix(b"=")?;
        self.skip(false);
        let value = match self.rest {
            [b'"', rest @ ..] => {
                self.rest = rest;
                self.quoted()?
            }
            _ => self.bare_value()?.to_vec(),
        };
        Some((name, String::from_utf8_lossy(&value).into_owned()))
    }

    /// A value without quotes: a token by the grammar, but some servers forget them around an
    /// address.
    fn bare_value(&mut self) -> Option<&'a [u8]> {
        let is_end = |byte: &u8| matches!(byte, b' ' | b'\t' | b',' | b'"');
        let end = self.rest.iter().position(is_end).unwrap_or(self.rest.len());
        let (value, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!value.is_empty()).then_some(value)
    }

    fn quoted(&mut self) -> Option<Vec<u8>> {
        let mut value = Vec::new();
        loop {
            match self.rest {
                [b'"', rest @ ..] => {
                    self.rest = rest;
                    return Some(value);
                }
                [b'\\', byte, rest @ ..] | [byte, rest @ ..] => {
                    value.push(*byte);
                    self.rest = rest;
                }
                [] => return None,
            }
        }
    }

    /// Whether a `token68` stands here: it is all that its challenge has, and ends with it.
    fn token68(&mut self) -> bool {
        let is_part = |byte: &u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/')
        };
        let end = self.rest.iter().position(|byte| !is_part(byte)).unwrap_or(self.rest.len());
        let after = &self.rest[end..];
        let padding = after.iter().take_while(|byte| **byte == b'=').count();
        let after = &after[padding..];
        let ends = after.trim_ascii_start().first().is_none_or(|byte| *byte == b',');
        if end == 0 || !ends {
            return false;
        }
        self.rest = after;
        true
    }
}

impl<'a> Iterator for Challenges<'a> {
    type Item = Challenge<'a>;

    fn next(&mut self) -> Option<Challenge<'a>> {
        self.skip(true);
        let scheme = self.token()?;
        let spaced = matches!(self.rest, [b' ' | b'\t', ..]);
        self.skip(false);
        let mut parameters = Vec::new();
        if spaced && let Some(first) = self.parameter() {
            parameters.push(first);
            loop {
                self.skip(false);
                let before = self.rest;
                if !matches!(self.rest, [b',', ..]) {
                    // Some leave the comma out.
                    match self.parameter() {
                        Some(parameter) => parameters.push(parameter),
                        None => break,
                    }
                    continue;
                }
                self.skip(true);
                let Some(parameter) = self.parameter() else {
                    self.rest = before;
                    break;
                };
                parameters.push(parameter);
            }
        } else if spaced {
            self.token68();
        }
        Some(Challenge { scheme, parameters })
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(headers: &[&str]) -> Option<Demand> {
        let mut map = HeaderMap::new();
        for header in headers {
            map.append(header::WWW_AUTHENTICATE, header.parse().unwrap());
        }
        Demand::read(&map)
    }

    #[expect(clippy::unnecessary_wraps, reason = "tables hold it beside nothing")]
    fn demand(error: Option<&str>, scopes: &[&str], metadata: Option<&str>) -> Option<Demand> {
        Some(Demand {
            error: error.map(Into::into),
            description: None,
            scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
            resource_metadata: metadata.map(Into::into),
        })
    }

    #[test]
    fn the_challenge_is_found_by_its_grammar() {
        for (headers, expected) in [
            (&["Bearer"][..], demand(None, &[], None)),
            (&["bearer realm=x"], demand(None, &[], None)),
            (
                &[r#"Bearer resource_metadata="https://h/m", scope="a b""#],
                demand(None, &["a", "b"], Some("https://h/m")),
            ),
            (
                &[r#"BEARER  Scope = "a" , ERROR=invalid_token"#],
                demand(Some("invalid_token"), &["a"], None),
            ),
            (&[r#"Basic realm="a, Bearer b=\"c\"", Bearer scope=x"#], demand(None, &["x"], None)),
            (
                &[r#"Negotiate dG9rZW4=, Bearer scope=x, Basic realm="y""#],
                demand(None, &["x"], None),
            ),
            (&["Negotiate", "Bearer scope=x"], demand(None, &["x"], None)),
            (
                &[r#"Bearer realm="r", Bearer scope=x, resource_metadata="m""#],
                demand(None, &["x"], Some("m")),
            ),
            (&[r#"Bearer scope="a\"b c""#], demand(None, &["c"], None)),
            (&[r#"Bearer scope="first", scope="second""#], demand(None, &["first"], None)),
            (
                &[r#"Bearer error="insufficient_scope" scope="w""#],
                demand(Some("insufficient_scope"), &["w"], None),
            ),
            (&[",, Bearer ,, scope=x,,"], demand(None, &[], None)),
            (
                &["Bearer resource_metadata=https://h/m?a=b, scope=x"],
                demand(None, &["x"], Some("https://h/m?a=b")),
            ),
            (&["Basic realm=Bearer"], None),
            (&["BearerX scope=a"], None),
            (&["=", "Basic"], None),
            (&[""], None),
        ] {
            assert_eq!(read(headers), expected, "{headers:?}");
        }
        assert_eq!(read(&[]), None);
    }

    #[test]
    fn what_breaks_the_grammar_costs_nothing_that_came_before() {
        let open = read(&[r#"Bearer scope=x, error="never closed"#]).unwrap();
        assert_eq!((&*open.scopes, open.error), (&["x".to_owned()][..], None));
        assert!(read(&[r#"Basic realm="open, Bearer scope=x"#]).is_none());
    }

    #[test]
    fn a_flood_of_challenges_is_not_read() {
        let long = format!("Bearer scope=\"{}\"", "a ".repeat(20_000));
        assert_eq!(read(&[&long]), None);
        assert_eq!(read(&["Bearer scope=x", &long]), demand(None, &["x"], None));
        let many = format!("Bearer scope=\"{}\"", "a ".repeat(4_000));
        assert_eq!(read(&[&many]).unwrap().scopes.len(), MAX_SCOPES);
        let nested = "Bearer ".repeat(2_000);
        assert_eq!(read(&[&nested]), demand(None, &[], None));
        let commas = format!("{}Bearer scope=x", ",".repeat(MAX_BYTES - 14));
        assert_eq!(read(&[&commas]), demand(None, &["x"], None));
    }
    #[test]
    fn what_a_server_says_of_its_demand_is_short_and_safe_to_show() {
        let long = "x".repeat(4_000);
        let mut map = HeaderMap::new();
        let text = format!("Bearer error_description=\"\u{202e}{long}\"");
        map.insert(
            header::WWW_AUTHENTICATE,
            http::HeaderValue::from_bytes(text.as_bytes()).unwrap(),
        );
        let description = Demand::read(&map).unwrap().description.unwrap();
        assert!(description.starts_with("⟦U+202E⟧x"), "{description}");
        assert!(description.chars().count() <= 300, "{description}");
    }
}
