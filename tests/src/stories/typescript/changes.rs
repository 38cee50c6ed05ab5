//! What changes while a client listens, and what is said while a tool runs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use hostline::{
    model::{LoggingLevel, LoggingMessage},
    server::{
        Context, Failure, JsonSchema, NoArguments, ResourceRequest, ServedResource, ServedTool,
        Server, Structured,
    },
};
use serde_json::json;
use tokio::time::sleep;

const COUNTER: &str = "counter://value";
const STEP: Duration = Duration::from_millis(20);

#[derive(serde::Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Countdown {
    n: u32,
    #[serde(default)]
    delay_ms: u64,
}

#[derive(serde::Serialize, JsonSchema)]
struct Counted {
    completed: u32,
    total: u32,
    cancelled: bool,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Ticks {
    caller: String,
    count: u32,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Note {
    content: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Person {
    name: String,
}

pub(super) fn counter() -> Server {
    let value = Arc::new(AtomicU32::new(0));
    let read = value.clone();
    Server::new("resources-example", "1.0")
        .resource("config://app", "app-config", |_: ResourceRequest, _cx: Context| async {
            r#"{"feature":true}"#
        })
        .resource(
            "greeting://{name}",
            "greeting",
            |asked: ResourceRequest, _cx: Context| async move {
                format!("Hello, {}!", asked.variables.value("name").unwrap_or_default())
            },
        )
        .resource(COUNTER, "counter", move |_: ResourceRequest, _cx: Context| {
            let value = read.load(Ordering::Relaxed);
            async move { value.to_string() }
        })
        .tool("increment", "Counts on", move |_: NoArguments, cx: Context| {
            let value = value.fetch_add(1, Ordering::Relaxed) + 1;
            cx.server().resource_updated(COUNTER);
            async move { value.to_string() }
        })
}

pub(super) fn growing() -> Server {
    let notes = Arc::new(AtomicU32::new(0));
    Server::new("standalone-get-example", "1.0")
        .with_resource(note("initial", "the first one".to_owned()))
        .tool("add_resource", "Adds a resource", move |new: Note, cx: Context| {
            let number = notes.fetch_add(1, Ordering::Relaxed) + 1;
            async move {
                let name = format!("note-{number}");
                cx.server().add_resource(note(&name, new.content)).map(|()| name)
            }
        })
}

fn note(name: &str, text: String) -> ServedResource {
    ServedResource::new(format!("note://{name}"), name, move |_: ResourceRequest, _cx: Context| {
        let text = text.clone();
        async { text }
    })
}

pub(super) fn flipping() -> Server {
    Server::new("subscriptions-listen-example", "1.0")
        .tool("greet", "Greets", |person: Person, _cx: Context| async move {
            format!("hello, {}", person.name)
        })
        .tool("flip_tools", "Adds a tool, or removes it", |_: NoArguments, cx: Context| async move {
            if cx.server().remove_tool("farewell") {
                return Ok("there is no farewell");
            }
            let farewell = ServedTool::new("farewell", "Says goodbye", |person: Person, _cx: Context| {
                async move { format!("goodbye, {}", person.name) }
            });
            cx.server().add_tool(farewell)?;
            Ok::<_, Failure>("there is a farewell")
        })
}

pub(super) fn countdown() -> Server {
    Server::new("streaming-example", "1.0").logging().tool(
        "countdown",
        "Counts, and tells of each step",
        |asked: Countdown, cx: Context| async move {
            for step in 1..=asked.n {
                sleep(Duration::from_millis(asked.delay_ms)).await;
                cx.progress(step.into(), Some(asked.n.into()), None);
                let said = LoggingMessage::new(LoggingLevel::Info, json!(format!("step {step}")));
                cx.log_message(&said.with_logger("countdown"));
            }
            Structured(Counted { completed: asked.n, total: asked.n, cancelled: false })
        },
    )
}

pub(super) fn ticking() -> Server {
    Server::new("parallel-calls-example", "1.0").logging().tool(
        "start-notification-stream",
        "Tells of each tick",
        |asked: Ticks, cx: Context| async move {
            for tick in 1..=asked.count {
                cx.log(LoggingLevel::Info, json!(format!("[{}] tick {tick}", asked.caller)));
                sleep(STEP).await;
            }
            format!("[{}] done", asked.caller)
        },
    )
}

pub(super) fn polling() -> Server {
    Server::new("sse-polling-example", "1.0").logging().tool(
        "long-operation",
        "Goes on without a stream",
        |_: NoArguments, cx: Context| async move {
            cx.log(LoggingLevel::Info, json!("50%"));
            cx.release_stream();
            sleep(STEP).await;
            cx.log(LoggingLevel::Info, json!("75%"));
            sleep(STEP).await;
            "completed successfully"
        },
    )
}
