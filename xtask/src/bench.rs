//! `cargo xtask bench`: measures the client beside its peers.

use std::process::ExitCode;

use crate::workspace::{Context, Result, Workspace};

pub(crate) fn run(workspace: &Workspace, flags: &[&str]) -> Result<ExitCode> {
    if let Some(unknown) = flags.iter().find(|flag| **flag != "--quick") {
        return Err(format!("bench knows --quick, not {unknown}").into());
    }
    if !workspace.root.join("tests/bench/Cargo.toml").is_file() {
        return Err("there are no benchmarks yet: tests/bench is missing".into());
    }
    let mut arguments = vec!["run", "--release", "--quiet", "--package", "hostline-bench", "--"];
    arguments.extend(flags);
    let status = workspace.cargo(&arguments).status().context("cargo did not start")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
