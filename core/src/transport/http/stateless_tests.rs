use std::{sync::Arc, time::Duration};

use async_compression::tokio::write::GzipEncoder;
use bytes::Bytes;
use tokio::{
    io::AsyncWriteExt,
    sync::{Notify, Semaphore},
};

use super::{super::test_server::*, *};
use crate::{ErrorCode, jsonrpc::Limits};

type Respond = Box<dyn Fn() -> Answer + Send + Sync>;

fn connect(server: &Server) -> Stateless {
    connect_with(server, HttpLimits::default())
}

fn connect_with(server: &Server, limits: HttpLimits) -> Stateless {
    Stateless::new(HttpClient::default(), &server.url, limits).unwrap()
}

/// What one request with the id 1 leads to, up to and with its reply or failure.
async fn outcome(respond: impl Fn() -> Answer + Send + Sync + 'static) -> Vec<String> {
    outcome_with(respond, HttpLimits::default()).await.0
}

async fn outcome_with(
    respond: impl Fn() -> Answer + Send + Sync + 'static,
    limits: HttpLimits,
) -> (Vec<String>, Incoming) {
    let server = Server::start(move |_| std::future::ready(respond())).await;
    let mut transport = connect_with(&server, limits);
    transport.send(ask(1));
    let mut told = Vec::new();
    loop {
        let incoming = next(&mut transport).await;
        told.push(shown(&incoming));
        let last = told.last().unwrap();
        if ["result 1", "error 1", "failed 1"].iter().any(|end| last.starts_with(end)) {
            return (told, incoming);
        }
    }
}

#[tokio::test]
async fn a_message_is_one_post_with_its_own_headers() {
    let server = Server::start(|seen| async move { json(result(seen.id())) }).await;
    let mut transport = connect(&server);
    let mut outgoing = ask(1);
    outgoing.headers = vec![
        ("mcp-protocol-version".into(), "2026-07-28".into()),
        ("mcp-method".into(), "tools/list".into()),
        ("mcp-param-region".into(), "eu".into()),
    ];
    let body = outgoing.body.clone();
    transport.send(outgoing);
    assert_eq!(shown(&next(&mut transport).await), "result 1 via 1");
    let seen = &server.seen()[0];
    assert_eq!(seen.method, "POST");
    assert_eq!(seen.target, "/mcp");
    assert_eq!(seen.body, body);
    for (name, value) in [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/list"),
        ("mcp-param-region", "eu"),
        ("host", server.url.authority()),
    ] {
        assert_eq!(seen.header(name), Some(value), "{name}");
    }
}

#[tokio::test]
async fn sequential_requests_share_one_connection() {
    let server = Server::start(|seen| async move {
        if seen.id() % 2 == 0 {
            json(result(seen.id()))
        } else {
            events(format!("data: {}\n\n", result(seen.id())))
        }
    })
    .await;
    let mut transport = connect(&server);
    for id in 1..=10 {
        transport.send(ask(id));
        assert_eq!(shown(&next(&mut transport).await), format!("result {id} via {id}"));
        // The exchange of an event stream ends a little after its reply.
        while !transport.exchanges.is_idle() {
            std::future::poll_fn(|cx| {
                assert!(transport.poll_incoming(cx).is_pending());
                if transport.exchanges.is_idle() { Poll::Ready(()) } else { Poll::Pending }
            })
            .await;
        }
    }
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn events_are_told_in_order_and_end_with_the_reply() {
    let text = concat!(
        ": keep-alive\n\n",
        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n",
        "event: ping\ndata: not for us\n\n",
        "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"roots/list\"}\n\n",
        "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}\n\n",
    );
    let server = Server::start(move |_| std::future::ready(events(text))).await;
    let mut transport = connect(&server);
    transport.send(ask(1));
    for expected in
        ["notifications/progress via 1", "request roots/list via 1", "result \"1\" via 1"]
    {
        assert_eq!(shown(&next(&mut transport).await), expected);
    }
}

#[tokio::test]
async fn answers_without_a_reply_fail_their_request() {
    let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#;
    let table: Vec<(Respond, &[&str])> = vec![
        (
            Box::new(move || events(format!("data: {progress}\n\n"))),
            &["notifications/progress via 1", "failed 1 transport may have run"],
        ),
        (Box::new(|| events("")), &["failed 1 transport may have run"]),
        (
            Box::new(move || json(progress)),
            &["notifications/progress via 1", "failed 1 protocol may have run"],
        ),
        (
            Box::new(|| json(r#"{"jsonrpc":"2.0","id":9,"result":1,"error":2,"method":3}"#)),
            &["invalid", "failed 1 protocol may have run"],
        ),
        (Box::new(|| answer(202, "", "")), &["failed 1 protocol may have run"]),
        (Box::new(|| answer(204, "application/json", "")), &["failed 1 protocol may have run"]),
        (Box::new(|| answer(200, "text/html", "<html>")), &["failed 1 protocol may have run"]),
        (Box::new(|| answer(200, "", "{}")), &["failed 1 protocol may have run"]),
        (
            Box::new(|| {
                let (pieces, answer) = stream();
                pieces.send(Bytes::from_static(b": hello\n\n")).unwrap();
                pieces.send(Bytes::from_static(BREAK)).unwrap();
                answer
            }),
            &["failed 1 transport may have run"],
        ),
    ];
    for (number, (respond, told)) in table.into_iter().enumerate() {
        assert_eq!(outcome(respond).await, told, "row {number}");
    }
}

#[tokio::test]
async fn error_statuses_become_typed_errors() {
    for (status, told) in [
        (400, "failed 1 transport 400"),
        (401, "failed 1 auth_required 401"),
        (403, "failed 1 denied 403"),
        (404, "failed 1 transport 404"),
        (405, "failed 1 transport 405"),
        (418, "failed 1 transport 418"),
        (429, "failed 1 transport 429"),
        (500, "failed 1 transport 500 may have run"),
        (502, "failed 1 transport 502 may have run"),
        (503, "failed 1 transport 503"),
    ] {
        let respond = move || {
            with_header(
                answer(status, "text/html", "<h1>no</h1>"),
                "www-authenticate",
                "Bearer secret=1",
            )
        };
        let (all, last) = outcome_with(respond, HttpLimits::default()).await;
        assert_eq!(all, [told], "{status}");
        let Incoming::Failed { error, .. } = last else { panic!("{last:?}") };
        let text = error.to_string();
        assert!(!text.contains("secret") && !text.contains("<h1>"), "{text}");
    }
}

#[tokio::test]
async fn a_json_rpc_error_keeps_its_status_whatever_its_id() {
    let error =
        |id: &str| format!(r#"{{"jsonrpc":"2.0",{id}"error":{{"code":-32022,"message":"m"}}}}"#);
    for id in ["", r#""id":1,"#, r#""id":null,"#, r#""id":"server-error","#] {
        for status in [400, 404, 405] {
            let body = error(id);
            let respond = move || answer(status, "application/json", body.clone());
            let told = format!("failed 1 rpc {status}");
            assert_eq!(outcome(respond).await, [told], "{status} {id}");
        }
        for (status, told) in [
            (401, "failed 1 auth_required 401"),
            (403, "failed 1 denied 403"),
            (500, "failed 1 rpc 500"),
        ] {
            let body = error(id);
            let respond = move || answer(status, "application/json", body.clone());
            assert_eq!(outcome(respond).await, [told], "{status} {id}");
        }
    }
}

#[tokio::test]
async fn a_busy_server_says_when_to_come_back() {
    let respond = || with_header(answer(503, "", ""), "retry-after", "17");
    let (_, last) = outcome_with(respond, HttpLimits::default()).await;
    let Incoming::Failed { error, .. } = last else { panic!("{last:?}") };
    assert_eq!(error.next_step(), Some("try again in 17 seconds"));
}

#[tokio::test]
async fn an_answer_above_the_limit_fails_its_own_request_only() {
    let limits = HttpLimits {
        message: Limits { bytes: 1_000, ..Limits::default() },
        ..HttpLimits::default()
    };
    let long = || format!(r#"{{"jsonrpc":"2.0","id":1,"result":"{}"}}"#, "x".repeat(2_000));
    let (told, _) = outcome_with(move || json(long()), limits).await;
    assert_eq!(told, ["failed 1 limit may have run"]);
    let (told, _) = outcome_with(move || events(format!("data: {}\n\n", long())), limits).await;
    assert_eq!(told, ["Oversized", "failed 1 limit may have run"]);
}

#[tokio::test]
async fn slow_requests_do_not_hold_up_each_other() {
    let started = Arc::new(Semaphore::new(0));
    let release = Arc::new(Notify::new());
    let (count, gate) = (started.clone(), release.clone());
    let server = Server::start(move |seen| {
        let (count, gate) = (count.clone(), gate.clone());
        async move {
            let released = gate.notified();
            count.add_permits(1);
            released.await;
            json(result(seen.id()))
        }
    })
    .await;
    let mut transport = connect(&server);
    (1..=20).for_each(|id| transport.send(ask(id)));
    // All are at the server before any of them is answered.
    let all = started.acquire_many(20).await.unwrap();
    release.notify_waiters();
    for _ in 1..=20 {
        assert!(shown(&next(&mut transport).await).starts_with("result"));
    }
    drop(all);
}

#[tokio::test]
async fn more_requests_than_may_be_open_wait_for_their_turn() {
    let open = Arc::new(std::sync::Mutex::new((0, 0)));
    let counts = open.clone();
    let server = Server::start(move |seen| {
        let counts = counts.clone();
        async move {
            {
                let mut counts = counts.lock().unwrap();
                counts.0 += 1;
                counts.1 = counts.0.max(counts.1);
            }
            tokio::task::yield_now().await;
            counts.lock().unwrap().0 -= 1;
            json(result(seen.id()))
        }
    })
    .await;
    let mut transport = connect_with(&server, HttpLimits { in_flight: 3, ..HttpLimits::default() });
    (1..=30).for_each(|id| transport.send(ask(id)));
    for _ in 1..=30 {
        assert!(shown(&next(&mut transport).await).starts_with("result"));
    }
    let most = open.lock().unwrap().1;
    assert!((1..=3).contains(&most), "{most} at a time");
}

#[tokio::test]
async fn abandoning_a_request_closes_its_exchange() {
    let (opened, mut streams) = tokio::sync::mpsc::unbounded_channel();
    let server = Server::start(move |_| {
        let (pieces, answer) = stream();
        opened.send(pieces).unwrap();
        std::future::ready(answer)
    })
    .await;
    let mut transport = connect(&server);
    transport.send(ask(1));
    let first = r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#;
    let pieces = quiet_until(&mut transport, streams.recv()).await.unwrap();
    pieces.send(format!("data: {first}\n\n").into()).unwrap();
    assert_eq!(shown(&next(&mut transport).await), "notifications/progress via 1");
    transport.abandon(&RequestId::Number(1));
    // The server sees its stream closed.
    pieces.closed().await;
}

#[tokio::test]
async fn a_notification_that_is_refused_is_noted() {
    let server = Server::start(|seen| async move {
        if seen.body.ends_with(b"}") && seen.header("x-good").is_some() {
            answer(202, "", "")
        } else {
            answer(400, "", "")
        }
    })
    .await;
    let mut transport = connect(&server);
    let mut good = notification();
    good.headers = vec![("x-good".into(), "yes".into())];
    transport.send(good);
    transport.send(notification());
    assert_eq!(shown(&next(&mut transport).await), "NotSent");
    close(&mut transport).await;
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn nobody_listening_is_a_transport_error_that_ran_nothing() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let url = Url::parse(&format!("http://127.0.0.1:{port}/mcp")).unwrap();
    let mut transport = Stateless::new(HttpClient::default(), &url, HttpLimits::default()).unwrap();
    transport.send(ask(1));
    let Incoming::Failed { error, .. } = next(&mut transport).await else { panic!("no failure") };
    assert_eq!(error.code(), ErrorCode::Transport);
    assert!(error.message().contains("connection refused"), "{error}");
    assert!(error.next_step().is_some() && !error.may_have_run(), "{error}");
}

#[tokio::test]
async fn a_header_that_is_not_valid_fails_its_message_before_it_leaves() {
    let server = Server::start(|seen| async move { json(result(seen.id())) }).await;
    let mut transport = connect(&server);
    let mut outgoing = ask(1);
    outgoing.headers = vec![("mcp-name".into(), "two\nlines".into())];
    transport.send(outgoing);
    assert_eq!(shown(&next(&mut transport).await), "failed 1 invalid_input");
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn closing_waits_for_what_is_on_its_way_but_not_for_answers() {
    let server = Server::start(|seen| async move {
        if seen.body.starts_with(br#"{"jsonrpc":"2.0","id""#) {
            std::future::pending::<()>().await;
        }
        answer(202, "", "")
    })
    .await;
    let mut transport = connect(&server);
    transport.send(ask(1));
    transport.send(notification());
    tokio::time::timeout(Duration::from_secs(1), close(&mut transport)).await.unwrap();
    assert!(server.seen().iter().any(|seen| seen.body.ends_with(b"initialized\"}")));
}

#[tokio::test]
async fn a_batch_and_invalid_text_are_told_as_they_are() {
    let both = format!("[{},{}]", result(1), r#"{"jsonrpc":"2.0","method":"n"}"#);
    for (body, told) in [(both, "batch of 2"), ("{broken".to_owned(), "invalid")] {
        let server = Server::start(move |_| std::future::ready(json(body.clone()))).await;
        let mut transport = connect(&server);
        transport.send(ask(1));
        assert_eq!(shown(&next(&mut transport).await), told);
    }
}

#[tokio::test]
async fn a_stream_that_goes_on_after_the_reply_is_left() {
    const MORE: usize = 1_000_000;
    // Compressed, so that the next event is always ready.
    let mut encoder = GzipEncoder::new(Vec::new());
    encoder.write_all(format!("data: {}\n\n", result(1)).as_bytes()).await.unwrap();
    encoder.write_all("data: 7\n\n".repeat(MORE).as_bytes()).await.unwrap();
    encoder.shutdown().await.unwrap();
    let body = Bytes::from(encoder.into_inner());
    let server = Server::start(move |_| {
        let answer = answer(200, "text/event-stream", body.clone());
        std::future::ready(with_header(answer, "content-encoding", "gzip"))
    })
    .await;
    let mut transport = connect(&server);
    transport.send(ask(1));
    assert_eq!(shown(&next(&mut transport).await), "result 1 via 1");
    let mut told = 0;
    while !transport.exchanges.is_idle() {
        tokio::select! {
            _ = next(&mut transport) => told += 1,
            // Looks again whether the exchange has ended.
            () = tokio::time::sleep(Duration::from_millis(10)) => {}
        }
    }
    assert!(told < MORE, "all that came after the reply was told");
}
