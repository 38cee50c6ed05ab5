use std::{fs, path::PathBuf};

use super::*;
use crate::{
    auth::MemoryStore,
    host::{Activity, config::ConfigFile, test_folder::TestFolder},
};

const SERVERS: &str = "[servers.one]\ncommand = ['one']\n[servers.two]\ncommand = ['two']\n";
const RULE: &str = "[[policy]]\nname = 'all'\neffect = 'allow'\n";

/// A host of a configuration that can be written.
struct Bench {
    host: Host,
    file: PathBuf,
    _folder: TestFolder,
}

impl Bench {
    async fn new() -> Self {
        let folder = TestFolder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let file = folder.path().join("hostline.toml");
        fs::write(&file, SERVERS).unwrap();
        let config = ConfigFile::at(&file).unwrap();
        let settings = HostSettings::at(config, folder.path().join("data"));
        let host = Host::open(settings.store(Arc::new(MemoryStore::new()))).await.unwrap();
        Self { host, file, _folder: folder }
    }

    fn write(&self, text: &str) {
        fs::write(&self.file, text).unwrap();
    }

    /// Looks at the file until it has been the same twice. Says whether it was read, which the host
    /// may have done by itself just now.
    async fn look(&self) -> Result<bool> {
        let mut before = None;
        assert!(!self.host.look(&mut before).await?, "half of it may be there");
        self.host.look(&mut before).await
    }

    /// The servers that there are, and the rules.
    fn holds(&self) -> (Vec<String>, Vec<String>) {
        let statuses = self.host.statuses().into_iter();
        let rules = self.host.0.gate.rules();
        (
            statuses.map(|status| status.server.to_string()).collect(),
            rules.iter().map(|rule| rule.name.clone()).collect(),
        )
    }
}

fn holds(servers: &[&str], rules: &[&str]) -> (Vec<String>, Vec<String>) {
    let owned = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
    (owned(servers), owned(rules))
}

#[tokio::test]
async fn a_change_of_the_file_is_seen_once_and_what_is_the_same_is_no_change() {
    let bench = Bench::new().await;
    assert!(!bench.look().await.unwrap());
    bench.write(&format!(
        "{RULE}[servers.two]\ncommand = ['two']\n[servers.three]\ncommand = ['x']\n"
    ));
    let before = bench.host.0.member("two").unwrap();
    bench.look().await.unwrap();
    assert_eq!(bench.holds(), holds(&["three", "two"], &["all"]));
    assert!(Arc::ptr_eq(&before, &bench.host.0.member("two").unwrap()), "it is as it was");
    assert!(!bench.look().await.unwrap());
    fs::remove_file(&bench.file).unwrap();
    bench.look().await.unwrap();
    assert_eq!(bench.holds(), holds(&[], &[]));
}

#[tokio::test]
async fn a_file_that_is_still_being_written_is_not_read() {
    let bench = Bench::new().await;
    let whole = format!("{SERVERS}{RULE}");
    let mut before = None;
    for written in [20, SERVERS.len(), whole.len()] {
        bench.write(&whole[..written]);
        assert!(!bench.host.look(&mut before).await.unwrap());
        assert_eq!(bench.holds(), holds(&["one", "two"], &[]));
    }
    bench.host.look(&mut before).await.unwrap();
    assert_eq!(bench.holds(), holds(&["one", "two"], &["all"]));
}

#[tokio::test]
async fn of_a_server_that_is_turned_off_approval_can_be_taken_back() {
    let bench = Bench::new().await;
    bench.write(&format!("{SERVERS}enabled = false\n"));
    bench.host.reload().await.unwrap();
    let caller = crate::host::Caller::new("person").unwrap();
    assert!(!bench.host.forget(&caller, "two", None).await.unwrap());
    let missing = bench.host.forget(&caller, "three", None).await.unwrap_err();
    assert_eq!(missing.code(), ErrorCode::InvalidInput);
}

#[tokio::test]
async fn what_cannot_be_used_changes_nothing() {
    let bench = Bench::new().await;
    for broken in [
        "[servers.one]\ncommand = 'none\n",
        "[servers.three]\ncommand = ['three']\n[[policy]]\nname = 'x'\neffect = 'perhaps'\n",
        &format!("[servers.three]\ncommand = ['three']\n{RULE}{RULE}"),
    ] {
        bench.write(broken);
        assert!(bench.look().await.is_err(), "{broken}");
        assert!(bench.host.reload().await.is_err(), "{broken}");
        assert_eq!(bench.holds(), holds(&["one", "two"], &[]), "{broken}");
    }
    bench.write(SERVERS);
    assert!(!bench.look().await.unwrap(), "it is what it was");
}

#[tokio::test]
async fn many_who_reload_at_once_leave_what_was_written_last() {
    let bench = Bench::new().await;
    let mut reloading = JoinSet::new();
    for number in 0..8 {
        bench.write(&format!("{SERVERS}[servers.s{number}]\ncommand = ['x']\n"));
        let host = bench.host.clone();
        reloading.spawn(async move { host.reload().await });
        tokio::task::yield_now().await;
    }
    while let Some(reloaded) = reloading.join_next().await {
        reloaded.unwrap().unwrap();
    }
    assert_eq!(bench.holds(), holds(&["one", "s7", "two"], &[]));
    let idle = bench.host.statuses().into_iter().all(|it| it.activity == Activity::Idle);
    assert!(idle);
}
