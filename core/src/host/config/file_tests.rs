use std::{
    fs::{self, File},
    sync::atomic::{AtomicU32, Ordering},
};

use super::*;
use crate::host::config::Template;

const TEXT: &str = "# mine\nversion = 1\n\n[servers.a]\ncommand = ['x'] # why\n";

/// A folder of one test. It is removed in the end.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("hostline-config-{}-{number}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// With a file in it.
    fn with(bytes: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        make_private(&folder.0);
        fs::write(folder.path(), bytes).unwrap();
        folder
    }

    fn path(&self) -> PathBuf {
        self.0.join("hostline.toml")
    }

    fn file(&self) -> ConfigFile {
        ConfigFile::at(&self.path()).unwrap()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn make_private(path: &Path) {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).unwrap();
}

fn name(text: &str) -> ServerName {
    ServerName::parse(text).unwrap()
}

fn entry() -> ServerEntry {
    ServerEntry::of_command(vec![Template::literal("x")]).unwrap()
}

/// A change is refused, and the file is as it was.
async fn stays(folder: &TestFolder, bytes: &[u8]) -> Error {
    let error = folder.file().add(&name("new"), &entry()).await.unwrap_err();
    assert_eq!(fs::read(folder.path()).unwrap(), bytes);
    error
}

#[tokio::test]
async fn a_missing_file_is_an_empty_configuration_and_is_made_by_a_change() {
    let folder = TestFolder::new();
    let missing = folder.file().read().await.unwrap();
    assert_eq!(missing.config, Config::default());
    assert_eq!(missing.revision.digest(), None);
    assert!(!folder.0.exists());
    let made = folder.file().add(&name("a"), &entry()).await.unwrap();
    assert_eq!(made.config.servers.len(), 1);
    assert!(folder.text().starts_with("version = 1\n"));
    assert_eq!(folder.names(), ["hostline.toml", "hostline.toml.lock"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(folder.path()).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(&folder.0).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

#[tokio::test]
async fn every_change_is_there_when_it_is_read_again() {
    let folder = TestFolder::with(TEXT);
    let file = folder.file();
    file.add(&name("b"), &entry()).await.unwrap();
    file.set_enabled(&name("a"), false).await.unwrap();
    file.set(&name("b"), &["confine", "processes"], Some(&3.into())).await.unwrap();
    file.add_rule(&serde_json::json!({ "name": "r", "effect": "deny" })).await.unwrap();
    let reading = file.read().await.unwrap();
    assert!(!reading.config.servers["a"].enabled);
    assert_eq!(reading.config.servers["b"].confine.as_ref().unwrap().processes, Some(3));
    assert_eq!(reading.config.policy[0].name(), "r");
    assert!(
        folder.text().starts_with("# mine\nversion = 1\n\n[servers.a]\ncommand = ['x'] # why\n")
    );
    file.remove_rule("r").await.unwrap();
    file.remove(&name("b")).await.unwrap();
    file.set(&name("a"), &["enabled"], None).await.unwrap();
    assert_eq!(folder.text(), TEXT);
}

#[tokio::test]
async fn a_damaged_file_stays_as_it_is_and_the_error_names_it() {
    for (bytes, place) in [
        (&b"[servers.a]\ncommand = ['x'"[..], "line 2"),
        (b"[servers.a]\ncomand = ['x']\n", "line 2, column 1"),
        (b"[servers.a]\ncommand = ['x']\n[servers.a]\n", "line 3"),
        (b"# \xc3\xa4\nversion = \xff\n", "line 2, column 11"),
        (b"version = 2\n", "line 1, column 11"),
        (b"\0", "line 1, column"),
    ] {
        let folder = TestFolder::with(bytes);
        let read = folder.file().read().await.unwrap_err();
        let changed = stays(&folder, bytes).await;
        for error in [read, changed] {
            assert_eq!(error.code(), ErrorCode::Storage);
            let start = format!("{}, {place}", folder.path().display());
            assert!(error.message().starts_with(&start), "{error}");
            assert!(error.next_step().is_some_and(|fix| !fix.is_empty()), "{error}");
        }
    }
}

#[tokio::test]
async fn a_change_whose_result_would_be_no_configuration_is_not_made() {
    let folder = TestFolder::with(TEXT);
    let posture = serde_json::json!("hunter2");
    let error = folder.file().set(&name("a"), &["posture"], Some(&posture)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert!(error.next_step().unwrap().contains("read-only"), "{error}");
    assert!(!format!("{error:?}").contains("hunter2"));
    assert_eq!(folder.text(), TEXT);
    let error = folder.file().add(&name("a"), &entry()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert_eq!(folder.text(), TEXT);
}

#[tokio::test]
async fn a_huge_file_is_neither_read_nor_made() {
    let mut huge = TEXT.to_owned();
    huge.push_str(&"#".repeat(MAX_CONFIG_BYTES - TEXT.len()));
    let folder = TestFolder::with(&huge);
    folder.file().read().await.unwrap();
    assert_eq!(stays(&folder, huge.as_bytes()).await.code(), ErrorCode::InvalidInput);
    huge.push('#');
    fs::write(folder.path(), &huge).unwrap();
    assert!(folder.file().read().await.unwrap_err().next_step().unwrap().contains("1 MiB"));
    assert_eq!(stays(&folder, huge.as_bytes()).await.code(), ErrorCode::Storage);
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_is_not_followed() {
    let folder = TestFolder::with(TEXT);
    let elsewhere = folder.0.join("elsewhere.toml");
    fs::rename(folder.path(), &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, folder.path()).unwrap();
    let error = folder.file().read().await.unwrap_err();
    assert!(error.message().contains("is a link"), "{error}");
    assert!(error.next_step().unwrap().contains("HOSTLINE_CONFIG"), "{error}");
    stays(&folder, TEXT.as_bytes()).await;
    assert!(fs::symlink_metadata(folder.path()).unwrap().is_symlink());
}

#[cfg(unix)]
#[tokio::test]
async fn what_others_can_change_is_not_believed() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TestFolder::with(TEXT);
    let open =
        |path: &Path, mode| fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    open(&folder.path(), 0o620);
    let error = stays(&folder, TEXT.as_bytes()).await;
    assert!(error.next_step().unwrap().contains("chmod 600"), "{error}");
    open(&folder.path(), 0o644);
    folder.file().read().await.unwrap();
    open(&folder.0, 0o770);
    let error = stays(&folder, TEXT.as_bytes()).await;
    assert!(error.next_step().is_some(), "{error}");
    assert!(folder.file().read().await.is_err());
}

/// The file of somebody else, which only a superuser can make: for any other user there is one on
/// each system.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_file_of_another_user_is_not_believed() {
    let folder = TestFolder::with(TEXT);
    if std::os::unix::fs::chown(folder.path(), Some(65_534), None).is_ok() {
        assert!(folder.file().read().await.unwrap_err().next_step().unwrap().contains("your own"));
        stays(&folder, TEXT.as_bytes()).await;
    } else {
        assert!(ConfigFile::at(Path::new("/etc/passwd")).unwrap().read().await.is_err());
    }
}

#[tokio::test]
async fn what_is_no_file_is_not_read() {
    let folder = TestFolder::new();
    make_private(&folder.0);
    fs::create_dir(folder.path()).unwrap();
    let error = folder.file().read().await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Storage);
    assert!(error.next_step().is_some(), "{error}");
}

/// The folder of a process can be written to by nobody, not even by a superuser.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_folder_that_cannot_be_written_to_is_told() {
    let path = format!("/proc/{}/hostline.toml", std::process::id());
    let file = ConfigFile::at(Path::new(&path)).unwrap();
    assert_eq!(file.read().await.unwrap().config, Config::default());
    let error = file.add(&name("a"), &entry()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Storage);
    assert!(error.next_step().unwrap().contains("can be written to"), "{error}");
}

/// As when the disk is full: what cannot be put in the place of the file leaves it alone.
#[cfg(unix)]
#[tokio::test]
async fn a_file_that_cannot_be_replaced_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TestFolder::with(TEXT);
    // The lock is there already, and the folder takes nothing new from whoever is no superuser.
    folder.file().set_enabled(&name("a"), true).await.unwrap();
    fs::set_permissions(&folder.0, PermissionsExt::from_mode(0o500)).unwrap();
    let outcome = folder.file().set_enabled(&name("a"), false).await;
    fs::set_permissions(&folder.0, PermissionsExt::from_mode(0o700)).unwrap();
    match outcome {
        Ok(_) => assert!(rustix::process::geteuid().is_root()),
        Err(error) => {
            assert_eq!(error.code(), ErrorCode::Storage);
            assert_eq!(folder.text(), TEXT);
        }
    }
    assert_eq!(folder.names(), ["hostline.toml", "hostline.toml.lock"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_change_of_many_writers_is_lost() {
    let folder = TestFolder::with(TEXT);
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..16 {
        // Each has a file of its own, as each process has.
        let file = folder.file();
        writers.spawn(async move { file.add(&name(&format!("new{number}")), &entry()).await });
    }
    while let Some(written) = writers.join_next().await {
        written.unwrap().unwrap();
    }
    let config = folder.file().read().await.unwrap().config;
    assert_eq!(config.servers.len(), 17);
    assert!(folder.text().starts_with(TEXT));
    assert_eq!(folder.names(), ["hostline.toml", "hostline.toml.lock"]);
}

#[tokio::test(start_paused = true)]
async fn another_writer_is_waited_for_and_not_for_ever() {
    let folder = TestFolder::with(TEXT);
    let held = File::create(folder.0.join("hostline.toml.lock")).unwrap();
    held.lock().unwrap();
    let error = stays(&folder, TEXT.as_bytes()).await;
    assert_eq!(error.code(), ErrorCode::Timeout);
    assert!(error.message().contains("the configuration"), "{error}");
    drop(held);
    folder.file().add(&name("new"), &entry()).await.unwrap();
}

#[tokio::test]
async fn a_change_of_the_file_is_seen() {
    let folder = TestFolder::new();
    let file = folder.file();
    let missing = file.read().await.unwrap().revision;
    assert!(!file.changed_since(&missing).await.unwrap());
    let first = file.add(&name("a"), &entry()).await.unwrap().revision;
    assert!(file.changed_since(&missing).await.unwrap());
    assert!(!file.changed_since(&first).await.unwrap());
    assert_eq!(file.read().await.unwrap().revision, first);
    // The same length, at the same moment.
    let text = folder.text().replace("servers.a", "servers.b");
    fs::write(folder.path(), &text).unwrap();
    assert!(file.changed_since(&first).await.unwrap());
    fs::remove_file(folder.path()).unwrap();
    assert!(file.changed_since(&first).await.unwrap());
    assert!(!file.changed_since(&missing).await.unwrap());
}

#[tokio::test]
async fn a_file_that_has_long_been_the_same_is_not_read_again() {
    let folder = TestFolder::with(TEXT);
    let hour_ago = SystemTime::now() - Duration::from_hours(1);
    File::options().write(true).open(folder.path()).unwrap().set_modified(hour_ago).unwrap();
    let revision = folder.file().read().await.unwrap().revision;
    assert!(revision.stamp.is_some());
    // Nobody changes bytes and time so by accident.
    fs::write(folder.path(), TEXT.replace("servers.a", "servers.b")).unwrap();
    File::options().write(true).open(folder.path()).unwrap().set_modified(hour_ago).unwrap();
    assert!(!folder.file().changed_since(&revision).await.unwrap());
    fs::write(folder.path(), TEXT).unwrap();
    assert!(!folder.file().changed_since(&revision).await.unwrap());
}

#[test]
fn a_path_is_absolute_and_names_a_file() {
    for path in ["hostline.toml", "", "/", "/.."] {
        assert!(ConfigFile::at(Path::new(path)).is_err(), "{path}");
    }
}
