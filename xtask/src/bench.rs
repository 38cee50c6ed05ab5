//! `cargo xtask bench`: measures clients, servers, the gateway or icons beside their peers.

use std::process::ExitCode;

use serde_json::json;

use crate::{
    servers,
    workspace::{Context, Result, Workspace},
};

/// Runs the benchmarks with these words: `server` for those of servers, `gateway` for what the
/// gateway adds, `icons` for those of drawing icons, and flags.
pub(crate) fn run(workspace: &Workspace, words: &[&str]) -> Result<ExitCode> {
    let flags = match words {
        ["server" | "gateway" | "icons", flags @ ..] => flags,
        _ => words,
    };
    if let Some(unknown) = flags.iter().find(|flag| **flag != "--quick") {
        let known = "`server`, `gateway`, `icons` and --quick";
        return Err(format!("bench knows {known}, not {unknown}").into());
    }
    if !workspace.root.join("tests/bench/Cargo.toml").is_file() {
        return Err("there are no benchmarks yet: tests/bench is missing".into());
    }
    let mut arguments = vec!["run", "--release", "--quiet", "--package", "hostline-bench", "--"];
    arguments.extend(words);
    let mut command = workspace.cargo(&arguments);
    if words.first() == Some(&"gateway") {
        let everything = servers::reference(workspace)?;
        command.args(["--everything", &json!(everything).to_string()]);
    }
    let status = command.status().context("cargo did not start")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
