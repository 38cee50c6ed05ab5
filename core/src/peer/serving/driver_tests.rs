//! The driver between a servant made by hand and a client in memory.

use std::future::{pending, poll_fn};

use bytes::Bytes;
use tokio::{sync::mpsc, task::JoinSet, time::timeout};

use super::*;
use crate::{
    engine::Ids,
    jsonrpc::{Frame, Message, ResultText, RpcError},
    peer::serving::{Outcome, ServingPeer, start},
    transport::{MemoryTransport, Outgoing, OutgoingKind, memory},
};

#[path = "flow_tests.rs"]
mod flow;

/// More than any test needs, so that a driver that has stopped fails its test.
const LONG: Duration = Duration::from_secs(10);

/// What a test's servant does with a request.
type Serves = Box<dyn Fn(Request, Line) -> Serving + Send + Sync>;

struct Hands {
    serves: Serves,
    heard: mpsc::UnboundedSender<String>,
}

impl Servant for Hands {
    fn serve(&self, request: Request, line: Line) -> Serving {
        (self.serves)(request, line)
    }

    fn hear(&self, notification: Notification, _line: &Line) {
        assert_ne!(&*notification.method, "broken");
        let _ = self.heard.send(notification.method.into());
    }
}

/// The client's end of a connection.
struct Client {
    transport: MemoryTransport,
    peer: ServingPeer,
    heard: mpsc::UnboundedReceiver<String>,
    tasks: JoinSet<()>,
}

impl Client {
    fn new(serves: impl Fn(Request, Line) -> Serving + Send + Sync + 'static) -> Self {
        Self::with_limits(serves, ServingLimits::default())
    }

    fn with_limits(
        serves: impl Fn(Request, Line) -> Serving + Send + Sync + 'static,
        limits: ServingLimits,
    ) -> Self {
        let (transport, server) = memory::pair();
        let (sender, heard) = mpsc::unbounded_channel();
        let servant = Arc::new(Hands { serves: Box::new(serves), heard: sender });
        let mut tasks = JoinSet::new();
        let peer = start(
            "the client".into(),
            Box::new(server),
            servant,
            limits,
            Ids::default(),
            &mut tasks,
        );
        Self { transport, peer, heard, tasks }
    }

    fn say(&mut self, text: &str) {
        let body = Bytes::copy_from_slice(text.as_bytes());
        let kind = OutgoingKind::Notification;
        self.transport.send(Outgoing { body, kind, headers: Vec::new(), related: None });
    }

    fn request(&mut self, id: i64, method: &str) {
        self.say(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#));
    }

    fn cancel(&mut self, id: i64) {
        self.say(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        ));
    }

    async fn next(&mut self) -> Incoming {
        timeout(LONG, poll_fn(|cx| self.transport.poll_incoming(cx))).await.expect("it comes")
    }

    /// The next message, written shortly.
    async fn told(&mut self) -> String {
        match self.next().await {
            Incoming::Frame { frame: Frame::Message(message), .. } => shown(message),
            other => panic!("no message: {other:?}"),
        }
    }
}

fn shown(message: Message) -> String {
    match message {
        Message::Request(request) => format!("{} asks {}", request.id, request.method),
        Message::Notification(told) => {
            format!("{} {}", told.method, String::from_utf8_lossy(&told.params.unwrap_or_default()))
        }
        Message::Response(response) => {
            let id = response.id.map_or_else(|| "nobody".to_owned(), |id| id.to_string());
            match response.outcome {
                crate::jsonrpc::Outcome::Result(result) => {
                    format!("{id}: {}", String::from_utf8_lossy(&result.bytes))
                }
                crate::jsonrpc::Outcome::Error(error) => format!("{id}! {}", error.code),
                crate::jsonrpc::Outcome::Malformed(reason) => panic!("{reason}"),
            }
        }
    }
}

fn running(handler: impl Future<Output = Outcome> + Send + 'static) -> Serving {
    Serving::Running(Box::pin(handler))
}

#[expect(clippy::unnecessary_wraps, reason = "it is the outcome of a request")]
fn done(text: &str) -> Outcome {
    Ok(ResultText::encode(&crate::Json::parse(text).unwrap(), 0).unwrap())
}

/// Tells when it is dropped.
struct Tell(mpsc::UnboundedSender<()>);

impl Drop for Tell {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

async fn soon<T>(future: impl Future<Output = T>) -> T {
    timeout(LONG, future).await.expect("it comes")
}

fn nothing(_: Request, _: Line) -> Serving {
    Serving::Done(done("{}"))
}

#[tokio::test]
async fn a_request_gets_the_result_of_its_handler() {
    let mut client = Client::new(|request, _| match &*request.method {
        "quick" => Serving::Done(done("1")),
        _ => running(async { done("2") }),
    });
    client.request(7, "slow");
    client.request(8, "quick");
    let mut told = [client.told().await, client.told().await];
    told.sort();
    assert_eq!(told, ["7: 2", "8: 1"]);
}

#[tokio::test]
async fn a_panic_fails_its_own_request_only() {
    let mut client = Client::new(|request, _| {
        assert_ne!(&*request.method, "broken at once");
        running(async move {
            assert_ne!(&*request.method, "broken");
            done("{}")
        })
    });
    client.request(1, "broken at once");
    client.say(r#"{"jsonrpc":"2.0","method":"broken"}"#);
    client.request(2, "broken");
    client.request(3, "whole");
    let mut told = [client.told().await, client.told().await, client.told().await];
    told.sort();
    assert_eq!(told, ["1! -32603", "2! -32603", "3: {}"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_handler_says_goes_before_its_reply() {
    let mut client = Client::new(|request, line| {
        line.notify("first", Bytes::from_static(b"{}"));
        if &*request.method == "quick" {
            return Serving::Done(done("{}"));
        }
        running(async move {
            line.notify("second", Bytes::from_static(b"{}"));
            done("{}")
        })
    });
    for id in 0..200 {
        client.request(id, "slow");
        assert_eq!(client.told().await, "first {}");
        assert_eq!(client.told().await, "second {}");
        assert_eq!(client.told().await, format!("{id}: {{}}"));
        client.request(id, "quick");
        assert_eq!(client.told().await, "first {}");
        assert_eq!(client.told().await, format!("{id}: {{}}"));
    }
}

#[tokio::test]
async fn a_request_taken_back_is_dropped_and_not_answered() {
    let (sender, mut dropped) = mpsc::unbounded_channel();
    let mut client = Client::new(move |request, _| {
        let tell = (&*request.method == "endless").then(|| Tell(sender.clone()));
        running(async move {
            if tell.is_some() {
                pending::<()>().await;
            }
            done("{}")
        })
    });
    client.request(1, "endless");
    client.cancel(1);
    soon(dropped.recv()).await;
    client.request(2, "short");
    assert_eq!(client.told().await, "2: {}");
    client.request(1, "short");
    assert_eq!(client.told().await, "1: {}", "the id is free again");
}

#[tokio::test]
async fn the_end_of_input_drops_all_requests_and_errands() {
    let (sender, mut dropped) = mpsc::unbounded_channel();
    let mut client = Client::new(move |_, line| {
        let (tell, other) = (Tell(sender.clone()), Tell(sender.clone()));
        line.spawn(Box::pin(async move {
            let _other = other;
            pending::<()>().await;
        }));
        running(async move {
            let _tell = tell;
            pending().await
        })
    });
    client.request(1, "endless");
    client.say(r#"{"jsonrpc":"2.0","method":"seen"}"#);
    soon(client.heard.recv()).await;
    let Client { transport, peer, .. } = client;
    assert!(!peer.line().is_gone());
    drop(transport);
    assert_eq!(soon(peer.ended()).await.code(), ErrorCode::Closed);
    soon(dropped.recv()).await;
    soon(dropped.recv()).await;
    assert!(peer.line().is_gone());
    assert_eq!(soon(peer.ended()).await.server(), Some("the client"), "it can be asked again");
    let late = peer.line().ask("roots/list", Bytes::from_static(b"{}"), LONG);
    assert_eq!(soon(late).await.unwrap_err().code(), ErrorCode::Closed);
}

/// Serves by asking the client, and tells what came of it.
fn asks(_: Request, line: Line) -> Serving {
    running(async move {
        match line.ask("roots/list", Bytes::from_static(b"{}"), Duration::from_secs(30)).await {
            Ok(result) => done(std::str::from_utf8(&result).unwrap()),
            Err(error) => Err(RpcError::new(-1, error.code().name())),
        }
    })
}

#[tokio::test]
async fn the_client_is_asked_and_its_answer_comes_back() {
    let mut client = Client::new(asks);
    client.request(1, "x");
    assert_eq!(client.told().await, "1 asks roots/list");
    client.say(r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}"#);
    assert_eq!(client.told().await, r#"1: {"roots":[]}"#);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_answer_is_told_that_the_wait_is_over() {
    let mut client = Client::new(asks);
    client.request(1, "x");
    let asked = tokio::time::Instant::now();
    assert_eq!(client.told().await, "1 asks roots/list");
    // What is told comes later than anything else in this test.
    let next = poll_fn(|cx| client.transport.poll_incoming(cx)).await;
    let Incoming::Frame { frame: Frame::Message(message), .. } = next else { panic!("{next:?}") };
    assert!(shown(message).starts_with("notifications/cancelled"));
    assert_eq!(asked.elapsed().as_secs(), 30);
    assert_eq!(client.told().await, "1! -1");
}

#[tokio::test]
async fn a_question_ends_with_the_request_that_needs_it() {
    let mut client = Client::new(asks);
    client.request(1, "x");
    assert_eq!(client.told().await, "1 asks roots/list");
    client.cancel(1);
    assert!(client.told().await.starts_with("notifications/cancelled"));
    client.request(2, "x");
    assert_eq!(client.told().await, "2 asks roots/list", "nothing else was said");
}

#[tokio::test]
async fn a_question_that_is_dropped_is_taken_back() {
    let mut client = Client::new(nothing);
    let line = client.peer.line();
    drop(line.ask("roots/list", Bytes::from_static(b"{}"), LONG));
    assert_eq!(client.told().await, "1 asks roots/list");
    assert!(client.told().await.starts_with("notifications/cancelled"));
}

#[tokio::test]
async fn questions_and_witnesses_hear_of_a_driver_that_is_dropped() {
    let mut client = Client::new(nothing);
    let line = client.peer.line().of_connection();
    let asking = line.ask("roots/list", Bytes::from_static(b"{}"), LONG);
    assert_eq!(client.told().await, "1 asks roots/list");
    client.tasks.shutdown().await;
    assert_eq!(soon(asking).await.unwrap_err().code(), ErrorCode::Closed);
    assert_eq!(soon(client.peer.ended()).await.code(), ErrorCode::Closed);
    soon(client.peer.close(LONG)).await.unwrap();
}

#[tokio::test]
async fn batches_are_taken_from_the_message_on_after_they_were_allowed() {
    let mut client = Client::new(|request, line| {
        line.allow_batches(&*request.method == "allow");
        Serving::Done(done("{}"))
    });
    let batch = r#"[{"jsonrpc":"2.0","id":8,"method":"forbid"}]"#;
    client.say(batch);
    client.request(1, "allow");
    client.say(batch);
    client.say(batch);
    assert_eq!(client.told().await, "nobody! -32600");
    assert_eq!(client.told().await, "1: {}");
    let Incoming::Frame { frame: Frame::Batch(members), .. } = client.next().await else {
        panic!("no batch");
    };
    assert_eq!(members.len(), 1);
    assert_eq!(client.told().await, "nobody! -32600");
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_closed_lets_running_requests_end() {
    let mut client = Client::new(|_, _| {
        running(async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            done("{}")
        })
    });
    client.request(1, "slow");
    client.say(r#"{"jsonrpc":"2.0","method":"seen"}"#);
    soon(client.heard.recv()).await;
    let peer = client.peer.clone();
    client.tasks.spawn(async move { peer.close(Duration::from_secs(5)).await.unwrap() });
    tokio::task::yield_now().await;
    client.request(2, "late");
    assert_eq!(client.told().await, "2! -32603");
    assert_eq!(client.told().await, "1: {}");
    assert!(matches!(client.next().await, Incoming::Closed(_)));
    assert_eq!(soon(client.peer.ended()).await.code(), ErrorCode::Closed);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_closed_waits_no_longer_than_its_grace() {
    let mut client = Client::new(|_, _| running(pending()));
    client.request(1, "endless");
    client.say(r#"{"jsonrpc":"2.0","method":"seen"}"#);
    soon(client.heard.recv()).await;
    let begun = tokio::time::Instant::now();
    client.peer.close(Duration::from_secs(5)).await.unwrap();
    assert_eq!(begun.elapsed().as_secs(), 5);
    assert!(matches!(client.next().await, Incoming::Closed(_)), "nothing was answered");
}

#[tokio::test]
async fn requests_beyond_the_limit_are_refused_and_do_not_hang() {
    let limits = ServingLimits { in_flight: 3, ..ServingLimits::default() };
    let mut client = Client::with_limits(|_, _| running(pending()), limits);
    for id in 0..5 {
        client.request(id, "endless");
    }
    assert_eq!(client.told().await, "3! -32603");
    assert_eq!(client.told().await, "4! -32603");
}
