//! What every store does, and where stores of tests stand.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{MOST_NAME_BYTES, MOST_RECORD_BYTES, MemoryStore, TokenStore, seal::random};
use crate::{
    auth::{SealedFiles, Secret, SecretBytes},
    error::ErrorCode,
};

/// A folder of one test, which need not exist. It is removed in the end.
pub(super) struct TestFolder(PathBuf);

impl TestFolder {
    pub(super) fn new() -> Self {
        let number = u64::from_ne_bytes(random().unwrap());
        Self(std::env::temp_dir().join(format!("hostline-store-{number:016x}")))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The only file that ends so.
    pub(super) fn file(&self, end: &str) -> PathBuf {
        let mut found = self.files();
        found.retain(|file| file.to_str().unwrap().ends_with(end));
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0)
    }

    pub(super) fn files(&self) -> Vec<PathBuf> {
        fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn record(text: &str) -> SecretBytes {
    SecretBytes::from(text.as_bytes().to_vec())
}

pub(super) async fn loaded(store: &impl TokenStore, name: &str) -> Option<String> {
    let record = store.load(name).await.unwrap()?;
    Some(record.to_secret().unwrap().expose().to_owned())
}

async fn every_store(test: impl AsyncFn(&dyn TokenStore)) {
    let folder = TestFolder::new();
    test(&MemoryStore::new()).await;
    test(&super::sealed::tests::with_passphrase(&folder, "a passphrase")).await;
}

#[tokio::test]
async fn a_record_is_kept_replaced_listed_and_forgotten() {
    every_store(async |store| {
        assert!(store.load("one").await.unwrap().is_none());
        assert_eq!(store.names().await.unwrap(), Vec::<String>::new());
        store.save("two", record("second")).await.unwrap();
        store.save("one", record("first")).await.unwrap();
        store.save("one", record("replaced")).await.unwrap();
        assert_eq!(store.names().await.unwrap(), ["one", "two"]);
        assert_eq!(store.load("one").await.unwrap().unwrap().expose(), b"replaced");
        assert!(store.remove("one").await.unwrap());
        assert!(!store.remove("one").await.unwrap());
        assert!(store.load("one").await.unwrap().is_none());
        assert_eq!(store.names().await.unwrap(), ["two"]);
    })
    .await;
}

#[tokio::test]
async fn names_and_records_have_bounds() {
    every_store(async |store| {
        let longest = "n".repeat(MOST_NAME_BYTES);
        let largest = || SecretBytes::from(vec![7; MOST_RECORD_BYTES]);
        store.save(&longest, largest()).await.unwrap();
        assert_eq!(store.load(&longest).await.unwrap().unwrap().expose(), largest().expose());

        let too_large = SecretBytes::from(vec![7; MOST_RECORD_BYTES + 1]);
        let refused = store.save("name", too_large).await.unwrap_err();
        assert_eq!(refused.code(), ErrorCode::InvalidInput);
        for name in ["", "with space", "línea", "line\n", &format!("{longest}n")] {
            let refusals = [
                store.load(name).await.err(),
                store.save(name, record("")).await.err(),
                store.remove(name).await.err(),
                store.lock(name).await.err(),
            ];
            for refused in refusals {
                assert_eq!(refused.map(|error| error.code()), Some(ErrorCode::InvalidInput));
            }
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_lock_excludes_others_of_the_same_name_until_it_is_dropped() {
    every_store(async |store| {
        let held = store.lock("one").await.unwrap();
        let refused = store.lock("one").await.err().unwrap();
        assert_eq!(refused.code(), ErrorCode::Timeout);
        let _other = store.lock("two").await.unwrap();
        drop(held);
        store.lock("one").await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn who_waits_for_a_lock_gets_it_when_it_is_dropped() {
    every_store(async |store| {
        let held = store.lock("one").await.unwrap();
        let mut waiting = store.lock("one");
        let at_once = std::future::poll_fn(|cx| waiting.as_mut().poll(cx).map(Some));
        tokio::select! {
            biased;
            _ = at_once => panic!("two hold the lock"),
            () = std::future::ready(()) => drop(held),
        }
        waiting.await.unwrap();
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn clones_share_records_and_locks() {
    let store = MemoryStore::new();
    store.clone().save("one", record("first")).await.unwrap();
    assert_eq!(loaded(&store, "one").await.as_deref(), Some("first"));
    let _held = store.clone().lock("one").await.unwrap();
    assert!(store.lock("one").await.is_err());
}

#[test]
fn a_store_for_no_passphrase_is_refused() {
    let refused = SealedFiles::with_passphrase(None, Secret::new("")).err().unwrap();
    assert_eq!(refused.code(), ErrorCode::InvalidInput);
}
