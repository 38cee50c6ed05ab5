//! `cargo xtask bench`: measures clients, servers, the gateway or icons beside their peers.

use std::{collections::BTreeMap, fs, path::PathBuf, process::ExitCode};

use serde_json::json;

use crate::{
    languages::{node, python},
    servers,
    setup::{self, Node},
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
    if words.iter().all(|word| word.starts_with('-')) {
        let languages = Languages::build(workspace)?;
        command.args(["--languages", &json!(languages.commands).to_string()]);
        command.env("PYTHONPATH", languages.python_path);
    }
    if words.first() == Some(&"gateway") {
        let everything = servers::reference(workspace)?;
        command.args(["--everything", &json!(everything).to_string()]);
    }
    let status = command.status().context("cargo did not start")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The clients in other languages, beside the official ones.
struct Languages {
    /// By language, the words that start its client.
    commands: BTreeMap<&'static str, [PathBuf; 2]>,
    /// Where Python finds our package.
    python_path: PathBuf,
}

impl Languages {
    /// Builds our packages as users have them, and puts each where its client finds it.
    fn build(workspace: &Workspace) -> Result<Self> {
        let packages = ["--package", "hostline-python", "--package", "hostline-node"];
        let mut build = workspace.cargo(&["build", "--release", "--lib"]);
        let status = build.args(packages).status().context("cargo did not start")?;
        if !status.success() {
            return Err("the packages could not be built".into());
        }
        let library = |name: &str| {
            let file = workspace.library(name);
            workspace.target.join("release").join(file.file_name().unwrap_or_default())
        };
        let stage = workspace.target.join("xtask/bench");
        let scripts = workspace.root.join("tests/bench/bindings");

        let python_path = stage.join("python");
        python::put_together(workspace, &library("_native"), &python_path)?;
        let python = setup::python(workspace, "tests/real/requirements.txt")?;

        let folder = stage.join("node");
        node::put_together(workspace, &library("hostline_node"), &folder)?;
        let clients = Node::install(workspace, "tests/clients")?;
        clients.link_package("@modelcontextprotocol", &folder)?;
        let client = folder.join("measured.mjs");
        fs::copy(scripts.join("node/measured.mjs"), &client).context(client.display())?;

        let commands = BTreeMap::from([
            ("python", [python, scripts.join("python/measured.py")]),
            ("node", [clients.program, client]),
        ]);
        Ok(Self { commands, python_path })
    }
}
