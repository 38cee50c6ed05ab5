//! Log messages.

use serde_json::json;

use super::{LEGACY, MODERN, audit::META_LOG_LEVEL, fixture::Fixture, raw::RawClient};

const MESSAGE: &str = "notifications/message";

#[tokio::test(start_paused = true)]
async fn a_request_that_names_no_level_gets_no_messages() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    client.result("tools/call", json!({"name": "log"})).await;
    client.expect_silence().await;
    for (level, expected) in [("debug", 8), ("error", 4), ("emergency", 1)] {
        let params = json!({"name": "log", "_meta": {META_LOG_LEVEL: level}});
        client.result("tools/call", params).await;
        let heard = client.take_heard();
        assert!(heard.iter().all(|message| message["method"] == MESSAGE), "{heard:?}");
        assert_eq!(heard.len(), expected, "{level}");
        client.result("tools/call", json!({"name": "log"})).await;
        client.expect_silence().await;
    }
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_session_hears_from_the_level_on_that_it_set() {
    for version in LEGACY {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for (level, expected) in [("debug", 8), ("warning", 5), ("emergency", 1)] {
            client.result("logging/setLevel", json!({"level": level})).await;
            client.result("tools/call", json!({"name": "log"})).await;
            assert_eq!(client.take_heard().len(), expected, "{version} {level}");
        }
        assert_eq!(client.code("logging/setLevel", json!({"level": "loud"})).await, -32602);
        client.close().await;
    }
}
