//! `cargo xtask demo`: shows what Hostline does at both ends, without a network.

use std::process::{Command, ExitCode};

use crate::workspace::{Context, Result, Workspace};

pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    println!("building (the first time takes a few minutes)");
    workspace.build_programs(&["demo", "scripted-peer", "hostline"])?;
    let demo = workspace.program("demo");
    if !demo.is_file() {
        return Err("there is no demo yet: tests/src/bin/demo.rs is missing".into());
    }
    // It shares this terminal and this process group, so that Ctrl-C reaches it.
    let status = Command::new(demo).current_dir(&workspace.root).status().context("demo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
