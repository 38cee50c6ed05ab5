//! Taking requests back, in both directions.

use serde_json::{Value, json};

use super::{LEGACY, MODERN, VERSIONS, able, fixture::Fixture, raw::RawClient, text};

#[tokio::test(start_paused = true)]
async fn the_server_cancels_only_its_own_questions_that_still_wait() {
    for version in LEGACY {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        // One question is answered, and one still waits when its request is taken back.
        let answered = client.start("tools/call", json!({"name": "folders"})).await;
        let first = client.next_of("roots/list").await;
        let cancelled = client.start("tools/call", json!({"name": "folders"})).await;
        let second = client.next_of("roots/list").await;
        client.reply(&first, json!({"roots": []})).await;
        client.answer_to(&answered).await;
        for id in [&answered, &cancelled] {
            client.notify("notifications/cancelled", json!({"requestId": id})).await;
        }
        let taken_back = client.next_of("notifications/cancelled").await;
        assert_eq!(taken_back["params"]["requestId"], second["id"], "{version}");
        client.expect_silence().await;
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_that_comes_too_late_or_names_nothing_is_ignored() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let id = client.start("tools/call", json!({"name": "media"})).await;
        client.answer_to(&id).await;
        let running = client.start("tools/call", json!({"name": "gate"})).await;
        for id in [id, json!(4711), json!("4711"), json!(running.to_string()), Value::Null] {
            client.notify("notifications/cancelled", json!({"requestId": id})).await;
        }
        client.notify("notifications/cancelled", json!({})).await;
        client.expect_silence().await;
        fixture.release();
        assert_eq!(text(&client.answer_to(&running).await["result"]), "through", "{version}");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_modern_server_cancels_nothing_but_subscriptions() {
    let mut fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let wanted = json!({"notifications": {"toolsListChanged": true}});
    let listening = client.start("subscriptions/listen", wanted).await;
    client.next_of("notifications/subscriptions/acknowledged").await;
    client.start("tools/call", json!({"name": "gate"})).await;
    let waiting = client.start("tools/call", json!({"name": "wait"})).await;
    assert_eq!(fixture.event().await, "began");
    let asking = client.start("tools/call", json!({"name": "survey"})).await;
    client.answer_to(&asking).await;
    client.notify("notifications/cancelled", json!({"requestId": waiting})).await;
    client.expect_silence().await;
    fixture.handle.end_subscriptions();
    let cancelled = client.next_of("notifications/cancelled").await;
    assert_eq!(cancelled["params"]["requestId"], listening);
    client.answer_to(&listening).await;
    client.expect_silence().await;
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn nothing_more_is_sent_for_a_request_that_was_cancelled() {
    for version in VERSIONS {
        let mut fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let meta = json!({"progressToken": "t", "io.modelcontextprotocol/logLevel": "debug"});
        let waiting = client.start("tools/call", json!({"name": "wait", "_meta": meta})).await;
        client.next_of("notifications/progress").await;
        let gated = client.start("tools/call", json!({"name": "gate"})).await;
        for id in [waiting, gated] {
            client.notify("notifications/cancelled", json!({"requestId": id})).await;
        }
        client.expect_silence().await;
        fixture.release();
        client.expect_silence().await;
        assert_eq!(fixture.events(), ["began", "dropped"], "{version}");
        client.close().await;
    }
}
