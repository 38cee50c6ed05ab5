//! A small server written with rmcp, the official Rust SDK.
//!
//! Without arguments it speaks over stdio; with `--port N` it speaks Streamable HTTP at
//! `http://127.0.0.1:N/mcp`.

use std::{error::Error, sync::Arc};

use hyper_server::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use rmcp::{
    Json, ServerHandler, ServiceExt,
    handler::server::wrapper::Parameters,
    schemars::{self, JsonSchema},
    tool, tool_handler, tool_router,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use serde::{Deserialize, Serialize};
use tokio::{net::TcpListener, task::JoinSet};

/// The server; it keeps no state.
#[derive(Clone)]
struct Server;

/// What `add` is called with.
#[derive(Deserialize, JsonSchema)]
struct Summands {
    /// The first number.
    a: i64,
    /// What to add to it.
    b: i64,
}

/// What `add` answers with.
#[derive(Serialize, JsonSchema)]
struct Sum {
    /// Both numbers added.
    sum: i64,
}

/// What `echo` is called with.
#[derive(Deserialize, JsonSchema)]
struct Text {
    /// The text to repeat.
    text: String,
}

#[tool_router]
impl Server {
    #[tool(description = "Adds two numbers")]
    fn add(Parameters(Summands { a, b }): Parameters<Summands>) -> Json<Sum> {
        Json(Sum { sum: a.saturating_add(b) })
    }

    #[tool(description = "Repeats a text")]
    fn echo(Parameters(Text { text }): Parameters<Text>) -> String {
        text
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            Server.serve(stdio()).await?.waiting().await?;
            Ok(())
        }
        [flag, port] if flag == "--port" => serve_http(port.parse()?).await,
        _ => Err("usage: hostline-real-rmcp [--port N]".into()),
    }
}

async fn serve_http(port: u16) -> Result<(), Box<dyn Error>> {
    let service = TowerToHyperService::new(StreamableHttpService::new(
        || Ok(Server),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    ));
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await?;
        let connection =
            http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone());
        connections.spawn(async move {
            // A client that goes away in the middle of an exchange is no fault of the server.
            let _ = connection.await;
        });
        while connections.try_join_next().is_some() {}
    }
}
