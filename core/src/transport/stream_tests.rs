use std::future::poll_fn;

use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use super::{
    super::{CONGESTED_BYTES, OutgoingKind},
    *,
};

fn notification(body: &'static str) -> Outgoing {
    Outgoing {
        body: body.into(),
        kind: OutgoingKind::Notification,
        headers: Vec::new(),
        related: None,
    }
}

#[tokio::test]
async fn closing_writes_what_is_queued_and_shuts_the_stream() {
    let (near, mut far) = duplex(4);
    let mut transport = split(near);
    transport.send(notification("{\"one\":1}"));
    let mut received = String::new();
    let close = poll_fn(|cx| transport.poll_close(cx));
    let (closed, read) = tokio::join!(close, far.read_to_string(&mut received));
    closed.unwrap();
    read.unwrap();
    assert_eq!(received, "{\"one\":1}\n");
}

#[tokio::test]
async fn closing_does_not_wait_for_a_peer_that_is_itself_busy_writing() {
    let (near, mut far) = duplex(16);
    let mut transport = split(near);
    transport.send(notification("{\"one\":1,\"two\":2,\"three\":3}"));
    let peer = async {
        // It reads nothing before it has written all this, which needs us to read.
        far.write_all(&vec![b'x'; 100_000]).await.unwrap();
        let mut received = String::new();
        far.read_to_string(&mut received).await.unwrap();
        received
    };
    let (closed, received) = tokio::join!(poll_fn(|cx| transport.poll_close(cx)), peer);
    closed.unwrap();
    assert_eq!(received, "{\"one\":1,\"two\":2,\"three\":3}\n");
}

#[tokio::test(start_paused = true)]
async fn closing_gives_up_on_a_peer_that_takes_nothing() {
    let (near, _far) = duplex(4);
    let mut transport = split(near);
    transport.send(notification("{\"one\":1}"));
    let error = poll_fn(|cx| transport.poll_close(cx)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Timeout);
}

#[tokio::test]
async fn much_that_waits_is_known_until_the_peer_reads() {
    let (near, mut far) = duplex(16);
    let mut transport = split(near);
    transport.send(notification("{}"));
    assert!(!transport.is_congested(None), "little waits");
    let large = Bytes::from(vec![b'x'; 2 * CONGESTED_BYTES]);
    transport.send(Outgoing { body: large, ..notification("") });
    assert!(transport.is_congested(None));
    let waits = poll_fn(|cx| {
        assert!(transport.poll_incoming(cx).is_pending());
        if transport.is_congested(None) { Poll::Pending } else { Poll::Ready(()) }
    });
    let mut received = Vec::new();
    tokio::select! {
        () = waits => {}
        read = far.read_to_end(&mut received) => panic!("{read:?}"),
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_unix_socket_carries_messages() {
    let folder = std::env::temp_dir().join(format!("hostline-socket-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("s");
    let listener = tokio::net::UnixListener::bind(&path).unwrap();
    let (transport, accepted) = tokio::join!(unix_socket(&path), listener.accept());
    let (mut transport, (mut peer, _)) = (transport.unwrap(), accepted.unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    peer.write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"hello\"}\n").await.unwrap();
    let incoming = poll_fn(|cx| transport.poll_incoming(cx)).await;
    assert!(matches!(incoming, Incoming::Frame { .. }), "{incoming:?}");

    let Err(error) = unix_socket(&path).await else { panic!("connected to nothing") };
    assert_eq!(error.code(), ErrorCode::Transport);
    assert!(error.to_string().contains(&path.display().to_string()));
}
