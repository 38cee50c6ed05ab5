//! The features, the versions and transports that know them, and how each is shown.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use hostline::{
    Version,
    client::{BoxFuture, Event, Events},
    model::{
        CallToolResult, CompletionReference, ContentBlock, LoggingLevel, PromptReference,
        ResourceContents, ResourceTemplateReference, SubscriptionFilter,
    },
};
use serde_json::{Value, json};

use super::{Cell, TRANSPORTS, joined::Joined};
use crate::serving::{
    fixture::{BASE64, Fixture},
    raw::RawClient,
    web::{Site, WebClient},
};

/// Something that can be shown in a cell.
pub(super) struct Feature {
    pub(super) name: &'static str,
    /// The versions whose specification knows it.
    first: Version,
    last: Version,
    transports: &'static [&'static str],
    /// Shows it; a panic says that it does not work.
    pub(super) show: for<'a> fn(&'a Joined) -> BoxFuture<'a, ()>,
}

impl Feature {
    pub(super) fn is_known(&self, cell: Cell) -> bool {
        (self.first..=self.last).contains(&cell.version)
            && self.transports.contains(&cell.transport)
    }
}

macro_rules! features {
    ($($name:literal $first:ident..=$last:ident $transports:ident $show:ident;)+) => {
        pub(super) const FEATURES: &[Feature] = &[$(Feature {
            name: $name,
            first: Version::$first,
            last: Version::$last,
            transports: &$transports,
            show: |joined| Box::pin($show(joined)),
        }),+];
    };
}

const HTTP: [&str; 1] = ["http"];
const NOT_SSE: [&str; 3] = ["memory", "stdio", "http"];

features! {
    "opening" V2024_11_05..=V2026_07_28 TRANSPORTS opening;
    "pages" V2024_11_05..=V2026_07_28 TRANSPORTS pages;
    "call" V2024_11_05..=V2026_07_28 TRANSPORTS call;
    "structured" V2025_06_18..=V2026_07_28 TRANSPORTS structured;
    "content" V2024_11_05..=V2026_07_28 TRANSPORTS content;
    "faults" V2024_11_05..=V2026_07_28 TRANSPORTS faults;
    "meta" V2024_11_05..=V2026_07_28 TRANSPORTS meta;
    "icons" V2025_11_25..=V2026_07_28 TRANSPORTS icons;
    "progress" V2024_11_05..=V2026_07_28 TRANSPORTS progress;
    "cancel" V2024_11_05..=V2026_07_28 TRANSPORTS cancellation;
    "logging" V2024_11_05..=V2026_07_28 TRANSPORTS logging;
    "resources" V2024_11_05..=V2026_07_28 TRANSPORTS resources;
    "templates" V2024_11_05..=V2026_07_28 TRANSPORTS templates;
    "updates" V2024_11_05..=V2026_07_28 TRANSPORTS updates;
    "changes" V2024_11_05..=V2026_07_28 TRANSPORTS changes;
    "prompts" V2024_11_05..=V2026_07_28 TRANSPORTS prompts;
    "completion" V2024_11_05..=V2026_07_28 TRANSPORTS completion;
    "sampling" V2024_11_05..=V2026_07_28 TRANSPORTS sampling;
    "sampling-tools" V2025_11_25..=V2026_07_28 TRANSPORTS sampling_with_tools;
    "roots" V2024_11_05..=V2026_07_28 TRANSPORTS roots;
    "form" V2025_06_18..=V2026_07_28 TRANSPORTS form;
    "page" V2025_11_25..=V2026_07_28 TRANSPORTS page;
    "page-done" V2025_11_25..=V2025_11_25 TRANSPORTS page_done;
    "required" V2025_11_25..=V2026_07_28 TRANSPORTS required_page;
    "rounds" V2025_06_18..=V2026_07_28 TRANSPORTS rounds;
    "cache" V2026_07_28..=V2026_07_28 TRANSPORTS cache;
    "extension" V2026_07_28..=V2026_07_28 TRANSPORTS extension;
    "mirrored" V2026_07_28..=V2026_07_28 HTTP mirrored;
    "released" V2025_11_25..=V2025_11_25 HTTP released;
    "ping" V2024_11_05..=V2025_11_25 TRANSPORTS ping;
    "batch" V2025_03_26..=V2025_03_26 NOT_SSE batch;
}

async fn call_tool(joined: &Joined, name: &str, arguments: Value) -> CallToolResult {
    let result = joined.client.call_tool(name, arguments).await.unwrap();
    assert!(!result.failed(), "{name}: {}", result.text());
    result
}

#[expect(clippy::unused_async, reason = "it stands among those that wait")]
async fn opening(joined: &Joined) {
    let client = &joined.client;
    assert_eq!(client.instructions(), Some("Ask for anything."));
    assert_eq!(client.server_info().unwrap().name, "fixture");
    let can = client.capabilities().unwrap();
    assert!(can.tools.is_some() && can.resources.is_some() && can.prompts.is_some());
    assert!(can.logging.is_some());
}

async fn pages(joined: &Joined) {
    let tools = joined.client.list_tools().await.unwrap();
    assert!(tools.len() > 20, "there are more than two pages");
    let mut names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    let listed = names.clone();
    names.sort_unstable();
    names.dedup();
    assert_eq!(listed, names, "each tool stands there once");
}

async fn call(joined: &Joined) {
    let said = call_tool(joined, "echo", json!({"text": "héllo\n"})).await;
    assert_eq!(said.text(), "héllo\n");
    let summed = call_tool(joined, "add", json!({"a": 2, "b": 3})).await;
    assert_eq!(summed.text(), r#"{"sum":5}"#);
}

async fn structured(joined: &Joined) {
    joined.client.list_tools().await.unwrap();
    let summed = call_tool(joined, "add", json!({"a": 2, "b": 3})).await;
    assert_eq!(summed.structured_content.unwrap().to_value(), json!({"sum": 5}));
    assert_eq!(summed.validation, hostline::model::Validation::Valid);
}

async fn content(joined: &Joined) {
    let shown = call_tool(joined, "media", json!({})).await;
    assert_eq!(shown.content.len(), 5);
    assert_eq!(shown.content[0].as_text(), Some("text"));
    assert!(matches!(&shown.content[1], ContentBlock::Image(image) if image.data == BASE64));
}

async fn faults(joined: &Joined) {
    let client = &joined.client;
    match client.call_tool("echo", json!({"text": 7})).await {
        Ok(result) => assert!(result.failed()),
        Err(error) => assert_eq!(error.rpc().unwrap().code, -32602),
    }
    let unknown = client.call_tool("nothing", json!({})).await.unwrap_err();
    assert_eq!(unknown.rpc().unwrap().code, -32602);
    let failed = client.call_tool("fail", json!({})).await.unwrap();
    assert!(failed.failed());
    assert_eq!(failed.text(), "the well is dry");
    let broken = client.call_tool("break", json!({})).await.unwrap_err();
    assert_eq!(broken.rpc().unwrap().code, -32603);
    assert!(client.read_resource("note://by/nobody").await.unwrap_err().is_not_found());
}

async fn meta(joined: &Joined) {
    let call = joined.client.call_tool("tag", json!({})).meta("example.com/tag", json!({"a": [1]}));
    let meta = call.await.unwrap().meta.unwrap();
    assert_eq!(meta.get("example.com/tag").unwrap().to_value(), json!({"a": [1]}));
}

async fn icons(joined: &Joined) {
    let tools = joined.client.list_tools().await.unwrap();
    let echo = tools.iter().find(|tool| tool.name == "echo").unwrap();
    assert_eq!(echo.icons.as_ref().unwrap().len(), 1);
    assert!(joined.client.server_info().unwrap().icons.is_some());
}

async fn progress(joined: &Joined) {
    let told = Arc::new(AtomicUsize::new(0));
    let count = told.clone();
    let call = joined.client.call_tool("count", json!({})).on_progress(move |report| {
        assert_eq!(report.total, Some(3.0));
        count.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(call.await.unwrap().text(), "counted");
    assert_eq!(told.load(Ordering::Relaxed), 3);
}

async fn cancellation(joined: &Joined) {
    let began = Arc::new(tokio::sync::Notify::new());
    let tell = began.clone();
    let call = joined.client.call_tool("wait", json!({})).on_progress(move |_| tell.notify_one());
    tokio::select! {
        _ = call.into_future() => panic!("it waits for ever"),
        () = began.notified() => {}
    }
    for _ in 0..1000 {
        if call_tool(joined, "waiting", json!({})).await.text() == "0" {
            return;
        }
    }
    panic!("the handler goes on");
}

async fn logging(joined: &Joined) {
    let mut events = joined.client.events();
    let mut call = joined.client.call_tool("log", json!({}));
    if joined.client.version() == Version::V2026_07_28 {
        call = call.log_level(LoggingLevel::Warning);
    } else {
        joined.client.set_log_level(LoggingLevel::Warning).await.unwrap();
    }
    call.await.unwrap();
    for expected in ["warning", "error", "critical", "alert", "emergency"] {
        let Event::Log(message) = next(&mut events).await else { panic!("it is no log message") };
        assert_eq!(message.level.as_str(), expected);
    }
}

/// The next event that is no noise of the transport.
async fn next(events: &mut Events) -> Event {
    loop {
        match events.next().await.unwrap() {
            Event::Stderr(_) | Event::Notice(_) => {}
            event => return event,
        }
    }
}

async fn resources(joined: &Joined) {
    let listed = joined.client.list_resources().await.unwrap();
    assert!(listed.iter().any(|resource| resource.uri == "note://one"));
    let read = joined.client.read_resource("note://one").await.unwrap();
    assert!(matches!(&read.contents[0], ResourceContents::Text(text) if text.text == "one"));
    let read = joined.client.read_resource("note://pixel").await.unwrap();
    assert!(matches!(&read.contents[0], ResourceContents::Blob(blob) if blob.blob == BASE64));
}

async fn templates(joined: &Joined) {
    let listed = joined.client.list_resource_templates().await.unwrap();
    assert_eq!(listed[0].uri_template, "note://by/{name}");
    let read = joined.client.read_resource("note://by/ada%20l").await.unwrap();
    let text =
        matches!(&read.contents[0], ResourceContents::Text(text) if text.text == "A note of ada l");
    assert!(text, "{read:?}");
}

async fn updates(joined: &Joined) {
    let filter = SubscriptionFilter::new().with_resource_subscriptions(["note://one".to_owned()]);
    let mut subscription = joined.client.subscribe(filter).await.unwrap();
    for _ in 0..2 {
        call_tool(joined, "touch", json!({"text": "note://pixel"})).await;
        call_tool(joined, "touch", json!({"text": "note://one"})).await;
        let event = subscription.next().await.unwrap();
        assert!(
            matches!(&event, Event::ResourceUpdated { uri } if uri == "note://one"),
            "{event:?}"
        );
    }
    subscription.close().await;
}

async fn changes(joined: &Joined) {
    let filter = SubscriptionFilter::new().with_tools_list_changed(true);
    let mut subscription = joined.client.subscribe(filter).await.unwrap();
    for (tool, there) in [("grow", true), ("shrink", false)] {
        call_tool(joined, tool, json!({"text": "grown"})).await;
        assert!(matches!(subscription.next().await, Some(Event::ToolsChanged)));
        let tools = joined.client.list_tools().await.unwrap();
        assert_eq!(tools.iter().any(|tool| tool.name == "grown"), there);
    }
    subscription.close().await;
}

async fn prompts(joined: &Joined) {
    let listed = joined.client.list_prompts().await.unwrap();
    let plan = listed.iter().find(|prompt| prompt.name == "plan").unwrap();
    assert_eq!(plan.arguments.as_ref().unwrap().len(), 2);
    let filled_in = joined.client.get_prompt("plan", [("city", "Ghent")]).await.unwrap();
    assert_eq!(filled_in.messages[0].content.as_text(), Some("Plan a trip to Ghent in "));
    let missing = joined.client.get_prompt("plan", [("season", "spring")]).await.unwrap_err();
    assert_eq!(missing.rpc().unwrap().code, -32602);
}

async fn completion(joined: &Joined) {
    for (reference, argument) in [
        (CompletionReference::Prompt(PromptReference::new("plan")), "city"),
        (CompletionReference::Resource(ResourceTemplateReference::new("note://by/{name}")), "name"),
    ] {
        let found = joined.client.complete(reference, argument, "a").await.unwrap();
        assert_eq!(found.completion.values, ["ada", "alan"]);
    }
}

async fn sampling(joined: &Joined) {
    assert_eq!(call_tool(joined, "think", json!({})).await.text(), "m");
}

async fn sampling_with_tools(joined: &Joined) {
    assert_eq!(call_tool(joined, "think-with-tools", json!({})).await.text(), "m");
}

async fn roots(joined: &Joined) {
    assert_eq!(call_tool(joined, "folders", json!({})).await.text(), "file:///work");
}

async fn form(joined: &Joined) {
    assert!(call_tool(joined, "greet", json!({})).await.text().contains("Ada"));
}

async fn page(joined: &Joined) {
    assert!(call_tool(joined, "visit", json!({})).await.text().contains("accept"));
}

async fn page_done(joined: &Joined) {
    let mut events = joined.client.events();
    call_tool(joined, "visit-named", json!({"text": "ours"})).await;
    assert_eq!(call_tool(joined, "finish", json!({"text": "ours"})).await.text(), "true");
    let event = next(&mut events).await;
    assert!(matches!(&event, Event::ElicitationComplete { id } if id == "ours"), "{event:?}");
}

async fn required_page(joined: &Joined) {
    let signs_in = call_tool(joined, "sign-in", json!({}));
    let is_done = async {
        // To modern clients the question is all, and they come back by themselves.
        let told = joined.client.version() < Version::V2026_07_28;
        while told && call_tool(joined, "signed-in", json!({})).await.text() != "true" {}
    };
    let (signed_in, ()) = tokio::join!(signs_in, is_done);
    assert_eq!(signed_in.text(), "signed in");
}

async fn rounds(joined: &Joined) {
    let surveyed = call_tool(joined, "survey", json!({})).await;
    assert_eq!(surveyed.text(), r#""Ada" "Ada" "Ada" 7"#);
}

async fn cache(joined: &Joined) {
    let read = || async {
        let read = joined.client.read_resource("note://counted").await.unwrap();
        format!("{:?}", read.contents)
    };
    let first = read().await;
    assert_eq!(read().await, first, "it was kept");
    let fresh = joined.client.read_resource("note://counted").fresh().await.unwrap();
    assert_ne!(format!("{:?}", fresh.contents), first);
}

async fn extension(joined: &Joined) {
    let agreed = call_tool(joined, "extended", json!({})).await;
    assert!(agreed.text().contains("theirs"), "{}", agreed.text());
    let ours = joined.client.capabilities().unwrap().extensions.as_ref().unwrap();
    assert!(ours.get("com.example/thing").is_some());
}

async fn mirrored(joined: &Joined) {
    joined.client.list_tools().await.unwrap();
    let gone = call_tool(joined, "routed", json!({"place": "  süd\n"})).await;
    let gone: Value = serde_json::from_str(&gone.text()).unwrap();
    assert_eq!(gone, json!({"place": "  süd\n"}));
}

/// A stream that the server lets go is taken up again; before 2025-11-25 it may not let one go.
async fn released(joined: &Joined) {
    assert_eq!(call_tool(joined, "release", json!({})).await.text(), "released");
    assert_eq!(joined.client.diagnostics().resumed_streams, 1);
}

async fn ping(joined: &Joined) {
    joined.client.ping().await.unwrap();
}

/// Our client sends no arrays, so this is said by hand.
async fn batch(joined: &Joined) {
    let call = json!({
        "jsonrpc": "2.0", "id": "b1", "method": "tools/call",
        "params": {"name": "echo", "arguments": {"text": "a"}},
    });
    let ping = json!({"jsonrpc": "2.0", "id": "b2", "method": "ping"});
    let noise = json!({"jsonrpc": "2.0", "method": "notifications/nothing"});
    let batch = json!([call, noise, ping]);
    let answers = match joined.transport {
        "http" => batch_over_http(&batch).await,
        "stdio" => {
            let program = env!("CARGO_BIN_EXE_fixture-server");
            batch_over_lines(RawClient::start_program(program, BATCHING), &batch).await
        }
        _ => {
            let fixture = Fixture::for_clients();
            batch_over_lines(RawClient::join(&fixture.handle, BATCHING), &batch).await
        }
    };
    let mut ids: Vec<&str> =
        answers.as_array().unwrap().iter().map(|answer| answer["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["b1", "b2"], "{answers}");
}

const BATCHING: &str = "2025-03-26";

async fn batch_over_lines(mut client: RawClient, batch: &Value) -> Value {
    client.begin(json!({})).await;
    client.send(batch).await;
    let answers = client.next().await;
    client.close().await;
    answers
}

async fn batch_over_http(batch: &Value) -> Value {
    let site = Site::open().await;
    let client = WebClient::open(&site, BATCHING).await;
    client.post(batch).send().await.answer().await
}
