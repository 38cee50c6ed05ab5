//! The end of the record that is written to.

use std::{
    fs::{self, File},
    io::{self, Write},
    time::SystemTime,
};

use super::{
    AuditEvent, AuditLine, AuditSettings, MAX_LINE_BYTES,
    files::{file_name, numbers},
    head::{Head, Point},
    recover::point_before,
};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
    host::Digest,
};

/// After how many lines the head is written anew.
const LINES_OF_HEAD: u64 = 64;
/// What nearly no line is longer than, in bytes.
const USUAL_LINE: usize = 1 << 10;

/// Where the record stands and how it is kept.
pub(super) struct Place {
    pub(super) folder: Folder,
    pub(super) settings: AuditSettings,
}

/// The newest file, and the end of the chain.
pub(super) struct Log {
    place: Place,
    file: File,
    /// How long the file is, up to its last whole line.
    length: u64,
    /// What is true now; the head on the disk may be older.
    head: Head,
    /// The number of the last line that the head on the disk tells of.
    told: u64,
    /// Whether half a line may stand behind the last whole one, which could not be cut back.
    is_torn: bool,
}

impl Log {
    /// Goes on behind the end that a head tells of. Its newest file may be missing.
    pub(super) fn resume(place: Place, head: Head) -> Result<Self> {
        let name = file_name(head.newest);
        let file = place.folder.append_to(&name)?;
        let length = file.metadata().map_err(|error| failed(&place, &name, error))?.len();
        let mut log = Self { place, file, length, told: head.last.seq, head, is_torn: false };
        log.write_head()?;
        Ok(log)
    }

    /// Writes one line, and returns its number.
    pub(super) fn append(&mut self, mut event: AuditEvent, now: SystemTime) -> Result<u64> {
        self.check().map_err(|error| self.failed(error))?;
        if self.length >= self.place.settings.file_bytes && self.length > 0 {
            self.begin_file()?;
        }
        event.shorten();
        let seq = self.head.last.seq + 1;
        let line = AuditLine { seq, at: now, previous: self.head.last.digest, event };
        let mut text = Vec::with_capacity(USUAL_LINE);
        serde_json::to_writer(&mut text, &line).map_err(no_form)?;
        if text.len() > MAX_LINE_BYTES {
            return Err(Error::new(ErrorCode::Limit, "the line is too long for the audit log"));
        }
        let digest = Digest::of(&text);
        text.push(b'\n');
        if let Err(error) = self.write(&text) {
            self.is_torn = self.file.set_len(self.length).is_err();
            return Err(self.failed(error));
        }
        self.length += text.len() as u64;
        self.head.last = Point { seq, digest: Some(digest) };
        if seq >= self.told + LINES_OF_HEAD {
            self.try_head();
        }
        Ok(seq)
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.write_all(text)?;
        if self.place.settings.on_disk { self.file.sync_data() } else { Ok(()) }
    }

    /// Sees that the file is still the one that was opened, and ends where we have left it. A file
    /// that was removed could still be written, to nowhere.
    fn check(&mut self) -> io::Result<()> {
        if self.is_torn {
            self.file.set_len(self.length)?;
            self.is_torn = false;
        }
        let metadata = self.file.metadata()?;
        if is_removed(&metadata) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "it was removed meanwhile"));
        }
        if metadata.len() != self.length {
            let message = "another program has changed it meanwhile";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(())
    }

    /// Begins the next file.
    fn begin_file(&mut self) -> Result<()> {
        let newest = self.head.newest + 1;
        let file = self.place.folder.append_to(&file_name(newest))?;
        let length = file.metadata().map_err(|error| self.failed(error))?.len();
        if length > 0 {
            let error = io::Error::new(io::ErrorKind::AlreadyExists, "there is one already");
            return Err(failed(&self.place, &file_name(newest), error));
        }
        (self.file, self.length, self.head.newest) = (file, 0, newest);
        if let Err(error) = self.let_go() {
            tracing::warn!(target: "hostline::audit", %error, "old file not removed");
        }
        Ok(())
    }

    /// Removes the files that are not kept, once the head does not want them any more.
    fn let_go(&mut self) -> Result<()> {
        let oldest = self.oldest();
        if oldest > self.head.oldest {
            let first = point_before(&self.place.folder, oldest)?;
            self.head.before = first.unwrap_or(self.head.last);
            self.head.oldest = oldest;
        }
        self.write_head()?;
        for number in numbers(&self.place.folder)? {
            if number < self.head.oldest {
                self.place.folder.remove(&file_name(number))?;
            }
        }
        Ok(())
    }

    /// The number of the oldest file that is to be kept.
    fn oldest(&self) -> u32 {
        let Some(files) = self.place.settings.files else { return self.head.oldest };
        (self.head.newest + 1).saturating_sub(files.get())
    }

    fn write_head(&mut self) -> Result<()> {
        self.head.write(&self.place.folder, self.place.settings.on_disk)?;
        self.told = self.head.last.seq;
        Ok(())
    }

    /// Writes the head if it can be written: what it tells of is in the record already, and the next
    /// line tries again.
    fn try_head(&mut self) {
        if let Err(error) = self.write_head() {
            tracing::warn!(target: "hostline::audit", %error, "head not written");
        }
    }

    fn failed(&self, error: io::Error) -> Error {
        failed(&self.place, &file_name(self.head.newest), error)
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        // A folder that was removed is not made again for the head's sake.
        if self.told != self.head.last.seq && self.check().is_ok() {
            self.try_head();
        }
    }
}

#[cfg(unix)]
fn is_removed(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) == 0
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
fn is_removed(_: &fs::Metadata) -> bool {
    false
}

fn failed(place: &Place, file: &str, error: io::Error) -> Error {
    let path = place.folder.path().join(file);
    let message = format!("the audit log {} cannot be written: {error}", path.display());
    Error::new(ErrorCode::Storage, message)
        .with_next_step(
            "make room on the disk and see that the folder may be written, then try again; \
             nothing is done that cannot be recorded",
        )
        .with_source(error)
}

fn no_form(error: serde_json::Error) -> Error {
    Error::new(ErrorCode::Internal, "the line has no JSON form").with_source(error)
}
