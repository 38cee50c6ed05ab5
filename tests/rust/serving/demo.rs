//! `hostline demo-server`, through the program and our own client, in both eras.

use std::{
    process::Stdio,
    sync::Arc,
    time::{Duration, Instant},
};

use hostline::{
    Client, ErrorCode, Version,
    client::{Answers, Event, InputCapabilities, ProtocolChoice, Request},
    model::{
        CompletionReference, ContentBlock, CreateMessageResult, ElicitAction, ElicitResult,
        InputResponse, ListRootsResult, LoggingLevel, PromptReference, ResourceContents,
        ResourceTemplateReference, Role, Root, SamplingContent, SubscriptionFilter, TextContent,
    },
    net::HttpSettings,
    transport::Command,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    process::Child,
    sync::Notify,
    time::timeout,
};

use super::issuer::Issuer;
use crate::cli::support::{command, program, run, run_with_input};

const ERAS: [Version; 2] = [Version::V2025_11_25, Version::V2026_07_28];
const PATIENCE: Duration = Duration::from_mins(1);

fn demo() -> Command {
    Command::new(program()).arg("demo-server")
}

async fn connect(version: Version) -> Client {
    let builder = Client::builder().protocol(ProtocolChoice::Exact(version));
    builder.connect(demo()).await.unwrap()
}

/// A client whose person, model and folders give these answers.
async fn connect_answering(version: Version, answers: Vec<InputResponse>) -> Client {
    Client::builder()
        .protocol(ProtocolChoice::Exact(version))
        .input_handler(Answers::new(InputCapabilities::all(), answers))
        .connect(demo())
        .await
        .unwrap()
}

#[tokio::test]
async fn the_demo_server_says_who_it_is_and_what_it_offers() {
    for version in ERAS {
        let client = connect(version).await;
        let info = client.server_info().unwrap();
        assert_eq!(info.name, "hostline-demo");
        let icon = &info.icons.as_ref().unwrap()[0];
        assert!(icon.src.starts_with("data:image/png;base64,"), "{}", icon.src);
        assert!(client.instructions().is_some());
        let tools = client.list_tools().await.unwrap();
        assert!(tools.iter().all(|tool| tool.description.is_some()));
        assert!(tools.dropped().is_empty());
        let schema = tools.iter().find(|tool| tool.name == "query-region").unwrap();
        let schema = schema.input_schema.to_value();
        assert_eq!(schema["properties"]["region"]["x-mcp-header"], "Region");
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn each_kind_of_content_comes_back() {
    for version in ERAS {
        let client = connect(version).await;
        let call = |tool: &'static str, arguments: Value| client.call_tool(tool, arguments);
        let said = call("echo", json!({"text": "hi"})).await.unwrap();
        assert_eq!(said.text(), "hi");
        let sum = call("add", json!({"a": 2, "b": 3})).await.unwrap();
        assert_eq!(sum.structured_content.unwrap().to_value(), json!({"sum": 5.0}));
        let picture = call("picture", json!({})).await.unwrap();
        assert!(
            matches!(&picture.content[0], ContentBlock::Image(image) if image.mime_type == "image/png")
        );
        let sound = call("sound", json!({})).await.unwrap();
        assert!(
            matches!(&sound.content[0], ContentBlock::Audio(audio) if audio.mime_type == "audio/wav")
        );
        let link = call("link", json!({})).await.unwrap();
        assert!(
            matches!(&link.content[0], ContentBlock::ResourceLink(link) if link.uri == "demo://about")
        );
        let attached = call("attach", json!({})).await.unwrap();
        assert!(matches!(&attached.content[1], ContentBlock::Resource(_)));
        assert!(call("fail", json!({})).await.unwrap().failed());
        let region = call("query-region", json!({"region": "asia", "query": "x"})).await.unwrap();
        assert_eq!(region.text(), "Asia knows nothing of \"x\"");
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn arguments_are_checked_and_defaults_filled_in() {
    for version in ERAS {
        let client = connect(version).await;
        let found =
            client.call_tool("search", json!({"query": "shoes", "price": 9.5})).await.unwrap();
        let understood = found.structured_content.unwrap().to_value();
        assert_eq!(understood["limit"], 10);
        assert_eq!(understood["order"], "best");
        assert_eq!(understood["price"], 9.5);
        for wrong in [
            json!({}),
            json!({"query": "shoes", "limit": 51}),
            json!({"query": "shoes", "labels": ["NO"]}),
            json!({"query": "shoes", "unknown": 1}),
        ] {
            let refused = client.call_tool("search", wrong.clone()).await.unwrap();
            assert!(refused.failed(), "{wrong}");
        }
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn progress_and_log_messages_arrive() {
    for version in ERAS {
        let mut builder = Client::builder()
            .protocol(ProtocolChoice::Exact(version))
            .log_level(LoggingLevel::Warning);
        let mut events = builder.events();
        let client = builder.connect(demo()).await.unwrap();
        let heard = Arc::new(std::sync::Mutex::new(Vec::new()));
        let hears = heard.clone();
        let call = client.call_tool("count", json!({"to": 2}));
        call.on_progress(move |report| hears.lock().unwrap().push(report.progress)).await.unwrap();
        assert_eq!(*heard.lock().unwrap(), [1.0, 2.0]);

        client.set_log_level(LoggingLevel::Warning).await.unwrap();
        client.call_tool("log", json!({})).await.unwrap();
        let mut levels = Vec::new();
        while levels.last() != Some(&LoggingLevel::Emergency) {
            let event = timeout(PATIENCE, events.next()).await.unwrap().unwrap();
            if let Event::Log(message) = event {
                levels.push(message.level);
            }
        }
        assert_eq!(levels, LoggingLevel::ALL[3..]);
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_call_that_is_cancelled_is_dropped_by_the_server() {
    for version in ERAS {
        let mut builder = Client::builder().protocol(ProtocolChoice::Exact(version));
        let mut events = builder.events();
        let client = builder.connect(demo()).await.unwrap();
        let begun = Arc::new(Notify::new());
        let begins = begun.clone();
        let call: Request<_> = client.call_tool("slow", json!({}));
        let call = call.on_progress(move |_| begins.notify_one());
        tokio::select! {
            result = call => panic!("it must not end: {result:?}"),
            () = begun.notified() => {}
        }
        let cancelled =
            |event: Event| matches!(event, Event::Stderr(line) if &*line == "slow: cancelled");
        while !cancelled(timeout(PATIENCE, events.next()).await.unwrap().unwrap()) {}
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_person_a_model_and_the_folders_are_asked_for() {
    for version in ERAS {
        let text = |field: &str, value: &str| {
            InputResponse::Elicit(ElicitResult::accept([(field, json!(value))]))
        };
        let model = SamplingContent::Text(TextContent::new("42"));
        let answers = vec![
            text("name", "Ada"),
            InputResponse::Elicit(ElicitResult::new(ElicitAction::Decline)),
            InputResponse::Elicit(ElicitResult::new(ElicitAction::Accept)),
            InputResponse::CreateMessage(CreateMessageResult::new(Role::Assistant, model, "deep")),
            InputResponse::ListRoots(ListRootsResult::new(vec![Root::new("file:///here")])),
            text("city", "Lisbon"),
            text("day", "Monday"),
        ];
        let client = connect_answering(version, answers).await;
        let said = async |tool: &str, arguments: Value| {
            client.call_tool(tool, arguments).await.unwrap().text()
        };
        assert!(said("ask-form", json!({})).await.starts_with("ordered\nname: \"Ada\""));
        assert_eq!(said("ask-form", json!({})).await, "no coffee then");
        assert_eq!(said("ask-url", json!({})).await, "you agreed to open the page");
        assert_eq!(said("ask-model", json!({"question": "?"})).await, "deep says: 42");
        assert_eq!(said("ask-roots", json!({})).await, "1 folders\nfile:///here (no name)");
        let booked = said("ask-twice", json!({})).await;
        assert!(booked.starts_with("booking ") && booked.ends_with(": Lisbon, Monday"), "{booked}");
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn what_changes_is_told_to_those_who_listen() {
    for version in ERAS {
        let client = connect(version).await;
        let filter = SubscriptionFilter::new()
            .with_tools_list_changed(true)
            .with_resource_subscriptions(vec!["demo://note".to_owned()]);
        let mut changes = client.subscribe(filter).await.unwrap();
        client.call_tool("toggle-tool", json!({})).await.unwrap();
        let change = timeout(PATIENCE, changes.next()).await.unwrap();
        assert!(matches!(change, Some(Event::ToolsChanged)), "{change:?}");
        let surprise = client.call_tool("surprise", json!({})).await.unwrap();
        assert_eq!(surprise.text(), "here I am");

        client.call_tool("write-note", json!({"text": "new"})).await.unwrap();
        let change = timeout(PATIENCE, changes.next()).await.unwrap();
        assert!(matches!(&change, Some(Event::ResourceUpdated { uri }) if uri == "demo://note"));
        let note = client.read_resource("demo://note").await.unwrap();
        assert!(matches!(&note.contents[0], ResourceContents::Text(text) if text.text == "new"));
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn resources_and_prompts_are_read_and_completed() {
    for version in ERAS {
        let client = connect(version).await;
        let picture = client.read_resource("demo://picture").await.unwrap();
        assert!(matches!(&picture.contents[0], ResourceContents::Blob(_)));
        let city = client.read_resource("demo://cities/portugal/porto").await.unwrap();
        assert!(
            matches!(&city.contents[0], ResourceContents::Text(text) if text.text.contains("Douro"))
        );
        let missing = client.read_resource("demo://cities/portugal/atlantis").await.unwrap_err();
        assert!(missing.is_not_found(), "{missing}");
        let arguments = [("country", "France"), ("by", "foot")];
        let prompt = client.get_prompt("plan-visit", arguments).await.unwrap();
        let said = prompt.messages[0].content.as_text().unwrap();
        assert_eq!(said, "Plan a visit to France, by foot.");
        let explained = client.get_prompt("explain", [("", ""); 0]).await.unwrap();
        assert!(matches!(&explained.messages[1].content, ContentBlock::Resource(_)));
        let of_prompt = CompletionReference::Prompt(PromptReference::new("plan-visit"));
        let cities = client.complete(of_prompt, "city", "l").context("country", "france");
        assert_eq!(cities.await.unwrap().completion.values, ["lyon"]);
        let pattern = ResourceTemplateReference::new("demo://cities/{country}/{city}");
        let of_template = CompletionReference::Resource(pattern);
        let countries = client.complete(of_template, "country", "").await.unwrap();
        assert_eq!(countries.completion.values, ["portugal", "france", "austria"]);
        client.close().await.unwrap();
    }
}

/// The demo server over HTTP, as a process. It ends when this is dropped.
struct Listening {
    url: String,
    process: Child,
}

impl Listening {
    async fn start(arguments: &[&str]) -> Self {
        let mut command = command(&[&["demo-server", "--http"], arguments].concat());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.as_mut().unwrap()).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
        Self { url: line, process }
    }
}

#[tokio::test]
async fn over_http_it_serves_both_eras_at_the_address_that_it_prints() {
    let server = Listening::start(&[]).await;
    assert!(server.url.starts_with("http://127.0.0.1:"), "{}", server.url);
    for version in ERAS {
        let builder = Client::builder().protocol(ProtocolChoice::Exact(version));
        let client = builder.connect(&server.url).await.unwrap();
        client.list_tools().await.unwrap();
        let arguments = json!({"region": "europe", "query": "x"});
        let said = client.call_tool("query-region", arguments).await.unwrap();
        assert_eq!(said.text(), "Europe knows nothing of \"x\"");
        client.close().await.unwrap();
    }
    let server = Listening::start(&["--json"]).await;
    let line: Value = serde_json::from_str(&server.url).unwrap();
    assert!(line["url"].as_str().unwrap().ends_with("/mcp"));
}

#[tokio::test]
async fn with_an_issuer_it_serves_only_who_brings_its_token() {
    let issuer = Issuer::start().await;
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    drop(free);
    let server = Listening::start(&[&port, "--issuer", &issuer.url()]).await;
    let refused = Client::connect(&server.url).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::AuthRequired, "{refused}");
    for version in ERAS {
        let token = issuer.token(&issuer.claims(&server.url, ""));
        let settings = HttpSettings::new().header("authorization", &format!("Bearer {token}"));
        let builder = Client::builder().protocol(ProtocolChoice::Exact(version));
        let client = builder.http(settings.unwrap()).connect(&server.url).await.unwrap();
        let who = client.call_tool("who-am-i", json!({})).await.unwrap();
        assert_eq!(who.text(), format!("anna of {}", issuer.url()));
        client.close().await.unwrap();
    }
    let said = run(&["demo-server", "--http", "--issuer", &issuer.url()]).await;
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_ends_it_in_good_order() {
    use rustix::process::{Pid, Signal, kill_process};
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut server = Listening::start(&[]).await;
        let client = Client::connect(&server.url).await.unwrap();
        let filter = SubscriptionFilter::new().with_tools_list_changed(true);
        let mut changes = client.subscribe(filter).await.unwrap();
        let id = Pid::from_raw(i32::try_from(server.process.id().unwrap()).unwrap()).unwrap();
        kill_process(id, signal).unwrap();
        let ended = timeout(PATIENCE, server.process.wait()).await.unwrap().unwrap();
        assert_eq!(ended.code(), Some(code));
        drop(client);
        assert!(!matches!(timeout(PATIENCE, changes.next()).await, Ok(Some(Event::ToolsChanged))));
    }
}

#[tokio::test]
async fn the_end_of_its_input_ends_it() {
    let said = run(&["demo-server"]).await;
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", "", Some(0)));
}

/// A request of the modern version as a line.
fn call(id: u32, tool: &str, arguments: &Value) -> String {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "a pipe", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}))
}

#[tokio::test]
async fn what_a_pipe_asks_before_it_ends_is_answered_and_what_never_ends_keeps_nobody() {
    let quick = call(1, "count", &json!({"to": 1}));
    let endless = call(2, "slow", &json!({"seconds": 3600}));
    for (input, err) in [(quick.clone(), ""), (quick + &endless, "slow: cancelled\n")] {
        let said = run_with_input(&["demo-server"], &input).await;
        assert_eq!((said.err.as_str(), said.code), (err, Some(0)));
        let answer: Value = serde_json::from_str(said.out.trim()).unwrap();
        assert_eq!(answer["result"]["content"][0]["text"], "counted to 1");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_ends_at_once_what_still_runs_after_the_end_of_the_input() {
    use rustix::process::{Pid, Signal, kill_process};
    let mut server = command(&["demo-server"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    let both = call(1, "slow", &json!({})) + &call(2, "count", &json!({"to": 1}));
    input.write_all(both.as_bytes()).await.unwrap();
    drop(input);
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let answered = timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
    assert!(answered.contains("counted to 1"), "the signals are listened to: {answered}");
    let signalled = Instant::now();
    let id = Pid::from_raw(i32::try_from(server.id().unwrap()).unwrap()).unwrap();
    kill_process(id, Signal::TERM).unwrap();
    let ended = timeout(PATIENCE, server.wait()).await.unwrap().unwrap();
    assert_eq!(ended.code(), Some(143));
    assert!(signalled.elapsed() < Duration::from_secs(3), "{:?}", signalled.elapsed());
}
