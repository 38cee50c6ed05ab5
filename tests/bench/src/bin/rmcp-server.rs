//! A server written with rmcp, the official Rust library, with the tools of its macros. Modes:
//! `default` (its examples' multi-threaded runtime), `ct` (a current-thread runtime), `json` (the
//! same, with replies as JSON where the library can do that).

use std::sync::Arc;

use hostline_bench::offer::{Blobs, Gathering, Offer, generated_schema};
use hyper_server::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use rmcp::{
    ErrorData, Json, ServerHandler, ServiceExt,
    handler::server::{
        router::tool::{ToolRoute, ToolRouter},
        wrapper::Parameters,
    },
    model::{
        CallToolResult, Implementation, ServerCapabilities, ServerConfig, ServerNotification,
        SubscriptionFilter, Tool, ToolListChangedNotification,
    },
    schemars::{self, JsonSchema},
    service::SubscriptionContext,
    tool, tool_handler, tool_router,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use serde::{Deserialize, Serialize};
use tokio::{net::TcpListener, sync::watch, task::JoinSet};

fn main() -> hostline_bench::Result<()> {
    let offer = Offer::parse()?;
    let mut runtime = match offer.mode.as_str() {
        "default" => tokio::runtime::Builder::new_multi_thread(),
        "ct" | "json" => tokio::runtime::Builder::new_current_thread(),
        mode => return Err(format!("there is no mode {mode}").into()),
    };
    runtime.enable_all().build()?.block_on(serve(&offer))
}

async fn serve(offer: &Offer) -> hostline_bench::Result<()> {
    let server = Peer::new(offer)?;
    if !offer.http {
        server.serve(stdio()).await?.waiting().await?;
        return Ok(());
    }
    let config = StreamableHttpServerConfig::default().with_json_response(offer.mode == "json");
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let service = TowerToHyperService::new(service);
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("{}", listener.local_addr()?.port());
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await?;
        // Its examples leave this out, and each event of a stream then takes 40 ms.
        stream.set_nodelay(true)?;
        let connection =
            http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone());
        connections.spawn(async move {
            // A client that goes away in the middle of an exchange is no fault of the server.
            let _ = connection.await;
        });
        while connections.try_join_next().is_some() {}
    }
}

#[derive(Deserialize, JsonSchema)]
struct Text {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct City {
    city: String,
}

#[derive(Serialize, JsonSchema)]
struct Forecast {
    city: String,
    degrees: f64,
    sunny: bool,
}

#[derive(Deserialize, JsonSchema)]
struct Size {
    bytes: usize,
}

#[derive(Deserialize, JsonSchema)]
struct Crowd {
    calls: usize,
}

/// The server; its clones share what they keep.
#[derive(Clone)]
struct Peer {
    tool_router: ToolRouter<Self>,
    blobs: Arc<Blobs>,
    gathering: Arc<Gathering>,
    changes: Arc<watch::Sender<()>>,
}

#[tool_router]
impl Peer {
    fn new(offer: &Offer) -> hostline_bench::Result<Self> {
        let mut tool_router = Self::tool_router();
        let schema = Arc::new(serde_json::from_value(generated_schema()?)?);
        for (name, description) in offer.generated() {
            let tool = Tool::new(name, description, Arc::clone(&schema));
            tool_router.add_route(ToolRoute::new_dyn(tool, |_| {
                Box::pin(async { Ok(CallToolResult::success(Vec::new()).into()) })
            }));
        }
        let changes = Arc::new(watch::Sender::new(()));
        Ok(Self { tool_router, blobs: Arc::default(), gathering: Arc::default(), changes })
    }

    #[tool(description = "Echo text")]
    async fn echo(&self, Parameters(asked): Parameters<Text>) -> String {
        asked.text
    }

    #[tool(description = "Weather for a city")]
    async fn forecast(&self, Parameters(asked): Parameters<City>) -> Json<Forecast> {
        Json(Forecast { city: asked.city, degrees: 21.5, sunny: true })
    }

    #[tool(description = "A text of so many bytes")]
    async fn blob(&self, Parameters(asked): Parameters<Size>) -> String {
        self.blobs.text(asked.bytes)
    }

    #[tool(description = "Waits until so many calls are here")]
    async fn gather(&self, Parameters(asked): Parameters<Crowd>) -> String {
        self.gathering.join(asked.calls).await;
        "all are here".to_owned()
    }

    #[tool(description = "Changes the list of tools")]
    async fn change(&self) -> String {
        self.changes.send_replace(());
        "changed".to_owned()
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Peer {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("rmcp-server", "0"))
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.changes.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = changes.changed() => {
                    let notification = ToolListChangedNotification::default();
                    let notification =
                        ServerNotification::ToolListChangedNotification(notification);
                    let sent = context.sink().send(notification).await;
                    if changed.is_err() || sent.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }
}
