//! What the policy answers, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{posture::Posture, request::Reading};
use crate::{host::grants::GrantId, text::shorten};

/// How much of a text a sentence repeats, in characters.
const MAX_SHOWN: usize = 200;

/// What the policy answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", content = "because", rename_all = "kebab-case")]
pub enum Verdict {
    /// It is done.
    Allow(Because),
    /// A person is asked, for all of these reasons. Without anybody to ask, it is not done.
    Ask(Vec<Reason>),
    /// It is not done.
    Deny(Because),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allow(because) => write!(f, "allowed: {because}"),
            Self::Deny(because) => write!(f, "denied: {because}"),
            Self::Ask(reasons) => {
                f.write_str("asked: ")?;
                for (at, reason) in reasons.iter().enumerate() {
                    write!(f, "{}{reason}", if at == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }
    }
}

/// The one thing that a verdict rests on. It says itself as a lower-case sentence without a full
/// stop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Because {
    /// A rule of the configuration.
    Rule {
        /// Its name.
        name: String,
    },
    /// What a person has said at an earlier question.
    Grant {
        /// Its name.
        id: GrantId,
    },
    /// What the person has chosen for the server as a whole.
    Posture {
        /// What that is.
        posture: Posture,
    },
    /// The person has said that the tool only reads.
    ClassedRead,
    /// The tool's server says that it only reads, and the person trusts the server.
    TrustedRead,
    /// The start of this very server was approved before.
    KnownStart,
    /// The address is none that is ever opened.
    Address {
        /// Why, as a sentence.
        warning: String,
    },
}

impl From<Reading> for Because {
    fn from(reading: Reading) -> Self {
        match reading {
            Reading::ByPerson => Self::ClassedRead,
            Reading::ByServer => Self::TrustedRead,
        }
    }
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule { name } => write!(f, "the rule `{}` says so", shorten(name, MAX_SHOWN)),
            Self::Grant { id } => write!(f, "a person has said so before ({id})"),
            Self::Posture { posture: Posture::Block } => f.write_str("the server is blocked"),
            Self::Posture { posture: Posture::ReadOnly } => {
                f.write_str("the server may only read, and this is not known to be reading")
            }
            Self::Posture { posture } => write!(f, "the server is set to {posture}"),
            Self::ClassedRead => f.write_str("you have said that this tool only reads"),
            Self::TrustedRead => {
                f.write_str("the server says that this tool only reads, and you trust the server")
            }
            Self::KnownStart => f.write_str("the start of this very server was approved before"),
            Self::Address { warning } => f.write_str(&shorten(warning, MAX_SHOWN)),
        }
    }
}

/// Why a person is asked. It says itself as a lower-case sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// The definition of the tool was never approved.
    New,
    /// The definition of the tool has changed since it was approved.
    Held {
        /// What has changed, a sentence each.
        changes: Vec<String>,
    },
    /// It cannot be told whether a rule or a grant denies it, such as for a path of which the text
    /// does not tell where it leads.
    Doubt {
        /// What may deny it.
        because: Because,
    },
    /// A rule of the configuration wants it asked each time.
    Rule {
        /// Its name.
        name: String,
    },
    /// The person has chosen that everything is asked.
    Posture {
        /// What that is.
        posture: Posture,
    },
    /// This very server was never started.
    FirstStart,
    /// A form seems to ask for a secret, which no server may.
    SecretField {
        /// The field.
        field: String,
    },
    /// An address is opened, which a person is always asked for.
    Opening,
    /// Something about the address is suspicious.
    Address {
        /// What, as a sentence.
        warning: String,
    },
    /// A rule would allow it, but does not name the tool, which its server marks as one that may
    /// destroy something.
    Destructive {
        /// The name of the rule.
        rule: String,
    },
    /// The server says that the tool only reads, but is not trusted.
    Untrusted,
    /// No rule, no grant and nothing else allows it.
    Unanswered,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.write_str("nobody has approved this tool yet"),
            Self::Held { changes } if changes.is_empty() => {
                f.write_str("the tool has changed since it was approved")
            }
            Self::Held { changes } => {
                let changes = changes.join(", ");
                let changes = shorten(&changes, MAX_SHOWN);
                write!(f, "the tool has changed since it was approved: {changes}")
            }
            Self::Doubt { because: Because::Rule { name } } => {
                write!(f, "it may be what the rule `{}` denies", shorten(name, MAX_SHOWN))
            }
            Self::Doubt { .. } => f.write_str("it may be what a person has denied before"),
            Self::Rule { name } => {
                write!(f, "the rule `{}` wants it asked each time", shorten(name, MAX_SHOWN))
            }
            Self::Posture { .. } => f.write_str("everything about this server is asked each time"),
            Self::FirstStart => f.write_str("this command was never approved"),
            Self::SecretField { field } => {
                write!(f, "the field `{}` seems to ask for a secret", shorten(field, MAX_SHOWN))
            }
            Self::Opening => f.write_str("opening an address is asked each time"),
            Self::Address { warning } => f.write_str(&shorten(warning, MAX_SHOWN)),
            Self::Destructive { rule } => {
                let rule = shorten(rule, MAX_SHOWN);
                write!(f, "the tool may destroy something, and the rule `{rule}` does not name it")
            }
            Self::Untrusted => {
                f.write_str("the server says that the tool only reads, but you have not trusted it")
            }
            Self::Unanswered => f.write_str("no rule and no grant allows it"),
        }
    }
}
