//! The suite `calls`: over all suites that ran before it, hosts have sent as many calls of tools as
//! their records allow.
//!
//! The programs that tests use are built so that they count both, each where it happens.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use crate::workspace::{Context, Result, Workspace};

/// The variable of the environment that tells programs where to count.
const FOLDER: &str = "HOSTLINE_TEST_COUNTS";

/// Forgets what was counted before.
pub(crate) fn forget(workspace: &Workspace) -> Result<()> {
    let folder = folder(workspace);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(format!("{}: {error}", folder.display()).into());
        }
        _ => {}
    }
    fs::create_dir_all(&folder).context(folder.display())
}

/// Has the programs that a suite runs count.
pub(crate) fn count(workspace: &Workspace, suite: &mut Command) {
    suite.env(FOLDER, folder(workspace));
}

/// Something was counted at all.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    if folder(workspace).join("sent").exists() {
        return Ok(());
    }
    Err("no suite has run before it, of those in which hosts call tools".into())
}

/// Compares the two.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let [sent, allowed] = ["sent", "allowed"].map(|what| bytes(&folder(workspace).join(what)));
    let (sent, allowed) = (sent?, allowed?);
    println!("hosts have sent {sent} calls of tools; their records allow {allowed}");
    let is_same = sent == allowed;
    let (passed, failed) = if is_same { (1, 0) } else { (0, 1) };
    println!("calls: {passed} passed, {failed} failed");
    Ok(if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.target.join("xtask/counts")
}

fn bytes(file: &Path) -> Result<u64> {
    match fs::metadata(file) {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(format!("{}: {error}", file.display()).into()),
    }
}
