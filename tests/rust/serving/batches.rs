//! Arrays of messages, which one version has.

use serde_json::{Value, json};

use super::{
    VERSIONS,
    fixture::Fixture,
    raw::RawClient,
    web::{Site, WebClient},
};

const BATCHING: &str = "2025-03-26";

#[tokio::test(start_paused = true)]
async fn the_requests_of_a_batch_are_answered_in_one_array() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, BATCHING).await;
    let batch = json!([
        client.request("tools/call", json!({"name": "gate"})),
        {"jsonrpc": "2.0", "method": "notifications/nothing"},
        client.request("tools/call", json!({"name": "echo", "arguments": {"text": "a"}})),
        client.request("ping", json!({})),
        client.request("nothing/such", json!({})),
    ]);
    client.send(&batch).await;
    client.expect_silence().await;
    fixture.release();
    let answers = client.next().await;
    let mut members: Vec<(i64, &str)> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| {
            let member = if answer.get("result").is_some() { "result" } else { "error" };
            (answer["id"].as_i64().unwrap(), member)
        })
        .collect();
    members.sort_unstable();
    let ids = batch.as_array().unwrap().iter().filter_map(|request| request["id"].as_i64());
    let expected: Vec<(i64, &str)> = ids.zip(["result", "result", "result", "error"]).collect();
    assert_eq!(members, expected);
    client.close().await;
}

#[tokio::test]
async fn a_batch_in_a_body_is_answered_in_one_array() {
    let site = Site::open().await;
    let mut client = WebClient::open(&site, BATCHING).await;
    let batch = json!([
        client.call("echo", json!({"text": "a"})),
        {"jsonrpc": "2.0", "method": "notifications/nothing"},
        client.request("ping", json!({})),
        client.request("nothing/such", json!({})),
    ]);
    let answers = client.post(&batch).send().await.answer().await;
    let mut ids: Vec<i64> =
        answers.as_array().unwrap().iter().filter_map(|answer| answer["id"].as_i64()).collect();
    ids.sort_unstable();
    let expected: Vec<i64> =
        batch.as_array().unwrap().iter().filter_map(|request| request["id"].as_i64()).collect();
    assert_eq!(ids, expected, "{answers}");
    // One without requests has no answer.
    let notes = json!([{"jsonrpc": "2.0", "method": "notifications/nothing"}]);
    assert_eq!(client.post(&notes).status().await, 202);
}

#[tokio::test(start_paused = true)]
async fn an_array_is_refused_in_the_versions_without_batches() {
    for version in VERSIONS.into_iter().filter(|version| *version != BATCHING) {
        let mut fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let params = json!({"name": "echo", "arguments": {"text": "a"}});
        let batch = json!([client.request("tools/call", params)]);
        client.send_text(batch.to_string()).await;
        let answer = client.next().await;
        assert_eq!(answer["error"]["code"], -32600, "{version}: {answer}");
        assert_eq!(answer.get("id"), None, "{version}: {answer}");
        client.expect_silence().await;
        assert!(fixture.events().is_empty(), "{version}: it ran");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn initialize_in_a_batch_is_refused() {
    let fixture = Fixture::new();
    let mut client = RawClient::join(&fixture.handle, BATCHING);
    for open in [false, true] {
        if open {
            client.begin(json!({})).await;
        }
        let opening = client.opening(BATCHING);
        let request = client.request("initialize", opening);
        let other = client.request("ping", json!({}));
        for batch in [json!([request]), json!([other, request])] {
            client.send_text(batch.to_string()).await;
            let answer: Value = client.next().await;
            assert_eq!(answer["error"]["code"], -32600, "{answer}");
            assert_eq!(answer.get("id"), None, "{answer}");
        }
        client.expect_silence().await;
    }
    client.close().await;
}
