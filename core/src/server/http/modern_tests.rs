//! Requests that are complete in themselves.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    sync::Mutex,
    time::{Instant, sleep, timeout},
};

use super::{
    HttpOptions,
    bench::{Ask, MODERN, bench, bench_of, bench_with, settle},
};
use crate::{
    model::{
        CallToolParams, CallToolResult, ContentBlock, Implementation, ListCapability,
        ServerCapabilities,
    },
    server::{Answer, Context, Handler, NoArguments, Server},
};

fn text_of(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

fn with_progress(tool: &str) -> Ask {
    let params = json!({"name": tool, "arguments": {}, "_meta": {"progressToken": "t"}});
    Ask::modern_of(7, "tools/call", params)
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_comes_alone_is_one_json_object() {
    let bench = bench();
    let params = json!({"name": "echo", "arguments": {"text": "hello"}});
    let got = bench.send(Ask::modern("tools/call", params)).await;
    assert_eq!(got.status, 200);
    assert!(!got.headers.contains_key("mcp-session-id"));
    let reply = got.json().await;
    assert_eq!((&reply["id"], text_of(&reply)), (&json!(1), "hello"));
    assert_eq!(reply["result"]["resultType"], "complete");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_takes_a_while_is_still_one_json_object() {
    let bench = bench();
    let calling = bench.send(Ask::call("wait"));
    let finishing = async {
        tokio::time::sleep(Duration::from_secs(4)).await;
        bench.handlers.go.notify_one();
    };
    let (got, ()) = tokio::join!(calling, finishing);
    assert_eq!(text_of(&got.json().await), "done");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_takes_long_is_a_stream_that_is_kept_open() {
    let bench = bench();
    let start = Instant::now();
    let mut got = bench.send(Ask::call("wait")).await;
    assert_eq!((got.status.as_u16(), start.elapsed().as_secs()), (200, 5));
    assert!(got.is_stream());
    assert_eq!(got.piece().await.unwrap(), ":\n\n");
    assert_eq!(start.elapsed().as_secs(), 20);
    bench.handlers.go.notify_one();
    assert_eq!(text_of(&got.message().await.unwrap()), "done");
    assert!(got.message().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn what_is_said_before_the_answer_makes_it_a_stream() {
    let bench = bench();
    let start = Instant::now();
    let mut got = bench.send(with_progress("report")).await;
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert!(got.is_stream());
    assert_eq!(got.header("x-accel-buffering"), "no");
    let progress = got.message().await.unwrap();
    assert_eq!(progress["method"], "notifications/progress");
    assert_eq!(progress["params"]["progressToken"], "t");
    bench.handlers.go.notify_one();
    assert_eq!(got.message().await.unwrap()["params"]["progress"], 2.0);
    let reply = got.message().await.unwrap();
    assert_eq!((&reply["id"], text_of(&reply)), (&json!(7), "done"));
    assert!(got.message().await.is_none(), "the answer ends the stream");
}

#[tokio::test(start_paused = true)]
async fn what_a_client_does_not_read_in_time_is_left_out_but_never_the_answer() {
    let bench = bench();
    let mut got = bench.send(with_progress("flood")).await;
    let mut messages = Vec::new();
    while let Some(message) = got.message().await {
        messages.push(message);
    }
    assert!(messages.len() < 1000, "{}", messages.len());
    assert_eq!(text_of(messages.last().unwrap()), "done");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_stops_reading_holds_up_no_handler() {
    let lock = Arc::new(Mutex::new(()));
    let bench = bench_of(Server::new("locked", "1").tool(
        "locked",
        "Works under a lock",
        move |_: NoArguments, cx: Context| {
            let lock = lock.clone();
            async move {
                let _held = lock.lock().await;
                cx.progress(1.0, None, None);
                sleep(Duration::from_secs(1)).await;
                "done"
            }
        },
    ));
    let mut stopped = bench.send(with_progress("locked")).await;
    stopped.message().await.unwrap();
    let other = async {
        let mut got = bench.send(with_progress("locked")).await;
        got.message().await.unwrap();
        got.message().await.unwrap()
    };
    let reply =
        timeout(Duration::from_secs(10), other).await.expect("the lock is never given back");
    assert_eq!(text_of(&reply), "done");
    assert_eq!(text_of(&stopped.message().await.unwrap()), "done");
    assert!(stopped.message().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn events_of_a_modern_stream_have_no_identifiers() {
    let bench = bench();
    let mut got = bench.send(with_progress("report")).await;
    assert_eq!(got.event().await.unwrap().0, "");
}

#[tokio::test(start_paused = true)]
async fn dropping_the_stream_cancels_the_request() {
    let bench = bench();
    let got = bench.send(with_progress("report")).await;
    assert_eq!(bench.handlers.dropped(), 0);
    drop(got);
    bench.handlers.until_dropped(1).await;
}

#[tokio::test(start_paused = true)]
async fn dropping_the_request_before_it_is_answered_cancels_it() {
    let bench = bench();
    tokio::select! {
        _ = bench.send(Ask::call("wait")) => panic!("answered"),
        () = bench.handlers.until_begun(1) => {}
    }
    assert_eq!(bench.handlers.dropped(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_unknown_method_is_refused_with_404_and_the_id() {
    let bench = bench();
    for method in
        ["unknown/method", "initialize", "ping", "logging/setLevel", "resources/subscribe"]
    {
        let got = bench.send(Ask::modern_of(5, method, json!({}))).await;
        assert_eq!(got.status, 404, "{method}");
        let reply = got.json().await;
        assert_eq!((&reply["id"], &reply["error"]["code"]), (&json!(5), &json!(-32601)));
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_request_must_say_of_itself_is_required() {
    let bench = bench();
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    for params in [
        json!({}),
        json!({"_meta": {}}),
        json!({"_meta": {version: MODERN}}),
        json!({"_meta": {capabilities: {}}}),
        json!({"_meta": {version: 7, capabilities: {}}}),
        json!({"_meta": {version: MODERN, capabilities: 7}}),
        json!({"_meta": 7}),
    ] {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params});
        let ask = Ask::post(body).with("mcp-protocol-version", MODERN);
        let ask = ask.with("mcp-method", "tools/list");
        assert_eq!(bench.refusal(ask).await, (400, -32602), "{params}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_ability_that_is_missing_is_refused_with_400() {
    let bench = bench();
    assert_eq!(bench.refusal(Ask::call("ask")).await, (400, -32021));
}

#[tokio::test(start_paused = true)]
async fn a_refusal_keeps_its_status_whatever_was_said_before() {
    let bench = bench();
    let meta = json!({"io.modelcontextprotocol/logLevel": "debug"});
    let params = json!({"name": "log-and-refuse", "arguments": {}, "_meta": meta});
    assert_eq!(bench.refusal(Ask::modern("tools/call", params)).await, (400, -32602));
}

#[tokio::test(start_paused = true)]
async fn an_unknown_version_is_refused_with_those_that_are_spoken() {
    let bench = bench();
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "v999",
        "io.modelcontextprotocol/clientCapabilities": {}});
    let params = json!({"_meta": meta});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params});
    let ask = Ask::post(body).with("mcp-protocol-version", "v999").with("mcp-method", "tools/list");
    let got = bench.send(ask).await;
    assert_eq!(got.status, 400);
    let error = got.json().await["error"].take();
    assert_eq!(error["code"], -32022);
    assert_eq!(error["data"]["requested"], "v999");
    assert!(error["data"]["supported"].as_array().unwrap().contains(&json!(MODERN)));
}

#[tokio::test(start_paused = true)]
async fn headers_and_body_must_agree() {
    let bench = bench();
    let list = || Ask::modern("tools/list", json!({}));
    let echo =
        || Ask::modern("tools/call", json!({"name": "echo", "arguments": {"text": "hello"}}));
    let wrong = [
        ("no version", list().without("mcp-protocol-version")),
        ("a legacy version", list().with("mcp-protocol-version", "2025-11-25")),
        ("an unknown version", list().with("mcp-protocol-version", "v999")),
        ("two versions", list().and("mcp-protocol-version", MODERN)),
        ("no method", list().without("mcp-method")),
        ("another method", list().with("mcp-method", "prompts/list")),
        ("another case", list().with("mcp-method", "TOOLS/LIST")),
        ("two methods", list().and("mcp-method", "tools/list")),
        ("no name", echo().without("mcp-name")),
        ("another name", echo().with("mcp-name", "wait")),
        ("a broken encoding", echo().with("mcp-name", "=?base64?ZWNobw?=")),
        ("another encoded name", echo().with("mcp-name", "=?base64?d2FpdA==?=")),
        ("no known name", echo().with("mcp-name", "\u{e9}cho")),
        ("a parameter twice", echo().and("mcp-param-x", "1").and("mcp-param-x", "2")),
    ];
    for (what, ask) in wrong {
        assert_eq!(bench.refusal(ask).await, (400, -32020), "{what}");
    }
    let right = [
        echo().with("mcp-name", "  echo  "),
        echo().with("mcp-name", "=?base64?ZWNobw==?="),
        echo().with("mcp-param-unknown", "whatever"),
        list().with("mcp-name", "whatever"),
    ];
    for ask in right {
        assert_eq!(bench.send(ask).await.status, 200);
    }
}

#[tokio::test(start_paused = true)]
async fn arguments_that_are_mirrored_must_agree() {
    let bench = bench();
    let call = || Ask::modern("tools/call", json!({"name": "mirror", "arguments": {"text": "hi"}}));
    assert_eq!(bench.refusal(call()).await, (400, -32020));
    assert_eq!(bench.refusal(call().with("mcp-param-text", "ho")).await, (400, -32020));
    let invalid = call().with("mcp-param-text", "=?base64?aGk?=");
    assert_eq!(bench.refusal(invalid).await, (400, -32020));
    for good in ["hi", "=?base64?aGk=?="] {
        let got = bench.send(call().with("mcp-param-text", good)).await;
        assert_eq!(text_of(&got.json().await), "hi");
    }
}

/// A handler of its own, whose one tool has an argument that is mirrored.
struct Plain;

impl Handler for Plain {
    fn implementation(&self) -> Implementation {
        Implementation::new("plain", "1")
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::new().with_tools(ListCapability::new())
    }

    fn call_tool(&self, params: CallToolParams, cx: Context) -> Answer<'_, CallToolResult> {
        Box::pin(async move {
            let schema = json!({
                "type": "object",
                "properties": {"text": {"type": "string", "x-mcp-header": "Text"}}
            });
            cx.check_headers(&schema.into(), &params.arguments.unwrap_or_default())?;
            Ok(CallToolResult::new(vec![ContentBlock::text("ran")]))
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_handler_of_its_own_can_see_that_mirrored_arguments_agree() {
    let bench = bench_of(Server::with_handler(Plain));
    let call = || Ask::modern("tools/call", json!({"name": "any", "arguments": {"text": "hi"}}));
    assert_eq!(bench.refusal(call()).await, (400, -32020));
    assert_eq!(bench.refusal(call().with("mcp-param-text", "ho")).await, (400, -32020));
    let got = bench.send(call().with("mcp-param-text", "hi")).await;
    assert_eq!(text_of(&got.json().await), "ran");
    let none = Ask::modern("tools/call", json!({"name": "any"}));
    assert_eq!(text_of(&bench.send(none).await.json().await), "ran");
}

#[tokio::test(start_paused = true)]
async fn a_notification_is_taken_and_a_response_is_not() {
    let bench = bench();
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}});
    let got = bench.send(Ask::post(&cancelled).with("mcp-protocol-version", MODERN)).await;
    assert_eq!(got.status, 202);
    assert_eq!(got.text().await, "");
    let ask = Ask::post(&cancelled).with("mcp-protocol-version", "v999");
    assert_eq!(bench.refusal(ask).await, (400, -32022));
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    let ask = Ask::post(response).with("mcp-protocol-version", MODERN);
    assert_eq!(bench.refusal(ask).await, (400, -32600));
}

#[tokio::test(start_paused = true)]
async fn a_body_that_is_no_message_is_refused() {
    let bench = bench();
    let code = |text: &'static str| bench.refusal(Ask::post(text));
    assert_eq!(code("").await, (400, -32700));
    assert_eq!(code("{").await, (400, -32700));
    assert_eq!(code("7").await, (400, -32600));
    assert_eq!(code("[]").await, (400, -32600));
    assert_eq!(code(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#).await, (400, -32600));
    assert_eq!(code(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#).await, (400, -32600));
    let mut broken = Ask::modern("tools/list", json!({}));
    broken.body =
        [b"{\"jsonrpc\":\"2.0\",\"id\":\"", &[0xff][..], b"\",\"method\":\"x\"}"].concat().into();
    assert_eq!(bench.refusal(broken).await, (400, -32700));
}

#[tokio::test(start_paused = true)]
async fn a_subscription_is_a_stream_that_begins_with_what_was_agreed_on() {
    let bench = bench();
    let params = json!({"notifications": {"toolsListChanged": true}});
    let mut got = bench.send(Ask::modern_of(9, "subscriptions/listen", params)).await;
    assert!(got.is_stream());
    let first = got.message().await.unwrap();
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    bench.handle.tools_changed();
    let second = got.message().await.unwrap();
    assert_eq!(second["method"], "notifications/tools/list_changed");
    assert_eq!(second["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 9);
    bench.handle.end_subscriptions();
    let mut last = got.message().await.unwrap();
    while last.get("method").is_some() {
        last = got.message().await.unwrap();
    }
    assert_eq!(last["id"], 9);
    assert!(got.message().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn the_endpoint_takes_no_get_and_no_delete_without_a_session() {
    let bench = bench();
    for method in [http::Method::GET, http::Method::DELETE] {
        let got = bench.send(Ask::new(method)).await;
        assert_eq!((got.status.as_u16(), got.header("allow")), (405, "POST"));
    }
    let got = bench.send(Ask::new(http::Method::PUT)).await;
    assert_eq!((got.status.as_u16(), got.header("allow")), (405, "GET, POST, DELETE"));
}

#[tokio::test(start_paused = true)]
async fn where_only_the_modern_era_is_served_others_hear_what_is_spoken() {
    let bench = bench_with(HttpOptions::new().modern_only());
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"}});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    let got = bench.send(Ask::post(body)).await;
    assert_eq!(got.status, 400);
    let error = got.json().await["error"].take();
    assert_eq!(
        (&error["code"], &error["data"]["requested"]),
        (&json!(-32022), &json!("2025-11-25"))
    );
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    assert_eq!(bench.refusal(Ask::post(body)).await, (400, -32020));
    for method in [http::Method::GET, http::Method::DELETE] {
        let got = bench.send(Ask::new(method).with("mcp-session-id", "x")).await;
        assert_eq!((got.status.as_u16(), got.header("allow")), (405, "POST"));
    }
    let list = Ask::modern("tools/list", json!({})).with("mcp-session-id", "x");
    let got = bench.send(list.with("last-event-id", "1-1")).await;
    assert_eq!(got.status, 200);
    assert!(!got.headers.contains_key("mcp-session-id"));
    assert_eq!(bench.send(Ask::new(http::Method::GET).at("/sse")).await.status, 404);
    settle().await;
}
