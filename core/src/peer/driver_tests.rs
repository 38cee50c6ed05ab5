//! The driver with a transport made by hand.

use std::{
    collections::VecDeque,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use bytes::Bytes;
use tokio::sync::mpsc;

use super::*;
use crate::{
    dialect::{Call, Handshake, method},
    future::BoxFuture,
    jsonrpc::{Limits, RequestId, decode},
    peer::Peer,
    transport::{Link, Outgoing},
    version::Version,
};

/// More than any test needs, so that a driver that has stopped fails its test.
const LONG: Duration = Duration::from_secs(10);

/// Says what it is told to, one thing a poll where there is nothing in between, and then either
/// nothing or things without end.
struct Script {
    says: VecDeque<Option<&'static str>>,
    floods: bool,
    sent: mpsc::UnboundedSender<Bytes>,
}

impl Transport for Script {
    fn send(&mut self, outgoing: Outgoing) {
        let _ = self.sent.send(outgoing.body);
    }

    fn abandon(&mut self, _id: &RequestId) {}

    fn poll_incoming(&mut self, _cx: &mut Context<'_>) -> Poll<Incoming> {
        match self.says.pop_front() {
            Some(Some(text)) => {
                let frame = decode(&Bytes::from_static(text.as_bytes()), &Limits::default());
                Poll::Ready(Incoming::Frame { frame, via: None })
            }
            None if self.floods => Poll::Ready(Incoming::Notice(Notice::Resumed)),
            Some(None) | None => Poll::Pending,
        }
    }

    fn poll_close(&mut self, _cx: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn link(&self) -> Link {
        Link::Shared
    }
}

/// A connection to a script; questions are answered with the number of the question.
fn connect(
    says: impl IntoIterator<Item = Option<&'static str>>,
    floods: bool,
) -> (Peer, mpsc::UnboundedReceiver<Bytes>, JoinSet<()>) {
    let (sender, sent) = mpsc::unbounded_channel();
    let transport = Script { says: says.into_iter().collect(), floods, sent: sender };
    let asked = AtomicUsize::new(0);
    let asker: Asker = Arc::new(move |_, _| -> BoxFuture<'static, Answer> {
        let number = asked.fetch_add(1, Ordering::Relaxed) + 1;
        Box::pin(async move { Answer::Reply(Ok(number.to_string().into())) })
    });
    let dialect = Handshake::new(Version::V2025_06_18, Bytes::from_static(b"{}"));
    let mut tasks = JoinSet::new();
    let peer = Peer::start(
        "server".into(),
        Box::new(transport),
        Arc::new(dialect),
        asker,
        Arc::new(|_| {}),
        false,
        &mut tasks,
    );
    (peer, sent, tasks)
}

const QUESTION: &str = r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#;
const TAKEN_BACK: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}"#;

#[tokio::test]
async fn a_server_that_never_pauses_moves_no_deadline() {
    let (peer, _sent, _tasks) = connect([], true);
    let mut call = Call::new(method::TOOLS_CALL, Bytes::from_static(b"{}"));
    call.timeout = Some(Duration::from_millis(20));
    let outcome = tokio::time::timeout(LONG, peer.call(call)).await.expect("the deadline holds");
    assert_eq!(outcome.unwrap_err().code(), ErrorCode::Timeout);
}

#[tokio::test]
async fn a_server_that_never_pauses_gets_its_answers() {
    let (_peer, mut sent, _tasks) = connect([Some(QUESTION)], true);
    let reply = tokio::time::timeout(LONG, sent.recv()).await.expect("the answer is sent");
    assert_eq!(reply.unwrap(), r#"{"jsonrpc":"2.0","id":"q","result":1}"#);
}

#[tokio::test]
async fn the_answer_to_a_question_taken_back_answers_no_later_one() {
    let says = [Some(QUESTION), None, Some(TAKEN_BACK), Some(QUESTION)];
    let (_peer, mut sent, _tasks) = connect(says, false);
    let reply = tokio::time::timeout(LONG, sent.recv()).await.expect("the answer is sent");
    assert_eq!(reply.unwrap(), r#"{"jsonrpc":"2.0","id":"q","result":2}"#);
}

#[tokio::test]
async fn a_very_long_report_of_progress_is_left_out() {
    let report = |done: u32, message: &str| {
        let params = format!(r#"{{"progressToken":1,"progress":{done},"message":"{message}"}}"#);
        let text =
            format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{params}}}"#);
        Some(&*Box::leak(text.into_boxed_str()))
    };
    let long = "x".repeat(MAX_PROGRESS_BYTES + 1);
    let says = [report(1, &long), report(2, "short")];
    let (peer, _sent, _tasks) = connect(says, false);
    let mut call = Call::new(method::TOOLS_CALL, Bytes::from_static(b"{}"));
    call.progress = true;
    let (sender, mut reports) = mpsc::channel(2);
    let waiting = peer.begin(call, Some(sender));
    assert_eq!(waiting.key, 1, "the key is the token");
    let heard = tokio::time::timeout(LONG, reports.recv()).await.expect("it is passed on");
    assert_eq!(heard.unwrap().message.as_deref(), Some("short"));
}
