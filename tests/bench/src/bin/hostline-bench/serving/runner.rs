//! Runs each server anew for each workload, and the client that drives and measures it.

use std::path::PathBuf;

use hostline_bench::{Result, sample::Sample};
use tokio::process::Command;

use super::plan::{SERVERS, Server};
use crate::{
    plan::{Link, Row},
    results::{Record, Results},
    runner::{HttpServer, finish},
};

/// What has been measured, and where the programs are.
pub(super) struct Runner {
    programs: PathBuf,
    quick: bool,
    pub(super) results: Results,
}

impl Runner {
    /// Opens the file of results.
    pub(super) fn new(programs: PathBuf, quick: bool) -> Result<Self> {
        Ok(Self { results: Results::open(&programs)?, programs, quick })
    }

    /// The servers that are measured.
    pub(super) fn servers(&self) -> impl Iterator<Item = &'static Server> {
        let quick = self.quick;
        SERVERS.iter().filter(move |server| server.quick || !quick)
    }

    /// Runs all servers of a row, one after the other, a different one first in each round.
    pub(super) async fn run_row(&mut self, row: &'static Row, round: usize) {
        let mut servers: Vec<&Server> = self.servers().filter(|server| server.runs(row)).collect();
        let first = round % servers.len();
        servers.rotate_left(first);
        for server in servers {
            match self.run(row, server).await {
                Ok(sample) => {
                    self.results.add(Record { row: row.name, program: server.name, round, sample });
                }
                // The other servers' figures are still worth having.
                Err(error) => eprintln!("{}, {}: {error}", server.name, row.name),
            }
        }
    }

    /// Starts a server over HTTP.
    pub(super) async fn start(&self, server: &Server, tools: usize) -> Result<HttpServer> {
        let tools = tools.to_string();
        let words = ["http", "--tools", &tools, "--mode", server.mode];
        HttpServer::start(&self.programs.join(server.program), &words).await
    }

    async fn run(&self, row: &Row, server: &Server) -> Result<Sample> {
        let mut client = Command::new(self.programs.join("bare-client"));
        // Kept up to the end of the client.
        let listening = match row.link {
            Link::Stdio => {
                client.args(["--mode", "sync", "--measured", "server"]);
                client.arg("--program").arg(self.programs.join(server.program));
                client.args(["--server-mode", server.mode]);
                None
            }
            Link::Http | Link::HttpSse => {
                let listening = self.start(server, row.tools).await?;
                client.args(["--mode", "hyper", "--address", &listening.address]);
                client.args(["--measured", &listening.number()?.to_string()]);
                Some(listening)
            }
        };
        client.args(["--era", row.era.name(), "--workload", row.workload.name()]);
        for (name, number) in [
            ("--operations", row.operations),
            ("--warm-up", row.warm_up),
            ("--in-flight", row.in_flight),
            ("--bytes", row.bytes),
            ("--tools", row.tools),
        ] {
            client.arg(name).arg(number.to_string());
        }
        let output = finish(client).await;
        drop(listening);
        Ok(serde_json::from_slice(&output?)?)
    }
}
