//! Runs every client through every workload, in turns, and prints what a call costs.
//!
//! A missed limit is marked and fails nothing: time on a shared machine is noisy, and whoever
//! reads the table decides. What fails is a client or a server that cannot be run.

mod instructions;
mod memory;
mod plan;
mod report;
mod runner;

use std::path::{Path, PathBuf};

use clap::Parser;
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
    /// Fewer rounds and only the best set-up of each library: under four minutes.
    #[arg(long)]
    quick: bool,
    /// Only the rows whose name contains this, for example `stdio` or `http-large`.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// How many times each client runs each workload.
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let programs = build()?;
    let core = pin_to_one_core()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(&arguments, programs, core))
}

async fn measure(arguments: &Arguments, programs: PathBuf, core: usize) -> Result<()> {
    let quick = if arguments.quick { QUICK_ROUNDS } else { ROUNDS };
    let rounds = arguments.rounds.unwrap_or(quick).max(1);
    let wanted = |name: &str| arguments.only.as_deref().is_none_or(|text| name.contains(text));
    let rows: Vec<&Row> =
        ROWS.iter().filter(|row| wanted(row.name) && (row.quick || !arguments.quick)).collect();

    println!("{}, Linux {}, {}", processor(), kernel(), report::versions());
    println!("client and server on core {core}, {rounds} rounds, protocol version 2026-07-28");
    let before = Ticks::without_core(core);
    let mut runner = Runner::start(programs, arguments.quick).await?;
    for round in 0..rounds {
        for row in &rows {
            runner.run_row(row, round).await;
        }
        eprintln!("round {} of {rounds} done", round + 1);
    }
    let busy = Ticks::without_core(core).busy_percent_since(before);
    println!("the other cores were {busy} % busy\n");

    if !rows.is_empty() {
        report::print_cpu(&rows, runner.records());
        if !arguments.quick {
            report::print_other_set_ups(&rows, runner.records());
        }
        memory::print(&rows, runner.records());
    }
    if wanted(instructions::NAME) {
        instructions::print(&mut runner).await?;
    }
    println!("every run: {}", runner.results().display());
    Ok(())
}

/// Builds the programs beside this one where cargo runs it, and says where they are.
fn build() -> Result<PathBuf> {
    if let Some(cargo) = std::env::var_os("CARGO") {
        let arguments = ["build", "--quiet", "--release", "--package", "hostline-bench", "--bins"];
        let status = std::process::Command::new(cargo).args(arguments).status()?;
        if !status.success() {
            return Err("the measured programs could not be built".into());
        }
    }
    let own = std::env::current_exe()?;
    Ok(own.parent().map(Path::to_path_buf).ok_or("this program is in no folder")?)
}
