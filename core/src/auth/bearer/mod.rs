//! What a bearer token proves.
//!
//! Owns the judgement of each request's `Authorization` header: by the issuer's keys, by asking the
//! issuer, or by the application. A token is looked at and forgotten: it is handed on to nobody but
//! a judge of the application, and appears in no log, error or debug output.

mod algorithm;
mod cache;
mod claims;
mod header;
mod introspection;
mod jwt;
mod key_set;
mod keys;

use std::{
    collections::BTreeSet,
    fmt,
    pin::Pin,
    time::{Duration, SystemTime},
};

use http::HeaderMap;

pub use self::algorithm::Algorithm;
use self::{
    claims::{Accepted, Claims, Expected},
    introspection::Introspection,
    jwt::Jwt,
    key_set::Verdict,
    keys::{Keys, Origin, Unavailable},
};
use super::{
    Challenge, Principal, ProtectedResource, Secret,
    challenge::Refusal,
    endpoint::Endpoint,
    issuer::Issuer,
    metadata::{checked_scope, push_new},
};
use crate::{
    error::{Error, ErrorCode, Result},
    net::HttpClient,
};

/// Judges the bearer tokens of requests, as 2026-07-28, basic/authorization, "Token Handling" wants
/// it: a token must be valid, of our issuer, and meant for us.
///
/// ```
/// use hostline::auth::BearerCheck;
/// let check = BearerCheck::jwt("https://id.example", "https://h.example/mcp")?
///     .require_scope("files:read")?
///     .scope_implies("files:write", "files:read");
/// # Ok::<(), hostline::Error>(())
/// ```
pub struct BearerCheck {
    proof: Proof,
    resource: ProtectedResource,
    /// Whether the resource's metadata are there to be read: not where tokens are handed out by hand.
    published: bool,
    expected: Expected,
    required: Vec<String>,
    /// Broad scopes and the narrow ones that they imply.
    implied: Vec<(String, String)>,
    client: HttpClient,
}

/// How a token is judged.
enum Proof {
    Signature { keys: Keys, algorithms: Vec<Algorithm> },
    Introspection(Introspection),
    Custom(Box<Judge>),
}

type Judge = dyn Fn(Secret) -> Judging + Send + Sync;
type Judging = Pin<Box<dyn Future<Output = Result<Option<Principal>>> + Send>>;

impl BearerCheck {
    /// The longest token that is looked at, in bytes.
    pub const TOKEN_BYTES: usize = header::TOKEN_BYTES;
    /// The default of [`Self::clock_skew`].
    pub const CLOCK_SKEW: Duration = Duration::from_mins(1);

    /// Judges tokens that the issuer has signed (RFC 9068), by its keys. Where they stand, its
    /// metadata says; nothing is fetched before the first token. `resource` is the address of our
    /// endpoint as clients see it, and what tokens must be for.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: an address is not `https` (or `http` on this machine).
    pub fn jwt(issuer: &str, resource: &str) -> Result<Self> {
        let keys = Keys::new(Origin::Discovered(Issuer::parse(issuer)?));
        let proof = Proof::Signature { keys, algorithms: Algorithm::ALL.to_vec() };
        Self::of_issuer(proof, issuer, resource)
    }

    /// Judges tokens by asking the issuer about each (RFC 7662), with our own credentials there.
    /// An answer is believed for 30 s. A token without an audience is refused.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: an address is not `https` (or `http` on this machine).
    pub fn introspection(
        issuer: &str,
        resource: &str,
        endpoint: &str,
        client_id: &str,
        client_secret: &Secret,
    ) -> Result<Self> {
        let introspection = Introspection::new(endpoint, client_id, client_secret)?;
        Self::of_issuer(Proof::Introspection(introspection), issuer, resource)
    }

    /// Lets the application judge. It answers with the principal, with nothing for a token that is
    /// not valid, or with an error if it cannot tell; the error is logged, and the client asked to
    /// come back. That a token is for this very resource is then the application's to check.
    ///
    /// The principal must be somebody: all who are [`Principal::anonymous`] would share what they
    /// have, such as sessions. A request for whom it is nobody is answered with 500.
    pub fn custom<F, A>(resource: ProtectedResource, judge: F) -> Self
    where
        F: Fn(Secret) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Option<Principal>>> + Send + 'static,
    {
        let judge = move |token: Secret| -> Judging { Box::pin(judge(token)) };
        Self::new(Proof::Custom(Box::new(judge)), String::new(), resource)
    }

    /// Lets the application judge tokens that people hand out, so that there is no issuer whom
    /// clients could ask and nothing to be read of the resource. Otherwise as [`Self::custom`].
    ///
    /// # Errors
    /// None that is known of: the address that stands for the resource is a good one.
    pub(crate) fn handed_out<F, A>(judge: F) -> Result<Self>
    where
        F: Fn(Secret) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Option<Principal>>> + Send + 'static,
    {
        let check = Self::custom(ProtectedResource::new("http://localhost/")?, judge);
        Ok(Self { published: false, ..check })
    }

    fn of_issuer(proof: Proof, issuer: &str, resource: &str) -> Result<Self> {
        let resource = ProtectedResource::new(resource)?.authorization_server(issuer)?;
        Ok(Self::new(proof, issuer.to_owned(), resource))
    }

    fn new(proof: Proof, issuer: String, resource: ProtectedResource) -> Self {
        let audiences = vec![resource.identifier().to_owned()];
        let expected = Expected { issuer, audiences, skew: Self::CLOCK_SKEW };
        let client = HttpClient::default();
        Self {
            proof,
            resource,
            published: true,
            expected,
            required: Vec::new(),
            implied: Vec::new(),
            client,
        }
    }

    /// Takes the issuer's keys from this address, without discovery.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the address is not `https` (or `http` on this machine), or
    /// tokens are not judged by keys.
    pub fn keys_at(mut self, address: &str) -> Result<Self> {
        let endpoint = Endpoint::parse(address, "the issuer's keys")?;
        let Proof::Signature { keys, .. } = &mut self.proof else {
            return Err(has_no_keys());
        };
        *keys = Keys::new(Origin::At(endpoint));
        Ok(self)
    }

    /// Accepts these algorithms only. Default: all of [`Algorithm::ALL`].
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: tokens are not judged by keys.
    pub fn algorithms(mut self, allowed: impl IntoIterator<Item = Algorithm>) -> Result<Self> {
        let Proof::Signature { algorithms, .. } = &mut self.proof else {
            return Err(has_no_keys());
        };
        *algorithms = allowed.into_iter().collect();
        Ok(self)
    }

    /// Lets tokens through whose audience is this name, beside those for the resource: some issuers
    /// have names of their own for what they protect. The name must be ours alone.
    pub fn accept_audience(mut self, name: impl Into<String>) -> Self {
        push_new(&mut self.expected.audiences, name.into());
        self
    }

    /// Requires a scope of every token, and lists it in the resource's metadata.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the text cannot be a scope.
    pub fn require_scope(mut self, scope: impl Into<String>) -> Result<Self> {
        let scope = checked_scope(scope.into())?;
        self.resource = self.resource.scopes_supported([scope.clone()])?;
        push_new(&mut self.required, scope);
        Ok(self)
    }

    /// Says that who has the broad scope has the narrow one too, here and for every handler
    /// (2026-07-28, basic/authorization, "Step-Up Authorization Flow").
    pub fn scope_implies(mut self, broad: impl Into<String>, narrow: impl Into<String>) -> Self {
        self.implied.push((broad.into(), narrow.into()));
        self
    }

    /// Changes what the resource's metadata says.
    ///
    /// # Errors
    /// Those of `change`.
    pub fn describe(
        mut self,
        change: impl FnOnce(ProtectedResource) -> Result<ProtectedResource>,
    ) -> Result<Self> {
        self.resource = change(self.resource)?;
        Ok(self)
    }

    /// How far the issuer's clock and ours may differ. Default 60 s.
    pub fn clock_skew(mut self, skew: Duration) -> Self {
        self.expected.skew = skew;
        self
    }

    /// Reaches the issuer with this client. Default: one with [`HttpSettings::new`].
    ///
    /// [`HttpSettings::new`]: crate::net::HttpSettings::new
    pub fn http_client(mut self, client: HttpClient) -> Self {
        self.client = client;
        self
    }

    /// What the server says of itself, to be served at its well-known addresses.
    pub fn resource(&self) -> &ProtectedResource {
        &self.resource
    }

    /// What the server says of itself, where there is anything to be read.
    pub(crate) fn published(&self) -> Option<&ProtectedResource> {
        self.published.then_some(&self.resource)
    }

    /// Judges a request by its headers and the query of its address. A token in the address and
    /// two `Authorization` headers are refused.
    ///
    /// # Errors
    /// The challenge to answer the request with. Dropping the future leaves nothing behind but a
    /// fetch of keys that others may wait for.
    pub async fn check_request(
        &self,
        headers: &HeaderMap,
        query: Option<&str>,
    ) -> Result<Principal, Challenge> {
        match header::of_request(headers, query) {
            Ok(header) => self.check(header).await,
            Err(refusal) => Err(self.challenge(refusal)),
        }
    }

    /// Judges the value of the one `Authorization` header of a request.
    ///
    /// # Errors
    /// As for [`Self::check_request`].
    pub async fn check(&self, header: Option<&str>) -> Result<Principal, Challenge> {
        self.judge(header).await.map_err(|refusal| self.challenge(refusal))
    }

    /// The answer to a request whose principal lacks scopes that just this request needs. Name all
    /// that it needs, so that the client asks its issuer once.
    pub fn insufficient_scope<S: Into<String>>(
        &self,
        needed: impl IntoIterator<Item = S>,
    ) -> Challenge {
        let needed = needed.into_iter().map(Into::into).collect();
        Challenge::new(Refusal::Insufficient, needed, self.metadata_address())
    }

    fn metadata_address(&self) -> Option<&str> {
        self.published().map(ProtectedResource::metadata_address)
    }

    fn challenge(&self, refusal: Refusal) -> Challenge {
        let challenge = Challenge::new(refusal, self.required.clone(), self.metadata_address());
        let (status, reason) = (challenge.status().as_u16(), challenge.description());
        tracing::debug!(target: "hostline::auth", status, reason, "refused");
        challenge
    }

    async fn judge(&self, header: Option<&str>) -> Result<Principal, Refusal> {
        let token = header::token(header)?;
        let principal = match &self.proof {
            Proof::Signature { keys, algorithms } => {
                self.judge_signature(token, keys, algorithms).await?.principal
            }
            Proof::Introspection(introspection) => {
                introspection.check(token, &self.expected, &self.client).await?.principal
            }
            Proof::Custom(judge) => judged(judge(Secret::new(token)).await)?,
        };
        let principal = self.with_implied_scopes(principal);
        if self.required.iter().all(|scope| principal.has_scope(scope)) {
            Ok(principal)
        } else {
            Err(Refusal::Insufficient)
        }
    }

    async fn judge_signature(
        &self,
        token: &str,
        keys: &Keys,
        algorithms: &[Algorithm],
    ) -> Result<Accepted, Refusal> {
        let jwt = Jwt::parse(token).map_err(Refusal::Invalid)?;
        if !algorithms.contains(&jwt.algorithm) {
            return Err(Refusal::Invalid("the token's algorithm is not accepted"));
        }
        let unavailable = |Unavailable| Refusal::Unavailable;
        let current = keys.current(&self.client).await.map_err(unavailable)?;
        let mut verdict = current.judge(&jwt);
        if verdict == Verdict::UnknownKey
            && let Some(newer) = keys.newer(&current, &self.client).await.map_err(unavailable)?
        {
            verdict = newer.judge(&jwt);
        }
        match verdict {
            Verdict::Signed => {}
            Verdict::Forged => return Err(Refusal::Invalid("the token's signature is wrong")),
            Verdict::UnknownKey => {
                return Err(Refusal::Invalid("no key of the issuer has signed the token"));
            }
        }
        let claims = Claims::parse(&jwt.claims).map_err(Refusal::Invalid)?;
        claims.judge_signed(&self.expected, unix_time()).map_err(Refusal::Invalid)
    }

    /// Adds what the principal's scopes imply, and what those imply in turn.
    fn with_implied_scopes(&self, principal: Principal) -> Principal {
        if self.implied.is_empty() {
            return principal;
        }
        let mut scopes: BTreeSet<String> = principal.scopes().clone();
        let mut known = usize::MAX;
        while known != scopes.len() {
            known = scopes.len();
            let held = self.implied.iter().filter(|(broad, _)| scopes.contains(broad));
            let narrow: Vec<String> = held.map(|(_, narrow)| narrow.clone()).collect();
            scopes.extend(narrow);
        }
        principal.with_scopes(scopes)
    }
}

impl fmt::Debug for BearerCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proof = match &self.proof {
            Proof::Signature { .. } => "signature",
            Proof::Introspection(_) => "introspection",
            Proof::Custom(_) => "custom",
        };
        f.debug_struct("BearerCheck")
            .field("proof", &proof)
            .field("expected", &self.expected)
            .field("required", &self.required)
            .finish_non_exhaustive()
    }
}

/// What the application has judged.
fn judged(verdict: Result<Option<Principal>>) -> Result<Principal, Refusal> {
    match verdict {
        Ok(Some(principal)) if principal.is_anonymous() => {
            let fault = "the application lets a token through and does not say whose it is";
            tracing::error!(target: "hostline::auth", "{fault}");
            Err(Refusal::Nameless)
        }
        Ok(principal) => principal.ok_or(Refusal::Invalid("the token is not valid")),
        Err(error) => {
            tracing::warn!(target: "hostline::auth", %error, "token not judged");
            Err(Refusal::Unavailable)
        }
    }
}

fn has_no_keys() -> Error {
    Error::new(ErrorCode::InvalidInput, "tokens are not judged by keys here")
        .with_next_step("begin with BearerCheck::jwt")
}

/// The seconds since 1970, as tokens count them.
fn unix_time() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap_or_default().as_secs_f64()
}

#[cfg(test)]
#[path = "signer_tests.rs"]
mod signer;
#[cfg(test)]
#[path = "bearer_tests.rs"]
mod tests;
