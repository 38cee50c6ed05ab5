//! The settings of the gateway and of the audit log.

use serde::{Deserialize, Serialize};

/// The gateway: the table `gateway`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
#[non_exhaustive]
pub struct GatewaySettings {
    /// The port of this machine on which it listens for HTTP; without it, any that is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
}

/// The audit log: the table `audit`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
#[non_exhaustive]
pub struct AuditSettings {
    /// How much of a call's arguments is written down.
    pub arguments: AuditArguments,
}

/// How much of a call's arguments the audit log holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuditArguments {
    /// `shape`: their names and types.
    #[default]
    Shape,
    /// `full`: their values too, but for secrets.
    Full,
}
