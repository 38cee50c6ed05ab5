//! The table of a server as it stands in the file, and what of it goes together.

use std::collections::BTreeMap;

use http::HeaderName;
use serde::{Deserialize, Serialize};
use url::Url;

use super::{
    amount::Wait,
    confine::Confine,
    entry::{AuthChoice, Launch, ServerEntry, Start, Tools, no_program},
    template::{Place, Shown, Template},
};
use crate::{
    error::{Error, ErrorCode, Result},
    host::policy::Posture,
};

/// Every key of a server's table. What is left out has its default.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub(super) struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<Vec<Shown>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<BTreeMap<String, Template>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<BTreeMap<String, Template>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    auth: Option<AuthChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issuer: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scopes: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prefix: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trusted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    posture: Option<Posture>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Tools>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roots: Option<Vec<Place>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout: Option<Wait>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confine: Option<Confine>,
}

impl TryFrom<Written> for ServerEntry {
    type Error = Error;

    fn try_from(mut written: Written) -> Result<Self> {
        let launch = match (written.command.take(), written.address.take()) {
            (Some(command), None) => written.command(command)?,
            (None, Some(address)) => written.address(address)?,
            (Some(_), Some(_)) => {
                return Err(wrong(
                    "a server has both a `command` and an `address`",
                    "keep the one that is meant; a second server needs a name of its own",
                ));
            }
            (None, None) => {
                return Err(wrong(
                    "a server has neither a `command` nor an `address`",
                    "write command = [\"program\", \"argument\"] or address = \"https://…\"",
                ));
            }
        };
        if written.prefix.as_ref().is_some_and(|prefix| !prefix.is_empty()) {
            return Err(wrong(
                "a `prefix` can only be empty: tools are told apart by the server's name",
                "leave `prefix` out, or rename the server",
            ));
        }
        Ok(Self {
            enabled: written.enabled.unwrap_or(true),
            start: written.start.unwrap_or_default(),
            unprefixed: written.prefix.is_some(),
            trusted: written.trusted.unwrap_or_default(),
            posture: written.posture.unwrap_or_default(),
            tools: written.tools.unwrap_or_default(),
            roots: written.roots.into_iter().flatten().map(|place| place.0).collect(),
            timeout: written.timeout.map(|wait| wait.0),
            confine: written.confine,
            ..Self::new(launch)
        })
    }
}

impl Written {
    /// How a server is started. What is only for addresses must not be there.
    fn command(&mut self, command: Vec<Shown>) -> Result<Launch> {
        refuse(
            "at an address",
            &[
                ("headers", self.headers.is_some()),
                ("auth", self.auth.is_some()),
                ("issuer", self.issuer.is_some()),
                ("client_id", self.client_id.is_some()),
                ("scopes", self.scopes.is_some()),
            ],
        )?;
        if command.first().is_none_or(|program| program.0.as_str().is_empty()) {
            return Err(no_program());
        }
        let environment = self.environment.take().unwrap_or_default();
        if environment.keys().any(|name| name.is_empty() || name.contains(['=', '\0'])) {
            return Err(wrong(
                "a variable of `environment` has no valid name",
                "a name is not empty, and no = is in it",
            ));
        }
        Ok(Launch::Command {
            command: command.into_iter().map(|word| word.0).collect(),
            folder: self.folder.take().map(|folder| folder.0),
            environment,
        })
    }

    /// Where a server is. What is only for commands must not be there.
    fn address(&mut self, address: Shown) -> Result<Launch> {
        refuse(
            "that is started by a command",
            &[
                ("folder", self.folder.is_some()),
                ("environment", self.environment.is_some()),
                ("confine", self.confine.is_some()),
            ],
        )?;
        // With a variable in it, it is judged when the variable is known.
        if let Some(plain) = address.0.as_plain() {
            check_address(plain)?;
        }
        let headers = self.headers.take().unwrap_or_default();
        if let Some(name) = headers.keys().find(|name| name.parse::<HeaderName>().is_err()) {
            let message = format!("`{name}` cannot be the name of a header");
            return Err(Error::new(ErrorCode::InvalidInput, message)
                .with_next_step("a header's name has letters, digits and hyphens"));
        }
        let auth = self.auth.unwrap_or_default();
        if auth == AuthChoice::None {
            let signs_in = [
                ("issuer", self.issuer.is_some()),
                ("client_id", self.client_id.is_some()),
                ("scopes", self.scopes.is_some()),
            ];
            refuse("that is signed in to, which `auth = \"none\"` forbids", &signs_in)?;
        }
        Ok(Launch::Address {
            address: address.0,
            headers,
            auth,
            issuer: self.issuer.take().map(|issuer| issuer.0),
            client_id: self.client_id.take().map(|client_id| client_id.0),
            scopes: self.scopes.take().unwrap_or_default(),
        })
    }
}

/// A key that would have no effect is a mistake worth telling.
fn refuse(only_for: &str, keys: &[(&str, bool)]) -> Result<()> {
    match keys.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((key, _)) => {
            let message = format!("`{key}` is for a server {only_for}");
            Err(Error::new(ErrorCode::InvalidInput, message)
                .with_next_step(format!("leave `{key}` out")))
        }
    }
}

/// The same rules by which a client judges an address. It may hold a secret, and is not repeated.
fn check_address(address: &str) -> Result<()> {
    let url = Url::parse(address)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let Some(url) = url else {
        return Err(wrong("`address` is no address of HTTP", "write it like https://host/mcp"));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong(
            "`address` holds a user name or a password",
            "send them in a header: headers = { Authorization = \"${secret:name}\" }",
        ));
    }
    Ok(())
}

fn wrong(what: &'static str, fix: &'static str) -> Error {
    Error::new(ErrorCode::InvalidInput, what).with_next_step(fix)
}

impl From<ServerEntry> for Written {
    fn from(entry: ServerEntry) -> Self {
        let mut written = match entry.launch {
            Launch::Command { command, folder, environment } => Self {
                command: Some(command.into_iter().map(Shown).collect()),
                folder: folder.map(Place),
                environment: some(environment),
                ..Self::default()
            },
            Launch::Address { address, headers, auth, issuer, client_id, scopes } => Self {
                address: Some(Shown(address)),
                headers: some(headers),
                auth: some(auth),
                issuer: issuer.map(Shown),
                client_id: client_id.map(Shown),
                scopes: some(scopes),
                ..Self::default()
            },
        };
        written.enabled = (!entry.enabled).then_some(false);
        written.start = some(entry.start);
        written.prefix = entry.unprefixed.then(String::new);
        written.trusted = entry.trusted.then_some(true);
        written.posture = some(entry.posture);
        written.tools = some(entry.tools);
        let roots: Vec<Place> = entry.roots.into_iter().map(Place).collect();
        written.roots = (!roots.is_empty()).then_some(roots);
        written.timeout = entry.timeout.map(Wait);
        written.confine = entry.confine;
        written
    }
}

/// What is the default is not written.
fn some<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}
