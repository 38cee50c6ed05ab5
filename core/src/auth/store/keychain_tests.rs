use std::{
    fs,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

use keyring_core::mock;

use super::*;
use crate::auth::store::{
    SealedFiles, TokenStore,
    keys::Keys,
    sealed::tests::with_passphrase,
    store_tests::{TestFolder, loaded, record},
};

/// A keychain in memory, that several processes share.
struct TestKeychain(Arc<CredentialStore>);

impl TestKeychain {
    fn new() -> Self {
        Self(mock::Store::new().unwrap())
    }

    fn entry(&self) -> Entry {
        Entry::new_in_store(&self.0, SERVICE, ACCOUNT).unwrap()
    }

    /// What one process sees of it.
    fn process(&self) -> Keychain {
        let store = self.0.clone();
        Keychain::new(move || Ok(store.clone()))
    }
}

fn files(folder: &TestFolder, keychain: Keychain) -> SealedFiles {
    let folder = Arc::new(Folder::new(folder.path().to_owned()));
    SealedFiles::of(folder.clone(), Keys::Keychain(Arc::new(keychain), folder))
}

fn storage_error<T>(outcome: Result<T>) -> String {
    let error = outcome.err().expect("it fails");
    assert_eq!(error.code(), ErrorCode::Storage, "{error}");
    error.to_string()
}

#[tokio::test]
async fn processes_that_begin_at_once_agree_on_one_key() {
    let (folder, keychain) = (TestFolder::new(), TestKeychain::new());
    let mut saving = tokio::task::JoinSet::new();
    for index in 0..4 {
        let store = files(&folder, keychain.process());
        saving.spawn(async move { store.save(&format!("name-{index}"), record("x")).await });
    }
    for saved in saving.join_all().await {
        saved.unwrap();
    }
    let names = files(&folder, keychain.process()).names().await.unwrap();
    assert_eq!(names, ["name-0", "name-1", "name-2", "name-3"]);
    assert_eq!(keychain.entry().get_secret().unwrap().len(), 32);
}

#[tokio::test]
async fn the_keychain_is_not_touched_before_it_is_needed_and_read_once() {
    let (folder, keychain) = (TestFolder::new(), TestKeychain::new());
    let opened = Arc::new(AtomicUsize::new(0));
    let counting = || {
        let (store, opened) = (keychain.0.clone(), opened.clone());
        Keychain::new(move || {
            opened.fetch_add(1, Ordering::Relaxed);
            Ok(store.clone())
        })
    };
    let store = files(&folder, counting());
    assert!(store.load("one").await.unwrap().is_none());
    assert!(!store.remove("one").await.unwrap());
    assert!(store.names().await.unwrap().is_empty());
    drop(store.lock("one").await.unwrap());
    assert_eq!(opened.load(Ordering::Relaxed), 0);

    store.save("one", record("first")).await.unwrap();
    let store = files(&folder, counting());
    opened.store(0, Ordering::Relaxed);
    for _ in 0..3 {
        assert_eq!(loaded(&store, "one").await.as_deref(), Some("first"));
        store.save("one", record("first")).await.unwrap();
        store.prepare().await.unwrap();
    }
    assert_eq!(opened.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_lost_key_is_told_and_a_new_sign_in_replaces_its_own_record_only() {
    let (folder, keychain) = (TestFolder::new(), TestKeychain::new());
    let store = files(&folder, keychain.process());
    store.save("one", record("first")).await.unwrap();
    let file = folder.file(".record");
    let before = fs::read(&file).unwrap();
    keychain.entry().delete_credential().unwrap();

    let store = files(&folder, keychain.process());
    assert!(storage_error(store.load("one").await).contains("sign in again"));
    assert!(storage_error(store.names().await).contains("sign in again"));
    store.save("two", record("second")).await.unwrap();
    assert_eq!(fs::read(&file).unwrap(), before);
    assert!(storage_error(store.load("one").await).contains("sign in again"));
    assert_eq!(store.names().await.unwrap(), ["two"]);

    store.save("one", record("again")).await.unwrap();
    assert_eq!(loaded(&store, "one").await.as_deref(), Some("again"));
    assert!(store.remove("one").await.unwrap());
}

#[tokio::test]
async fn a_key_that_another_process_has_made_anew_is_found() {
    let (folder, keychain) = (TestFolder::new(), TestKeychain::new());
    let old = files(&folder, keychain.process());
    old.save("one", record("first")).await.unwrap();
    keychain.entry().delete_credential().unwrap();
    let new = files(&folder, keychain.process());
    new.save("one", record("second")).await.unwrap();

    assert_eq!(loaded(&old, "one").await.as_deref(), Some("second"));
    old.save("two", record("third")).await.unwrap();
    assert_eq!(loaded(&new, "two").await.as_deref(), Some("third"));
}

#[tokio::test]
async fn a_keychain_that_refuses_is_told_with_the_choices_and_nothing_is_written() {
    let faults: [fn() -> Result<(), Fault>; 3] = [
        || Err(Fault::NoStorageAccess("locked".into())),
        || Err(Fault::PlatformFailure("no service".into())),
        || Err(Fault::BadDataFormat(b"secret bytes".to_vec(), "broken".into())),
    ];
    let said = ["is locked, or access to it was denied", "cannot be reached", "cannot be used"];
    for (fault, said) in faults.into_iter().zip(said) {
        let folder = TestFolder::new();
        let store = files(&folder, Keychain::new(move || fault().map(|()| unreachable!())));
        for outcome in [store.prepare().await, store.save("one", record("first")).await] {
            let error = outcome.err().unwrap();
            let shown = format!("{error} {error:?}");
            assert!(shown.contains(said) && shown.contains(CHOICES), "{shown}");
            // Neither as text nor as the numbers of its bytes.
            assert!(!shown.contains("secret bytes") && !shown.contains("115, 101"), "{shown}");
            assert!(folder.files().is_empty());
        }
    }
    let keychain = TestKeychain::new();
    let entry = keychain.entry();
    let cred: &mock::Cred = entry.as_any().downcast_ref().unwrap();
    cred.set_error(Fault::NoStorageAccess("locked".into()));
    let store = files(&TestFolder::new(), keychain.process());
    assert!(storage_error(store.prepare().await).contains("is locked"));
}

#[tokio::test]
async fn an_entry_that_is_no_key_is_never_replaced() {
    let (folder, keychain) = (TestFolder::new(), TestKeychain::new());
    keychain.entry().set_secret(b"short").unwrap();
    let store = files(&folder, keychain.process());
    assert!(storage_error(store.prepare().await).contains("holds no key"));
    assert_eq!(keychain.entry().get_secret().unwrap(), b"short");
}

#[tokio::test(start_paused = true)]
async fn a_silent_keychain_is_given_up_and_its_late_answer_kept() {
    let (folder, keychain) = (TestFolder::new(), TestKeychain::new());
    keychain.entry().set_secret(&[7; KEY_BYTES]).unwrap();
    let (unlock, unlocked) = mpsc::channel::<()>();
    let (store, unlocked) = (keychain.0.clone(), Mutex::new(unlocked));
    let opened = Arc::new(AtomicUsize::new(0));
    let count = opened.clone();
    let process = Keychain::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
        unlocked.lock().unwrap().recv().unwrap();
        Ok(store.clone())
    });
    let files = files(&folder, process);
    for _ in 0..2 {
        let refused = storage_error(files.prepare().await);
        assert!(refused.contains("within 10 seconds") && refused.contains(CHOICES), "{refused}");
    }
    tokio::time::resume();
    unlock.send(()).unwrap();
    files.prepare().await.unwrap();
    assert_eq!(opened.load(Ordering::Relaxed), 1, "one question at a time, asked once");
}

#[tokio::test]
async fn records_of_a_passphrase_are_told_from_those_of_the_keychain() {
    let (folder, keychain) = (TestFolder::new(), TestKeychain::new());
    let of_keychain = files(&folder, keychain.process());
    let of_passphrase = with_passphrase(&folder, "right");
    of_passphrase.save("one", record("first")).await.unwrap();
    let refused = storage_error(of_keychain.load("one").await);
    assert!(refused.contains("a key of a passphrase"), "{refused}");
    of_keychain.save("one", record("second")).await.unwrap();
    let refused = storage_error(of_passphrase.load("one").await);
    assert!(refused.contains("a key of the keychain"), "{refused}");
}
