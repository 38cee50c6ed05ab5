//! Which addresses that came from a peer may be used.
//!
//! Whoever names an address to us must not turn our requests to this machine or the networks near
//! it. Owns that rule: what is decided by an address alone ([`Guard::check_url`]), and what only
//! its resolution tells ([`Guard::resolve`], whose answers are those that are connected to). It
//! knows nothing of what is asked at the addresses.

use std::{
    fmt, io,
    net::SocketAddr,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
    vec,
};

use hyper_util::client::legacy::connect::dns::{GaiResolver, Name};
use tower_service::Service;
use url::{Host, Url};

use super::address::Kind;
use crate::{
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
};

/// How long resolving the person's own server may take.
const OWN_LOOKUP_TIME: Duration = Duration::from_secs(5);

/// The rule for addresses that came from a peer (2026-07-28,
/// basic/authorization/security-considerations, "Server-Side Request Forgery").
///
/// Always: `https` without credentials and fragment, on the public internet. Kinds of address that
/// the person's own server has are allowed too, since the person has gone there by themselves: this
/// machine, private networks, link-local addresses, `198.18.0.0/15`. Plain `http` is allowed on
/// this machine, and only if the person's own address *says* that it is there: what a name resolves
/// to is said by whoever owns the name, and could change between two questions. For the same reason
/// a kind that was learnt by resolving opens nothing but `https` with a certificate that is valid
/// there; and it is learnt only of a server that stands in no public place too, so that nobody on
/// the internet opens a private network by one more answer. Where a connection to the server has
/// been made, its address is what counts, and the name is asked no more: whoever owns it could
/// answer something else now. Every port is allowed: authorization servers stand at all of them.
///
/// Of a name that resolves to several addresses those that are not allowed are dropped, and the
/// name is refused if none is left. To refuse it for one of them would make no connection safer,
/// since only allowed addresses are connected to, and would lock out servers that have a
/// unique-local address beside their public one.
///
/// Behind a proxy it is the proxy that resolves names. What is left then is the form of the
/// address: numbers, and names that can only be nearby (`localhost`, `.local`, `.internal`, names
/// without a dot), which are refused by their form in any case.
#[derive(Clone)]
pub(crate) struct Guard {
    allowed: Vec<Kind>,
    allows_plain_loopback: bool,
    /// Whether it is known where the person's own server stands, so that there is nothing more to
    /// learn.
    is_lasting: bool,
    lookup: Lookup,
}

/// How names become addresses. The port of an answer means nothing.
pub(crate) type Lookup = Arc<dyn Fn(Name) -> Answers + Send + Sync>;
type Answers = BoxFuture<'static, io::Result<Vec<SocketAddr>>>;

impl Guard {
    /// The guard for what the person's own server says, and for what that leads to. Resolves the
    /// server's name once; a name that cannot be resolved allows what its form tells.
    pub(crate) async fn for_server(url: &Url) -> Self {
        Self::for_server_by(url, Arc::new(system_lookup)).await
    }

    pub(crate) async fn for_server_by(url: &Url, lookup: Lookup) -> Self {
        let mut kinds = Vec::new();
        if let Some(Ok(name)) = name_to_resolve(url).map(str::parse::<Name>) {
            let found = tokio::time::timeout(OWN_LOOKUP_TIME, lookup(name)).await;
            if let Ok(Ok(answers)) = found {
                kinds.extend(answers.iter().map(|answer| Kind::of(answer.ip())));
            }
        }
        Self::for_reached(url, &kinds, lookup)
    }

    /// The same where nobody is asked: `kinds` are those of the addresses at which the server was
    /// reached, and none if it was not.
    pub(super) fn for_reached(url: &Url, kinds: &[Kind], lookup: Lookup) -> Self {
        let said = url.host().and_then(|host| said_by(&host));
        let learnt = if kinds.contains(&Kind::Public) { &[] } else { kinds };
        let mut allowed = vec![Kind::Public];
        for kind in said.iter().chain(learnt) {
            if *kind != Kind::Nowhere && !allowed.contains(kind) {
                allowed.push(*kind);
            }
        }
        let allows_plain_loopback = said == Some(Kind::Loopback);
        let is_lasting = name_to_resolve(url).is_none() || !kinds.is_empty();
        Self { allowed, allows_plain_loopback, is_lasting, lookup }
    }

    /// Whether it need not be made anew: false where it is not known where the server stands.
    pub(crate) fn is_lasting(&self) -> bool {
        self.is_lasting
    }

    /// Judges an address by itself: scheme, credentials, fragment, and its host where that tells
    /// without being resolved. Spellings of numbers (`0x7f.1`, `127.1`) and of names are those that
    /// [`Url`] has already brought into their one form.
    ///
    /// # Errors
    /// [`ErrorCode::Denied`], with a sentence that names the address's origin and nothing else of
    /// it.
    pub(super) fn check_url(&self, url: &Url) -> Result<()> {
        let Some(host) = url.host() else {
            return Err(refuse(url.scheme(), "it names no host"));
        };
        let origin = url.origin().ascii_serialization();
        let said = said_by(&host);
        let is_plain_loopback = url.scheme() == "http" && said == Some(Kind::Loopback);
        if url.scheme() != "https" && !(is_plain_loopback && self.allows_plain_loopback) {
            return Err(refuse(&origin, "it is not https"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refuse(&origin, "it carries credentials"));
        }
        if url.fragment().is_some() {
            return Err(refuse(&origin, "it has a fragment"));
        }
        match said {
            Some(kind) if !self.allowed.contains(&kind) => Err(nearby(&origin, kind)),
            Some(_) | None => Ok(()),
        }
    }

    /// The addresses of a name that may be connected to.
    ///
    /// # Errors
    /// [`ErrorCode::Denied`] if there are only others; that of the resolver.
    pub(super) async fn resolve(&self, name: Name) -> Result<Vec<SocketAddr>, BoxError> {
        let host = name.as_str().to_owned();
        let mut answers = (self.lookup)(name).await?;
        let refused = self.keep_allowed(&host, &mut answers);
        match refused {
            Some(kind) if answers.is_empty() => Err(nearby(&host, kind).into()),
            Some(_) | None => Ok(answers),
        }
    }

    /// Drops what is not allowed, and tells the kind of what was dropped first.
    fn keep_allowed(&self, host: &str, answers: &mut Vec<SocketAddr>) -> Option<Kind> {
        // Plain http may be on its way, because the name says that it stays on this machine.
        let must_stay_here = Kind::of_name(host) == Some(Kind::Loopback);
        let mut refused = None;
        answers.retain(|answer| {
            let kind = Kind::of(answer.ip());
            let is_allowed =
                self.allowed.contains(&kind) && (!must_stay_here || kind == Kind::Loopback);
            if !is_allowed {
                refused.get_or_insert(kind);
            }
            is_allowed
        });
        refused
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard")
            .field("allowed", &self.allowed)
            .field("allows_plain_loopback", &self.allows_plain_loopback)
            .finish_non_exhaustive()
    }
}

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The name of a server that does not say by itself that it is this machine.
fn name_to_resolve(url: &Url) -> Option<&str> {
    let Some(Host::Domain(name)) = url.host() else { return None };
    (Kind::of_name(name) != Some(Kind::Loopback)).then_some(name)
}

/// What a host tells of itself without being resolved.
fn said_by(host: &Host<&str>) -> Option<Kind> {
    match host {
        Host::Ipv4(address) => Some(Kind::of((*address).into())),
        Host::Ipv6(address) => Some(Kind::of((*address).into())),
        Host::Domain(name) => Kind::of_name(name),
    }
}

fn nearby(place: &str, kind: Kind) -> Error {
    refuse(place, &format!("it is {}, and the server that led there is not", kind.describe()))
        .with_next_step("connect to the server by its address in that network, if it is yours")
}

fn refuse(place: &str, why: &str) -> Error {
    let message = format!("an address that a server named is not used: {place}: {why}");
    Error::new(ErrorCode::Denied, message).with_next_step("tell whoever runs the server")
}

/// What the system says.
pub(super) fn system_lookup(name: Name) -> Answers {
    let found = GaiResolver::new().call(name);
    Box::pin(async move { Ok(found.await?.collect()) })
}

/// Names to addresses for connections, past a guard if there is one.
#[derive(Clone)]
pub(super) enum Resolver {
    Open(Lookup),
    Guarded(Arc<Guard>),
}

impl Service<Name> for Resolver {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let resolver = self.clone();
        Box::pin(async move {
            let answers = match resolver {
                Self::Guarded(guard) => guard.resolve(name).await?,
                Self::Open(lookup) => lookup(name).await?,
            };
            Ok(answers.into_iter())
        })
    }
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
