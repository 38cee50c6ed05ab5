//! `cargo xtask fuzz`: feeds random input to one of the fuzz targets.

use std::{path::Path, process::ExitCode};

use crate::workspace::{Context, Result, Workspace};

/// The longest time that one input may take, in seconds, and the most memory, in megabytes: far
/// above what the code promises, for the sanitizer makes all of it slower and larger.
const LIMITS: [&str; 2] = ["-timeout=25", "-rss_limit_mb=2048"];

pub(crate) fn run(workspace: &Workspace, target: &str, seconds: &str) -> Result<ExitCode> {
    let seconds: u32 = seconds.parse().context(format!("{seconds} is no number of seconds"))?;
    let folder = workspace.root.join("core/fuzz");
    if !folder.join(format!("fuzz_targets/{target}.rs")).is_file() {
        return Err(format!("there is no fuzz target {target} in core/fuzz/fuzz_targets").into());
    }
    if !is_installed(workspace) && !install(workspace)? {
        return Ok(ExitCode::FAILURE);
    }
    let time = format!("-max_total_time={seconds}");
    let [found, seeds] = ["corpus", "seeds"].map(|name| folder.join(name).join(target));
    std::fs::create_dir_all(&found).context("there is no place for what is found")?;
    let status = workspace
        .cargo(&["fuzz", "run", target])
        .args([found.as_path(), seeds.as_path()].into_iter().filter(|folder| Path::is_dir(folder)))
        .args(["--", time.as_str()])
        .args(LIMITS)
        // Sanitizers are switched on by flags that a stable compiler hides.
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(workspace.root.join("core"))
        .status()
        .context("cargo did not start")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn is_installed(workspace: &Workspace) -> bool {
    workspace.cargo(&["fuzz", "--version"]).output().is_ok_and(|output| output.status.success())
}

fn install(workspace: &Workspace) -> Result<bool> {
    println!("installing cargo-fuzz, which is missing");
    let status = workspace
        .cargo(&["install", "cargo-fuzz", "--locked"])
        .status()
        .context("cargo did not start")?;
    Ok(status.success())
}
