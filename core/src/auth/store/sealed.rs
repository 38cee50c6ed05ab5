//! Records in sealed files.
//!
//! Each record is a file of its own, sealed with one wrapping key; only that key is in the keychain,
//! or made of a passphrase. The records are not in the keychain itself, since what some keychains
//! hold in one entry is less than what tokens need (Windows: 2560 bytes), records cut in pieces
//! could be left half written, and each piece may ask the person again.
//!
//! It knows neither the format of a file (`seal`) nor how files are written (`crate::folder`).

use std::{path, path::PathBuf, sync::Arc};

use super::{
    LOCK_WAIT, MOST_NAME_BYTES, MOST_RECORD_BYTES, StoreLock, TokenStore, blocking, check_name,
    check_record,
    keys::Keys,
    passphrase::{ITERATIONS, Passphrase},
    seal::{Envelope, Keeper, OVERHEAD, file_name, other_keeper, other_key},
};
use crate::{
    auth::secret::{Secret, SecretBytes},
    error::{Error, ErrorCode, Result},
    folder::{Folder, data_folder},
    future::BoxFuture,
};

/// What the files of records and of their locks have behind their name.
const RECORD: &str = ".record";
const LOCK: &str = ".lock";
/// The folders of each kind, below the folder for data.
#[cfg(feature = "keychain")]
const OF_KEYCHAIN: &str = "sign-ins";
const OF_PASSPHRASE: &str = "sign-ins-passphrase";
const MOST_FILE_BYTES: usize = OVERHEAD + MOST_NAME_BYTES + MOST_RECORD_BYTES;

/// Keeps records in files that only their owner can read, and that nobody can read without a key:
/// one in the keychain of the system, or one made of a passphrase. Nothing is ever written in plain
/// text.
///
/// The folder is made when it is needed first. A folder that is a link, belongs to another user or
/// can be changed by others is refused on Unix. Without a folder, the files stand below
/// `HOSTLINE_DATA_DIR`, or else below the system's place for the data of a person
/// (`$XDG_DATA_HOME/hostline`, `~/Library/Application Support/Hostline`, `%LOCALAPPDATA%\Hostline`).
///
/// If the key is lost, records can neither be read nor listed; loading one says so. Signing in
/// again replaces it, and touches no other. Clones share the key.
#[derive(Clone)]
pub struct SealedFiles {
    folder: Arc<Folder>,
    keys: Keys,
}

impl SealedFiles {
    /// Files whose key is in the keychain: Secret Service on Linux, Apple's and Windows' own. This
    /// touches nothing yet.
    ///
    /// The keychain is asked on a thread of its own, for 10 seconds at most. If it is missing,
    /// locked or silent, that is [`ErrorCode::Storage`], and the error names the choices that are
    /// left. Somebody who unlocks it later than that succeeds with the next try.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: the library was built without the feature `keychain`, or no folder
    /// for data is known.
    #[cfg(feature = "keychain")]
    pub fn with_keychain(dir: Option<PathBuf>) -> Result<Self> {
        let dir = folder(dir, OF_KEYCHAIN)?;
        let shared = data_folder().unwrap_or_else(|_| dir.clone());
        let keychain = super::keychain::Keychain::system();
        let keys = Keys::Keychain(keychain, Arc::new(Folder::new(shared)));
        Ok(Self::of(Arc::new(Folder::new(dir)), keys))
    }

    /// Files whose key is in the keychain: not in this library, which was built without.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`], always: the feature `keychain` is off.
    #[cfg(not(feature = "keychain"))]
    pub fn with_keychain(_: Option<PathBuf>) -> Result<Self> {
        Err(Error::new(ErrorCode::Storage, "this library was built without the keychain")
            .with_next_step(
                "keep sign-ins in a file under a passphrase, or for this session only, or build \
                 with the feature `keychain`",
            ))
    }

    /// Files whose key is made of a passphrase, by PBKDF2-HMAC-SHA256. This touches nothing yet.
    /// A passphrase that is not the one of the folder is [`ErrorCode::Storage`] when it is used.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the passphrase is empty. [`ErrorCode::Storage`]: no folder for
    /// data is known.
    pub fn with_passphrase(dir: Option<PathBuf>, passphrase: Secret) -> Result<Self> {
        if passphrase.expose().is_empty() {
            return Err(Error::new(ErrorCode::InvalidInput, "the passphrase is empty"));
        }
        let folder = Arc::new(Folder::new(folder(dir, OF_PASSPHRASE)?));
        let keys = Keys::Passphrase(Arc::new(Passphrase::new(passphrase, ITERATIONS)));
        Ok(Self::of(folder, keys))
    }

    /// Files of a folder, with keys from somewhere.
    pub(super) fn of(folder: Arc<Folder>, keys: Keys) -> Self {
        Self { folder, keys }
    }

    async fn load_record(&self, name: &str) -> Result<Option<SecretBytes>> {
        check_name(name)?;
        let name = file_name(name);
        let (folder, file) = (self.folder.clone(), format!("{name}{RECORD}"));
        let Some(bytes) = blocking(move || folder.read(&file, MOST_FILE_BYTES)).await? else {
            return Ok(None);
        };
        let keeper = self.keys.keeper();
        let mark = match Envelope::read(&bytes) {
            Some(envelope) if envelope.keeper != keeper => {
                return Err(other_keeper(envelope.keeper));
            }
            envelope => envelope.map(|envelope| envelope.mark),
        };
        let key = self.keys.find(&self.folder, mark).await?.ok_or_else(|| other_key(keeper))?;
        let path = self.folder.path().join(format!("{name}{RECORD}"));
        let opened = key.open(&name, bytes).map_err(|error| at(&path, &error))?;
        Ok(Some(opened.1))
    }

    async fn save_record(&self, name: &str, record: SecretBytes) -> Result<()> {
        check_name(name)?;
        check_record(&record)?;
        let folder = self.folder.clone();
        blocking(move || folder.prepare()).await?;
        let key = self.keys.find_or_make(&self.folder).await?;
        let (folder, name) = (self.folder.clone(), name.to_owned());
        blocking(move || {
            let bytes = key.seal(&name, &record)?;
            folder.write(&format!("{}{RECORD}", file_name(&name)), &bytes)
        })
        .await
    }

    async fn list(&self) -> Result<Vec<String>> {
        let folder = self.folder.clone();
        let files = blocking(move || folder.files(RECORD)).await?;
        if files.is_empty() {
            return Ok(Vec::new());
        }
        let Some(key) = self.keys.find(&self.folder, None).await? else {
            return Err(other_key(self.keys.keeper()));
        };
        let folder = self.folder.clone();
        blocking(move || {
            let mut names = Vec::new();
            for file in files {
                let path = folder.path().join(format!("{file}{RECORD}"));
                let bytes = folder.read(&format!("{file}{RECORD}"), MOST_FILE_BYTES);
                let opened =
                    bytes.and_then(|bytes| bytes.map(|bytes| key.open(&file, bytes)).transpose());
                match opened {
                    Ok(opened) => names.extend(opened.map(|(name, _)| name)),
                    Err(error) => {
                        let file = path.display();
                        tracing::warn!(target: "hostline::auth", %file, %error, "record not opened");
                    }
                }
            }
            names.sort_unstable();
            Ok(names)
        })
        .await
    }

    async fn make_ready(&self) -> Result<()> {
        let folder = self.folder.clone();
        blocking(move || folder.prepare()).await?;
        self.keys.find_or_make(&self.folder).await.map(drop)
    }
}

impl TokenStore for SealedFiles {
    fn load<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<SecretBytes>>> {
        Box::pin(self.load_record(name))
    }

    fn save<'a>(&'a self, name: &'a str, record: SecretBytes) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.save_record(name, record))
    }

    fn remove<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            check_name(name)?;
            let (folder, file) = (self.folder.clone(), format!("{}{RECORD}", file_name(name)));
            blocking(move || folder.remove(&file)).await
        })
    }

    fn names(&self) -> BoxFuture<'_, Result<Vec<String>>> {
        Box::pin(self.list())
    }

    fn lock<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<StoreLock>> {
        Box::pin(async move {
            check_name(name)?;
            let file = format!("{}{LOCK}", file_name(name));
            self.folder.lock(&file, LOCK_WAIT).await.map(StoreLock::new)
        })
    }

    fn prepare(&self) -> BoxFuture<'_, Result<()>> {
        Box::pin(self.make_ready())
    }

    fn describe(&self) -> String {
        let place = self.folder.path().display();
        match self.keys.keeper() {
            Keeper::Keychain => format!("in {place}, sealed with a key in the keychain"),
            Keeper::Passphrase => format!("in {place}, sealed with a passphrase"),
        }
    }
}

/// An error of a file, with the file.
fn at(path: &path::Path, error: &Error) -> Error {
    let message = format!("{} ({})", error.message(), path.display());
    let told = Error::new(error.code(), message).with_source(error.clone());
    match error.next_step() {
        Some(next_step) => told.with_next_step(next_step.to_owned()),
        None => told,
    }
}

/// The folder that was named, or the one for this kind of key.
fn folder(named: Option<PathBuf>, usual: &str) -> Result<PathBuf> {
    let Some(named) = named else { return Ok(data_folder()?.join(usual)) };
    path::absolute(&named).map_err(|error| {
        let message = format!("no folder can be {}: {error}", named.display());
        Error::new(ErrorCode::Storage, message).with_source(error)
    })
}

#[cfg(test)]
#[path = "sealed_tests.rs"]
pub(super) mod tests;
