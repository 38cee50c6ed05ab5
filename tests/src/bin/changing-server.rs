//! A server that changes itself while it is connected, and tells what a host must notice.
//!
//! `changing-server [NAME]` speaks over its standard streams. The tool `change` makes it another
//! server in the way that it is told.

use std::process::ExitCode;

use hostline::{
    Json,
    model::{
        CallToolResult, ContentBlock, CreateMessageParams, ElicitFormParams, OneOrMany, Role,
        SamplingContent, SamplingMessage, TextContent, Tool, ToolAnnotations,
    },
    server::{Context, Failure, NoArguments, ServedTool, Server, ServerHandle},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How the server changes.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Change {
    /// `notes` is described in other words.
    Wording,
    /// `notes` takes one argument more.
    Widened,
    /// `notes` is marked as destructive.
    Destructive,
    /// `notes` is called `notebook`.
    Renamed,
    /// `notes` is gone.
    Removed,
    /// There is one tool more.
    New,
    /// All is as it was at first.
    Back,
    /// The list is said to have changed a hundred times.
    Flood,
}

#[derive(Deserialize, JsonSchema)]
struct How {
    how: Change,
}

#[derive(Deserialize, JsonSchema)]
struct Text {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Path {
    path: String,
}

/// The tool that changes, as it is at first.
fn notes() -> Tool {
    Tool::new("notes", schema(&json!({ "title": { "type": "string" } })))
        .with_description("Keeps a note".to_owned())
        .with_annotations(ToolAnnotations::default().with_destructive_hint(false))
}

fn schema(properties: &Value) -> Json {
    Json::encode(&json!({ "type": "object", "properties": properties })).unwrap_or_default()
}

fn served(tool: Tool) -> ServedTool {
    ServedTool::with_definition(tool, |_: Json, _| async {
        Ok::<_, Failure>(CallToolResult::new(vec![ContentBlock::text("kept")]))
    })
}

fn change(server: &ServerHandle, how: Change) -> Result<(), Failure> {
    let names: &[&str] = match how {
        Change::Flood => {
            for _ in 0..100 {
                server.tools_changed();
            }
            return Ok(());
        }
        Change::Back => &["notes", "notebook", "more"],
        Change::New => &["more"],
        _ => &["notes"],
    };
    for name in names {
        server.remove_tool(name);
    }
    let tool = match how {
        Change::Flood | Change::Removed => return Ok(()),
        Change::Back => notes(),
        Change::Wording => notes().with_description("Keeps a note, and more".to_owned()),
        Change::Destructive => {
            let hints = ToolAnnotations::default().with_destructive_hint(true);
            notes().with_annotations(hints)
        }
        Change::Widened => {
            let mut tool = notes();
            tool.input_schema =
                schema(&json!({ "title": { "type": "string" }, "file": { "type": "string" } }));
            tool
        }
        Change::Renamed => {
            let mut tool = notes();
            tool.name = String::from("notebook");
            tool
        }
        Change::New => {
            let mut tool = notes();
            tool.name = String::from("more");
            tool.with_description("Something else altogether".to_owned())
        }
    };
    server.add_tool(served(tool)).map_err(Failure::internal)
}

async fn ask(cx: &Context) -> Result<String, Failure> {
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    let form = ElicitFormParams::new("Who are you?", Json::encode(&schema)?);
    let answer = cx.elicit("who", form).await?;
    Ok(Json::encode(&answer)?.to_string())
}

async fn sample(cx: &Context, text: String) -> Result<String, Failure> {
    let message = SamplingMessage::new(
        Role::User,
        OneOrMany::One(SamplingContent::Text(TextContent::new(text))),
    );
    let answer = cx.sample("model", CreateMessageParams::new(vec![message], 16_u64)).await?;
    Ok(Json::encode(&answer)?.to_string())
}

async fn roots(cx: &Context) -> Result<String, Failure> {
    let roots = cx.roots("folders").await?;
    Ok(roots.iter().map(|root| root.uri.as_str()).collect::<Vec<_>>().join(" "))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_else(|| "changing".to_owned());
    let server = Server::new(name, "1.0")
        .instructions("Keep notes here.")
        .with_tool(served(notes()))
        .tool("change", "Changes the server", |How { how }: How, cx: Context| async move {
            change(&cx.server(), how).map(|()| "changed")
        })
        .tool("echo", "Says it again", |Text { text }: Text, _: Context| async move { text })
        .tool("pid", "The number of the process", |_: NoArguments, _: Context| async {
            std::process::id().to_string()
        })
        .tool("read", "Reads a file", |Path { path }: Path, _: Context| async move {
            std::fs::read_to_string(path).map_err(|error| Failure::new(error.to_string()))
        })
        .tool("ask", "Asks a person", |_: NoArguments, cx: Context| async move { ask(&cx).await })
        .tool("sample", "Asks a model", |Text { text }: Text, cx: Context| async move {
            sample(&cx, text).await
        })
        .tool(
            "roots",
            "Asks for folders",
            |_: NoArguments, cx: Context| async move { roots(&cx).await },
        )
        .tool("wait", "Never ends", |_: NoArguments, _: Context| std::future::pending::<String>());
    match server.serve_stdio().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("changing-server: {error}");
            ExitCode::FAILURE
        }
    }
}
