//! Hostline, used as its documentation says. Modes: `current-thread` and `multi-thread`, the
//! runtime that the program gives it.

use std::sync::Arc;

use hostline::{
    Client, Version,
    client::{ProtocolChoice, Target},
    transport::Command,
};
use hostline_bench::{
    Result,
    options::{Options, Server, Workload},
    workload::{Subject, run, spread},
};

fn main() -> Result<()> {
    let options = Options::parse()?;
    let mut runtime = match options.mode.as_str() {
        "current-thread" => tokio::runtime::Builder::new_current_thread(),
        "multi-thread" => tokio::runtime::Builder::new_multi_thread(),
        mode => return Err(format!("there is no mode {mode}").into()),
    };
    runtime.enable_all().build()?.block_on(run::<Hostline>(&options))
}

struct Hostline {
    options: Options,
    client: Client,
}

impl Subject for Hostline {
    async fn connect(options: &Options) -> Result<Self> {
        let target = match &options.server {
            Server::Program(_) => {
                let (program, arguments) = options.command()?;
                Target::from(Command::new(program).args(arguments))
            }
            Server::Address(address) => Target::parse(address)?,
        };
        let version = ProtocolChoice::Exact(Version::V2026_07_28);
        let client = Client::builder().protocol(version).connect(target).await?;
        Ok(Self { options: options.clone(), client })
    }

    async fn operate(&mut self) -> Result<()> {
        if self.options.workload == Workload::List {
            let tools = self.client.list_tools().await?;
            return self.options.check_tools(tools.len());
        }
        call(&self.options, &self.client).await
    }

    async fn operate_in_flight(&mut self, operations: usize) -> Result<()> {
        let (options, client) = (Arc::new(self.options.clone()), self.client.clone());
        spread(operations, self.options.in_flight, move || {
            let (options, client) = (options.clone(), client.clone());
            async move { call(&options, &client).await }
        })
        .await
    }

    async fn close(self) -> Result<()> {
        Ok(self.client.close().await?)
    }
}

async fn call(options: &Options, client: &Client) -> Result<()> {
    let arguments = serde_json::Value::from(options.arguments());
    let result = client.call_tool(options.tool(), arguments).await?;
    let content = result.content.first().ok_or("the result has no content")?;
    options.check_text(content.as_text().ok_or("the content is no text")?)
}
