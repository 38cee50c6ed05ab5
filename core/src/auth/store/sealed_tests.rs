use std::{fs, num::NonZeroU32};

use super::*;
use crate::auth::store::store_tests::{TestFolder, loaded, record};

/// Few, so that a test takes no time; what is stirred how often is written in the header.
const FEW: NonZeroU32 = NonZeroU32::new(10).unwrap();

pub(in crate::auth::store) fn with_passphrase(
    folder: &TestFolder,
    passphrase: &str,
) -> SealedFiles {
    let keys = Keys::Passphrase(Arc::new(Passphrase::new(Secret::new(passphrase), FEW)));
    SealedFiles::of(Arc::new(Folder::new(folder.path().to_owned())), keys)
}

fn storage_error<T>(outcome: Result<T>) -> String {
    let error = outcome.err().expect("it fails");
    assert_eq!(error.code(), ErrorCode::Storage, "{error}");
    error.to_string()
}

#[tokio::test]
async fn no_file_shows_a_record_or_its_name() {
    let folder = TestFolder::new();
    let store = with_passphrase(&folder, "a-passphrase");
    let name = "https://server.example/mcp";
    store.save(name, record("access-token")).await.unwrap();
    let _lock = store.lock(name).await.unwrap();
    for file in folder.files() {
        let shown = fs::read(&file).unwrap();
        for secret in ["access-token", "server.example", "a-passphrase"] {
            let found = shown.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found && !file.to_str().unwrap().contains(secret), "{}", file.display());
        }
    }
}

#[tokio::test]
async fn another_process_opens_it_with_the_same_passphrase_only() {
    let folder = TestFolder::new();
    with_passphrase(&folder, "right").save("one", record("first")).await.unwrap();
    let again = with_passphrase(&folder, "right");
    assert_eq!(loaded(&again, "one").await.as_deref(), Some("first"));

    let wrong = with_passphrase(&folder, "wrong");
    assert!(storage_error(wrong.load("one").await).contains("not the passphrase"));
    assert!(storage_error(wrong.prepare().await).contains("not the passphrase"));
    assert!(storage_error(wrong.save("two", record("x")).await).contains("not the passphrase"));
    assert!(wrong.load("unknown").await.unwrap().is_none());
}

#[tokio::test]
async fn the_right_count_of_iterations_is_used_by_default() {
    let folder = TestFolder::new();
    let path = Some(folder.path().to_owned());
    let store = SealedFiles::with_passphrase(path, Secret::new("right")).unwrap();
    store.prepare().await.unwrap();
    let header = fs::read(folder.file("passphrase.json")).unwrap();
    let header: serde_json::Value = serde_json::from_slice(&header).unwrap();
    assert_eq!(header["iterations"], 600_000);
}

#[tokio::test]
async fn a_header_that_asks_for_too_much_or_is_none_is_refused() {
    let folder = TestFolder::new();
    with_passphrase(&folder, "right").prepare().await.unwrap();
    let file = folder.file("passphrase.json");
    let header = fs::read_to_string(&file).unwrap();
    for bad in [header.replace(":10,", ":4000000000,"), header.replace("256", "1"), "{".to_owned()]
    {
        assert_ne!(bad, header);
        fs::write(&file, bad).unwrap();
        let refused = with_passphrase(&folder, "right").prepare().await;
        assert!(storage_error(refused).contains("cannot understand"));
    }
}

#[tokio::test]
async fn every_change_of_a_file_is_noticed() {
    let folder = TestFolder::new();
    let store = with_passphrase(&folder, "right");
    store.save("one", record("first")).await.unwrap();
    let file = folder.file(RECORD);
    let whole = fs::read(&file).unwrap();
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        for bad in [&changed[..], &whole[..at]] {
            fs::write(&file, bad).unwrap();
            assert!(storage_error(store.load("one").await).contains("sign in again"), "byte {at}");
        }
    }
    assert_eq!(store.names().await.unwrap(), Vec::<String>::new());
    store.save("one", record("second")).await.unwrap();
    assert_eq!(loaded(&store, "one").await.as_deref(), Some("second"));
}

#[tokio::test]
async fn a_file_does_not_open_in_place_of_another() {
    let folder = TestFolder::new();
    let store = with_passphrase(&folder, "right");
    store.save("one", record("first")).await.unwrap();
    let other = folder.path().join(format!("{}{RECORD}", file_name("two")));
    fs::copy(folder.file(RECORD), other).unwrap();
    assert!(storage_error(store.load("two").await).contains("damaged"));
    assert_eq!(store.names().await.unwrap(), ["one"]);
}

#[tokio::test]
async fn processes_that_begin_at_once_agree_on_one_header() {
    let folder = TestFolder::new();
    let stores: Vec<SealedFiles> = (0..4).map(|_| with_passphrase(&folder, "right")).collect();
    let mut saving = tokio::task::JoinSet::new();
    for (index, store) in stores.into_iter().enumerate() {
        saving.spawn(async move { store.save(&format!("name-{index}"), record("x")).await });
    }
    for saved in saving.join_all().await {
        saved.unwrap();
    }
    assert_eq!(with_passphrase(&folder, "right").names().await.unwrap().len(), 4);
}

#[tokio::test]
async fn what_a_crash_has_left_is_no_record_and_goes_after_a_while() {
    let folder = TestFolder::new();
    let store = with_passphrase(&folder, "right");
    store.save("one", record("first")).await.unwrap();
    let left = |number: u32| format!("{}.{number:016x}.new", folder.file(RECORD).display());
    let (old, young) = (left(1), left(2));
    for file in [&old, &young] {
        fs::write(file, "half").unwrap();
    }
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_hours(2);
    fs::File::options().write(true).open(&old).unwrap().set_modified(long_ago).unwrap();
    assert_eq!(store.names().await.unwrap(), ["one"]);
    store.save("one", record("second")).await.unwrap();
    assert!(!fs::exists(&old).unwrap() && fs::exists(&young).unwrap());
    assert_eq!(loaded(&store, "one").await.as_deref(), Some("second"));
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn set_mode(path: &path::Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[tokio::test]
    async fn nobody_else_may_enter_the_folder_or_read_a_file() {
        let folder = TestFolder::new();
        let store = with_passphrase(&folder, "right");
        store.save("one", record("first")).await.unwrap();
        let _lock = store.lock("one").await.unwrap();
        let mode = |path: &path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(folder.path()), 0o700);
        let modes: Vec<u32> = folder.files().iter().map(|file| mode(file)).collect();
        // The record, its lock, the header, and the lock of the header.
        assert_eq!(modes, [0o600; 4]);
    }

    #[tokio::test]
    async fn a_folder_that_others_can_change_is_refused() {
        let folder = TestFolder::new();
        let store = with_passphrase(&folder, "right");
        store.save("one", record("first")).await.unwrap();
        set_mode(folder.path(), 0o770);
        assert!(storage_error(store.load("one").await).contains("can be changed by other users"));
        assert!(storage_error(store.save("one", record("x")).await).contains("can be changed"));
        assert!(storage_error(store.remove("one").await).contains("can be changed"));
    }

    #[tokio::test]
    async fn links_and_files_that_others_can_change_are_refused() {
        let (folder, link) = (TestFolder::new(), TestFolder::new());
        let store = with_passphrase(&folder, "right");
        store.save("one", record("first")).await.unwrap();
        symlink(folder.path(), link.path()).unwrap();
        let linked = with_passphrase(&link, "right");
        assert!(storage_error(linked.load("one").await).contains("is not a folder"));
        fs::remove_file(link.path()).unwrap();

        let file = folder.file(RECORD);
        set_mode(&file, 0o622);
        assert!(storage_error(store.load("one").await).contains("can be changed by other users"));
        let elsewhere = folder.path().join("elsewhere");
        fs::rename(&file, &elsewhere).unwrap();
        set_mode(&elsewhere, 0o600);
        symlink(&elsewhere, &file).unwrap();
        assert!(storage_error(store.load("one").await).contains("cannot read"));

        // A new record takes the place of the link, and not of what it leads to.
        let before = fs::read(&elsewhere).unwrap();
        store.save("one", record("second")).await.unwrap();
        assert_eq!(fs::read(&elsewhere).unwrap(), before);
        assert_eq!(loaded(&store, "one").await.as_deref(), Some("second"));
    }
}
