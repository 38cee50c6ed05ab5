//! Describing a server.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    sync::Arc,
    time::Duration,
};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use tokio::sync::watch;

use super::{
    Context, Handler, Item, PromptOutput, ResourceOutput, ResourceRequest, ServedPrompt,
    ServedResource, ServedTool, ServerHandle, ToolOutput,
    aside::Aside,
    changes::Changes,
    core::{Core, Settings},
    rate::{Rate, Rates},
    router::Router,
    seal::Sealer,
    visits::Visits,
};
use crate::{
    Json,
    auth::Principal,
    dialect::serving::Callers,
    error::{Error, ErrorCode, Result},
    model::{Icon, Implementation, MetaKey, Ttl},
    transport::Transport,
};

/// A server: what it is called, what it offers, and how it behaves.
///
/// One description serves every protocol version, over every transport. A definition that breaks
/// the specification, such as a schema of an unknown dialect, is an error of [`Self::build`] and
/// of each method that serves.
///
/// ```no_run
/// use hostline::server::{Context, Failure, JsonSchema, ResourceRequest, Server, Structured};
///
/// #[derive(serde::Deserialize, JsonSchema)]
/// struct City { name: String }
///
/// #[derive(serde::Serialize, JsonSchema)]
/// struct Forecast { sunny: bool, degrees: f64 }
///
/// # async fn run() -> hostline::Result<()> {
/// Server::new("weather", "1.0")
///     .tool("forecast", "Weather for a city", |city: City, cx: Context| async move {
///         cx.progress(1.0, Some(2.0), Some("asking the weather station"));
///         if city.name.is_empty() {
///             return Err(Failure::new("the city has no name"));
///         }
///         Ok(Structured(Forecast { sunny: true, degrees: 21.5 }))
///     })
///     .resource("weather://{city}", "weather", |asked: ResourceRequest, _cx: Context| async move {
///         format!("It is sunny in {}.", asked.variables.value("city").unwrap_or("nowhere"))
///     })
///     .prompt("plan-trip", "Plans a trip", |city: City, _cx: Context| async move {
///         format!("Plan a trip to {}.", city.name)
///     })
///     .serve_stdio()
///     .await
/// # }
/// ```
pub struct Server {
    kind: Kind,
    settings: Settings,
    sealer: Option<Sealer>,
    fault: Option<Error>,
}

enum Kind {
    /// Tools, resources and prompts are added to it.
    Router(Box<Router>),
    /// It has a handler of its own.
    Handler(Arc<dyn Handler>),
}

impl Server {
    /// A server of this name and version that offers nothing yet.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        let router = Router::new(Implementation::new(name, version));
        Self::of(Kind::Router(Box::new(router)))
    }

    /// A server with a handler of its own, to which nothing can be added here.
    pub fn with_handler(handler: impl Handler) -> Self {
        Self::of(Kind::Handler(Arc::new(handler)))
    }

    fn of(kind: Kind) -> Self {
        Self { kind, settings: Settings::default(), sealer: None, fault: None }
    }

    /// Adds a tool. The schemas of its arguments and of its output are derived from their types.
    pub fn tool<A, F, R>(
        self,
        name: impl Into<String>,
        description: impl Into<String>,
        run: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Future<Output = R> + Send + 'static,
        R: ToolOutput,
    {
        self.with_tool(ServedTool::new(name, description, run))
    }

    /// Adds a tool with a title, annotations, or schemas of its own.
    pub fn with_tool(self, tool: ServedTool) -> Self {
        self.add(|router| router.add_tool(tool))
    }

    /// Adds a resource of this address, or all whose address fits this template (RFC 6570).
    pub fn resource<F, R>(
        self,
        address: impl Into<String>,
        name: impl Into<String>,
        read: impl Fn(ResourceRequest, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = R> + Send + 'static,
        R: ResourceOutput,
    {
        self.with_resource(ServedResource::new(address, name, read))
    }

    /// Adds a resource or template with a title, a media type and the like.
    pub fn with_resource(self, resource: ServedResource) -> Self {
        self.add(|router| router.add_resource(resource))
    }

    /// Adds a prompt, whose arguments are the fields of a type.
    pub fn prompt<A, F, R>(
        self,
        name: impl Into<String>,
        description: impl Into<String>,
        fill_in: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Future<Output = R> + Send + 'static,
        R: PromptOutput,
    {
        self.with_prompt(ServedPrompt::new(name, description, fill_in))
    }

    /// Adds a prompt with a title, completions and the like.
    pub fn with_prompt(self, prompt: ServedPrompt) -> Self {
        self.add(|router| router.add_prompt(prompt))
    }

    /// Declares that the server has tools, although there are none yet. Without it a client that
    /// connects before the first one was added knows of none, ever.
    pub fn offers_tools(self) -> Self {
        self.set(|router| router.declare(|declared| declared.tools = true))
    }

    /// Declares that the server has resources: as [`Self::offers_tools`].
    pub fn offers_resources(self) -> Self {
        self.set(|router| router.declare(|declared| declared.resources = true))
    }

    /// Declares that the server has prompts: as [`Self::offers_tools`].
    pub fn offers_prompts(self) -> Self {
        self.set(|router| router.declare(|declared| declared.prompts = true))
    }

    /// How the server is to be used, in words that a model reads.
    pub fn instructions(self, instructions: impl Into<String>) -> Self {
        self.set(|router| router.instructions = Some(instructions.into()))
    }

    /// The name that people see.
    pub fn title(self, title: impl Into<String>) -> Self {
        self.set(|router| router.implementation.title = Some(title.into()))
    }

    /// What the server is, in a sentence.
    pub fn description(self, description: impl Into<String>) -> Self {
        self.set(|router| router.implementation.description = Some(description.into()))
    }

    /// The address of the server's page.
    pub fn website(self, url: impl Into<String>) -> Self {
        self.set(|router| router.implementation.website_url = Some(url.into()))
    }

    /// Pictures that stand for the server.
    pub fn icons(self, icons: impl Into<Vec<Icon>>) -> Self {
        self.set(|router| router.implementation.icons = Some(icons.into()))
    }

    /// Declares that the server sends log messages (2026-07-28 `server/utilities/logging`;
    /// deprecated there). Without it [`Context::log`] does nothing.
    pub fn logging(self) -> Self {
        self.set(|router| router.logging = true)
    }

    /// Declares an extension of the protocol with its settings, an object (2026-07-28
    /// `basic/versioning`, "Extension Negotiation"). [`Context::extension`] says whether a client
    /// has it too; what belongs to it is the handlers' own.
    pub fn extension(mut self, name: impl Into<String>, settings: impl Into<Json>) -> Self {
        let (name, settings) = (name.into(), settings.into());
        match check_extension(&name, &settings) {
            Ok(()) => self.set(|router| router.extensions.insert(name, settings)),
            Err(fault) => {
                self.fault = self.fault.or(Some(fault));
                self
            }
        }
    }

    /// Who may know of what. What a principal may not know of is left out of its lists, and a
    /// request for it is answered as if it did not exist. It is asked for each item of each list
    /// and again for each request, so it must be quick. Such lists may not be kept for others
    /// (`cacheScope: private`).
    pub fn visible(
        self,
        visible: impl Fn(Item<'_>, &Principal) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.set(|router| router.visible = Some(Arc::new(visible)))
    }

    /// How often each principal may call each tool. What comes on top is refused with
    /// [`RATE_LIMITED`](super::RATE_LIMITED). Default: as often as it likes. A principal is counted
    /// as the subject of its issuer, through all of its clients. A call that goes on with an answer
    /// was counted when it began, and counts again if its client hangs up and repeats it.
    pub fn rate_limit(self, calls: NonZeroU32, per: Duration) -> Self {
        self.set(|router| router.rates = Some(Rates::new(Rate { calls, per })))
    }

    /// How often each principal may ask for proposals (2026-07-28 `server/utilities/completion`,
    /// "Security"). What comes on top is refused with [`RATE_LIMITED`](super::RATE_LIMITED).
    /// Clients ask at each key that is pressed. Default: as often as they like.
    pub fn completion_rate_limit(self, calls: NonZeroU32, per: Duration) -> Self {
        self.set(|router| router.completion_rates = Some(Rates::new(Rate { calls, per })))
    }

    /// The most items of one page of a list. Default 1,000.
    pub fn page_size(self, items: NonZeroUsize) -> Self {
        self.set(|router| router.page_size = items)
    }

    /// For how long clients may keep a list (2026-07-28 `server/utilities/caching`). Default: not
    /// at all. Clients that listen for changes hear of them sooner.
    pub fn list_ttl(self, ttl: Duration) -> Self {
        let millis = u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX);
        self.set(|router| router.list_ttl = Ttl::from_millis(millis))
    }

    /// How long a client has to answer a question of a handler. Default 10 minutes. To modern
    /// clients the same is how long what they keep between two rounds is good.
    pub fn input_wait(mut self, wait: Duration) -> Self {
        self.settings.input_wait = wait;
        self
    }

    /// The keys that seal what a modern client keeps between two rounds, newest first: the first
    /// seals, all open. Default: one that is made when the server starts, so that what was sealed
    /// before, or by another process of the same server, is refused.
    pub fn state_keys(mut self, keys: impl IntoIterator<Item = [u8; 32]>) -> Self {
        match Sealer::with_keys(keys) {
            Ok(sealer) => self.sealer = Some(sealer),
            Err(error) => self.fault = self.fault.or(Some(error)),
        }
        self
    }

    /// The server, ready to be connected.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`] for the first definition that breaks the specification.
    pub fn build(self) -> Result<ServerHandle> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let (handler, router): (Arc<dyn Handler>, _) = match self.kind {
            Kind::Router(router) => {
                let router = Arc::new(*router);
                (router.clone(), Some(router))
            }
            Kind::Handler(handler) => (handler, None),
        };
        let sealer = match self.sealer {
            Some(sealer) => sealer,
            None => Sealer::random()?,
        };
        let sealer = sealer.with_ttl(self.settings.input_wait);
        Ok(ServerHandle::of(Arc::new(Core {
            modern: Arc::new(Callers::new(&handler.implementation())),
            handler,
            router,
            aside: Aside::default(),
            sealer,
            changes: Changes::default(),
            visits: Visits::default(),
            settings: self.settings,
            stop: watch::Sender::new(None),
        })))
    }

    /// Serves one client over this process's standard streams: [`ServerHandle::serve_stdio`].
    ///
    /// # Errors
    /// Those of [`Self::build`], and those of the streams.
    pub async fn serve_stdio(self) -> Result<()> {
        self.build()?.serve_stdio().await
    }

    /// Serves one client over a transport: [`ServerHandle::serve`].
    ///
    /// # Errors
    /// Those of [`Self::build`], and those of the transport.
    pub async fn serve(self, transport: impl Transport) -> Result<()> {
        self.build()?.serve(transport).await
    }

    fn add(mut self, add: impl FnOnce(&Router) -> Result<()>) -> Self {
        let added = match &self.kind {
            Kind::Router(router) => add(router),
            Kind::Handler(_) => Err(handler_of_its_own()),
        };
        self.fault = self.fault.or(added.err());
        self
    }

    fn set(mut self, set: impl FnOnce(&mut Router)) -> Self {
        match &mut self.kind {
            Kind::Router(router) => set(router),
            Kind::Handler(_) => self.fault = self.fault.or_else(|| Some(handler_of_its_own())),
        }
        self
    }
}

/// The name of an extension is a key of `_meta` with a prefix.
fn check_extension(name: &str, settings: &Json) -> Result<()> {
    let key = MetaKey::parse(name)?;
    let wrong = if key.prefix().is_none() || key.name().is_empty() {
        "its name must have a prefix and a name, such as `com.example/thing`"
    } else if !settings.is_object() {
        "its settings must be an object"
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorCode::InvalidInput, format!("the extension `{name}` is refused: {wrong}")))
}

fn handler_of_its_own() -> Error {
    Error::new(ErrorCode::InvalidInput, "this server has a handler of its own")
        .with_next_step("let the handler say what the server is and offers")
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("settings", &self.settings).finish_non_exhaustive()
    }
}
