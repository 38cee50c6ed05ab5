#![cfg(unix)]

use std::{
    collections::BTreeSet,
    future::poll_fn,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
    time::Instant,
};

use super::{
    super::{Notice, OutgoingKind},
    *,
};
use crate::jsonrpc::Frame;

/// The longest that anything here may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

const NOBODY: [i32; 0] = [];

/// Runs a script of the system's shell as the server.
fn script(text: &str) -> Command {
    Command::new("/bin/sh").args(["-c", text])
}

fn start(command: &Command) -> ProcessTransport {
    ProcessTransport::spawn(command).unwrap()
}

fn failure(command: &Command) -> Error {
    match ProcessTransport::spawn(command) {
        Ok(_) => panic!("{command} was started"),
        Err(error) => error,
    }
}

async fn next(transport: &mut ProcessTransport) -> Incoming {
    let next = poll_fn(|cx| transport.poll_incoming(cx));
    tokio::time::timeout(PATIENCE, next).await.expect("something must come")
}

async fn close(transport: &mut ProcessTransport) -> Duration {
    let begun = Instant::now();
    let close = poll_fn(|cx| transport.poll_close(cx));
    tokio::time::timeout(PATIENCE, close).await.expect("closing must end").unwrap();
    begun.elapsed()
}

/// The error with which the server ends, and the lines of standard error before it.
async fn end(transport: &mut ProcessTransport) -> (Error, Vec<String>) {
    let mut lines = Vec::new();
    loop {
        match next(transport).await {
            Incoming::Closed(error) => return (error, lines),
            Incoming::Notice(Notice::Stderr(line)) => lines.push(line.into()),
            _ => {}
        }
    }
}

fn notification(body: &'static str) -> Outgoing {
    Outgoing {
        body: body.into(),
        kind: OutgoingKind::Notification,
        headers: Vec::new(),
        related: None,
    }
}

/// A folder of one test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("hostline-process-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str, text: &str, mode: u32) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The processes, zombies included, in whose environment or arguments the word stands.
#[cfg(target_os = "linux")]
fn with_word(word: &str) -> BTreeSet<i32> {
    let folders = std::fs::read_dir("/proc").unwrap();
    let pids = folders.filter_map(|folder| folder.unwrap().file_name().to_str()?.parse().ok());
    pids.filter(|pid: &i32| {
        *pid != i32::try_from(std::process::id()).unwrap()
            && ["environ", "cmdline"].iter().any(|file| {
                let text = std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
                memchr::memmem::find(&text, word.as_bytes()).is_some()
            })
    })
    .collect()
}

/// The state of a process and its parent.
#[cfg(target_os = "linux")]
fn state_of(pid: i32) -> Option<(char, u32)> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_ascii_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

/// Those that have ended and wait for us to reap them.
#[cfg(target_os = "linux")]
fn zombies_among(pids: &BTreeSet<i32>) -> Vec<i32> {
    let ours = |pid: &&i32| state_of(**pid) == Some(('Z', std::process::id()));
    pids.iter().filter(ours).copied().collect()
}

/// Those that live.
#[cfg(target_os = "linux")]
fn living_among(pids: &BTreeSet<i32>) -> Vec<i32> {
    let lives = |pid: &&i32| state_of(**pid).is_some_and(|(state, _)| state != 'Z');
    pids.iter().filter(lives).copied().collect()
}

/// Waits until the server has said on standard error that it is `ready`.
async fn until_ready(transport: &mut ProcessTransport) {
    let ready = async {
        loop {
            match next(transport).await {
                Incoming::Notice(Notice::Stderr(line)) if &*line == "ready" => return,
                Incoming::Closed(error) => panic!("{error}"),
                _ => {}
            }
        }
    };
    tokio::time::timeout(PATIENCE, ready).await.expect("it must get ready");
}

/// Waits until none of the processes lives. Only used where the end is not ours to wait for.
#[cfg(target_os = "linux")]
fn soon_gone(pids: &BTreeSet<i32>) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if living_among(pids).is_empty() {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

#[tokio::test]
async fn messages_pass_both_ways() {
    let mut transport = start(&Command::new("cat"));
    for _ in 0..3 {
        transport.send(notification(r#"{"jsonrpc":"2.0","method":"n"}"#));
        let incoming = next(&mut transport).await;
        assert!(matches!(incoming, Incoming::Frame { frame: Frame::Message(_), .. }));
    }
    assert!(close(&mut transport).await < Duration::from_secs(2));
}

#[tokio::test]
async fn arguments_pass_no_shell() {
    let text = r#"printf '{"jsonrpc":"2.0","method":"%s"}\n' "$1"; cat >/dev/null"#;
    let mut transport = start(&script(text).args(["sh", "$HOME `id` * ; exit"]));
    let Incoming::Frame { frame: Frame::Message(message), .. } = next(&mut transport).await else {
        panic!("no message")
    };
    let crate::jsonrpc::Message::Notification(notification) = message else { panic!("no method") };
    assert_eq!(&*notification.method, "$HOME `id` * ; exit");
}

#[tokio::test]
async fn a_server_that_ends_by_itself_tells_its_exit_code_and_last_words() {
    let text = "echo usage; for i in $(seq 1 30); do echo line $i >&2; done; exit 3";
    let (error, lines) = end(&mut start(&script(text))).await;
    assert_eq!(lines.len(), 30);
    assert_eq!(error.code(), ErrorCode::Process);
    let message = error.message();
    for part in ["ended with exit code 3", "line 11 | line 12", "line 30", "the first: usage"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(!message.contains("line 10 |"), "{message}");
}

#[tokio::test]
async fn a_server_that_is_killed_or_ends_well_says_so() {
    let (error, _) = end(&mut start(&script("kill -9 $$"))).await;
    assert_eq!(error.code(), ErrorCode::Process);
    assert!(error.message().contains("was ended by signal 9 (SIGKILL)"), "{error}");
    let (error, _) = end(&mut start(&script("exit 0"))).await;
    assert_eq!(error.code(), ErrorCode::Closed);
    assert!(error.message().contains("ended by itself, without an error"), "{error}");
}

#[tokio::test]
async fn standard_error_is_told_while_nothing_else_happens() {
    let text = r"echo first >&2; printf 'b\377d\r\n' >&2; printf unfinished >&2";
    let (_, lines) = end(&mut start(&script(text))).await;
    assert_eq!(lines, ["first", "b\u{fffd}d", "unfinished"]);
}

#[tokio::test]
async fn a_server_whose_descendant_holds_the_pipes_is_known_to_have_ended() {
    let text = "sleep 300 & echo ready >&2; exit 5";
    let mut transport = start(&script(text));
    let (error, _) = end(&mut transport).await;
    assert!(error.message().contains("ended with exit code 5"), "{error}");
    close(&mut transport).await;
}

#[tokio::test]
async fn a_server_that_closes_its_output_but_stays_is_told_apart() {
    let quick = Duration::from_millis(50);
    let command = script("exec >&-; exec sleep 300").shutdown_waits(quick, quick);
    let mut transport = start(&command);
    let (error, _) = end(&mut transport).await;
    assert!(error.message().contains("closed its output but goes on running"), "{error}");
    close(&mut transport).await;
}

#[tokio::test]
async fn a_flood_on_standard_error_stops_no_message_and_is_counted() {
    let text = r#"head -c 100000000 /dev/zero | tr '\0' 'x' | fold -w 99 >&2
        echo '{"jsonrpc":"2.0","method":"done"}'; cat >/dev/null"#;
    let mut transport = start(&script(text));
    let (mut told, mut dropped) = (0_usize, 0_u64);
    loop {
        match next(&mut transport).await {
            Incoming::Notice(Notice::Stderr(_)) => told += 1,
            Incoming::Notice(Notice::StderrDropped { lines }) => dropped += lines,
            Incoming::Frame { .. } => break,
            other => panic!("{other:?}"),
        }
    }
    // The last of the flood may still be in the pipe.
    let all = told + usize::try_from(dropped).unwrap();
    assert!((990_000..=1_010_102).contains(&all), "{told} told, {dropped} dropped");
    assert!(told < 200_000, "{told} told");
}

#[tokio::test]
async fn a_flood_on_standard_error_by_a_descendant_does_not_delay_the_end() {
    let mut transport = start(&script("yes >&2 & exit 4"));
    let (error, _) = end(&mut transport).await;
    assert!(error.message().contains("exit code 4"), "{error}");
    close(&mut transport).await;
}

#[tokio::test]
async fn an_endless_line_on_standard_error_is_cut() {
    let text = "head -c 1000000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo after >&2";
    let (_, lines) = end(&mut start(&script(text))).await;
    assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [64 << 10, 5]);
}

#[cfg(target_os = "linux")]
mod trees {
    use super::*;

    /// Starts a tree, waits until it is `ready`, and returns it with all its processes.
    async fn tree(word: &str, text: &str) -> (ProcessTransport, BTreeSet<i32>) {
        let quick = Duration::from_millis(150);
        let command = script(text).arg(word).env("WORD", word).shutdown_waits(quick, quick);
        let mut transport = start(&command);
        until_ready(&mut transport).await;
        (transport, with_descendants(with_word(word)))
    }

    /// Adds what descends from the processes.
    fn with_descendants(mut pids: BTreeSet<i32>) -> BTreeSet<i32> {
        assert!(!pids.is_empty());
        for _ in 0..5 {
            let folders = std::fs::read_dir("/proc").unwrap();
            for folder in folders {
                let Ok(pid) = folder.unwrap().file_name().to_string_lossy().parse() else {
                    continue;
                };
                let parent = state_of(pid).and_then(|(_, parent)| i32::try_from(parent).ok());
                if parent.is_some_and(|parent| pids.contains(&parent)) {
                    pids.insert(pid);
                }
            }
        }
        pids
    }

    fn word(name: &str) -> String {
        format!("{name}-{}", std::process::id())
    }

    /// Trees that end politely, that do not, and that try to get away.
    const TREES: [(&str, &str); 7] = [
        ("polite", "echo ready >&2; cat >/dev/null"),
        ("deaf", "trap '' TERM; echo ready >&2; while :; do sleep 1; done"),
        ("group", "sleep 300 & sleep 300 & echo ready >&2; cat >/dev/null"),
        ("wrapper", "sh -c 'trap \"\" TERM; echo ready >&2; while :; do sleep 1; done'; :"),
        ("escaped", "setsid sh -c 'echo ready >&2; sleep 300' & cat >/dev/null"),
        (
            "orphan",
            "(setsid sh -c 'trap \"\" TERM; echo ready >&2; sleep 300 & wait' &); cat >/dev/null",
        ),
        ("unmarked", "env -i setsid sh -c 'echo ready >&2; sleep 300' & cat >/dev/null"),
    ];

    #[tokio::test]
    async fn closing_leaves_nothing_of_any_tree() {
        for (name, text) in TREES {
            let word = word(&format!("close-{name}"));
            let (mut transport, seen) = tree(&word, text).await;
            let took = close(&mut transport).await;
            assert_eq!(living_among(&seen), NOBODY, "{name}");
            assert_eq!(living_among(&with_word(&word)), NOBODY, "{name}");
            assert_eq!(zombies_among(&seen), NOBODY, "{name}");
            assert!(took < Duration::from_secs(20), "{name} took {took:?}");
        }
    }

    #[tokio::test]
    async fn dropping_leaves_nothing_of_any_tree() {
        for (name, text) in TREES {
            let word = word(&format!("drop-{name}"));
            let (transport, seen) = tree(&word, text).await;
            drop(transport);
            assert!(soon_gone(&seen), "{name}: {:?}", living_among(&seen));
            assert_eq!(living_among(&with_word(&word)), NOBODY, "{name}");
            assert_eq!(zombies_among(&seen), NOBODY, "{name}");
        }
    }

    #[tokio::test]
    async fn giving_up_the_close_still_ends_the_tree() {
        let (mut transport, seen) = tree(&word("given-up"), TREES[1].1).await;
        let waiting = poll_fn(|cx| Poll::Ready(transport.poll_close(cx).is_pending())).await;
        assert!(waiting);
        drop(transport);
        assert!(soon_gone(&seen), "{:?}", living_among(&seen));
    }

    #[tokio::test]
    async fn a_server_that_floods_both_streams_is_closed() {
        let text = "echo ready >&2; yes >&2 & yes";
        let (mut transport, seen) = tree(&word("flooding"), text).await;
        close(&mut transport).await;
        assert_eq!(living_among(&seen), NOBODY);
    }

    const ROLE: &str = "HOSTLINE_TEST_PARENT";

    /// What the next test starts as a process of its own: a host with servers, which is then
    /// killed. As a test by itself it does nothing.
    #[tokio::test]
    async fn a_parent_that_waits_to_be_killed() {
        let Ok(word) = std::env::var(ROLE) else { return };
        let mut servers = Vec::new();
        for (_, text) in TREES.iter().filter(|(name, _)| *name != "unmarked") {
            let mut server = start(&script(text).arg(&word).env("WORD", &word));
            until_ready(&mut server).await;
            servers.push(server);
        }
        eprintln!("all servers run");
        std::future::pending::<()>().await;
    }

    #[tokio::test]
    async fn a_host_that_is_killed_takes_its_servers_along() {
        use std::io::{BufRead, BufReader};
        let word = word("killed");
        let mut parent = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", "--test-threads=1"])
            .arg("transport::process::tests::trees::a_parent_that_waits_to_be_killed")
            .env(ROLE, &word)
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(parent.stderr.take().unwrap());
        let ready = output.lines().any(|line| line.unwrap() == "all servers run");
        assert!(ready, "the parent did not start its servers");
        let seen = with_word(&word);
        assert!(seen.len() > TREES.len(), "{seen:?}");
        parent.kill().unwrap();
        parent.wait().unwrap();
        assert!(soon_gone(&seen), "{:?}", living_among(&seen));
        // Whoever ends the trees has children of its own for a moment, which were not seen before.
        let begun = Instant::now();
        while !living_among(&with_word(&word)).is_empty() {
            assert!(begun.elapsed() < PATIENCE, "{:?}", living_among(&with_word(&word)));
            std::thread::yield_now();
        }
    }

    #[tokio::test]
    async fn a_thread_that_ends_takes_no_server_along() {
        let handle = tokio::runtime::Handle::current();
        let spawned = std::thread::spawn(move || {
            let _guard = handle.enter();
            start(&Command::new("cat"))
        });
        let mut transport = spawned.join().unwrap();
        transport.send(notification(r#"{"jsonrpc":"2.0","method":"n"}"#));
        assert!(matches!(next(&mut transport).await, Incoming::Frame { .. }));
    }
}

#[tokio::test]
async fn a_server_sees_the_allowed_and_the_given_variables_only() {
    let command = script("env >&2").env("GIVEN", "1").env("TERM", "dumb");
    let (_, lines) = end(&mut start(&command)).await;
    let names: BTreeSet<&str> = lines.iter().filter_map(|line| line.split('=').next()).collect();
    assert!(names.contains("PATH") && names.contains("GIVEN"), "{names:?}");
    assert!(lines.contains(&"TERM=dumb".to_owned()));
    assert!(names.iter().all(|name| !name.starts_with("CARGO")), "{names:?}");
}

#[test]
fn the_environment_is_chosen_by_name_and_value() {
    let ours = [
        ("HOME", "/h"),
        ("PATH", "/bin"),
        ("LC_ALL", "C"),
        ("XDG_RUNTIME_DIR", "/run"),
        ("AWS_SECRET_ACCESS_KEY", "s"),
        ("USER", "() { :; }"),
        ("WANTED", "w"),
        ("UNWANTED", "u"),
    ];
    let command = Command::new("x").inherit_env("WANTED").env("HOME", "/other");
    let ours = ours.map(|(name, value)| (name.into(), value.into()));
    let chosen = environment::choose(&command, ours.into_iter()).unwrap();
    let chosen: Vec<String> = chosen
        .iter()
        .map(|(name, value)| format!("{}={}", name.display(), value.display()))
        .collect();
    let expected = ["HOME=/other", "LC_ALL=C", "PATH=/bin", "WANTED=w", "XDG_RUNTIME_DIR=/run"];
    assert_eq!(chosen, expected);
    for (name, value) in [("", "v"), ("a=b", "v"), ("a\0", "v"), ("a", "v\0")] {
        let command = Command::new("x").env(name, value);
        let error = environment::choose(&command, std::iter::empty()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput, "{name:?}");
    }
}

#[test]
fn a_command_line_is_split_and_shown_without_a_shell() {
    let table = [
        ("npx -y pkg", "npx -y pkg", 3),
        ("  'my server'  \"a b\" c\\ d ", "'my server' 'a b' 'c d'", 3),
        ("x '' \"it's\"", r"x '' 'it'\''s'", 3),
        ("x $HOME ~ `id` *", "x '$HOME' '~' '`id`' '*'", 5),
    ];
    for (text, shown, words) in table {
        let command = Command::parse(text).unwrap();
        assert_eq!(command.arguments().len() + 1, words, "{text}");
        assert_eq!(command.to_string(), shown);
        let again = Command::parse(&command.to_string()).unwrap();
        assert_eq!(again.arguments(), command.arguments());
    }
    for text in ["", "  ", "'open", "''", "x \"open"] {
        let error = Command::parse(text).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput, "{text:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_started_is_named_with_what_to_do() {
    let folder = Folder::new();
    let plain = folder.file("plain", "#!/bin/sh\n", 0o644);
    let broken = folder.file("broken", "#!/no/such/interpreter\n", 0o755);
    let garbage = folder.file("garbage", "\u{1}\u{2}\u{3}", 0o755);
    let inside = |name: &str| Command::new(name).env("PATH", &folder.0);
    let place = folder.0.display().to_string();
    let table = [
        (inside("missing"), ["`missing` was not found in", &place, "install `missing`"]),
        (inside("A=1"), ["`A=1` was not found", &place, "set environment variables apart"]),
        (inside("plain"), ["/plain may not be executed", &place, "chmod +x"]),
        (Command::new(&plain), ["/plain may not be executed", &place, "chmod +x"]),
        (Command::new(&folder.0), ["is a folder, not a program", &place, "name a program in it"]),
        (Command::new(&broken), ["/broken could not be started", &place, "interpreter"]),
        (Command::new(&garbage), ["/garbage could not be started", &place, "first line"]),
        (Command::new("./none").current_dir(&folder.0), ["no program", &place, "check the path"]),
        (Command::new("~/x"), ["no program", "~/x", "`~` is not expanded"]),
        (
            Command::new("cat").current_dir(folder.0.join("gone")),
            ["/gone, in which the server is to run, is none", &place, "create it"],
        ),
        (Command::new("x").env("PATH", ""), ["`x` was not found", "no PATH", "install `x`"]),
    ];
    for (command, parts) in table {
        let error = failure(&command);
        assert_eq!(error.code(), ErrorCode::Process, "{error}");
        for part in parts {
            assert!(error.to_string().contains(part), "{part}: {error}");
        }
    }
}

#[tokio::test]
async fn the_folder_and_a_relative_program_count_from_there() {
    let folder = Folder::new();
    folder.file("server", "#!/bin/sh\npwd >&2\n", 0o755);
    let (_, lines) = end(&mut start(&Command::new("./server").current_dir(&folder.0))).await;
    assert_eq!(lines, [folder.0.canonicalize().unwrap().display().to_string()]);
}

#[test]
fn the_values_of_the_environment_are_not_printed() {
    let command = Command::new("x").env("TOKEN", "very-secret");
    let printed = format!("{command:?} {command}");
    assert!(printed.contains("TOKEN") && !printed.contains("very-secret"), "{printed}");
}
