//! A server as the configuration has it.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::{
    confine::Confine,
    pattern::NamePattern,
    template::{Resolved, Template, Variables},
    written::Written,
};
use crate::{
    error::{Error, ErrorCode, Result},
    host::{
        identity::ServerIdentity,
        policy::{Posture, secretlike::is_secret},
    },
};

/// A server: how it is reached, and what it may do. The table `servers.NAME`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
#[non_exhaustive]
pub struct ServerEntry {
    /// How it is started, or where it is.
    pub launch: Launch,
    /// Whether it is used at all. This lasts, whether it is connected or not.
    pub enabled: bool,
    /// When it is started.
    pub start: Start,
    /// Whether its tools keep their own names, without the server's in front (`prefix = ""`). Only
    /// where there is no other server.
    pub unprefixed: bool,
    /// Whether the person believes what it says of its own tools.
    pub trusted: bool,
    /// How much it may do without asking.
    pub posture: Posture,
    /// What the person says of its tools.
    pub tools: Tools,
    /// The folders that it is told it may work in, as absolute paths.
    pub roots: Vec<Template>,
    /// How long it may take to start, and then to answer or to tell progress; without it, the
    /// client's own default.
    pub timeout: Option<Duration>,
    /// To what it is confined, where it is started and confined at all.
    pub confine: Option<Confine>,
}

/// How a server is started, or where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Launch {
    /// It is started, and spoken to over its standard streams.
    Command {
        /// The program and its arguments, at least one word. No shell sees them.
        command: Vec<Template>,
        /// The folder that it runs in, an absolute path; without it, our own.
        folder: Option<Template>,
        /// Variables of its environment, which may hold secrets.
        environment: BTreeMap<String, Template>,
    },
    /// It is spoken to over HTTP.
    Address {
        /// An address that begins with `https://` or `http://`.
        address: Template,
        /// Headers of each request, which may hold secrets.
        headers: BTreeMap<String, Template>,
        /// Whether to sign in to it.
        auth: AuthChoice,
        /// The authorization server to sign in at, where the person names it.
        issuer: Option<Template>,
        /// The client that was registered there for this program.
        client_id: Option<Template>,
        /// The scopes to ask for, in place of those that the server names.
        scopes: Vec<String>,
    },
}

/// What the person says of a server's tools.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
#[non_exhaustive]
pub struct Tools {
    /// These are switched off: nobody sees or calls them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<NamePattern>,
    /// These only read, whatever the server says of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<NamePattern>,
}

/// When a server is started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// `on-demand`: when something is wanted of it.
    #[default]
    OnDemand,
    /// `at-start`: with the host.
    AtStart,
}

/// Whether to sign in to a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuthChoice {
    /// `oauth`: when it wants that, unless a header `Authorization` is configured.
    #[default]
    Oauth,
    /// `none`: never.
    None,
}

impl ServerEntry {
    /// A server that is started by a command line: a program and its arguments.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no program.
    pub fn of_command(command: Vec<Template>) -> Result<Self> {
        if command.first().is_none_or(|program| program.as_str().is_empty()) {
            return Err(no_program());
        }
        Ok(Self::new(Launch::Command { command, folder: None, environment: BTreeMap::new() }))
    }

    /// A server at an address.
    pub fn of_address(address: Template) -> Self {
        Self::new(Launch::Address {
            address,
            headers: BTreeMap::new(),
            auth: AuthChoice::default(),
            issuer: None,
            client_id: None,
            scopes: Vec::new(),
        })
    }

    /// Whether a connection to it is one to another entry too: they differ at most in what is said of
    /// the server, and not in how it is reached or kept.
    pub(in crate::host) fn is_reached_like(&self, other: &Self) -> bool {
        let Self { launch, enabled, start: _, unprefixed: _, trusted: _, posture, .. } = self;
        let Self { tools: _, roots: _, timeout, confine, .. } = self;
        let is_blocked = |posture: Posture| posture == Posture::Block;
        *launch == other.launch
            && *enabled == other.enabled
            && is_blocked(*posture) == is_blocked(other.posture)
            && *timeout == other.timeout
            && *confine == other.confine
    }

    pub(super) fn new(launch: Launch) -> Self {
        Self {
            launch,
            enabled: true,
            start: Start::default(),
            unprefixed: false,
            trusted: false,
            posture: Posture::default(),
            tools: Tools::default(),
            roots: Vec::new(),
            timeout: None,
            confine: None,
        }
    }

    /// Who the server is, by what the configuration writes: references count as they are written,
    /// so that neither a secret nor a changed variable makes it another server.
    ///
    /// # Errors
    /// [`ErrorCode::Internal`], which does not happen: text has a canonical form.
    pub fn identity(&self) -> Result<ServerIdentity> {
        match &self.launch {
            Launch::Command { command, folder, environment } => {
                let command: Vec<&str> = command.iter().map(Template::as_str).collect();
                let variables = environment.iter();
                let variables = variables.map(|(name, value)| (name.as_str(), value.as_str()));
                let folder = folder.as_ref().map(Template::as_str);
                ServerIdentity::of_command(&command, folder, &variables.collect())
            }
            Launch::Address { address, issuer, .. } => {
                let issuer = issuer.as_ref().map(Template::as_str);
                ServerIdentity::of_address(address.as_str(), issuer)
            }
        }
    }

    /// What a person approves who lets the server be started: who it is, what the references in its
    /// command and folder lead to, and to what it is confined.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: a reference leads nowhere.
    pub fn start_identity(&self, variables: &Variables) -> Result<ServerIdentity> {
        let mut identity = self.identity()?;
        if let Launch::Command { command, folder, .. } = &self.launch
            && command.iter().chain(folder).any(|written| written.as_plain().is_none())
        {
            let words: Result<Vec<Resolved>> =
                command.iter().map(|word| word.resolve(variables)).collect();
            let words = words?;
            let words: Vec<&str> = words.iter().map(Resolved::expose).collect();
            let folder = folder.as_ref().map(|folder| folder.resolve(variables)).transpose()?;
            let folder = folder.as_ref().map(Resolved::expose);
            identity = ServerIdentity::resolved(identity, &words, folder)?;
        }
        match &self.confine {
            None => Ok(identity),
            Some(confine) => ServerIdentity::confined(identity, confine),
        }
    }

    /// The command line, for a person to read, with what its references lead to in their place: what
    /// runs. A reference stays where it leads to what looks like a secret.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: a reference leads nowhere.
    pub fn resolved_command_line(&self, variables: &Variables) -> Result<String> {
        let shown = |written: &Template| written.shown(variables, is_secret);
        match &self.launch {
            Launch::Command { command, .. } => {
                Ok(shell_words::join(command.iter().map(shown).collect::<Result<Vec<_>>>()?))
            }
            Launch::Address { address, .. } => shown(address),
        }
    }

    /// The exact command line, uncut, each word quoted where it needs that; or the address. For a
    /// person to read; references stand in it as they are written.
    pub fn command_line(&self) -> String {
        match &self.launch {
            Launch::Command { command, .. } => {
                shell_words::join(command.iter().map(Template::as_str))
            }
            Launch::Address { address, .. } => address.as_str().to_owned(),
        }
    }

    /// The names of all secrets that it is given.
    pub fn secrets(&self) -> BTreeSet<&str> {
        let given = match &self.launch {
            Launch::Command { environment, .. } => environment,
            Launch::Address { headers, .. } => headers,
        };
        given.values().flat_map(Template::secrets).collect()
    }
}

pub(super) fn no_program() -> Error {
    Error::new(ErrorCode::InvalidInput, "`command` names no program")
        .with_next_step("write the program and its arguments: command = [\"npx\", \"some-server\"]")
}

#[cfg(test)]
#[path = "entry_tests.rs"]
mod tests;
