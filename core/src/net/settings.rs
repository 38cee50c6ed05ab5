//! What a person may set about HTTP, checked when it is set.

use std::{fmt, sync::Arc, time::Duration};

use http::{HeaderMap, HeaderName, HeaderValue, header};
use rustls_pki_types::{CertificateDer, pem::PemObject};

use super::{
    Observer, ProxyPolicy,
    guard::{Lookup, system_lookup},
};
use crate::error::{Error, ErrorCode, Result};

/// How HTTP connections are made and used.
///
/// ```
/// use std::time::Duration;
/// use hostline::net::{HttpClient, HttpSettings};
///
/// let settings = HttpSettings::new()
///     .connect_timeout(Duration::from_secs(3))
///     .header("x-tenant", "blue")?;
/// let client = HttpClient::new(settings);
/// # Ok::<(), hostline::Error>(())
/// ```
#[derive(Clone)]
pub struct HttpSettings {
    pub(super) connect_timeout: Duration,
    pub(super) head_timeout: Option<Duration>,
    pub(super) idle_timeout: Option<Duration>,
    pub(super) pool_idle_timeout: Duration,
    pub(super) proxy: ProxyPolicy,
    pub(super) authorities: Vec<CertificateDer<'static>>,
    pub(super) headers: HeaderMap,
    pub(super) user_agent: HeaderValue,
    pub(super) compression: bool,
    pub(super) observer: Option<Observer>,
    pub(super) lookup: Lookup,
}

impl HttpSettings {
    /// The default of [`Self::connect_timeout`].
    pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
    /// The default of [`Self::pool_idle_timeout`].
    pub const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(90);

    /// The defaults, which each setter names.
    pub fn new() -> Self {
        Self {
            connect_timeout: Self::CONNECT_TIMEOUT,
            head_timeout: None,
            idle_timeout: None,
            pool_idle_timeout: Self::POOL_IDLE_TIMEOUT,
            proxy: ProxyPolicy::from_environment(),
            authorities: Vec::new(),
            headers: HeaderMap::new(),
            user_agent: HeaderValue::from_static(concat!("hostline/", env!("CARGO_PKG_VERSION"))),
            compression: true,
            observer: None,
            lookup: Arc::new(system_lookup),
        }
    }

    /// How long name resolution, TCP, the proxy and TLS may take together. Default 10 s.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// How long the head of an answer may take, from the moment its request is sent. Default: no
    /// bound, since every request has a deadline of its own.
    pub fn head_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.head_timeout = timeout.into();
        self
    }

    /// How long a body may be silent before its connection counts as broken. Default: no bound,
    /// since streams are silent while there is nothing to tell; a peer that is gone is found by
    /// TCP and HTTP/2 keep-alive. Five minutes suit servers that send comments to keep a stream.
    pub fn idle_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.idle_timeout = timeout.into();
        self
    }

    /// How long an unused connection is kept for the next request. Default 90 s.
    pub fn pool_idle_timeout(mut self, timeout: Duration) -> Self {
        self.pool_idle_timeout = timeout;
        self
    }

    /// Which proxy is used. Default [`ProxyPolicy::from_environment`].
    pub fn proxy(mut self, proxy: ProxyPolicy) -> Self {
        self.proxy = proxy;
        self
    }

    /// Trusts further certificate authorities beside the system's: one or more certificates in PEM.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no certificate in the text, or a broken one.
    pub fn certificate_authority(mut self, pem: &[u8]) -> Result<Self> {
        let before = self.authorities.len();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|cause| {
                Error::new(ErrorCode::InvalidInput, "the certificate authority is not valid PEM")
                    .with_source(cause)
            })?;
            self.authorities.push(certificate);
        }
        if self.authorities.len() == before {
            let message = "the certificate authority's text holds no certificate";
            return Err(Error::new(ErrorCode::InvalidInput, message)
                .with_next_step("give a PEM text with a BEGIN CERTIFICATE section"));
        }
        Ok(self)
    }

    /// Sends a header with every request, such as `authorization`. Its value is treated as a
    /// secret: it appears in no error and no debug output. A later value replaces an earlier one.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the name or the value is not valid in HTTP, or the header
    /// belongs to HTTP or the protocol itself.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self> {
        let invalid = |message: String| Error::new(ErrorCode::InvalidInput, message);
        let name = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| invalid(format!("{name:?} is no valid header name")))
            .map_err(|error| error.with_next_step("use letters, digits and hyphens"))?;
        if is_reserved(&name) {
            let message = format!("the header {name} is set by Hostline itself");
            return Err(invalid(message).with_next_step("leave it out"));
        }
        let mut value = HeaderValue::from_str(value)
            .map_err(|_| invalid(format!("the value of the header {name} is not valid in HTTP")))
            .map_err(|error| error.with_next_step("leave line breaks and other controls out"))?;
        value.set_sensitive(true);
        self.headers.insert(name, value);
        Ok(self)
    }

    /// What the client calls itself. Default `hostline/` and its version.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the text is not valid in a header.
    pub fn user_agent(mut self, text: &str) -> Result<Self> {
        self.user_agent = HeaderValue::from_str(text).map_err(|_| {
            Error::new(ErrorCode::InvalidInput, "the user agent is not valid in a header")
        })?;
        Ok(self)
    }

    /// Whether answers may come compressed. Default yes. Limits count the bytes after
    /// decompression.
    pub fn compression(mut self, allowed: bool) -> Self {
        self.compression = allowed;
        self
    }

    /// Has each exchange seen, redirects and what is asked for the sake of signing in included.
    pub(crate) fn observer(mut self, observer: Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Names resolve as a test wants.
    #[cfg(test)]
    pub(crate) fn resolve_by(mut self, lookup: Lookup) -> Self {
        self.lookup = lookup;
        self
    }
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for HttpSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.keys().collect();
        f.debug_struct("HttpSettings")
            .field("connect_timeout", &self.connect_timeout)
            .field("head_timeout", &self.head_timeout)
            .field("idle_timeout", &self.idle_timeout)
            .field("pool_idle_timeout", &self.pool_idle_timeout)
            .field("proxy", &self.proxy)
            .field("authorities", &self.authorities.len())
            .field("headers", &names)
            .field("user_agent", &self.user_agent)
            .field("compression", &self.compression)
            .field("observed", &self.observer.is_some())
            .finish_non_exhaustive()
    }
}

/// Headers that frame the message, choose the connection or carry the protocol: a value from a
/// configuration would make the two sides disagree about what was sent.
fn is_reserved(name: &HeaderName) -> bool {
    const OF_HTTP: [HeaderName; 14] = [
        header::ACCEPT,
        header::ACCEPT_ENCODING,
        header::CONNECTION,
        header::CONTENT_ENCODING,
        header::CONTENT_LENGTH,
        header::CONTENT_TYPE,
        header::EXPECT,
        header::HOST,
        header::PROXY_AUTHORIZATION,
        header::TE,
        header::TRAILER,
        header::TRANSFER_ENCODING,
        header::UPGRADE,
        header::USER_AGENT,
    ];
    const OTHERS: [&str; 3] = ["keep-alive", "last-event-id", "proxy-connection"];
    OF_HTTP.contains(name) || OTHERS.contains(&name.as_str()) || name.as_str().starts_with("mcp-")
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
