//! The wrapping key in the keychain of the system.
//!
//! A keychain may ask the person and answer after minutes or never, and its calls cannot be called
//! back. So they run on a thread of their own, one at a time, which may outlive its question: a key
//! that comes late is kept for the next one.

use std::{
    fs::File,
    sync::{Arc, LazyLock, Mutex, PoisonError},
    thread,
    time::Duration,
};

use keyring_core::{CredentialStore, Entry, Error as Fault};
use tokio::{
    sync::{Semaphore, oneshot},
    time::timeout,
};
use zeroize::Zeroizing;

use super::seal::{KEY_BYTES, Keeper, Mark, WrappingKey, random};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
};

/// How long one question to the keychain may take.
const DEADLINE: Duration = Duration::from_secs(10);
/// The entry that holds the key.
const SERVICE: &str = "hostline";
const ACCOUNT: &str = "wrapping key";
/// Held while the key is made, so that two processes agree on one.
const LOCK: &str = "keychain.lock";

type Open = dyn Fn() -> keyring_core::Result<Arc<CredentialStore>> + Send + Sync;

/// A keychain, and its key once it is known.
pub(super) struct Keychain {
    open: Box<Open>,
    turn: Arc<Semaphore>,
    key: Mutex<Option<Arc<WrappingKey>>>,
}

impl Keychain {
    /// The keychain of the person who runs this process. All stores share it, and its key.
    pub(super) fn system() -> Arc<Self> {
        static SYSTEM: LazyLock<Arc<Keychain>> = LazyLock::new(|| Arc::new(Keychain::new(system)));
        SYSTEM.clone()
    }

    /// `open` may block.
    pub(super) fn new(
        open: impl Fn() -> keyring_core::Result<Arc<CredentialStore>> + Send + Sync + 'static,
    ) -> Self {
        let turn = Arc::new(Semaphore::new(1));
        Self { open: Box::new(open), turn, key: Mutex::new(None) }
    }

    /// The key, or `None` if the keychain has none. It is read once, and again if it does not have
    /// the wanted mark: another process may have made a new one.
    pub(super) async fn find(
        self: &Arc<Self>,
        wanted: Option<Mark>,
    ) -> Result<Option<Arc<WrappingKey>>> {
        match self.known(wanted) {
            Some(known) => Ok(Some(known)),
            None => self.ask(wanted, None).await,
        }
    }

    /// The key, which is made if there is none. The lock stands in the given folder, which all
    /// processes of the person should name alike.
    pub(super) async fn find_or_make(
        self: &Arc<Self>,
        shared: &Folder,
    ) -> Result<Arc<WrappingKey>> {
        if let Some(key) = self.find(None).await? {
            return Ok(key);
        }
        let lock = shared.lock(LOCK, DEADLINE).await.map_err(|error| match error.code() {
            ErrorCode::Timeout => silent(),
            _ => error,
        })?;
        self.ask(None, Some(lock))
            .await?
            .ok_or_else(|| unusable("it does not keep what is put into it"))
    }

    /// A missing key is made under the lock, if there is one. The thread keeps it until it is done,
    /// however long that takes.
    async fn ask(
        self: &Arc<Self>,
        wanted: Option<Mark>,
        lock: Option<File>,
    ) -> Result<Option<Arc<WrappingKey>>> {
        let answer = async {
            let turn = self.turn.clone().acquire_owned().await;
            let turn = turn.expect("the semaphore is never closed");
            // Who had the turn before may have found it.
            if let Some(known) = self.known(wanted) {
                return Ok(Some(known));
            }
            let (tell, told) = oneshot::channel();
            let keychain = self.clone();
            let work = move || {
                // Nobody listens any more if it took too long.
                let _ = tell.send(keychain.fetch(lock.as_ref()));
                drop((lock, turn));
            };
            let thread = thread::Builder::new().name("hostline-keychain".to_owned()).spawn(work);
            thread.map_err(|error| unusable(&error.to_string()))?;
            told.await.unwrap_or_else(|_| Err(unusable("it failed without an answer")))
        };
        timeout(DEADLINE, answer).await.unwrap_or_else(|_| Err(silent()))
    }

    fn fetch(&self, lock: Option<&File>) -> Result<Option<Arc<WrappingKey>>> {
        let read = |entry: &Entry| match entry.get_secret() {
            Ok(bytes) => parse(bytes).map(Some),
            Err(Fault::NoEntry) => Ok(None),
            Err(fault) => Err(explain(fault)),
        };
        let store = (self.open)().map_err(explain)?;
        let entry = Entry::new_in_store(&store, SERVICE, ACCOUNT).map_err(explain)?;
        let found = match (read(&entry)?, lock) {
            (None, Some(_)) => {
                let fresh = Zeroizing::new(random::<KEY_BYTES>()?);
                entry.set_secret(&*fresh).map_err(explain)?;
                // What the keychain says now is what other processes will hear as well.
                read(&entry)?
            }
            (found, _) => found,
        };
        let found = found.map(Arc::new);
        self.key.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&found);
        Ok(found)
    }

    fn known(&self, wanted: Option<Mark>) -> Option<Arc<WrappingKey>> {
        let known = self.key.lock().unwrap_or_else(PoisonError::into_inner).clone();
        known.filter(|key| wanted.is_none_or(|mark| mark == key.mark()))
    }
}

/// The key that an entry holds.
fn parse(bytes: Vec<u8>) -> Result<WrappingKey> {
    let bytes = Zeroizing::new(bytes);
    let key = bytes.as_slice().try_into().map(Zeroizing::new).map_err(|_| {
        let message = format!("the entry {SERVICE:?}, {ACCOUNT:?} of the keychain holds no key");
        Error::new(ErrorCode::Storage, message)
            .with_next_step("remove that entry and sign in again")
    })?;
    Ok(WrappingKey::new(Keeper::Keychain, key))
}

/// What a person can do without the keychain.
const CHOICES: &str = "unlock the keyring, or keep sign-ins in a file under a passphrase, or for \
                       this session only";

/// Says what a keychain's error means. Errors that may hold bytes of an entry lose them.
fn explain(fault: Fault) -> Error {
    let message = match &fault {
        Fault::NoStorageAccess(_) => "the keychain is locked, or access to it was denied",
        Fault::PlatformFailure(_) => "the keychain of this system cannot be reached",
        _ => return unusable(&fault.to_string()),
    };
    Error::new(ErrorCode::Storage, message).with_next_step(CHOICES).with_source(fault)
}

fn silent() -> Error {
    let seconds = DEADLINE.as_secs();
    let message = format!("the keychain did not answer within {seconds} seconds");
    Error::new(ErrorCode::Storage, message).with_next_step(CHOICES)
}

fn unusable(why: &str) -> Error {
    Error::new(ErrorCode::Storage, format!("the keychain cannot be used: {why}"))
        .with_next_step(CHOICES)
}

#[cfg(target_os = "linux")]
fn system() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(target_os = "macos")]
fn system() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(windows)]
fn system() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
fn system() -> keyring_core::Result<Arc<CredentialStore>> {
    Err(Fault::NotSupportedByStore("this system has no keychain that is known".to_owned()))
}

#[cfg(test)]
#[path = "keychain_tests.rs"]
mod tests;
