//! Clients that mean harm, or that ask for more than there is.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use http::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    HttpOptions,
    bench::{Ask, Bench, Got, bench_of, bench_with, settle},
};
use crate::{
    auth::Principal,
    model::{
        ElicitFormParams, Implementation, ListCapability, ResourcesCapability, ServerCapabilities,
    },
    server::{Context, Failure, Handler, NoArguments, ServedTool, Server, changes::MAX_URIS},
};

const LEGACY: &str = "2025-11-25";

fn form() -> ElicitFormParams {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    ElicitFormParams::new("Who are you?", schema)
}

fn initialize() -> Ask {
    let params = json!({"protocolVersion": LEGACY, "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "old", "version": "1"}});
    Ask::post(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
}

fn within(session: &str, method: Method, body: &Value) -> Ask {
    let ask = if method == Method::POST { Ask::post(body) } else { Ask::new(method) };
    ask.with("mcp-session-id", session).with("mcp-protocol-version", LEGACY)
}

fn call(id: i64, tool: &str) -> Value {
    let params = json!({"name": tool, "arguments": {}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

fn text_of(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

/// Opens a session; gives its name, and the reply that opened it.
async fn open(bench: &Bench) -> (String, Value) {
    let got = bench.send(initialize()).await;
    let name = got.header("mcp-session-id").to_owned();
    let reply = got.json().await;
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    bench.send(within(&name, Method::POST, &initialized)).await;
    (name, reply)
}

fn anna(scopes: &[&str]) -> Principal {
    Principal::new("https://id.example", "anna").with_scopes(scopes.iter().copied())
}

fn scopes_of_callers() -> Bench {
    bench_of(Server::new("scopes", "1").tool(
        "scopes",
        "Says what it may",
        |_: NoArguments, cx: Context| async move {
            cx.principal().scopes().iter().cloned().collect::<Vec<_>>().join(" ")
        },
    ))
}

#[tokio::test(start_paused = true)]
async fn a_request_of_a_session_acts_with_the_scopes_of_its_own_token() {
    let bench = scopes_of_callers();
    let opened = bench.send(initialize().by_principal(anna(&[]))).await;
    let session = opened.header("mcp-session-id").to_owned();
    let ask = |id, scopes: &[&str]| {
        let ask = within(&session, Method::POST, &call(id, "scopes"));
        bench.send(ask.by_principal(anna(scopes)))
    };
    let (narrow, broad) = tokio::join!(ask(1, &["read"]), ask(2, &["admin", "read"]));
    assert_eq!(text_of(&narrow.json().await), "read");
    assert_eq!(text_of(&broad.json().await), "admin read");
}

#[tokio::test(start_paused = true)]
async fn a_request_over_http_and_sse_acts_with_the_scopes_of_its_own_token() {
    let bench = scopes_of_callers();
    let ask = Ask::new(Method::GET).at("/sse").by_principal(anna(&[]));
    let mut stream = bench.send(ask).await;
    let (_, address) = stream.event_of("endpoint").await;
    let ask = |body: Value, scopes: &[&str]| {
        bench.send(Ask::post(body).at(&address).by_principal(anna(scopes)))
    };
    let mut opening = initialize();
    opening.path.clone_from(&address);
    bench.send(opening.by_principal(anna(&[]))).await;
    stream.message().await.unwrap();
    let (narrow, broad) =
        tokio::join!(ask(call(1, "scopes"), &["read"]), ask(call(2, "scopes"), &["admin", "read"]));
    assert_eq!((narrow.status.as_u16(), broad.status.as_u16()), (202, 202));
    let replies = [stream.message().await.unwrap(), stream.message().await.unwrap()];
    for reply in &replies {
        let expected = if reply["id"] == 1 { "read" } else { "admin read" };
        assert_eq!(text_of(reply), expected, "{reply}");
    }
}

fn limited(requests: usize) -> Bench {
    bench_with(HttpOptions::new().max_requests(NonZeroUsize::new(requests).unwrap()))
}

fn begun(bench: &Bench) -> usize {
    bench.handlers.begun.load(Ordering::SeqCst)
}

#[tokio::test(start_paused = true)]
async fn requests_of_sessions_whose_clients_hang_up_still_count() {
    let bench = limited(1);
    let (session, _) = open(&bench).await;
    for id in 0..50 {
        let ask = within(&session, Method::POST, &call(id, "wait"));
        drop(timeout(Duration::from_millis(10), bench.send(ask)).await);
    }
    settle().await;
    assert_eq!(begun(&bench), 1, "one request may be served at a time");
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 0}});
    assert_eq!(bench.send(within(&session, Method::POST, &cancel)).await.status, 202);
    settle().await;
    let again = bench.send(within(&session, Method::POST, &call(99, "echo"))).await;
    assert_eq!(again.status, 200);
}

#[tokio::test(start_paused = true)]
async fn each_request_of_a_batch_counts() {
    let bench = limited(2);
    let mut opening = initialize();
    let text = String::from_utf8(opening.body.to_vec()).unwrap();
    opening.body = text.replace(LEGACY, "2025-03-26").into();
    let session = bench.send(opening).await.header("mcp-session-id").to_owned();
    let batch = |ids: std::ops::Range<i64>| {
        let calls: Vec<Value> = ids.map(|id| call(id, "wait")).collect();
        within(&session, Method::POST, &Value::from(calls))
    };
    assert_eq!(bench.send(batch(0..3)).await.status, 503);
    drop(timeout(Duration::from_millis(10), bench.send(batch(0..2))).await);
    settle().await;
    assert_eq!(begun(&bench), 2);
    assert_eq!(bench.send(batch(2..3)).await.status, 503);
}

/// Opens a connection over HTTP+SSE; gives its stream and the address to send to.
async fn open_pair(bench: &Bench) -> (Got, String) {
    let mut stream = bench.send(Ask::new(Method::GET).at("/sse")).await;
    let (_, address) = stream.event_of("endpoint").await;
    let opening = Ask { path: address.clone(), ..initialize() };
    assert_eq!(bench.send(opening).await.status, 202);
    stream.message().await.unwrap();
    (stream, address)
}

#[tokio::test(start_paused = true)]
async fn requests_over_http_and_sse_count_until_they_are_answered() {
    let bench = limited(1);
    let (mut stream, address) = open_pair(&bench).await;
    let ask = |id| bench.send(Ask::post(call(id, "wait")).at(&address));
    assert_eq!(ask(1).await.status, 202);
    settle().await;
    assert_eq!(ask(2).await.status, 503);
    bench.handlers.go.notify_one();
    assert_eq!(stream.message().await.unwrap()["id"], 1);
    assert_eq!(ask(3).await.status, 202);
    settle().await;
    drop(stream);
    settle().await;
    assert_eq!((begun(&bench), bench.handlers.dropped()), (2, 2));
}

#[tokio::test(start_paused = true)]
async fn the_bytes_that_the_requests_of_one_session_keep_are_bounded() {
    let options = HttpOptions::new().body_limit(1500).max_request_bytes(1 << 20, 1500);
    let bench = bench_with(options);
    let (session, _) = open(&bench).await;
    let (_stream, address) = open_pair(&bench).await;
    let long = |id| {
        let params = json!({"name": "wait", "arguments": {}, "x": "a".repeat(900)});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    let in_session = |id| within(&session, Method::POST, &long(id));
    drop(timeout(Duration::from_millis(10), bench.send(in_session(1))).await);
    assert_eq!(bench.send(in_session(2)).await.status, 503);
    assert_eq!(bench.send(Ask::post(long(1)).at(&address)).await.status, 202);
    settle().await;
    assert_eq!(bench.send(Ask::post(long(2)).at(&address)).await.status, 503);
    assert_eq!(begun(&bench), 2);
}

#[tokio::test(start_paused = true)]
async fn a_subscription_ends_in_good_order_when_its_token_has_expired() {
    let bench = bench_with(HttpOptions::new());
    let expiry = std::time::SystemTime::now() + Duration::from_hours(1);
    let ask = Ask::modern("subscriptions/listen", json!({"notifications": {}}));
    let mut got = bench.send(ask.by_principal(anna(&[]).with_expiry(expiry))).await;
    let mut last = Value::Null;
    while let Some(message) = got.message().await {
        last = message;
    }
    assert!(last["result"].is_object(), "{last}");
}

#[tokio::test(start_paused = true)]
async fn a_stream_of_http_and_sse_ends_with_the_token_that_is_good_for_longest() {
    let bench = bench_with(HttpOptions::new());
    let now = std::time::SystemTime::now();
    let anna = |hours| anna(&[]).with_expiry(now + Duration::from_hours(hours));
    let begin = tokio::time::Instant::now();
    let mut stream = bench.send(Ask::new(Method::GET).at("/sse").by_principal(anna(1))).await;
    let (_, address) = stream.event_of("endpoint").await;
    for hours in [3, 2] {
        let opening = Ask { path: address.clone(), ..initialize() };
        bench.send(opening.by_principal(anna(hours))).await;
    }
    while stream.piece().await.is_some() {}
    assert_eq!(begin.elapsed().as_secs().div_ceil(60), 180);
}

/// Counts how often it is asked who may watch.
struct Watched(Arc<AtomicUsize>);

impl Handler for Watched {
    fn implementation(&self) -> Implementation {
        Implementation::new("watched", "1")
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::new()
            .with_tools(ListCapability::new())
            .with_resources(ResourcesCapability::new().with_subscribe(true))
    }

    fn may_watch(&self, _: &str, _: &Context) -> bool {
        self.0.fetch_add(1, Ordering::SeqCst);
        true
    }
}

#[tokio::test(start_paused = true)]
async fn a_subscription_to_too_many_resources_is_refused_before_each_is_looked_at() {
    let asked = Arc::new(AtomicUsize::new(0));
    let bench = bench_of(Server::with_handler(Watched(asked.clone())));
    let uris: Vec<String> = (0..300_000).map(|number| format!("a:{number}")).collect();
    let ask = Ask::modern(
        "subscriptions/listen",
        json!({"notifications": {"resourceSubscriptions": uris}}),
    );
    let reply = bench.send(ask).await.json().await;
    assert!(reply["error"].is_object(), "{reply}");
    let asked = asked.load(Ordering::SeqCst);
    assert!(asked <= MAX_URIS, "asked {asked} times within one poll");
}

fn asking(params: Value) -> Value {
    let mut params = params;
    params["_meta"] = json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}});
    params
}

#[tokio::test(start_paused = true)]
async fn the_rounds_of_one_call_are_one_call() {
    let bench = bench_of(
        Server::new("rate", "1").rate_limit(NonZeroU32::MIN, Duration::from_mins(1)).tool(
            "ask",
            "Asks",
            |_: NoArguments, cx: Context| async move {
                cx.elicit("who", form()).await?;
                Ok::<_, Failure>("done")
            },
        ),
    );
    let params = asking(json!({"name": "ask", "arguments": {}}));
    let first = bench.send(Ask::modern("tools/call", params.clone())).await.json().await;
    assert_eq!(first["result"]["resultType"], "input_required", "{first}");
    let mut params = params;
    params["requestState"] = first["result"]["requestState"].clone();
    params["inputResponses"] = json!({"who": {"action": "accept", "content": {"name": "Ada"}}});
    let second = bench.send(Ask::modern_of(2, "tools/call", params)).await.json().await;
    assert_eq!(second["result"]["resultType"], "complete", "{second}");
}

fn nothing_yet() -> Bench {
    bench_of(Server::new("dynamic", "1").offers_tools())
}

fn tool(name: &str) -> ServedTool {
    ServedTool::new(name, "New", |_: NoArguments, _: Context| async { "x" })
}

#[tokio::test(start_paused = true)]
async fn a_list_that_a_session_was_promised_stays_when_it_becomes_empty() {
    let bench = nothing_yet();
    bench.handle.add_tool(tool("only")).unwrap();
    let (session, opened) = open(&bench).await;
    assert!(opened["result"]["capabilities"]["tools"].is_object());
    bench.handle.remove_tool("only");
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let reply = bench.send(within(&session, Method::POST, &list)).await.json().await;
    assert_eq!(reply["result"]["tools"], json!([]), "{reply}");
}

#[tokio::test(start_paused = true)]
async fn whoever_came_before_the_first_tool_hears_of_it() {
    let bench = nothing_yet();
    let (session, _) = open(&bench).await;
    let mut standing = bench.send(within(&session, Method::GET, &Value::Null)).await;
    bench.handle.add_tool(tool("new")).unwrap();
    let told = timeout(Duration::from_secs(1), standing.message()).await.unwrap().unwrap();
    assert_eq!(told["method"], "notifications/tools/list_changed");
}

struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_of_a_round_that_is_over_ends() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let counted = dropped.clone();
    let bench = bench_of(Server::new("spawn", "1").tool(
        "ask",
        "Asks in a task",
        move |_: NoArguments, cx: Context| {
            let guard = Dropped(counted.clone());
            async move {
                #[expect(clippy::disallowed_methods, reason = "a handler may do so")]
                let asking = tokio::spawn(async move {
                    let _guard = guard;
                    cx.elicit("who", form()).await.map(|_| ())
                });
                asking.await??;
                Ok::<_, Failure>("done")
            }
        },
    ));
    let params = asking(json!({"name": "ask", "arguments": {}}));
    let first = bench.send(Ask::modern("tools/call", params)).await.json().await;
    assert_eq!(first["result"]["resultType"], "input_required", "{first}");
    settle().await;
    assert_eq!(dropped.load(Ordering::SeqCst), 1, "the task waits for ever");
}

#[tokio::test(start_paused = true)]
async fn each_message_of_a_subscription_says_which_one_it_is_of() {
    let bench = super::bench::bench();
    let ask = Ask::modern("subscriptions/listen", json!({"notifications": {}}));
    let mut got = bench.send(ask).await;
    bench.handle.end_subscriptions();
    while let Some(message) = got.message().await {
        let part = if message["result"].is_object() { "result" } else { "params" };
        let id = &message[part]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        assert_eq!(id, 1, "{message}");
    }
}

struct Panics;

impl Handler for Panics {
    fn implementation(&self) -> Implementation {
        Implementation::new("panics", "1")
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::new()
    }

    fn instructions(&self) -> Option<String> {
        panic!("a secret")
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_of_a_handler_that_describes_itself_is_an_error_of_its_request() {
    let bench = bench_of(Server::with_handler(Panics));
    let reply = bench.send(Ask::modern("server/discover", json!({}))).await.json().await;
    assert_eq!(reply["error"]["code"], -32603);
}
