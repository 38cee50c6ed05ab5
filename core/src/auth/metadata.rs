//! What the server says of itself as a protected resource (RFC 9728).
//!
//! Owns the document and the addresses that it stands at. Who serves it is no matter of this file.

use bytes::Bytes;
use serde::Serialize;

use super::{
    challenge::is_scope,
    endpoint::{invalid, protected},
    issuer::Issuer,
};
use crate::error::{Error, ErrorCode, Result};

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
/// A scope that asks for refresh tokens, which are no matter of a resource.
const OFFLINE_ACCESS: &str = "offline_access";

/// The metadata of a protected resource: which endpoint it is, and where its tokens come from.
///
/// ```
/// use hostline::auth::ProtectedResource;
/// let resource = ProtectedResource::new("https://h.example/mcp")?
///     .authorization_server("https://id.example")?
///     .scopes_supported(["files:read"])?;
/// assert_eq!(
///     resource.metadata_address(),
///     "https://h.example/.well-known/oauth-protected-resource/mcp"
/// );
/// assert!(resource.is_metadata_path("/.well-known/oauth-protected-resource"));
/// # Ok::<(), hostline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtectedResource {
    document: Document,
    /// The address of the document.
    address: String,
    /// The path of that address.
    path: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Document {
    resource: String,
    authorization_servers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scopes_supported: Vec<String>,
    bearer_methods_supported: [&'static str; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_documentation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_policy_uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_tos_uri: Option<String>,
}

impl ProtectedResource {
    /// The resource with this identifier: the address of the endpoint as clients see it, which is
    /// also what their tokens must be for.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is not `https` (or `http` on this machine), or has a
    /// fragment or credentials.
    pub fn new(resource: &str) -> Result<Self> {
        let url = protected(resource, "the resource")?;
        if url.query().is_some() {
            return Err(invalid("the resource", "must not have a query"));
        }
        let own_path = if url.path() == "/" { "" } else { url.path() };
        let path = format!("{WELL_KNOWN}{own_path}");
        let address = format!("{}{path}", url.origin().ascii_serialization());
        let document = Document {
            resource: resource.to_owned(),
            authorization_servers: Vec::new(),
            scopes_supported: Vec::new(),
            // The only way that 2026-07-28 allows, basic/authorization, "Token Requirements".
            bearer_methods_supported: ["header"],
            resource_name: None,
            resource_documentation: None,
            resource_policy_uri: None,
            resource_tos_uri: None,
        };
        Ok(Self { document, address, path })
    }

    /// Adds an issuer that a client may get its token from.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no issuer's identifier.
    pub fn authorization_server(mut self, issuer: &str) -> Result<Self> {
        let issuer = Issuer::parse(issuer)?.as_str().to_owned();
        push_new(&mut self.document.authorization_servers, issuer);
        Ok(self)
    }

    /// Adds scopes that a client may ask for. They should be what basic use needs and no more: a
    /// client that is told of none in particular asks for all of these.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: one of them cannot be a scope, or is `offline_access`, which is
    /// between the client and the issuer (2026-07-28, basic/authorization, "Refresh Tokens").
    pub fn scopes_supported<S: Into<String>>(
        mut self,
        scopes: impl IntoIterator<Item = S>,
    ) -> Result<Self> {
        for scope in scopes {
            let scope = checked_scope(scope.into())?;
            push_new(&mut self.document.scopes_supported, scope);
        }
        Ok(self)
    }

    /// What people call the resource.
    pub fn resource_name(mut self, name: impl Into<String>) -> Self {
        self.document.resource_name = Some(name.into());
        self
    }

    /// The address of documentation for developers.
    pub fn documentation(mut self, address: impl Into<String>) -> Self {
        self.document.resource_documentation = Some(address.into());
        self
    }

    /// The address of what clients may do with the data.
    pub fn policy(mut self, address: impl Into<String>) -> Self {
        self.document.resource_policy_uri = Some(address.into());
        self
    }

    /// The address of the terms of service.
    pub fn terms_of_service(mut self, address: impl Into<String>) -> Self {
        self.document.resource_tos_uri = Some(address.into());
        self
    }

    /// # Errors
    /// [`ErrorCode::InvalidInput`]: no issuer is named, and at least one must be (2026-07-28,
    /// basic/authorization/authorization-server-discovery).
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP serves it"))]
    pub(crate) fn check_issuers(&self) -> Result<()> {
        if !self.document.authorization_servers.is_empty() {
            return Ok(());
        }
        let message = "the metadata of the resource names no issuer of tokens";
        Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("name one with `ProtectedResource::authorization_server`"))
    }

    /// The resource's identifier.
    pub fn identifier(&self) -> &str {
        &self.document.resource
    }

    /// The document as JSON, to be served as `application/json`.
    pub fn to_json(&self) -> Bytes {
        serde_json::to_vec(&self.document)
            .expect("a struct of texts and lists of texts is always valid JSON")
            .into()
    }

    /// The document's address, as `WWW-Authenticate` names it: the well-known part stands between
    /// the host and the resource's path (RFC 9728, section 3.1).
    pub fn metadata_address(&self) -> &str {
        &self.address
    }

    /// Whether the document stands at this path of the host: at the one that belongs to the
    /// resource's path, or at the root, where clients look next (2026-07-28,
    /// basic/authorization/authorization-server-discovery, "Protected Resource Metadata Discovery
    /// Requirements").
    pub fn is_metadata_path(&self, path: &str) -> bool {
        path == self.path || path == WELL_KNOWN
    }
}

/// # Errors
/// [`ErrorCode::InvalidInput`]: the text cannot be a scope of a resource.
pub(super) fn checked_scope(scope: String) -> Result<String> {
    if is_scope(&scope) && scope != OFFLINE_ACCESS {
        return Ok(scope);
    }
    let message = format!("{scope:?} cannot be a scope of a resource");
    Err(Error::new(ErrorCode::InvalidInput, message)
        .with_next_step("use printable characters without spaces, quotes and backslashes"))
}

/// Adds what is not there yet.
pub(super) fn push_new(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_names_what_is_known() {
        let resource = ProtectedResource::new("https://h.example/mcp").unwrap();
        assert_eq!(
            resource.to_json(),
            r#"{"resource":"https://h.example/mcp","authorization_servers":[],"bearer_methods_supported":["header"]}"#
        );
        let resource = resource
            .authorization_server("https://id.example/")
            .and_then(|resource| resource.scopes_supported(["read", "write", "read"]))
            .unwrap()
            .resource_name("Files")
            .documentation("https://h.example/docs");
        assert_eq!(
            resource.to_json(),
            r#"{"resource":"https://h.example/mcp","authorization_servers":["https://id.example/"],"scopes_supported":["read","write"],"bearer_methods_supported":["header"],"resource_name":"Files","resource_documentation":"https://h.example/docs"}"#
        );
    }

    #[test]
    fn it_stands_at_the_path_of_the_resource_and_at_the_root() {
        for (resource, address, other) in [
            ("https://h/mcp", "https://h/.well-known/oauth-protected-resource/mcp", "/mcp"),
            ("https://h:8443/a/b", "https://h:8443/.well-known/oauth-protected-resource/a/b", "/"),
            ("https://h", "https://h/.well-known/oauth-protected-resource", "/x"),
            ("http://[::1]:1/", "http://[::1]:1/.well-known/oauth-protected-resource", ""),
        ] {
            let protected = ProtectedResource::new(resource).unwrap();
            assert_eq!(protected.metadata_address(), address);
            let path = &address[address.find("/.well").unwrap()..];
            for (asked, serves) in [
                (path, true),
                (WELL_KNOWN, true),
                (other, false),
                ("/.well-known/oauth-protected-resource/other", false),
                ("/.well-known/oauth-protected-resourcex", false),
            ] {
                assert_eq!(protected.is_metadata_path(asked), serves, "{resource} {asked}");
            }
        }
    }

    #[test]
    fn what_cannot_be_a_resource_or_a_scope_is_refused() {
        for resource in ["h/mcp", "http://h/mcp", "https://h/mcp#a", "https://h/?a", "https://u@h/"]
        {
            assert!(ProtectedResource::new(resource).is_err(), "{resource}");
        }
        for scope in ["two words", "qu\"ote", "", "offline_access", "ümlaut"] {
            let resource = ProtectedResource::new("https://h/mcp").unwrap();
            assert!(resource.scopes_supported([scope]).is_err(), "{scope}");
        }
    }
}
