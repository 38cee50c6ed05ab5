//! The first line of a connection, and the answer to it.

use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::{
    OPENING_WAIT,
    lines::{LineReader, Stream, line},
    report::Report,
};
use crate::error::{Error, ErrorCode, Result};

/// The longest first line, in bytes.
pub(super) const MAX_OPENING_BYTES: usize = 4 << 10;
/// The most characters of a name that somebody gives themselves.
const MAX_NAME: usize = 128;
/// The release that attached programs must be of, as operations may change with each.
const RELEASE: &str = env!("CARGO_PKG_VERSION");
/// How relays begin. It is raised when that changes; what they carry afterwards is not ours.
const WIRE: u32 = 1;

/// What a connection is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Opening {
    /// It carries the messages of one client.
    Relay { client: String, wire: u32 },
    /// It carries operations.
    Attach { name: String, release: String },
}

/// The owner's answer.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Answer {
    Welcome(Welcome),
    Refused(Report),
}

/// Who answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Welcome {
    pub(super) release: String,
    pub(super) process: u32,
}

impl Opening {
    pub(super) fn relay(client: &str) -> Self {
        Self::Relay { client: client.chars().take(MAX_NAME).collect(), wire: WIRE }
    }

    pub(super) fn attach(name: &str) -> Self {
        let name = name.chars().take(MAX_NAME).collect();
        Self::Attach { name, release: RELEASE.to_owned() }
    }

    /// Reads a first line, and judges whether whoever says it can be understood.
    pub(super) fn read(text: &[u8]) -> Result<Self> {
        let opening: Self = serde_json::from_slice(text).map_err(|error| {
            Error::new(ErrorCode::Protocol, "the first line says neither `relay` nor `attach`")
                .with_source(error)
        })?;
        match &opening {
            Self::Relay { client: name, .. } | Self::Attach { name, .. }
                if name.chars().count() > MAX_NAME =>
            {
                let message = format!("the name is longer than {MAX_NAME} characters");
                Err(Error::new(ErrorCode::Limit, message))
            }
            Self::Relay { wire, .. } if *wire != WIRE => {
                Err(other_release(&format!("relays of kind {WIRE}, not {wire}")))
            }
            Self::Attach { release, .. } if *release != RELEASE => {
                Err(other_release(&format!("programs of release {RELEASE}, not {release}")))
            }
            _ => Ok(opening),
        }
    }

    /// Says it to the owner, and waits for the answer.
    pub(super) async fn say(&self, lines: &mut LineReader<Stream>) -> Result<Welcome> {
        let written = lines.write(&line(self)?).await;
        let silent = || {
            Error::new(ErrorCode::Timeout, "the owner of the configuration is silent")
                .with_next_step("end the process that owns it, such as the client that started it")
        };
        let answer = timeout(OPENING_WAIT, lines.next()).await.map_err(|_| silent())?;
        let Ok(Some(answer)) = answer else {
            // Who refuses need not listen, so an answer counts for more than what was not taken.
            written?;
            answer?;
            let message = "the owner of the configuration is about to end";
            return Err(Error::new(ErrorCode::Closed, message).with_next_step("try again"));
        };
        match serde_json::from_slice(&answer) {
            Ok(Answer::Welcome(welcome)) => Ok(welcome),
            Ok(Answer::Refused(report)) => Err(report.into()),
            Err(error) => {
                let message = "what listens on the owner's socket is not Hostline";
                Err(Error::new(ErrorCode::Protocol, message).with_source(error))
            }
        }
    }
}

pub(super) fn welcome() -> Result<Vec<u8>> {
    let process = std::process::id();
    line(&Answer::Welcome(Welcome { release: RELEASE.to_owned(), process }))
}

pub(super) fn refused(error: &Error) -> Result<Vec<u8>> {
    line(&Answer::Refused(error.into()))
}

fn other_release(takes: &str) -> Error {
    let message = format!("the owner of the configuration takes {takes}");
    Error::new(ErrorCode::UnsupportedVersion, message)
        .with_next_step("end the program that runs already, or bring both to the same release")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_releases_and_strangers_are_refused() {
        for ours in [Opening::relay("editor"), Opening::attach("desktop")] {
            assert_eq!(Opening::read(&line(&ours).unwrap()).unwrap(), ours);
        }
        let code = |text: &str| Opening::read(text.as_bytes()).unwrap_err().code();
        assert_eq!(code(r#"{"relay":{"client":"x","wire":2}}"#), ErrorCode::UnsupportedVersion);
        assert_eq!(
            code(r#"{"attach":{"name":"x","release":"9.9.9"}}"#),
            ErrorCode::UnsupportedVersion
        );
        let long = "x".repeat(MAX_NAME + 1);
        assert_eq!(
            code(&format!(r#"{{"relay":{{"client":"{long}","wire":1}}}}"#)),
            ErrorCode::Limit
        );
        for garbage in ["", "{}", "[]", "GET / HTTP/1.1", r#"{"relay":{}}"#, r#"{"other":{}}"#] {
            assert_eq!(code(garbage), ErrorCode::Protocol, "{garbage}");
        }
        let cut = Opening::attach(&long);
        assert!(Opening::read(&line(&cut).unwrap()).is_ok());
    }
}
