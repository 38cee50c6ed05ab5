//! The configuration: one file, `hostline.toml`, which a person may write too.
//!
//! It says which servers there are and what the person thinks of them. It never holds a secret, only
//! references to secrets ([`Template`]). What a person has allowed in passing, and what the host has
//! found out, is kept elsewhere.
//!
//! # Where it is
//!
//! | system | path |
//! | --- | --- |
//! | any, with the environment variable `HOSTLINE_CONFIG` | that absolute path |
//! | Linux | `$XDG_CONFIG_HOME/hostline/hostline.toml`, or `~/.config/hostline/hostline.toml` |
//! | macOS | `~/Library/Application Support/Hostline/hostline.toml` |
//! | Windows | `%APPDATA%\Hostline\hostline.toml` |
//!
//! On Unix it must belong to the user, and neither it nor its folder may be a link or be open to
//! changes by others.
//!
//! # What stands in it
//!
//! ```
//! # let text = r#"
//! version = 1
//!
//! [servers.files]
//! command = ["npx", "-y", "@modelcontextprotocol/server-filesystem", "${env:HOME}/proj"]
//! folder = "/home/me"                    # where it runs
//! environment = { LOG = "${env:LOG:-info}", TOKEN = "${secret:files-token}" }
//! enabled = true                         # whether it is used at all
//! start = "on-demand"                    # or "at-start"
//! trusted = false                        # whether its own word on its tools is believed
//! posture = "ask-for-writes"             # or "read-only", "ask-always", "block"
//! tools = { off = ["delete_*"], read = ["list_*"] }
//! roots = ["/home/me/proj"]
//! timeout = "60s"
//!
//! [servers.files.confine]
//! read = ["/usr/share/dict"]
//! write = ["/home/me/proj"]
//! network = false
//! memory = "512MiB"
//! processes = 32
//!
//! [servers.weather]
//! address = "https://weather.example/mcp"
//! headers = { X-Api-Key = "${secret:weather}" }
//! auth = "none"                          # or "oauth", with issuer, client_id and scopes
//!
//! [[policy]]
//! name = "no-deleting"
//! effect = "deny"
//! tool = "delete_*"
//!
//! [gateway]
//! port = 4100
//!
//! [audit]
//! arguments = "shape"                    # or "full"
//! # "#;
//! # let config = hostline::host::config::Config::parse(text)?;
//! # assert_eq!((config.servers.len(), config.policy.len()), (2, 1));
//! # assert!(config.notes().is_empty());
//! # Ok::<(), hostline::Error>(())
//! ```

mod amount;
mod comments;
mod confine;
mod depth;
mod edit;
mod entry;
mod fault;
mod file;
mod layout;
mod migrate;
mod notes;
mod pattern;
mod read;
mod rule;
mod settings;
mod template;
mod text;
mod written;

use std::collections::BTreeMap;

pub use self::{
    confine::Confine,
    entry::{AuthChoice, Launch, ServerEntry, Start, Tools},
    file::{ConfigFile, MAX_CONFIG_BYTES, Reading, Revision},
    notes::Note,
    pattern::NamePattern,
    rule::PolicyTable,
    settings::{AuditArguments, AuditSettings, GatewaySettings},
    template::{Resolved, Template, Variables},
};
use super::name::ServerName;
use crate::error::Result;

/// What the file says.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Config {
    /// The servers, by their names.
    pub servers: BTreeMap<ServerName, ServerEntry>,
    /// The rules of the policy, in the order of the file, which decides nothing.
    pub policy: Vec<PolicyTable>,
    /// The gateway.
    pub gateway: GatewaySettings,
    /// The audit log.
    pub audit: AuditSettings,
}

impl Config {
    /// Reads a text.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`](crate::ErrorCode::Storage): it is no configuration. The error names
    /// the line, the column and the fix, and repeats no value.
    pub fn parse(text: &str) -> Result<Self> {
        read::read(text, migrate::STEPS)
    }

    /// Where something that looks like a secret stands in the file itself.
    pub fn notes(&self) -> Vec<Note> {
        let mut found = Vec::new();
        for (server, entry) in &self.servers {
            notes::of(server, entry, &mut found);
        }
        found
    }
}
