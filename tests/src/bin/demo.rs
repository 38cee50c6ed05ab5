//! What Hostline does, shown in a terminal against a small server of our own.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
};

use hostline::{
    Client, Error, ErrorCode, Json, Result,
    client::{BoxFuture, InputCapabilities, InputHandler, Target},
    model::{
        CallToolResult, ContentBlock, ElicitResult, InputRequest, InputResponse, Map, Validation,
    },
    text::display_safe,
    transport::Command,
};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::Child,
    sync::Notify,
};

/// What the person in this demonstration answers when the server asks.
const ANSWER: &str = "Lisbon";

const OPENING: &str = "\
Hostline talks to a small server that was built with it, in both eras of the protocol and over
both transports. It is told neither the era nor the version: it finds out by itself.
";

const CLOSING: &str = "\
Every call above was the same line of code, whatever the server spoke.";

/// One of the four servers that are shown.
struct Scene {
    title: &'static str,
    transport: &'static str,
    version: &'static str,
    how_it_asks: &'static str,
    what_closes: &'static str,
}

const SCENES: [Scene; 4] = [
    Scene {
        title: "A process that speaks the modern version",
        transport: "stdio",
        version: "2026-07-28",
        how_it_asks: "(it came as a result that needs input, and the call was sent once more)",
        what_closes: "the process has ended, and nothing is left of it",
    },
    Scene {
        title: "A process that speaks a legacy version",
        transport: "stdio",
        version: "2025-11-25",
        how_it_asks: "(it came as a request of the server, in the middle of the call)",
        what_closes: "the process has ended, and nothing is left of it",
    },
    Scene {
        title: "An HTTP server that speaks the modern version",
        transport: "http",
        version: "2026-07-28",
        how_it_asks: "(it came as a result that needs input, and the call was sent once more)",
        what_closes: "there was no session to end",
    },
    Scene {
        title: "An HTTP server that speaks a legacy version",
        transport: "http",
        version: "2025-06-18",
        how_it_asks: "(it came as a request of the server, on the stream of the call)",
        what_closes: "the session was deleted",
    },
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    say(OPENING);
    for scene in SCENES {
        show(&scene).await?;
    }
    say(CLOSING);
    Ok(())
}

async fn show(scene: &Scene) -> Result<()> {
    say(scene.title);
    let (target, _server) = start(scene).await?;
    let client = Client::builder().input_handler(Person).connect(target).await?;
    let name = client.server_info().map_or("", |info| info.name.as_str());
    line("connected", &format!("{} over {}", client.version(), client.transport_kind()));
    line("", &format!("the server calls itself {}", display_safe(name)));

    let mut label = "tools";
    for tool in client.list_tools().await? {
        let title = tool.title.as_deref().unwrap_or_default();
        line(label, &format!("{:<6}{}", display_safe(&tool.name), display_safe(title)));
        label = "";
    }

    let sum = client.call_tool("add", json!({"a": 2, "b": 3})).await?;
    line("a call", &format!("2 + 3 = {}{}", text_of(&sum), judgement(&sum)));

    line("progress", "a slow call tells how far it is:");
    let slow = client.call_tool("slow", json!({})).on_progress(|report| {
        let (done, all) = (report.progress, report.total.unwrap_or_default());
        let message = report.message.unwrap_or_default();
        line("", &format!("{done} of {all}  {}", display_safe(&message)));
    });
    line("", &text_of(&slow.await?));

    line("a question", "a call stops because the server needs something:");
    let answer = client.call_tool("ask", json!({})).await?;
    line("", &text_of(&answer));
    line("", scene.how_it_asks);

    cancel(&client).await?;
    client.close().await?;
    line("closed", scene.what_closes);
    say("");
    Ok(())
}

/// Begins a call that would never end and drops it at its first progress.
async fn cancel(client: &Client) -> Result<()> {
    let begun = Arc::new(Notify::new());
    let tell = begun.clone();
    let endless =
        client.call_tool("slow", json!({"endless": true})).on_progress(move |_| tell.notify_one());
    tokio::select! {
        outcome = endless.into_future() => drop(outcome?),
        () = begun.notified() => line("cancelled", "a call without end was given up, by dropping it"),
    }
    let sum = client.call_tool("add", json!({"a": 20, "b": 22})).await?;
    line("", &format!("the connection goes on: 20 + 22 = {}", text_of(&sum)));
    Ok(())
}

/// Starts the server of a scene, or says how to start it.
async fn start(scene: &Scene) -> Result<(Target, Option<Child>)> {
    let program = peer()?;
    let words = ["demo", scene.transport, "--version", scene.version];
    if scene.transport == "stdio" {
        return Ok((Command::new(program).args(words).into(), None));
    }
    let mut server = tokio::process::Command::new(&program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|cause| failed(&program, cause))?;
    let mut listening = String::new();
    if let Some(output) = server.stdout.take() {
        let mut lines = BufReader::new(output);
        lines.read_line(&mut listening).await.map_err(|cause| failed(&program, cause))?;
    }
    let port = listening.trim().trim_start_matches("listening ");
    Ok((Target::parse(&format!("http://127.0.0.1:{port}/mcp"))?, Some(server)))
}

/// The scripted peer lies beside this program.
fn peer() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|cause| failed(Path::new("demo"), cause))?;
    let name = format!("scripted-peer{}", std::env::consts::EXE_SUFFIX);
    Ok(own.with_file_name(name))
}

fn failed(program: &Path, cause: std::io::Error) -> Error {
    Error::new(ErrorCode::Process, format!("{} cannot be started", program.display()))
        .with_next_step("build it with `cargo build --package hostline-tests --bins`")
        .with_source(cause)
}

/// The person in front of the screen, who always wants to go to the same place.
struct Person;

impl InputHandler for Person {
    fn capabilities(&self) -> InputCapabilities {
        InputCapabilities::none().with_elicitation()
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        Box::pin(async move {
            let InputRequest::Elicit(question) = request else {
                return Err(Error::new(ErrorCode::Denied, "only forms are filled in here"));
            };
            line("", &format!("the server asks    {}", display_safe(question.message())));
            line("", &format!("the person answers {ANSWER}"));
            let mut content = Map::new();
            content.insert("city".to_owned(), Json::from(json!(ANSWER)));
            Ok(InputResponse::Elicit(ElicitResult::accept(content)))
        })
    }
}

fn text_of(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(display_safe(&text.text).into_owned()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn judgement(result: &CallToolResult) -> &'static str {
    match result.validation {
        Validation::Valid => "  (the result fits the tool's own schema)",
        _ => "",
    }
}

fn line(label: &str, text: &str) {
    say(&format!("  {label:<12}{text}"));
}

/// A reader that has seen enough, such as `head`, is no failure.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}
