//! Which proxy a connection goes through.

use std::{
    fmt,
    net::IpAddr,
    sync::{Arc, OnceLock},
};

use http::{HeaderValue, Uri};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};

use crate::error::{Error, ErrorCode, Result};

/// Which proxy is used, if any. Connections to this machine (`localhost` and loopback addresses)
/// never go through one.
#[derive(Clone)]
pub struct ProxyPolicy(Option<Arc<OnceLock<Matcher>>>);

impl ProxyPolicy {
    /// What `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` say, in capitals or not, when
    /// the first connection to another machine is made.
    pub fn from_environment() -> Self {
        // Most clients start a command and never need to know.
        Self(Some(Arc::default()))
    }

    /// No proxy at all.
    pub fn off() -> Self {
        Self(None)
    }

    /// One proxy for everything: `http://`, `https://`, `socks5://` or `socks4://`, with
    /// `user:password@` in front of the host where it wants them.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the text is no address of a proxy.
    pub fn url(url: &str) -> Result<Self> {
        let matcher = Matcher::builder().all(url).build();
        let anywhere = Uri::from_static("http://proxied.invalid/");
        if matcher.intercept(&anywhere).is_none() {
            // The text may hold a password, so it is not repeated.
            return Err(Error::new(ErrorCode::InvalidInput, "the proxy's address is not valid")
                .with_next_step("write it like http://proxy.example:8080"));
        }
        Ok(Self(Some(Arc::new(matcher.into()))))
    }

    /// The proxy for a target.
    pub(super) fn intercept(&self, target: &Uri) -> Option<Intercept> {
        let matcher = self.0.as_ref()?;
        if is_loopback(target.host()?) {
            return None;
        }
        matcher.get_or_init(Matcher::from_env).intercept(target)
    }

    /// What a request must carry so that the proxy forwards it. Only plain HTTP is forwarded;
    /// through a tunnel the proxy sees no request.
    pub(super) fn authorization(&self, target: &Uri) -> Option<HeaderValue> {
        if target.scheme() != Some(&http::uri::Scheme::HTTP) {
            return None;
        }
        let intercept = self.intercept(target)?;
        if is_socks(intercept.uri()) {
            return None;
        }
        intercept.basic_auth().cloned()
    }
}

impl fmt::Debug for ProxyPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The matcher prints addresses without credentials.
        match &self.0 {
            Some(matcher) => match matcher.get() {
                Some(matcher) => matcher.fmt(f),
                None => f.write_str("from the environment"),
            },
            None => f.write_str("off"),
        }
    }
}

pub(super) fn is_socks(proxy: &Uri) -> bool {
    proxy.scheme_str().is_some_and(|scheme| scheme.starts_with("socks"))
}

/// Whether a host names this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if let Ok(address) = host.parse::<IpAddr>() {
        return address.to_canonical().is_loopback();
    }
    let host = host.trim_end_matches('.');
    host.eq_ignore_ascii_case("localhost")
        || host
            .len()
            .checked_sub(".localhost".len())
            .and_then(|start| host.get(start..))
            .is_some_and(|end| end.eq_ignore_ascii_case(".localhost"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_through_a_proxy(target: &str) -> bool {
        let policy = ProxyPolicy::url("http://user:secret@proxy.invalid:3128").unwrap();
        policy.intercept(&target.parse().unwrap()).is_some()
    }

    #[test]
    fn nothing_on_this_machine_goes_through_a_proxy() {
        for target in [
            "http://localhost:1/",
            "http://LOCALHOST/",
            "http://a.localhost/",
            "https://127.0.0.1/",
            "http://127.9.9.9/",
            "http://[::1]:80/",
            "http://[::ffff:127.0.0.1]/",
        ] {
            assert!(!goes_through_a_proxy(target), "{target}");
        }
        for target in ["http://example.com/", "https://10.0.0.1/", "http://notlocalhost/"] {
            assert!(goes_through_a_proxy(target), "{target}");
        }
    }

    #[test]
    fn credentials_are_sent_with_forwarded_requests_only() {
        let policy = ProxyPolicy::url("http://user:secret@proxy.invalid:3128").unwrap();
        let value = policy.authorization(&Uri::from_static("http://example.com/")).unwrap();
        assert_eq!(value, "Basic dXNlcjpzZWNyZXQ=");
        assert!(policy.authorization(&Uri::from_static("https://example.com/")).is_none());
    }

    #[test]
    fn a_bad_address_is_refused_without_repeating_it() {
        for text in ["", "ftp://u:secret@proxy/", "http://", "u:secret@ host"] {
            let error = ProxyPolicy::url(text).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidInput, "{text}");
            assert!(!format!("{error:?}").contains("secret"), "{text}");
        }
    }

    #[test]
    fn debug_output_holds_no_password() {
        let policy = ProxyPolicy::url("http://user:secret@proxy.invalid:3128").unwrap();
        let text = format!("{policy:?}");
        assert!(text.contains("proxy.invalid") && !text.contains("secret"), "{text}");
    }
}
