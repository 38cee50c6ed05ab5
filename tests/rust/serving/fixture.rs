//! One server that offers everything, made through the public API.

use std::sync::{Arc, Mutex};

use hostline::{
    model::{
        Annotations, AudioContent, ContentBlock, CreateMessageParams, ElicitFormParams,
        ElicitUrlParams, EmbeddedResource, Icon, ImageContent, LoggingLevel, Meta, PromptMessage,
        ResourceContents, ResourceLink, Role, SamplingContent, SamplingMessage,
        TextResourceContents, Tool, ToolAnnotations,
    },
    server::{
        CompletionRequest, Context, Failure, JsonSchema, NoArguments, ResourceRequest,
        ServedPrompt, ServedResource, ServedTool, Server, ServerHandle, Structured,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::{
    Notify,
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

/// The bytes of every picture and sound here, which need no software to look at them.
pub(super) const BYTES: &[u8] = b"\x89PNG\xff\x00";
/// The same in base64.
pub(super) const BASE64: &str = "iVBOR/8A";

/// A server that is ready, and what its handlers tell of themselves.
pub(super) struct Fixture {
    pub(super) handle: ServerHandle,
    events: UnboundedReceiver<String>,
    inside: Inside,
}

/// What handlers share with the test.
#[derive(Clone)]
struct Inside {
    tell: UnboundedSender<String>,
    kept: Arc<Mutex<Vec<Context>>>,
    gate: Arc<Notify>,
}

impl Fixture {
    /// A server with everything.
    pub(super) fn new() -> Self {
        Self::with(|server| server)
    }

    /// The same with something more.
    pub(super) fn with(more: impl FnOnce(Server) -> Server) -> Self {
        let (tell, events) = unbounded_channel();
        let inside = Inside { tell, kept: Arc::default(), gate: Arc::default() };
        let handle = more(everything(&inside)).build().unwrap();
        Self { handle, events, inside }
    }

    /// What a handler tells next.
    pub(super) async fn event(&mut self) -> String {
        self.events.recv().await.unwrap()
    }

    /// What handlers have told and nobody has heard.
    pub(super) fn events(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.events.try_recv().ok()).collect()
    }

    /// The context that the tool `keep` left behind.
    pub(super) fn kept(&self) -> Context {
        self.inside.kept.lock().unwrap().pop().unwrap()
    }

    /// Lets one call of the tool `gate` end.
    pub(super) fn release(&self) {
        self.inside.gate.notify_one();
    }
}

/// Tells that a handler was dropped or has ended.
struct Witness(UnboundedSender<String>);

impl Drop for Witness {
    fn drop(&mut self) {
        let _ = self.0.send("dropped".to_owned());
    }
}

#[derive(Deserialize, JsonSchema)]
struct Text {
    /// What is said.
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Sum {
    a: i32,
    b: i32,
}

#[derive(Serialize, JsonSchema)]
struct Summed {
    sum: i32,
}

#[derive(Deserialize, JsonSchema)]
struct Trip {
    /// Where to go.
    city: String,
    season: Option<String>,
}

fn everything(inside: &Inside) -> Server {
    let server = Server::new("fixture", "1.0")
        .title("Fixture")
        .description("A server that offers everything")
        .website("https://example.com")
        .icons([icon()])
        .instructions("Ask for anything.")
        .logging();
    let server = plain_tools(server, inside);
    let server = asking_tools(server, inside);
    let server = living_tools(server, inside);
    prompts(resources(server))
}

pub(super) fn icon() -> Icon {
    Icon::new(format!("data:image/png;base64,{BASE64}")).with_mime_type("image/png")
}

fn annotations() -> Annotations {
    Annotations::new()
        .with_audience([Role::User])
        .with_priority(0.5)
        .with_last_modified("2026-01-31T12:00:00Z")
}

fn plain_tools(server: Server, inside: &Inside) -> Server {
    let tell = inside.tell.clone();
    let echo = ServedTool::new("echo", "Says it again", move |said: Text, _: Context| {
        let _ = tell.send("echo".to_owned());
        async move { said.text }
    });
    server
        .with_tool(
            echo.title("Echo")
                .annotations(ToolAnnotations::new().with_read_only_hint(true))
                .icons([icon()])
                .meta(Meta::new().with("example.com/kind", json!("echo"))),
        )
        .tool("add", "Adds", |sum: Sum, _: Context| async move {
            Structured(Summed { sum: sum.a + sum.b })
        })
        .tool(
            "numbers",
            "Counts",
            |_: NoArguments, _: Context| async move { Structured(vec![1, 2, 3]) },
        )
        .tool("who", "Says who asks", |_: NoArguments, cx: Context| async move { who(&cx) })
        .tool("media", "Shows everything", |_: NoArguments, _: Context| async move { media() })
        .tool("fail", "Fails", |_: NoArguments, _: Context| async move {
            Err::<String, _>(Failure::new("the well is dry"))
        })
        .tool("hide", "Fails in secret", |_: NoArguments, _: Context| async move {
            Err::<String, _>(Failure::internal("the password is swordfish"))
        })
        .tool("break", "Breaks", |_: NoArguments, _: Context| async move {
            // So that the panic is the last thing, and not the only thing.
            let said: Result<String, &str> = Err("the password is swordfish");
            said.unwrap()
        })
}

/// What a handler knows of the client, as JSON.
fn who(cx: &Context) -> String {
    json!({
        "version": cx.version().as_str(),
        "name": cx.client_info().map(|info| &info.name),
        "capabilities": cx.client_capabilities(),
        "subject": cx.principal().subject(),
    })
    .to_string()
}

/// One piece of every kind.
pub(super) fn media() -> Vec<ContentBlock> {
    let note = TextResourceContents::new("note://one", "one").with_mime_type("text/plain");
    vec![
        ContentBlock::text("text"),
        ImageContent::new(BASE64, "image/png").with_annotations(annotations()).into(),
        AudioContent::new(BASE64, "audio/wav").into(),
        ResourceLink::new("note://one", "one").with_title("One").with_icons([icon()]).into(),
        EmbeddedResource::new(ResourceContents::Text(note)).into(),
    ]
}

pub(super) fn form() -> ElicitFormParams {
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
    });
    ElicitFormParams::new("Who are you?", schema)
}

pub(super) fn page() -> ElicitUrlParams {
    ElicitUrlParams::new("Sign in, please", "https://example.com/sign-in")
}

pub(super) fn thought() -> CreateMessageParams {
    let said = SamplingContent::Text(hostline::model::TextContent::new("What is a note?"));
    CreateMessageParams::new(vec![SamplingMessage::new(Role::User, said)], 100_u64)
}

/// The same, with a tool for the model.
pub(super) fn thought_with_tools() -> CreateMessageParams {
    thought().with_tools([Tool::new("look", json!({"type": "object"}))])
}

fn asking_tools(server: Server, inside: &Inside) -> Server {
    let tell = inside.tell.clone();
    server
        .tool("greet", "Greets", |_: NoArguments, cx: Context| async move {
            let answer = cx.elicit("who", form()).await?;
            Ok::<_, Failure>(serde_json::to_string(&answer)?)
        })
        .tool("visit", "Sends to a page", |_: NoArguments, cx: Context| async move {
            let answer = cx.elicit_url("page", page()).await?;
            Ok::<_, Failure>(serde_json::to_string(&answer)?)
        })
        .tool("require", "Needs a page", |_: NoArguments, cx: Context| async move {
            cx.require_url("page", page()).await?;
            Ok::<_, Failure>("signed in")
        })
        .tool("think", "Asks a model", |_: NoArguments, cx: Context| async move {
            let answer = cx.sample("thought", thought()).await?;
            Ok::<_, Failure>(answer.model)
        })
        .tool("think-with-tools", "Asks a model", |_: NoArguments, cx: Context| async move {
            let answer = cx.sample("thought", thought_with_tools()).await?;
            Ok::<_, Failure>(answer.model)
        })
        .tool("folders", "Asks where to work", |_: NoArguments, cx: Context| async move {
            let roots = cx.roots("where").await?;
            Ok::<_, Failure>(roots.into_iter().map(|root| root.uri).collect::<Vec<_>>().join(" "))
        })
        .tool("survey", "Asks in three rounds", move |_: NoArguments, cx: Context| {
            let witness = Witness(tell.clone());
            async move {
                let _witness = witness;
                let first = cx.elicit("first", form());
                let (first, second) = tokio::join!(first, cx.elicit("second", form()));
                let (first, second) = (first?, second?);
                let made = cx.once("made", || async { Ok(7) }).await?;
                let third = cx.elicit("third", form()).await?;
                let names = [first, second, third].map(|answer| {
                    let content = answer.content.unwrap_or_default();
                    content.get("name").map(|name| name.as_str().to_owned()).unwrap_or_default()
                });
                Ok::<_, Failure>(format!("{} {made}", names.join(" ")))
            }
        })
}

fn living_tools(server: Server, inside: &Inside) -> Server {
    let Inside { tell, kept, gate } = inside.clone();
    let pace = gate.clone();
    server
        .tool(
            "pace",
            "Tells that it waits to be let through",
            move |_: NoArguments, cx: Context| {
                let pace = pace.clone();
                async move {
                    cx.progress(1.0, None, None);
                    pace.notified().await;
                    "paced"
                }
            },
        )
        .tool("count", "Tells how far it is", |_: NoArguments, cx: Context| async move {
            for step in [1.0, 2.0, 2.0, 1.5, 3.0] {
                cx.progress(step, Some(3.0), Some("counting"));
            }
            "counted"
        })
        .tool("log", "Says one thing at each level", |_: NoArguments, cx: Context| async move {
            for level in LoggingLevel::ALL {
                cx.log(level, json!("said"));
            }
            "logged"
        })
        .tool("wait", "Waits for ever", move |_: NoArguments, cx: Context| {
            let witness = Witness(tell.clone());
            async move {
                let _ = witness.0.send("began".to_owned());
                cx.progress(0.5, None, None);
                std::future::pending::<()>().await;
                drop(witness);
            }
        })
        .tool("gate", "Waits to be let through", move |_: NoArguments, _: Context| {
            let gate = gate.clone();
            async move {
                gate.notified().await;
                "through"
            }
        })
        .tool("keep", "Leaves its context behind", move |_: NoArguments, cx: Context| {
            kept.lock().unwrap().push(cx.clone());
            async move {
                cx.progress(1.0, None, None);
                cx.log(LoggingLevel::Error, json!("before"));
                "kept"
            }
        })
        .tool("grow", "Adds a tool", |named: Text, cx: Context| async move {
            let grown = |_: NoArguments, _: Context| async { "grown" };
            cx.server().add_tool(ServedTool::new(named.text, "Was added", grown))?;
            Ok::<_, Failure>("added")
        })
        .tool("touch", "Changes a resource", |uri: Text, cx: Context| async move {
            cx.server().resource_updated(&uri.text);
            "touched"
        })
}

fn resources(server: Server) -> Server {
    let one =
        ServedResource::new("note://one", "one", |_: ResourceRequest, _: Context| async { "one" });
    let pixel =
        ServedResource::new("note://pixel", "pixel", |_: ResourceRequest, _: Context| async {
            BYTES.to_vec()
        });
    let named = ServedResource::new("note://by/{name}", "by name", read_note);
    server
        .with_resource(
            one.title("One")
                .description("The first")
                .mime_type("text/plain")
                .size(3)
                .annotations(annotations())
                .icons([icon()]),
        )
        .with_resource(pixel.mime_type("image/png"))
        .with_resource(
            named
                .title("By name")
                .mime_type("text/plain")
                .annotations(annotations())
                .icons([icon()])
                .complete("name", complete_name),
        )
}

async fn read_note(asked: ResourceRequest, _: Context) -> Result<String, Failure> {
    match asked.variables.value("name") {
        Some("nobody") | None => Err(Failure::not_found()),
        Some(name) => Ok(format!("A note of {name}")),
    }
}

async fn complete_name(asked: CompletionRequest, _: Context) -> Vec<&'static str> {
    let known = ["ada", "alan", "grace"];
    known.into_iter().filter(|name| name.starts_with(&asked.value)).collect()
}

fn prompts(server: Server) -> Server {
    let plan = ServedPrompt::new("plan", "Plans a trip", |trip: Trip, _: Context| async move {
        format!("Plan a trip to {} in {}", trip.city, trip.season.unwrap_or_default())
    });
    server
        .with_prompt(plan.title("Plan").icons([icon()]).complete("city", complete_name))
        .prompt("media", "Shows everything", |_: NoArguments, _: Context| async {
            media()
                .into_iter()
                .map(|content| PromptMessage::new(Role::Assistant, content))
                .collect::<Vec<_>>()
        })
        .prompt("ask", "Asks first", |_: NoArguments, cx: Context| async move {
            let answer = cx.elicit("who", form()).await?;
            Ok::<_, Failure>(serde_json::to_string(&answer)?)
        })
}
