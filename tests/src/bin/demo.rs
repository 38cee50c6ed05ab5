//! What Hostline does, shown in a terminal: a client and a server that were built with it.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
};

use hostline::{
    Client, Error, ErrorCode, Json, Result, Version,
    client::{BoxFuture, InputCapabilities, InputHandler, ProtocolChoice, Target},
    model::{
        CallToolResult, ContentBlock, ElicitParams, ElicitResult, InputRequest, InputResponse, Map,
        ResourceContents, Validation,
    },
    text::display_safe,
    transport::Command,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::Child,
    sync::Notify,
};

const OPENING: &str = "\
Hostline is both ends of a conversation: programs connect to servers with it, and serve clients.
Here a client of ours talks to `hostline demo-server`, which offers one of everything, and then to
servers that know only an older version of the protocol. It finds out by itself what each speaks.
";

const CLOSING: &str = "\
Every call above was the same line of code, whatever the server spoke. The README says how to
install the command; then try it yourself:

  hostline inspect \"hostline demo-server\"
  hostline demo-server --http";

/// One of the resources of a pattern.
const LISBON: &str = "demo://cities/portugal/lisbon";
/// How many names stand in one line.
const NAMES: usize = 7;

/// What the person in this demonstration writes into the fields of a form.
fn answers() -> [(&'static str, Value); 4] {
    [
        ("name", json!("Ada")),
        ("cups", json!(2)),
        ("size", json!("small")),
        ("city", json!("Lisbon")),
    ]
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    say(OPENING);
    over_stdio().await?;
    over_http().await?;
    older(
        "A process that knows only version 2025-11-25",
        Command::new(beside("scripted-peer")?)
            .args(["demo", "stdio", "--version", "2025-11-25"])
            .into(),
    )
    .await?;
    older(
        "A process that knows only the first version",
        Command::new(beside("scripted-peer")?)
            .args(["demo", "stdio", "--version", "2024-11-05"])
            .into(),
    )
    .await?;
    say(CLOSING);
    Ok(())
}

/// All that a server offers, in the modern version.
async fn over_stdio() -> Result<()> {
    say("The demonstration server, as a process");
    let server = Command::new(beside("hostline")?).arg("demo-server");
    let client = Client::builder().input_handler(Person).connect(server).await?;
    introduce(&client);
    list_all(&client).await?;

    let sum = client.call_tool("add", json!({"a": 2, "b": 3})).await?;
    line("a call", &format!("add 2 and 3: {}{}", text_of(&sum), judgement(&sum)));

    line("progress", "a slow call tells how far it is:");
    let slow = client.call_tool("count", json!({"to": 3})).on_progress(|report| {
        let (done, all) = (report.progress, report.total.unwrap_or_default());
        line("", &format!("{done} of {all}"));
    });
    line("", &text_of(&slow.await?));

    order_coffee(&client).await?;
    line("", "(the question came as a result, and the call was sent once more with the answer)");

    let read = client.read_resource(LISBON).await?;
    let text = read.contents.iter().find_map(|contents| match contents {
        ResourceContents::Text(contents) => Some(&*contents.text),
        ResourceContents::Blob(_) => None,
    });
    let text = display_safe(text.unwrap_or_default());
    line("a resource", &format!("{LISBON} says: {text}"));
    let prompt = client.get_prompt("plan-visit", [("country", "France"), ("city", "Lyon")]).await?;
    let said = prompt.messages.iter().map(|message| text_in(&message.content));
    line("a prompt", &said.collect::<Vec<_>>().join(" "));

    cancel(&client).await?;
    client.close().await?;
    line("closed", "the process has ended, and nothing is left of it");
    say("");
    Ok(())
}

/// The same server for a client of today, and for one that knows no sessionless version.
async fn over_http() -> Result<()> {
    say("The demonstration server over HTTP, for clients of two eras at once");
    let (address, _server) = listen().await?;
    let today = Client::builder().input_handler(Person);
    let today = today.connect(Target::parse(&address)?).await?;
    introduce(&today);
    let older = Client::builder()
        .input_handler(Person)
        .protocol(ProtocolChoice::Exact(Version::V2025_06_18));
    let older = older.connect(Target::parse(&address)?).await?;
    introduce(&older);
    line("", "(this client plays one that knows no newer version)");
    order_coffee(&older).await?;
    line("", "(here it was a request of the server, on the stream of the call)");
    today.close().await?;
    older.close().await?;
    line("closed", "the second client's session was deleted; the first one had none");
    say("");
    Ok(())
}

/// A server that knows one version only.
async fn older(title: &str, server: Target) -> Result<()> {
    say(title);
    let client = Client::builder().connect(server).await?;
    introduce(&client);
    let sum = client.call_tool("add", json!({"a": 2, "b": 3})).await?;
    line("a call", &format!("add 2 and 3: {}", text_of(&sum)));
    client.close().await?;
    line("closed", "the process has ended, and nothing is left of it");
    say("");
    Ok(())
}

fn introduce(client: &Client) {
    let name = client.server_info().map_or("", |info| info.name.as_str());
    let (name, version) = (display_safe(name), client.version());
    line("connected", &format!("{version} over {}, with {name}", client.transport_kind()));
}

async fn list_all(client: &Client) -> Result<()> {
    let tools = client.list_tools().await?;
    let names: Vec<_> = tools.iter().map(|tool| display_safe(&tool.name)).collect();
    let mut label = "tools";
    for names in names.chunks(NAMES) {
        line(label, &names.join(", "));
        label = "";
    }
    let resources = client.list_resources().await?;
    let names: Vec<_> = resources.iter().map(|resource| display_safe(&resource.uri)).collect();
    line("resources", &names.join(", "));
    let prompts = client.list_prompts().await?;
    let names: Vec<_> = prompts.iter().map(|prompt| display_safe(&prompt.name)).collect();
    line("prompts", &names.join(", "));
    Ok(())
}

async fn order_coffee(client: &Client) -> Result<()> {
    line("a question", "a call stops because the server needs something:");
    let order = client.call_tool("ask-form", json!({})).await?;
    line("", &text_of(&order));
    Ok(())
}

/// Begins a call that takes a minute and drops it at its first progress.
async fn cancel(client: &Client) -> Result<()> {
    let begun = Arc::new(Notify::new());
    let tell = begun.clone();
    let slow = client.call_tool("slow", json!({})).on_progress(move |_| tell.notify_one());
    tokio::select! {
        outcome = slow.into_future() => drop(outcome?),
        () = begun.notified() => line("cancelled", "a call of a minute was given up, by dropping it"),
    }
    let said = client.call_tool("echo", json!({"text": "the connection goes on"})).await?;
    line("", &text_of(&said));
    Ok(())
}

/// Starts the demonstration server over HTTP; its address comes first.
async fn listen() -> Result<(String, Child)> {
    let program = beside("hostline")?;
    let mut server = tokio::process::Command::new(&program)
        .args(["demo-server", "--http"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(|cause| failed(&program, cause))?;
    let mut address = String::new();
    if let Some(output) = server.stdout.take() {
        let mut lines = BufReader::new(output);
        lines.read_line(&mut address).await.map_err(|cause| failed(&program, cause))?;
    }
    Ok((address.trim().to_owned(), server))
}

/// The programs lie beside this one.
fn beside(name: &str) -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|cause| failed(Path::new("demo"), cause))?;
    Ok(own.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

fn failed(program: &Path, cause: std::io::Error) -> Error {
    Error::new(ErrorCode::Process, format!("{} cannot be started", program.display()))
        .with_next_step("run `cargo xtask demo`, which builds it")
        .with_source(cause)
}

/// The person in front of the screen, who always wants the same.
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
            let InputRequest::Elicit(ElicitParams::Form(question)) = request else {
                return Err(Error::new(ErrorCode::Denied, "only forms are filled in here"));
            };
            let form = question.form()?;
            let mut content = Map::new();
            let mut written = Vec::new();
            for (name, value) in answers() {
                if form.field(name).is_some() {
                    written.push(format!("{name}: {value}"));
                    content.insert(name.to_owned(), Json::from(value));
                }
            }
            line("", &format!("the server asks    {}", display_safe(&question.message)));
            line("", &format!("the person writes  {}", written.join(", ")));
            Ok(InputResponse::Elicit(ElicitResult::accept(content)))
        })
    }
}

/// The text of a result, in one line.
fn text_of(result: &CallToolResult) -> String {
    let texts = result.content.iter().map(text_in).filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join(" ")
}

fn text_in(block: &ContentBlock) -> String {
    let ContentBlock::Text(text) = block else { return String::new() };
    let lines: Vec<_> = text.text.lines().map(display_safe).collect();
    lines.join("; ").replacen("; ", ": ", 1)
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
