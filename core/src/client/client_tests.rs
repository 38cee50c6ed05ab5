//! The client against small servers at the other end of a stream in memory.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, split},
    sync::mpsc,
    task::JoinSet,
};

use super::*;
use crate::{
    ErrorCode,
    jsonrpc::{Frame, Message, Request as Asked},
    model::{ElicitAction, ElicitResult, InputResponse},
    transport::{
        Incoming, MemoryTransport, Outgoing, OutgoingKind, StreamTransport, Transport, memory,
    },
};

/// More than any test needs, so that a wait without end fails its test.
const LONG: Duration = Duration::from_secs(10);

/// What a server says to a request: a result, an error, or nothing.
type Said = Option<Result<Value, Value>>;

/// A server that runs until it is dropped.
struct Server {
    seen: mpsc::UnboundedReceiver<Value>,
    _tasks: JoinSet<()>,
}

impl Server {
    /// Serves by a function from a request to what is said, after the opening of either era.
    fn start(answer: impl Fn(&Value) -> Said + Send + 'static) -> (Target, Self) {
        Self::start_with_tasks(json!({}), answer)
    }

    /// The same, for a server that declares this of tasks.
    fn start_with_tasks(
        declared: Value,
        answer: impl Fn(&Value) -> Said + Send + 'static,
    ) -> (Target, Self) {
        let (near, far) = tokio::io::duplex(1 << 20);
        let (reader, mut writer) = split(far);
        let (log, seen) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut lines = BufReader::new(reader).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                let message: Value = serde_json::from_str(&line).expect("the client sends JSON");
                let _ = log.send(message.clone());
                let said = match message["method"].as_str() {
                    _ if message.get("id").is_none() => None,
                    Some("initialize") => Some(Ok(opened(&message, &declared))),
                    Some("server/discover") => Some(Ok(discovered())),
                    _ => answer(&message),
                };
                let Some(said) = said else { continue };
                let (member, value) = match said {
                    Ok(result) => ("result", result),
                    Err(error) => ("error", error),
                };
                let reply = json!({"jsonrpc": "2.0", "id": message["id"], member: value});
                writer.write_all(format!("{reply}\n").as_bytes()).await.expect("the client reads");
            }
        });
        let (reader, writer) = split(near);
        let target = Target::transport("server", StreamTransport::new(reader, writer));
        (target, Self { seen, _tasks: tasks })
    }

    /// How many requests or notifications of this name came since the last look.
    fn count(&mut self, method: &str) -> usize {
        std::iter::from_fn(|| self.seen.try_recv().ok())
            .filter(|message| message["method"] == method)
            .count()
    }

    /// Waits for a message of this name.
    async fn until(&mut self, method: &str) -> Value {
        let wanted = async {
            loop {
                let message = self.seen.recv().await.expect("the server runs");
                if message["method"] == method {
                    return message;
                }
            }
        };
        tokio::time::timeout(LONG, wanted).await.expect("the client says it")
    }
}

fn opened(message: &Value, tasks: &Value) -> Value {
    json!({
        "protocolVersion": message["params"]["protocolVersion"],
        "capabilities": {"tools": {}, "tasks": tasks, "resources": {"subscribe": true}},
        "serverInfo": {"name": "small", "version": "1"}
    })
}

fn discovered() -> Value {
    json!({
        "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}, "resources": {"subscribe": true, "listChanged": true}}
    })
}

/// The connection to a server of this version.
async fn connect(target: Target, version: Version) -> Client {
    let builder = Client::builder().protocol(ProtocolChoice::Exact(version));
    builder.connect(target).await.expect("the server answers")
}

#[tokio::test]
async fn a_request_with_metadata_of_the_caller_shares_no_result() {
    let (target, mut server) = Server::start(|message| {
        let mut result = json!({"resultType": "complete", "ttlMs": 60_000, "cacheScope": "public"});
        let items = if message["method"] == "tools/list" { "tools" } else { "contents" };
        result[items] = json!([]);
        Some(Ok(result))
    });
    let client = connect(target, Version::V2026_07_28).await;
    let read = || client.read_resource("file:///a");
    let list = || client.list_tools();
    let key = "com.example/user";
    // What was answered to a request with metadata is not for one without, nor the other way round.
    read().meta(key, json!(1)).await.unwrap();
    list().meta(key, json!(1)).await.unwrap();
    for _ in 0..2 {
        read().await.unwrap();
        list().await.unwrap();
    }
    read().meta(key, json!(2)).await.unwrap();
    list().meta(key, json!(2)).await.unwrap();
    let seen: Vec<Value> = std::iter::from_fn(|| server.seen.try_recv().ok()).collect();
    for method in ["resources/read", "tools/list"] {
        assert_eq!(seen.iter().filter(|seen| seen["method"] == method).count(), 3, "{method}");
    }
    // What cannot be sent is refused also where nothing would be sent.
    let reserved = "io.modelcontextprotocol/user";
    let error = read().meta(reserved, json!(1)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert_eq!(list().meta(reserved, json!(1)).await.unwrap_err().code(), ErrorCode::InvalidInput);
}

#[tokio::test]
async fn waiting_for_a_task_ends_at_the_longest_wait() {
    let task = || {
        json!({
            "taskId": "t", "status": "working", "ttl": null, "pollInterval": 1,
            "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z"
        })
    };
    let (target, mut server) = Server::start(move |_| Some(Ok(task())));
    let builder = Client::builder()
        .protocol(ProtocolChoice::Exact(Version::V2025_11_25))
        .max_total(Duration::from_millis(400));
    let client = builder.connect(target).await.unwrap();
    for own in [None, Some(Duration::from_millis(250))] {
        let mut request = client.task_result("t");
        if let Some(own) = own {
            request = request.max_total(own);
        }
        let outcome = tokio::time::timeout(LONG, request.into_future()).await;
        let error = outcome.expect("it ends").unwrap_err();
        assert_eq!((error.code(), error.server()), (ErrorCode::Timeout, Some("server")));
        assert!(server.count("tasks/get") >= 2, "it asks more than once");
    }
}

#[tokio::test]
async fn a_tool_that_is_not_listed_is_not_called_unchecked() {
    let (target, mut server) = Server::start(|message| {
        Some(Ok(match message["method"].as_str() {
            Some("tools/list") => {
                json!({"tools": [{"name": "one", "inputSchema": {"type": "object"}}]})
            }
            _ => json!({"content": []}),
        }))
    });
    let client = connect(target, Version::V2025_11_25).await;
    client.call_tool("one", json!({})).check_arguments().await.unwrap();
    assert_eq!(server.count("tools/call"), 1);
    let error = client.call_tool("two", json!({})).check_arguments().await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert!(error.message().contains("the server lists no such tool"), "{error}");
    assert_eq!(server.count("tools/call"), 0);
    client.call_tool("two", json!({})).await.expect("unchecked, it is the server's to refuse");
}

/// Answers every question with a refusal.
fn refusals(count: usize) -> Answers {
    let decline = || InputResponse::Elicit(ElicitResult::new(ElicitAction::Decline));
    let answers = std::iter::repeat_with(decline).take(count);
    Answers::new(InputCapabilities::none().with_elicitation(), answers)
}

#[tokio::test]
async fn a_server_may_ask_sixteen_questions_at_once_and_no_more() {
    for (asked, outcome) in [(16, None), (17, Some(ErrorCode::Limit))] {
        let (target, _server) = Server::start(move |message| {
            let form = json!({"type": "object", "properties": {}});
            let params = json!({"mode": "form", "message": "m", "requestedSchema": form});
            let question = || json!({"method": "elicitation/create", "params": params.clone()});
            let questions: serde_json::Map<String, Value> =
                (0..asked).map(|number| (number.to_string(), question())).collect();
            Some(Ok(if message["params"].get("inputResponses").is_some() {
                json!({"resultType": "complete", "content": []})
            } else {
                json!({"resultType": "input_required", "inputRequests": questions})
            }))
        });
        let builder = Client::builder()
            .protocol(ProtocolChoice::Exact(Version::V2026_07_28))
            .input_handler(refusals(asked));
        let client = builder.connect(target).await.unwrap();
        let result = client.call_tool("one", json!({})).await;
        assert_eq!(result.err().map(|error| error.code()), outcome, "{asked}");
        assert_eq!(client.diagnostics().departures.len(), usize::from(outcome.is_some()));
    }
}

#[tokio::test]
async fn a_server_may_require_sixteen_pages_at_once_and_no_more() {
    for (asked, outcome) in [(16, ErrorCode::Denied), (17, ErrorCode::Limit)] {
        let (target, _server) = Server::start(move |_| {
            let page = |number: usize| {
                json!({"mode": "url", "message": "m", "url": "https://a.example/",
                    "elicitationId": number.to_string()})
            };
            let pages: Vec<Value> = (0..asked).map(page).collect();
            Some(Err(json!({"code": -32042, "message": "m", "data": {"elicitations": pages}})))
        });
        let builder = Client::builder()
            .protocol(ProtocolChoice::Exact(Version::V2025_11_25))
            .input_handler(refusals(asked));
        let client = builder.connect(target).await.unwrap();
        let error = client.call_tool("one", json!({})).await.unwrap_err();
        assert_eq!((error.code(), error.server()), (outcome, Some("server")), "{asked}");
    }
}

/// What watches these resources.
fn watching(uris: &[&str]) -> SubscriptionFilter {
    let uris = uris.iter().map(|uri| (*uri).to_owned()).collect::<Vec<_>>();
    SubscriptionFilter::new().with_resource_subscriptions(uris)
}

#[tokio::test]
async fn the_last_subscription_to_a_resource_ends_it_also_by_being_dropped() {
    let (target, mut server) = Server::start(|_| Some(Ok(json!({}))));
    let client = connect(target, Version::V2025_11_25).await;
    for closed in [false, true] {
        let first = client.subscribe(watching(&["file:///a"])).await.unwrap();
        let second = client.subscribe(watching(&["file:///a", "file:///b"])).await.unwrap();
        if closed {
            first.close().await;
        } else {
            drop(first);
        }
        client.ping().await.unwrap();
        assert_eq!(server.count("resources/unsubscribe"), 0, "another wants it still");
        if closed {
            second.close().await;
            assert_eq!(server.count("resources/unsubscribe"), 2);
        } else {
            drop(second);
            let mut ended = Vec::new();
            for _ in 0..2 {
                let message = server.until("resources/unsubscribe").await;
                ended.push(message["params"]["uri"].as_str().unwrap_or_default().to_owned());
            }
            ended.sort();
            assert_eq!(ended, ["file:///a", "file:///b"]);
        }
    }
}

#[tokio::test]
async fn a_subscription_that_is_refused_in_part_leaves_nothing_behind() {
    let (target, mut server) = Server::start(|message| {
        let refused =
            message["params"]["uri"] == "file:///b" && message["method"] == "resources/subscribe";
        Some(if refused { Err(json!({"code": -32602, "message": "no"})) } else { Ok(json!({})) })
    });
    let client = connect(target, Version::V2025_11_25).await;
    let _other = client.subscribe(watching(&["file:///c"])).await.unwrap();
    client.subscribe(watching(&["file:///a", "file:///b", "file:///c"])).await.unwrap_err();
    client.ping().await.unwrap();
    let seen: Vec<Value> = std::iter::from_fn(|| server.seen.try_recv().ok()).collect();
    let uris = |method: &str| {
        let of = seen.iter().filter(|seen| seen["method"] == method);
        of.map(|seen| seen["params"]["uri"].clone()).collect::<Vec<_>>()
    };
    let began = uris("resources/subscribe").contains(&json!("file:///a"));
    let ended = uris("resources/unsubscribe");
    assert_eq!(ended.contains(&json!("file:///a")), began);
    assert!(!ended.contains(&json!("file:///c")), "another wants it still");
}

/// Waits for the next request at a server's end.
async fn asked(server: &mut MemoryTransport) -> Asked {
    loop {
        let incoming = poll_fn(|cx| server.poll_incoming(cx)).await;
        if let Incoming::Frame { frame: Frame::Message(Message::Request(request)), .. } = incoming {
            return request;
        }
    }
}

fn say(server: &mut MemoryTransport, message: &Value) {
    let body = message.to_string().into();
    server.send(Outgoing { body, kind: OutgoingKind::Reply, headers: Vec::new(), related: None });
}

#[tokio::test]
async fn closing_a_stream_of_changes_has_told_the_server() {
    let (near, mut far) = memory::pair();
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        let opening = asked(&mut far).await;
        let id = opening.id.as_integer();
        say(&mut far, &json!({"jsonrpc": "2.0", "id": id, "result": discovered()}));
        let listening = asked(&mut far).await;
        let meta = json!({"io.modelcontextprotocol/subscriptionId": listening.id.as_integer()});
        let params = json!({"_meta": meta, "notifications": {"toolsListChanged": true}});
        let method = "notifications/subscriptions/acknowledged";
        say(&mut far, &json!({"jsonrpc": "2.0", "method": method, "params": params}));
        far
    });
    let client = connect(Target::transport("server", near), Version::V2026_07_28).await;
    let filter = SubscriptionFilter::new().with_tools_list_changed(true);
    let subscription = client.subscribe(filter).await.unwrap();
    let mut far = tasks.join_next().await.unwrap().unwrap();
    subscription.close().await;
    let said = far.poll_incoming(&mut Context::from_waker(Waker::noop()));
    let Poll::Ready(Incoming::Frame { frame: Frame::Message(Message::Notification(said)), .. }) =
        said
    else {
        panic!("{said:?}");
    };
    assert_eq!(&*said.method, "notifications/cancelled");
}

#[tokio::test]
async fn a_change_reaches_the_subscription_that_it_names_and_no_other() {
    let (near, mut far) = memory::pair();
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        let opening = asked(&mut far).await;
        let id = opening.id.as_integer();
        say(&mut far, &json!({"jsonrpc": "2.0", "id": id, "result": discovered()}));
        let of = |id: Option<i64>| json!({"io.modelcontextprotocol/subscriptionId": id});
        let mut ids = Vec::new();
        for _ in 0..2 {
            let id = asked(&mut far).await.id.as_integer();
            let params = json!({"_meta": of(id), "notifications": {"toolsListChanged": true}});
            let method = "notifications/subscriptions/acknowledged";
            say(&mut far, &json!({"jsonrpc": "2.0", "method": method, "params": params}));
            ids.push(id);
        }
        for id in ids {
            let method = "notifications/tools/list_changed";
            let params = json!({"_meta": of(id)});
            say(&mut far, &json!({"jsonrpc": "2.0", "method": method, "params": params}));
        }
        far
    });
    let client = connect(Target::transport("server", near), Version::V2026_07_28).await;
    let filter = || SubscriptionFilter::new().with_tools_list_changed(true);
    let mut first = client.subscribe(filter()).await.unwrap();
    let mut second = client.subscribe(filter()).await.unwrap();
    let _far = tasks.join_next().await.unwrap().unwrap();
    // The change for the second came last: what it brings has been sorted, so has all before it.
    assert!(matches!(second.next().await, Some(Event::ToolsChanged)));
    assert!(matches!(first.next().await, Some(Event::ToolsChanged)));
    for subscription in [&mut first, &mut second] {
        let next = pin!(subscription.next());
        assert!(next.poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
}

#[tokio::test]
async fn a_change_of_the_roots_is_told_where_it_was_promised() {
    for (version, promised) in [(Version::V2024_11_05, true), (Version::V2026_07_28, false)] {
        let (target, mut server) = Server::start(|_| Some(Ok(json!({"tools": []}))));
        let roots = Answers::new(InputCapabilities::none().with_roots(), []);
        let builder =
            Client::builder().protocol(ProtocolChoice::Exact(version)).input_handler(roots);
        let client = builder.connect(target).await.unwrap();
        client.roots_changed();
        // What is sent later arrives later.
        client.list_tools().await.unwrap();
        let seen: Vec<Value> = std::iter::from_fn(|| server.seen.try_recv().ok()).collect();
        let opening = &seen[0]["params"];
        let capabilities = opening
            .get("capabilities")
            .unwrap_or(&opening["_meta"]["io.modelcontextprotocol/clientCapabilities"]);
        assert_eq!(capabilities["roots"] == json!({"listChanged": true}), promised, "{version:?}");
        let told = seen.iter().any(|seen| seen["method"] == "notifications/roots/list_changed");
        assert_eq!(told, promised, "{version:?}");
    }
}

#[tokio::test]
async fn what_has_been_answered_is_not_cancelled() {
    for version in [Version::V2025_11_25, Version::V2026_07_28] {
        let (target, mut server) = Server::start(|message| {
            let refused = message["params"]["name"] == "two";
            Some(if refused {
                Err(json!({"code": -32602, "message": "no"}))
            } else {
                Ok(json!({"resultType": "complete", "content": []}))
            })
        });
        let client = connect(target, version).await;
        client.call_tool("one", json!({})).await.unwrap();
        client.call_tool("two", json!({})).await.unwrap_err();
        client.close().await.unwrap();
        drop(client);
        // All that was written is read before the end of the stream.
        while let Some(message) = server.seen.recv().await {
            assert_ne!(message["method"], "notifications/cancelled", "{version:?}");
        }
    }
}

/// A server with a tool of each kind, as far as tasks go.
fn with_tasks(declared: Value) -> (Target, Server) {
    Server::start_with_tasks(declared, |message| {
        let tool = |name: &str, execution: Value| json!({"name": name, "inputSchema": {"type": "object"}, "execution": execution});
        Some(Ok(match message["method"].as_str() {
            Some("tools/list") => json!({"tools": [
                tool("silent", json!({})), tool("forbids", json!({"taskSupport": "forbidden"})),
                tool("allows", json!({"taskSupport": "optional"})),
                tool("demands", json!({"taskSupport": "required"})),
            ]}),
            _ if message["params"].get("task").is_some() => json!({"task": {
                "taskId": "t", "status": "working", "ttl": null,
                "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z",
            }}),
            _ => json!({"content": []}),
        }))
    })
}

#[tokio::test]
async fn a_tool_is_called_as_a_task_only_if_it_says_so_and_one_that_must_be_no_other_way() {
    let (target, mut server) = with_tasks(json!({"requests": {"tools": {"call": {}}}}));
    let client = connect(target, Version::V2025_11_25).await;
    // What has not been listed is looked up.
    for (tool, as_task) in [("silent", false), ("forbids", false), ("allows", true)] {
        let started = client.call_tool(tool, json!({})).as_task(None).await;
        assert_eq!(started.is_ok(), as_task, "{tool}");
        client.call_tool(tool, json!({})).await.unwrap();
    }
    client.call_tool("demands", json!({})).as_task(Some(1000)).await.unwrap();
    let refused = client.call_tool("demands", json!({})).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::InvalidInput, "{refused}");
    assert!(!refused.may_have_run());
    let unknown = client.call_tool("unknown", json!({})).as_task(None).await.unwrap_err();
    assert_eq!(unknown.code(), ErrorCode::InvalidInput, "{unknown}");
    assert_eq!(server.count("tools/call"), 5, "what is refused is not sent");
}

#[tokio::test]
async fn no_task_is_begun_where_none_was_declared_for_calls() {
    for declared in [json!({}), json!({"requests": {"tools": {}}, "list": {}})] {
        let (target, mut server) = with_tasks(declared);
        let client = connect(target, Version::V2025_11_25).await;
        client.list_tools().await.unwrap();
        let refused = client.call_tool("allows", json!({})).as_task(None).await.unwrap_err();
        assert_eq!(refused.code(), ErrorCode::MissingCapability, "{refused}");
        assert_eq!(server.count("tools/call"), 0);
        client.call_tool("demands", json!({})).await.unwrap();
    }
}
