//! What is asked of the policy: who wants to do what, and what is known of it.

use std::{fmt, time::SystemTime};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{arguments::Arguments, posture::Posture};
use crate::{
    error::{Error, ErrorCode, Result},
    host::{Digest, ServerIdentity, ServerName, time},
    model::ToolAnnotations,
    text::display_safe,
};

/// The longest name of a client, in characters.
pub const MAX_CLIENT_NAME: usize = 64;

/// What the person calls a program that uses the servers through the host. Consent is bound to it.
///
/// 1 to 64 characters without `*`, hidden ones, and spaces at the ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientName(Box<str>);

impl ClientName {
    /// Reads a name.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no such name.
    pub fn parse(name: &str) -> Result<Self> {
        let is_name = (1..=MAX_CLIENT_NAME).contains(&name.chars().count())
            && name.trim() == name
            && !name.contains('*')
            && display_safe(name) == name;
        if is_name {
            return Ok(Self(name.into()));
        }
        let message = format!("`{name}` cannot be the name of a client");
        Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step(format!("take up to {MAX_CLIENT_NAME} visible characters without `*`")))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClientName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Serialize for ClientName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ClientName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::parse(&name).map_err(|error| de::Error::custom(error.message()))
    }
}

/// One connection of a client to the host, for which a grant can hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(Box<str>);

impl From<&str> for SessionId {
    fn from(id: &str) -> Self {
        Self(id.into())
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&display_safe(&self.0))
    }
}

/// What the policy is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The server, as the person calls it.
    pub server: ServerName,
    /// Who the server is.
    pub identity: ServerIdentity,
    /// Whether the person trusts what the server says of its own tools.
    #[serde(default)]
    pub trusted: bool,
    /// What the person has chosen for the server as a whole.
    #[serde(default)]
    pub posture: Posture,
    /// Who asks.
    pub client: ClientName,
    /// The connection over which the client asks, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// The person's home, which `~` in rules stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// The folders that the server may be told of. They decide nothing: a path outside of them is
    /// told to the person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roots: Vec<String>,
    /// What is to be done.
    pub action: Action,
    /// When, in seconds since 1970.
    #[serde(with = "time")]
    pub now: SystemTime,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// A tool is called.
    CallTool(ToolCall),
    /// The server's question goes to a model (`sampling/createMessage`).
    Sample,
    /// The model's answer goes to the server.
    AnswerSampling,
    /// The server asks the person something.
    Elicit(Elicitation),
    /// The server is told of the person's folders.
    Roots,
    /// The server is started.
    Start {
        /// The whole command line, as it is shown.
        command_line: String,
        /// Whether the start of this very server was approved before.
        known: bool,
    },
    /// The person is sent to an issuer's page, to sign in.
    SignIn {
        /// The page's address.
        address: String,
    },
    /// The person's browser opens an address.
    Open {
        /// The address.
        address: String,
    },
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The tool, as its server calls it.
    pub tool: String,
    /// The digest of its definition, as the server gives it now.
    pub definition: Digest,
    /// Whether a person has approved this definition.
    pub standing: PinStanding,
    /// Whether the person has said that the tool only reads.
    #[serde(default)]
    pub classed_read: bool,
    /// The server's own hints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ToolAnnotations>,
    /// What it is called with.
    #[serde(default)]
    pub arguments: Arguments,
}

/// Whether a definition is approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PinStanding {
    /// A person has approved it, or it differs from what was approved in words alone.
    Approved,
    /// No definition of this name was ever approved.
    New,
    /// It has changed since it was approved.
    Held(
        /// What has changed, a sentence each.
        Vec<String>,
    ),
}

/// How a server asks the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Elicitation {
    /// With a form.
    Form {
        /// The fields that seem to ask for a secret, which no form may.
        #[serde(default)]
        secret_like: Vec<String>,
    },
    /// With an address that the person is to open.
    Url {
        /// The address.
        address: String,
    },
}

/// A kind of action, as rules and grants name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionKind {
    /// A tool is called.
    CallTool,
    /// The server's question goes to a model.
    Sample,
    /// The model's answer goes to the server.
    AnswerSampling,
    /// The server asks the person something.
    Elicit,
    /// The server is told of the person's folders.
    Roots,
    /// The server is started.
    Start,
    /// The person is sent to an issuer's page, to sign in.
    SignIn,
    /// The person's browser opens an address.
    Open,
}

impl ActionKind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::CallTool => "call-tool",
            Self::Sample => "sample",
            Self::AnswerSampling => "answer-sampling",
            Self::Elicit => "elicit",
            Self::Roots => "roots",
            Self::Start => "start",
            Self::SignIn => "sign-in",
            Self::Open => "open",
        }
    }
}

impl ActionKind {
    /// What is done with a server, for a sentence: "to ... the server".
    pub(in crate::host) fn verb(self) -> &'static str {
        match self {
            Self::CallTool => "call tools of",
            Self::Sample => "ask a model for",
            Self::AnswerSampling => "hand a model's answers to",
            Self::Elicit => "pass on questions of",
            Self::Roots => "tell folders to",
            Self::Start => "start",
            Self::SignIn => "sign in to",
            Self::Open => "open addresses of",
        }
    }
}

impl fmt::Display for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Action {
    /// What kind of action it is.
    pub fn kind(&self) -> ActionKind {
        match self {
            Self::CallTool(_) => ActionKind::CallTool,
            Self::Sample => ActionKind::Sample,
            Self::AnswerSampling => ActionKind::AnswerSampling,
            Self::Elicit(_) => ActionKind::Elicit,
            Self::Roots => ActionKind::Roots,
            Self::Start { .. } => ActionKind::Start,
            Self::SignIn { .. } => ActionKind::SignIn,
            Self::Open { .. } => ActionKind::Open,
        }
    }

    /// The call of a tool, if it is one.
    pub fn as_call(&self) -> Option<&ToolCall> {
        match self {
            Self::CallTool(call) => Some(call),
            _ => None,
        }
    }

    /// The address that is opened, if one is.
    pub(super) fn address(&self) -> Option<&str> {
        match self {
            Self::Elicit(Elicitation::Url { address })
            | Self::SignIn { address }
            | Self::Open { address } => Some(address),
            _ => None,
        }
    }
}

/// Why a tool counts as one that only reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The person has said so.
    ByPerson,
    /// Its server says so, which the person trusts.
    ByServer,
}

impl ToolCall {
    /// Whether the server itself marks the tool as one that may destroy something. Nobody need
    /// trust a server for that.
    pub(super) fn is_marked_destructive(&self) -> bool {
        self.hint(|hints| hints.destructive_hint) == Some(true)
    }

    /// Whether the server itself says that the tool only reads.
    pub(super) fn is_said_to_read(&self) -> bool {
        self.hint(|hints| hints.read_only_hint) == Some(true)
    }

    /// Why the tool counts as one that only reads. One that is marked as destructive never does.
    pub(super) fn reading(&self, trusted: bool) -> Option<Reading> {
        if self.is_marked_destructive() {
            None
        } else if self.classed_read {
            Some(Reading::ByPerson)
        } else {
            (trusted && self.is_said_to_read()).then_some(Reading::ByServer)
        }
    }

    pub(super) fn hint(&self, hint: impl Fn(&ToolAnnotations) -> Option<bool>) -> Option<bool> {
        self.annotations.as_ref().and_then(hint)
    }
}
