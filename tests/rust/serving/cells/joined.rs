//! A client that is connected to the server that offers everything.

use hostline::{
    Client, Result, Version,
    client::{BoxFuture, InputCapabilities, InputHandler, ProtocolChoice, Target},
    model::{
        CreateMessageResult, ElicitResult, InputRequest, InputResponse, ListRootsResult, Role,
        Root, SamplingContent, TextContent,
    },
    server::{HttpOptions, HttpServer},
    transport::{Command, memory},
};
use serde_json::json;
use tokio::task::JoinSet;

use crate::serving::fixture::Fixture;

/// A client and its server.
pub(super) struct Joined {
    pub(super) client: Client,
    pub(super) transport: &'static str,
    server: Server,
}

enum Server {
    /// In this process, over memory.
    Here(JoinSet<Result<()>>),
    /// In this process, behind a socket.
    Listening(Box<HttpServer>),
    /// A program of its own.
    Program,
}

impl Joined {
    pub(super) async fn open(version: Version, transport: &'static str) -> Self {
        let fixture = Fixture::for_clients();
        let (target, server) = match transport {
            "memory" => {
                let (near, far) = memory::pair();
                let mut serving = JoinSet::new();
                serving.spawn(async move { fixture.handle.serve(far).await });
                (Target::transport("fixture", near), Server::Here(serving))
            }
            "stdio" => {
                let command = Command::new(env!("CARGO_BIN_EXE_fixture-server"));
                (Target::from(command), Server::Program)
            }
            _ => {
                let listening = fixture.handle.bind_http(0, HttpOptions::new()).await.unwrap();
                let path = if transport == "sse" { "sse" } else { "mcp" };
                let url = format!("http://{}/{path}", listening.address());
                let target = Target::parse(&url).unwrap();
                (target, Server::Listening(Box::new(listening)))
            }
        };
        let builder = Client::builder()
            .protocol(ProtocolChoice::Exact(version))
            .extension("com.example/thing", json!({"theirs": true}))
            .input_handler(Obliging);
        let client = builder.connect(target).await.unwrap();
        assert_eq!(client.version(), version);
        Self { client, transport, server }
    }

    /// Ends the connection in good order; the server must end so, too.
    pub(super) async fn close(self) {
        self.client.close().await.unwrap();
        match self.server {
            Server::Here(mut serving) => serving.join_next().await.unwrap().unwrap().unwrap(),
            Server::Listening(server) => server.shut_down(std::time::Duration::from_secs(5)).await,
            Server::Program => {}
        }
    }
}

/// Answers every question.
struct Obliging;

impl InputHandler for Obliging {
    fn capabilities(&self) -> InputCapabilities {
        InputCapabilities::all()
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        Box::pin(async move {
            Ok(match request {
                InputRequest::Elicit(hostline::model::ElicitParams::Form(_)) => {
                    InputResponse::Elicit(ElicitResult::accept([("name", json!("Ada"))]))
                }
                InputRequest::CreateMessage(_) => {
                    let said = SamplingContent::Text(TextContent::new("It is."));
                    InputResponse::CreateMessage(CreateMessageResult::new(
                        Role::Assistant,
                        said,
                        "m",
                    ))
                }
                InputRequest::ListRoots(_) => {
                    InputResponse::ListRoots(ListRootsResult::new(vec![Root::new("file:///work")]))
                }
                _ => {
                    InputResponse::Elicit(ElicitResult::new(hostline::model::ElicitAction::Accept))
                }
            })
        })
    }
}
