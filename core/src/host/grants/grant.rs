//! One thing that a person has said once for later.

use std::{fmt, time::SystemTime};

use serde::{Deserialize, Serialize};

use crate::{
    host::{
        Digest, ServerIdentity, ServerName,
        policy::{self, Action, ActionKind, ClientName, Constraint, Fit, Request, SessionId},
        time,
    },
    text::shorten,
};

/// How much of a name a sentence repeats, in characters.
const MAX_SHOWN: usize = 120;

/// The name of a grant. The store gives it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GrantId(pub(super) Box<str>);

impl GrantId {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for GrantId {
    fn from(id: &str) -> Self {
        Self(id.into())
    }
}

impl fmt::Display for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&shorten(&self.0, MAX_SHOWN))
    }
}

/// What a person has said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GrantEffect {
    /// It may be done without another question.
    Allow,
    /// It is not done, and nobody is asked.
    Deny,
}

/// What a grant is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Granted {
    /// Calls of one tool.
    Tool {
        /// The tool, as its server calls it.
        tool: String,
        /// The digest of the definition that the person saw.
        definition: Digest,
    },
    /// Another action than the call of a tool.
    Action(ActionKind),
}

/// For how long a grant stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// For one use. It lives in memory only.
    Once,
    /// While one connection of a client lives. It lives in memory only.
    Session(SessionId),
    /// Until a time, in seconds since 1970.
    Until(#[serde(with = "time")] SystemTime),
    /// Until it is revoked.
    Always,
}

impl Scope {
    /// Whether the grant outlives the program.
    pub fn is_lasting(&self) -> bool {
        match self {
            Self::Once | Self::Session(_) => false,
            Self::Until(_) | Self::Always => true,
        }
    }
}

/// What a person has said, and for whom and how long. A [`Grant`] is kept of it.
///
/// It is bound to content: to who the server is, to the tool's definition and to the client, never
/// to what a server is called. What denies stands for every definition of the tool, so that a
/// server does not free itself by changing it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewGrant {
    /// What the person has said.
    pub effect: GrantEffect,
    /// Who the server is.
    pub server: ServerIdentity,
    /// What the server was called then, to be shown.
    pub server_name: ServerName,
    /// What it is about.
    pub what: Granted,
    /// The only client that it is for; none if it is for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<ClientName>,
    /// What it demands of the arguments of a call.
    #[serde(default, rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// For how long it stands.
    pub scope: Scope,
    /// Where the person said it: the desktop app, a terminal.
    pub created_by: String,
}

/// What a person has said once for later, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grant {
    /// Its name.
    pub id: GrantId,
    /// What the person has said.
    #[serde(flatten)]
    pub said: NewGrant,
    /// When the person said it, in seconds since 1970.
    #[serde(with = "time")]
    pub created: SystemTime,
    /// When it was used last, in seconds since 1970.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "time::optional::write",
        deserialize_with = "time::optional::read"
    )]
    pub last_used: Option<SystemTime>,
    /// How often it was used.
    #[serde(default)]
    pub uses: u64,
}

impl Grant {
    pub(in crate::host) fn of(id: GrantId, said: NewGrant, now: SystemTime) -> Self {
        Self { id, said, created: now, last_used: None, uses: 0 }
    }

    /// Whether its time is over.
    pub fn is_over(&self, now: SystemTime) -> bool {
        match &self.said.scope {
            Scope::Once => self.uses > 0,
            Scope::Until(until) => *until <= now,
            Scope::Session(_) | Scope::Always => false,
        }
    }

    /// Whether it applies to a request. What allows applies to this very definition only.
    pub(in crate::host) fn fit(&self, request: &Request) -> Fit {
        let allows = self.said.effect == GrantEffect::Allow;
        let is_other_definition = match (&self.said.what, &request.action) {
            (Granted::Tool { definition, .. }, Action::CallTool(call)) => {
                *definition != call.definition
            }
            _ => false,
        };
        if !self.is_about(request) || (allows && is_other_definition) {
            return Fit::No;
        }
        policy::fit(&self.said.constraints, allows, request)
    }

    fn is_about(&self, request: &Request) -> bool {
        let is_of_session = match &self.said.scope {
            Scope::Session(session) => request.session.as_ref() == Some(session),
            Scope::Once | Scope::Until(_) | Scope::Always => true,
        };
        let is_of_action = match (&self.said.what, &request.action) {
            (Granted::Tool { tool, .. }, Action::CallTool(call)) => *tool == call.tool,
            // Calls are granted tool by tool.
            (Granted::Tool { .. }, _) | (Granted::Action(_), Action::CallTool(_)) => false,
            (Granted::Action(kind), action) => *kind == action.kind(),
        };
        is_of_session
            && is_of_action
            && self.said.server == request.identity
            && self.said.client.as_ref().is_none_or(|client| *client == request.client)
            && !self.is_over(request.now)
    }
}

impl NewGrant {
    /// The sentence for the record, which never holds a value of an argument.
    pub(in crate::host) fn without_values(&self) -> impl fmt::Display {
        fmt::from_fn(|f| self.say(f, false))
    }

    fn say(&self, f: &mut fmt::Formatter<'_>, with_values: bool) -> fmt::Result {
        let verb = match self.effect {
            GrantEffect::Allow => "allows",
            GrantEffect::Deny => "denies",
        };
        match &self.client {
            Some(client) => write!(f, "{verb} the client `{client}` ")?,
            None => write!(f, "{verb} every client ")?,
        }
        match &self.what {
            Granted::Tool { tool, .. } => {
                let tool = shorten(tool, MAX_SHOWN);
                write!(f, "to call `{tool}` of the server `{}`", self.server_name)?;
            }
            Granted::Action(kind) => {
                write!(f, "to {} the server `{}`", kind.verb(), self.server_name)?;
            }
        }
        for (at, constraint) in self.constraints.iter().enumerate() {
            f.write_str(if at == 0 { " where " } else { " and " })?;
            if with_values {
                write!(f, "{constraint}")?;
            } else {
                write!(f, "{}", constraint.without_values())?;
            }
        }
        f.write_str(match &self.scope {
            Scope::Once => ", once",
            Scope::Session(_) => ", while the client is connected",
            Scope::Until(_) => ", for a time",
            Scope::Always => ", until it is revoked",
        })
    }
}

impl fmt::Display for NewGrant {
    /// What it allows or denies, to whom and for how long: a lower-case sentence without a full
    /// stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say(f, true)
    }
}

impl fmt::Display for Grant {
    /// What it allows or denies, to whom, for how long, and how often it was used: a lower-case
    /// sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.said.fmt(f)?;
        match self.uses {
            0 => f.write_str("; never used"),
            1 => f.write_str("; used once"),
            uses => write!(f, "; used {uses} times"),
        }
    }
}
