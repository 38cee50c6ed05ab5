//! Records under a key in a real keychain: GNOME's, on a message bus of the test's own.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::{
    fs,
    io::{BufRead, BufReader, Lines},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

/// What a person does about a keychain that does not help.
const CHOICES: &str = "unlock the keyring, or keep sign-ins in a file under a passphrase, or for \
                       this session only";

#[test]
fn a_record_outlives_its_process_and_stands_nowhere_in_plain_text() {
    let home = Home::new();
    let session = home.session(Keyring::Unlocked);
    assert_eq!(session.run(&["load", "one"]), "nothing");
    assert_eq!(session.run(&["prepare"]), "ready");
    assert_eq!(session.run(&["save", "one", "access-token"]), "saved");
    assert_eq!(session.run(&["load", "one"]), "access-token");
    assert_eq!(session.run(&["names"]), "one");
    let files = home.files();
    assert!(files.iter().any(|file| file.to_string_lossy().ends_with(".record")), "{files:?}");
    for file in files {
        let shown = fs::read(&file).unwrap();
        let found = shown.windows(12).any(|window| window == b"access-token");
        assert!(!found, "{}", file.display());
    }
    assert_eq!(session.run(&["remove", "one"]), "removed: true");
    assert_eq!(session.run(&["load", "one"]), "nothing");
}

#[test]
fn processes_that_begin_at_once_agree_on_one_key() {
    let home = Home::new();
    let session = home.session(Keyring::Unlocked);
    let names: Vec<String> = (0..6).map(|index| format!("name-{index}")).collect();
    thread::scope(|scope| {
        for name in &names {
            scope.spawn(|| assert_eq!(session.run(&["save", name, "record"]), "saved"));
        }
    });
    assert_eq!(session.run(&["names"]), names.join(" "));
}

#[test]
fn a_locked_keychain_is_told_with_the_choices() {
    let home = Home::new();
    assert_eq!(home.session(Keyring::Unlocked).run(&["save", "one", "record"]), "saved");
    let before = home.files();

    let session = home.session(Keyring::Locked);
    for command in [&["load", "one"][..], &["names"], &["prepare"], &["save", "two", "record"]] {
        let said = session.run(command);
        assert!(said.contains("the keychain is locked") && said.contains(CHOICES), "{said}");
    }
    assert_eq!(session.run(&["load", "two"]), "nothing", "what is not there needs no key");
    assert_eq!(home.files(), before, "nothing was written");
    drop(session);
    assert_eq!(home.session(Keyring::Unlocked).run(&["load", "one"]), "record");
}

#[test]
fn a_keychain_that_was_never_set_up_is_told_before_anybody_signs_in() {
    let home = Home::new();
    let said = home.session(Keyring::Locked).run(&["prepare"]);
    assert!(said.contains("the keychain is locked") && said.contains(CHOICES), "{said}");
}

#[test]
fn a_session_without_a_keychain_is_told_with_the_choices() {
    let home = Home::new();
    let mut session = home.session(Keyring::Missing);
    for _ in ["a bus without a keychain", "no bus"] {
        let said = session.run(&["prepare"]);
        assert!(said.contains("cannot be reached") && said.contains(CHOICES), "{said}");
        session.stop();
    }
}

#[test]
fn a_keychain_that_has_lost_the_key_is_told_and_a_new_sign_in_helps() {
    let home = Home::new();
    let session = home.session(Keyring::Unlocked);
    assert_eq!(session.run(&["save", "one", "record"]), "saved");
    drop(session);
    fs::remove_dir_all(home.0.join("data/keyrings")).unwrap();

    let session = home.session(Keyring::Unlocked);
    for _ in ["there is no key", "there is another key"] {
        let said = session.run(&["load", "one"]);
        assert!(said.contains("a key of the keychain that is not there now"), "{said}");
        assert!(said.contains("sign in again"), "{said}");
        assert_eq!(session.run(&["save", "two", "record"]), "saved");
    }
    assert_eq!(session.run(&["save", "one", "again"]), "saved");
    assert_eq!(session.run(&["load", "one"]), "again");
}

#[test]
fn a_lock_excludes_other_processes() {
    let home = Home::new();
    let session = home.session(Keyring::Unlocked);
    let (mut first, mut first_says) = session.start(&["save-late", "one", "by the first"]);
    assert_eq!(next(&mut first_says), "locked");
    let (mut second, mut second_says) = session.start(&["load-after", "one"]);
    assert_eq!(next(&mut second_says), "waiting");
    drop(first.stdin.take());
    assert_eq!(next(&mut first_says), "saved");
    assert_eq!(next(&mut second_says), "by the first");
    first.wait().unwrap();
    second.wait().unwrap();
}

/// A person's home, with the files of the keychain and of Hostline.
struct Home(PathBuf);

/// What a session has for a keychain.
#[derive(Clone, Copy)]
enum Keyring {
    Unlocked,
    Locked,
    Missing,
}

impl Home {
    fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("hostline-keychain-{}-{number}", std::process::id());
        let home = std::env::temp_dir().join(name);
        for folder in ["data", "run", "services"] {
            fs::create_dir_all(home.join(folder)).unwrap();
        }
        fs::set_permissions(home.join("run"), fs::Permissions::from_mode(0o700)).unwrap();
        Self(home)
    }

    /// Logs in. The bus starts the keychain when somebody asks for it first, and waits for it.
    fn session(&self, keyring: Keyring) -> Session<'_> {
        let command = match keyring {
            Keyring::Unlocked => "printf password | gnome-keyring-daemon --unlock",
            Keyring::Locked => "gnome-keyring-daemon --start",
            Keyring::Missing => "false",
        };
        let start = self.file("start", &format!("#!/bin/sh\n{command} --components=secrets\n"));
        fs::set_permissions(&start, fs::Permissions::from_mode(0o700)).unwrap();
        let start = start.display();
        let service = format!("[D-BUS Service]\nName=org.freedesktop.secrets\nExec={start}\n");
        self.file("services/org.freedesktop.secrets.service", &service);
        let home = self.0.display();
        let settings = format!(
            "<busconfig><type>session</type><listen>unix:path={home}/run/bus</listen>\
             <auth>EXTERNAL</auth><servicedir>{home}/services</servicedir>\
             <policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>\
             <allow eavesdrop=\"true\"/><allow own=\"*\"/></policy>\
             </busconfig>"
        );
        let settings = self.file("bus.conf", &settings);
        let mut bus = Command::new("dbus-daemon");
        bus.arg("--config-file").arg(settings).args(["--nofork", "--print-address=1"]);
        let (bus, mut says) = self.spawn(&mut bus);
        assert!(next(&mut says).starts_with("unix:"), "the bus is there");
        Session { home: self, bus }
    }

    /// Starts a program that knows this home and no screen.
    fn spawn(&self, command: &mut Command) -> (Child, Lines<BufReader<ChildStdout>>) {
        let bus = format!("unix:path={}/run/bus", self.0.display());
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env_clear().env("PATH", path).env("HOME", &self.0);
        command.env("XDG_DATA_HOME", self.0.join("data")).env("DBUS_SESSION_BUS_ADDRESS", bus);
        command.env("XDG_RUNTIME_DIR", self.0.join("run"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap_or_else(|error| {
            panic!("{}: {error}; `cargo xtask test` installs it", command.get_program().display())
        });
        let says = BufReader::new(child.stdout.take().unwrap()).lines();
        (child, says)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let file = self.0.join(name);
        fs::write(&file, text).unwrap();
        file
    }

    /// The files of Hostline, in order.
    fn files(&self) -> Vec<PathBuf> {
        let folders = ["data/hostline", "data/records"].map(|folder| self.0.join(folder));
        let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort_unstable();
        files
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A message bus, and the keychain that ends with it.
struct Session<'a> {
    home: &'a Home,
    bus: Child,
}

impl Session<'_> {
    /// What one process says that does one thing.
    fn run(&self, command: &[&str]) -> String {
        let (mut child, mut says) = self.start(command);
        let said = next(&mut says);
        child.wait().unwrap();
        said
    }

    fn start(&self, command: &[&str]) -> (Child, Lines<BufReader<ChildStdout>>) {
        let tests = std::env::current_exe().unwrap();
        let program = tests.parent().and_then(Path::parent).unwrap().join("keychain-user");
        let mut user = Command::new(program);
        user.arg(self.home.0.join("data/records")).args(command);
        self.home.spawn(&mut user)
    }

    fn stop(&mut self) {
        let _ = self.bus.kill();
        let _ = self.bus.wait();
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.stop();
    }
}

fn next(says: &mut Lines<BufReader<ChildStdout>>) -> String {
    says.next().expect("the program says something").expect("it says text")
}
