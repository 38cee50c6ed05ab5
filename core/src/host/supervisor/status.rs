//! How far a server has come.

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use serde::{Serialize, Serializer};

use crate::{Error, ErrorCode, Version, host::ServerName, transport::process::ConfinementState};

/// A rung of the ladder that a server climbs when it is started. The rung on which it stays tells
/// what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Step {
    /// Its process is to be started, or its address to be reached.
    Begun,
    /// It has said something.
    Heard,
    /// Both sides speak the same version.
    Negotiated,
    /// It takes us for whom we are, or does not want to know.
    Authorized,
    /// Its tools, resources and prompts are known.
    Listed,
}

/// What a server does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Activity {
    /// The person has turned it off.
    Disabled,
    /// Nobody has needed it yet, or it was stopped.
    Idle,
    /// It is being started.
    Starting,
    /// It serves.
    Ready,
    /// It has ended by itself and is started again after a wait.
    Waiting,
    /// It could not be started, and is not tried again until somebody needs it.
    Failed,
}

/// Why a server does not serve, as it can be shown.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// The code of the error.
    #[serde(serialize_with = "by_name")]
    pub code: ErrorCode,
    /// The sentence for a person, safe to show, with what to do. It does not repeat whose it is.
    pub sentence: String,
}

impl From<&Error> for Fault {
    fn from(error: &Error) -> Self {
        Self { code: error.code(), sentence: error.clone().without_server().to_string() }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn by_name<S: Serializer>(code: &ErrorCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(code.name())
}

/// A server's status: a snapshot, and an element of the stream of all changes.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// Which server.
    pub server: ServerName,
    /// What it does now.
    pub activity: Activity,
    /// The last rung that it has reached since it was started last.
    pub step: Option<Step>,
    /// Since when it does that.
    #[serde(serialize_with = "seconds")]
    pub since: SystemTime,
    /// The protocol version that is spoken.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "spoken")]
    pub version: Option<Version>,
    /// `stdio`, `streamable-http` or `http+sse`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<&'static str>,
    /// How many tools it lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<usize>,
    /// How long the last request took.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "milliseconds")]
    pub latency: Option<Duration>,
    /// How often it has ended by itself in a row.
    pub failures: u32,
    /// Why it does not serve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Whether its process is kept to its folders.
    #[serde(serialize_with = "confinement")]
    pub confinement: ConfinementState,
}

impl Status {
    /// That of a server that nobody has needed yet.
    pub(super) fn idle(server: ServerName) -> Self {
        Self {
            server,
            activity: Activity::Idle,
            step: None,
            since: SystemTime::now(),
            version: None,
            transport: None,
            tools: None,
            latency: None,
            failures: 0,
            fault: None,
            confinement: ConfinementState::Off,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let activity = match self.activity {
            Activity::Disabled => "turned off",
            Activity::Idle => "not needed yet",
            Activity::Starting => "starting",
            Activity::Ready => "ready",
            Activity::Waiting => "ended, and is started again",
            Activity::Failed => "could not be started",
        };
        f.write_str(activity)?;
        match (self.activity, self.step) {
            (Activity::Ready, _) => write!(f, ", {} tools", self.tools.unwrap_or_default())?,
            (Activity::Starting | Activity::Failed, Some(step)) => write!(f, " ({step})")?,
            _ => {}
        }
        match &self.fault {
            Some(fault) => write!(f, ": {}", fault.sentence),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Begun => "begun",
            Self::Heard => "it has said something",
            Self::Negotiated => "a version is agreed on",
            Self::Authorized => "signed in, or not asked to",
            Self::Listed => "listed",
        })
    }
}

fn seconds<S: Serializer>(time: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    serializer.serialize_u64(since.as_secs())
}

#[expect(clippy::ref_option, reason = "what serde asks for")]
fn milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => serializer.serialize_f64(time.as_secs_f64() * 1000.0),
        None => serializer.serialize_none(),
    }
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn spoken<S: Serializer>(spoken: &Option<Version>, serializer: S) -> Result<S::Ok, S::Error> {
    match spoken {
        Some(spoken) => serializer.serialize_str(spoken.as_str()),
        None => serializer.serialize_none(),
    }
}

fn confinement<S: Serializer>(state: &ConfinementState, serializer: S) -> Result<S::Ok, S::Error> {
    match state {
        ConfinementState::Off => serializer.serialize_str("off"),
        ConfinementState::On(held) => {
            serializer.collect_str(&format_args!("on: {}", held.join(", ")))
        }
        ConfinementState::Unavailable(why) => {
            serializer.collect_str(&format_args!("unavailable: {why}"))
        }
    }
}
