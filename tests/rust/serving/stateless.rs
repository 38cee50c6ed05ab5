//! A modern request is complete in itself.

use serde_json::{Value, json};

use super::{MODERN, able, fixture::Fixture, obliging, raw::RawClient, text};

#[tokio::test(start_paused = true)]
async fn what_an_earlier_request_said_is_not_known_to_the_next() {
    let mut fixture = Fixture::new();
    let mut client = RawClient::join(&fixture.handle, "2025-11-25");
    client.begin(able()).await;
    // A session is open on this connection: what it knows is no business of the others.
    let alone = |meta: Value| json!({"name": "who", "_meta": meta});
    let version = "io.modelcontextprotocol/protocolVersion";
    let abilities = "io.modelcontextprotocol/clientCapabilities";
    let info = "io.modelcontextprotocol/clientInfo";
    let known: Value = serde_json::from_str(text(&client.call("who", json!({})).await)).unwrap();
    assert_eq!(known["name"], "raw");
    let everything = json!({
        version: MODERN, abilities: able(), info: {"name": "ada", "version": "1"},
        "io.modelcontextprotocol/logLevel": "debug", "progressToken": 5,
    });
    let nothing = json!({version: MODERN, abilities: {}});
    let known = client.result("tools/call", alone(everything.clone())).await;
    let known: Value = serde_json::from_str(text(&known)).unwrap();
    assert_eq!((&known["name"], &known["capabilities"]), (&json!("ada"), &able()));
    let known = client.result("tools/call", alone(nothing.clone())).await;
    let known: Value = serde_json::from_str(text(&known)).unwrap();
    assert_eq!(known["version"], MODERN);
    assert_eq!((&known["name"], &known["capabilities"]), (&Value::Null, &json!({})));
    for name in ["log", "count"] {
        client.result("tools/call", json!({"name": name, "_meta": nothing})).await;
    }
    assert_eq!(client.code("tools/call", json!({"name": "greet", "_meta": nothing})).await, -32021);
    // And without saying the version, a request is the session's.
    let known: Value = serde_json::from_str(text(&client.call("who", json!({})).await)).unwrap();
    assert_eq!((&known["version"], &known["name"]), (&json!("2025-11-25"), &json!("raw")));
    client.expect_silence().await;
    client.close().await;
    assert!(fixture.events().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_round_can_be_finished_at_another_server_that_has_the_same_keys() {
    let [one, other, stranger] =
        [[7; 32], [7; 32], [8; 32]].map(|key| Fixture::with(|server| server.state_keys([key])));
    let mut client = RawClient::open_with(&one.handle, MODERN, able()).await;
    let asked = client.result("tools/call", json!({"name": "greet"})).await;
    client.close().await;
    let answers = json!({"who": obliging("elicitation/create", &Value::Null)});
    let again = json!({
        "name": "greet", "inputResponses": answers, "requestState": asked["requestState"],
    });
    let mut client = RawClient::open_with(&stranger.handle, MODERN, able()).await;
    assert_eq!(client.code("tools/call", again.clone()).await, -32602, "it has other keys");
    client.close().await;
    let mut client = RawClient::open_with(&other.handle, MODERN, able()).await;
    let greeted = client.result("tools/call", again).await;
    assert!(text(&greeted).contains("Ada"), "{greeted}");
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn requests_and_notifications_are_heard_and_answers_and_notifications_come_back() {
    let mut fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let meta = json!({"progressToken": "waiting"});
    let id = client.start("tools/call", json!({"name": "wait", "_meta": meta})).await;
    assert_eq!(fixture.event().await, "began");
    assert_eq!(client.next().await["method"], "notifications/progress");
    client.notify("notifications/cancelled", json!({"requestId": id})).await;
    assert_eq!(fixture.event().await, "dropped");
    assert_eq!(text(&client.call("echo", json!({"text": "a"})).await), "a");
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_response_of_the_client_is_ignored() {
    let fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let id = client.start("tools/call", json!({"name": "gate"})).await;
    for id in [id.clone(), json!(1), json!("unknown"), Value::Null] {
        client.send_text(json!({"jsonrpc": "2.0", "id": id, "result": {}}).to_string()).await;
        let error = json!({"code": -32603, "message": "no"});
        client.send_text(json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string()).await;
    }
    client.expect_silence().await;
    fixture.release();
    assert_eq!(text(&client.answer_to(&id).await["result"]), "through");
    client.close().await;
}
