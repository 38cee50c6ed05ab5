use std::future::poll_fn;

use super::*;
use crate::{
    jsonrpc::{Limits, decode},
    transport::{Notice, http::test_server::next},
};

fn send(transport: &mut PairTransport, body: impl Into<Bytes>, kind: OutgoingKind) {
    let body = body.into();
    transport.send(Outgoing { body, kind, headers: Vec::new(), related: None });
}

/// What is there to read at once, in short.
fn ready(reader: &mut PairReader) -> Vec<String> {
    let mut found = Vec::new();
    let mut cx = Context::from_waker(Waker::noop());
    while let Poll::Ready(event) = reader.poll_event(&mut cx) {
        let Some(event) = event else {
            found.push("end".to_owned());
            break;
        };
        let data = String::from_utf8(event.data.unwrap().to_vec()).unwrap();
        found.push(format!("{} {data}", event.name.unwrap()));
    }
    found
}

#[tokio::test(start_paused = true)]
async fn the_stream_begins_with_the_address_and_carries_all_messages() {
    let (mut transport, _door, mut reader) = pair("/messages?session=x");
    send(&mut transport, "N", OutgoingKind::Notification);
    send(&mut transport, "R", OutgoingKind::Reply);
    assert_eq!(ready(&mut reader), ["endpoint /messages?session=x", "message N", "message R"]);
}

#[tokio::test(start_paused = true)]
async fn posted_messages_come_in_without_an_exchange() {
    let (mut transport, door, _reader) = pair("/m");
    let text = Bytes::from_static(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    door.post(decode(&text, &Limits::default())).await.unwrap();
    let incoming = next(&mut transport).await;
    assert!(matches!(incoming, Incoming::Frame { via: None, .. }), "{incoming:?}");
}

#[tokio::test(start_paused = true)]
async fn the_connection_ends_with_its_stream() {
    let (mut transport, door, reader) = pair("/m");
    let leaving = async {
        tokio::task::yield_now().await;
        drop(reader);
    };
    let (told, ()) = tokio::join!(next(&mut transport), leaving);
    assert!(matches!(told, Incoming::Closed(_)), "{told:?}");
    drop(transport);
    let text = Bytes::from_static(b"{}");
    let refused = door.post(decode(&text, &Limits::default())).await.err().unwrap();
    assert_eq!(refused.status(), 404);
}

#[tokio::test(start_paused = true)]
async fn the_stream_is_read_to_its_end_when_the_connection_ends() {
    let (mut transport, _door, mut reader) = pair("/m");
    send(&mut transport, "R", OutgoingKind::Reply);
    poll_fn(|cx| transport.poll_close(cx)).await.unwrap();
    drop(transport);
    assert_eq!(ready(&mut reader), ["endpoint /m", "message R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn for_a_slow_reader_asides_are_left_out_before_replies() {
    let (mut transport, _door, mut reader) = pair("/m");
    send(&mut transport, vec![b'N'; 1 << 10], OutgoingKind::Aside);
    send(&mut transport, vec![b'R'; WAITING_BYTES - 10], OutgoingKind::Reply);
    let shown = ready(&mut reader);
    assert_eq!(shown.len(), 2);
    assert!(shown[1].starts_with("message RRR"));
}

#[tokio::test(start_paused = true)]
async fn what_a_slow_reader_has_no_room_for_is_reported() {
    let (mut transport, _door, _reader) = pair("/m");
    send(&mut transport, vec![b'R'; WAITING_BYTES], OutgoingKind::Reply);
    send(&mut transport, "late", OutgoingKind::Notification);
    let told = next(&mut transport).await;
    assert!(matches!(told, Incoming::Notice(Notice::NotSent(_))), "{told:?}");
    send(&mut transport, "late", OutgoingKind::Reply);
    let told = next(&mut transport).await;
    assert!(matches!(told, Incoming::Notice(Notice::ReplyNotSent(_))), "{told:?}");
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_the_stream_to_be_read_is_woken() {
    let (mut transport, _door, mut reader) = pair("/m");
    send(&mut transport, vec![b'N'; CONGESTED_BYTES], OutgoingKind::Notification);
    assert!(transport.is_congested(None));
    let waits = poll_fn(|cx| {
        assert!(transport.poll_incoming(cx).is_pending());
        if transport.is_congested(None) { Poll::Pending } else { Poll::Ready(()) }
    });
    let reads = async {
        tokio::task::yield_now().await;
        ready(&mut reader)
    };
    let both = async { tokio::join!(waits, reads) };
    tokio::time::timeout(std::time::Duration::from_secs(1), both).await.expect("it is woken");
}
