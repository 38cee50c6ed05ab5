//! A line of the record.

use std::time::SystemTime;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Arguments, stamp};
use crate::{
    error::ErrorCode,
    host::{Digest, ServerIdentity, ServerName},
};

/// The most bytes of a text of a line; the rest of a longer one is left out.
const MAX_TEXT_BYTES: usize = 1 << 10;
/// What stands for the rest.
const ELLIPSIS: char = '…';

/// A line of the record: which one it is, and what happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
#[non_exhaustive]
pub struct AuditLine {
    /// Its number. The first line of all has 1.
    pub seq: u64,
    /// When it was written, to the millisecond.
    #[serde(with = "stamp")]
    pub at: SystemTime,
    /// The digest of the line before it, as written, without its line break; none in the first of
    /// all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Digest>,
    /// What happened.
    #[serde(flatten)]
    pub event: AuditEvent,
}

/// What a line tells: the one member behind those that every line has.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AuditEvent {
    /// Somebody wanted something, and may do it or not.
    Decided(Box<Decided>),
    /// What was allowed has ended.
    Ended(Ended),
    /// The record itself was found damaged when it was opened.
    Damaged(Damaged),
}

/// A verdict over something that somebody wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Decided {
    /// What was wanted.
    pub action: AuditAction,
    /// Whether it may be done.
    pub verdict: AuditVerdict,
    /// Why: the rule, the grant or the person that decided.
    pub because: String,
    /// The client that wanted it, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The server that it is about, as the person calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerName>,
    /// Who that server is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<ServerIdentity>,
    /// The tool, as the server calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The digest of the tool's definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<Digest>,
    /// Whether somebody was asked.
    #[serde(default)]
    pub asked: bool,
    /// Where: the surface that showed the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<String>,
    /// Whether the server is confined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confinement: Option<Confined>,
    /// What it was to be done with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Arguments>,
}

impl Decided {
    /// A verdict and why, which nobody was asked for.
    pub fn new(action: AuditAction, verdict: AuditVerdict, because: impl Into<String>) -> Self {
        Self {
            action,
            verdict,
            because: because.into(),
            client: None,
            server: None,
            identity: None,
            tool: None,
            definition: None,
            asked: false,
            surface: None,
            confinement: None,
            arguments: None,
        }
    }

    /// How what this line has allowed has ended. `seq` is the number of the line, `millis` how long
    /// it took.
    pub fn ended(&self, seq: u64, outcome: AuditOutcome, millis: u64) -> Ended {
        Ended {
            refers: seq,
            outcome,
            millis,
            action: self.action,
            client: self.client.clone(),
            server: self.server.clone(),
        }
    }
}

/// The end of something that was allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Ended {
    /// The number of the line that allowed it.
    pub refers: u64,
    /// How it ended.
    pub outcome: AuditOutcome,
    /// How long it took, in milliseconds.
    pub millis: u64,
    /// What it was.
    pub action: AuditAction,
    /// The client that wanted it, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The server that it was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerName>,
}

/// What was found when the record was opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Damaged {
    /// What was wrong.
    pub because: String,
    /// How many lines are missing that had been written.
    #[serde(default)]
    pub missing: u64,
    /// The file beside the record that what could not be read was moved to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<String>,
    /// How many bytes that were.
    #[serde(default)]
    pub bytes: u64,
}

/// What may be wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AuditAction {
    /// A tool is to be called.
    #[serde(rename = "tools/call")]
    CallTool,
    /// A server wants a model to be asked, or the model's answer.
    #[serde(rename = "sampling/createMessage")]
    Sample,
    /// A server wants to ask the person.
    #[serde(rename = "elicitation/create")]
    Elicit,
    /// A server wants to know its roots.
    #[serde(rename = "roots/list")]
    ListRoots,
    /// What a server offers now is to be approved.
    #[serde(rename = "definition/approve")]
    ApproveDefinition,
    /// Approval of what a server offers is taken back.
    #[serde(rename = "definition/forget")]
    ForgetDefinition,
    /// What a person has said is to hold for later requests too.
    #[serde(rename = "grant/add")]
    AddGrant,
    /// What a person has granted is taken back.
    #[serde(rename = "grant/revoke")]
    RevokeGrant,
    /// A server is to be started.
    #[serde(rename = "server/start")]
    StartServer,
    /// A person is to sign in.
    #[serde(rename = "sign-in")]
    SignIn,
    /// An address is to be opened in the browser.
    #[serde(rename = "open")]
    Open,
}

/// Whether something may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AuditVerdict {
    /// It may.
    Allow,
    /// It may not.
    Deny,
}

/// Whether a server is confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confined {
    /// It is not, and need not be.
    Off,
    /// It is.
    On,
    /// It was to be, and cannot be here.
    Unavailable,
}

/// How something ended: `ok`, or the name of an error's code, such as `cancelled`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuditOutcome {
    /// With a result.
    Ok,
    /// With an error, which it was cancelled by or failed with.
    Failed(ErrorCode),
}

impl Serialize for AuditOutcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Ok => "ok",
            Self::Failed(code) => code.name(),
        })
    }
}

impl<'de> Deserialize<'de> for AuditOutcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name == "ok" {
            return Ok(Self::Ok);
        }
        let code = ErrorCode::from_name(&name);
        code.map(Self::Failed).ok_or_else(|| de::Error::custom("it is no outcome"))
    }
}

impl AuditEvent {
    /// Leaves out what is too long to stand in a line.
    pub(super) fn shorten(&mut self) {
        match self {
            Self::Decided(decided) => {
                shorten(&mut decided.because);
                let texts = [&mut decided.client, &mut decided.tool, &mut decided.surface];
                texts.into_iter().flatten().for_each(shorten);
            }
            Self::Ended(ended) => ended.client.iter_mut().for_each(shorten),
            Self::Damaged(damaged) => shorten(&mut damaged.because),
        }
    }
}

fn shorten(text: &mut String) {
    if text.len() > MAX_TEXT_BYTES {
        text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES));
        text.push(ELLIPSIS);
    }
}

/// What a line is read as: JSON that is carried as text cannot be read through a tagged union.
#[derive(Deserialize)]
struct Parts {
    seq: u64,
    #[serde(with = "stamp")]
    at: SystemTime,
    previous: Option<Digest>,
    decided: Option<Box<Decided>>,
    ended: Option<Ended>,
    damaged: Option<Damaged>,
}

impl TryFrom<Parts> for AuditLine {
    type Error = &'static str;

    fn try_from(parts: Parts) -> Result<Self, &'static str> {
        let Parts { seq, at, previous, .. } = parts;
        let event = match (parts.decided, parts.ended, parts.damaged) {
            (Some(decided), None, None) => AuditEvent::Decided(decided),
            (None, Some(ended), None) => AuditEvent::Ended(ended),
            (None, None, Some(damaged)) => AuditEvent::Damaged(damaged),
            _ => return Err("it does not tell one thing that is known"),
        };
        Ok(Self { seq, at, previous, event })
    }
}

/// What binds a line to the one before it, whatever else stands in it.
#[derive(Deserialize)]
pub(super) struct Link {
    pub(super) seq: u64,
    #[serde(with = "stamp")]
    pub(super) at: SystemTime,
    pub(super) previous: Option<Digest>,
    /// Whether the line tells of damage.
    #[serde(default, deserialize_with = "is_there")]
    pub(super) damaged: bool,
}

/// That a member is there, whatever it holds.
fn is_there<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    de::IgnoredAny::deserialize(from).map(|_| true)
}
