//! What a sign-in starts from.

use url::Url;

use super::{ClientAuthentication, Demand, Registration};
use crate::{
    auth::Secret,
    error::{Error, ErrorCode, Result},
    net::is_loopback,
};

/// Where to sign in, what for, and as whom.
#[derive(Clone)]
pub struct SignIn {
    pub(super) server: Url,
    pub(super) redirect: Redirect,
    pub(super) random: Random,
    pub(super) demand: Option<Demand>,
    pub(super) client: ClientChoice,
    pub(super) client_name: String,
    pub(super) registered: Vec<Registration>,
    pub(super) scopes: Vec<String>,
    pub(super) earlier_scopes: Vec<String>,
    pub(super) sends_resource: bool,
    pub(super) now: Option<u64>,
}

/// What nobody can guess. Both are new for each sign-in, of 43 to 128 characters of
/// `A-Z a-z 0-9 - . _ ~` (RFC 7636, section 4.1).
#[derive(Clone)]
pub struct Random {
    /// What the browser brings back.
    pub state: String,
    /// What proves to the token endpoint that we are the one who asked.
    pub verifier: Secret,
}

impl Random {
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: one of them is not as RFC 7636 wants it.
    pub(super) fn check(&self) -> Result<()> {
        let is_fit = |text: &str| {
            (43..=128).contains(&text.len())
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b))
        };
        if is_fit(&self.state) && is_fit(self.verifier.expose()) {
            return Ok(());
        }
        let message = "the state and the verifier of a sign-in have 43 to 128 plain characters";
        Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("make both from 32 random bytes in base64url"))
    }
}

/// Where the browser is sent back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The address.
    pub uri: String,
    /// Whether it must be this one. Otherwise it is a port of this machine, and `localhost` will do
    /// as well as its number.
    pub is_fixed: bool,
}

impl Redirect {
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no address that the specification lets a browser be sent
    /// back to (2026-07-28 basic/authorization/security-considerations, "Communication Security").
    pub(super) fn check(&self) -> Result<()> {
        let is_fit = |url: &Url| match url.scheme() {
            "https" => url.has_host(),
            "http" => is_loopback(url.host_str().unwrap_or_default()),
            _ => false,
        };
        if Url::parse(&self.uri).is_ok_and(|url| is_fit(&url) && url.fragment().is_none()) {
            return Ok(());
        }
        let message = "the browser cannot be sent back to such an address";
        Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("use https, or http on this machine, without a fragment"))
    }

    /// Whether an address is this one with a query. A port of this machine has several names.
    pub(super) fn is_reached_by(&self, url: &Url) -> bool {
        let Ok(expected) = Url::parse(&self.uri) else { return false };
        let is_here = |url: &Url| is_loopback(url.host_str().unwrap_or_default());
        let same_host = url.host_str() == expected.host_str()
            || !self.is_fixed && is_here(url) && is_here(&expected);
        same_host
            && url.scheme() == expected.scheme()
            && url.port_or_known_default() == expected.port_or_known_default()
            && url.path() == expected.path()
    }

    /// This redirect by the name that a client was registered with, if it was.
    pub(super) fn among(&self, registered: &[String]) -> Option<Self> {
        let same = registered.iter().find(|uri| **uri == self.uri);
        let reached = |uri: &&String| Url::parse(uri).is_ok_and(|url| self.is_reached_by(&url));
        let uri = same.or_else(|| registered.iter().find(reached))?;
        Some(Self { uri: uri.clone(), is_fixed: self.is_fixed })
    }
}

/// Which client we are to an issuer (2026-07-28 basic/authorization/client-registration).
#[derive(Clone)]
pub enum ClientChoice {
    /// Whatever an earlier sign-in used, or a registration on the way.
    Automatic,
    /// One that was registered beforehand.
    Registered {
        /// Its identifier.
        client_id: String,
        /// Its secret, if it has one.
        secret: Option<Secret>,
        /// The issuer that has registered it; none if that is not known.
        issuer: Option<String>,
        /// How it authenticates; none to go by what the issuer supports.
        method: Option<ClientAuthentication>,
    },
    /// The address of a metadata document, where the issuer supports that.
    Document(Url),
}

/// A client that a person names for an issuer that registers none by itself.
#[derive(Clone)]
pub struct NamedClient {
    /// Its identifier.
    pub client_id: String,
    /// Its secret, if it has one.
    pub secret: Option<Secret>,
}

impl SignIn {
    /// A sign-in to a server, with the defaults that the setters name.
    pub fn new(server: Url, redirect: Redirect, random: Random) -> Self {
        Self {
            server,
            redirect,
            random,
            demand: None,
            client: ClientChoice::Automatic,
            client_name: "Hostline".into(),
            registered: Vec::new(),
            scopes: Vec::new(),
            earlier_scopes: Vec::new(),
            sends_resource: true,
            now: None,
        }
    }

    /// What the server demanded. Default: nothing is known.
    pub fn demand(mut self, demand: Demand) -> Self {
        self.demand = Some(demand);
        self
    }

    /// Which client to be. Default [`ClientChoice::Automatic`].
    pub fn client(mut self, client: ClientChoice) -> Self {
        self.client = client;
        self
    }

    /// What an issuer's pages call the program. Default `Hostline`.
    pub fn client_name(mut self, name: impl Into<String>) -> Self {
        self.client_name = name.into();
        self
    }

    /// Who we have been to issuers, the latest last. Each counts for its own issuer only.
    pub fn registered(mut self, registered: Vec<Registration>) -> Self {
        self.registered = registered;
        self
    }

    /// What the application wants to be allowed. Default: what the server says.
    pub fn scopes(mut self, scopes: Vec<String>) -> Self {
        self.scopes = scopes;
        self
    }

    /// What was asked for before and is not to be lost.
    pub fn earlier_scopes(mut self, scopes: impl IntoIterator<Item = String>) -> Self {
        self.earlier_scopes = scopes.into_iter().collect();
        self
    }

    /// Whether `resource` is sent. Default yes, as the specification wants it.
    pub fn sends_resource(mut self, sends: bool) -> Self {
        self.sends_resource = sends;
        self
    }

    /// What time it is, in seconds since 1970, so that a registration whose secret is over is not
    /// used. Default: not known, and then none is over.
    pub fn at(mut self, now: u64) -> Self {
        self.now = Some(now);
        self
    }

    /// Whether the server is on this machine.
    pub(super) fn is_local(&self) -> bool {
        is_loopback(self.server.host_str().unwrap_or_default())
    }
}
