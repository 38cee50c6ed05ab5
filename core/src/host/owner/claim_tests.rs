//! Who owns, who comes to the owner, and who is next.

use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinSet,
};

use super::*;
use crate::{Json, error::ErrorCode, folder::Folder};

/// Long enough for everything that is to happen.
const LONG: Duration = Duration::from_secs(20);
/// Names the folder of a bench to another process.
const BENCH: &str = "HOSTLINE_TEST_OWNER_BENCH";

/// A configuration in a folder of its own.
pub(super) struct Bench {
    folder: PathBuf,
    place: Place,
}

impl Bench {
    pub(super) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("hostline-owner-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        Self { place: place(&folder), folder }
    }

    pub(super) async fn own(&self) -> Owner {
        match Owner::claim(&self.place).await.unwrap() {
            Claim::Owner(owner) => owner,
            Claim::Taken(_) => panic!("somebody else owns it"),
        }
    }

    pub(super) async fn taken(&self) -> Taken {
        match Owner::claim(&self.place).await.unwrap() {
            Claim::Owner(_) => panic!("nobody owns it"),
            Claim::Taken(taken) => taken,
        }
    }

    /// The next one to come, who is attached.
    pub(super) async fn session(&self, owner: &mut Owner) -> Session {
        match owner.next().await.unwrap() {
            Arrival::Session(session) => session,
            Arrival::Relay(_) => panic!("a relay has come"),
        }
    }

    /// The next one to come, who is a relay.
    pub(super) async fn relayed(&self, owner: &mut Owner) -> Relayed {
        match owner.next().await.unwrap() {
            Arrival::Relay(relayed) => relayed,
            Arrival::Session(_) => panic!("a session has come"),
        }
    }

    pub(super) fn socket(&self) -> &Path {
        &self.place.sockets()[0]
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn place(folder: &Path) -> Place {
    Place::below(&folder.join("data"), None, &folder.join("hostline.toml")).unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn one_at_a_time_owns_and_nobody_else_reaches_the_socket() {
    let bench = Bench::new();
    let owner = bench.own().await;
    let taken = bench.taken().await;
    assert_eq!(owner.place(), &bench.place);
    assert_eq!(mode(bench.socket()), 0o600);
    assert_eq!(mode(bench.socket().parent().unwrap()), 0o700);
    drop(owner);
    assert!(!bench.socket().exists());
    assert_eq!(taken.attach("late").await.err().unwrap().code(), ErrorCode::Transport);
    drop(bench.own().await);
}

#[tokio::test]
async fn the_lock_decides_and_not_what_a_dead_owner_has_left() {
    let bench = Bench::new();
    drop(bench.own().await);
    // A socket that nobody listens on any more.
    drop(std::os::unix::net::UnixListener::bind(bench.socket()).unwrap());
    fs::write(bench.place.data().join("owner.json"), "garbage").unwrap();
    let mut owner = bench.own().await;
    let attached = bench.taken().await.attach("desktop").await.unwrap();
    bench.session(&mut owner).await;
    drop(attached);
}

#[tokio::test]
async fn a_relay_carries_every_byte_both_ways() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    // What stands directly behind the first line belongs to the client already.
    let mut client = tokio::net::UnixStream::connect(bench.socket()).await.unwrap();
    let mut bytes = lines::line(&opening::Opening::relay("editor")).unwrap();
    bytes.extend_from_slice(b"{\"first\":1}\n\xff\x00");
    client.write_all(&bytes).await.unwrap();
    let mut relayed = bench.relayed(&mut owner).await;
    assert_eq!(relayed.client, "editor");
    let mut read = [0; 14];
    relayed.stream.read_exact(&mut read).await.unwrap();
    assert_eq!(&read, b"{\"first\":1}\n\xff\x00");
    drop(client);
    assert_eq!(relayed.stream.read(&mut read).await.unwrap(), 0);

    let mut client = bench.taken().await.relay("script").await.unwrap();
    let mut relayed = bench.relayed(&mut owner).await;
    relayed.stream.write_all(b"reply").await.unwrap();
    relayed.stream.shutdown().await.unwrap();
    let mut all = Vec::new();
    client.read_to_end(&mut all).await.unwrap();
    assert_eq!(all, b"reply");
}

#[tokio::test]
async fn of_those_who_wait_one_takes_over_and_the_others_reach_it() {
    let bench = Bench::new();
    let mut first = bench.own().await;
    let mut relays = Vec::new();
    for _ in 0..5 {
        relays.push(bench.taken().await.relay("editor").await.unwrap());
        // Dropped with the first owner's process in real life.
        drop(bench.relayed(&mut first).await);
    }
    let mut next = JoinSet::new();
    for mut relay in relays {
        let place = bench.place.clone();
        next.spawn(async move {
            let mut byte = [0];
            assert_eq!(relay.read(&mut byte).await.unwrap(), 0);
            Owner::claim_or_relay(&place, "editor", LONG).await.unwrap()
        });
    }
    drop(first);
    let (mut owners, mut others) = (Vec::new(), Vec::new());
    while let Some(claim) = next.join_next().await {
        match claim.unwrap() {
            Claim::Owner(owner) => owners.push(owner),
            Claim::Taken(relay) => others.push(relay),
        }
    }
    assert_eq!((owners.len(), others.len()), (1, 4));
    for _ in 0..4 {
        bench.relayed(&mut owners[0]).await;
    }
}

#[tokio::test]
async fn who_finds_no_owner_that_listens_gives_up_in_time() {
    let bench = Bench::new();
    let folder = Folder::new(bench.place.data().to_owned());
    let _lock = folder.lock("owner.lock", Duration::ZERO).await.unwrap();
    let within = Duration::from_millis(30);
    let refused = Owner::claim_or_attach(&bench.place, "desktop", within).await.err().unwrap();
    assert_eq!(refused.code(), ErrorCode::Transport, "{refused}");
}

#[tokio::test]
async fn who_waits_owns_once_the_lock_is_free() {
    let bench = Bench::new();
    let folder = Folder::new(bench.place.data().to_owned());
    let lock = folder.lock("owner.lock", Duration::ZERO).await.unwrap();
    let free = async {
        tokio::task::yield_now().await;
        drop(lock);
    };
    let claim = Owner::claim_or_attach(&bench.place, "desktop", LONG);
    let (claim, ()) = tokio::join!(claim, free);
    assert!(matches!(claim.unwrap(), Claim::Owner(_)));
}

/// The process that is to be killed, when the bench is named to it.
#[tokio::test]
async fn an_owner_that_is_killed_leaves_nothing_that_keeps_the_next_one_out() {
    if let Some(folder) = std::env::var_os(BENCH) {
        let Claim::Owner(mut owner) = Owner::claim(&place(Path::new(&folder))).await.unwrap()
        else {
            panic!("somebody else owns it");
        };
        println!("\nit is owned");
        loop {
            // The operation is never answered.
            let Some(Arrival::Session(mut session)) = owner.next().await else { return };
            let _operation = session.next().await;
            println!("\nit is asked");
            std::future::pending::<()>().await;
        }
    }
    let bench = Bench::new();
    let name = "host::owner::claim_tests::\
                an_owner_that_is_killed_leaves_nothing_that_keeps_the_next_one_out";
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env(BENCH, &bench.folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap() == "it is owned"));
    let attached = bench.taken().await.attach("desktop").await.unwrap();
    assert_eq!(attached.process(), child.id());
    let null = crate::Json::default();
    let mut call = std::pin::pin!(attached.call("slow", &null));
    tokio::select! {
        biased;
        _ = &mut call => panic!("nobody answers"),
        said = tokio::task::spawn_blocking(move || said.any(|line| line.unwrap() == "it is asked"))
            => assert!(said.unwrap()),
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let error = call.await.unwrap_err();
    assert_eq!((error.code(), error.may_have_run()), (ErrorCode::Closed, true));
    assert!(bench.socket().exists());
    let claim = Owner::claim_or_attach(&bench.place, "desktop", LONG).await.unwrap();
    assert!(matches!(claim, Claim::Owner(_)));
}

#[tokio::test]
async fn whoever_is_here_stays_and_is_waited_for_while_nobody_new_is_let_in() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    let taken = bench.taken().await;
    let attached = taken.attach("desktop").await.unwrap();
    let mut session = bench.session(&mut owner).await;
    owner.receive_no_more();
    let late = taken.attach("late").await.err().unwrap();
    assert_eq!(late.code(), ErrorCode::Transport, "{late}");
    assert!(owner.next().await.is_none());
    let mut calls = JoinSet::new();
    calls.spawn(async move { attached.call("op", &Json::default()).await });
    session.next().await.unwrap().reply(Ok(Json::default()));
    tokio::select! {
        () = owner.left() => panic!("somebody is still here"),
        call = calls.join_next() => drop(call.unwrap().unwrap().unwrap()),
    }
    drop(session);
    owner.left().await;
    bench.taken().await;
    drop(owner);
    drop(bench.own().await);
}
