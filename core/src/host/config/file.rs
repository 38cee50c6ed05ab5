//! The file itself: read as a whole, changed by one writer at a time, replaced as a whole.

use std::{
    error::Error as _,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde_json::Value;
use tokio::task::spawn_blocking;
use toml_edit::DocumentMut;

use super::{Config, ServerEntry, edit, layout::Layout, migrate};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::{Folder, config_file, held_too_long},
    host::{Digest, ServerName},
};

/// The largest file, in bytes.
pub const MAX_CONFIG_BYTES: usize = 1 << 20;

/// How long to wait for another writer.
const LOCK_WAIT: Duration = Duration::from_secs(10);
/// A file that was changed so short a time ago may change again without showing it by its time.
const SETTLED: Duration = Duration::from_secs(2);

/// The file `hostline.toml`. It need not exist.
///
/// A change takes the lock that excludes other writers, reads the file again, makes the change,
/// reads the result as a whole, and puts it in the place of the file at once, for its owner only.
/// If any of that fails, the file is as it was. Comments and the order of everything stay. Dropping
/// the future of a change leaves the change made or not made, never half made.
#[derive(Clone, Debug)]
pub struct ConfigFile {
    folder: PathBuf,
    name: String,
}

/// What the file says, and which state of it says so.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// What it says. A missing file is an empty configuration.
    pub config: Config,
    /// The state that was read.
    pub revision: Revision,
}

/// A state of the file. Two are equal if the bytes are, or if both times there was no file.
#[derive(Clone, Debug)]
pub struct Revision {
    digest: Option<Digest>,
    /// What the file looked like from outside, unless it could still change without looking so.
    stamp: Option<Stamp>,
}

#[derive(Clone, Debug, PartialEq)]
struct Stamp {
    modified: SystemTime,
    bytes: u64,
    /// The number of the file, which another that replaces it does not have.
    number: u64,
}

impl ConfigFile {
    /// The file at the place where it belongs on this system.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: the environment names no such place, or one that is not absolute.
    pub fn standard() -> Result<Self> {
        Self::at(&config_file()?)
    }

    /// The file at an absolute path.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the path is not absolute, or names no file.
    pub fn at(path: &Path) -> Result<Self> {
        let name = path.file_name().and_then(|name| name.to_str());
        match (path.parent(), name) {
            (Some(folder), Some(name)) if path.is_absolute() => {
                Ok(Self { folder: folder.to_owned(), name: name.to_owned() })
            }
            _ => Err(Error::new(
                ErrorCode::InvalidInput,
                format!("{} is no absolute path of a file", path.display()),
            )
            .with_next_step("name the file by its whole path")),
        }
    }

    /// Where it is.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// Reads it.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: it is damaged, larger than [`MAX_CONFIG_BYTES`], a link, open to
    /// changes by others, or cannot be read. The error names the file, the line and the column
    /// where there are any, and the fix; it repeats no value.
    pub async fn read(&self) -> Result<Reading> {
        let file = self.clone();
        blocking(move || {
            let (text, revision) = file.load()?;
            Ok(Reading { config: file.mean(&text)?, revision })
        })
        .await
    }

    /// Whether it is another than it was. Cheap as long as it is not.
    ///
    /// # Errors
    /// Those of [`ConfigFile::read`], but for damage, which is a change.
    pub async fn changed_since(&self, revision: &Revision) -> Result<bool> {
        let now = self.revision_since(Some(revision)).await?;
        Ok(now.is_some_and(|now| now != *revision))
    }

    /// The state of the file; nothing if it can be seen from outside that it is the one that is
    /// known. Another one may still be the same.
    pub(in crate::host) async fn revision_since(
        &self,
        known: Option<&Revision>,
    ) -> Result<Option<Revision>> {
        let (file, known) = (self.clone(), known.and_then(|known| known.stamp.clone()));
        blocking(move || {
            let stamp = Stamp::of(&file.path());
            if stamp.is_some() && stamp == known {
                return Ok(None);
            }
            file.load_bytes().map(|(_, revision)| Some(revision))
        })
        .await
    }

    /// Adds a server behind the others.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is a server of this name, or the result would be no
    /// configuration. [`ErrorCode::Timeout`]: another writer did not finish within ten seconds.
    /// [`ErrorCode::Storage`]: those of [`ConfigFile::read`], or the file cannot be written.
    pub async fn add(&self, name: &ServerName, entry: &ServerEntry) -> Result<Reading> {
        let (name, entry) = (name.clone(), entry.clone());
        self.change(move |document| edit::add(document, &name, &entry)).await
    }

    /// Removes a server, and the comments right above it.
    ///
    /// # Errors
    /// Those of [`ConfigFile::add`]; [`ErrorCode::InvalidInput`]: there is no such server.
    pub async fn remove(&self, name: &ServerName) -> Result<Reading> {
        let name = name.clone();
        self.change(move |document| edit::remove(document, &name)).await
    }

    /// Switches a server on or off.
    ///
    /// # Errors
    /// Those of [`ConfigFile::remove`].
    pub async fn set_enabled(&self, name: &ServerName, enabled: bool) -> Result<Reading> {
        let name = name.clone();
        self.change(move |document| edit::set_enabled(document, &name, enabled)).await
    }

    /// Sets what stands at a path of keys in a server's table, such as `["confine", "memory"]`, or
    /// removes it.
    ///
    /// # Errors
    /// Those of [`ConfigFile::remove`].
    pub async fn set(
        &self,
        name: &ServerName,
        path: &[&str],
        value: Option<&Value>,
    ) -> Result<Reading> {
        let (name, value) = (name.clone(), value.cloned());
        let path: Vec<String> = path.iter().map(|key| (*key).to_owned()).collect();
        self.change(move |document| edit::set(document, &name, &path, value.as_ref())).await
    }

    /// Adds a rule behind the others: an object with a `name` that no other rule has.
    ///
    /// # Errors
    /// Those of [`ConfigFile::add`].
    pub async fn add_rule(&self, rule: &Value) -> Result<Reading> {
        let rule = rule.clone();
        self.change(move |document| edit::add_rule(document, &rule)).await
    }

    /// Removes the rule of a name, and the comments right above it.
    ///
    /// # Errors
    /// Those of [`ConfigFile::add`]; [`ErrorCode::InvalidInput`]: there is no such rule.
    pub async fn remove_rule(&self, name: &str) -> Result<Reading> {
        let name = name.to_owned();
        self.change(move |document| edit::remove_rule(document, &name)).await
    }

    async fn change(
        &self,
        edit: impl FnOnce(&mut DocumentMut) -> Result<()> + Send + 'static,
    ) -> Result<Reading> {
        let lock = self.folder().lock(&format!("{}.lock", self.name), LOCK_WAIT).await;
        let lock = lock.map_err(|error| match error.code() {
            ErrorCode::Timeout => held_too_long("the configuration", LOCK_WAIT),
            _ => error.with_next_step("see that its folder is your own and can be written to"),
        })?;
        let file = self.clone();
        blocking(move || {
            // Whoever began to write finishes, and holds the lock until then.
            let _lock = lock;
            file.rewrite(edit)
        })
        .await
    }

    fn rewrite(&self, edit: impl FnOnce(&mut DocumentMut) -> Result<()>) -> Result<Reading> {
        let (before, revision) = self.load()?;
        let config = self.mean(&before)?;
        let (layout, plain) = Layout::of(&before);
        let mut document = edit::open(&plain, migrate::STEPS)?;
        edit(&mut document)?;
        let after = layout.restore(document.to_string());
        if after == before {
            return Ok(Reading { config, revision });
        }
        let config = Config::parse(&after).map_err(|error| {
            let message =
                format!("the change is not made, its result would be wrong in {}", error.message());
            let fix = error.next_step().unwrap_or_default().to_owned();
            Error::new(ErrorCode::InvalidInput, message).with_next_step(fix)
        })?;
        if after.len() > MAX_CONFIG_BYTES {
            return Err(Error::new(ErrorCode::InvalidInput, "the file would be larger than 1 MiB")
                .with_next_step("remove what is not needed first"));
        }
        self.folder().write(&self.name, after.as_bytes()).map_err(|error| {
            error.with_next_step("the file is as it was; see who may write to it")
        })?;
        Ok(Reading { config, revision: Revision::of(Some(after.as_bytes()), self.settled_stamp()) })
    }

    fn load(&self) -> Result<(String, Revision)> {
        let (bytes, revision) = self.load_bytes()?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
            let fix = "save the file as UTF-8";
            self.named(&super::fault::at(&text, Some(valid..valid), "this is no text", fix))
        })?;
        Ok((text, revision))
    }

    /// What the file holds; nothing if it is missing.
    fn load_bytes(&self) -> Result<(Vec<u8>, Revision)> {
        // Before the bytes: if they change in between, the revision looks older, never newer.
        let stamp = self.settled_stamp();
        let bytes = self.folder().read(&self.name, MAX_CONFIG_BYTES);
        let bytes = bytes.map_err(|error| self.unreadable(error))?;
        let revision = Revision::of(bytes.as_deref(), stamp);
        Ok((bytes.unwrap_or_default(), revision))
    }

    fn mean(&self, text: &str) -> Result<Config> {
        Config::parse(text).map_err(|error| self.named(&error))
    }

    /// What the file looks like, if it has looked so for a while.
    fn settled_stamp(&self) -> Option<Stamp> {
        let stamp = Stamp::of(&self.path())?;
        stamp.modified.elapsed().is_ok_and(|age| age > SETTLED).then_some(stamp)
    }

    fn folder(&self) -> Folder {
        Folder::new(self.folder.clone())
    }

    /// Names the file in front of the line.
    fn named(&self, error: &Error) -> Error {
        let message = format!("{}, {}", self.path().display(), error.message());
        let fix = error.next_step().unwrap_or_default().to_owned();
        Error::new(error.code(), message).with_next_step(fix)
    }

    /// Says how a file comes to be readable.
    fn unreadable(&self, error: Error) -> Error {
        let path = self.path();
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            let message = format!("{} is a link, and is not followed", path.display());
            return Error::new(ErrorCode::Storage, message)
                .with_next_step("name the file itself in HOSTLINE_CONFIG, or put it there");
        }
        let kind = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        match kind.map(io::Error::kind) {
            Some(ErrorKind::FileTooLarge) => {
                error.with_next_step("it may have 1 MiB; remove what does not belong there")
            }
            Some(_) => error.with_next_step(format!(
                "see that it is a file of your own that only you can write to: chmod 600 {}",
                shell_words::quote(&path.to_string_lossy())
            )),
            None => error,
        }
    }
}

impl Revision {
    fn of(bytes: Option<&[u8]>, stamp: Option<Stamp>) -> Self {
        Self { digest: bytes.map(Digest::of), stamp }
    }

    /// The digest of the bytes; none where there was no file.
    pub fn digest(&self) -> Option<Digest> {
        self.digest
    }
}

impl PartialEq for Revision {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for Revision {}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let metadata = fs::symlink_metadata(path).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&metadata);
        #[cfg(not(unix))]
        let number = 0;
        Some(Self { modified: metadata.modified().ok()?, bytes: metadata.len(), number })
    }
}

/// Runs what blocks where it keeps nobody waiting. It runs to its end even if nobody waits for it.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    spawn_blocking(work).await.unwrap_or_else(|error| {
        let message = "the configuration failed without a word";
        Err(Error::new(ErrorCode::Internal, message).with_source(error))
    })
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
