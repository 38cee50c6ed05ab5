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
    let (mut transport, _door, mut reader) = pair("/messages?session=x", &Budget::new(1 << 30));
    send(&mut transport, "N", OutgoingKind::Notification);
    send(&mut transport, "R", OutgoingKind::Reply);
    assert_eq!(ready(&mut reader), ["endpoint /messages?session=x", "message N", "message R"]);
}

#[tokio::test(start_paused = true)]
async fn each_post_has_a_name_of_its_own_and_what_is_kept_for_it_goes_when_it_was_handled() {
    let (mut transport, door, _reader) = pair("/m", &Budget::new(1 << 30));
    let text = Bytes::from_static(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    let kept = Arc::new(());
    let mut names = Vec::new();
    for _ in 0..2 {
        let enter = |name: &RequestId| -> Kept {
            names.push(name.clone());
            Box::new(kept.clone())
        };
        door.post(decode(&text, &Limits::default()), enter).await.unwrap();
    }
    assert_ne!(names[0], names[1]);
    for (name, waiting) in names.iter().zip([3, 2]) {
        let incoming = next(&mut transport).await;
        assert!(matches!(&incoming, Incoming::Frame { via: Some(via), .. } if via == name));
        assert_eq!(Arc::strong_count(&kept), waiting);
    }
    drop(transport);
    assert_eq!(Arc::strong_count(&kept), 1);
}

#[tokio::test(start_paused = true)]
async fn the_connection_ends_with_its_stream() {
    let (mut transport, door, reader) = pair("/m", &Budget::new(1 << 30));
    let leaving = async {
        tokio::task::yield_now().await;
        drop(reader);
    };
    let (told, ()) = tokio::join!(next(&mut transport), leaving);
    assert!(matches!(told, Incoming::Closed(_)), "{told:?}");
    drop(transport);
    let text = Bytes::from_static(b"{}");
    let refused =
        door.post(decode(&text, &Limits::default()), |_| Box::new(())).await.err().unwrap();
    assert_eq!(refused.status(), 404);
}

#[tokio::test(start_paused = true)]
async fn the_stream_is_read_to_its_end_when_the_connection_ends() {
    let (mut transport, _door, mut reader) = pair("/m", &Budget::new(1 << 30));
    send(&mut transport, "R", OutgoingKind::Reply);
    poll_fn(|cx| transport.poll_close(cx)).await.unwrap();
    drop(transport);
    assert_eq!(ready(&mut reader), ["endpoint /m", "message R", "end"]);
}

#[tokio::test(start_paused = true)]
async fn for_a_slow_reader_asides_are_left_out_before_replies() {
    let (mut transport, _door, mut reader) = pair("/m", &Budget::new(1 << 30));
    send(&mut transport, vec![b'N'; 1 << 10], OutgoingKind::Aside);
    send(&mut transport, vec![b'R'; WAITING_BYTES - 10], OutgoingKind::Reply);
    let shown = ready(&mut reader);
    assert_eq!(shown.len(), 2);
    assert!(shown[1].starts_with("message RRR"));
}

#[tokio::test(start_paused = true)]
async fn what_a_slow_reader_has_no_room_for_is_reported() {
    let (mut transport, _door, _reader) = pair("/m", &Budget::new(1 << 30));
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
    let (mut transport, _door, mut reader) = pair("/m", &Budget::new(1 << 30));
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

#[tokio::test(start_paused = true)]
async fn what_waits_for_all_clients_together_is_bounded() {
    let budget = Budget::new(10);
    let (mut one, _door, reader) = pair("/m", &budget);
    let (mut other, _other_door, mut other_reader) = pair("/m", &budget);
    send(&mut one, "12345678", OutgoingKind::Reply);
    send(&mut other, "123", OutgoingKind::Aside);
    send(&mut other, "12", OutgoingKind::Reply);
    let lost = next(&mut other).await;
    assert!(matches!(lost, Incoming::Notice(Notice::NotSent(_))), "{lost:?}");
    assert_eq!(ready(&mut other_reader), ["endpoint /m", "message 12"]);
    drop(reader);
    send(&mut other, "1234567890", OutgoingKind::Reply);
    assert_eq!(ready(&mut other_reader), ["message 1234567890"]);
}
