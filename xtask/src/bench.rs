//! `cargo xtask bench`: measures clients, servers or icons beside their peers.

use std::process::ExitCode;

use crate::workspace::{Context, Result, Workspace};

/// Runs the benchmarks with these words: `server` for those of servers, `icons` for those of
/// drawing icons, and flags.
pub(crate) fn run(workspace: &Workspace, words: &[&str]) -> Result<ExitCode> {
    let flags = match words {
        ["server" | "icons", flags @ ..] => flags,
        _ => words,
    };
    if let Some(unknown) = flags.iter().find(|flag| **flag != "--quick") {
        return Err(format!("bench knows `server`, `icons` and --quick, not {unknown}").into());
    }
    if !workspace.root.join("tests/bench/Cargo.toml").is_file() {
        return Err("there are no benchmarks yet: tests/bench is missing".into());
    }
    let mut arguments = vec!["run", "--release", "--quiet", "--package", "hostline-bench", "--"];
    arguments.extend(words);
    let status = workspace.cargo(&arguments).status().context("cargo did not start")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
