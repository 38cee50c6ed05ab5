#![cfg(target_os = "linux")]

use std::{future::poll_fn, path::PathBuf, time::Duration};

use super::*;
use crate::transport::{Command, Incoming, Notice, ProcessTransport, Transport};

/// The longest that anything here may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Folders of one test: one that is opened to the server, and what lies beside it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir();
        let folder = folder.join(format!("hostline-confine-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("open")).unwrap();
        std::fs::write(folder.join("open/letter"), "hello").unwrap();
        std::fs::write(folder.join("diary"), "private").unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether this kernel can hold files; where it cannot, the tests that need it say so.
fn holds_files() -> bool {
    let state = ConfinementState::available();
    let holds = matches!(&state, ConfinementState::On(_));
    if !holds {
        eprintln!("not tested: {state:?}");
    }
    holds
}

fn has(program: &str) -> bool {
    let has = std::path::Path::new(program).exists();
    if !has {
        eprintln!("not tested: there is no {program}");
    }
    has
}

/// What a confined program writes to standard error, and the error of its end.
async fn run(command: Command) -> (Vec<String>, Error) {
    let mut transport = ProcessTransport::spawn(&command).unwrap();
    let mut lines = Vec::new();
    loop {
        let next = poll_fn(|cx| transport.poll_incoming(cx));
        match tokio::time::timeout(PATIENCE, next).await.expect("it must end") {
            Incoming::Closed(error) => return (lines, error),
            Incoming::Notice(Notice::Stderr(line)) => lines.push(line.into()),
            _ => {}
        }
    }
}

fn script(text: &str) -> Command {
    Command::new("/bin/sh").args(["-c", &format!("exec >&2; {text}")]).current_dir("/")
}

/// Runs Python's text with `result` set to what came of each attempt, by its name.
fn python(attempts: &str) -> Command {
    let text = format!(
        "import socket, ctypes, sys, os, errno\n\
         def attempt(name, what):\n\
         \x20   try:\n\
         \x20       what(); said = 'yes'\n\
         \x20   except OSError as error:\n\
         \x20       said = errno.errorcode[error.errno]\n\
         \x20   print(name, said, file=sys.stderr, flush=True)\n\
         {attempts}"
    );
    Command::new("/usr/bin/python3").args(["-c", &text]).current_dir("/")
}

#[tokio::test]
async fn what_is_inside_is_reached_and_what_is_beside_it_is_not() {
    if !holds_files() {
        return;
    }
    let place = Place::new("files");
    let text = r#"cat "$1/open/letter"; echo; echo more >"$1/open/new" && cat "$1/open/new"
        cat "$1/diary"; echo changed >"$1/diary"; ls "$1"; rm "$1/diary"; mkdir "$1/other"
        mv "$1/open/new" "$1/new"; ln "$1/diary" "$1/open/stolen"; true >"$1/open/../diary"
        ln -s "$1/diary" "$1/open/link" && cat "$1/open/link"; cat /proc/$PPID/environ"#;
    let confinement = Confinement::new().write(place.path("open"));
    let command = script(text).args(["sh", &place.path("")]).confined(confinement);
    assert!(matches!(command.confinement_state(), ConfinementState::On(_)));
    let (lines, _) = run(command).await;
    assert_eq!(lines[..2], ["hello", "more"], "{lines:#?}");
    // A link from one folder to another is refused as if they were on two disks.
    let is_refusal =
        |line: &String| ["Permission denied", "cross-device"].iter().any(|why| line.contains(why));
    assert!(lines[2..].iter().all(is_refusal), "{lines:#?}");
    assert_eq!(lines.len(), 2 + 10, "{lines:#?}");
    assert_eq!(std::fs::read_to_string(place.path("diary")).unwrap(), "private");
    assert!(!std::path::Path::new(&place.path("new")).exists());
}

#[tokio::test]
async fn what_may_be_read_may_not_be_changed_nor_cut_off() {
    if !holds_files() || !has("/usr/bin/python3") {
        return;
    }
    let place = Place::new("read");
    let attempts = "place = sys.argv[1]\n\
        attempt('read', lambda: open(place + '/open/letter').read())\n\
        attempt('write', lambda: open(place + '/open/letter', 'w'))\n\
        attempt('cut', lambda: os.truncate(place + '/open/letter', 0))\n\
        attempt('cut outside', lambda: os.truncate(place + '/diary', 0))\n\
        attempt('make', lambda: os.mkdir(place + '/open/new'))\n\
        attempt('signal', lambda: os.kill(os.getppid(), 0))";
    let confinement = Confinement::new().read(place.path("open"));
    let command = python(attempts).arg(place.path("")).confined(confinement);
    let ConfinementState::On(held) = command.confinement_state() else { panic!("not confined") };
    let (lines, _) = run(command).await;
    let expected = ["read yes", "write EACCES", "cut EACCES", "cut outside EACCES", "make EACCES"];
    assert_eq!(lines[..5], expected, "{lines:#?}");
    let signal = if held.contains(&"signals") { "signal EPERM" } else { "signal yes" };
    assert_eq!(lines[5..], [signal], "{lines:#?}");
    assert_eq!(std::fs::read_to_string(place.path("open/letter")).unwrap(), "hello");
}

/// Attempts at sockets of every kind that leads out, by the process itself and by a child.
const SOCKETS: &str = "\
def all(who):\n\
\x20   kinds = [('tcp4', socket.AF_INET, socket.SOCK_STREAM, 0),\n\
\x20            ('udp4', socket.AF_INET, socket.SOCK_DGRAM, 0),\n\
\x20            ('tcp6', socket.AF_INET6, socket.SOCK_STREAM, 0),\n\
\x20            ('udp6', socket.AF_INET6, socket.SOCK_DGRAM, 0),\n\
\x20            ('raw', socket.AF_INET, socket.SOCK_RAW, 1),\n\
\x20            ('packet', socket.AF_PACKET, socket.SOCK_RAW, 0),\n\
\x20            ('route', socket.AF_NETLINK, socket.SOCK_RAW, 0),\n\
\x20            ('audit', socket.AF_NETLINK, socket.SOCK_RAW, 9),\n\
\x20            ('unix', socket.AF_UNIX, socket.SOCK_STREAM, 0)]\n\
\x20   for name, family, kind, protocol in kinds:\n\
\x20       attempt(who + name, lambda: socket.socket(family, kind, protocol))\n\
\x20   attempt(who + 'pair', lambda: socket.socketpair())\n\
\x20   pair = lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n\
\x20   attempt(who + 'datagram pair', pair)\n\
\x20   libc = ctypes.CDLL(None, use_errno=True)\n\
\x20   def ring():\n\
\x20       room = ctypes.create_string_buffer(120)\n\
\x20       if libc.syscall(425, 1, room) < 0: raise OSError(ctypes.get_errno(), '')\n\
\x20   attempt(who + 'ring', ring)\n\
all('')\n\
if os.fork() == 0:\n\
\x20   all('child ')\n\
\x20   os._exit(0)\n\
os.wait()";

/// What came of the attempts at these sockets, for the process and its child.
fn expected(allowed: &[&str]) -> Vec<String> {
    let kinds = [
        "tcp4",
        "udp4",
        "tcp6",
        "udp6",
        "raw",
        "packet",
        "route",
        "audit",
        "unix",
        "pair",
        "datagram pair",
        "ring",
    ];
    let said = |name: &&str| if allowed.contains(name) { "yes" } else { "EACCES" };
    let of =
        |who: &'static str| kinds.iter().map(move |name| format!("{who}{name} {}", said(name)));
    of("").chain(of("child ")).collect()
}

#[tokio::test]
async fn without_the_network_no_socket_leads_out_of_a_process_or_its_child() {
    if !holds_files() || !has("/usr/bin/python3") {
        return;
    }
    let (lines, _) = run(python(SOCKETS).confined(Confinement::new())).await;
    assert_eq!(lines, expected(&["pair"]));
}

#[tokio::test]
async fn with_the_network_only_ip_leads_out() {
    if !holds_files() || !has("/usr/bin/python3") {
        return;
    }
    let (lines, _) = run(python(SOCKETS).confined(Confinement::new().network(true))).await;
    assert_eq!(lines, expected(&["tcp4", "udp4", "tcp6", "udp6", "route", "pair"]));
}

#[cfg(target_arch = "x86_64")]
#[tokio::test]
async fn calls_by_other_numbers_end_the_process() {
    if !holds_files() || !has("/usr/bin/python3") {
        return;
    }
    // The socket of x32, and the key rings by their own number.
    let text = "libc = ctypes.CDLL(None, use_errno=True)\n\
        libc.syscall(250, 0, -3, 0)\n\
        print(errno.errorcode[ctypes.get_errno()], file=sys.stderr, flush=True)\n\
        libc.syscall(0x40000000 + 41, 2, 1, 0)\n\
        print('still here', file=sys.stderr, flush=True)";
    let (lines, error) = run(python(text).confined(Confinement::new())).await;
    assert_eq!(lines, ["EACCES"]);
    assert!(error.message().contains("was ended by signal 31"), "{error}");
}

/// The filter stands by itself where the kernel holds no files.
#[test]
fn the_filter_refuses_sockets_without_landlock() {
    let refused = std::thread::spawn(|| {
        seccompiler::apply_filter(&filter::program(false).unwrap()).unwrap();
        let tcp = std::net::TcpListener::bind("127.0.0.1:0").unwrap_err().kind();
        let udp = std::net::UdpSocket::bind("[::1]:0").unwrap_err().kind();
        (tcp, udp, std::os::unix::net::UnixStream::pair().is_ok())
    });
    let denied = std::io::ErrorKind::PermissionDenied;
    assert_eq!(refused.join().unwrap(), (denied, denied, true));
    assert!(std::net::TcpListener::bind("127.0.0.1:0").is_ok(), "other threads stay free");
}

#[tokio::test]
async fn node_runs_confined_with_little_memory_and_is_bounded() {
    if !holds_files() || !has("/usr/bin/node") {
        return;
    }
    let text = "console.error(1); new WebAssembly.Memory({initial: 1}); console.error(2);
        try { Buffer.alloc(400 << 20); console.error(3) } catch { console.error('bounded') }";
    let confinement = Confinement::new().memory(256 << 20);
    let command = Command::new("/usr/bin/node").args(["-e", text]).confined(confinement);
    let (lines, _) = run(command).await;
    assert_eq!(lines, ["1", "2", "bounded"]);
}

#[tokio::test]
async fn descriptors_that_were_left_open_are_not_inherited() {
    if !holds_files() {
        return;
    }
    let place = Place::new("descriptors");
    let diary = std::fs::File::open(place.path("diary")).unwrap();
    rustix::io::fcntl_setfd(&diary, rustix::io::FdFlags::empty()).unwrap();
    let list = || script("ls -l /proc/self/fd/");
    let (lines, _) = run(list()).await;
    assert!(lines.iter().any(|line| line.ends_with("diary")), "{lines:#?}");
    let (lines, _) = run(list().confined(Confinement::new())).await;
    assert!(!lines.is_empty());
    assert!(!lines.iter().any(|line| line.ends_with("diary")), "{lines:#?}");
}

#[tokio::test]
async fn a_limit_on_processes_holds_or_cannot_be_had() {
    if !holds_files() {
        return;
    }
    let command = script("for i in 1 2 3 4 5 6 7 8; do sleep 0.2 & done; wait; echo done")
        .confined(Confinement::new().processes(4));
    if rustix::process::geteuid().is_root() {
        let state = command.confinement_state();
        assert!(matches!(state, ConfinementState::Unavailable(_)), "{state:?}");
        let error = ProcessTransport::spawn(&command).map(drop).unwrap_err();
        assert!(error.to_string().contains("cannot be confined as asked"), "{error}");
    } else {
        let (lines, _) = run(command).await;
        assert!(lines.iter().any(|line| line.contains("fork")), "{lines:#?}");
    }
}

#[tokio::test]
async fn a_folder_that_is_not_there_keeps_the_server_from_starting() {
    if !holds_files() {
        return;
    }
    let place = Place::new("missing");
    for confinement in
        [Confinement::new().read(place.path("gone")), Confinement::new().write(place.path("gone"))]
    {
        let command = script("echo started").confined(confinement);
        let error = ProcessTransport::spawn(&command).map(drop).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Process);
        assert!(error.message().contains(&place.path("gone")), "{error}");
    }
}

#[tokio::test]
async fn a_confined_tree_is_ended_with_all_that_it_has_started() {
    if !holds_files() {
        return;
    }
    let text = "setsid sh -c 'trap \"\" TERM; echo $$ >&2; sleep 300' & cat >/dev/null";
    let quick = Duration::from_millis(100);
    let command = script(text).shutdown_waits(quick, quick).confined(Confinement::new());
    let mut transport = ProcessTransport::spawn(&command).unwrap();
    let next = poll_fn(|cx| transport.poll_incoming(cx));
    let Ok(Incoming::Notice(Notice::Stderr(pid))) = tokio::time::timeout(PATIENCE, next).await
    else {
        panic!("it must say its number")
    };
    assert!(std::path::Path::new(&format!("/proc/{pid}")).exists());
    let close = poll_fn(|cx| transport.poll_close(cx));
    tokio::time::timeout(PATIENCE, close).await.expect("closing must end").unwrap();
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "{state}");
}

#[test]
fn what_holds_is_said_beforehand() {
    assert_eq!(Command::new("x").confinement_state(), ConfinementState::Off);
    if !holds_files() {
        return;
    }
    let ConfinementState::On(held) = Confinement::new().memory(1 << 30).state() else {
        panic!("not available")
    };
    for word in ["files", "network", "memory"] {
        assert!(held.contains(&word), "{held:?}");
    }
    let ConfinementState::On(held) = Confinement::new().network(true).state() else {
        panic!("not available")
    };
    assert!(!held.contains(&"network") && held.contains(&"sockets"), "{held:?}");
}
