//! `cargo xtask check`: the suites that are quick enough to run before each commit.

use std::process::ExitCode;

use crate::{
    test,
    workspace::{Result, Workspace},
};

pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    test::run(workspace, &["format", "clippy", "layers", "docs", "features", "generated", "deny"])
}
