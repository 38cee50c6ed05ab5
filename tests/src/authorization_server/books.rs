//! Who is registered, and what was granted to whom.

use std::collections::{BTreeSet, HashMap};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use hostline::auth::Principal;
use ring::{
    digest::{SHA256, digest},
    rand::{SecureRandom, SystemRandom},
};
use url::Url;

/// The person who signs in.
const PERSON: &str = "anna";

#[derive(Default)]
pub(super) struct Books {
    clients: HashMap<String, Client>,
    codes: HashMap<String, Code>,
    grants: Vec<Grant>,
    /// The position of its grant, by token.
    access: HashMap<String, usize>,
    refresh: HashMap<String, RefreshToken>,
    /// The only scopes that are granted, where a test says so.
    pub(super) grantable: Option<BTreeSet<String>>,
    pub(super) token_bytes: usize,
    pub(super) refuses_everybody: bool,
    /// How often a refresh token came that had been replaced.
    pub(super) reuses: usize,
    pub(super) secrets: Vec<String>,
}

#[derive(Clone)]
pub(super) struct Client {
    pub(super) secret: Option<String>,
    /// How it says who it is; any way is good where it was registered beforehand.
    pub(super) method: Option<String>,
    /// Where it may be sent back to; anywhere where it was registered beforehand.
    redirect_uris: Option<Vec<String>>,
}

/// What a person has agreed to.
#[derive(Clone)]
pub(super) struct Code {
    pub(super) client_id: String,
    pub(super) redirect_uri: String,
    pub(super) challenge: String,
    pub(super) resource: Option<String>,
    pub(super) scopes: BTreeSet<String>,
}

struct Grant {
    client_id: String,
    resource: Option<String>,
    scopes: BTreeSet<String>,
    is_revoked: bool,
}

struct RefreshToken {
    grant: usize,
    was_replaced: bool,
}

/// A new pair of tokens.
pub(super) struct Pair {
    pub(super) access: String,
    pub(super) refresh: String,
    pub(super) scopes: BTreeSet<String>,
}

/// The `error` of a token endpoint and why.
pub(super) type Refusal = (&'static str, &'static str);

impl Books {
    pub(super) fn register_beforehand(&mut self, client_id: &str, secret: Option<&str>) {
        self.secrets.extend(secret.map(str::to_owned));
        let secret = secret.map(str::to_owned);
        let client = Client { secret, method: None, redirect_uris: None };
        self.clients.insert(client_id.to_owned(), client);
    }

    /// Registers a client: its id, and its secret where it has one.
    pub(super) fn register(
        &mut self,
        method: &str,
        redirect_uris: Vec<String>,
    ) -> (String, Option<String>) {
        let client_id = format!("client-{}", unguessable());
        let secret = (method != "none").then(|| self.secret("client-secret"));
        let method = Some(method.to_owned());
        let client = Client { secret: secret.clone(), method, redirect_uris: Some(redirect_uris) };
        self.clients.insert(client_id.clone(), client);
        (client_id, secret)
    }

    pub(super) fn forget_clients(&mut self) {
        self.clients.clear();
    }

    pub(super) fn client(&self, client_id: &str) -> Option<&Client> {
        self.clients.get(client_id)
    }

    /// Notes that a person has agreed.
    pub(super) fn agree(&mut self, mut code: Code) -> String {
        if let Some(grantable) = &self.grantable {
            code.scopes.retain(|scope| grantable.contains(scope));
        }
        let name = self.secret("code");
        self.codes.insert(name.clone(), code);
        name
    }

    /// Tokens for a code, which is then spent.
    pub(super) fn exchange(
        &mut self,
        client_id: &str,
        code: &str,
        redirect_uri: &str,
        verifier: &str,
        resource: Option<&str>,
    ) -> Result<Pair, Refusal> {
        self.secrets.push(verifier.to_owned());
        let agreed = self.codes.remove(code).ok_or(("invalid_grant", "no such code"))?;
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()));
        if agreed.client_id != client_id || agreed.redirect_uri != redirect_uri {
            return Err(("invalid_grant", "the code is of another request"));
        }
        if agreed.challenge != challenge {
            return Err(("invalid_grant", "the verifier is not that of the challenge"));
        }
        if agreed.resource.as_deref() != resource {
            return Err(("invalid_target", "another resource was agreed to"));
        }
        let Code { client_id, resource, scopes, .. } = agreed;
        self.grants.push(Grant { client_id, resource, scopes, is_revoked: false });
        Ok(self.give(self.grants.len() - 1))
    }

    /// Tokens for a refresh token, which is then replaced. One that was replaced before is in the
    /// hands of two, so that all tokens of its grant are taken back (OAuth 2.1, section 4.3.1).
    pub(super) fn refresh(
        &mut self,
        client_id: &str,
        token: &str,
        resource: Option<&str>,
    ) -> Result<Pair, Refusal> {
        let held = self.refresh.get_mut(token).ok_or(("invalid_grant", "no such token"))?;
        let grant = &mut self.grants[held.grant];
        if grant.client_id != client_id {
            return Err(("invalid_grant", "the token is of another client"));
        }
        if grant.is_revoked {
            return Err(("invalid_grant", "the token was taken back"));
        }
        if held.was_replaced {
            self.reuses += 1;
            grant.is_revoked = true;
            return Err(("invalid_grant", "the token was used before"));
        }
        if grant.resource.as_deref() != resource {
            return Err(("invalid_target", "another resource was agreed to"));
        }
        held.was_replaced = true;
        let grant = held.grant;
        Ok(self.give(grant))
    }

    /// Takes back everything that a token belongs to.
    pub(super) fn revoke(&mut self, token: &str) {
        let of_refresh = self.refresh.get(token).map(|held| held.grant);
        if let Some(grant) = of_refresh.or_else(|| self.access.get(token).copied()) {
            self.grants[grant].is_revoked = true;
        }
    }

    pub(super) fn revoke_grants(&mut self) {
        self.grants.iter_mut().for_each(|grant| grant.is_revoked = true);
    }

    pub(super) fn has_grants(&self) -> bool {
        self.grants.iter().any(|grant| !grant.is_revoked)
    }

    pub(super) fn expire_access_tokens(&mut self) {
        self.access.clear();
    }

    /// Whom a token acts for at a resource.
    pub(super) fn judge(&self, issuer: &str, token: &str, resource: &str) -> Option<Principal> {
        let grant = &self.grants[*self.access.get(token)?];
        let is_for_it = grant.resource.as_deref().is_none_or(|named| named == resource);
        if self.refuses_everybody || grant.is_revoked || !is_for_it {
            return None;
        }
        let principal = Principal::new(issuer, PERSON).with_client_id(&grant.client_id);
        Some(principal.with_scopes(grant.scopes.iter().cloned()))
    }

    fn give(&mut self, grant: usize) -> Pair {
        let mut access = self.secret("access");
        let padding = self.token_bytes.saturating_sub(access.len());
        if padding > 0 {
            access.push_str(&"x".repeat(padding));
            self.secrets.push(access.clone());
        }
        let refresh = self.secret("refresh");
        self.access.insert(access.clone(), grant);
        self.refresh.insert(refresh.clone(), RefreshToken { grant, was_replaced: false });
        Pair { access, refresh, scopes: self.grants[grant].scopes.clone() }
    }

    fn secret(&mut self, kind: &str) -> String {
        let secret = format!("{kind}-{}", unguessable());
        self.secrets.push(secret.clone());
        secret
    }
}

impl Client {
    /// Whether the browser may be sent there. The port of an address on this machine may be any
    /// (RFC 8252, section 7.3).
    pub(super) fn may_be_sent_to(&self, address: &str) -> bool {
        let without_port = |address: &str| {
            let mut url = Url::parse(address).ok()?;
            let is_local = matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"));
            if is_local {
                url.set_port(None).ok()?;
            }
            Some(url)
        };
        let wanted = without_port(address);
        let known = |known: &String| wanted.is_some() && without_port(known) == wanted;
        self.redirect_uris.as_ref().is_none_or(|uris| uris.iter().any(known))
    }
}

fn unguessable() -> String {
    let mut bytes = [0; 24];
    SystemRandom::new().fill(&mut bytes).expect("the operating system has random bytes");
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
