//! Where signed-in accounts are kept between runs.
//!
//! Owns [`TokenStore`] and the two stores that come with the library: [`MemoryStore`] for one run,
//! and [`SealedFiles`] for longer. A store keeps bytes under names; what they mean is not its
//! business.

#[cfg(feature = "keychain")]
mod keychain;
mod keys;
mod memory;
mod passphrase;
mod seal;
mod sealed;

use std::{any::Any, future, time::Duration};

use tokio::task;

use crate::{
    auth::secret::SecretBytes,
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
};
pub use memory::MemoryStore;
pub use sealed::SealedFiles;

/// The longest name of a record, in bytes.
const MOST_NAME_BYTES: usize = 512;
/// The largest record, in bytes.
const MOST_RECORD_BYTES: usize = 1024 * 1024;
/// How long [`TokenStore::lock`] waits for another holder.
const LOCK_WAIT: Duration = Duration::from_secs(30);

/// Keeps records that hold tokens, each under a name.
///
/// A name is 1 to 512 bytes of visible ASCII, a record at most 1 MiB; the library's own stores
/// refuse others with [`ErrorCode::InvalidInput`]. Every other failure is [`ErrorCode::Storage`],
/// unless a method says otherwise.
///
/// Dropping a future may leave its work done or undone, but never half done.
pub trait TokenStore: Send + Sync + 'static {
    /// The record of a name, or `None` if there is none.
    fn load<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<SecretBytes>>>;

    /// Keeps a record in place of the earlier one of this name. After a crash there is the earlier
    /// or the new one, never a part.
    fn save<'a>(&'a self, name: &'a str, record: SecretBytes) -> BoxFuture<'a, Result<()>>;

    /// Forgets the record of a name, also one that cannot be opened any more. Says whether there
    /// was one.
    fn remove<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool>>;

    /// The names of all records that can be opened, in order.
    fn names(&self) -> BoxFuture<'_, Result<Vec<String>>>;

    /// Excludes others who lock this name, in this process and in others, until the lock is
    /// dropped. It excludes nobody from loading and saving.
    ///
    /// # Errors
    /// [`ErrorCode::Timeout`]: another holder did not let go. The library's own stores wait for 30
    /// seconds.
    fn lock<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<StoreLock>>;

    /// Makes sure that saving will be possible, so that nobody signs in for nothing: the keychain
    /// is unlocked, the folder can be written to. A store that needs nothing of the kind leaves
    /// this as it is.
    fn prepare(&self) -> BoxFuture<'_, Result<()>> {
        Box::pin(future::ready(Ok(())))
    }

    /// Where it keeps records, for a person: a lower-case phrase without a full stop.
    fn describe(&self) -> String;
}

/// A name of a [`TokenStore`], held against others. Dropping it lets go.
pub struct StoreLock(
    // It is only held.
    #[expect(dead_code, reason = "dropping it is all that it is for")] Box<dyn Any + Send + Sync>,
);

impl StoreLock {
    /// Holds something whose drop lets go of the name.
    pub fn new(held: impl Send + Sync + 'static) -> Self {
        Self(Box::new(held))
    }
}

/// What the records of secrets begin with in a store of tokens.
#[cfg(feature = "http")]
pub(crate) const SECRETS: &str = "secret/";
/// The longest name of a secret, in bytes.
#[cfg(feature = "http")]
const MOST_SECRET_NAME_BYTES: usize = 200;

/// The name of the record that holds a secret.
///
/// # Errors
/// [`ErrorCode::InvalidInput`]: the name is not one of a secret.
#[cfg(feature = "http")]
pub(crate) fn secret_record(name: &str) -> Result<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if name.is_empty() || name.len() > MOST_SECRET_NAME_BYTES || !name.bytes().all(plain) {
        return Err(Error::new(ErrorCode::InvalidInput, "the name of a secret is not valid")
            .with_next_step("use letters, digits, hyphens, underscores and dots"));
    }
    Ok(format!("{SECRETS}{name}"))
}

fn check_name(name: &str) -> Result<()> {
    let is_visible = name.bytes().all(|byte| byte.is_ascii_graphic());
    if is_visible && (1..=MOST_NAME_BYTES).contains(&name.len()) {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::InvalidInput,
        format!("a record's name is 1 to {MOST_NAME_BYTES} characters of visible ASCII"),
    ))
}

fn check_record(record: &SecretBytes) -> Result<()> {
    if record.expose().len() <= MOST_RECORD_BYTES {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::InvalidInput,
        format!("a record has more than {MOST_RECORD_BYTES} bytes"),
    ))
}

/// Runs what blocks where it keeps nobody waiting. It runs to its end even if nobody waits for it.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    task::spawn_blocking(work).await.unwrap_or_else(|error| {
        Err(Error::new(ErrorCode::Internal, "storing failed without a word").with_source(error))
    })
}

#[cfg(test)]
mod store_tests;
