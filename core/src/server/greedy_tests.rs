//! Clients that want more than their share.

use std::{
    future::pending,
    num::NonZeroU32,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{self, Waker},
    time::Duration,
};

use serde_json::{Value, json};

use super::{
    changes::MAX_URIS,
    context::{InputSource, LogFilter},
    outlet::{Exchange, Outlet},
    *,
};
use crate::{
    Json,
    dialect::serving::{Facts, take_attached},
    jsonrpc::{Request, RequestId, RpcError},
    model::{
        CallToolParams, CallToolResult, ElicitFormParams, Implementation, ListCapability,
        ListToolsResult, ServerCapabilities, Tool,
    },
    peer::serving::Outcome,
};

/// What a principal of this name gets for one request that is complete in itself.
async fn ask(server: &ServerHandle, who: &str, method: &str, params: Value) -> Outcome {
    let principal = Principal::new("https://id.example", who);
    let outlet = Outlet::Exchange(Arc::new(Exchange::new(None)));
    ask_as(server, principal, outlet, method, params).await
}

async fn ask_as(
    server: &ServerHandle,
    principal: Principal,
    outlet: Outlet,
    method: &str,
    params: Value,
) -> Outcome {
    let core = server.core();
    let (request, facts) = request(server, method, params)?;
    core.serve_modern(request, facts, Arc::new(principal), outlet, None).await
}

/// A request that is complete in itself, and what it says beside.
fn request(
    server: &ServerHandle,
    method: &str,
    mut params: Value,
) -> Result<(Request, Facts), RpcError> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "client", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    for (key, value) in meta.as_object().into_iter().flatten() {
        params["_meta"][key] = value.clone();
    }
    let params = Some(params.to_string().into());
    let mut request = Request { id: RequestId::from(1), method: method.into(), params };
    let facts = server.core().modern.read_facts(take_attached(&mut request)?)?;
    Ok((request, facts))
}

/// What the handler of a request knows whose client wants to hear of progress.
fn context(server: &ServerHandle, outlet: Outlet) -> Context {
    let params = json!({"_meta": {"progressToken": 1}});
    let (_, facts) = request(server, "tools/call", params).unwrap();
    let principal = Arc::new(Principal::anonymous());
    let (input, filter) = (InputSource::None, LogFilter::Request(None));
    Context::new(server.core().clone(), facts, principal, outlet, input, filter, None)
}

/// What came of it, as JSON text.
fn text(outcome: Outcome) -> String {
    match outcome {
        Ok(result) => String::from_utf8_lossy(&result.into_reply(&RequestId::from(1))).into(),
        Err(error) => format!("{}: {}", error.code, error.message),
    }
}

/// Few bytes that take much memory once they are apart.
fn crowd() -> Value {
    json!({"many": vec![json!({"": 0}); 200_000]})
}

#[tokio::test]
async fn arguments_that_take_much_memory_are_refused_before_they_are_taken_apart() {
    let tool = Tool::new("any", json!({"type": "object"}));
    let server = Server::new("any", "1")
        .with_tool(ServedTool::with_definition(tool, |_: Json, _: Context| async { "ran" }))
        .build()
        .unwrap();
    let call = |arguments: Value| json!({"name": "any", "arguments": arguments});
    let answer = text(ask(&server, "anna", "tools/call", call(crowd())).await);
    assert!(answer.contains("they have too many parts"), "{answer}");
    let many_numbers = json!({"many": vec![7; 1_000_000]});
    let answer = text(ask(&server, "anna", "tools/call", call(many_numbers)).await);
    assert!(answer.contains("ran"), "{answer}");
}

/// A handler that asks at each call, whatever it is called with.
struct Curious;

impl Handler for Curious {
    fn implementation(&self) -> Implementation {
        Implementation::new("curious", "1")
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::new().with_tools(ListCapability::new())
    }

    fn list_tools(&self, _: Option<String>, _: Context) -> Answer<'_, ListToolsResult> {
        Box::pin(async { Ok(ListToolsResult::new(Vec::new())) })
    }

    fn call_tool(&self, _: CallToolParams, cx: Context) -> Answer<'_, CallToolResult> {
        Box::pin(async move {
            cx.elicit("who", form()).await?;
            ToolOutput::into_result("done")
        })
    }
}

fn form() -> ElicitFormParams {
    ElicitFormParams::new("Who?", json!({"type": "object", "properties": {}}))
}

#[tokio::test]
async fn a_request_that_takes_much_memory_is_not_repeated() {
    let server = Server::with_handler(Curious).build().unwrap();
    for state in [json!(null), json!("made up")] {
        let call = json!({"name": "any", "arguments": crowd(), "requestState": state});
        let answer = text(ask(&server, "anna", "tools/call", call).await);
        assert!(answer.contains("they have too many parts to be repeated"), "{answer}");
    }
}

#[tokio::test]
async fn a_progress_token_that_would_make_every_report_long_is_refused() {
    let tool = |_: NoArguments, cx: Context| async move { format!("{}", cx.wants_progress()) };
    let server = Server::new("reporter", "1").tool("report", "Reports", tool).build().unwrap();
    let call = async |length: usize| {
        let token = "t".repeat(length);
        let params = json!({"name": "report", "_meta": {"progressToken": token}});
        text(ask(&server, "anna", "tools/call", params).await)
    };
    assert!(call(1_000).await.contains("true"));
    let refused = call(1 << 20).await;
    assert!(refused.starts_with("-32602") && refused.len() < 200, "{refused:.300}");
}

/// Polls a request until its handler has begun so many times, and then drops it.
async fn hang_up_after(begun: &AtomicUsize, times: usize, request: impl Future<Output = Outcome>) {
    let mut request = pin!(request);
    for _ in 0..100 {
        let poll = request.as_mut().poll(&mut task::Context::from_waker(Waker::noop()));
        if poll.is_ready() || begun.load(Ordering::SeqCst) >= times {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn hanging_up_again_and_again_does_not_get_round_the_rate_limit() {
    let ran = Arc::new(AtomicUsize::new(0));
    let runs = ran.clone();
    let server = Server::new("limited", "1")
        .rate_limit(NonZeroU32::MIN, Duration::from_mins(1))
        .tool("run", "Asks and runs", move |_: NoArguments, cx: Context| {
            let runs = runs.clone();
            async move {
                cx.elicit("who", form()).await?;
                runs.fetch_add(1, Ordering::SeqCst);
                pending::<Result<&str, Failure>>().await
            }
        })
        .build()
        .unwrap();
    let call = json!({"name": "run", "arguments": {}});
    let asked = text(ask(&server, "anna", "tools/call", call.clone()).await);
    let asked: Value = serde_json::from_str(&asked).unwrap();
    let mut again = call;
    again["requestState"] = asked["result"]["requestState"].clone();
    again["inputResponses"] = json!({"who": {"action": "accept", "content": {}}});
    for times in 1..=5 {
        hang_up_after(&ran, times, ask(&server, "anna", "tools/call", again.clone())).await;
    }
    assert_eq!(ran.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn one_principal_cannot_watch_so_much_that_nobody_else_can() {
    let server = Server::new("notes", "1")
        .resource("note://{name}", "note", |_: ResourceRequest, _: Context| async { "a note" })
        .build()
        .unwrap();
    let watch = |names: Vec<String>| json!({"notifications": {"resourceSubscriptions": names}});
    let mut listening = tokio::task::JoinSet::new();
    for number in 0..64 {
        let name = |index| format!("note://{number:02}-{index:04}-{}", "n".repeat(881));
        let params = watch((0..MAX_URIS).map(name).collect());
        let server = server.clone();
        listening.spawn(async move { ask(&server, "anna", "subscriptions/listen", params).await });
    }
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
    let listen = ask(&server, "bob", "subscriptions/listen", watch(vec!["note://one".to_owned()]));
    let mut listen = pin!(listen);
    for _ in 0..10 {
        let poll = listen.as_mut().poll(&mut task::Context::from_waker(Waker::noop()));
        assert!(poll.is_pending(), "bob listens");
        tokio::task::yield_now().await;
    }
    assert!(listening.try_join_next().is_some(), "anna has had her share");
}

#[tokio::test]
async fn an_answer_that_is_too_long_to_be_kept_is_the_clients_fault_and_uses_nothing_up() {
    let server = Server::new("asks", "1")
        .tool("ask", "Asks twice", |_: NoArguments, cx: Context| async move {
            cx.elicit("first", form()).await?;
            cx.elicit("second", form()).await?;
            Ok::<_, Failure>("done")
        })
        .build()
        .unwrap();
    let call = async |round: Value| {
        let mut params = json!({"name": "ask", "arguments": {}});
        params.as_object_mut().unwrap().extend(round.as_object().unwrap().clone());
        text(ask(&server, "anna", "tools/call", params).await)
    };
    let asked: Value = serde_json::from_str(&call(json!({})).await).unwrap();
    let state = &asked["result"]["requestState"];
    let answer = |length: usize| {
        let content = json!({"said": "x".repeat(length)});
        json!({
            "requestState": state,
            "inputResponses": {"first": {"action": "accept", "content": content}},
        })
    };
    let refused = call(answer(70_000)).await;
    assert!(refused.starts_with("-32602"), "{refused:.300}");
    let asked = call(answer(7)).await;
    assert!(asked.contains("input_required"), "{asked:.300}");
}

#[tokio::test(start_paused = true)]
async fn a_listener_that_does_not_read_ends_when_it_is_to_end() {
    let server = Server::new("notes", "1")
        .resource("note://{name}", "note", |_: ResourceRequest, _: Context| async { "a note" })
        .build()
        .unwrap();
    let uris: Vec<String> = (0..100).map(|number| format!("note://{number}")).collect();
    let params = json!({"notifications": {"resourceSubscriptions": uris}});
    for expires in [false, true] {
        let (end, ending) = tokio::sync::watch::channel(false);
        let mut principal = Principal::new("https://id.example", "anna");
        if expires {
            principal =
                principal.with_expiry(std::time::SystemTime::now() + Duration::from_secs(9));
        }
        let outlet = Outlet::Exchange(Arc::new(Exchange::new(Some(ending))));
        let listen = ask_as(&server, principal, outlet, "subscriptions/listen", params.clone());
        let mut listen = pin!(listen);
        let mut poll = || listen.as_mut().poll(&mut task::Context::from_waker(Waker::noop()));
        assert!(poll().is_pending());
        for uri in &uris {
            server.resource_updated(uri);
        }
        assert!(poll().is_pending(), "nobody reads");
        if !expires {
            end.send_replace(true);
        }
        let ended = tokio::time::timeout(Duration::from_secs(10), listen).await;
        assert!(ended.is_ok(), "expires: {expires}");
    }
}

#[test]
fn progress_only_grows_whoever_tells_it() {
    let server = Server::new("reporter", "1").build().unwrap();
    let exchange = Arc::new(Exchange::new(None));
    let cx = context(&server, Outlet::Exchange(exchange.clone()));
    for _ in 0..200 {
        let last = AtomicUsize::new(0);
        std::thread::scope(|threads| {
            for _ in 0..4 {
                let (cx, last) = (cx.clone(), &last);
                threads.spawn(move || {
                    for _ in 0..50 {
                        let next = last.fetch_add(1, Ordering::SeqCst);
                        #[expect(clippy::cast_precision_loss, reason = "it is small")]
                        cx.progress(next as f64, None, None);
                    }
                });
            }
        });
        let mut told = -1.0;
        while let task::Poll::Ready(report) =
            exchange.poll_next(&task::Context::from_waker(Waker::noop()))
        {
            let report: Value = serde_json::from_slice(&report).unwrap();
            let progress = report["params"]["progress"].as_f64().unwrap();
            assert!(progress > told, "{progress} comes after {told}");
            told = progress;
        }
    }
}

#[tokio::test]
async fn a_subject_is_limited_through_all_of_its_clients_together() {
    let server = Server::new("limited", "1")
        .rate_limit(NonZeroU32::MIN, Duration::from_mins(1))
        .tool("run", "Runs", |_: NoArguments, _: Context| async { "ran" })
        .build()
        .unwrap();
    let call = async |subject: &str, client: &str| {
        let principal = Principal::new("https://id.example", subject).with_client_id(client);
        let outlet = Outlet::Exchange(Arc::new(Exchange::new(None)));
        let params = json!({"name": "run", "arguments": {}});
        text(ask_as(&server, principal, outlet, "tools/call", params).await)
    };
    assert!(call("anna", "editor").await.contains("ran"));
    assert!(call("anna", "browser").await.starts_with(&RATE_LIMITED.to_string()));
    assert!(call("bob", "browser").await.contains("ran"));
}
