//! The guard for addresses that came from a peer: which of them may be asked at all.
//!
//! A server names the address of its metadata, that names an issuer, and that names endpoints. None
//! of them may turn our requests to what only this machine or this network can reach, unless the
//! person's own server is there too. What counts is the address that is connected to, not the name:
//! the guard filters what the name is resolved to, and nothing resolves it a second time.
//!
//! Through a proxy it is the proxy that resolves names, so there only addresses that are written
//! out, and names that are local by their form, are refused here.

use std::{
    future::Future,
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
    vec,
};

use bytes::Bytes;
use http::{Request, Uri, response::Parts};
use http_body_util::Full;
use hyper_util::client::legacy::connect::dns::{GaiResolver, Name};
use tower_service::Service;
use url::{Host, Url};

use super::{HttpClient, is_loopback};
use crate::error::{Error, ErrorCode, Result};

/// How long it may take to find out where the person's own server is.
const LOOK_UP: Duration = Duration::from_secs(5);

/// Which addresses may be asked beside those of the public internet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Guard {
    loopback: bool,
    private: bool,
    link_local: bool,
}

/// What kind of place an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Public,
    Loopback,
    Private,
    LinkLocal,
    /// Nothing that answers stands there: unspecified, multicast, reserved, for documentation.
    Nowhere,
}

impl Guard {
    /// What the address that the person has named allows: the kind of place that it is itself.
    pub(crate) async fn for_server(url: &Url) -> Self {
        let mut guard = Self::default();
        match url.host() {
            Some(Host::Ipv4(address)) => guard.allow(kind(address.into())),
            Some(Host::Ipv6(address)) => guard.allow(kind(address.into())),
            Some(Host::Domain(name)) if is_loopback(name) => guard.allow(Kind::Loopback),
            Some(Host::Domain(name)) => {
                let port = url.port_or_known_default().unwrap_or(443);
                let looking = tokio::net::lookup_host((name, port));
                // Without an answer only the public internet is allowed.
                if let Ok(Ok(found)) = tokio::time::timeout(LOOK_UP, looking).await {
                    found.for_each(|address| guard.allow(kind(address.ip())));
                }
            }
            None => {}
        }
        guard
    }

    fn allow(&mut self, kind: Kind) {
        match kind {
            Kind::Public | Kind::Nowhere => {}
            Kind::Loopback => self.loopback = true,
            Kind::Private => self.private = true,
            Kind::LinkLocal => self.link_local = true,
        }
    }

    fn allows(self, address: IpAddr) -> bool {
        match kind(address) {
            Kind::Public => true,
            Kind::Loopback => self.loopback,
            Kind::Private => self.private,
            Kind::LinkLocal => self.link_local,
            Kind::Nowhere => false,
        }
    }

    /// Checks what can be seen of an address before it is connected to.
    ///
    /// # Errors
    /// [`ErrorCode::Denied`]: it is not `https`, nor `http` on this machine where that is allowed;
    /// or it is written as an address, or a local name, that is not allowed.
    pub(super) fn check(self, uri: &Uri, is_proxied: bool) -> Result<()> {
        let host = uri.host().unwrap_or_default();
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if self.loopback && is_loopback(host) => {}
            _ => return Err(refused(host, "is not asked without encryption")),
        }
        let is_allowed = match literal {
            Ok(address) => self.allows(address),
            Err(_) if is_loopback(host) => self.loopback,
            Err(_) => !is_proxied || !is_local_name(host) || self.private || self.link_local,
        };
        if is_allowed { Ok(()) } else { Err(not_public(host)) }
    }
}

/// Whether a name is local by its form.
fn is_local_name(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let ends = [".local", ".internal", ".lan", ".home.arpa"];
    !host.contains('.') || ends.iter().any(|end| host.ends_with(end))
}

fn kind(address: IpAddr) -> Kind {
    match address {
        IpAddr::V4(address) => kind_v4(address),
        IpAddr::V6(address) => match embedded(address) {
            Some(inner) => kind_v4(inner),
            None => kind_v6(address),
        },
    }
}

#[expect(clippy::match_same_arms, reason = "each line is a range of its own")]
fn kind_v4(address: Ipv4Addr) -> Kind {
    match address.octets() {
        [127, ..] => Kind::Loopback,
        // The second is what carriers share behind their own translation.
        [10, ..] | [100, 64..=127, ..] | [172, 16..=31, ..] | [192, 168, ..] => Kind::Private,
        [169, 254, ..] => Kind::LinkLocal,
        [0 | 224..=255, ..] => Kind::Nowhere,
        [192, 0, 0 | 2, _] => Kind::Nowhere,
        [198, 18 | 19, ..] => Kind::Nowhere,
        [198, 51, 100, _] | [203, 0, 113, _] => Kind::Nowhere,
        _ => Kind::Public,
    }
}

fn kind_v6(address: Ipv6Addr) -> Kind {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 1] => Kind::Loopback,
        // Unique local, and the site-local range that it took the place of.
        [0xFC00..=0xFDFF | 0xFEC0..=0xFEFF, ..] => Kind::Private,
        [0xFE80..=0xFEBF, ..] => Kind::LinkLocal,
        // Of all that is left only this eighth is given out; some of it is not.
        [0x2001, 0xDB8 | 0..=0x1FF, ..] | [0x3FFF, ..] => Kind::Nowhere,
        [0x2000..=0x3FFF, ..] => Kind::Public,
        _ => Kind::Nowhere,
    }
}

/// The address of version 4 that is inside one of version 6: mapped, compatible, translated
/// (`64:ff9b::/96`), or 6to4.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [first, second, third, ..] = address.segments();
    let last = u32::from_be_bytes(*address.octets().last_chunk()?);
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => None,
        [0, 0, 0, 0, 0, 0 | 0xFFFF, ..] | [0x64, 0xFF9B, 0, 0, 0, 0, ..] => Some(last.into()),
        [0x2002, ..] => {
            debug_assert_eq!(first, 0x2002);
            Some((u32::from(second) << 16 | u32::from(third)).into())
        }
        _ => None,
    }
}

fn not_public(host: &str) -> Error {
    refused(host, "is an address of this machine or of a network of its own")
}

fn refused(host: &str, why: &str) -> Error {
    Error::new(ErrorCode::Denied, format!("{host}, which the server or its issuer names, {why}"))
        .with_next_step("tell whoever runs the server; nothing was sent there")
}

/// Resolves names, and leaves out what a guard does not allow.
#[derive(Clone)]
pub(super) struct Resolver<R = GaiResolver> {
    inner: R,
    guard: Option<Guard>,
}

impl Resolver {
    pub(super) fn new(guard: Option<Guard>) -> Self {
        Self { inner: GaiResolver::new(), guard }
    }
}

impl<R> Service<Name> for Resolver<R>
where
    R: Service<Name, Error = io::Error>,
    R::Response: Iterator<Item = SocketAddr>,
    R::Future: Send + 'static,
{
    type Response = vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let (host, guard) = (name.as_str().to_owned(), self.guard);
        let resolving = self.inner.call(name);
        Box::pin(async move {
            let mut found: Vec<SocketAddr> = resolving.await?.collect();
            if let Some(guard) = guard {
                let before = found.len();
                found.retain(|address| guard.allows(address.ip()));
                if found.is_empty() && before > 0 {
                    return Err(io::Error::other(not_public(&host)));
                }
            }
            Ok(found.into_iter())
        })
    }
}

/// One bounded exchange, within a time in all.
///
/// # Errors
/// [`ErrorCode::Denied`]: a guard refuses the address. [`ErrorCode::Timeout`]: it took too long.
/// [`ErrorCode::Limit`]: the answer has more than `limit` bytes. Whatever else goes wrong before
/// the answer is here; its status is no error.
pub(crate) async fn exchange(
    client: &HttpClient,
    request: Request<Bytes>,
    limit: usize,
    time: Duration,
) -> Result<(Parts, Bytes)> {
    let (head, body) = request.into_parts();
    let build = || {
        let mut request = Request::new(Full::new(body.clone()));
        *request.method_mut() = head.method.clone();
        *request.uri_mut() = head.uri.clone();
        *request.headers_mut() = client.headers().clone();
        request.headers_mut().extend(head.headers.clone());
        Ok(request)
    };
    let exchanging = async {
        let (head, body) = client.send(build).await?.into_parts();
        Ok((head, body.collect(limit).await?))
    };
    tokio::time::timeout(time, exchanging).await.unwrap_or_else(|_| {
        let host = head.uri.host().unwrap_or_default();
        let message = format!("{host} did not answer within {} s", time.as_secs());
        Err(Error::new(ErrorCode::Timeout, message).with_next_step("try again later"))
    })
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
