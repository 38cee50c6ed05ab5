//! Tasks of 2025-11-25, which our servers do not offer: whatever a server with tasks would have to
//! keep to is kept by not having any, and this is what holds that.

use serde_json::{Value, json};

use super::{VERSIONS, fixture::Fixture, raw::RawClient};

const METHODS: [&str; 4] = ["tasks/get", "tasks/list", "tasks/cancel", "tasks/result"];

#[tokio::test(start_paused = true)]
async fn no_version_offers_tasks_and_no_tool_may_be_one() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::join(&fixture.handle, version);
        let said = client.begin(json!({"tasks": {"list": {}, "cancel": {}}})).await;
        assert_eq!(said.pointer("/capabilities/tasks"), None, "{version}: {said}");
        let tools = client.result("tools/list", json!({})).await;
        for tool in tools["tools"].as_array().unwrap() {
            assert_eq!(tool.pointer("/execution/taskSupport"), None, "{version}: {tool}");
        }
        for method in METHODS {
            let code = client.code(method, json!({"taskId": "1"})).await;
            assert_eq!(code, -32601, "{version} {method}");
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_asks_to_become_a_task_is_served_at_once() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, "2025-11-25").await;
    let asked = json!({"name": "echo", "arguments": {"text": "a"}, "task": {"ttl": 60_000}});
    let result = client.result("tools/call", asked).await;
    assert_eq!(result.get("task"), None::<&Value>, "{result}");
    assert_eq!(result["content"][0]["text"], "a", "{result}");
    client.close().await;
}
