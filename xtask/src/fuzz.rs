//! `cargo xtask fuzz`: feeds random input to one of the fuzz targets.

use std::process::ExitCode;

use crate::workspace::{Context, Result, Workspace};

pub(crate) fn run(workspace: &Workspace, target: &str, seconds: &str) -> Result<ExitCode> {
    let seconds: u32 = seconds.parse().context(format!("{seconds} is no number of seconds"))?;
    let folder = workspace.root.join("core/fuzz");
    if !folder.join("Cargo.toml").is_file() {
        return Err("there are no fuzz targets yet: core/fuzz is missing".into());
    }
    let limit = format!("-max_total_time={seconds}");
    let status = workspace
        .cargo(&["fuzz", "run", target, "--", &limit])
        .current_dir(folder.parent().unwrap_or(&workspace.root))
        .status()
        .context("cargo did not start")?;
    if status.success() {
        return Ok(ExitCode::SUCCESS);
    }
    println!("if cargo knows no command `fuzz`: cargo install cargo-fuzz, and a nightly toolchain");
    Ok(ExitCode::FAILURE)
}
