//! Which codes errors have in the modern version.

use serde_json::{Value, json};

use super::{MODERN, able, fixture::Fixture, raw::RawClient};

/// What goes wrong, and by which code it must be told.
fn cases() -> Vec<(&'static str, Value, i64)> {
    let version = "io.modelcontextprotocol/protocolVersion";
    let abilities = "io.modelcontextprotocol/clientCapabilities";
    let reference = json!({"type": "ref/prompt", "name": "nothing"});
    vec![
        ("nothing/such", json!({}), -32601),
        ("initialize", json!({}), -32601),
        ("tools/list", json!({"cursor": "made up"}), -32602),
        ("tools/list", json!({"_meta": {abilities: 7}}), -32602),
        ("tools/list", json!({"_meta": {version: "1999-01-01"}}), -32022),
        ("tools/list", json!({"_meta": {version: "2025-11-25"}}), -32022),
        ("tools/call", json!({"name": "nothing"}), -32602),
        ("tools/call", json!({}), -32602),
        ("tools/call", json!({"name": "hide"}), -32603),
        ("tools/call", json!({"name": "break"}), -32603),
        ("tools/call", json!({"name": "greet"}), -32021),
        ("tools/call", json!({"name": "require"}), -32021),
        ("tools/call", json!({"name": "greet", "requestState": "made up"}), -32602),
        ("resources/read", json!({"uri": "note://nothing/such"}), -32602),
        ("resources/read", json!({"uri": "note://by/nobody"}), -32602),
        ("prompts/get", json!({"name": "nothing"}), -32602),
        ("prompts/get", json!({"name": "plan"}), -32602),
        (
            "completion/complete",
            json!({"ref": reference, "argument": {"name": "city", "value": ""}}),
            -32602,
        ),
    ]
}

#[tokio::test(start_paused = true)]
async fn no_code_of_the_server_lies_in_the_range_of_older_implementations() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    for (method, params, _) in cases() {
        let code = client.code(method, params.clone()).await;
        assert!(!(-32019..=-32000).contains(&code), "{method} {params}: {code}");
    }
    // The only code of our own.
    assert!(!(-32768..=-32000).contains(&hostline::server::RATE_LIMITED));
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn codes_of_the_specification_are_sent_only_for_what_they_mean() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    for (method, params, expected) in cases() {
        assert_eq!(client.code(method, params.clone()).await, expected, "{method} {params}");
    }
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn codes_of_earlier_versions_are_not_sent_in_the_modern_one() {
    let fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    for uri in ["note://nothing/such", "note://by/nobody"] {
        assert_eq!(client.code("resources/read", json!({"uri": uri})).await, -32602, "{uri}");
    }
    let result = client.result("tools/call", json!({"name": "require"})).await;
    assert_eq!(result["resultType"], "input_required", "and not the error -32042");
    client.close().await;

    // The same in the version that has these codes, so that this test can fail.
    let mut client = RawClient::open_with(&fixture.handle, "2025-11-25", able()).await;
    assert_eq!(client.code("resources/read", json!({"uri": "note://by/nobody"})).await, -32002);
    assert_eq!(client.code("tools/call", json!({"name": "require"})).await, -32042);
    client.close().await;
}
