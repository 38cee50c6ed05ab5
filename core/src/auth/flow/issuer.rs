//! The authorization server: its metadata, and whether it is its own (RFC 8414, section 3; OpenID
//! Connect Discovery; 2026-07-28 basic/authorization/authorization-server-discovery).

use std::collections::VecDeque;

use url::Url;

use super::{document::Document, endpoint, refused, shortened};
use crate::{auth::issuer::metadata_addresses, error::Result};

/// An authorization server, as its metadata describes it.
#[derive(Debug)]
pub(super) struct Issuer {
    /// Its identifier, to the byte as its metadata writes it.
    pub(super) name: String,
    pub(super) authorization: Url,
    pub(super) token: Url,
    pub(super) registration: Option<Url>,
    pub(super) revocation: Option<Url>,
    /// How clients may authenticate; none where it does not say.
    pub(super) methods: Option<Vec<String>>,
    pub(super) scopes: Vec<String>,
    pub(super) takes_documents: bool,
    /// Whether it says in each answer who it is (RFC 9207).
    pub(super) names_itself: bool,
    /// Whether nothing is known of it but what 2025-03-26 assumes.
    pub(super) is_assumed: bool,
}

/// Where the metadata of an issuer may stand, in order.
///
/// # Errors
/// The identifier is not one that RFC 8414, section 2, allows.
pub(super) fn addresses(name: &str, is_local: bool) -> Result<VecDeque<Url>> {
    let what = "the address of the authorization server";
    let url = endpoint(name, what, is_local)?;
    if url.query().is_some() {
        return Err(refused(format!("{what} has a query")));
    }
    let texts = metadata_addresses(&url);
    texts.iter().map(|text| endpoint(text, what, is_local)).collect()
}

impl Issuer {
    /// Reads a metadata document; nothing if it is none.
    ///
    /// # Errors
    /// It is of another issuer, or does not offer what the specification wants, or names addresses
    /// that must not be used.
    pub(super) fn read(asked: &str, is_local: bool, text: &[u8]) -> Result<Option<Self>> {
        let Some(document) = Document::read(text) else { return Ok(None) };
        let Some(name) = document.text("issuer") else { return Ok(None) };
        if !is_same(asked, name) {
            let message = format!(
                "the metadata at {} is of another issuer, {}",
                shortened(asked),
                shortened(name)
            );
            return Err(refused(message).with_next_step("tell whoever runs the server"));
        }
        // What an issuer elsewhere says must not turn us to this machine.
        let is_local = is_local && asked.starts_with("http://");
        let address = |member: &str| match document.text(member) {
            Some(text) => {
                endpoint(text, &format!("the {member} of the issuer"), is_local).map(Some)
            }
            None => Ok(None),
        };
        let needed = |member: &'static str| {
            address(member)?.ok_or_else(|| refused(format!("the issuer names no {member}")))
        };
        let methods = document.texts("code_challenge_methods_supported").unwrap_or_default();
        if !methods.iter().any(|method| method == "S256") {
            let message = "the issuer does not say that it supports PKCE with S256";
            return Err(refused(message).with_next_step(
                "ask whoever runs it to offer code_challenge_methods_supported: [\"S256\"]",
            ));
        }
        Ok(Some(Self {
            name: name.to_owned(),
            authorization: needed("authorization_endpoint")?,
            token: needed("token_endpoint")?,
            // Neither is needed to sign in, so a bad one is as good as none.
            registration: address("registration_endpoint").unwrap_or_default(),
            revocation: address("revocation_endpoint").unwrap_or_default(),
            methods: document.texts("token_endpoint_auth_methods_supported"),
            scopes: document.texts("scopes_supported").unwrap_or_default(),
            takes_documents: document.flag("client_id_metadata_document_supported"),
            names_itself: document.may_be_set("authorization_response_iss_parameter_supported"),
            is_assumed: false,
        }))
    }

    /// What 2025-03-26 assumes of a server without metadata: fixed paths at its own origin
    /// (basic/authorization, "Fallbacks for Servers without Metadata Discovery").
    ///
    /// # Errors
    /// The server's own address is not one to send secrets to.
    pub(super) fn assumed(server: &Url, is_local: bool) -> Result<Self> {
        let origin = server.origin().ascii_serialization();
        let at =
            |path: &str| endpoint(&format!("{origin}{path}"), "the server's own address", is_local);
        Ok(Self {
            authorization: at("/authorize")?,
            token: at("/token")?,
            registration: Some(at("/register")?),
            revocation: None,
            methods: None,
            scopes: Vec::new(),
            takes_documents: false,
            names_itself: false,
            is_assumed: true,
            name: origin,
        })
    }
}

/// Whether metadata is of the issuer that was asked for: the two are compared letter by letter.
///
/// An identifier without a path is asked for under both of its spellings, with a slash at its end
/// and without: both lead to the same well-known address (RFC 8414, section 3.1, takes the slash
/// away), so that one document answers for both, and it is its own spelling that is kept, compared
/// with `iss`, and that credentials are bound to. Well-known providers write one spelling in one
/// document and the other in the next; nobody but the owner of the origin could make use of it.
pub(super) fn is_same(asked: &str, name: &str) -> bool {
    let bare = |text: &'_ str| -> Option<String> {
        let (scheme, rest) = text.split_once("://")?;
        let host = rest.strip_suffix('/').unwrap_or(rest);
        (!host.contains('/')).then(|| format!("{scheme}://{host}"))
    };
    asked == name || bare(asked).is_some_and(|asked| bare(name) == Some(asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_slash_of_an_empty_path_makes_no_difference() {
        assert!(is_same("https://id.example/", "https://id.example"));
        assert!(is_same("https://id.example", "https://id.example/"));
        assert!(is_same("https://id.example/a", "https://id.example/a"));
        for (asked, name) in [
            ("https://id.example/a", "https://id.example/a/"),
            ("https://id.example", "https://id.example//"),
            ("https://id.example", "HTTPS://id.example"),
            ("https://id.example", "https://ID.example"),
            ("https://id.example", "https://id.example:443"),
            ("https://id.example", "http://id.example"),
            ("https://id.example", "https://other.example"),
        ] {
            assert!(!is_same(asked, name), "{asked} {name}");
        }
    }
}
