//! Instructions of the client for one sequential stdio call, counted by valgrind's callgrind: a
//! figure that does not depend on the machine's load.

use std::{fs, path::Path};

use hostline_bench::Result;
use serde::Serialize;
use tokio::process::Command;

use crate::{
    plan::{CLIENTS, Client, ONE_SERVER, ROWS, Role, Row},
    report::thousands,
    runner::{Runner, finish},
};

/// What `--only` calls this part.
pub(crate) const NAME: &str = "instructions";

const MOST_INSTRUCTIONS: u64 = 55_000;
/// The count is taken at two numbers of calls; their difference leaves out start and end.
const FEW: u64 = 100;
const MANY: u64 = 400;

#[derive(Serialize)]
struct Count {
    row: &'static str,
    client: &'static str,
    instructions: u64,
}

/// Counts and prints, or says what is missing.
pub(crate) async fn print(runner: &mut Runner) -> Result<()> {
    println!("User instructions of the client for one sequential stdio call");
    println!("(limit for ours: {MOST_INSTRUCTIONS})\n");
    let mut version = Command::new("valgrind");
    version.arg("--version");
    if finish(version).await.is_err() {
        println!("not counted: valgrind is missing (Debian: apt-get install valgrind)\n");
        return Ok(());
    }
    println!("| client | instructions |\n| --- | ---: |");
    let row = ROWS.iter().find(|row| row.name == ONE_SERVER).ok_or("the plan has no such row")?;
    for client in CLIENTS.iter().filter(|client| client.stdio && client.quick) {
        match count(runner, row, client).await {
            Ok(instructions) => {
                let over = client.role == Role::Ours && instructions > MOST_INSTRUCTIONS;
                #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
                let shown = thousands(instructions as f64);
                println!("| {} | {shown}{} |", client.name, if over { " over" } else { "" });
                runner.results.keep(&Count { row: NAME, client: client.name, instructions });
            }
            Err(error) => println!("| {} | {error} |", client.name),
        }
    }
    println!();
    Ok(())
}

async fn count(runner: &Runner, row: &Row, client: &Client) -> Result<u64> {
    let few = total(runner, row, client, FEW).await?;
    let many = total(runner, row, client, MANY).await?;
    Ok(many.saturating_sub(few) / (MANY - FEW))
}

async fn total(runner: &Runner, row: &Row, client: &Client, operations: u64) -> Result<u64> {
    let (program, arguments) = runner.command(row, client);
    let file = runner.results.path().with_extension("callgrind");
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .args(arguments)
        .args(["--operations", &operations.to_string()]);
    finish(command).await?;
    let total = read_total(&file);
    fs::remove_file(&file)?;
    total
}

fn read_total(file: &Path) -> Result<u64> {
    let text = fs::read_to_string(file)?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("totals:").or_else(|| line.strip_prefix("summary:")))
        .ok_or("callgrind wrote no total")?;
    Ok(total.trim().parse()?)
}
