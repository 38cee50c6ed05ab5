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
    let paced = client.call("gate", json!({}));
    let echo = client.call("echo", json!({"text": "a"}));
    let unknown = client.request("nothing/such", json!({}));
    let note = json!({"jsonrpc": "2.0", "method": "notifications/nothing"});
    site.fixture.release();
    let reply = client.post(&json!([paced, note, echo, unknown])).send().await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/json"));
    let answers = reply.json().await;
    let members = answers.as_array().unwrap();
    assert_eq!(members.len(), 3, "{answers}");
    for (request, member) in [(&paced, "result"), (&echo, "result"), (&unknown, "error")] {
        let mut of_it = members.iter().filter(|answer| answer["id"] == request["id"]);
        assert!(of_it.next().unwrap().get(member).is_some(), "{answers}");
    }
    // Without a request in it there is nothing to answer.
    let reply = client.post(&json!([note, note])).send().await;
    assert_eq!((reply.status, reply.text().await), (202, String::new()));
    // What comes before the array makes it a stream, which the array ends.
    let counted = json!({"name": "count", "_meta": {"progressToken": 1}});
    let counted = client.request("tools/call", counted);
    let messages = client.post(&json!([counted, echo])).send().await.messages().await;
    let (last, before) = messages.split_last().unwrap();
    assert_eq!(last.as_array().unwrap().len(), 2, "{last}");
    assert!(before.iter().all(|message| message["method"] == "notifications/progress"));
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
