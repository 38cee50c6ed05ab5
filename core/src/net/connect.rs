//! From an address to a connection: name resolution, TCP, proxy, TLS, each bounded together.

use std::{
    future::{Ready, ready},
    io,
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use http::{Uri, uri::Scheme};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_rustls::HttpsConnector;
use hyper_util::client::{
    legacy::connect::{
        Connected, Connection, HttpConnector,
        proxy::{SocksV4, SocksV5, Tunnel},
    },
    proxy::matcher::Intercept,
};
use rustls::ClientConfig;
use tower_service::Service;

use super::{
    Guard, HttpSettings, ProxyPolicy, failure, guard::Resolver, proxy::is_socks, reached::Reached,
    tls::Tls,
};
use crate::error::Error;

/// How long a connection is silent before TCP asks whether the peer is still there.
const TCP_KEEPALIVE: Duration = Duration::from_mins(1);
/// How long TCP waits between such questions.
const TCP_KEEPALIVE_INTERVAL: Duration = Duration::from_secs(15);
/// After how many unanswered questions the connection is broken.
const TCP_KEEPALIVE_RETRIES: u32 = 4;

/// Makes connections for the pool.
#[derive(Clone)]
pub(super) struct Connector(Arc<Shared>);

struct Shared {
    /// To targets, past the guard if there is one.
    tcp: HttpConnector<Resolver>,
    /// To proxies, which the person has named and which are often nearby.
    tcp_to_proxies: HttpConnector<Resolver>,
    tls: Arc<Tls>,
    proxy: ProxyPolicy,
    reached: Arc<Reached>,
    timeout: Duration,
}

impl Connector {
    /// With a guard, connections go only to what it allows. Where they have gone is noted in
    /// `reached`.
    pub(super) fn new(
        settings: &HttpSettings,
        tls: Arc<Tls>,
        guard: Option<Arc<Guard>>,
        reached: Arc<Reached>,
    ) -> Self {
        let open = Resolver::Open(settings.lookup.clone());
        Self(Arc::new(Shared {
            tcp: tcp(settings, guard.map_or_else(|| open.clone(), Resolver::Guarded)),
            tcp_to_proxies: tcp(settings, open),
            tls,
            proxy: settings.proxy.clone(),
            reached,
            timeout: settings.connect_timeout,
        }))
    }
}

fn tcp(settings: &HttpSettings, resolver: Resolver) -> HttpConnector<Resolver> {
    let mut tcp = HttpConnector::new_with_resolver(resolver);
    // The scheme is judged here; to TCP it is all the same.
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(settings.connect_timeout));
    tcp.set_keepalive(Some(TCP_KEEPALIVE));
    tcp.set_keepalive_interval(Some(TCP_KEEPALIVE_INTERVAL));
    tcp.set_keepalive_retries(Some(TCP_KEEPALIVE_RETRIES));
    tcp
}

impl Service<Uri> for Connector {
    type Response = Stream;
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Stream, Error>> + Send>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, target: Uri) -> Self::Future {
        let shared = self.0.clone();
        Box::pin(async move {
            let connecting = shared.connect(&target);
            match tokio::time::timeout(shared.timeout, connecting).await {
                Ok(outcome) => outcome,
                Err(_) => Err(failure::connect_timed_out(&target, shared.timeout)),
            }
        })
    }
}

impl Shared {
    async fn connect(&self, target: &Uri) -> Result<Stream, Error> {
        let secure = target.scheme() == Some(&Scheme::HTTPS);
        let (mut stream, address) = match self.proxy.intercept(target) {
            None => {
                let connecting = dial(&self.tcp, target);
                connecting.await.map_err(|cause| failure::not_connected(target, cause))?
            }
            Some(proxy) => (self.through(target, &proxy, secure).await?, None),
        };
        if secure {
            let config = self.tls.configs().await?.server;
            stream = handshake(stream, config, target)
                .await
                .map_err(|cause| failure::no_tls(target, cause))?;
        }
        if let Some((host, address)) = target.host().zip(address) {
            self.reached.note(host, address);
        }
        Ok(stream)
    }

    /// Connects to a proxy and lets it connect to the target. Plain HTTP needs no tunnel: an HTTP
    /// proxy forwards each request.
    async fn through(
        &self,
        target: &Uri,
        proxy: &Intercept,
        secure: bool,
    ) -> Result<Stream, Error> {
        let address = proxy.uri();
        let connecting = dial(&self.tcp_to_proxies, address);
        let (mut hop, _) =
            connecting.await.map_err(|cause| failure::no_proxy(address, target, cause))?;
        let refused = |cause: BoxError| failure::proxy_refused(address, target, cause);
        if is_socks(address) {
            return socks(hop, target, proxy).await.map_err(refused);
        }
        if address.scheme() == Some(&Scheme::HTTPS) {
            let config = self.tls.configs().await?.proxy;
            hop = handshake(hop, config, address)
                .await
                .map_err(|cause| failure::no_tls(address, cause))?;
        }
        if !secure {
            hop.proxied = true;
            return Ok(hop);
        }
        let mut tunnel = Tunnel::new(address.clone(), Given(Some(hop)));
        if let Some(authorization) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(authorization.clone());
        }
        tunnel.call(target.clone()).await.map_err(|cause| refused(cause.into()))
    }
}

/// Opens a connection, and tells which address it has led to.
async fn dial(
    tcp: &HttpConnector<Resolver>,
    target: &Uri,
) -> Result<(Stream, Option<IpAddr>), BoxError> {
    let tcp = tcp.clone().call(target.clone()).await?;
    let address = tcp.inner().peer_addr().ok().map(|address| address.ip());
    Ok((Stream::new(tcp), address))
}

async fn socks(hop: Stream, target: &Uri, proxy: &Intercept) -> Result<Stream, BoxError> {
    // SOCKS wants the port that an address may leave out.
    let target = with_port(target)?;
    let hop = Given(Some(hop));
    let address = proxy.uri().clone();
    if address.scheme_str().is_some_and(|scheme| scheme.starts_with("socks4")) {
        return Ok(SocksV4::new(address, hop).call(target).await?);
    }
    let mut socks = SocksV5::new(address, hop);
    if let Some((user, password)) = proxy.raw_auth() {
        socks = socks.with_auth(user.to_owned(), password.to_owned());
    }
    Ok(socks.call(target).await?)
}

fn with_port(target: &Uri) -> Result<Uri, BoxError> {
    if target.port().is_some() {
        return Ok(target.clone());
    }
    let port = if target.scheme() == Some(&Scheme::HTTPS) { 443 } else { 80 };
    let authority = format!("{}:{port}", target.host().unwrap_or_default());
    let mut parts = target.clone().into_parts();
    parts.authority = Some(authority.parse()?);
    Ok(Uri::from_parts(parts)?)
}

async fn handshake(
    stream: Stream,
    config: Arc<ClientConfig>,
    target: &Uri,
) -> Result<Stream, BoxError> {
    let secured = HttpsConnector::from((Given(Some(stream)), config)).call(target.clone()).await?;
    let h2 = secured.connected().is_negotiated_h2();
    Ok(Stream { io: Box::new(secured), proxied: false, h2 })
}

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Hands a connection that is there already to a layer that would make one, so that each step can
/// fail with its own sentence.
struct Given(Option<Stream>);

impl Service<Uri> for Given {
    type Response = Stream;
    type Error = io::Error;
    type Future = Ready<io::Result<Stream>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _target: Uri) -> Self::Future {
        ready(self.0.take().ok_or_else(|| io::ErrorKind::NotConnected.into()))
    }
}

/// A connection of any kind.
pub(super) struct Stream {
    io: Box<dyn Io>,
    proxied: bool,
    h2: bool,
}

trait Io: Read + Write + Send + Unpin {}
impl<T: Read + Write + Send + Unpin> Io for T {}

impl Stream {
    fn new(io: impl Io + 'static) -> Self {
        Self { io: Box::new(io), proxied: false, h2: false }
    }
}

impl Connection for Stream {
    fn connected(&self) -> Connected {
        let connected = Connected::new().proxy(self.proxied);
        if self.h2 { connected.negotiated_h2() } else { connected }
    }
}

impl Read for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buffer)
    }
}

impl Write for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(cx, slices)
    }
}
