//! The official Rust library, rmcp. Modes: `default` (its examples' multi-threaded runtime), `ct`
//! (a current-thread runtime), `ct-pool` (with an HTTP client that keeps its connections, which
//! rmcp's own does not).

use std::sync::Arc;

use hostline_bench::{
    Result,
    options::{Options, Server, Workload},
    workload::{Subject, run, spread},
};
use rmcp::{
    RoleClient,
    model::{
        CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ProtocolVersion,
    },
    service::{ClientLifecycleMode, ClientServiceExt, Peer, RunningService},
    transport::{
        StreamableHttpClientTransport, TokioChildProcess,
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};

fn main() -> Result<()> {
    let options = Options::parse()?;
    let mut runtime = match options.mode.as_str() {
        "default" => tokio::runtime::Builder::new_multi_thread(),
        "ct" | "ct-pool" => tokio::runtime::Builder::new_current_thread(),
        mode => return Err(format!("there is no mode {mode}").into()),
    };
    runtime.enable_all().build()?.block_on(run::<Rmcp>(&options))
}

struct Rmcp {
    options: Options,
    service: RunningService<RoleClient, ClientConfig>,
}

impl Subject for Rmcp {
    async fn connect(options: &Options) -> Result<Self> {
        let implementation = Implementation::new("rmcp-client", "0");
        let info = ClientConfig::new(ClientCapabilities::default(), implementation);
        let versions = vec![ProtocolVersion::V_2026_07_28];
        let lifecycle = ClientLifecycleMode::Discover { preferred_versions: versions };
        let service = match &options.server {
            Server::Program(_) => {
                let (program, arguments) = options.command()?;
                let mut command = tokio::process::Command::new(program);
                command.args(arguments);
                info.serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle).await?
            }
            Server::Address(address) if options.mode == "ct-pool" => {
                let config = StreamableHttpClientTransportConfig::with_uri(address.clone());
                let pooled = reqwest::Client::new();
                let transport = StreamableHttpClientTransport::with_client(pooled, config);
                info.serve_with_lifecycle(transport, lifecycle).await?
            }
            Server::Address(address) => {
                let transport = StreamableHttpClientTransport::from_uri(address.clone());
                info.serve_with_lifecycle(transport, lifecycle).await?
            }
        };
        Ok(Self { options: options.clone(), service })
    }

    async fn operate(&mut self) -> Result<()> {
        if self.options.workload == Workload::List {
            let result = self.service.list_tools(None).await?;
            return self.options.check_tools(result.tools.len());
        }
        call(&self.options, &self.service).await
    }

    async fn operate_in_flight(&mut self, operations: usize) -> Result<()> {
        let options = Arc::new(self.options.clone());
        let peer = self.service.peer().clone();
        spread(operations, self.options.in_flight, move || {
            let (options, peer) = (options.clone(), peer.clone());
            async move { call(&options, &peer).await }
        })
        .await
    }

    async fn close(self) -> Result<()> {
        self.service.cancel().await?;
        Ok(())
    }
}

async fn call(options: &Options, peer: &Peer<RoleClient>) -> Result<()> {
    let params = CallToolRequestParams::new(options.tool()).with_arguments(options.arguments());
    let result = peer.call_tool(params).await?;
    let content = result.content.first().ok_or("the result has no content")?;
    let text = content.as_text().ok_or("the content is no text")?;
    options.check_text(&text.text)
}
