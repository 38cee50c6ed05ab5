//! The record of what was done: one JSON text a line, each line bound to the one before it.
//!
//! Owns the files, their chain and what may stand in them; it judges nothing and asks nobody. A line
//! is with the operating system before [`Audit::append`] returns, so that whoever may not write does
//! not act either. It never holds a secret.
//!
//! # What the chain shows
//!
//! Every line carries the digest of the line before it, across files, and a small file beside them,
//! the head, says which line was the last one at the latest opening, closing, change of file or
//! every 64th line. [`verify`] therefore sees every line that was changed, removed, put in or moved,
//! and every file that is missing. It cannot see that the lines behind the head's were cut off, which
//! are 63 at the most, or that the very last one was changed there. Nothing is signed: whoever may
//! write the folder can replace the whole record, its head included, by another one.

mod arguments;
mod files;
mod head;
mod line;
mod log;
mod places;
mod read;
mod recover;
mod stamp;
mod verify;

use std::{
    fs::File,
    num::NonZeroU32,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};

pub use self::{
    arguments::{Arguments, LooksSecret, MAX_FULL_BYTES},
    line::{
        AuditAction, AuditEvent, AuditLine, AuditOutcome, AuditVerdict, Confined, Damaged, Decided,
        Ended,
    },
    read::{AuditFilter, AuditLines, AuditOrder, read},
    verify::{Fault, Report, verify},
};
use self::{
    files::LOCK,
    log::{Log, Place},
};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
};

/// How long a file of the record gets before the next one begins, in bytes.
pub const FILE_BYTES: u64 = 16 << 20;
/// The longest line, in bytes. What is longer was not written by us.
pub const MAX_LINE_BYTES: usize = 256 << 10;
/// How long to wait for the process that wrote the record before.
const LOCK_WAIT: Duration = Duration::from_secs(2);

/// How the record is kept.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AuditSettings {
    /// From which length on the next file begins, in bytes: [`FILE_BYTES`].
    pub file_bytes: u64,
    /// How many files are kept, the newest; all of them without a number. What is removed is gone.
    pub files: Option<NonZeroU32>,
    /// Whether a line must be on the disk, and not only with the operating system, before it counts.
    /// It then survives a failure of power, and costs some milliseconds.
    pub on_disk: bool,
}

impl Default for AuditSettings {
    fn default() -> Self {
        Self { file_bytes: FILE_BYTES, files: None, on_disk: false }
    }
}

/// The record, open for writing: by one at a time, across all processes.
///
/// Dropping it writes the head and lets the next writer in.
pub struct Audit {
    log: Mutex<Log>,
    /// Goes last.
    _lock: File,
}

impl Audit {
    /// Opens the record of a folder, and makes it if it is missing. What a crash has left half
    /// written is moved into a file of its own, whose name begins with `damaged-`, and a line
    /// says so ([`Damaged`]); the chain goes on from the last line that can be read.
    ///
    /// Dropping the future closes the record again as soon as it is open.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: another process writes the record, or the folder cannot be used.
    pub async fn open(folder: PathBuf, settings: AuditSettings) -> Result<Self> {
        let place = Place { folder: Folder::new(folder), settings };
        let lock = match place.folder.lock(LOCK, LOCK_WAIT).await {
            Err(error) if error.code() == ErrorCode::Timeout => return Err(in_use(error)),
            lock => lock?,
        };
        // The lock goes along, so that it is held for as long as the files are looked at.
        let opening = tokio::task::spawn_blocking(move || {
            let log = recover::open(place, SystemTime::now())?;
            Ok(Self { log: Mutex::new(log), _lock: lock })
        });
        opening.await.unwrap_or_else(|error| {
            let message = "opening the audit log failed without a word";
            Err(Error::new(ErrorCode::Internal, message).with_source(error))
        })
    }

    /// Writes a line, and returns its number once the line is with the operating system, or on the
    /// disk where the settings say so. It blocks for as long as that takes.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: the line was not written, and nothing of it is left. The next one is
    /// tried anew.
    pub fn append(&self, event: AuditEvent, now: SystemTime) -> Result<u64> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).append(event, now)
    }
}

fn in_use(error: Error) -> Error {
    Error::new(ErrorCode::Storage, "another process writes the audit log")
        .with_next_step("end the other one, or let it do what is to be done")
        .with_source(error)
}

#[cfg(test)]
mod audit_tests;
#[cfg(test)]
mod damage_tests;
