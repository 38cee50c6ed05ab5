//! Log messages.

use serde_json::json;

use super::{
    LEGACY, MODERN,
    audit::META_LOG_LEVEL,
    fixture::Fixture,
    raw::RawClient,
    web::{Site, WebClient},
};

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

#[tokio::test]
async fn messages_stay_on_the_stream_of_their_request() {
    let site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    // Two others are open meanwhile, and want all messages too.
    let meta = || json!({META_LOG_LEVEL: "debug", "progressToken": "t"});
    let paced = client.request("tools/call", json!({"name": "pace", "_meta": meta()}));
    let mut waiting = client.post(&paced).send().await;
    assert_eq!(waiting.message().await.unwrap()["method"], "notifications/progress");
    let params = json!({"notifications": {"toolsListChanged": true}, "_meta": meta()});
    let listen = client.request("subscriptions/listen", params);
    let mut listening = client.post(&listen).send().await;
    listening.message().await.unwrap();

    let log = client.request("tools/call", json!({"name": "log", "_meta": meta()}));
    let mut said = client.post(&log).send().await.messages().await;
    assert_eq!(said.pop().unwrap()["id"], log["id"], "the answer comes last");
    assert_eq!(said.len(), 8);
    assert!(said.iter().all(|message| message["method"] == MESSAGE), "{said:?}");

    site.fixture.release();
    let rest = waiting.messages().await;
    assert_eq!(rest.len(), 1, "nothing but the answer: {rest:?}");
    site.fixture.handle.tools_changed();
    let change = listening.message().await.unwrap();
    assert_eq!(change["method"], "notifications/tools/list_changed", "{change}");
}
