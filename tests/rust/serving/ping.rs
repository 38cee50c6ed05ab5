//! Pings, which the legacy versions have.

use serde_json::json;

use super::{LEGACY, MODERN, able, fixture::Fixture, raw::RawClient};

#[tokio::test(start_paused = true)]
async fn is_answered_with_an_empty_result_at_any_time() {
    for version in LEGACY {
        let fixture = Fixture::new();
        let mut client = RawClient::join(&fixture.handle, version);
        assert_eq!(client.result("ping", json!({})).await, json!({}), "{version}");
        client.begin(able()).await;
        assert_eq!(client.result("ping", json!({})).await, json!({}), "{version}");
        let gated = client.start("tools/call", json!({"name": "gate"})).await;
        let asking = client.start("tools/call", json!({"name": "folders"})).await;
        let question = client.next_of("roots/list").await;
        let mut ping = client.request("ping", json!({}));
        ping.as_object_mut().unwrap().remove("params");
        client.send(&ping).await;
        assert_eq!(client.next().await["result"], json!({}), "{version}: while others wait");
        client.reply(&question, json!({"roots": []})).await;
        client.answer_to(&asking).await;
        fixture.release();
        client.answer_to(&gated).await;
        client.close().await;
    }
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    assert_eq!(client.code("ping", json!({})).await, -32601);
    client.close().await;
}
