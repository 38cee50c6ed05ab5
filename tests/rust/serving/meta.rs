//! What is attached to a modern request.

use serde_json::{Value, json};

use super::{
    MODERN,
    audit::{META_CAPABILITIES, META_VERSION},
    fixture::Fixture,
    raw::RawClient,
    text,
};

#[tokio::test(start_paused = true)]
async fn odd_values_at_reserved_keys_that_are_optional_harm_nothing() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    let odd = [Value::Null, json!(7), json!(-1.5), json!([[]]), json!({"a": {}}), json!("\u{0}é")];
    let params = |key: &str, value: &Value| json!({"name": "echo", "arguments": {"text": "a"}, "_meta": {key: value}});
    for value in &odd {
        for key in [
            "traceparent",
            "tracestate",
            "baggage",
            "io.modelcontextprotocol/subscriptionId",
            "io.modelcontextprotocol/serverInfo",
            "io.modelcontextprotocol/related-task",
            "io.modelcontextprotocol/nothing",
            "dev.mcp/nothing",
        ] {
            let result = client.result("tools/call", params(key, value)).await;
            assert_eq!(text(&result), "a", "{key}: {value}");
        }
        // These mean something to the server, which may say that it does not understand.
        for key in ["io.modelcontextprotocol/clientInfo", "io.modelcontextprotocol/logLevel"] {
            let answer = client.answer("tools/call", params(key, value)).await;
            let fine = text_of(&answer) == Some("a") || answer["error"]["code"] == -32602;
            assert!(fine, "{key}: {value}: {answer}");
        }
    }
    client.expect_silence().await;
    client.close().await;
}

fn text_of(answer: &Value) -> Option<&str> {
    answer["result"]["content"][0]["text"].as_str()
}

#[tokio::test(start_paused = true)]
async fn a_request_without_a_required_field_is_invalid() {
    let mut fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    for (key, values) in [
        (META_VERSION, [Value::Null, json!(2026), json!({})]),
        (META_CAPABILITIES, [Value::Null, json!([]), json!("all")]),
    ] {
        let params = json!({"name": "echo", "arguments": {"text": "a"}});
        let mut request = client.request("tools/call", params);
        request["params"]["_meta"].as_object_mut().unwrap().remove(key);
        client.send(&request).await;
        assert_eq!(client.next().await["error"]["code"], -32602, "without {key}");
        for value in values {
            let mut request = client.request("tools/call", request["params"].clone());
            request["params"]["_meta"][key] = value.clone();
            client.send(&request).await;
            assert_eq!(client.next().await["error"]["code"], -32602, "{key}: {value}");
        }
    }
    for meta in [Value::Null, json!([]), json!("none")] {
        let mut request = client.request("tools/list", json!({}));
        request["params"]["_meta"] = meta.clone();
        client.send(&request).await;
        assert_eq!(client.next().await["error"]["code"], -32602, "_meta: {meta}");
    }
    assert!(fixture.events().is_empty(), "a tool ran");
    client.close().await;
}
