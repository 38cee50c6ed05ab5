//! One server that offers everything, made through the public API.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering},
    },
    time::Duration,
};

use hostline::{
    model::{
        Annotations, AudioContent, CallToolResult, ContentBlock, CreateMessageParams,
        ElicitFormParams, ElicitUrlParams, EmbeddedResource, Icon, ImageContent, LoggingLevel,
        Meta, PromptMessage, ResourceContents, ResourceLink, Role, SamplingContent,
        SamplingMessage, TextResourceContents, Tool, ToolAnnotations,
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
pub const BYTES: &[u8] = b"\x89PNG\xff\x00";
/// The same in base64.
pub const BASE64: &str = "iVBOR/8A";

/// A server that is ready, and what its handlers tell of themselves.
pub struct Fixture {
    /// The server.
    pub handle: ServerHandle,
    events: UnboundedReceiver<String>,
    inside: Inside,
}

/// What handlers share with the test.
#[derive(Clone)]
struct Inside {
    tell: UnboundedSender<String>,
    kept: Arc<Mutex<Vec<Context>>>,
    gate: Arc<Notify>,
    /// How many calls of `wait` are being served.
    waiting: Arc<AtomicUsize>,
    /// Whether the page that `sign-in` needs is done.
    signed_in: Arc<AtomicBool>,
}

impl Fixture {
    /// A server with everything.
    pub fn new() -> Self {
        Self::with(|server| server)
    }

    /// The same with something more.
    pub fn with(more: impl FnOnce(Server) -> Server) -> Self {
        let (tell, events) = unbounded_channel();
        let inside = Inside {
            tell,
            kept: Arc::default(),
            gate: Arc::default(),
            waiting: Arc::default(),
            signed_in: Arc::default(),
        };
        let handle = more(everything(&inside)).build().expect("it keeps to the specification");
        Self { handle, events, inside }
    }

    /// A server with everything, whose lists come in pages, for clients that only see its messages.
    pub fn for_clients() -> Self {
        let few = NonZeroUsize::new(10).expect("it is not zero");
        Self::with(|server| {
            server.page_size(few).extension("com.example/thing", json!({"ours": true}))
        })
    }

    /// What a handler tells next.
    pub async fn event(&mut self) -> String {
        self.events.recv().await.expect("the server lives")
    }

    /// What handlers have told and nobody has heard.
    pub fn events(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.events.try_recv().ok()).collect()
    }

    /// The context that the tool `keep` left behind.
    pub fn kept(&self) -> Context {
        locked(&self.inside.kept).pop().expect("`keep` was called")
    }

    /// Lets one call of the tool `gate` end.
    pub fn release(&self) {
        self.inside.gate.notify_one();
    }
}

fn locked(kept: &Mutex<Vec<Context>>) -> MutexGuard<'_, Vec<Context>> {
    kept.lock().expect("nobody panics meanwhile")
}

/// Tells that a handler was dropped or has ended.
struct Witness(Inside);

impl Witness {
    fn new(inside: &Inside) -> Self {
        inside.waiting.fetch_add(1, Ordering::Relaxed);
        Self(inside.clone())
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
        let _ = self.0.tell.send("dropped".to_owned());
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

pub fn icon() -> Icon {
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
        .tool("tag", "Repeats what is attached", |_: NoArguments, cx: Context| async move {
            let attached = cx.meta().get("example.com/tag").cloned().unwrap_or_default();
            let meta = Meta::new().with("example.com/tag", attached);
            CallToolResult::new(vec![ContentBlock::text("tagged")]).with_meta(meta)
        })
        .tool("extended", "Says what is agreed on", |_: NoArguments, cx: Context| async move {
            format!("{:?}", cx.extension("com.example/thing").map(hostline::Json::as_str))
        })
        .with_tool(routed())
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
            said.expect("swordfish")
        })
}

/// A tool with an argument that HTTP repeats in a header.
fn routed() -> ServedTool {
    let place = json!({"type": "string", "x-mcp-header": "Place"});
    let schema = json!({"type": "object", "properties": {"place": place}, "required": ["place"]});
    let tool = Tool::new("routed", schema).with_description("Goes somewhere");
    ServedTool::with_definition(tool, |arguments: hostline::Json, _: Context| async move {
        arguments.as_str().to_owned()
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
pub fn media() -> Vec<ContentBlock> {
    let note = TextResourceContents::new("note://one", "one").with_mime_type("text/plain");
    vec![
        ContentBlock::text("text"),
        ImageContent::new(BASE64, "image/png").with_annotations(annotations()).into(),
        AudioContent::new(BASE64, "audio/wav").into(),
        ResourceLink::new("note://one", "one").with_title("One").with_icons([icon()]).into(),
        EmbeddedResource::new(ResourceContents::Text(note)).into(),
    ]
}

pub fn form() -> ElicitFormParams {
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
    });
    ElicitFormParams::new("Who are you?", schema)
}

pub fn page() -> ElicitUrlParams {
    ElicitUrlParams::new("Sign in, please", "https://example.com/sign-in")
}

pub fn thought() -> CreateMessageParams {
    let said = SamplingContent::Text(hostline::model::TextContent::new("What is a note?"));
    CreateMessageParams::new(vec![SamplingMessage::new(Role::User, said)], 100_u64)
}

/// The same, with a tool for the model.
pub fn thought_with_tools() -> CreateMessageParams {
    thought().with_tools([Tool::new("look", json!({"type": "object"}))])
}

fn asking_tools(server: Server, inside: &Inside) -> Server {
    let inside = inside.clone();
    server
        .tool("greet", "Greets", |_: NoArguments, cx: Context| async move {
            let answer = cx.elicit("who", form()).await?;
            Ok::<_, Failure>(serde_json::to_string(&answer)?)
        })
        .tool("visit", "Sends to a page", |_: NoArguments, cx: Context| async move {
            let answer = cx.elicit_url("page", page()).await?;
            Ok::<_, Failure>(serde_json::to_string(&answer)?)
        })
        .tool("visit-named", "Sends to a page", |named: Text, cx: Context| async move {
            let page = page().with_elicitation_id(named.text);
            let answer = cx.elicit_url("page", page).await?;
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
            let witness = Witness::new(&inside);
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
    let Inside { kept, gate, waiting, signed_in, .. } = inside.clone();
    let done = signed_in.clone();
    let inside = inside.clone();
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
            let witness = Witness::new(&inside);
            async move {
                let _ = witness.0.tell.send("began".to_owned());
                cx.progress(0.5, None, None);
                std::future::pending::<()>().await;
                drop(witness);
            }
        })
        .tool("waiting", "Says how many wait", move |_: NoArguments, _: Context| {
            let waiting = waiting.load(Ordering::Relaxed);
            async move { waiting.to_string() }
        })
        .tool("release", "Lets its stream go", |_: NoArguments, cx: Context| async move {
            cx.progress(1.0, None, None);
            cx.release_stream();
            tokio::task::yield_now().await;
            cx.progress(2.0, None, None);
            "released"
        })
        .tool("finish", "Says that a page is done", |page: Text, cx: Context| async move {
            cx.server().elicitation_complete(&page.text).to_string()
        })
        .tool("sign-in", "Needs a page once", move |_: NoArguments, cx: Context| {
            let signed_in = signed_in.clone();
            async move {
                if !signed_in.load(Ordering::Relaxed) {
                    cx.require_url("page", page().with_elicitation_id("sign-in")).await?;
                }
                Ok::<_, Failure>("signed in")
            }
        })
        .tool("signed-in", "Says that the page is done", move |_: NoArguments, cx: Context| {
            // Before the client hears of it, since it comes back at once.
            done.store(true, Ordering::Relaxed);
            let told = cx.server().elicitation_complete("sign-in");
            done.store(told, Ordering::Relaxed);
            async move { told.to_string() }
        })
        .tool("gate", "Waits to be let through", move |_: NoArguments, _: Context| {
            let gate = gate.clone();
            async move {
                gate.notified().await;
                "through"
            }
        })
        .tool("keep", "Leaves its context behind", move |_: NoArguments, cx: Context| {
            locked(&kept).push(cx.clone());
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
        .tool("shrink", "Takes a tool away", |named: Text, cx: Context| async move {
            if cx.server().remove_tool(&named.text) { "removed" } else { "there is none" }
        })
        .tool("chatter", "Prints", |_: NoArguments, _: Context| async move {
            print!("{{\"jsonrpc\": \"2.0\", ");
            println!("\"method\": \"notifications/nothing\"}}");
            eprintln!("chatter");
            "printed"
        })
        .tool("touch", "Changes a resource", |uri: Text, cx: Context| async move {
            cx.server().resource_updated(&uri.text);
            "touched"
        })
}

fn resources(server: Server) -> Server {
    let count = AtomicU32::new(0);
    let counted = move |_: ResourceRequest, _: Context| {
        let count = count.fetch_add(1, Ordering::Relaxed);
        async move { count.to_string() }
    };
    let counted = ServedResource::new("note://counted", "counted", counted);
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
        .with_resource(counted.mime_type("text/plain").ttl(Duration::from_mins(1)))
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
