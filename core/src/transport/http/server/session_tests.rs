use std::future::poll_fn;

use bytes::Bytes;
use tokio::time::{Instant, timeout};

use super::*;
use crate::{
    jsonrpc::{Limits, decode},
    transport::{
        Notice,
        http::{
            server::{Answer, Event, Source},
            test_server::next,
        },
    },
};

const WAIT: Duration = Duration::from_secs(1);

fn frame(text: &str) -> Frame {
    decode(&Bytes::copy_from_slice(text.as_bytes()), &Limits::default())
}

const REQUEST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#;
const NOTIFICATION: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn outgoing(text: &'static str, kind: OutgoingKind, related: Option<&RequestId>) -> Outgoing {
    Outgoing { body: text.into(), kind, headers: Vec::new(), related: related.cloned() }
}

fn news(text: &'static str, related: Option<&RequestId>) -> Outgoing {
    outgoing(text, OutgoingKind::Notification, related)
}

fn reply(text: &'static str, related: &RequestId) -> Outgoing {
    outgoing(text, OutgoingKind::Reply, Some(related))
}

fn question(text: &'static str, related: Option<&RequestId>) -> Outgoing {
    let kind = OutgoingKind::Request {
        id: RequestId::Number(1),
        opening: false,
        repeatable: false,
        may_ask: false,
        attended: false,
    };
    outgoing(text, kind, related)
}

/// Nothing is kept for a message.
fn nothing(_: Option<&RequestId>) -> Kept {
    Box::new(())
}

struct Bench {
    transport: SessionTransport,
    door: SessionDoor,
}

fn bench() -> Bench {
    let (transport, door) = session(SessionOptions::default(), &Budget::new(1 << 20));
    Bench { transport, door }
}

impl Bench {
    /// Posts a request; gives the exchange and its name.
    async fn post(&mut self, text: &str) -> (Exchange, RequestId) {
        let Ok(Posted::Exchange(exchange)) = self.door.post(frame(text), nothing).await else {
            panic!("no exchange")
        };
        let Incoming::Frame { via: Some(via), .. } = next(&mut self.transport).await else {
            panic!("not handed on")
        };
        (exchange, via)
    }

    /// Posts a request whose answer is a stream.
    async fn stream(&mut self, text: &str) -> (Reader, RequestId) {
        let (exchange, via) = self.post(text).await;
        match exchange.answer(WAIT).await {
            Answer::Stream(reader) => (reader, via),
            Answer::Whole(_) | Answer::Nothing => panic!("no stream"),
        }
    }
}

/// What is there to read at once, in short.
fn ready(reader: &mut Reader) -> Vec<String> {
    let mut found = Vec::new();
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        match reader.poll_event(&mut cx) {
            Poll::Pending => return found,
            Poll::Ready(None) => {
                found.push("end".to_owned());
                return found;
            }
            Poll::Ready(Some(event)) => found.push(shown(&event)),
        }
    }
}

fn shown(event: &Event) -> String {
    let data = event.data.as_ref().map(|data| String::from_utf8(data.to_vec()).unwrap());
    let retry = event.retry.map(|retry| format!("retry {}", retry.as_millis()));
    let parts = [event.id.as_deref().map(str::to_owned), data, retry];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_comes_alone_and_soon_is_the_whole_answer() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    bench.transport.send(reply("R", &via));
    let start = Instant::now();
    let Answer::Whole(body) = exchange.answer(WAIT).await else { panic!("no reply") };
    assert_eq!(body, "R");
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert_eq!(bench.door.streams(), 1, "only the standing one is left");
}

#[tokio::test(start_paused = true)]
async fn a_reply_is_waited_for_while_it_is_worked_on() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    let answering = exchange.answer(WAIT);
    let working = async {
        tokio::time::sleep(WAIT / 2).await;
        bench.transport.send(reply("R", &via));
    };
    let (answer, ()) = tokio::join!(answering, working);
    assert!(matches!(answer, Answer::Whole(body) if body == "R"));
}

#[tokio::test(start_paused = true)]
async fn what_comes_before_the_reply_makes_a_stream_that_ends_with_it() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    bench.transport.send(news("N", Some(&via)));
    bench.transport.send(question("Q", Some(&via)));
    bench.transport.send(reply("R", &via));
    let Answer::Stream(mut reader) = exchange.answer(WAIT).await else { panic!("no stream") };
    assert_eq!(ready(&mut reader), ["1-1 N", "1-2 Q", "1-3 R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn after_a_while_without_anything_the_answer_is_a_stream() {
    let mut bench = bench();
    let start = Instant::now();
    let (mut reader, via) = bench.stream(REQUEST).await;
    assert_eq!(start.elapsed(), WAIT);
    assert_eq!(ready(&mut reader), Vec::<String>::new());
    bench.transport.send(reply("R", &via));
    assert_eq!(ready(&mut reader), ["1-1 R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn exchanges_do_not_see_what_belongs_to_another() {
    let mut bench = bench();
    let (mut one, via_one) = bench.stream(REQUEST).await;
    let (mut other, via_other) = bench.stream(REQUEST).await;
    assert_ne!(via_one, via_other, "although the client used the same identifier");
    bench.transport.send(reply("of the other", &via_other));
    bench.transport.send(reply("of the one", &via_one));
    assert_eq!(ready(&mut one), ["1-1 of the one", "end"]);
    assert_eq!(ready(&mut other), ["2-1 of the other", "end"]);
}

#[tokio::test(start_paused = true)]
async fn what_wants_no_answer_is_accepted() {
    let mut bench = bench();
    let replies = r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#;
    for text in [NOTIFICATION, replies] {
        assert!(
            matches!(bench.door.post(frame(text), nothing).await, Ok(Posted::Accepted)),
            "{text}"
        );
        let incoming = next(&mut bench.transport).await;
        assert!(matches!(incoming, Incoming::Frame { via: None, .. }), "{incoming:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_with_anything_to_answer_is_one_exchange() {
    let mut bench = bench();
    for batch in [format!("[{NOTIFICATION},{REQUEST},{REQUEST}]"), "[]".into(), "[1]".into()] {
        let (exchange, via) = bench.post(&batch).await;
        bench.transport.send(reply("[]", &via));
        assert!(matches!(exchange.answer(WAIT).await, Answer::Whole(_)), "{batch}");
    }
}

#[tokio::test(start_paused = true)]
async fn messages_of_the_session_wait_for_the_standing_stream() {
    let mut bench = bench();
    bench.transport.send(news("N", None));
    let mut reader = bench.door.listen();
    assert_eq!(ready(&mut reader), ["0-1 N"]);
    drop(reader);
    bench.transport.send(question("Q", None));
    let mut reader = bench.door.listen();
    assert_eq!(ready(&mut reader), ["0-2 Q"], "what was read is not repeated");
    bench.transport.send(news("M", None));
    assert_eq!(ready(&mut reader), ["0-3 M"]);
}

#[tokio::test(start_paused = true)]
async fn of_two_standing_streams_the_newer_one_stays() {
    let mut bench = bench();
    let mut older = bench.door.listen();
    assert_eq!(ready(&mut older), Vec::<String>::new());
    let mut newer = bench.door.listen();
    assert_eq!(ready(&mut older), ["end"]);
    drop(older);
    bench.transport.send(news("N", None));
    assert_eq!(ready(&mut newer), ["0-1 N"]);
}

#[tokio::test(start_paused = true)]
async fn an_exchange_outlives_its_connection() {
    let mut bench = bench();
    bench.door.set_priming(true);
    let (mut reader, via) = bench.stream(REQUEST).await;
    assert_eq!(ready(&mut reader), ["1-0 "]);
    drop(reader);
    bench.transport.send(news("N", Some(&via)));
    bench.transport.send(reply("R", &via));
    let mut reader = bench.door.resume("1-0").ok().unwrap();
    assert_eq!(ready(&mut reader), ["1-1 N", "1-2 R", "end"]);
    drop(reader);
    let mut again = bench.door.resume("1-1").ok().unwrap();
    assert_eq!(ready(&mut again), ["1-2 R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn whoever_goes_on_with_a_stream_before_its_answer_begins_gets_all_of_it() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    let mut answering = std::pin::pin!(exchange.answer(WAIT));
    let mut cx = Context::from_waker(Waker::noop());
    assert!(answering.as_mut().poll(&mut cx).is_pending());
    let mut resumed = bench.door.resume("1-0").ok().unwrap();
    assert_eq!(ready(&mut resumed), Vec::<String>::new());
    assert!(matches!(answering.as_mut().poll(&mut cx), Poll::Ready(Answer::Nothing)));
    bench.transport.send(reply("R", &via));
    assert_eq!(ready(&mut resumed), ["1-1 R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_was_gone_on_with_goes_on_live() {
    let mut bench = bench();
    let (mut reader, via) = bench.stream(REQUEST).await;
    bench.transport.send(news("N", Some(&via)));
    assert_eq!(ready(&mut reader), ["1-1 N"]);
    let mut resumed = bench.door.resume("1-1").ok().unwrap();
    assert_eq!(ready(&mut reader), ["end"], "the older connection is sent away");
    assert_eq!(ready(&mut resumed), Vec::<String>::new());
    bench.transport.send(reply("R", &via));
    assert_eq!(ready(&mut resumed), ["1-2 R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn only_streams_of_the_session_can_be_gone_on_with() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    bench.transport.send(reply("R", &via));
    exchange.answer(WAIT).await;
    assert_eq!(bench.door.resume("1-1").err(), Some(Stale::Forgotten));
    assert_eq!(bench.door.resume("7-1").err(), Some(Stale::Unknown));
    assert_eq!(bench.door.resume("").err(), Some(Stale::Unknown));
}

#[tokio::test(start_paused = true)]
async fn a_server_can_end_a_connection_without_ending_its_exchange() {
    let mut bench = bench();
    bench.door.set_priming(true);
    let (exchange, via) = bench.post(REQUEST).await;
    bench.transport.release(&via);
    let Answer::Stream(mut reader) = exchange.answer(WAIT).await else { panic!("no stream") };
    assert_eq!(ready(&mut reader), ["1-0 ", "retry 1000", "end"]);
    drop(reader);
    bench.transport.send(reply("R", &via));
    let mut resumed = bench.door.resume("1-0").ok().unwrap();
    assert_eq!(ready(&mut resumed), ["1-1 R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn the_connection_of_a_client_that_could_not_come_back_is_not_ended() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    bench.transport.release(&via);
    let Answer::Stream(mut reader) = exchange.answer(WAIT).await else { panic!("no stream") };
    assert_eq!(ready(&mut reader), Vec::<String>::new());
    bench.transport.send(reply("R", &via));
    assert_eq!(ready(&mut reader), ["1-1 R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_exchange_ends_without_an_answer() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    bench.transport.abandon(&via);
    assert!(matches!(exchange.answer(WAIT).await, Answer::Nothing));
    let (mut reader, via) = bench.stream(REQUEST).await;
    bench.transport.abandon(&via);
    assert_eq!(ready(&mut reader), ["end"]);
    // An identifier of ours is never taken for an exchange.
    let (mut reader, _) = bench.stream(REQUEST).await;
    bench.transport.abandon(&RequestId::Number(3));
    assert_eq!(ready(&mut reader), Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn who_leaves_before_the_answer_begins_gets_none_and_questions_to_it_fail() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    drop(exchange);
    bench.transport.send(question("Q", Some(&via)));
    let failed = next(&mut bench.transport).await;
    assert!(matches!(failed, Incoming::Failed { id: RequestId::Number(1), .. }), "{failed:?}");
    bench.transport.send(reply("R", &via));
    assert_eq!(bench.door.resume("1-1").err(), Some(Stale::Forgotten));
}

#[tokio::test(start_paused = true)]
async fn what_belongs_to_an_exchange_that_is_over_is_reported() {
    let mut bench = bench();
    let (exchange, via) = bench.post(REQUEST).await;
    bench.transport.send(reply("R", &via));
    exchange.answer(WAIT).await;
    bench.transport.send(news("late", Some(&via)));
    let told = next(&mut bench.transport).await;
    assert!(matches!(told, Incoming::Notice(Notice::NotSent(_))), "{told:?}");
}

#[tokio::test(start_paused = true)]
async fn when_the_connection_ends_streams_are_read_to_their_end() {
    let mut bench = bench();
    let (mut reader, via) = bench.stream(REQUEST).await;
    let mut standing = bench.door.listen();
    bench.transport.send(news("N", Some(&via)));
    poll_fn(|cx| bench.transport.poll_close(cx)).await.unwrap();
    drop(bench.transport);
    assert_eq!(ready(&mut reader), ["1-1 N", "end"]);
    assert_eq!(ready(&mut standing), ["end"]);
    let refused = bench.door.post(frame(REQUEST), nothing).await.err().unwrap();
    assert_eq!(refused.status(), 404);
}

#[tokio::test(start_paused = true)]
async fn the_connection_ends_when_no_door_is_left() {
    let Bench { mut transport, door } = bench();
    let reader = door.listen();
    drop(door);
    let told = next(&mut transport).await;
    assert!(matches!(told, Incoming::Closed(_)), "{told:?}");
    drop(reader);
}

#[tokio::test(start_paused = true)]
async fn a_waiting_reader_is_woken() {
    let mut bench = bench();
    let (mut reader, via) = bench.stream(REQUEST).await;
    let reading = poll_fn(|cx| reader.poll_event(cx));
    let sending = async { bench.transport.send(reply("R", &via)) };
    let (event, ()) = tokio::join!(reading, sending);
    assert_eq!(shown(&event.unwrap()), "1-1 R");
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_taken_back_leaves_nothing_behind() {
    let bench = bench();
    let kept = Arc::new(());
    let post = || {
        let kept = kept.clone();
        bench.door.post(frame(REQUEST), move |_| Box::new(kept))
    };
    let mut waiting = Vec::new();
    for _ in 0..WAITING_MESSAGES {
        waiting.push(post().await.ok());
    }
    let (streams, held) = (bench.door.streams(), Arc::strong_count(&kept));
    assert!(timeout(WAIT, post()).await.is_err(), "there is no room for it");
    assert_eq!((bench.door.streams(), Arc::strong_count(&kept)), (streams, held));
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_stream_to_be_read_is_woken() {
    let mut bench = bench();
    assert!(!bench.transport.is_congested(None));
    while !bench.transport.is_congested(None) {
        bench.transport.send(news("N", None));
    }
    let mut reader = bench.door.listen();
    let waits = poll_fn(|cx| {
        assert!(bench.transport.poll_incoming(cx).is_pending());
        if bench.transport.is_congested(None) { Poll::Pending } else { Poll::Ready(()) }
    });
    let reads = async {
        tokio::task::yield_now().await;
        ready(&mut reader)
    };
    let both = async { tokio::join!(waits, reads) };
    timeout(WAIT, both).await.expect("it is woken");
}
