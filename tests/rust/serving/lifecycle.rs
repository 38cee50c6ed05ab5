//! Opening a connection, and what holds on it until it is closed.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{LEGACY, MODERN, VERSIONS, able, fixture::Fixture, obliging, raw::RawClient, text};

#[tokio::test(start_paused = true)]
async fn a_client_of_each_version_is_served_from_opening_to_close() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let tools = client.result("tools/list", json!({})).await;
        assert!(!tools["tools"].as_array().unwrap().is_empty(), "{version}");
        assert_eq!(text(&client.call("echo", json!({"text": "a"})).await), "a", "{version}");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_but_a_ping_is_served_before_the_handshake() {
    for version in LEGACY {
        let mut fixture = Fixture::new();
        let mut client = RawClient::join(&fixture.handle, version);
        client.notify("notifications/initialized", json!({})).await;
        for (method, params) in [
            ("tools/list", json!({})),
            ("tools/call", json!({"name": "echo", "arguments": {"text": "a"}})),
            ("resources/list", json!({})),
            ("resources/read", json!({"uri": "note://one"})),
            ("resources/subscribe", json!({"uri": "note://one"})),
            ("prompts/list", json!({})),
            ("logging/setLevel", json!({"level": "debug"})),
            ("nothing/such", json!({})),
        ] {
            client.error(method, params).await;
        }
        assert_eq!(client.result("ping", json!({})).await, json!({}));
        assert!(fixture.events().is_empty(), "{version}: a tool ran");
        client.begin(json!({})).await;
        client.result("tools/list", json!({})).await;
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn initialize_is_answered_with_version_abilities_and_name() {
    for version in LEGACY {
        let fixture = Fixture::new();
        let mut client = RawClient::join(&fixture.handle, version);
        let opened = client.begin(json!({})).await;
        assert_eq!(opened["protocolVersion"], version);
        assert_eq!(opened["serverInfo"]["name"], "fixture", "{version}");
        assert_eq!(opened["serverInfo"]["version"], "1.0", "{version}");
        assert_eq!(opened["instructions"], "Ask for anything.", "{version}");
        for ability in ["tools", "resources", "prompts", "logging"] {
            assert!(opened["capabilities"][ability].is_object(), "{version}: {ability}");
        }
        let opening = client.opening(version);
        assert_eq!(client.code("initialize", opening).await, -32600, "{version}: opened twice");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn each_legacy_version_is_agreed_to() {
    for version in LEGACY {
        assert_eq!(agreed(version).await, version);
    }
}

#[tokio::test(start_paused = true)]
async fn an_unknown_version_is_answered_with_the_newest_legacy_one() {
    for version in ["", "1.0", "2024-10-07", "2025-11-26", "2031-01-01", "latest"] {
        assert_eq!(agreed(version).await, LEGACY[3], "{version}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_modern_version_cannot_be_agreed_on_in_a_handshake() {
    assert_eq!(agreed(MODERN).await, LEGACY[3]);
}

/// The version in which `initialize` for this one is answered.
async fn agreed(asked: &str) -> Value {
    let fixture = Fixture::new();
    let mut client = RawClient::join(&fixture.handle, LEGACY[3]);
    let opening = client.opening(asked);
    let opened = client.result("initialize", opening).await;
    client.close().await;
    opened["protocolVersion"].clone()
}

/// Members of messages, and the version that brought them.
const MEMBERS: &[(&str, &str)] = &[
    ("readOnlyHint", "2025-03-26"),
    ("message of progress", "2025-03-26"),
    ("completions", "2025-03-26"),
    ("title", "2025-06-18"),
    ("lastModified", "2025-06-18"),
    ("outputSchema", "2025-06-18"),
    ("structuredContent", "2025-06-18"),
    ("icons", "2025-11-25"),
    ("websiteUrl", "2025-11-25"),
    ("elicitationId", "2025-11-25"),
    ("resultType", MODERN),
    ("ttlMs", MODERN),
    ("cacheScope", MODERN),
    ("requestState", MODERN),
    ("io.modelcontextprotocol/serverInfo", MODERN),
];

#[tokio::test(start_paused = true)]
async fn only_what_was_agreed_on_is_used() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::join(&fixture.handle, version);
        let mut said = vec![client.begin(able()).await];
        for method in ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] {
            said.push(client.result(method, json!({})).await);
        }
        for (name, arguments) in
            [("add", json!({"a": 1, "b": 2})), ("media", json!({})), ("count", json!({}))]
        {
            let meta = json!({"progressToken": name});
            let params = json!({"name": name, "arguments": arguments, "_meta": meta});
            said.push(client.result("tools/call", params).await);
        }
        said.push(client.answer_asking("tools/call", json!({"name": "survey"}), obliging).await);
        said.extend(client.take_heard());
        let mut members = BTreeSet::new();
        for value in &said {
            collect(value, &mut members);
        }
        for (member, since) in MEMBERS {
            let since_then = version >= *since;
            assert!(since_then || !members.contains(*member), "{version} has {member}");
        }
        for (method, first, last) in [
            ("ping", VERSIONS[0], LEGACY[3]),
            ("logging/setLevel", VERSIONS[0], LEGACY[3]),
            ("resources/subscribe", VERSIONS[0], LEGACY[3]),
            ("server/discover", MODERN, MODERN),
            ("subscriptions/listen", MODERN, MODERN),
            ("tasks/list", "none", "none"),
        ] {
            if version < first || version > last {
                assert_eq!(client.code(method, json!({})).await, -32601, "{version} {method}");
            }
        }
        client.close().await;
    }
}

/// The names of all members of a message, but for what tools themselves describe.
fn collect(value: &Value, members: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            if object.get("method").is_some_and(|method| method == "notifications/progress")
                && object["params"].get("message").is_some()
            {
                members.insert("message of progress".to_owned());
            }
            for (name, value) in object {
                members.insert(name.clone());
                if name != "inputSchema" && name != "requestedSchema" {
                    collect(value, members);
                }
            }
        }
        Value::Array(array) => array.iter().for_each(|value| collect(value, members)),
        _ => {}
    }
}
