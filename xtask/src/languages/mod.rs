//! The bindings and the app: for each, what it is built and tested with, how its part is run, and
//! what its users install.

pub(crate) mod desktop;
pub(crate) mod judge;
pub(crate) mod kotlin;
pub(crate) mod node;
pub(crate) mod packages;
pub(crate) mod python;
pub(crate) mod swift;
mod trixie;

use std::process::ExitCode;

use crate::workspace::{Result, Workspace};

/// Runs a suite, as a process of its own.
pub(crate) fn run(workspace: &Workspace, suite: &str) -> Result<ExitCode> {
    match suite {
        "facade" => judge::rust(workspace),
        "python" => python::run(workspace),
        "node" => node::run(workspace),
        "packages" => packages::run(workspace),
        "swift" => swift::run(workspace),
        "kotlin" => kotlin::run(workspace),
        "ui" => desktop::ui(workspace),
        "window" => desktop::window(workspace),
        "languages" => judge::table(workspace),
        _ => Err(format!("no such suite: {suite}").into()),
    }
}

/// Makes what the users of a language install, and tries it.
pub(crate) fn bundle(workspace: &Workspace, language: &str) -> Result<ExitCode> {
    match language {
        "python" | "node" => packages::bundle(workspace, language),
        "swift" => swift::bundle(workspace),
        "kotlin" => kotlin::bundle(workspace),
        _ => Err(format!("no such package: {language}").into()),
    }
}
