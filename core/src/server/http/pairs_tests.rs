//! HTTP+SSE.

use http::Method;
use serde_json::{Value, json};

use super::bench::{Ask, Bench, Got, bench, settle};

/// Opens a connection: the stream, and the address to send to.
async fn open(bench: &Bench) -> (Got, String) {
    let mut got = bench.send(Ask::new(Method::GET).at("/sse")).await;
    assert!(got.is_stream());
    let (_, address) = got.event_of("endpoint").await;
    (got, address)
}

async fn post(bench: &Bench, address: &str, body: &Value) -> u16 {
    bench.send(Ask::post(body).at(address)).await.status.as_u16()
}

fn initialize() -> Value {
    let params = json!({"protocolVersion": "2024-11-05", "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
}

#[tokio::test(start_paused = true)]
async fn everything_comes_on_the_stream_and_what_is_sent_is_accepted() {
    let bench = bench();
    let (mut stream, address) = open(&bench).await;
    assert!(address.starts_with("/messages?session_id="), "{address}");
    assert_eq!(post(&bench, &address, &initialize()).await, 202);
    let reply = stream.message().await.unwrap();
    assert_eq!(reply["result"]["protocolVersion"], "2024-11-05");
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(post(&bench, &address, &initialized).await, 202);
    settle().await;
    bench.handle.tools_changed();
    let told = stream.message().await.unwrap();
    assert_eq!(told["method"], "notifications/tools/list_changed");
}

#[tokio::test(start_paused = true)]
async fn connections_are_apart_and_others_do_not_exist() {
    let bench = bench();
    let (mut one, to_one) = open(&bench).await;
    let (_other, to_other) = open(&bench).await;
    assert_ne!(to_one, to_other);
    post(&bench, &to_one, &initialize()).await;
    assert_eq!(one.message().await.unwrap()["id"], 0);
    assert_eq!(post(&bench, "/messages?session_id=unknown", &initialize()).await, 404);
    assert_eq!(post(&bench, "/messages", &initialize()).await, 400);
    let by_another = Ask::post(initialize()).at(&to_one).by("bob");
    assert_eq!(bench.send(by_another).await.status, 404);
}

#[tokio::test(start_paused = true)]
async fn a_connection_ends_with_its_stream() {
    let bench = bench();
    let (stream, address) = open(&bench).await;
    drop(stream);
    assert_eq!(post(&bench, &address, &initialize()).await, 404);
    settle().await;
    assert_eq!(bench.service.shared().tasks().len(), 0, "its driver has ended");
}

#[tokio::test(start_paused = true)]
async fn each_address_takes_its_own_method() {
    let bench = bench();
    let got = bench.send(Ask::post(initialize()).at("/sse")).await;
    assert_eq!((got.status.as_u16(), got.header("allow")), (405, "GET"));
    let got = bench.send(Ask::new(Method::GET).at("/messages")).await;
    assert_eq!((got.status.as_u16(), got.header("allow")), (405, "POST"));
}
