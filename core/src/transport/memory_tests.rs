use std::future::poll_fn;

use super::{super::OutgoingKind, *};
use crate::jsonrpc::Message;

fn request(body: impl Into<Bytes>) -> Outgoing {
    let kind = OutgoingKind::Request {
        id: RequestId::from(1),
        opening: false,
        repeatable: true,
        may_ask: false,
        attended: true,
    };
    Outgoing { body: body.into(), kind, headers: Vec::new(), related: None }
}

async fn next(transport: &mut MemoryTransport) -> Incoming {
    poll_fn(|cx| transport.poll_incoming(cx)).await
}

#[tokio::test]
async fn messages_pass_both_ways() {
    let (mut first, mut second) = pair();
    for (from, to) in [(0, 1), (1, 0)] {
        let ends = [&mut first, &mut second];
        ends[from].send(request(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#));
        let incoming = next(ends[to]).await;
        let Incoming::Frame { frame: Frame::Message(Message::Request(request)), .. } = incoming
        else {
            panic!("{incoming:?}")
        };
        assert_eq!(&*request.method, "ping");
    }
}

#[tokio::test]
async fn dropping_or_closing_one_end_ends_the_other_after_its_last_message() {
    for close in [false, true] {
        let (mut first, mut second) = pair();
        first.send(request(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#));
        if close {
            poll_fn(|cx| first.poll_close(cx)).await.unwrap();
        } else {
            drop(first);
        }
        assert!(matches!(next(&mut second).await, Incoming::Frame { .. }));
        assert!(matches!(next(&mut second).await, Incoming::Closed(_)));
    }
}

#[tokio::test]
async fn a_message_to_a_closed_end_fails() {
    let (mut first, second) = pair();
    drop(second);
    first.send(request("{}"));
    assert!(matches!(next(&mut first).await, Incoming::Failed { .. }));
}

#[tokio::test]
async fn what_waits_is_bounded_and_what_was_received_waits_no_more() {
    let (mut first, mut second) = pair();
    let body = Bytes::from(vec![b' '; 40 << 20]);
    first.send(request(body.clone()));
    first.send(request(body.clone()));
    let Incoming::Failed { error, .. } = next(&mut first).await else { panic!("not failed") };
    assert_eq!(error.code(), ErrorCode::Limit);
    assert!(matches!(next(&mut second).await, Incoming::Notice(Notice::Oversized { .. })));
    first.send(request(body));
    assert!(matches!(next(&mut second).await, Incoming::Notice(Notice::Oversized { .. })));
}

#[tokio::test]
async fn an_end_that_reads_again_wakes_whoever_waits_for_it() {
    let (mut first, mut second) = pair();
    first.send(request("{}"));
    assert!(!first.is_congested(None), "little waits");
    let body = Bytes::from(vec![b' '; CONGESTED_BYTES]);
    first.send(request(body));
    assert!(first.is_congested(None));
    let waits = poll_fn(|cx| {
        assert!(first.poll_incoming(cx).is_pending());
        if first.is_congested(None) { Poll::Pending } else { Poll::Ready(()) }
    });
    let reads = async {
        for _ in 0..2 {
            next(&mut second).await;
        }
    };
    let both = async { tokio::join!(waits, reads) };
    tokio::time::timeout(std::time::Duration::from_secs(10), both).await.expect("it is woken");
    first.send(request(Bytes::from(vec![b' '; CONGESTED_BYTES])));
    drop(second);
    assert!(!first.is_congested(None), "nobody will read it");
}
