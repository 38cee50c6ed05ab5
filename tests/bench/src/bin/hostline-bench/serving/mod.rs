//! Measures servers: all of them offer the same, and are driven by the same client, which is
//! written without a library.

mod crowd;
mod plan;
mod report;
mod runner;

use std::path::PathBuf;

use hostline_bench::Result;

use crate::{Arguments, plan::Row};
use plan::ROWS;
use runner::Runner;

/// Measures and prints.
pub(crate) async fn measure(arguments: &Arguments, programs: PathBuf) -> Result<()> {
    let rows: Vec<&Row> = ROWS.iter().filter(|row| arguments.wants(row.name)).collect();
    let mut runner = Runner::new(programs, arguments.quick)?;
    let rounds = arguments.rounds();
    for round in 0..rounds {
        for row in &rows {
            runner.run_row(row, round).await;
        }
        eprintln!("round {} of {rounds} done", round + 1);
    }
    if !rows.is_empty() {
        report::print(&rows, runner.results.records());
        if !arguments.quick {
            report::print_other_set_ups(&rows, runner.results.records());
        }
    }
    if arguments.wants(crowd::NAME) {
        crowd::print(&mut runner).await?;
    }
    println!("every run: {}", runner.results.path().display());
    Ok(())
}
