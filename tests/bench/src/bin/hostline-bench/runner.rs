//! Starts the servers and the measured clients.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use hostline_bench::{Result, sample::Sample};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

use crate::{
    plan::{CLIENTS, Client, Link, Row},
    results::{Record, Results},
};

/// A client that takes longer hangs.
const LONGEST_RUN: Duration = Duration::from_mins(1);

/// The servers that all rounds share, and the records so far.
pub(crate) struct Runner {
    programs: PathBuf,
    quick: bool,
    http: HttpServer,
    http_sse: HttpServer,
    http_tools: HttpServer,
    pub(crate) results: Results,
}

impl Runner {
    /// Starts the servers and opens the file of results.
    pub(crate) async fn start(programs: PathBuf, quick: bool) -> Result<Self> {
        let server = programs.join("raw-server");
        Ok(Self {
            quick,
            http: HttpServer::start(&server, &["http"]).await?,
            http_sse: HttpServer::start(&server, &["http", "--sse"]).await?,
            http_tools: HttpServer::start(&server, &["http", "--tools", "1000"]).await?,
            results: Results::open(&programs)?,
            programs,
        })
    }

    /// Runs all clients of a row, one after the other, a different one first in each round.
    pub(crate) async fn run_row(&mut self, row: &'static Row, round: usize) {
        let mut clients: Vec<&Client> = CLIENTS
            .iter()
            .filter(|client| client.runs(row) && (client.quick || !self.quick))
            .collect();
        let first = round % clients.len();
        clients.rotate_left(first);
        for client in clients {
            match self.run(row, client).await {
                Ok(sample) => {
                    self.results.add(Record { row: row.name, program: client.name, round, sample });
                }
                // The other clients' figures are still worth having.
                Err(error) => eprintln!("{}, {}: {error}", client.name, row.name),
            }
        }
    }

    /// A client's program and its arguments but for the number of operations.
    pub(crate) fn command(&self, row: &Row, client: &Client) -> (PathBuf, Vec<OsString>) {
        (self.programs.join(client.program), self.arguments(row, client.mode))
    }

    /// The arguments of a client but for the number of operations.
    pub(crate) fn arguments(&self, row: &Row, mode: &str) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec!["--mode".into(), mode.into()];
        let mut option = |name: &str, value: OsString| {
            arguments.push(name.into());
            arguments.push(value);
        };
        match (row.link, row.tools) {
            (Link::Stdio, _) => option("--program", self.programs.join("raw-server").into()),
            (Link::Http, 1_000) => option("--address", self.http_tools.address.clone().into()),
            (Link::Http, _) => option("--address", self.http.address.clone().into()),
            (Link::HttpSse, _) => option("--address", self.http_sse.address.clone().into()),
        }
        option("--workload", row.workload.name().into());
        option("--warm-up", row.warm_up.to_string().into());
        option("--in-flight", row.in_flight.to_string().into());
        option("--bytes", row.bytes.to_string().into());
        option("--tools", row.tools.to_string().into());
        arguments
    }

    async fn run(&self, row: &Row, client: &Client) -> Result<Sample> {
        let (program, arguments) = self.command(row, client);
        self.sample(&program, arguments, row).await
    }

    /// Runs a client once.
    pub(crate) async fn sample(
        &self,
        program: &Path,
        arguments: Vec<OsString>,
        row: &Row,
    ) -> Result<Sample> {
        let mut command = Command::new(program);
        command.args(arguments).args(["--operations", &row.operations.to_string()]);
        let output = finish(command).await?;
        Ok(serde_json::from_slice(&output)?)
    }
}

/// Runs a program to its end and gives its standard output.
pub(crate) async fn finish(mut command: Command) -> Result<Vec<u8>> {
    command.stdin(Stdio::null()).kill_on_drop(true);
    let output = timeout(LONGEST_RUN, command.output()).await??;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        let text = String::from_utf8_lossy(&output.stderr);
        Err(text.lines().next().unwrap_or("it failed without a word").into())
    }
}

/// A server that listens. It ends when this is dropped.
pub(crate) struct HttpServer {
    pub(crate) address: String,
    process: Child,
}

impl HttpServer {
    /// Starts a program that prints its port.
    pub(crate) async fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let output = process.stdout.take().ok_or("the server has no output")?;
        let line = BufReader::new(output).lines().next_line().await?;
        let port = line.ok_or("the server said no port")?;
        Ok(Self { address: format!("http://127.0.0.1:{port}/mcp"), process })
    }

    /// The number of its process.
    pub(crate) fn number(&self) -> Result<u32> {
        Ok(self.process.id().ok_or("the server has ended")?)
    }
}
