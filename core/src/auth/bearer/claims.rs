//! What an issuer says of a token, signed or when asked, and whether that lets the token through.

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, SeqAccess, Visitor},
};

use crate::auth::Principal;

/// The claims that matter (RFC 7519, section 4.1; RFC 7662, section 2.2; RFC 9068, section 2.2).
/// A claim of a wrong type makes all of them invalid, instead of counting as absent.
#[derive(Deserialize)]
pub(super) struct Claims {
    iss: Option<String>,
    aud: Option<Texts>,
    /// Seconds since 1970.
    exp: Option<f64>,
    nbf: Option<f64>,
    sub: Option<String>,
    client_id: Option<String>,
    /// Where issuers before RFC 9068 put the client.
    azp: Option<String>,
    cid: Option<String>,
    scope: Option<Texts>,
    /// Where some issuers put the scopes.
    scp: Option<Texts>,
    cnf: Option<IgnoredAny>,
    /// Only of introspection.
    active: Option<bool>,
    token_type: Option<String>,
}

/// What a token must be to be let through.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) issuer: String,
    /// The names of our own that a token may be for.
    pub(super) audiences: Vec<String>,
    /// How far the issuer's clock and ours may differ.
    pub(super) skew: Duration,
}

/// A token that was let through.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Accepted {
    pub(super) principal: Principal,
    /// Until when, in seconds since 1970; nothing if the issuer did not say.
    expires: Option<f64>,
}

impl Accepted {
    pub(super) fn has_expired(&self, expected: &Expected, now: f64) -> bool {
        self.expires.is_some_and(|expires| now >= expires + expected.skew.as_secs_f64())
    }
}

impl Claims {
    /// Reads the claims, or says that they are none. The cause is left out, as it could repeat a
    /// part of the token.
    pub(super) fn parse(json: &[u8]) -> Result<Self, &'static str> {
        serde_json::from_slice(json).map_err(|_| "the token's claims are not valid")
    }

    /// Judges the claims of a token whose signature was verified.
    pub(super) fn judge_signed(
        self,
        expected: &Expected,
        now: f64,
    ) -> Result<Accepted, &'static str> {
        if self.iss.is_none() {
            return Err("the token does not say who issued it");
        }
        if self.exp.is_none() {
            return Err("the token does not say when it expires");
        }
        self.judge(expected, now)
    }

    /// Judges what the issuer answered when it was asked about a token.
    pub(super) fn judge_answer(
        self,
        expected: &Expected,
        now: f64,
    ) -> Result<Accepted, &'static str> {
        if self.active != Some(true) {
            return Err("the token is not active");
        }
        if self.token_type.as_deref().is_some_and(|it| !it.eq_ignore_ascii_case("bearer")) {
            return Err("the token is not a bearer token");
        }
        self.judge(expected, now)
    }

    fn judge(self, expected: &Expected, now: f64) -> Result<Accepted, &'static str> {
        let skew = expected.skew.as_secs_f64();
        if self.iss.as_ref().is_some_and(|issuer| *issuer != expected.issuer) {
            return Err("the token is of another issuer");
        }
        let audience = self.aud.as_ref().map_or(&[][..], |audience| &audience.0);
        let is_ours =
            |name: &String| expected.audiences.iter().any(|own| is_same_resource(own, name));
        if !audience.iter().any(is_ours) {
            return Err("the token is not for this resource");
        }
        if self.nbf.is_some_and(|start| now < start - skew) {
            return Err("the token is not valid yet");
        }
        // Such a token is worth something only with a proof that the sender has the key
        // (RFC 7800), and who stole it has none.
        if self.cnf.is_some() {
            return Err("the token is bound to a key, so it is not a bearer token");
        }
        let expires = self.exp;
        let mut principal = self.principal(expected)?;
        if let Some(at) = expires.and_then(|expires| time_of(expires + skew)) {
            principal = principal.with_expiry(at);
        }
        let accepted = Accepted { principal, expires };
        if accepted.has_expired(expected, now) {
            return Err("the token has expired");
        }
        Ok(accepted)
    }

    fn principal(self, expected: &Expected) -> Result<Principal, &'static str> {
        let issuer = &expected.issuer;
        let client_id = self.client_id.or(self.azp).or(self.cid);
        let principal = match (self.sub, client_id) {
            (Some(subject), None) => Principal::new(issuer, subject),
            (Some(subject), Some(client)) => Principal::new(issuer, subject).with_client_id(client),
            (None, Some(client)) => Principal::of_client(issuer, client),
            (None, None) => return Err("the token names neither a subject nor a client"),
        };
        let texts = [self.scope, self.scp].into_iter().flatten().flat_map(|texts| texts.0);
        let scopes: Vec<String> = texts
            .flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        Ok(principal.with_scopes(scopes))
    }
}

/// A number of seconds since 1970 as a time, where it is one.
fn time_of(seconds: f64) -> Option<SystemTime> {
    SystemTime::UNIX_EPOCH.checked_add(Duration::try_from_secs_f64(seconds).ok()?)
}

/// Whether two identifiers of a resource mean the same: letter by letter, but for the case of
/// scheme and host and the slash of an empty path (2026-07-28, basic/authorization, "Canonical
/// Server URI").
fn is_same_resource(one: &str, other: &str) -> bool {
    let parts = |text: &str| {
        let (scheme, rest) = text.split_once("://")?;
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let path = if path == "/" { "" } else { path };
        Some((scheme.to_ascii_lowercase(), host.to_ascii_lowercase(), path.to_owned()))
    };
    one == other || parts(one).is_some_and(|one| parts(other) == Some(one))
}

/// One text, or a list of them.
struct Texts(Vec<String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextsVisitor)
    }
}

struct TextsVisitor;

impl<'de> Visitor<'de> for TextsVisitor {
    type Value = Texts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a list of texts")
    }

    fn visit_str<E>(self, text: &str) -> Result<Texts, E> {
        Ok(Texts(vec![text.to_owned()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
        let mut texts = Vec::new();
        while let Some(text) = list.next_element()? {
            texts.push(text);
        }
        Ok(Texts(texts))
    }
}

#[cfg(test)]
#[path = "claims_tests.rs"]
mod tests;
