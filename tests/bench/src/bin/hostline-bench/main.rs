//! Runs every client, or every server, through every workload, in turns, and prints what a call
//! costs.
//!
//! A missed limit is marked and fails nothing: time on a shared machine is noisy, and whoever
//! reads the table decides. What fails is a client or a server that cannot be run.

#[cfg(unix)]
mod gateway;
mod icons;
mod instructions;
mod languages;
mod memory;
mod plan;
mod report;
mod results;
mod runner;
mod serving;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use hostline_bench::{
    Result,
    machine::{Ticks, kernel, pin_to_one_core, processor},
};
use plan::{ROWS, Row};
use runner::Runner;

const ROUNDS: usize = 15;
const QUICK_ROUNDS: usize = 9;

/// Measures what a call costs: Hostline beside a client without any library, and beside rmcp.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    part: Option<Part>,
    /// Fewer rounds and only the best set-up of each library: under eight minutes.
    #[arg(long, global = true)]
    quick: bool,
    /// Only the rows whose name contains this, for example `stdio` or `http-large`.
    #[arg(long, value_name = "TEXT", global = true)]
    only: Option<String>,
    /// How many times each program runs each workload.
    #[arg(long, value_name = "N", global = true)]
    rounds: Option<usize>,
    /// The command of server-everything, as a list in JSON, for the gateway to stand in front of.
    #[arg(long, value_name = "JSON", global = true)]
    everything: Option<String>,
    /// The clients in other languages, as an object in JSON: by language, the words that start it.
    #[arg(long, value_name = "JSON", global = true)]
    languages: Option<String>,
}

/// What is measured; without a name, clients.
#[derive(Clone, Copy, Debug, Subcommand)]
enum Part {
    /// What a call costs the server, beside rmcp's, and what a crowd of clients does to it.
    Server,
    /// What `hostline serve` adds to a call.
    #[cfg(unix)]
    Gateway,
    /// What drawing an icon costs, beside doing it without a look at what the file will cost.
    Icons,
}

impl Arguments {
    fn rounds(&self) -> usize {
        self.rounds.unwrap_or(if self.quick { QUICK_ROUNDS } else { ROUNDS }).max(1)
    }

    /// Whether the part of the table of this name is wanted.
    fn wants(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|text| name.contains(text))
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let programs = build()?;
    let core = pin_to_one_core()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let before = Ticks::without_core(core);
    println!("{}, Linux {}, {}", processor(), kernel(), report::versions());
    println!("client and server on core {core}, {} rounds", arguments.rounds());
    runtime.block_on(async {
        match arguments.part {
            None => measure(&arguments, programs).await,
            Some(Part::Server) => serving::measure(&arguments, programs).await,
            #[cfg(unix)]
            Some(Part::Gateway) => gateway::measure(&arguments, programs).await,
            Some(Part::Icons) => icons::measure(&arguments, &programs),
        }
    })?;
    let busy = Ticks::without_core(core).busy_percent_since(before);
    println!("the other cores were {busy} % busy");
    Ok(())
}

/// Measures the clients.
async fn measure(arguments: &Arguments, programs: PathBuf) -> Result<()> {
    let rows: Vec<&Row> = ROWS
        .iter()
        .filter(|row| arguments.wants(row.name) && (row.quick || !arguments.quick))
        .collect();
    println!("protocol version 2026-07-28\n");
    let mut runner = Runner::start(programs, arguments.quick).await?;
    let rounds = arguments.rounds();
    for round in 0..rounds {
        for row in &rows {
            runner.run_row(row, round).await;
        }
        if !rows.is_empty() {
            eprintln!("round {} of {rounds} done", round + 1);
        }
    }

    if !rows.is_empty() {
        let records = runner.results.records();
        report::print_cpu(&rows, records);
        if !arguments.quick {
            report::print_other_set_ups(&rows, records);
        }
        memory::print(&rows, records);
    }
    if let Some(commands) = &arguments.languages
        && languages::are_wanted(|name| arguments.wants(name))
    {
        let commands = serde_json::from_str(commands)?;
        languages::measure(&mut runner, &commands, rounds, |name| arguments.wants(name)).await;
    }
    if arguments.wants(instructions::NAME) {
        instructions::print(&mut runner).await?;
    }
    println!("every run: {}", runner.results.path().display());
    Ok(())
}

/// Builds the programs beside this one where cargo runs it, and says where they are.
fn build() -> Result<PathBuf> {
    if let Some(cargo) = std::env::var_os("CARGO") {
        let packages = ["--package", "hostline-bench", "--package", "hostline-cli"];
        let mut build = std::process::Command::new(cargo);
        build.args(["build", "--quiet", "--release", "--bins"]).args(packages);
        let status = build.status()?;
        if !status.success() {
            return Err("the measured programs could not be built".into());
        }
    }
    let own = std::env::current_exe()?;
    Ok(own.parent().map(Path::to_path_buf).ok_or("this program is in no folder")?)
}
