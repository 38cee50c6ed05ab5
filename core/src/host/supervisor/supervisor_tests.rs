use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use tokio::{sync::mpsc, task::JoinSet};

use super::*;
use crate::{
    Client, Error, ErrorCode, Result,
    client::{Event, Target},
    future::BoxFuture,
    host::ServerName,
    server::{self, NoArguments, ServedTool, ServerHandle},
    transport::{memory, process::ConfinementState},
};

const PATIENCE: Duration = Duration::from_secs(10);

/// A server that can be killed, refused to start, and changed.
#[derive(Default)]
struct Place {
    server: Mutex<Option<ServerHandle>>,
    /// What runs of it; dropping it kills it.
    running: Mutex<JoinSet<()>>,
    started: AtomicUsize,
    /// Whether starting it never ends.
    hangs: AtomicBool,
    /// What starting it fails with.
    fault: Mutex<Option<Error>>,
    listed: Mutex<Vec<usize>>,
}

impl Way for Arc<Place> {
    fn connect<'a>(&'a self, ladder: &'a Ladder) -> BoxFuture<'a, Result<Connected>> {
        Box::pin(async move {
            self.started.fetch_add(1, Ordering::Relaxed);
            if self.hangs.load(Ordering::Relaxed) {
                std::future::pending::<()>().await;
            }
            if let Some(fault) = self.fault.lock().unwrap().clone() {
                return Err(fault);
            }
            let (near, far) = memory::pair();
            let server = self.server.lock().unwrap().clone().unwrap();
            self.running.lock().unwrap().spawn(async move {
                let _ = server.serve(far).await;
            });
            let mut builder = Client::builder();
            let events = builder.events();
            let client = builder.connect(Target::transport("test", near)).await?;
            ladder.reach(Step::Negotiated);
            Ok(Connected { client, events, confinement: ConfinementState::Off })
        })
    }

    fn listed<'a>(&'a self, lists: &'a Lists) -> BoxFuture<'a, ()> {
        self.listed.lock().unwrap().push(lists.tools.len());
        Box::pin(std::future::ready(()))
    }

    fn event(&self, _: &Event) {}
}

/// A kept server, what is told of its status, and what runs.
struct Server {
    kept: Kept,
    place: Arc<Place>,
    told: mpsc::UnboundedReceiver<Status>,
    _tasks: JoinSet<()>,
}

fn tool(name: &str) -> ServedTool {
    ServedTool::new(name, "Does one thing", |_: NoArguments, _| async { "done" })
}

fn kept() -> Server {
    let server = server::Server::new("test", "1").with_tool(tool("one")).build().unwrap();
    let place = Arc::new(Place { server: Mutex::new(Some(server)), ..Place::default() });
    let (tell, told) = mpsc::unbounded_channel();
    let tell = Box::new(move |status: &Status| {
        let _ = tell.send(status.clone());
    });
    let name = ServerName::parse("test").unwrap();
    let (kept, keeper) = keep(name, Arc::new(place.clone()), tell);
    let mut tasks = JoinSet::new();
    tasks.spawn(keeper.run());
    Server { kept, place, told, _tasks: tasks }
}

impl Server {
    fn kill(&self) {
        self.place.running.lock().unwrap().abort_all();
    }

    /// Waits until the server does this.
    async fn until(&mut self, activity: Activity) -> Status {
        let mut seen = Vec::new();
        loop {
            let told = tokio::time::timeout(10 * PATIENCE, self.told.recv()).await;
            let status = told.unwrap_or_else(|_| panic!("never {activity:?}: {seen:?}")).unwrap();
            if status.activity == activity {
                return status;
            }
            seen.push(status);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_is_started_when_it_is_needed_and_climbs_every_rung() {
    let mut server = kept();
    assert_eq!(server.kept.ladder().status().activity, Activity::Idle);
    let live = server.kept.wanted(PATIENCE).await.unwrap();
    live.client().call_tool("one", json!({})).await.unwrap();
    assert_eq!(server.place.started.load(Ordering::Relaxed), 1);
    let ready = server.until(Activity::Ready).await;
    assert_eq!((ready.step, ready.tools), (Some(Step::Listed), Some(1)));
    assert_eq!(ready.transport, Some("custom"));
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_server_that_is_stopped_waits_no_longer() {
    let mut server = kept();
    server.place.hangs.store(true, Ordering::Relaxed);
    let began = tokio::time::Instant::now();
    let (kept, waiting) = (server.kept.clone(), server.kept.clone());
    let stopping = async {
        server.until(Activity::Starting).await;
        kept.stop().await;
    };
    let (waited, ()) = tokio::join!(waiting.wanted(PATIENCE), stopping);
    assert_eq!(waited.err().unwrap().code(), ErrorCode::Closed);
    assert!(began.elapsed() < PATIENCE);
    // It is no verdict on the next start.
    server.place.hangs.store(false, Ordering::Relaxed);
    server.kept.wanted(PATIENCE).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_killed_comes_back() {
    let mut server = kept();
    server.kept.wanted(PATIENCE).await.unwrap();
    for kills in 1..=3 {
        let began = tokio::time::Instant::now();
        server.until(Activity::Ready).await;
        server.kill();
        let waiting = server.until(Activity::Waiting).await;
        assert_eq!(waiting.failures, kills);
        assert_eq!(waiting.fault.unwrap().code, ErrorCode::Closed);
        let live = server.kept.wanted(PATIENCE).await.unwrap();
        live.client().call_tool("one", json!({})).await.unwrap();
        assert!(began.elapsed() < Duration::from_secs(5));
    }
    assert_eq!(server.place.started.load(Ordering::Relaxed), 4);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_keeps_dying_is_given_up_until_it_is_asked_for() {
    let mut server = kept();
    server.kept.wanted(PATIENCE).await.unwrap();
    *server.place.fault.lock().unwrap() = Some(Error::new(ErrorCode::Process, "it is broken"));
    server.kill();
    let failed = server.until(Activity::Failed).await;
    assert_eq!(failed.fault.unwrap().sentence, "it is broken");
    let started = server.place.started.load(Ordering::Relaxed);
    // Who needs it is told at once, after one more attempt.
    let error = server.kept.wanted(PATIENCE).await.err().unwrap();
    assert_eq!(error.code(), ErrorCode::Process);
    assert_eq!(server.place.started.load(Ordering::Relaxed), started + 1);
    *server.place.fault.lock().unwrap() = None;
    server.kept.restart().await.unwrap();
    server.until(Activity::Ready).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_cannot_start_fails_at_once() {
    let mut server = kept();
    *server.place.fault.lock().unwrap() = Some(Error::new(ErrorCode::Process, "no such program"));
    let error = server.kept.wanted(PATIENCE).await.err().unwrap();
    assert_eq!(error.message(), "no such program");
    let failed = server.until(Activity::Failed).await;
    assert_eq!(failed.step, Some(Step::Begun));
    assert_eq!(server.place.started.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn what_only_a_person_can_mend_is_not_tried_again() {
    let mut server = kept();
    *server.place.fault.lock().unwrap() = Some(Error::new(ErrorCode::Denied, "not allowed"));
    server.kept.start().await.unwrap();
    server.until(Activity::Failed).await;
    assert_eq!(server.place.started.load(Ordering::Relaxed), 1);
    // A server that is to be there from the beginning is tried again where that may help.
    *server.place.fault.lock().unwrap() = Some(Error::new(ErrorCode::Transport, "no network"));
    server.kept.start().await.unwrap();
    server.until(Activity::Waiting).await;
    *server.place.fault.lock().unwrap() = None;
    server.until(Activity::Ready).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_stopped_stays_so_until_it_is_needed() {
    let server = kept();
    server.kept.wanted(PATIENCE).await.unwrap();
    server.kept.stop().await;
    assert!(server.kept.now().is_none());
    assert_eq!(server.kept.ladder().status().activity, Activity::Idle);
    server.kept.wanted(PATIENCE).await.unwrap();
    assert_eq!(server.place.started.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_changes_all_the_time_is_listed_once_a_second() {
    let mut server = kept();
    server.kept.wanted(PATIENCE).await.unwrap();
    server.until(Activity::Ready).await;
    let handle = server.place.server.lock().unwrap().clone().unwrap();
    for number in 0..50 {
        handle.add_tool(tool(&format!("more-{number}"))).unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let listed = server.place.listed.lock().unwrap().clone();
    assert_eq!(*listed.last().unwrap(), 51);
    // The first list, one for each of the five seconds, and the last.
    assert!((3..=8).contains(&listed.len()), "{listed:?}");
}

#[tokio::test(start_paused = true)]
async fn a_stream_of_changes_that_the_server_ends_is_opened_again() {
    let mut server = kept();
    server.kept.wanted(PATIENCE).await.unwrap();
    server.until(Activity::Ready).await;
    let handle = server.place.server.lock().unwrap().clone().unwrap();
    handle.end_subscriptions();
    tokio::time::sleep(Duration::from_secs(5)).await;
    handle.add_tool(tool("more")).unwrap();
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(server.place.listed.lock().unwrap().last(), Some(&2));
    assert_eq!(server.place.started.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_has_come_back_tells_of_its_changes_again() {
    let mut server = kept();
    server.kept.wanted(PATIENCE).await.unwrap();
    server.until(Activity::Ready).await;
    server.kill();
    server.until(Activity::Ready).await;
    let handle = server.place.server.lock().unwrap().clone().unwrap();
    handle.add_tool(tool("more")).unwrap();
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(*server.place.listed.lock().unwrap(), [1, 1, 2]);
}
