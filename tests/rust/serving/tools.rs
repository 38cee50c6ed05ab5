//! Tools: what can be offered, what goes in, and what comes out.

use std::{num::NonZeroU32, time::Duration};

use hostline::{
    Error, ErrorCode, Json,
    model::{CallToolResult, ContentBlock, Tool},
    server::{Context, Failure, Item, Principal, ServedTool, Server},
};
use serde_json::{Value, json};

use super::{LEGACY, VERSIONS, able, fixture::Fixture, obliging, raw::RawClient, text};

/// A tool of this definition that does nothing.
fn idle(tool: Tool) -> ServedTool {
    ServedTool::with_definition(tool, |_: Json, _: Context| async {})
}

/// Why a tool cannot be offered, when the server is made and while it runs.
fn refusals(tool: &Tool) -> [Option<Error>; 2] {
    let made = Server::new("some", "1").with_tool(idle(tool.clone())).build();
    let running = Server::new("some", "1").build().unwrap();
    [made.err(), running.add_tool(idle(tool.clone())).err()]
}

fn expect_refused(tool: &Tool) {
    for refusal in refusals(tool) {
        let refusal = refusal.unwrap_or_else(|| panic!("it was not refused: {tool:?}"));
        assert_eq!(refusal.code(), ErrorCode::InvalidInput, "{refusal}");
    }
}

fn expect_offered(tool: &Tool) {
    for refusal in refusals(tool) {
        assert!(refusal.is_none(), "{tool:?}: {refusal:?}");
    }
}

#[test]
fn a_tool_whose_schema_is_invalid_is_refused_when_it_is_added() {
    let object = || json!({"type": "object"});
    for schema in [
        json!({"type": "object", "properties": {"a": {"type": "strin"}}}),
        json!({"type": "object", "properties": 7}),
        json!({"type": "object", "required": "a"}),
        json!({"type": "object", "properties": {"a": {"minimum": "few"}}}),
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/nothing"}}}),
        json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}),
        json!({"type": "object", "$schema": "https://example.com/dialect"}),
        json!({
            "type": "object", "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"a": {"items": 7}},
        }),
    ] {
        expect_refused(&Tool::new("tool", schema.clone()));
        expect_refused(&Tool::new("tool", object()).with_output_schema(schema));
    }
    for dialect in
        ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"]
    {
        let schema = json!({"type": "object", "$schema": dialect});
        expect_offered(&Tool::new("tool", schema.clone()).with_output_schema(schema));
    }
}

#[test]
fn a_tool_without_a_schema_that_is_an_object_is_refused_when_it_is_added() {
    for schema in [
        Value::Null,
        json!(true),
        json!([]),
        json!("object"),
        json!({}),
        json!({"type": "string"}),
        json!({"type": ["object", "null"]}),
    ] {
        expect_refused(&Tool::new("tool", schema));
    }
    expect_offered(&Tool::new("tool", json!({"type": "object", "additionalProperties": false})));
}

#[test]
fn a_tool_whose_marks_break_the_rules_is_refused_when_it_is_added() {
    let with =
        |properties: Value| Tool::new("tool", json!({"type": "object", "properties": properties}));
    let marked = |mark: Value| with(json!({"a": {"type": "string", "x-mcp-header": mark}}));
    for mark in [json!(""), json!("a b"), json!("a\r\nb"), json!("a:b"), json!("é"), json!(7)] {
        expect_refused(&marked(mark));
    }
    let one = || json!({"type": "string", "x-mcp-header": "Place"});
    let other = || json!({"type": "string", "x-mcp-header": "pLACE"});
    for properties in [
        json!({"a": one(), "b": other()}),
        json!({"a": one(), "b": {"type": "object", "properties": {"c": other()}}}),
        json!({"a": {"type": "number", "x-mcp-header": "A"}}),
        json!({"a": {"type": "object", "x-mcp-header": "A"}}),
        json!({"a": {"type": "array", "x-mcp-header": "A"}}),
        json!({"a": {"x-mcp-header": "A"}}),
        json!({"a": {"type": ["string", "null"], "x-mcp-header": "A"}}),
        json!({"a": {"type": "array", "items": one()}}),
        json!({"a": {"oneOf": [one()]}}),
        json!({"a": {"type": "object", "additionalProperties": one()}}),
    ] {
        expect_refused(&with(properties));
    }
    expect_offered(&with(json!({
        "a": one(),
        "b": {"type": "integer", "x-mcp-header": "B"},
        "c": {"type": "object", "properties": {"d": {"type": "boolean", "x-mcp-header": "D"}}},
    })));
}

#[tokio::test(start_paused = true)]
async fn the_list_is_the_same_on_every_connection_and_after_every_request() {
    super::expect_the_same_list("tools/list").await;
}

#[tokio::test(start_paused = true)]
async fn arguments_that_break_the_schema_are_refused_before_the_handler_runs() {
    for version in VERSIONS {
        let mut fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for arguments in
            [json!({}), json!({"text": 7}), json!({"text": null}), json!({"texts": "a"})]
        {
            let params = json!({"name": "echo", "arguments": arguments});
            let answer = client.answer("tools/call", params).await;
            if version < LEGACY[3] {
                assert_eq!(answer["error"]["code"], -32602, "{version} {arguments}: {answer}");
            } else {
                assert_eq!(answer["result"]["isError"], true, "{version} {arguments}: {answer}");
            }
        }
        for arguments in [json!([]), json!("a"), json!(7)] {
            let params = json!({"name": "echo", "arguments": arguments});
            assert_eq!(client.code("tools/call", params).await, -32602, "{version} {arguments}");
        }
        assert!(fixture.events().is_empty(), "{version}: the handler ran");
        client.call("echo", json!({"text": "a"})).await;
        assert_eq!(fixture.events(), ["echo"], "{version}");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_may_require_a_permission() {
    let visible = |item: Item<'_>, principal: &Principal| match item {
        Item::Tool(tool) => tool.name != "echo" || principal.has_scope("echo"),
        _ => true,
    };
    for version in VERSIONS {
        let mut fixture = Fixture::with(|server| server.visible(visible));
        let ada = Principal::new("https://id.example", "ada");
        for (principal, allowed) in [
            (Principal::anonymous(), false),
            (ada.clone(), false),
            (ada.clone().with_scopes(["other"]), false),
            (ada.with_scopes(["echo"]), true),
        ] {
            let mut client = RawClient::join_as(&fixture.handle, version, principal);
            client.begin(json!({})).await;
            let listed = client.result("tools/list", json!({})).await.to_string();
            assert_eq!(listed.contains(r#""name":"echo""#), allowed, "{version}");
            let params = |name: &str| json!({"name": name, "arguments": {"text": "a"}});
            let answer = client.answer("tools/call", params("echo")).await;
            assert_eq!(answer.get("result").is_some(), allowed, "{version}: {answer}");
            if !allowed {
                let unknown = client.error("tools/call", params("ohce")).await.to_string();
                let refused = answer["error"].to_string();
                assert_eq!(refused, unknown.replace("ohce", "echo"), "{version}: it tells more");
                assert!(fixture.events().is_empty(), "{version}: it ran");
            }
            client.close().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_handler_says_of_its_own_failure_does_not_leave_unasked() {
    for version in VERSIONS {
        let fixture = Fixture::with(|server| {
            let read = |_, _: Context| async {
                Err::<String, _>(Failure::internal("the password is swordfish"))
            };
            server.resource("note://secret", "secret", read)
        });
        let mut client = RawClient::open(&fixture.handle, version).await;
        let mut errors =
            vec![client.error("resources/read", json!({"uri": "note://secret"})).await];
        for name in ["hide", "break"] {
            errors.push(client.error("tools/call", json!({"name": name})).await);
        }
        for error in errors {
            assert_eq!(error["code"], -32603, "{version}");
            assert!(!error.to_string().contains("swordfish"), "{version}: {error}");
        }
        let failed = client.call("fail", json!({})).await;
        assert_eq!(failed["isError"], true, "{version}");
        assert_eq!(text(&failed), "the well is dry", "{version}: that was meant to be said");
        client.close().await;
    }
}

/// What a tool gives whose structured content has a schema.
type Given = fn() -> CallToolResult;

#[tokio::test(start_paused = true)]
async fn a_structured_result_that_breaks_its_schema_never_leaves() {
    let good: Given = || CallToolResult::new(Vec::new()).with_structured_content(json!({"n": 1}));
    let wrong: Given =
        || CallToolResult::new(Vec::new()).with_structured_content(json!({"n": "1"}));
    let missing: Given = || CallToolResult::new(vec![ContentBlock::text("none")]);
    let failed: Given = || CallToolResult::new(vec![ContentBlock::text("no")]).with_is_error(true);
    for version in VERSIONS {
        for (given, leaves) in [(good, true), (wrong, false), (missing, false), (failed, true)] {
            let schema = json!({
                "type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"],
            });
            let tool = Tool::new("tool", json!({"type": "object"})).with_output_schema(schema);
            let tool = ServedTool::with_definition(tool, move |_: Json, _| async move { given() });
            let server = Server::new("some", "1").with_tool(tool).build().unwrap();
            let mut client = RawClient::open(&server, version).await;
            let answer = client.answer("tools/call", json!({"name": "tool"})).await;
            assert_eq!(answer.get("result").is_some(), leaves, "{version}: {answer}");
            if !leaves {
                assert_eq!(answer["error"]["code"], -32603, "{version}: {answer}");
            }
            client.close().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn structured_content_is_text_too_for_clients_that_know_no_other() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        let summed = client.call("add", json!({"a": 1, "b": 2})).await;
        assert_eq!(text(&summed), r#"{"sum":3}"#, "{version}");
        let structured = version >= LEGACY[2];
        assert_eq!(summed.get("structuredContent").is_some(), structured, "{version}");
        let params = json!({"name": "folders"});
        let answer = client.answer_asking("tools/call", params, obliging).await;
        assert_eq!(text(&answer["result"]), "file:///work", "{version}");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_rate_are_refused_with_the_time_to_wait() {
    let calls = NonZeroU32::new(3).unwrap();
    for version in VERSIONS {
        let mut fixture = Fixture::with(|server| server.rate_limit(calls, Duration::from_secs(30)));
        let ada = Principal::new("https://id.example", "ada");
        let mut client = RawClient::join_as(&fixture.handle, version, ada.clone());
        client.begin(json!({})).await;
        let params = || json!({"name": "echo", "arguments": {"text": "a"}});
        for _ in 0..3 {
            client.result("tools/call", params()).await;
        }
        let refused = client.error("tools/call", params()).await;
        assert_eq!(refused["code"], hostline::server::RATE_LIMITED, "{version}: {refused}");
        let wait = refused["data"]["retryAfterMs"].as_u64().unwrap();
        assert!((1..=10_000).contains(&wait), "{version}: {refused}");
        assert_eq!(fixture.events().len(), 3, "{version}: it ran all the same");
        // Other tools, other principals, and other connections of the same one.
        client.call("media", json!({})).await;
        let mut other = RawClient::join(&fixture.handle, version);
        other.begin(json!({})).await;
        other.result("tools/call", params()).await;
        other.close().await;
        let mut same = RawClient::join_as(&fixture.handle, version, ada);
        same.begin(json!({})).await;
        same.error("tools/call", params()).await;
        same.close().await;
        client.close().await;
    }
}
