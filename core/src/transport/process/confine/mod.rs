//! Keeping a server to its own folders, away from the network, and within bounds.
//!
//! Owns what a confinement allows and whether the system can hold a server to it. What was asked
//! and cannot be had is an error, never a little less. On Linux the kernel does the holding
//! (`linux`); no other system has a way that needs no rights of an administrator.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "elsewhere.rs")]
mod system;

#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod rights;
#[cfg(target_os = "linux")]
mod rules;

use std::path::{Path, PathBuf};

pub(super) use self::system::Confined;
#[cfg(unix)]
pub(super) use self::system::spawn;
use crate::error::{Error, ErrorCode};

/// What a server may reach that is kept to itself.
///
/// A new one allows what a program needs to run, and nothing else: it may read the system's own
/// files (`/bin`, `/etc`, `/gnu/store`, `/lib*`, `/nix/store`, `/opt`, `/sbin`, `/snap`, `/usr`),
/// what `/proc` shows to everybody, what `/sys` says of processors and memory, and the devices
/// `null`, `zero`, `full`, `random` and `urandom`; and its own program, with the folder that it
/// stands in where that is named `bin`, `sbin` or `.bin`. There is no folder for temporary files
/// and none of the person's home: give it a folder to write to, and name that in its `TMPDIR`.
///
/// Everything that the server starts is confined like itself, and nothing undoes it. It cannot
/// speak through sockets to programs that run outside, such as the session's bus, a container
/// daemon or an agent for keys, whether or not it may use the network: they would do for it what it
/// may not do. It cannot use the kernel's key rings or asynchronous rings either, send signals to
/// programs outside where the kernel is 6.12 or later, or gain rights by starting a program that
/// has them.
///
/// What the kernel does not hold: it can find out whether a file that it guesses exists and how
/// long it is, see the command lines of other programs, and change the access rights and times of
/// files that belong to the person, though not what they hold. A server that is run by the system's
/// administrator keeps that account's rights over files, and loses all that reach further.
///
/// ```
/// use hostline::transport::{Command, Confinement};
///
/// let confinement = Confinement::new().read("/home/me/notes").memory(512 << 20);
/// let command = Command::new("notes-server").confined(confinement);
/// # drop(command);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confinement {
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
    network: bool,
    memory: Option<u64>,
    processes: Option<u32>,
}

impl Confinement {
    /// No folders of the person's, no network, and no bounds on memory and processes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets the server read what is in a folder, or one file, and run programs from there. It must
    /// exist when the server is started; a file that is put in the place of another later is not
    /// the one that was meant, so name its folder instead.
    pub fn read(mut self, folder: impl Into<PathBuf>) -> Self {
        self.read.push(folder.into());
        self
    }

    /// Lets the server read and change what is in a folder, or one file. It must exist when the
    /// server is started.
    pub fn write(mut self, folder: impl Into<PathBuf>) -> Self {
        self.write.push(folder.into());
        self
    }

    /// Whether the server may use the network: IP in both versions, and nothing below it. Default
    /// no.
    pub fn network(mut self, allowed: bool) -> Self {
        self.network = allowed;
        self
    }

    /// Sets how many bytes of memory of its own each process of the server may have: what it writes
    /// to, not what it only reserves, so that programs may plan for more than they use. Node.js
    /// needs 64 MiB to start.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Sets how many more processes and threads may run than the person has when the server is
    /// started. The kernel counts them for the person, not the server, so other programs use up the
    /// same number. It cannot be had for the system's administrator.
    pub fn processes(mut self, count: u32) -> Self {
        self.processes = Some(count);
        self
    }

    /// The folders and files that may be read.
    pub fn read_folders(&self) -> impl Iterator<Item = &Path> {
        self.read.iter().map(PathBuf::as_path)
    }

    /// The folders and files that may be read and changed.
    pub fn write_folders(&self) -> impl Iterator<Item = &Path> {
        self.write.iter().map(PathBuf::as_path)
    }

    /// Whether the network may be used.
    pub fn allows_network(&self) -> bool {
        self.network
    }

    /// The bound on the memory of each process, in bytes.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory
    }

    /// The bound on further processes and threads.
    pub fn process_limit(&self) -> Option<u32> {
        self.processes
    }

    /// Whether this system can hold a server to this confinement, and what of it is held. Whether
    /// the folders exist is found out when the server is started.
    pub fn state(&self) -> ConfinementState {
        match system::available(self) {
            Ok(held) => ConfinementState::On(held),
            Err(why) => ConfinementState::Unavailable(why),
        }
    }
}

/// Whether a server is confined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfinementState {
    /// Nobody has asked for it.
    Off,
    /// It is, in all that was asked for. The words say in what, and more where the system holds
    /// more: `files`, `privileges`, `sockets`, `signals`, `network`, `memory`, `processes`.
    On(Vec<&'static str>),
    /// It was asked for and cannot be had, for this reason: the server does not start.
    Unavailable(&'static str),
}

impl ConfinementState {
    /// Whether this system can confine servers at all, and what it holds of one that may reach
    /// nothing.
    pub fn available() -> Self {
        Confinement::new().state()
    }
}

/// The error of a server that cannot be confined as it was asked for.
fn unavailable(why: impl std::fmt::Display) -> Error {
    Error::new(ErrorCode::Process, format!("the server cannot be confined as asked: {why}"))
        .with_next_step("change its confinement, or start it without one if you trust it")
}

#[cfg(test)]
#[path = "confine_tests.rs"]
mod tests;
