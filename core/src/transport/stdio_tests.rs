#![cfg(unix)]

use std::{future::poll_fn, os::fd::OwnedFd, time::Duration};

use super::{
    super::{Command, Notice, OutgoingKind, ProcessTransport, stream},
    *,
};
use crate::jsonrpc::{Frame, Message};

const ROLE: &str = "HOSTLINE_TEST_SERVER";
const NAME: &str = "transport::stdio::tests::a_server_that_answers_with_what_it_got";
const PATIENCE: Duration = Duration::from_secs(30);

/// What the other tests start as a process of its own. As a test by itself it does nothing.
#[tokio::test]
async fn a_server_that_answers_with_what_it_got() {
    if std::env::var_os(ROLE).is_none() {
        return;
    }
    let mut transport = StdioTransport::new().unwrap();
    // A second one would speak into standard error.
    let second = StdioTransport::new().err().unwrap();
    assert_eq!(second.code(), crate::error::ErrorCode::InvalidInput);
    loop {
        match poll_fn(|cx| transport.poll_incoming(cx)).await {
            Incoming::Frame { frame: Frame::Message(Message::Notification(got)), .. } => {
                // Neither may reach the client.
                println!("a stray line of the program");
                std::process::Command::new("echo").arg("a stray line of a child").status().unwrap();
                let params = got.params.unwrap_or_default();
                let params = String::from_utf8_lossy(&params);
                let body =
                    format!(r#"{{"jsonrpc":"2.0","method":"{}","params":{params}}}"#, got.method);
                transport.send(notification(body));
            }
            Incoming::Closed(_) => break,
            _ => {}
        }
    }
    poll_fn(|cx| transport.poll_close(cx)).await.unwrap();
    drop(transport);
    assert!(StdioTransport::new().is_ok(), "the streams are free again");
    std::process::exit(7);
}

fn notification(body: String) -> Outgoing {
    Outgoing {
        body: body.into(),
        kind: OutgoingKind::Notification,
        headers: Vec::new(),
        related: None,
    }
}

/// Sends a message of some size and returns the size of the answer's parameters.
async fn echo(transport: &mut impl Transport, size: usize) -> usize {
    let text = "x".repeat(size);
    transport
        .send(notification(format!(r#"{{"jsonrpc":"2.0","method":"n","params":["{text}"]}}"#)));
    let answer = async {
        loop {
            // The test harness around the server prints lines of its own before it begins.
            match poll_fn(|cx| transport.poll_incoming(cx)).await {
                Incoming::Frame { frame: Frame::Message(Message::Notification(got)), .. } => {
                    return got.params.unwrap_or_default().len() - 4;
                }
                Incoming::Closed(error) => panic!("{error}"),
                Incoming::Notice(Notice::Noise(line)) => {
                    assert!(!line.contains("stray"), "the client got: {line}");
                }
                _ => {}
            }
        }
    };
    tokio::time::timeout(PATIENCE, answer).await.unwrap()
}

#[tokio::test]
async fn our_own_pipes_carry_messages_and_their_end_ends_the_connection() {
    let program = std::env::current_exe().unwrap();
    let command = Command::new(program).args(["--exact", "--nocapture", NAME]).env(ROLE, "pipes");
    let mut transport = ProcessTransport::spawn(&command).unwrap();
    for size in [0, 100, 100_000, 3 << 20] {
        assert_eq!(echo(&mut transport, size).await, size);
    }
    let close = poll_fn(|cx| transport.poll_close(cx));
    tokio::time::timeout(PATIENCE, close).await.unwrap().unwrap();
}

#[tokio::test]
async fn our_own_streams_may_be_sockets() {
    let (near, far) = std::os::unix::net::UnixStream::pair().unwrap();
    let mut server = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", NAME])
        .env(ROLE, "sockets")
        .stdin(OwnedFd::from(far.try_clone().unwrap()))
        .stdout(OwnedFd::from(far))
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    near.set_nonblocking(true).unwrap();
    let mut transport = stream::split(tokio::net::UnixStream::from_std(near).unwrap());
    for size in [0, 100_000] {
        assert_eq!(echo(&mut transport, size).await, size);
    }
    poll_fn(|cx| transport.poll_close(cx)).await.unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(7));
}
