//! Whoever comes to the socket and does not keep to what is said there.

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::UnixStream,
};

use super::{claim_tests::Bench, *};
use crate::{Json, error::ErrorCode};

/// What the owner says to bytes, up to the end of the connection. What it may be late for is that
/// the connection is closed while it is still written to.
async fn said_to(bench: &Bench, bytes: &[u8]) -> String {
    let mut stream = UnixStream::connect(bench.socket()).await.unwrap();
    let _ = stream.write_all(bytes).await;
    let mut said = Vec::new();
    let _ = stream.read_to_end(&mut said).await;
    String::from_utf8(said).unwrap()
}

fn is_refused(said: &str, code: ErrorCode) -> bool {
    said.starts_with(&format!(r#"{{"refused":{{"code":"{}""#, code.name()))
}

/// An attached program that works, whatever others do.
async fn expect_service(bench: &Bench, owner: &mut Owner) {
    let attached = bench.taken().await.attach("desktop").await.unwrap();
    let mut session = bench.session(owner).await;
    let null = Json::default();
    let reply = async { session.next().await.unwrap().reply(Ok(Json::default())) };
    let (outcome, ()) = tokio::join!(attached.call("op", &null), reply);
    outcome.unwrap();
}

#[tokio::test]
async fn who_begins_with_something_else_is_refused() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    for garbage in ["\n", "GET / HTTP/1.1\r\n", "{}\n", "[1]\n", "{\"id\":1,\"op\":\"x\"}\n"] {
        let said = said_to(&bench, garbage.as_bytes()).await;
        assert!(is_refused(&said, ErrorCode::Protocol), "{garbage:?}: {said}");
    }
    let said = said_to(&bench, &[b'x'; 5_000]).await;
    assert!(said.is_empty() || is_refused(&said, ErrorCode::Limit), "{said}");
    let other = r#"{"attach":{"name":"x","release":"0.0.1"}}"#;
    let said = said_to(&bench, format!("{other}\n").as_bytes()).await;
    assert!(is_refused(&said, ErrorCode::UnsupportedVersion), "{said}");
    expect_service(&bench, &mut owner).await;
}

#[tokio::test(start_paused = true)]
async fn who_says_nothing_is_not_waited_for() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    let begin = tokio::time::Instant::now();
    for beginning in ["", "{\"attach\":"] {
        let said = said_to(&bench, beginning.as_bytes()).await;
        assert!(is_refused(&said, ErrorCode::Timeout), "{said}");
    }
    assert!(begin.elapsed() >= OPENING_WAIT * 2);
    expect_service(&bench, &mut owner).await;
}

#[tokio::test]
async fn who_comes_and_goes_costs_nothing() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    for _ in 0..MAX_CONNECTIONS * 3 {
        drop(UnixStream::connect(bench.socket()).await.unwrap());
    }
    // Each one is noticed before the next that is let in.
    loop {
        match bench.taken().await.attach("desktop").await {
            Ok(_) => break,
            Err(error) => assert_eq!(error.code(), ErrorCode::Limit),
        }
    }
    bench.session(&mut owner).await;
    expect_service(&bench, &mut owner).await;
}

#[tokio::test]
async fn one_connection_too_many_is_refused_until_another_one_ends() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    let taken = bench.taken().await;
    let (mut relays, mut streams) = (Vec::new(), Vec::new());
    for _ in 0..MAX_CONNECTIONS {
        relays.push(taken.relay("editor").await.unwrap());
        streams.push(bench.relayed(&mut owner).await);
    }
    let refused = taken.relay("editor").await.err().unwrap();
    assert_eq!(refused.code(), ErrorCode::Limit, "{refused}");
    streams.pop();
    expect_service(&bench, &mut owner).await;
}

#[tokio::test]
async fn what_is_no_request_ends_its_own_connection_only() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    let opening = lines::line(&opening::Opening::attach("stranger")).unwrap();
    let twice = "{\"id\":1,\"op\":\"a\"}\n{\"id\":1,\"op\":\"b\"}\n";
    for garbage in ["garbage\n", "{\"id\":1}\n", "{\"id\":-1,\"op\":\"a\"}\n", "{}\n", twice] {
        let mut stream = UnixStream::connect(bench.socket()).await.unwrap();
        stream.write_all(&opening).await.unwrap();
        let mut session = bench.session(&mut owner).await;
        stream.write_all(garbage.as_bytes()).await.unwrap();
        let mut begun = Vec::new();
        while let Some(operation) = session.next().await {
            begun.push(operation);
        }
        let mut said = String::new();
        let _ = stream.read_to_string(&mut said).await;
        assert!(said.starts_with("{\"welcome\""), "{said}");
    }
    let mut stream = UnixStream::connect(bench.socket()).await.unwrap();
    stream.write_all(&opening).await.unwrap();
    let mut session = bench.session(&mut owner).await;
    let piece = vec![b'x'; 64 << 10];
    while stream.write_all(&piece).await.is_ok() {}
    assert!(session.next().await.is_none());
    expect_service(&bench, &mut owner).await;
}
