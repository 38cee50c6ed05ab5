//! How a command ends: the exit codes, and what they are made of.

use std::io::ErrorKind;

use hostline::{Error, ErrorCode, icon::Refused};

/// What the process ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exit(pub(crate) u8);

impl Exit {
    pub(crate) const OK: Self = Self(0);
    /// The tool ran and says that it failed.
    pub(crate) const TOOL_FAILED: Self = Self(1);
    pub(crate) const USAGE: Self = Self(2);
    const UNREACHABLE: Self = Self(3);
    const TIMEOUT: Self = Self(4);
    const PROTOCOL: Self = Self(5);
    const NOT_OFFERED: Self = Self(6);
    const REFUSED_BY_SERVER: Self = Self(7);
    pub(crate) const DENIED: Self = Self(8);
    pub(crate) const AUTHORIZATION: Self = Self(9);
    pub(crate) const STORAGE: Self = Self(10);
    const INTERNAL: Self = Self(11);
    /// Ctrl-C, as shells count it.
    pub(crate) const INTERRUPTED: Self = Self(130);
    /// SIGTERM, as shells count it.
    pub(crate) const TERMINATED: Self = Self(143);
}

/// The table as `--help` shows it.
pub(crate) const TABLE: &str = "\
Exit codes:
    0  it worked
    1  the tool ran and says that it failed
    2  the command line or an argument is wrong
    3  the server cannot be started or reached, or has ended
    4  the server did not answer in time
    5  the server broke the protocol, a limit, or speaks no version in common
    6  the server does not offer what was asked for
    7  the server answered with an error
    8  a person or a rule said no, or an icon is not safe to show
    9  the server wants a sign-in, or it failed
   10  a file could not be read or written
   11  a fault of Hostline itself
  130  Ctrl-C (143: terminated)";

/// The exit code of the command when an error with this code ends it.
///
/// Beside these, 0 means that all went well, 1 that a tool says it failed, and 130 Ctrl-C.
///
/// ```
/// assert_eq!(hostline_cli::exit_code(hostline::ErrorCode::Timeout), 4);
/// ```
pub fn exit_code(code: ErrorCode) -> u8 {
    let exit = match code {
        ErrorCode::InvalidInput => Exit::USAGE,
        ErrorCode::Closed | ErrorCode::Transport | ErrorCode::Process => Exit::UNREACHABLE,
        ErrorCode::Timeout => Exit::TIMEOUT,
        ErrorCode::Protocol | ErrorCode::UnsupportedVersion | ErrorCode::Limit => Exit::PROTOCOL,
        ErrorCode::MissingCapability => Exit::NOT_OFFERED,
        ErrorCode::Rpc => Exit::REFUSED_BY_SERVER,
        ErrorCode::Denied => Exit::DENIED,
        ErrorCode::AuthRequired | ErrorCode::AuthFailed => Exit::AUTHORIZATION,
        ErrorCode::Storage => Exit::STORAGE,
        ErrorCode::Cancelled => Exit::INTERRUPTED,
        _ => Exit::INTERNAL,
    };
    exit.0
}

/// Why a command does not come to its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something did not work.
    Error(Error),
    /// An icon is not shown.
    Refused(Refused),
    /// Nobody reads what is printed any more, which is no fault.
    NobodyReads,
    /// A signal asked for the end.
    Stopped(Exit),
}

/// What a command comes to.
pub(crate) type Outcome<T = Exit> = Result<T, Failure>;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// The error for what a person typed.
pub(crate) fn usage(message: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidInput, message.into())
}

/// The error of a file.
pub(crate) fn file_error(what: &str, path: &std::path::Path, source: std::io::Error) -> Error {
    let next_step = match source.kind() {
        ErrorKind::NotFound => "check the path",
        ErrorKind::PermissionDenied => "check who may do that, or name another file",
        ErrorKind::IsADirectory => "name a file in it",
        ErrorKind::AlreadyExists => "name another file, or remove that one first",
        _ => "check the file and the place where it is",
    };
    // The number of the system's error tells a person nothing.
    let what_happened = source.to_string();
    let what_happened = what_happened.split(" (os error").next().unwrap_or_default().to_lowercase();
    let message = format!("{} could not be {what}: {what_happened}", path.display());
    Error::new(ErrorCode::Storage, message).with_next_step(next_step).with_source(source)
}
