//! An authorization server's identifier, and what the server says of itself.

use serde::Deserialize;
use url::Url;

use super::endpoint::{Endpoint, invalid, protected};
use crate::{
    error::{Error, ErrorCode, Result},
    net::HttpClient,
};

/// The most of a metadata document that is read.
const METADATA_BYTES: usize = 64 << 10;

/// An issuer's identifier: compared letter by letter, never normalised.
#[derive(Clone, Debug)]
pub(super) struct Issuer {
    text: String,
    url: Url,
}

impl Issuer {
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is not an address as RFC 8414, section 2, wants it.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let url = protected(text, "the issuer")?;
        if url.query().is_some() {
            return Err(invalid("the issuer", "must not have a query"));
        }
        Ok(Self { text: text.to_owned(), url })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// Where the issuer's keys stand, as its metadata says.
    ///
    /// # Errors
    /// There is no metadata document, it is not this issuer's, or the address in it is no good.
    pub(super) async fn keys(&self, client: &HttpClient) -> Result<Endpoint> {
        let metadata = self.metadata(client).await?;
        let address = metadata.jwks_uri.ok_or_else(|| {
            Error::new(ErrorCode::Protocol, "the issuer's metadata names no keys (jwks_uri)")
        })?;
        let endpoint = Endpoint::parse(&address, "the issuer's keys")?;
        // What an issuer elsewhere says must not turn our requests to this machine.
        if self.url.scheme() == "https" && !endpoint.is_encrypted() {
            return Err(invalid("the issuer's keys", "must be https, as the issuer's is"));
        }
        Ok(endpoint)
    }

    /// The first metadata document that is valid and this issuer's own.
    async fn metadata(&self, client: &HttpClient) -> Result<Metadata> {
        let mut first_foreign = None;
        let mut last = None;
        for address in metadata_addresses(&self.url) {
            let endpoint = Endpoint::parse(&address, "the issuer's metadata")?;
            let outcome = match endpoint.fetch(client, METADATA_BYTES).await {
                Ok(document) => self.read(&document),
                Err(error) => Err(error),
            };
            match outcome {
                Ok(metadata) => return Ok(metadata),
                // It says more than that there is nothing at the other addresses.
                Err(error) if error.code() == ErrorCode::Protocol => {
                    first_foreign.get_or_insert(error);
                }
                Err(error) => last = Some(error),
            }
        }
        let error = first_foreign.or(last).unwrap_or_else(|| {
            Error::new(ErrorCode::Internal, "there is no address to ask the issuer at")
        });
        Err(error.with_next_step("check the issuer's address, or name its keys yourself"))
    }

    fn read(&self, document: &[u8]) -> Result<Metadata> {
        let metadata: Metadata = serde_json::from_slice(document).map_err(|cause| {
            Error::new(ErrorCode::Protocol, "the issuer's metadata is not valid").with_source(cause)
        })?;
        if metadata.issuer != self.text {
            let message =
                format!("the metadata is of another issuer: {}", metadata.issuer.escape_debug());
            return Err(Error::new(ErrorCode::Protocol, message));
        }
        Ok(metadata)
    }
}

/// Where the metadata of an issuer may stand, in the order of 2026-07-28,
/// basic/authorization/authorization-server-discovery, "Authorization Server Metadata Discovery".
pub(super) fn metadata_addresses(url: &Url) -> Vec<String> {
    const OAUTH: &str = "/.well-known/oauth-authorization-server";
    const OPENID: &str = "/.well-known/openid-configuration";
    let origin = url.origin().ascii_serialization();
    let path = url.path().trim_end_matches('/');
    let mut addresses = vec![format!("{origin}{OAUTH}{path}"), format!("{origin}{OPENID}{path}")];
    if !path.is_empty() {
        addresses.push(format!("{origin}{path}{OPENID}"));
    }
    addresses
}

#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    jwks_uri: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_looked_for_where_the_specification_says_and_in_its_order() {
        let addresses = |issuer| metadata_addresses(&Issuer::parse(issuer).unwrap().url);
        for issuer in ["https://id.example", "https://id.example/"] {
            assert_eq!(
                addresses(issuer),
                [
                    "https://id.example/.well-known/oauth-authorization-server",
                    "https://id.example/.well-known/openid-configuration",
                ]
            );
        }
        assert_eq!(
            addresses("https://id.example:8443/tenant/"),
            [
                "https://id.example:8443/.well-known/oauth-authorization-server/tenant",
                "https://id.example:8443/.well-known/openid-configuration/tenant",
                "https://id.example:8443/tenant/.well-known/openid-configuration",
            ]
        );
    }

    #[test]
    fn an_issuer_is_a_protected_address_and_nothing_more() {
        for issuer in ["https://id.example/a", "http://127.0.0.1:1", "http://localhost:1/x"] {
            assert!(Issuer::parse(issuer).is_ok(), "{issuer}");
        }
        for issuer in [
            "id.example",
            "http://id.example",
            "https://id.example/?a=1",
            "https://id.example/#a",
            "https://user:secret@id.example",
            "file:///etc/passwd",
        ] {
            let error = Issuer::parse(issuer).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidInput, "{issuer}");
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }
}
