//! What a hostile server cannot do to whoever runs the command.

use serde_json::{Value, json};

use super::support::{Scripted, run};

/// Clears the screen, hides what follows, turns text around, and is not seen.
const EVIL: &str = "a\u{1b}[2J\u{9b}8m\u{202e}txt\u{200b}\u{e0041}\u{7}\rb";

fn evil_server() -> Scripted {
    Scripted::new(
        "2025-11-25",
        &json!({
            "strict": false,
            "serverInfo": {"name": EVIL, "version": EVIL, "title": EVIL},
            "instructions": EVIL,
            "start": [{"stderr": EVIL}],
            "rules": [
                {"on": "tools/list", "do": [{"reply": {"tools": [
                    {"name": EVIL, "title": EVIL, "description": EVIL,
                     "inputSchema": {"type": "object", "properties": {EVIL: {
                        "type": "string", "description": EVIL, "enum": [EVIL], "default": EVIL}}}},
                    {"name": EVIL, "inputSchema": {"$schema": EVIL}},
                    {"title": EVIL, "name": 5},
                ]}}]},
                {"on": "tools/call", "do": [
                    {"progress": {"progress": 1, "total": 2, "message": EVIL}},
                    {"notify": {"method": "notifications/message",
                                "params": {"level": "error", "logger": EVIL, "data": EVIL}}},
                    {"reply": {"isError": true, "structuredContent": {EVIL: EVIL}, "content": [
                        {"type": "text", "text": EVIL},
                        {"type": "image", "data": "AA==", "mimeType": EVIL},
                        {"type": "image", "data": EVIL, "mimeType": EVIL},
                        {"type": "resource_link", "uri": EVIL, "name": EVIL, "description": EVIL},
                        {"type": "resource", "resource": {"uri": EVIL, "text": EVIL, "mimeType": EVIL}},
                        {"type": EVIL, "x": EVIL},
                    ]}},
                ]},
                {"on": "resources/list", "do": [{"reply": {"resources": [
                    {"uri": EVIL, "name": EVIL, "description": EVIL, "mimeType": EVIL}]}}]},
                {"on": "resources/templates/list", "do": [{"reply": {"resourceTemplates": [
                    {"uriTemplate": EVIL, "name": EVIL, "description": EVIL, "mimeType": EVIL}]}}]},
                {"on": "resources/read", "do": [{"reply": {"contents": [{"uri": EVIL, "text": EVIL}]}}]},
                {"on": "prompts/list", "do": [{"reply": {"prompts": [{"name": EVIL, "title": EVIL,
                    "description": EVIL, "arguments": [{"name": EVIL, "description": EVIL}]}]}}]},
                {"on": "prompts/get", "do": [{"reply": {"description": EVIL, "messages": [
                    {"role": EVIL, "content": {"type": "text", "text": EVIL}}]}}]},
                {"on": "completion/complete", "do": [{"reply": {"completion": {"values": [EVIL]}}}]},
                {"on": "tasks/list", "do": [{"reply": {"tasks": [{"taskId": EVIL, "status": EVIL,
                    "statusMessage": EVIL, "createdAt": EVIL, "lastUpdatedAt": EVIL, "ttl": null}]}}]},
                {"on": "resources/subscribe", "do": [{"reply": {}}, {"changed": {"resource": "evil:"}}]},
                {"on": "evil", "do": [{"error": {"code": -1, "message": EVIL, "data": EVIL}}]},
            ],
        }),
    )
}

fn is_harmless(text: &str) -> bool {
    let harmful = |char: char| {
        char.is_control() && char != '\n'
            || matches!(char, '\u{202a}'..='\u{202e}' | '\u{200b}' | '\u{e0000}'..='\u{e007f}')
    };
    !text.contains(harmful)
}

#[tokio::test]
async fn text_of_a_server_never_reaches_the_terminal_as_it_is() {
    let server = evil_server();
    let target = &server.target;
    for (arguments, shows) in [
        (&["tools", target][..], true),
        (&["tools", target, EVIL], true),
        (&["call", target, "t", "--verbose"], true),
        (&["call", target, "t", "--log-level", "debug"], true),
        (&["resources", target], true),
        (&["read", target, "x"], true),
        (&["prompts", target], true),
        (&["prompt", target, "x"], true),
        (&["complete", target, "prompt:x", "y"], true),
        (&["tasks", target], true),
        (&["subscribe", target, "--uri", "evil:", "--count", "1"], false),
        (&["raw", target, "evil", "--verbose"], true),
        (&["inspect", target, "--verbose"], true),
    ] {
        let said = run(arguments).await;
        assert!(is_harmless(&said.out) && is_harmless(&said.err), "{arguments:?}: {said:?}");
        // It was there, and it can be seen that it was.
        let all = format!("{}{}", said.out, said.err);
        assert_eq!(all.contains("␛[2J"), shows, "{arguments:?}: {said:?}");
    }
}

#[tokio::test]
async fn json_holds_controls_as_escapes_and_loses_nothing() {
    let server = evil_server();
    for arguments in
        [&["tools", &server.target, "--json"][..], &["call", &server.target, "t", "--json"]]
    {
        let said = run(arguments).await;
        assert!(!said.out.trim_end().contains(char::is_control), "{said:?}");
        assert!(said.out.contains("\\u001b") && said.out.contains("\\u009b"), "{said:?}");
    }
    let tools = run(&["tools", &server.target, "--json"]).await.json();
    assert_eq!(tools[0]["description"], Value::from(EVIL));
    let error = run(&["raw", &server.target, "evil", "--json"]).await.error();
    assert_eq!(error["rpc"]["message"], Value::from(EVIL));
}

#[tokio::test]
async fn a_flood_of_progress_does_not_fill_the_log() {
    let report = json!({"progress": {"progress": 1, "message": "x"}});
    let mut actions = vec![report; 2_000];
    actions.push(json!({"reply": {"content": [{"type": "text", "text": "done"}]}}));
    let server =
        Scripted::new("2025-11-25", &json!({"rules": [{"on": "tools/call", "do": actions}]}));
    let said = run(&["call", &server.target, "t"]).await;
    assert_eq!(said.out, "done\n");
    assert!(said.err.lines().count() < 200, "{} lines", said.err.lines().count());
}

#[tokio::test]
async fn a_server_that_asks_nobody_is_refused() {
    let ask = json!({"rules": [{"on": "tools/call", "do": [
        {"ask": {"q": {"method": "elicitation/create", "params": {
            "message": "Your password?", "requestedSchema": {"type": "object", "properties": {}}}}}},
        {"reply": {"content": []}}]}]});
    let server = Scripted::new("2026-07-28", &ask);
    let said = run(&["call", &server.target, "t"]).await;
    assert_eq!(said.code, Some(5), "{said:?}");
    assert!(!said.out.contains("password") && !said.err.contains("password"), "{said:?}");
}
