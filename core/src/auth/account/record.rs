//! What is kept of an account: who we are to each issuer, and the tokens of one of them.
//!
//! Owns the record's shape and its text, which exists only in memory that is wiped. Registrations
//! and tokens are bound to the issuer that gave them, and found by it alone (2026-07-28
//! basic/authorization/client-registration, "Authorization Server Binding").

use std::{
    borrow::Cow,
    collections::BTreeSet,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use url::Url;

use crate::{
    auth::{
        Secret, SecretBytes,
        flow::{ClientAuthentication, Endpoints, Grant, Registration, RegistrationOrigin, Tokens},
    },
    error::{Error, ErrorCode, Result},
};

/// The shape that this program writes.
const SHAPE: u32 = 1;
/// The most issuers that are remembered for one account; the one used longest ago goes first.
const MAX_REGISTRATIONS: usize = 8;
/// The longest life of a token that is believed: ten years.
const LONGEST_LIFE: Duration = Duration::from_hours(10 * 365 * 24);

/// What is kept of an account. It is written as a whole, so that a client's secret is never there
/// without its tokens or the other way round.
#[derive(Clone, Default)]
pub(in crate::auth) struct Record {
    /// How often the tokens were replaced or dropped. Who finds another number than its own knows
    /// that somebody else has been here.
    pub(in crate::auth) generation: u64,
    /// Who we are, by issuer; the one used last is the last.
    pub(in crate::auth) registrations: Vec<Registration>,
    pub(in crate::auth) session: Option<Session>,
    /// The issuers that may have forgotten whom they registered.
    doubted: BTreeSet<String>,
}

/// What one sign-in has given.
#[derive(Clone)]
pub(in crate::auth) struct Session {
    pub(in crate::auth) issuer: String,
    /// What `resource` says, to the byte; none where it must not be sent.
    pub(in crate::auth) resource: Option<String>,
    pub(in crate::auth) endpoints: Endpoints,
    pub(in crate::auth) access: Secret,
    pub(in crate::auth) refresh: Option<Secret>,
    pub(in crate::auth) obtained_at: SystemTime,
    pub(in crate::auth) expires_at: Option<SystemTime>,
    pub(in crate::auth) requested: BTreeSet<String>,
    pub(in crate::auth) granted: BTreeSet<String>,
    pub(in crate::auth) refreshed_at: Option<SystemTime>,
}

impl Record {
    /// Takes over what a sign-in has given.
    pub(in crate::auth) fn grant(&mut self, grant: Grant, now: SystemTime) {
        let Grant { issuer, resource, registration, tokens, endpoints, requested_scopes } = grant;
        let requested: BTreeSet<String> = requested_scopes.into_iter().collect();
        let granted =
            tokens.scopes.clone().map_or_else(|| requested.clone(), FromIterator::from_iter);
        self.registrations.retain(|earlier| earlier.issuer != registration.issuer);
        self.doubted.remove(&registration.issuer);
        self.registrations.push(registration);
        if self.registrations.len() > MAX_REGISTRATIONS {
            let forgotten = self.registrations.remove(0);
            self.doubted.remove(&forgotten.issuer);
        }
        self.session = Some(Session {
            issuer,
            resource,
            endpoints,
            expires_at: expiry(&tokens, now),
            access: tokens.access,
            refresh: tokens.refresh,
            obtained_at: now,
            requested,
            granted,
            refreshed_at: None,
        });
        // A record that was removed begins anew, and must not repeat the numbers of the one before.
        self.generation = seconds(now).max(self.generation + 1);
    }

    /// Takes over what a refresh has given. A refresh token that is not replaced stays valid
    /// (RFC 6749, section 6).
    pub(in crate::auth) fn renew(&mut self, tokens: Tokens, now: SystemTime) {
        let Some(session) = &mut self.session else { return };
        session.expires_at = expiry(&tokens, now);
        session.access = tokens.access;
        if let Some(refresh) = tokens.refresh {
            session.refresh = Some(refresh);
        }
        if let Some(scopes) = tokens.scopes {
            session.granted = scopes.into_iter().collect();
        }
        session.obtained_at = now;
        session.refreshed_at = Some(now);
        self.generation += 1;
    }

    /// Forgets the tokens, which the issuer has taken back. The registration may still be good.
    pub(in crate::auth) fn drop_tokens(&mut self) {
        self.session = None;
        self.generation += 1;
    }

    /// Who we are to an issuer.
    pub(in crate::auth) fn registration(&self, issuer: &str) -> Option<&Registration> {
        self.registrations.iter().find(|registration| registration.issuer == issuer)
    }

    /// Whether an issuer has once registered us by this identifier.
    pub(super) fn is_registered_as(&self, issuer: &str, client_id: &str) -> bool {
        self.registration(issuer).is_some_and(|registration| {
            registration.origin == RegistrationOrigin::Dynamic
                && registration.client_id == client_id
        })
    }

    /// Notes that an issuer may have forgotten whom it registered. Tokens are still renewed as that
    /// client.
    pub(super) fn doubt(&mut self, issuer: &str) {
        self.doubted.insert(issuer.to_owned());
    }

    /// Who we are to those issuers that will know us again.
    pub(super) fn undoubted(&self) -> Vec<Registration> {
        let is_doubted = |registration: &&Registration| {
            registration.origin == RegistrationOrigin::Dynamic
                && self.doubted.contains(&registration.issuer)
        };
        self.registrations.iter().filter(|one| !is_doubted(one)).cloned().collect()
    }

    /// The client that the tokens were given to.
    pub(in crate::auth) fn client(&self) -> Option<&Registration> {
        self.registration(&self.session.as_ref()?.issuer)
    }

    /// The record's text.
    pub(in crate::auth) fn write(&self) -> Result<SecretBytes> {
        let written = Written::of(self);
        let mut bytes = SecretBytes::with_capacity(written.size());
        serde_json::to_writer(&mut bytes, &written).map_err(|cause| {
            Error::new(ErrorCode::Internal, "an account could not be written").with_source(cause)
        })?;
        Ok(bytes)
    }

    /// Takes a text apart.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: it is not a record, or of a later version of Hostline.
    pub(in crate::auth) fn read(bytes: &SecretBytes) -> Result<Self> {
        let broken = |what: &'static str| {
            Error::new(ErrorCode::Storage, what).with_next_step("sign out, and sign in again")
        };
        // The cause could repeat a part of the text, so it is not kept.
        let written: Written<'_> = serde_json::from_slice(bytes.expose())
            .map_err(|_| broken("what is stored of the account cannot be read"))?;
        if written.shape != SHAPE {
            return Err(broken("what is stored of the account is of another version of Hostline"));
        }
        written.into_record().ok_or_else(|| broken("what is stored of the account is not valid"))
    }
}

/// When an access token is over.
fn expiry(tokens: &Tokens, now: SystemTime) -> Option<SystemTime> {
    now.checked_add(tokens.lifetime?.min(LONGEST_LIFE))
}

#[derive(Serialize, Deserialize)]
struct Written<'a> {
    shape: u32,
    generation: u64,
    #[serde(borrow)]
    registrations: Vec<WrittenRegistration<'a>>,
    #[serde(borrow)]
    session: Option<WrittenSession<'a>>,
    #[serde(default)]
    doubted: BTreeSet<String>,
}

/// A text that is borrowed where it can be, so that a secret is in no further place: of itself
/// serde borrows no text that is optional.
struct Text<'a>(Cow<'a, str>);

impl Text<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn into_owned(self) -> String {
        self.0.into_owned()
    }

    fn into_secret(self) -> Secret {
        Secret::new(self.0)
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(transparent)]
        struct Plain<'a>(#[serde(borrow)] Cow<'a, str>);
        Plain::deserialize(deserializer).map(|plain| Self(plain.0))
    }
}

#[derive(Serialize, Deserialize)]
struct WrittenRegistration<'a> {
    #[serde(borrow)]
    issuer: Text<'a>,
    #[serde(borrow)]
    client_id: Text<'a>,
    #[serde(borrow)]
    secret: Option<Text<'a>>,
    method: ClientAuthentication,
    origin: RegistrationOrigin,
    secret_expires_at: Option<u64>,
    redirect_uris: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct WrittenSession<'a> {
    #[serde(borrow)]
    issuer: Text<'a>,
    #[serde(borrow)]
    resource: Option<Text<'a>>,
    token_endpoint: Url,
    revocation_endpoint: Option<Url>,
    #[serde(borrow)]
    access: Text<'a>,
    #[serde(borrow)]
    refresh: Option<Text<'a>>,
    /// Seconds since 1970, like all times here.
    obtained_at: u64,
    expires_at: Option<u64>,
    requested: BTreeSet<String>,
    granted: BTreeSet<String>,
    refreshed_at: Option<u64>,
}

impl<'a> Written<'a> {
    fn of(record: &'a Record) -> Self {
        let registrations = record.registrations.iter().map(|registration| WrittenRegistration {
            issuer: registration.issuer.as_str().into(),
            client_id: registration.client_id.as_str().into(),
            secret: registration.secret.as_ref().map(|secret| secret.expose().into()),
            method: registration.method,
            origin: registration.origin,
            secret_expires_at: registration.secret_expires_at,
            redirect_uris: registration.redirect_uris.clone(),
        });
        let session = record.session.as_ref().map(|session| WrittenSession {
            issuer: session.issuer.as_str().into(),
            resource: session.resource.as_deref().map(Into::into),
            token_endpoint: session.endpoints.token.clone(),
            revocation_endpoint: session.endpoints.revocation.clone(),
            access: session.access.expose().into(),
            refresh: session.refresh.as_ref().map(|secret| secret.expose().into()),
            obtained_at: seconds(session.obtained_at),
            expires_at: session.expires_at.map(seconds),
            requested: session.requested.clone(),
            granted: session.granted.clone(),
            refreshed_at: session.refreshed_at.map(seconds),
        });
        Self {
            shape: SHAPE,
            generation: record.generation,
            registrations: registrations.collect(),
            session,
            doubted: record.doubted.clone(),
        }
    }

    /// About how many bytes the text has: a buffer that grows would leave copies behind.
    fn size(&self) -> usize {
        let registrations: usize = self.registrations.iter().map(WrittenRegistration::size).sum();
        let doubted: usize = self.doubted.iter().map(|issuer| 6 * issuer.len() + 3).sum();
        1024 + registrations + doubted + self.session.as_ref().map_or(0, WrittenSession::size)
    }

    fn into_record(self) -> Option<Record> {
        let registrations =
            self.registrations.into_iter().map(WrittenRegistration::into_registration);
        let session = match self.session {
            Some(session) => Some(session.into_session()?),
            None => None,
        };
        Some(Record {
            generation: self.generation,
            registrations: registrations.collect(),
            session,
            doubted: self.doubted,
        })
    }
}

impl WrittenRegistration<'_> {
    fn size(&self) -> usize {
        // Each character may be escaped by six.
        let texts = self.issuer.len() + self.client_id.len();
        let redirects: usize = self.redirect_uris.iter().map(|uri| uri.len() + 3).sum();
        512 + 6 * (texts + redirects + self.secret.as_ref().map_or(0, Text::len))
    }

    fn into_registration(self) -> Registration {
        Registration {
            issuer: self.issuer.into_owned(),
            client_id: self.client_id.into_owned(),
            secret: self.secret.map(Text::into_secret),
            method: self.method,
            origin: self.origin,
            secret_expires_at: self.secret_expires_at,
            redirect_uris: self.redirect_uris,
        }
    }
}

impl WrittenSession<'_> {
    fn size(&self) -> usize {
        let scopes: usize =
            self.requested.iter().chain(&self.granted).map(|scope| scope.len() + 3).sum();
        let addresses = self.token_endpoint.as_str().len()
            + self.revocation_endpoint.as_ref().map_or(0, |url| url.as_str().len());
        let texts = self.issuer.len() + self.resource.as_ref().map_or(0, Text::len);
        let secrets = self.access.len() + self.refresh.as_ref().map_or(0, Text::len);
        512 + 6 * (scopes + addresses + texts + secrets)
    }

    fn into_session(self) -> Option<Session> {
        let optional = |seconds: Option<u64>| seconds.map_or(Some(None), |s| time(s).map(Some));
        Some(Session {
            issuer: self.issuer.into_owned(),
            resource: self.resource.map(Text::into_owned),
            endpoints: Endpoints {
                token: self.token_endpoint,
                revocation: self.revocation_endpoint,
            },
            access: self.access.into_secret(),
            refresh: self.refresh.map(Text::into_secret),
            obtained_at: time(self.obtained_at)?,
            expires_at: optional(self.expires_at)?,
            requested: self.requested,
            granted: self.granted,
            refreshed_at: optional(self.refreshed_at)?,
        })
    }
}

pub(super) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn time(seconds: u64) -> Option<SystemTime> {
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(access: &str) -> Grant {
        Grant {
            issuer: "https://id.example".into(),
            resource: Some("https://server.example/mcp".into()),
            registration: Registration {
                issuer: "https://id.example".into(),
                client_id: "app \"quoted\"".into(),
                secret: Some(Secret::new("s\u{e9}cret\\")),
                method: ClientAuthentication::Basic,
                origin: RegistrationOrigin::Dynamic,
                secret_expires_at: Some(7),
                redirect_uris: vec!["http://127.0.0.1:1/callback".into()],
            },
            tokens: Tokens {
                access: Secret::new(access),
                refresh: Some(Secret::new("rt")),
                lifetime: Some(Duration::from_secs(u64::MAX)),
                scopes: None,
            },
            endpoints: Endpoints {
                token: "https://id.example/token".parse().unwrap(),
                revocation: None,
            },
            requested_scopes: vec!["a".into(), "b".into()],
        }
    }

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let mut record = Record::default();
        record.grant(grant(&"t".repeat(9 << 10)), at(1_000_000));
        let written = record.write().unwrap();
        let read = Record::read(&written).unwrap();
        assert_eq!(read.write().unwrap().expose(), written.expose());
        let (session, client) = (read.session.as_ref().unwrap(), read.client().unwrap());
        assert_eq!(session.access.expose().len(), 9 << 10);
        assert_eq!(client.secret.as_ref().unwrap().expose(), "s\u{e9}cret\\");
        assert_eq!(session.granted.len(), 2);
        // An end that no clock reaches is no end that is believed.
        assert!(session.expires_at.unwrap() < at(1_000_000) + LONGEST_LIFE * 2);
    }

    #[test]
    fn a_secret_is_read_into_no_further_place() {
        let mut record = Record::default();
        record.grant(grant("access-token"), at(1_000));
        let written = record.write().unwrap();
        let bytes = written.expose();
        let read: Written<'_> = serde_json::from_slice(bytes).unwrap();
        let session = read.session.as_ref().unwrap();
        let texts = [&session.access, session.refresh.as_ref().unwrap(), &session.issuer];
        for text in texts {
            let place = text.0.as_ptr();
            assert!(bytes.as_ptr_range().contains(&place), "{}", text.0);
        }
    }

    #[test]
    fn what_is_no_record_is_told_without_repeating_it() {
        for text in [
            "",
            "null",
            "{}",
            "{\"shape\":1",
            "hush",
            "{\"shape\":2,\"generation\":0,\"registrations\":[],\"session\":null}",
        ] {
            let Err(error) = Record::read(&SecretBytes::from(text.as_bytes().to_vec())) else {
                panic!("{text} is a record")
            };
            assert_eq!(error.code(), ErrorCode::Storage);
            assert!(!format!("{error:?}").contains("hush"));
        }
    }

    #[test]
    fn generations_are_never_repeated() {
        let mut first = Record::default();
        first.grant(grant("one"), at(1_000));
        first.renew(grant("two").tokens, at(1_001));
        let earlier = first.generation;
        let mut anew = Record::default();
        anew.grant(grant("three"), at(1_010));
        assert!(anew.generation > earlier);
        anew.drop_tokens();
        assert!(anew.session.is_none() && anew.registration("https://id.example").is_some());
    }

    #[test]
    fn only_so_many_issuers_are_remembered() {
        let mut record = Record::default();
        for number in 0..20 {
            let mut grant = grant("t");
            grant.registration.issuer = format!("https://id{number}.example");
            record.grant(grant, at(number));
        }
        assert_eq!(record.registrations.len(), MAX_REGISTRATIONS);
        assert!(record.registration("https://id19.example").is_some());
        assert!(record.registration("https://id0.example").is_none());
    }
}
