//! Who may be asked for, and from where: the checks of `Host` and `Origin` against DNS rebinding.
//!
//! A page that a person has opened can make its own name resolve to this machine, and then speak
//! to servers that listen here. Its requests betray themselves by both headers (2025-11-25 and
//! 2026-07-28 `basic/transports`, "Security").

use http::{HeaderMap, HeaderValue, StatusCode, Uri, header, uri::Authority};

use super::Refusal;
use crate::error::{Error, ErrorCode, Result};

/// The names of this machine itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Which hosts may be asked for and which origins may ask.
///
/// Names of this machine are always allowed, with any port. A header that is absent passes: every
/// browser sends `Host`, and `Origin` wherever a page could do harm.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    on: bool,
    hosts: Vec<Host>,
    origins: Vec<Box<str>>,
}

/// A host that was named by the user.
#[derive(Clone, Debug)]
struct Host {
    /// In lower case; addresses of version 6 in brackets.
    name: Box<str>,
    /// The only port, where one was named.
    port: Option<u16>,
}

impl Default for Guard {
    fn default() -> Self {
        Self { on: true, hosts: Vec::new(), origins: Vec::new() }
    }
}

impl Guard {
    /// Switches both checks off.
    pub(crate) fn switch_off(&mut self) {
        self.on = false;
    }

    /// Allows a host: `mcp.example.com` with any port, or `mcp.example.com:8443` with this one.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the text names no host.
    pub(crate) fn allow_host(&mut self, host: &str) -> Result<()> {
        let parsed = host.parse::<Authority>().ok().filter(|host| !host.as_str().contains('@'));
        let named = parsed.as_ref().and_then(host_and_port).ok_or_else(|| {
            Error::new(ErrorCode::InvalidInput, format!("{host:?} names no host"))
                .with_next_step("write it like mcp.example.com or mcp.example.com:8443")
        })?;
        self.hosts.push(Host { name: named.0.into(), port: named.1 });
        Ok(())
    }

    /// Allows an origin, such as `https://app.example.com`: exactly this scheme, host and port.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the text is no origin.
    pub(crate) fn allow_origin(&mut self, origin: &str) -> Result<()> {
        if origin_host(origin).is_none() {
            let message = format!("{origin:?} is no origin");
            return Err(Error::new(ErrorCode::InvalidInput, message)
                .with_next_step("write it like https://app.example.com, without a path"));
        }
        self.origins.push(origin.to_ascii_lowercase().into());
        Ok(())
    }

    /// Checks the head of a request.
    ///
    /// # Errors
    /// 403: it asks for a host that is not allowed, or comes from an origin that is not.
    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        if !self.on {
            return Ok(());
        }
        let hosts = headers.get_all(header::HOST).iter();
        let hosts = hosts.filter(|host| !is_just_local(host.as_bytes())).map(parse_host);
        // HTTP/2 has the host in the address, and so has a request as one sends it to a proxy.
        let mut hosts = hosts.chain(uri.authority().cloned().map(Some));
        if !hosts.all(|host| host.is_some_and(|host| self.knows(&host))) {
            return forbid("the host is not one that this server answers for");
        }
        let mut origins = headers.get_all(header::ORIGIN).iter().map(HeaderValue::to_str);
        if !origins.all(|origin| origin.is_ok_and(|it| self.trusts(it))) {
            return forbid("requests from this origin are not allowed");
        }
        Ok(())
    }

    fn knows(&self, host: &Authority) -> bool {
        if host.as_str().contains('@') {
            return false;
        }
        let Some((name, port)) = host_and_port(host) else { return false };
        let is_named =
            |host: &Host| *host.name == *name && host.port.is_none_or(|only| port == Some(only));
        LOOPBACK.contains(&&*name) || self.hosts.iter().any(is_named)
    }

    fn trusts(&self, origin: &str) -> bool {
        let is_local = || origin_host(origin).is_some_and(|host| LOOPBACK.contains(&&*host));
        self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) || is_local()
    }
}

fn forbid(message: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(StatusCode::FORBIDDEN, message))
}

/// Whether this is a name of this machine as nearly all clients spell it, with or without a port.
/// It need not be read by the grammar.
fn is_just_local(host: &[u8]) -> bool {
    let is_port = |port: &[u8]| {
        let digits = str::from_utf8(port).ok().filter(|port| !port.starts_with('+'));
        digits.is_some_and(|digits| digits.parse::<u16>().is_ok())
    };
    let mut rests = LOOPBACK.iter().filter_map(|name| host.strip_prefix(name.as_bytes()));
    rests.any(|rest| match rest.split_first() {
        None => true,
        Some((sign, port)) => *sign == b':' && is_port(port),
    })
}

fn parse_host(value: &HeaderValue) -> Option<Authority> {
    Authority::try_from(value.as_bytes()).ok()
}

/// The host in lower case, and its port; nothing where the port is no port.
fn host_and_port(authority: &Authority) -> Option<(String, Option<u16>)> {
    let name = authority.host();
    let rest = authority.as_str().rsplit_once('@').map_or(authority.as_str(), |(_, rest)| rest);
    let port = match rest.strip_prefix(name)? {
        "" => None,
        port => Some(port.strip_prefix(':')?.parse().ok()?),
    };
    (!name.is_empty()).then(|| (name.to_ascii_lowercase(), port))
}

/// The host of an origin of HTTP in lower case; nothing for any other text.
fn origin_host(origin: &str) -> Option<String> {
    let (scheme, authority) = origin.split_once("://")?;
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    if authority.contains(['@', '/', '?', '#']) {
        return None;
    }
    host_and_port(&authority.parse().ok()?).map(|(host, _)| host)
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
