//! `cargo xtask gen`: writes the typed APIs of all languages from the façade's contract.
//!
//! Each language has a file of its own here, which makes texts of the [`Contract`] and decides
//! nothing else. What is written is committed; `--verify` says whether it is still what would be
//! written.

mod contract;
mod kotlin;
mod native;
mod pages;
mod python;
mod swift;
mod table;
mod typescript;
mod words;

use std::{fs, path::PathBuf, process::ExitCode};

use contract::Contract;

use crate::{
    process,
    workspace::{Context as _, Result, Workspace},
};

/// A file that is written.
struct File {
    /// Where, from the root of the checkout.
    path: &'static str,
    text: String,
}

/// Writes the files, or compares them with what stands there.
pub(crate) fn run(workspace: &Workspace, verify: bool) -> Result<ExitCode> {
    let contract = read(workspace)?;
    let mut stale: Vec<&str> = Vec::new();
    let mut files = files(&contract);
    let (table, holes) = table::table(&contract, &files);
    print!("{table}");
    for hole in &holes {
        println!("{hole}");
    }
    files.extend(pages::files(&contract)?);
    files.extend(native::files(workspace)?);
    for file in files {
        let path = workspace.root.join(file.path);
        if fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
            continue;
        }
        stale.push(file.path);
        if !verify {
            let parent = path.parent().map_or_else(PathBuf::new, PathBuf::from);
            fs::create_dir_all(&parent).context(parent.display())?;
            fs::write(&path, &file.text).context(path.display())?;
        }
    }
    let word = if verify { "differs from what `cargo xtask gen` writes" } else { "written" };
    for path in &stale {
        println!("{path}: {word}");
    }
    let well = holes.is_empty() && (!verify || stale.is_empty());
    if verify {
        let count = usize::from(!well);
        println!("generated: {} passed, {count} failed", 1 - count);
    }
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn files(contract: &Contract) -> Vec<File> {
    [
        python::files(contract),
        typescript::files(contract),
        swift::files(contract),
        kotlin::files(contract),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The contract, as the core of this checkout prints it.
fn read(workspace: &Workspace) -> Result<Contract> {
    let mut build = workspace.cargo(&["build", "--quiet", "--profile", "ci", "--workspace"]);
    build.args(workspace.left_out()).args(["--all-features", "--lib"]);
    build.args(["--bin", "contract", "--bin", "uniffi-bindgen"]);
    let status = build.status().context("cargo did not start")?;
    if !status.success() {
        return Err("the contract could not be built".into());
    }
    let mut print = std::process::Command::new(workspace.program("contract"));
    let text = process::output(&mut print, std::time::Duration::from_mins(1))?;
    serde_json::from_str(&text).context("the contract has another shape than it is read in")
}
