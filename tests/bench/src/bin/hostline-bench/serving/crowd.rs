//! A crowd of clients at one server over HTTP, and what it keeps for each that stays.

use hostline_bench::{
    Result,
    crowd::{gather, idle, listen},
    machine::{Process, allow_many_files},
};
use serde::Serialize;

use super::{plan::Server, runner::Runner};
use crate::report::thousands;

/// What `--only` calls this part.
pub(super) const NAME: &str = "crowd";

const CALLERS: usize = 1_000;
const LISTENERS: usize = 64;
/// Memory is taken after so many clients, and again after so many more.
const FIRST_CLIENTS: usize = 50;
const FURTHER_CLIENTS: usize = 500;
const TOOLS: usize = 10;

#[derive(Serialize)]
struct Load {
    row: &'static str,
    client: &'static str,
    calls_ms: f64,
    cpu_ms: f64,
    peak_mib: f64,
    connection_kib: f64,
    stream_kib: f64,
}

/// Measures and prints; fails if one call or one stream does.
pub(super) async fn print(runner: &mut Runner) -> Result<()> {
    allow_many_files()?;
    println!(
        "{CALLERS} calls at once over HTTP, while {LISTENERS} streams of changes are open; all"
    );
    println!("calls were answered, and all streams heard of a change at the end\n");
    println!(
        "| server | time on the clock, ms | CPU time of the server, ms | peak memory, MiB \
         | each idle connection, KiB | each stream, KiB |"
    );
    println!("| --- |{}", " ---: |".repeat(5));
    let servers: Vec<&Server> = runner.servers().collect();
    for server in servers {
        let load =
            load(runner, server).await.map_err(|error| format!("{}: {error}", server.name))?;
        println!(
            "| {} | {} | {} | {:.1} | {:.1} | {:.1} |",
            server.name,
            thousands(load.calls_ms),
            thousands(load.cpu_ms),
            load.peak_mib,
            load.connection_kib,
            load.stream_kib,
        );
        runner.results.keep(&load);
    }
    println!();
    Ok(())
}

async fn load(runner: &Runner, server: &Server) -> Result<Load> {
    let listening = runner.start(server, TOOLS).await?;
    let process = Process::other(listening.number()?);
    let before = process.cpu_time()?;
    let gathered = gather(&listening.address, CALLERS, LISTENERS).await?;
    if (gathered.answered, gathered.heard) != (CALLERS, LISTENERS) {
        return Err(format!("not all were served: {gathered:?}").into());
    }
    let cpu = process.cpu_time()?.saturating_sub(before);
    let peak = process.memory_kib("VmHWM");
    drop(listening);
    Ok(Load {
        row: NAME,
        client: server.name,
        calls_ms: gathered.calls.as_secs_f64() * 1e3,
        cpu_ms: cpu.as_secs_f64() * 1e3,
        peak_mib: kib(peak) / 1024.0,
        connection_kib: memory_of_connection(runner, server).await?,
        stream_kib: memory_of_stream(runner, server).await?,
    })
}

async fn memory_of_connection(runner: &Runner, server: &Server) -> Result<f64> {
    let listening = runner.start(server, TOOLS).await?;
    let process = Process::other(listening.number()?);
    let first = idle(&listening.address, FIRST_CLIENTS).await?;
    let before = process.memory_kib("VmRSS");
    let further = idle(&listening.address, FURTHER_CLIENTS).await?;
    let after = process.memory_kib("VmRSS");
    drop((first, further));
    Ok(each(before, after))
}

async fn memory_of_stream(runner: &Runner, server: &Server) -> Result<f64> {
    let listening = runner.start(server, TOOLS).await?;
    let process = Process::other(listening.number()?);
    let first = listen(&listening.address, FIRST_CLIENTS).await?;
    let before = process.memory_kib("VmRSS");
    let further = listen(&listening.address, FURTHER_CLIENTS).await?;
    let after = process.memory_kib("VmRSS");
    drop((first, further));
    Ok(each(before, after))
}

/// What each of the further clients takes.
fn each(before: u64, after: u64) -> f64 {
    kib(after.saturating_sub(before)) / kib(FURTHER_CLIENTS as u64)
}

#[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 KiB")]
fn kib(size: u64) -> f64 {
    size as f64
}
