//! The judge, which plays scenarios and edges through a language's agent, and the table of all.

use std::{
    fs,
    path::PathBuf,
    process::{Command, ExitCode},
};

use crate::workspace::{Context as _, Result, Workspace};

/// The languages of the table, in its order.
pub(crate) const LANGUAGES: [&str; 5] = ["rust", "python", "node", "swift", "kotlin"];

/// The command that plays everything through an agent and keeps the results for the table. The
/// agent's command line is split by the rules of shells, and not run by one.
pub(crate) fn command(workspace: &Workspace, language: &str, agent: &str) -> Result<Command> {
    let results = results(workspace, language);
    let folder = results.parent().map(PathBuf::from).unwrap_or_default();
    fs::create_dir_all(&folder).context(folder.display())?;
    let mut command = Command::new(workspace.program("judge"));
    command.arg("--agent").arg(format!("{language}={agent}")).arg("--json").arg(results);
    Ok(command)
}

/// Forgets the results of earlier runs, so that the table shows only what was played now.
pub(crate) fn forget(workspace: &Workspace) {
    for language in LANGUAGES {
        // What is not there is forgotten already.
        let _ = fs::remove_file(results(workspace, language));
    }
}

/// Plays everything through the agent of Rust, which uses the façade as the bindings do.
pub(crate) fn rust(workspace: &Workspace) -> Result<ExitCode> {
    workspace.build()?;
    let agent = workspace.program("agent");
    let agent = shell_words::quote(&agent.to_string_lossy()).into_owned();
    run(&mut command(workspace, "rust", &agent)?)
}

/// One language alone differs from nobody, so that its table would show nothing.
pub(crate) fn prepare_table(workspace: &Workspace) -> Result<()> {
    let played = LANGUAGES.iter().filter(|language| results(workspace, language).is_file());
    match played.count() {
        0 => Err("no language was played".into()),
        1 => Err("only one language was played, and there is nothing to compare it with".into()),
        _ => Ok(()),
    }
}

/// Lays the results of all languages side by side. A language that was not played is named, and in
/// continuous integration is a failure.
pub(crate) fn table(workspace: &Workspace) -> Result<ExitCode> {
    let mut command = Command::new(workspace.program("judge"));
    let (played, missing): (Vec<&str>, Vec<&str>) =
        LANGUAGES.iter().partition(|language| results(workspace, language).is_file());
    command.arg("--combine").args(played.iter().map(|language| results(workspace, language)));
    let code = run(&mut command)?;
    if missing.is_empty() {
        return Ok(code);
    }
    println!("not played: {}", missing.join(", "));
    if workspace.ci {
        println!("table: 0 passed, {} failed", missing.len());
        return Ok(ExitCode::FAILURE);
    }
    Ok(code)
}

fn results(workspace: &Workspace, language: &str) -> PathBuf {
    workspace.target.join("xtask/judge").join(format!("{language}.json"))
}

fn run(command: &mut Command) -> Result<ExitCode> {
    let status = command.status().context("the judge did not start")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
