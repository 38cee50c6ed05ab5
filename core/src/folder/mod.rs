//! A folder that only its owner sees into, and its files; where such folders belong.
//!
//! A leaf: what the files hold is the business of whoever keeps them. A file is replaced as a whole
//! or not at all. On Unix links and what belongs to others are refused; on Windows the folder has
//! the access rights of what it stands in, the person's own profile. Everything here but
//! [`Folder::lock`] blocks.

mod place;

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use ring::rand::{SecureRandom, SystemRandom};
use tokio::time::{Instant, sleep};

#[cfg(feature = "icons")]
pub(crate) use self::place::cache_folder;
#[cfg(feature = "http")]
pub(crate) use self::place::config_file;
pub(crate) use self::place::data_folder;
use crate::error::{Error, ErrorCode, Result};

/// How long to wait before asking for a lock again: at first, and at most.
const PAUSE: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(250)];
/// What a file has behind its name until it is complete.
const INCOMPLETE: &str = ".new";
/// The age at which an incomplete file has surely been left behind by a crash.
const LEFT_BEHIND: Duration = Duration::from_hours(1);

/// A file of a folder.
#[cfg(feature = "icons")]
pub(crate) struct Stored {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) written: std::time::SystemTime,
}

/// The folder. It need not exist until something is written.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the folder if it is missing, and sees that it is safe.
    pub(crate) fn prepare(&self) -> Result<()> {
        if !self.exists()? {
            let mut builder = DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(&self.path).map_err(|error| self.failed("cannot make", error))?;
            self.exists()?;
        }
        Ok(())
    }

    /// What a file holds, or `None` if it is missing.
    pub(crate) fn read(&self, file: &str, limit: usize) -> Result<Option<Vec<u8>>> {
        let Some(opened) = self.reader(file)? else { return Ok(None) };
        let cannot = |error| failed("cannot read", &self.path.join(file), error);
        // One byte more tells a file that is too long from one that just fits.
        let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        let mut bytes = Vec::new();
        opened.take(most).read_to_end(&mut bytes).map_err(cannot)?;
        if bytes.len() > limit {
            return Err(cannot(io::Error::new(ErrorKind::FileTooLarge, "it is too long")));
        }
        Ok(Some(bytes))
    }

    /// A file to read, or `None` if it is missing.
    pub(crate) fn reader(&self, file: &str) -> Result<Option<File>> {
        if !self.exists()? {
            return Ok(None);
        }
        let path = self.path.join(file);
        match open(&path, OpenOptions::new().read(true)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some).map_err(|error| failed("cannot read", &path, error)),
        }
    }

    /// A file to write at its end, which is made if it is missing.
    #[cfg(feature = "http")]
    pub(crate) fn append_to(&self, file: &str) -> Result<File> {
        self.prepare()?;
        let path = self.path.join(file);
        open(&path, OpenOptions::new().append(true).create(true))
            .map_err(|error| failed("cannot write", &path, error))
    }

    /// Puts bytes into a file, in place of what it held. When it returns they are there to stay.
    pub(crate) fn write(&self, file: &str, bytes: &[u8]) -> Result<()> {
        self.replace(file, bytes, File::sync_all, || self.sync())
    }

    /// Puts bytes into a file that may be lost: it does not wait for the disk. A crash of the
    /// system can leave a file that was cut off.
    #[cfg(any(feature = "http", feature = "icons"))]
    pub(crate) fn write_loosely(&self, file: &str, bytes: &[u8]) -> Result<()> {
        self.replace(file, bytes, |_| Ok(()), || Ok(()))
    }

    fn replace(
        &self,
        file: &str,
        bytes: &[u8],
        keep: impl Fn(&File) -> io::Result<()>,
        keep_name: impl Fn() -> io::Result<()>,
    ) -> Result<()> {
        self.prepare()?;
        let incomplete = self.path.join(format!("{file}.{:016x}{INCOMPLETE}", random_number()?));
        let written = (|| {
            let mut opened = open(&incomplete, OpenOptions::new().write(true).create_new(true))?;
            opened.write_all(bytes)?;
            keep(&opened)?;
            drop(opened);
            fs::rename(&incomplete, self.path.join(file))?;
            keep_name()
        })();
        if written.is_err() {
            let _ = fs::remove_file(&incomplete);
        }
        self.remove_left_behind();
        written.map_err(|error| failed("cannot write", &self.path.join(file), error))
    }

    /// Removes a file. Says whether there was one. When it returns it is gone for good.
    pub(crate) fn remove(&self, file: &str) -> Result<bool> {
        self.remove_and(file, || self.sync())
    }

    /// Removes a file without waiting for the disk. After a crash of the system it may be back.
    #[cfg(feature = "icons")]
    pub(crate) fn remove_loosely(&self, file: &str) -> Result<bool> {
        self.remove_and(file, || Ok(()))
    }

    fn remove_and(&self, file: &str, make_last: impl Fn() -> io::Result<()>) -> Result<bool> {
        if !self.exists()? {
            return Ok(false);
        }
        let path = self.path.join(file);
        match fs::remove_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            removed => {
                let removed = removed.and_then(|()| make_last());
                removed.map(|()| true).map_err(|error| failed("cannot remove", &path, error))
            }
        }
    }

    /// The files that end so: their names without that end, lengths, and when each was written.
    #[cfg(feature = "icons")]
    pub(crate) fn stored(&self, end: &str) -> Result<Vec<Stored>> {
        let mut all = Vec::new();
        for name in self.files(end)? {
            // Another process may have removed it just now.
            let Ok(metadata) = fs::symlink_metadata(self.path.join(format!("{name}{end}"))) else {
                continue;
            };
            let written = metadata.modified().unwrap_or(std::time::SystemTime::UNIX_EPOCH);
            all.push(Stored { name, bytes: metadata.len(), written });
        }
        Ok(all)
    }

    /// The names of the files that end so, without that end.
    pub(crate) fn files(&self, end: &str) -> Result<Vec<String>> {
        if !self.exists()? {
            return Ok(Vec::new());
        }
        let names = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in fs::read_dir(&self.path)? {
                let name = entry?.file_name();
                names.extend(
                    name.to_str().and_then(|name| name.strip_suffix(end)).map(str::to_owned),
                );
            }
            Ok(names)
        };
        names().map_err(|error| self.failed("cannot list", error))
    }

    /// Holds a lock file against everybody else, here and in other processes, until what is
    /// returned is dropped. The file stays: removing it would let two hold it at once.
    ///
    /// # Errors
    /// [`ErrorCode::Timeout`]: it was not to be had in the given time.
    pub(crate) async fn lock(&self, file: &str, wait: Duration) -> Result<File> {
        self.prepare()?;
        let path = self.path.join(file);
        let cannot = |error| failed("cannot lock", &path, error);
        let options = &mut OpenOptions::new();
        let opened =
            open(&path, options.write(true).create(true).truncate(false)).map_err(cannot)?;
        let (deadline, mut pause) = (Instant::now() + wait, PAUSE[0]);
        // Asking again and again: a thread that waits for the lock could not be called back.
        loop {
            match opened.try_lock() {
                Ok(()) => return Ok(opened),
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {}
                Err(TryLockError::WouldBlock) => return Err(held_too_long("the store", wait)),
                Err(TryLockError::Error(error)) => return Err(cannot(error)),
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSE[1]);
        }
    }

    /// Whether the folder is there. It is an error if it is not a safe one.
    pub(crate) fn exists(&self) -> Result<bool> {
        match fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.failed("cannot look at", error)),
            Ok(metadata) if !metadata.is_dir() => Err(self.unsafe_because("is not a folder")),
            Ok(metadata) => match complaint(&metadata) {
                Some(complaint) => Err(self.unsafe_because(complaint)),
                None => Ok(true),
            },
        }
    }

    fn remove_left_behind(&self) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for entry in entries.flatten() {
            // Others are not looked at any further: there may be thousands.
            if !entry.file_name().to_str().is_some_and(is_incomplete) {
                continue;
            }
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let age = modified.ok().and_then(|modified| modified.elapsed().ok());
            if age.is_some_and(|age| age > LEFT_BEHIND) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Makes a change of the folder itself last.
    fn sync(&self) -> io::Result<()> {
        // Only on Unix a folder can be opened like a file.
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }

    fn failed(&self, what: &str, error: io::Error) -> Error {
        failed(what, &self.path, error)
    }

    fn unsafe_because(&self, complaint: &str) -> Error {
        let message = format!("{} {complaint}, and is not used", self.path.display());
        Error::new(ErrorCode::Storage, message)
            .with_next_step("name a folder of your own that nobody else may write to")
    }
}

/// Whether a file's name is that of an incomplete one of ours. A person may have put the folder
/// where other files are.
fn is_incomplete(name: &str) -> bool {
    let number = name.strip_suffix(INCOMPLETE).and_then(|name| name.rsplit_once('.'));
    number.is_some_and(|(_, number)| {
        number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// Opens a file that is no link, and on Unix belongs to us; a new one is for its owner only.
fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // A pipe in place of the file must not keep us waiting either.
        options.mode(0o600).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    let complaint = if metadata.is_file() { complaint(&metadata) } else { Some("is not a file") };
    match complaint {
        Some(complaint) => Err(io::Error::new(ErrorKind::PermissionDenied, complaint)),
        None => Ok(file),
    }
}

/// Why something that is there is not to be trusted.
#[cfg(unix)]
fn complaint(metadata: &fs::Metadata) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt;

    if metadata.uid() != rustix::process::geteuid().as_raw() {
        Some("belongs to another user")
    } else if metadata.mode() & 0o022 != 0 {
        Some("can be changed by other users")
    } else {
        None
    }
}

#[cfg(not(unix))]
fn complaint(_: &fs::Metadata) -> Option<&'static str> {
    None
}

/// The error of whoever has waited in vain for what another holds.
pub(crate) fn held_too_long(what: &str, wait: Duration) -> Error {
    let seconds = wait.as_secs();
    Error::new(ErrorCode::Timeout, format!("{what} was held by another for {seconds} seconds"))
        .with_next_step("try again when the other one is done")
}

/// What sets the incomplete file of one writer apart from that of another.
fn random_number() -> Result<u64> {
    let mut bytes = [0; 8];
    SystemRandom::new().fill(&mut bytes).map_err(|_| {
        Error::new(ErrorCode::Internal, "the operating system gives no random bytes")
    })?;
    Ok(u64::from_ne_bytes(bytes))
}

fn failed(what: &str, path: &Path, error: io::Error) -> Error {
    Error::new(ErrorCode::Storage, format!("{what} {}: {error}", path.display())).with_source(error)
}
