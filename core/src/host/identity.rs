//! Who a server is.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::digest::Digest;
use crate::{Json, error::Result};

/// Who a server is: the digest of the command that starts it, or of its address and issuer.
///
/// It changes when any of that changes, and what a person has allowed is then asked for anew. What
/// a server is called, by itself or by the person, has no part in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ServerIdentity(Digest);

impl ServerIdentity {
    /// That of a server that is started: the program and its arguments, the folder that it runs in,
    /// and its environment as the configuration writes it, so that no secret has a part in it.
    pub fn of_command(
        command: &[&str],
        folder: Option<&str>,
        environment: &BTreeMap<&str, &str>,
    ) -> Result<Self> {
        Self::of(&json!({ "command": command, "folder": folder, "environment": environment }))
    }

    /// That of a server at an address, and of the issuer that signs in to it, where one is named.
    pub fn of_address(address: &str, issuer: Option<&str>) -> Result<Self> {
        Self::of(&json!({ "address": address, "issuer": issuer }))
    }

    /// That of a server that is held to a confinement, as it is written.
    pub(super) fn confined(server: Self, confine: &impl Serialize) -> Result<Self> {
        Self::of(&json!({ "server": server, "confine": confine }))
    }

    /// That of a server whose command or folder is what its references lead to: these words, there.
    pub(super) fn resolved(server: Self, command: &[&str], folder: Option<&str>) -> Result<Self> {
        Self::of(&json!({ "server": server, "command": command, "folder": folder }))
    }

    /// What stands for it.
    pub fn digest(&self) -> Digest {
        self.0
    }

    fn of(value: &serde_json::Value) -> Result<Self> {
        let json = Json::encode(value).map_err(|source| {
            crate::Error::new(crate::ErrorCode::Internal, "a server has no identity")
                .with_source(source)
        })?;
        Digest::of_json(&json).map(Self)
    }
}

impl fmt::Display for ServerIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for ServerIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_launch_makes_another_server() {
        let none = BTreeMap::new();
        let environment = BTreeMap::from([("LD_PRELOAD", "/tmp/x.so")]);
        let identity = |command: &[&str], folder, environment| {
            ServerIdentity::of_command(command, folder, environment).unwrap()
        };
        let all = [
            identity(&["npx", "-y", "pkg"], None, &none),
            identity(&["npx", "-y pkg"], None, &none),
            identity(&["npx", "-y", "pkg@1"], None, &none),
            identity(&["npx", "-y", "pkg"], Some("/tmp"), &none),
            identity(&["npx", "-y", "pkg"], None, &environment),
            ServerIdentity::of_address("https://example.com/mcp", None).unwrap(),
            ServerIdentity::of_address("https://example.com/mcp", Some("https://id")).unwrap(),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| other != one), "the same at {at}");
        }
        assert_eq!(all[0], identity(&["npx", "-y", "pkg"], None, &none));
    }
}
