//! The protected resource: where its metadata stands, and whether it is about our server
//! (RFC 9728; 2026-07-28 basic/authorization/authorization-server-discovery, "Protected Resource
//! Metadata Discovery Requirements").

use std::collections::VecDeque;

use url::Url;

use super::{
    MAX_ADDRESS, SignIn, document::Document, endpoint, is_written_well, refused, shortened,
};
use crate::error::Result;

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
/// The most authorization servers of a resource that are looked at.
const MAX_SERVERS: usize = 16;

/// What the metadata of a resource says.
#[derive(Debug)]
pub(super) struct Resource {
    /// The resource, to the byte as it was written.
    pub(super) name: String,
    /// Its authorization servers, to the byte; perhaps none.
    pub(super) issuers: Vec<String>,
    pub(super) scopes: Option<Vec<String>>,
}

/// Where the metadata may stand, in order: where the server said, by its path, at its root.
///
/// # Errors
/// The server named an address that must not be asked.
pub(super) fn addresses(sign_in: &SignIn) -> Result<VecDeque<Url>> {
    let mut addresses = VecDeque::new();
    let named = sign_in.demand.as_ref().and_then(|demand| demand.resource_metadata.as_deref());
    if let Some(named) = named {
        let what = "the address of the resource's metadata that the server names";
        addresses.push_back(endpoint(named, what, sign_in.is_local())?);
    }
    let mut root = sign_in.server.clone();
    root.set_fragment(None);
    root.set_query(None);
    root.set_path(WELL_KNOWN);
    let path = sign_in.server.path();
    if path != "/" {
        let mut inserted = root.clone();
        inserted.set_path(&format!("{WELL_KNOWN}{path}"));
        inserted.set_query(sign_in.server.query());
        addresses.push_back(inserted);
    }
    addresses.push_back(root);
    Ok(addresses)
}

/// Reads a metadata document that stood at `place`; nothing if it is none.
///
/// # Errors
/// It is about something else than our server: a token for that would be good elsewhere.
pub(super) fn read(sign_in: &SignIn, place: &Url, text: &[u8]) -> Result<Option<Resource>> {
    let Some(document) = Document::read(text) else { return Ok(None) };
    let issuers = document.texts("authorization_servers").unwrap_or_default();
    let Some(name) = document.text("resource") else {
        if issuers.is_empty() {
            return Ok(None);
        }
        return Err(refused("the resource's metadata does not say what it is about")
            .with_next_step("tell whoever runs the server"));
    };
    let is_ours = if is_of_the_host(place, &sign_in.server) {
        covers(name, &sign_in.server)
    } else {
        is_identical(name, &sign_in.server)
    };
    if !is_ours {
        let message =
            format!("the server's metadata is about another resource, {}", shortened(name));
        return Err(
            refused(message).with_next_step("check the server's address; no token was asked for")
        );
    }
    Ok(Some(Resource {
        name: name.to_owned(),
        issuers: usable(&issuers, sign_in.is_local())?,
        scopes: document.texts("scopes_supported"),
    }))
}

/// The issuers that may be asked at all, each once.
///
/// # Errors
/// There are some, and none of them may.
fn usable(issuers: &[String], is_local: bool) -> Result<Vec<String>> {
    let mut usable: Vec<String> = Vec::new();
    let mut fault = None;
    for issuer in issuers.iter().take(MAX_SERVERS) {
        match endpoint(issuer, "the address of the authorization server", is_local) {
            Ok(_) if usable.contains(issuer) => {}
            Ok(_) => usable.push(issuer.clone()),
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    match fault {
        Some(fault) if usable.is_empty() => Err(fault),
        _ => Ok(usable),
    }
}

/// Whether whoever owns the server's host says what stands at an address. Where many share a host,
/// anybody can name another place, and may speak for nothing but its own server there.
fn is_of_the_host(place: &Url, server: &Url) -> bool {
    let path = place.path().strip_prefix(WELL_KNOWN);
    place.origin() == server.origin()
        && path.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a resource is the server (RFC 9728, section 3.3), but for a slash at the end.
fn is_identical(resource: &str, server: &Url) -> bool {
    let without_slash = |url: &Url| url.path().trim_end_matches('/').to_owned();
    covers(resource, server)
        && Url::parse(resource)
            .is_ok_and(|resource| without_slash(&resource) == without_slash(server))
}

/// Whether a path names something other than it says, once it is resolved.
fn has_detours(resource: &str) -> bool {
    resource.split(['/', '?']).any(|segment| {
        let segment = segment.to_ascii_lowercase().replace("%2e", ".");
        matches!(&*segment, "." | "..")
    })
}

/// Whether a resource is the server, its origin, or a part of its path up to a segment's border.
fn covers(resource: &str, server: &Url) -> bool {
    // It is sent as it is written.
    if resource.len() > MAX_ADDRESS || !is_written_well(resource) || has_detours(resource) {
        return false;
    }
    let Ok(resource) = Url::parse(resource) else { return false };
    if resource.origin() != server.origin()
        || !resource.username().is_empty()
        || resource.password().is_some()
        || resource.fragment().is_some()
        || resource.query().is_some_and(|query| server.query() != Some(query))
    {
        return false;
    }
    let prefix = resource.path().trim_end_matches('/');
    server.path().strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The canonical address of a server that has no metadata (2026-07-28 basic/authorization,
/// "Canonical Server URI").
pub(super) fn canonical(server: &Url) -> String {
    let mut server = server.clone();
    server.set_fragment(None);
    if server.path() == "/" && server.query().is_none() {
        return server.origin().ascii_serialization();
    }
    server.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_covers_what_is_in_its_path() {
        let server = Url::parse("https://Host.example/a/mcp?tenant=1").unwrap();
        for resource in [
            "https://host.example/a/mcp?tenant=1",
            "https://host.example/a/mcp",
            "https://HOST.example:443/a/mcp/",
            "https://host.example/a",
            "https://host.example/a/",
            "https://host.example",
            "https://host.example/",
        ] {
            assert!(covers(resource, &server), "{resource}");
        }
        for resource in [
            "https://host.example/a/m",
            "https://host.example/a/mcp/more",
            "https://host.example/b",
            "https://host.example/a/mcp?tenant=2",
            "https://host.example/a#x",
            "http://host.example/a",
            "https://host.example:444/a",
            "https://other.example/a/mcp",
            "https://host.example.evil.example/",
            "https://me@host.example/a",
            "host.example",
            " https://host.example/a",
            "https://host.example/a\n",
            "https:\\\\host.example\\a",
            "https://höst.example/a",
            "https://host.example/b/../a",
            "https://host.example/b/%2E./a",
            "",
        ] {
            assert!(!covers(resource, &server), "{resource}");
        }
    }

    #[test]
    fn a_document_elsewhere_speaks_for_the_server_alone() {
        let server = Url::parse("https://host.example/a").unwrap();
        for (place, resource, is_ours) in [
            (
                "https://host.example/.well-known/oauth-protected-resource",
                "https://host.example",
                true,
            ),
            (
                "https://host.example/.well-known/oauth-protected-resource/a",
                "https://host.example/a",
                true,
            ),
            (
                "https://host.example/.well-known/oauth-protected-resources",
                "https://host.example",
                false,
            ),
            ("https://host.example/a/metadata", "https://host.example", false),
            ("https://host.example/a/metadata", "https://host.example/a/", true),
            (
                "https://other.example/.well-known/oauth-protected-resource",
                "https://host.example/",
                false,
            ),
            ("https://other.example/metadata", "https://host.example/a", true),
        ] {
            let place = Url::parse(place).unwrap();
            let judged = if is_of_the_host(&place, &server) {
                covers(resource, &server)
            } else {
                is_identical(resource, &server)
            };
            assert_eq!(judged, is_ours, "{place} {resource}");
        }
    }

    #[test]
    fn the_canonical_address_has_no_slash_at_its_end_unless_it_means_something() {
        for (server, expected) in [
            ("https://h.example", "https://h.example"),
            ("https://h.example/", "https://h.example"),
            ("https://h.example:8443/mcp#x", "https://h.example:8443/mcp"),
            ("https://h.example/mcp/", "https://h.example/mcp/"),
        ] {
            assert_eq!(canonical(&Url::parse(server).unwrap()), expected);
        }
    }
}
