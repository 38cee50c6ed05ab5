use std::{future::poll_fn, pin::pin, task::Poll, time::Duration};

use bytes::Bytes;
use serde_json::Value;

use super::*;
use crate::{
    Client, Error, ErrorCode,
    jsonrpc::{Limits, RequestId, decode},
    transport::{
        Outgoing, OutgoingKind,
        http::test_server::{Answer, Seen, Server, json as answer},
    },
};

fn sent(tap: &Tap, body: &str) {
    let body = Bytes::copy_from_slice(body.as_bytes());
    let kind = OutgoingKind::Notification;
    tap.pass(&Passing::Sent(&Outgoing { body, kind, headers: Vec::new(), related: None }));
}

fn received(tap: &Tap, text: &str) {
    let frame = decode(&Bytes::copy_from_slice(text.as_bytes()), &Limits::default());
    tap.pass(&Passing::Received(&Incoming::Frame { frame, via: None }));
}

fn events(tap: &Tap) -> Vec<TapEvent> {
    tap.entries().iter().map(|entry| entry.event.clone()).collect()
}

fn texts(tap: &Tap) -> Vec<String> {
    let text = |event: TapEvent| match event {
        TapEvent::Message { text, .. } | TapEvent::Status { text } => text.into(),
        TapEvent::Stderr { line } => format!("stderr: {line}"),
        TapEvent::Http { method, address, .. } => format!("{method} {address}"),
    };
    events(tap).into_iter().map(text).collect()
}

#[test]
fn messages_are_told_with_their_method_identifier_and_length() {
    let tap = Tap::new([]);
    let request = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x"}}"#;
    sent(&tap, request);
    received(&tap, r#"{ "jsonrpc":"2.0", "id":"a", "result":{"ok": true} }"#);
    let all = events(&tap);
    let message = |direction, method: Option<&str>, id, text: &str| TapEvent::Message {
        direction,
        method: method.map(Into::into),
        id: Some(id),
        bytes: text.len(),
        text: text.into(),
        cut: false,
    };
    assert_eq!(all[0], message(Direction::Sent, Some("tools/call"), 7.into(), request));
    let result = r#"{"jsonrpc":"2.0","id":"a","result":{"ok": true}}"#;
    assert_eq!(all[1], message(Direction::Received, None, RequestId::from("a"), result));
}

#[test]
fn everything_that_a_server_can_say_is_told_in_its_own_words() {
    let tap = Tap::new([]);
    for text in [
        r#"{"jsonrpc":"2.0","method":"m","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
    ] {
        received(&tap, text);
        assert_eq!(texts(&tap).last().unwrap(), text);
    }
    received(&tap, "[]");
    assert_eq!(texts(&tap).last().unwrap(), "it sent a batch of 0");
    received(&tap, "{");
    assert_eq!(texts(&tap).last().unwrap(), "it sent what is no message: the text is not JSON");
    received(&tap, r#"[{"jsonrpc":"2.0","method":"m"}, 5]"#);
    let expected = [
        "it sent a batch of 2",
        r#"{"jsonrpc":"2.0","method":"m"}"#,
        "it sent the JSON is no valid JSON-RPC message",
    ];
    assert_eq!(texts(&tap)[5..], expected);
}

#[test]
fn lines_and_endings_are_told_without_secrets() {
    let tap = Tap::new([Secret::new("open sesame")]);
    let notice = |notice| tap.pass(&Passing::Received(&Incoming::Notice(notice)));
    notice(Notice::Stderr("using open sesame".into()));
    notice(Notice::StderrDropped { lines: 3 });
    notice(Notice::Noise("open sesame!".into()));
    tap.pass(&Passing::Received(&Incoming::Closed(Error::new(ErrorCode::Closed, "open sesame"))));
    tap.status("starting");
    let expected = [
        "stderr: using [hidden]",
        "3 lines of standard error came too fast and were left out",
        "it wrote what is no message: [hidden]!",
        "the connection has ended: [hidden]",
        "starting",
    ];
    assert_eq!(texts(&tap), expected);
}

#[test]
fn a_long_message_is_cut_and_its_whole_length_told() {
    let tap = Tap::new([]);
    let long = "x".repeat(1 << 20);
    let text = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"text":"{long}"}}}}"#);
    received(&tap, &text);
    sent(&tap, &text);
    for event in events(&tap) {
        let TapEvent::Message { bytes, text: kept, cut, .. } = event else { panic!("{event:?}") };
        assert_eq!((bytes, kept.len(), cut), (text.len(), 64 << 10, true));
        assert!(text.starts_with(&*kept));
    }
    let method = "m".repeat(1 << 20);
    received(&tap, &format!(r#"{{"jsonrpc":"2.0","method":"{method}"}}"#));
    let last = events(&tap).pop().unwrap();
    assert!(last.weight() < 128 << 10, "{}", last.weight());
}

fn status_of(read: Option<TapRead>) -> String {
    match read {
        Some(TapRead::Entry(entry)) => match &entry.event {
            TapEvent::Status { text } => format!("{} {text}", entry.number),
            other => panic!("{other:?}"),
        },
        Some(TapRead::Missed(count)) => format!("missed {count}"),
        None => "end".into(),
    }
}

#[tokio::test]
async fn a_reader_gets_what_is_there_and_what_comes_in_order_and_the_end() {
    let tap = Tap::new([]);
    tap.status("a");
    let mut reader = tap.reader();
    tap.status("b");
    assert_eq!(status_of(reader.next().await), "1 a");
    assert_eq!(status_of(reader.next().await), "2 b");
    assert!(reader.read_now().is_none());
    {
        let mut waiting = pin!(reader.next());
        assert!(poll_fn(|cx| Poll::Ready(waiting.as_mut().poll(cx).is_pending())).await);
        tap.status("c");
        assert_eq!(status_of(waiting.await), "3 c");
    }
    tap.clone().status("d");
    drop(tap);
    assert_eq!(status_of(reader.next().await), "4 d");
    assert_eq!(status_of(reader.next().await), "end");
}

#[tokio::test]
async fn a_slow_reader_is_told_how_much_it_missed() {
    let tap = Tap::new([]);
    let mut reader = tap.reader();
    for number in 1..=5_010 {
        tap.status(&number.to_string());
    }
    assert_eq!(status_of(reader.next().await), "missed 10");
    assert_eq!(status_of(reader.next().await), "11 11");
    // Another reader begins with what is there.
    assert_eq!(status_of(tap.reader().next().await), "11 11");
}

fn serve(seen: &Seen) -> Answer {
    let message: Value = serde_json::from_slice(&seen.body).expect("the client sends JSON");
    let result = match message["method"].as_str().unwrap_or_default() {
        "server/discover" => {
            r#"{"resultType":"complete","supportedVersions":["2026-07-28"],
                "capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}"#
        }
        _ => r#"{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[]}"#,
    };
    answer(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, message["id"]))
}

#[tokio::test]
async fn a_client_with_a_tap_is_seen_from_its_first_message_on() {
    let server = Server::start(|seen| async move { serve(&seen) }).await;
    let tap = Tap::new([]);
    let settings = crate::net::HttpSettings::new().header("x-tenant", "blue").unwrap();
    // What is set after the tap does not take it off.
    let builder = tap.attach(Client::builder()).http(settings);
    let client = builder.connect(format!("{}?key=n0t-told", server.url).as_str()).await.unwrap();
    client.list_tools().await.unwrap();
    client.close().await.unwrap();
    let all = events(&tap);
    let methods: Vec<&str> = all
        .iter()
        .filter_map(|event| match event {
            TapEvent::Message { direction: Direction::Sent, method, .. } => method.as_deref(),
            _ => None,
        })
        .collect();
    assert_eq!(methods, ["server/discover", "tools/list"]);
    let replies = all.iter().filter(|event| {
        matches!(event, TapEvent::Message { direction: Direction::Received, id: Some(_), .. })
    });
    assert_eq!(replies.count(), 2);
    let Some(TapEvent::Http { method, address, status, took, sent, received }) =
        all.iter().find(|event| matches!(event, TapEvent::Http { .. }))
    else {
        panic!("{all:?}")
    };
    assert_eq!((&**method, &**address, *status), ("POST", server.url.as_str(), Some(200)));
    assert!(*took < Duration::from_mins(1));
    assert!(sent.iter().any(|name| &**name == "x-tenant"), "{sent:?}");
    assert!(received.iter().any(|name| &**name == "content-type"), "{received:?}");
    let printed = format!("{all:?}");
    assert!(!printed.contains("n0t-told") && !printed.contains("blue"), "{printed}");
}
