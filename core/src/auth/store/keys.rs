//! Where the wrapping key of a folder comes from.

use std::sync::Arc;

#[cfg(feature = "keychain")]
use super::keychain::Keychain;
use super::{
    LOCK_WAIT, blocking,
    passphrase::Passphrase,
    seal::{Keeper, Mark, WrappingKey},
};
use crate::{error::Result, folder::Folder};

/// Held while a folder gets its header.
const LOCK: &str = "passphrase.lock";

/// Who has the key.
#[derive(Clone)]
pub(super) enum Keys {
    /// The keychain, and the folder where the processes of a person agree on its key.
    #[cfg(feature = "keychain")]
    Keychain(Arc<Keychain>, Arc<Folder>),
    Passphrase(Arc<Passphrase>),
}

impl Keys {
    /// The key, or `None` if there is none. `wanted` is the mark of a key that is known to have
    /// been there.
    pub(super) async fn find(
        &self,
        folder: &Arc<Folder>,
        #[cfg_attr(not(feature = "keychain"), expect(unused_variables))] wanted: Option<Mark>,
    ) -> Result<Option<Arc<WrappingKey>>> {
        match self {
            #[cfg(feature = "keychain")]
            Self::Keychain(keychain, _) => keychain.find(wanted).await,
            Self::Passphrase(passphrase) => {
                let (passphrase, folder) = (passphrase.clone(), folder.clone());
                blocking(move || passphrase.find(&folder)).await
            }
        }
    }

    /// The key, which is made if there is none.
    pub(super) async fn find_or_make(&self, folder: &Arc<Folder>) -> Result<Arc<WrappingKey>> {
        match self {
            #[cfg(feature = "keychain")]
            Self::Keychain(keychain, shared) => keychain.find_or_make(shared).await,
            Self::Passphrase(passphrase) => {
                if let Some(key) = self.find(folder, None).await? {
                    return Ok(key);
                }
                let lock = folder.lock(LOCK, LOCK_WAIT).await?;
                let (passphrase, folder) = (passphrase.clone(), folder.clone());
                blocking(move || {
                    // Given up by this thread: the caller may have gone meanwhile.
                    let _lock = lock;
                    passphrase.find_or_make(&folder)
                })
                .await
            }
        }
    }

    pub(super) fn keeper(&self) -> Keeper {
        match self {
            #[cfg(feature = "keychain")]
            Self::Keychain(..) => Keeper::Keychain,
            Self::Passphrase(_) => Keeper::Passphrase,
        }
    }
}
