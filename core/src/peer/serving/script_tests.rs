//! The driver with a transport made by hand.

use std::collections::VecDeque;

use bytes::Bytes;
use tokio::{sync::mpsc, task::JoinSet, time::timeout};

use super::*;
use crate::{
    engine::Ids,
    jsonrpc::{Limits, RequestId, ResultText, decode},
    peer::serving::{Outcome, ServingPeer, start},
    transport::{Outgoing, OutgoingKind},
};

const LONG: Duration = Duration::from_secs(10);

/// What a script has to say once it has said its messages.
#[derive(PartialEq)]
enum Then {
    Nothing,
    /// Things that mean nothing, without end.
    Flood,
    /// That the last reply could not be sent.
    LoseReplies,
    /// That the last notification could not be sent.
    LoseNotifications,
}

/// Says its messages and tells what was sent, and in how many writes.
struct Script {
    says: VecDeque<String>,
    then: Then,
    link: Link,
    told: mpsc::UnboundedSender<Told>,
    unwritten: Vec<Outgoing>,
    lost: Option<Incoming>,
}

/// What a driver did to a script.
#[derive(Debug)]
enum Told {
    /// These left in one write.
    Wrote(Vec<Outgoing>),
    Established,
    Abandoned(RequestId),
}

impl Transport for Script {
    fn send(&mut self, outgoing: Outgoing) {
        let lost = match outgoing.kind {
            OutgoingKind::Reply => self.then == Then::LoseReplies,
            OutgoingKind::Notification | OutgoingKind::Aside => {
                self.then == Then::LoseNotifications
            }
            OutgoingKind::Request { .. } => false,
        };
        if lost {
            let error = Error::new(ErrorCode::Limit, "too much waits");
            self.lost = Some(Incoming::not_sent(outgoing.kind, error));
        } else {
            self.unwritten.push(outgoing);
        }
    }

    fn abandon(&mut self, id: &RequestId) {
        let _ = self.told.send(Told::Abandoned(id.clone()));
    }

    fn established(&mut self) {
        let _ = self.told.send(Told::Established);
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        if let Some(lost) = self.lost.take() {
            return Poll::Ready(lost);
        }
        if let Some(text) = self.says.pop_front() {
            let frame = decode(&text.into(), &Limits::default());
            let via = (self.link == Link::Exchanges).then_some(RequestId::Number(100));
            return Poll::Ready(Incoming::Frame { frame, via });
        }
        if !self.unwritten.is_empty() {
            let _ = self.told.send(Told::Wrote(std::mem::take(&mut self.unwritten)));
        }
        if self.then == Then::Flood {
            // As a channel or a socket would, this uses up the turn of the task.
            ready!(tokio::task::coop::poll_proceed(cx)).made_progress();
            return Poll::Ready(Incoming::Notice(Notice::Resumed));
        }
        Poll::Pending
    }

    fn poll_close(&mut self, _cx: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Err(Error::new(ErrorCode::Transport, "it broke")))
    }

    fn link(&self) -> Link {
        self.link
    }
}

struct Serves(fn(Request, Line) -> Serving);

impl Servant for Serves {
    fn serve(&self, request: Request, line: Line) -> Serving {
        (self.0)(request, line)
    }

    fn hear(&self, _: Notification, _: &Line) {}
}

fn connect(
    says: impl IntoIterator<Item = String>,
    then: Then,
    link: Link,
    serves: fn(Request, Line) -> Serving,
) -> (ServingPeer, mpsc::UnboundedReceiver<Told>, JoinSet<()>) {
    let (sender, told) = mpsc::unbounded_channel();
    let says = says.into_iter().collect();
    let script = Script { says, then, link, told: sender, unwritten: Vec::new(), lost: None };
    let mut tasks = JoinSet::new();
    let limits = ServingLimits::default();
    let servant = Arc::new(Serves(serves));
    let peer =
        start("the client".into(), Box::new(script), servant, limits, Ids::default(), &mut tasks);
    (peer, told, tasks)
}

fn request(id: usize) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x"}}"#)
}

#[expect(clippy::unnecessary_wraps, reason = "it is the outcome of a request")]
fn done() -> Outcome {
    Ok(ResultText::empty())
}

async fn soon<T>(future: impl Future<Output = T>) -> T {
    timeout(LONG, future).await.expect("it comes")
}

async fn wrote(told: &mut mpsc::UnboundedReceiver<Told>) -> Vec<Outgoing> {
    loop {
        if let Told::Wrote(sent) = soon(told.recv()).await.expect("the driver lives") {
            return sent;
        }
    }
}

#[tokio::test]
async fn a_client_that_never_pauses_gets_its_replies() {
    let (_peer, mut told, _tasks) = connect([request(1)], Then::Flood, Link::Shared, |_, _| {
        Serving::Running(Box::pin(async {
            tokio::task::yield_now().await;
            done()
        }))
    });
    assert_eq!(wrote(&mut told).await[0].body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
}

#[tokio::test]
async fn a_client_that_never_pauses_moves_no_deadline() {
    let (peer, _told, _tasks) = connect([], Then::Flood, Link::Shared, |_, _| unreachable!());
    let wait = Duration::from_millis(20);
    let asking = peer.line().ask("roots/list", Bytes::from_static(b"{}"), wait);
    assert_eq!(soon(asking).await.unwrap_err().code(), ErrorCode::Timeout);
}

#[tokio::test]
async fn a_client_that_never_pauses_cannot_keep_the_connection_open() {
    let endless = |_: Request, _: Line| Serving::Running(Box::pin(std::future::pending()));
    let (peer, _told, _tasks) = connect([request(1)], Then::Flood, Link::Shared, endless);
    let closed = soon(peer.close(Duration::from_millis(20))).await;
    assert_eq!(closed.unwrap_err().server(), Some("the client"), "the transport's own error");
}

#[tokio::test]
async fn a_reply_that_is_lost_ends_the_connection_with_the_cause() {
    let says = [request(1)];
    let (peer, _told, _tasks) =
        connect(says, Then::LoseReplies, Link::Shared, |_, _| Serving::Done(done()));
    assert_eq!(soon(peer.ended()).await.message(), "too much waits");
}

#[tokio::test]
async fn a_notification_that_is_lost_ends_nothing() {
    let (peer, mut told, _tasks) =
        connect([request(1)], Then::LoseNotifications, Link::Shared, |_, line| {
            line.notify("lost", Bytes::from_static(b"{}"));
            Serving::Done(done())
        });
    assert_eq!(wrote(&mut told).await.len(), 1, "the reply");
    assert!(!peer.line().is_gone());
}

#[tokio::test]
async fn a_reply_that_its_exchange_loses_ends_nothing_else() {
    let says = [request(1)];
    let (peer, mut told, _tasks) =
        connect(says, Then::LoseReplies, Link::Exchanges, |_, _| Serving::Done(done()));
    peer.line().notify("still here", Bytes::from_static(b"{}"));
    assert_eq!(wrote(&mut told).await.len(), 1);
    assert!(!peer.line().is_gone());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn replies_to_one_burst_leave_in_few_writes() {
    const BURST: usize = 64;
    let (_peer, mut told, _tasks) =
        connect((0..BURST).map(request), Then::Nothing, Link::Shared, |_, _| {
            Serving::Running(Box::pin(async { done() }))
        });
    let (mut replies, mut writes) = (0, 0);
    while replies < BURST {
        replies += wrote(&mut told).await.len();
        writes += 1;
    }
    assert!(writes <= 4, "{writes} writes");
}

#[tokio::test]
async fn all_that_belongs_to_a_request_names_its_exchange() {
    let (_peer, mut told, _tasks) =
        connect([request(1)], Then::Nothing, Link::Exchanges, |_, line| {
            Serving::Running(Box::pin(async move {
                line.notify("about it", Bytes::from_static(b"{}"));
                line.of_connection().notify("about all", Bytes::from_static(b"{}"));
                done()
            }))
        });
    let mut related = Vec::new();
    while related.len() < 3 {
        related.extend(wrote(&mut told).await.into_iter().map(|outgoing| outgoing.related));
    }
    assert_eq!(related, [Some(100.into()), None, Some(100.into())]);
}

#[tokio::test]
async fn the_transport_learns_of_the_handshake_and_of_exchanges_that_fall_silent() {
    let taken_back =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let says = [request(1), taken_back.to_owned()];
    let (peer, mut told, _tasks) = connect(says, Then::Nothing, Link::Exchanges, |_, _| {
        Serving::Running(Box::pin(std::future::pending()))
    });
    assert!(matches!(soon(told.recv()).await, Some(Told::Abandoned(id)) if id == 100.into()));
    peer.line().established();
    assert!(matches!(soon(told.recv()).await, Some(Told::Established)));
}
