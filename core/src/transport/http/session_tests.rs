use std::{collections::VecDeque, time::Duration};

use bytes::Bytes;
use tokio::time::Instant;

use super::{
    super::{
        limits::{IDLE_POLLS, LISTENING_TIME, RETRY_DELAY, WAITING_REPLIES},
        test_server::*,
    },
    *,
};

fn gets(seen: &[Seen]) -> usize {
    seen.iter().filter(|seen| seen.method == "GET").count()
}

fn connect(server: &Server) -> Session {
    Session::new(HttpClient::default(), &server.url, HttpLimits::default()).unwrap()
}

/// A server that answers POSTs by `post` and GETs by one answer after the other, then 405.
async fn server<P>(post: P, gets: Vec<Answer>) -> Server
where
    P: Fn(&Seen) -> Answer + Send + Sync + 'static,
{
    let gets = Mutex::new(VecDeque::from(gets));
    Server::start(move |seen| {
        let answer = match seen.method {
            Method::POST => post(&seen),
            Method::GET => gets.lock().unwrap().pop_front().unwrap_or_else(|| answer(405, "", "")),
            _ => answer(200, "", ""),
        };
        std::future::ready(answer)
    })
    .await
}

/// Answers each request with its result, and opens the session `s1`.
fn cooperative(seen: &Seen) -> Answer {
    if !seen.body.starts_with(br#"{"jsonrpc":"2.0","id""#) {
        return answer(202, "", "");
    }
    with_header(json(result(seen.id())), "mcp-session-id", "s1")
}

/// Opens the session.
async fn open(transport: &mut Session) {
    transport.send(opening(1));
    assert_eq!(shown(&next(transport).await), "result 1 via 1");
}

fn with_version(mut outgoing: Outgoing) -> Outgoing {
    outgoing.headers = vec![("mcp-protocol-version".into(), "2025-11-25".into())];
    outgoing
}

async fn told(transport: &mut Session, expected: &[&str]) {
    for expected in expected {
        assert_eq!(shown(&next(transport).await), *expected);
    }
}

#[tokio::test]
async fn the_session_goes_with_everything_after_the_opening() {
    let server = server(cooperative, vec![]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(with_version(notification()));
    transport.established();
    transport.send(with_version(ask(2)));
    told(&mut transport, &["result 2 via 2"]).await;
    close(&mut transport).await;
    let seen = server.seen();
    assert_eq!(seen[0].header("mcp-session-id"), None);
    assert_eq!(seen.len(), 5, "{seen:?}");
    for seen in &seen[1..] {
        assert_eq!(seen.header("mcp-session-id"), Some("s1"), "{seen:?}");
        assert_eq!(seen.header("mcp-protocol-version"), Some("2025-11-25"), "{seen:?}");
    }
    let get = seen.iter().find(|seen| seen.method == "GET").unwrap();
    assert_eq!(get.header("accept"), Some("text/event-stream"));
    assert_eq!(get.header("content-type"), None);
    assert!(seen.iter().any(|seen| seen.method == "DELETE"));
}

#[tokio::test]
async fn a_server_without_sessions_gets_no_session_and_no_delete() {
    let server = server(|seen| json(result(seen.id())), vec![]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(ask(2));
    told(&mut transport, &["result 2 via 2"]).await;
    close(&mut transport).await;
    assert_eq!(server.seen().len(), 2);
    assert_eq!(server.seen()[1].header("mcp-session-id"), None);
}

#[tokio::test]
async fn a_session_identifier_that_is_not_visible_ascii_is_refused() {
    for bad in ["two words", "\u{e9}", ""] {
        let post = move |seen: &Seen| {
            let mut answer = json(result(seen.id()));
            let value = HeaderValue::from_bytes(bad.as_bytes()).unwrap();
            answer.headers_mut().insert("mcp-session-id", value);
            answer
        };
        let server = server(post, vec![]).await;
        let mut transport = connect(&server);
        transport.send(opening(1));
        told(&mut transport, &["failed 1 protocol may have run"]).await;
    }
}

#[tokio::test]
async fn nothing_overtakes_the_notification_that_ends_the_handshake() {
    let (gate, opened) = tokio::sync::watch::channel(false);
    let server = Server::start(move |seen| {
        let mut opened = opened.clone();
        async move {
            if seen.body.ends_with(b"initialized\"}") {
                opened.wait_for(|open| *open).await.unwrap();
            }
            cooperative(&seen)
        }
    })
    .await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(notification());
    transport.send(ask(2));
    transport.established();
    let arrived = async {
        server.until(|seen| seen.len() == 2).await;
        // Enough turns for the request to arrive if it did not wait.
        for _ in 0..200 {
            tokio::task::yield_now().await;
        }
    };
    quiet_until(&mut transport, arrived).await;
    assert_eq!(server.seen().len(), 2, "the request waits");
    gate.send(true).unwrap();
    told(&mut transport, &["result 2 via 2"]).await;
}

/// A call of a tool, in which the server may ask something.
fn asked_in_return(id: i64) -> Outgoing {
    let mut call = ask(id);
    if let OutgoingKind::Request { may_ask, .. } = &mut call.kind {
        *may_ask = true;
    }
    call
}

/// A server that answers GET only once the gate is open, and what it has seen.
async fn slow_to_listen() -> (Server, tokio::sync::watch::Sender<bool>) {
    let (gate, opened) = tokio::sync::watch::channel(false);
    let server = Server::start(move |seen| {
        let mut opened = opened.clone();
        async move {
            if seen.method != Method::GET {
                return cooperative(&seen);
            }
            let _ = opened.wait_for(|open| *open).await;
            answer(405, "", "")
        }
    })
    .await;
    (server, gate)
}

#[tokio::test]
async fn no_call_overtakes_the_stream_on_which_a_question_would_come() {
    let (server, gate) = slow_to_listen().await;
    let mut transport = connect(&server).that_is_asked(true);
    open(&mut transport).await;
    transport.send(notification());
    transport.established();
    transport.send(asked_in_return(2));
    transport.send(ask(3));
    told(&mut transport, &["result 3 via 3"]).await;
    server.until(|seen| gets(seen) == 1).await;
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
    assert_eq!(server.seen().len(), 4, "the call waits");
    gate.send(true).unwrap();
    told(&mut transport, &["result 2 via 2"]).await;
}

#[tokio::test]
async fn a_server_that_says_nothing_on_its_stream_holds_up_one_call_for_a_moment_only() {
    let (server, _gate) = slow_to_listen().await;
    let mut transport = connect(&server).that_is_asked(true);
    open(&mut transport).await;
    transport.send(notification());
    transport.established();
    let begun = Instant::now();
    transport.send(asked_in_return(2));
    told(&mut transport, &["result 2 via 2"]).await;
    assert!(begun.elapsed() >= LISTENING_TIME, "{:?}", begun.elapsed());
    let begun = Instant::now();
    transport.send(asked_in_return(3));
    told(&mut transport, &["result 3 via 3"]).await;
    assert!(begun.elapsed() < LISTENING_TIME, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn whoever_cannot_be_asked_waits_for_no_stream() {
    let (server, _gate) = slow_to_listen().await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(notification());
    transport.established();
    let begun = Instant::now();
    transport.send(asked_in_return(2));
    told(&mut transport, &["result 2 via 2"]).await;
    assert!(begun.elapsed() < LISTENING_TIME, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_lost_session_is_told_for_each_request_and_forgotten() {
    let post = |seen: &Seen| match (seen.header("mcp-session-id"), seen.id()) {
        (None, 1 | 9) => cooperative(seen),
        (Some("s1"), 2 | 3) => answer(
            404,
            "application/json",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"gone"}}"#,
        ),
        (Some("s1"), 10) => json(result(10)),
        other => panic!("{other:?}"),
    };
    let server = server(post, vec![]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(ask(2));
    transport.send(ask(3));
    let mut lost = [shown(&next(&mut transport).await), shown(&next(&mut transport).await)];
    lost.sort();
    assert_eq!(lost, ["session lost 2", "session lost 3"]);
    transport.send(opening(9));
    told(&mut transport, &["result 9 via 9"]).await;
    transport.send(ask(10));
    told(&mut transport, &["result 10 via 10"]).await;
}

#[tokio::test]
async fn a_standing_stream_that_is_not_found_any_more_means_that_the_session_is_lost() {
    let stream = events("id: 1\nretry: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n");
    let server = server(cooperative, vec![stream, answer(404, "", "")]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.established();
    told(&mut transport, &["n", "session lost"]).await;
    // What is sent before a new session is opened is not sent at all.
    let before = server.seen().len();
    transport.send(ask(2));
    told(&mut transport, &["session lost 2"]).await;
    assert_eq!(server.seen().len(), before);
}

#[tokio::test]
async fn a_bad_request_that_names_the_session_means_that_it_is_lost() {
    for (message, expected) in [
        ("Bad Request: No valid session ID provided", "session lost 2"),
        ("Bad Request: unknown parameter", "failed 2 rpc 400"),
    ] {
        let post = move |seen: &Seen| match seen.id() {
            2 => answer(
                400,
                "application/json",
                format!(
                    r#"{{"jsonrpc":"2.0","id":null,"error":{{"code":-32000,"message":"{message}"}}}}"#
                ),
            ),
            _ => cooperative(seen),
        };
        let server = server(post, vec![]).await;
        let mut transport = connect(&server);
        open(&mut transport).await;
        transport.send(ask(2));
        told(&mut transport, &[expected]).await;
    }
}

#[tokio::test]
async fn not_found_without_a_session_is_an_ordinary_failure() {
    let server = server(|_| answer(404, "", ""), vec![]).await;
    let mut transport = connect(&server);
    transport.send(ask(1));
    told(&mut transport, &["failed 1 transport 404"]).await;
}

#[tokio::test]
async fn notifications_and_replies_are_delivered_or_noted() {
    let post = |seen: &Seen| match seen.header("x-answer") {
        Some(status) => answer(status.parse().unwrap(), "", ""),
        None => cooperative(seen),
    };
    let server = server(post, vec![]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    for (status, noted) in
        [("202", false), ("200", false), ("204", false), ("400", true), ("404", true)]
    {
        for (kind, word) in
            [(OutgoingKind::Notification, "NotSent"), (OutgoingKind::Reply, "ReplyNotSent")]
        {
            let headers = vec![("x-answer".into(), status.into())];
            transport.send(Outgoing { kind, headers, ..notification() });
            if noted {
                told(&mut transport, &[word]).await;
            }
        }
    }
    transport.send(ask(2));
    told(&mut transport, &["result 2 via 2"]).await;
}

#[tokio::test]
async fn the_standing_stream_brings_what_belongs_to_no_request() {
    let (pieces, stream) = stream();
    let server = server(cooperative, vec![stream]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.established();
    let text = "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n";
    pieces.send(Bytes::from_static(text.as_bytes())).unwrap();
    told(&mut transport, &["request ping"]).await;
}

#[tokio::test]
async fn a_server_without_a_standing_stream_is_left_alone() {
    for refusal in [
        answer(405, "", ""),
        answer(404, "", ""),
        answer(406, "", ""),
        answer(200, "text/html", "<html>"),
        answer(204, "", ""),
    ] {
        let server = server(cooperative, vec![refusal]).await;
        let mut transport = connect(&server);
        open(&mut transport).await;
        transport.established();
        quiet_until(&mut transport, server.until(|seen| gets(seen) == 1)).await;
        transport.send(ask(2));
        told(&mut transport, &["result 2 via 2"]).await;
        assert_eq!(gets(&server.seen()), 1);
    }
}

#[tokio::test]
async fn a_fruitless_standing_stream_is_given_up() {
    let empty = || events("retry: 1\n\n");
    let server = server(cooperative, vec![empty(), empty(), empty(), empty()]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.established();
    told(&mut transport, &["Resumed", "Resumed", "StreamGivenUp"]).await;
    assert_eq!(gets(&server.seen()), 3);
}

#[tokio::test]
async fn a_stream_that_only_names_places_is_fruitless_unless_the_server_wants_to_be_polled() {
    let named = |id: u32| events(format!("id: {id}\ndata:\n\n"));
    let server = server(cooperative, vec![named(1), named(2), named(3)]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.established();
    told(&mut transport, &["Resumed", "Resumed", "StreamGivenUp"]).await;

    let polled = |id: u32| events(format!("id: {id}\nretry: 1\ndata:\n\n"));
    let server = self::server(cooperative, (1..=5).map(polled).collect()).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.established();
    told(&mut transport, &["Resumed"; 4]).await;
    quiet_until(&mut transport, server.until(|seen| gets(seen) == 6)).await;
}

#[tokio::test]
async fn the_standing_stream_is_resumed_after_its_last_event_when_the_server_says() {
    let text = "id: e7\nretry: 120\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n";
    let server = server(cooperative, vec![events(text)]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.established();
    told(&mut transport, &["n"]).await;
    let begun = Instant::now();
    quiet_until(&mut transport, server.until(|seen| gets(seen) == 2)).await;
    let waited = begun.elapsed();
    assert_eq!(server.seen().last().unwrap().header("last-event-id"), Some("e7"));
    assert!(waited >= Duration::from_millis(70), "{waited:?}");
    assert!(waited < RETRY_DELAY, "{waited:?}");
}

#[tokio::test]
async fn a_broken_answer_is_resumed_after_its_last_event() {
    let post = |seen: &Seen| match seen.id() {
        1 => cooperative(seen),
        _ => events("id: p1\nretry: 5\ndata:\n\n"),
    };
    let polled = events("id: p2\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n");
    let reply = events(format!("data: {}\n\n", result(2)));
    let server = server(post, vec![polled, answer(503, "", ""), reply]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(ask(2));
    told(&mut transport, &["Resumed", "n via 2", "Resumed", "result 2 via 2"]).await;
    let seen = server.seen();
    let places: Vec<_> = seen.iter().filter_map(|seen| seen.header("last-event-id")).collect();
    assert_eq!(places, ["p1", "p2", "p2"]);
    assert!(seen.iter().skip(1).all(|seen| seen.header("mcp-session-id") == Some("s1")));
}

#[tokio::test]
async fn a_broken_answer_without_a_place_to_resume_fails_its_request() {
    let post = |seen: &Seen| match seen.id() {
        1 => cooperative(seen),
        2 => events("data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n"),
        _ => {
            let (pieces, answer) = stream();
            pieces.send(Bytes::from_static(BREAK)).unwrap();
            answer
        }
    };
    let server = server(post, vec![]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(ask(2));
    told(&mut transport, &["n via 2", "failed 2 transport may have run"]).await;
    transport.send(ask(3));
    told(&mut transport, &["failed 3 transport may have run"]).await;
    assert!(server.seen().iter().all(|seen| seen.method == "POST"));
}

#[tokio::test]
async fn resuming_ends_after_five_fruitless_attempts() {
    let post = |seen: &Seen| match seen.id() {
        1 => cooperative(seen),
        _ => events("id: p1\nretry: 1\ndata:\n\n"),
    };
    let refusals = (0..9).map(|_| answer(502, "", "")).collect();
    let server = server(post, refusals).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(ask(2));
    told(&mut transport, &["failed 2 transport 502 may have run"]).await;
    assert_eq!(gets(&server.seen()), 5);
}

#[tokio::test]
async fn an_answer_that_only_names_places_is_asked_for_ever_more_rarely() {
    let place = |id: u32| events(format!("id: {id}\nretry: 1\ndata:\n\n"));
    let post = move |seen: &Seen| match seen.id() {
        1 => cooperative(seen),
        _ => place(0),
    };
    let server = server(post, (1..=IDLE_POLLS + 3).map(place).collect()).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.send(ask(2));
    for _ in 0..=IDLE_POLLS {
        told(&mut transport, &["Resumed"]).await;
    }
    let begun = Instant::now();
    told(&mut transport, &["Resumed"]).await;
    let waited = begun.elapsed();
    assert!(waited >= RETRY_DELAY.mul_f32(0.9), "{waited:?}");
}

#[tokio::test]
async fn closing_does_not_wait_for_a_server_that_is_stuck() {
    let server = Server::start(|seen| async move {
        if seen.method == "DELETE" {
            std::future::pending::<()>().await;
        }
        cooperative(&seen)
    })
    .await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    tokio::time::pause();
    let begun = Instant::now();
    close(&mut transport).await;
    assert!(begun.elapsed() <= CLOSE_TIME + Duration::from_millis(1));
}

#[tokio::test]
async fn opening_again_ends_the_stream_of_the_session_before() {
    let (pieces, stream) = stream();
    let server = server(cooperative, vec![stream]).await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    transport.established();
    pieces.send(Bytes::from_static(b"data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n")).unwrap();
    told(&mut transport, &["n"]).await;
    transport.send(opening(2));
    told(&mut transport, &["result 2 via 2"]).await;
    pieces.closed().await;
}

#[tokio::test]
async fn a_reply_is_delivered_also_when_requests_hold_all_slots() {
    let (pieces, stream) = stream();
    let answers = Mutex::new(VecDeque::from([stream]));
    let post = move |seen: &Seen| match seen.header("x-kind") {
        Some("request") => answers.lock().unwrap().pop_front().unwrap(),
        _ => answer(202, "", ""),
    };
    let server = server(post, vec![]).await;
    let limits = HttpLimits { in_flight: 1, ..HttpLimits::default() };
    let mut transport = Session::new(HttpClient::default(), &server.url, limits).unwrap();
    transport.send(Outgoing { headers: vec![("x-kind".into(), "request".into())], ..ask(1) });
    let text = "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\"}\n\n";
    pieces.send(Bytes::from_static(text.as_bytes())).unwrap();
    told(&mut transport, &["request elicitation/create via 1"]).await;
    transport.send(Outgoing { kind: OutgoingKind::Reply, ..notification() });
    quiet_until(&mut transport, server.until(|seen| seen.len() == 2)).await;
}

#[tokio::test]
async fn replies_that_the_server_does_not_take_are_bounded() {
    // It takes what opens the session, and lets everything else wait.
    let server = Server::start(|seen| async move {
        if seen.body.starts_with(br#"{"jsonrpc":"2.0","id":1,"method""#) {
            return cooperative(&seen);
        }
        std::future::pending().await
    })
    .await;
    let mut transport = connect(&server);
    open(&mut transport).await;
    let reply = || Outgoing { kind: OutgoingKind::Reply, ..notification() };
    (0..WAITING_REPLIES + 3).for_each(|_| transport.send(reply()));
    told(&mut transport, &["ReplyNotSent"; 3]).await;
}
