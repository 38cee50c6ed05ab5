//! What to start: a program, its arguments and its surroundings. Nothing here passes a shell.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::{OsStr, OsString},
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use super::confine::{Confinement, ConfinementState};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::Limits,
};

/// How long a server may take to end after its input was closed.
const END_OF_INPUT_WAIT: Duration = Duration::from_secs(2);

/// How long what is left may take to end after it was asked to terminate.
const TERMINATE_WAIT: Duration = Duration::from_secs(2);

/// A server's command line, environment and folder.
///
/// The program is started as it stands, without a shell: nothing is expanded, and no character has
/// a special meaning. It sees a small part of our environment (see [`Command::env`]) and nothing
/// else.
///
/// Its `Display` is the exact command line, quoted so that a terminal takes it, to be shown to a
/// person before it is started. Its `Debug` hides the values of the environment.
///
/// ```
/// use hostline::transport::Command;
///
/// let command = Command::new("npx").args(["-y", "some server"]).env("API_KEY", "secret");
/// # #[cfg(unix)]
/// assert_eq!(command.to_string(), "npx -y 'some server'");
/// assert!(!format!("{command:?}").contains("secret"));
/// ```
#[derive(Clone)]
pub struct Command {
    pub(super) program: OsString,
    pub(super) arguments: Vec<OsString>,
    pub(super) given: BTreeMap<OsString, OsString>,
    pub(super) inherited: BTreeSet<OsString>,
    pub(super) folder: Option<PathBuf>,
    pub(super) waits: Waits,
    pub(super) limits: Limits,
    pub(super) confinement: Option<Confinement>,
}

/// How long each step of the shutdown may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waits {
    pub(super) end_of_input: Duration,
    pub(super) terminate: Duration,
}

impl Command {
    /// A command without arguments. `program` is a path, or a name that is looked up in `PATH`.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            given: BTreeMap::new(),
            inherited: BTreeSet::new(),
            folder: None,
            waits: Waits { end_of_input: END_OF_INPUT_WAIT, terminate: TERMINATE_WAIT },
            limits: Limits::default(),
            confinement: None,
        }
    }

    /// Splits one text into a program and its arguments, by the quoting rules of the platform's
    /// shells on Unix and of its C runtime on Windows. Variables, `~` and patterns stay text.
    ///
    /// ```
    /// let command = hostline::transport::Command::parse("npx -y 'some server'")?;
    /// assert_eq!(command.program(), "npx");
    /// # Ok::<(), hostline::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the text is empty, or a quotation in it is not closed.
    pub fn parse(text: &str) -> Result<Self> {
        let mut words = split(text)?.into_iter();
        match words.next() {
            Some(program) if !program.is_empty() => Ok(Self::new(program).args(words)),
            _ => Err(Error::new(ErrorCode::InvalidInput, "the command line names no program")
                .with_next_step("give a program and its arguments, such as `npx -y some-server`")),
        }
    }

    /// Adds an argument.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds arguments.
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets a variable of the server's environment.
    ///
    /// Besides what is set here the server sees only those of our variables that a program needs to
    /// work at all: on Unix `HOME`, `LANG`, `LC_*`, `LOGNAME`, `PATH`, `SHELL`, `TERM`, `TMPDIR`,
    /// `TZ`, `USER` and `XDG_*`, on Windows the folders of the system and the user; never a value
    /// that looks like an exported shell function. On Unix `HOSTLINE_TREE` is added, the mark by
    /// which its processes are found again.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.given.insert(name.into(), value.into());
        self
    }

    /// Lets the server see one more of our own variables.
    pub fn inherit_env(mut self, name: impl Into<OsString>) -> Self {
        self.inherited.insert(name.into());
        self
    }

    /// Sets the folder in which the server runs. Default: our own.
    pub fn current_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Sets how long the server may take to end once its input is closed, and how long what is left
    /// of it may take once it is asked to terminate. Defaults: two seconds each.
    pub fn shutdown_waits(mut self, end_of_input: Duration, terminate: Duration) -> Self {
        self.waits = Waits { end_of_input, terminate };
        self
    }

    /// Sets other limits on the server's messages.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Keeps the server to a part of the system. Where that cannot be had as it is asked for
    /// ([`Command::confinement_state`]), the server does not start. Default: it may do what we may.
    pub fn confined(mut self, confinement: Confinement) -> Self {
        self.confinement = Some(confinement);
        self
    }

    /// What the server is kept to, where something was set.
    pub fn confinement(&self) -> Option<&Confinement> {
        self.confinement.as_ref()
    }

    /// Whether the server would be confined if it were started here.
    pub fn confinement_state(&self) -> ConfinementState {
        self.confinement.as_ref().map_or(ConfinementState::Off, Confinement::state)
    }

    /// The program as it was given.
    pub fn program(&self) -> &OsStr {
        &self.program
    }

    /// The arguments.
    pub fn arguments(&self) -> &[OsString] {
        &self.arguments
    }

    /// The folder in which the server runs, where one was set.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The names of the variables that were set for the server.
    pub fn env_names(&self) -> impl Iterator<Item = &OsStr> {
        self.given.keys().map(OsString::as_os_str)
    }
}

impl FromStr for Command {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quote(&self.program))?;
        for argument in &self.arguments {
            write!(f, " {}", quote(argument))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Command")
            .field("program", &self.program)
            .field("arguments", &self.arguments)
            .field("given", &self.given.keys().collect::<Vec<_>>())
            .field("inherited", &self.inherited)
            .field("folder", &self.folder)
            .field("waits", &self.waits)
            .field("limits", &self.limits)
            .field("confinement", &self.confinement)
            .finish()
    }
}

#[cfg(not(windows))]
fn split(text: &str) -> Result<Vec<String>> {
    shell_words::split(text).map_err(|_| {
        Error::new(ErrorCode::InvalidInput, "a quotation in the command line is not closed")
            .with_next_step("close it, or write \\ in front of a quotation mark that is meant")
    })
}

#[cfg(windows)]
fn split(text: &str) -> Result<Vec<String>> {
    Ok(winsplit::split(text))
}

#[cfg(not(windows))]
fn quote(word: &OsStr) -> String {
    shell_words::quote(&word.to_string_lossy()).into_owned()
}

/// Quotes as the C runtime unquotes: backslashes count only in front of a quotation mark.
#[cfg(windows)]
fn quote(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if !word.is_empty() && !word.contains([' ', '\t', '"']) {
        return word.into_owned();
    }
    let mut quoted = String::from("\"");
    let mut backslashes = 0;
    for character in word.chars() {
        match character {
            '\\' => backslashes += 1,
            '"' => {
                quoted.extend(std::iter::repeat_n('\\', backslashes + 1));
                backslashes = 0;
            }
            _ => backslashes = 0,
        }
        quoted.push(character);
    }
    quoted.extend(std::iter::repeat_n('\\', backslashes));
    quoted.push('"');
    quoted
}
