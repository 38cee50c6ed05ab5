//! What a server may do when nothing more is said.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a person has chosen for a server as a whole.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Posture {
    /// Tools that only read are called without a question, and no other tool is called.
    ReadOnly,
    /// Tools that only read are called without a question; everything else is asked, unless a rule
    /// or a grant answers.
    #[default]
    AskForWrites,
    /// Everything that the server or a model wants is asked each time, whatever rules and grants
    /// allow.
    AskAlways,
    /// Nothing is done with the server.
    Block,
}

impl Posture {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::AskForWrites => "ask-for-writes",
            Self::AskAlways => "ask-always",
            Self::Block => "block",
        }
    }
}

impl fmt::Display for Posture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
