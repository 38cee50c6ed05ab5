//! The server that somebody signs in to: an address, or one of the configuration that has one.

use std::sync::Arc;

use hostline::{
    Error, Result,
    auth::OAuth,
    host::{
        ServerName,
        config::{AuthChoice, ConfigFile, Launch, ServerEntry, Variables},
    },
    net::HttpSettings,
};
use url::Url;

use super::secrets;
use crate::{
    args::Site,
    exit::{Outcome, usage},
    output::Console,
    sign_in, target,
};

/// A server, how it is reached, and what is known beforehand of signing in to it.
pub(super) struct Place {
    pub(super) url: Url,
    pub(super) settings: HttpSettings,
    pub(super) oauth: OAuth,
}

impl Place {
    /// The one that is meant.
    pub(super) async fn find(site: &Site, console: &Arc<Console>) -> Outcome<Self> {
        let oauth = sign_in::settings(console)?;
        if target::is_address(&site.target) {
            let settings = target::http(&site.http).await?;
            return Ok(Self { url: address(&site.target)?, settings, oauth });
        }
        let Ok(name) = ServerName::parse(&site.target) else { return Err(no_address().into()) };
        let config = ConfigFile::standard()?.read().await?.config;
        let entry = config.servers.get(&name).ok_or_else(no_address)?;
        // How a server of the configuration is reached stands there.
        let http = &site.http;
        let flags = [
            ("--header", !http.header.is_empty()),
            ("--proxy", http.proxy.is_some()),
            ("--ca-cert", !http.ca_cert.is_empty()),
        ];
        target::refuse("an address", &flags)?;
        Self::configured(&name, entry, oauth).await
    }

    /// One of the configuration, as the host connects to it.
    async fn configured(name: &ServerName, entry: &ServerEntry, mut oauth: OAuth) -> Outcome<Self> {
        let Launch::Address { address: place, headers, auth, issuer, client_id, scopes } =
            &entry.launch
        else {
            return Err(no_address().into());
        };
        if *auth == AuthChoice::None
            || headers.keys().any(|header| header.eq_ignore_ascii_case("authorization"))
        {
            return Err(usage(format!("the configuration has {name} never signed in to"))
                .with_next_step(
                    "take `auth = \"none\"` or the header `Authorization` out of it, if that is wrong",
                )
                .into());
        }
        let mut variables = Variables::of_process();
        for secret in entry.secrets() {
            variables = variables.with_secret(secret, secrets::look_up(secret).await?);
        }
        let mut settings = HttpSettings::new();
        for (header, value) in headers {
            settings = settings.header(header, value.resolve(&variables)?.expose())?;
        }
        oauth = oauth.scopes(scopes.iter().cloned());
        if let Some(issuer) = issuer {
            oauth = oauth.issuer(issuer.resolve_text(&variables)?);
        }
        if let Some(client_id) = client_id {
            oauth = oauth.client_id(client_id.resolve_text(&variables)?);
        }
        Ok(Self { url: address(&place.resolve_text(&variables)?)?, settings, oauth })
    }
}

fn no_address() -> Error {
    usage("signing in is for servers that have an address").with_next_step(
        "give an address, or the name of a server that `hostline list` shows with one; a server that \
         is a command gets its credentials with --env",
    )
}

fn address(text: &str) -> Result<Url> {
    let url = Url::parse(text.trim()).map_err(|_| {
        // The text may hold a password or a token, so it is not repeated.
        usage("the server's address is not valid").with_next_step("write it like https://host/mcp")
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(usage("the address holds a user name or a password")
            .with_next_step("leave them out: signing in takes their place"));
    }
    Ok(url)
}
