//! The packages of Python and Node.js as their users have them: made, installed in a [`Room`] that
//! has nothing else, and tried there.

mod node;
mod python;
mod room;

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

use crate::{
    process::{self, Group},
    servers,
    setup::Node,
    suites,
    tally::Tally,
    workspace::{Context as _, Result, Workspace},
};
use room::Room;

/// The address of a server that wants a sign-in, as pages have it.
const SIGN_IN: &str = "https://mcp.example.com/mcp";
/// How long one step may take, but for the tests of the command.
const STEP: Duration = Duration::from_mins(5);
/// How long the tests of the command may take.
const COMMAND: Duration = Duration::from_mins(10);

/// How the native halves are built.
#[derive(Clone, Copy)]
enum Profile {
    /// As all that is only tested.
    Ci,
    /// As users have them.
    Release,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Self::Ci => "ci",
            Self::Release => "release",
        }
    }
}

/// Installs what the suite needs.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    super::python::prepare(workspace)?;
    super::node::prepare(workspace)?;
    Node::install(workspace, python::STRICT)?;
    servers::prepare(workspace)
}

/// Makes both packages, and tries them.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let mut tally = Tally::default();
    let folder = workspace.target.join("xtask/packages");
    python::make_and_try(workspace, Profile::Ci, &folder.join("python"), &mut tally)?;
    node::make_and_try(workspace, Profile::Ci, &folder.join("node"), &mut tally)?;
    Ok(tally.finish("packages"))
}

/// Makes the package of one language for a release, and tries it.
pub(super) fn bundle(workspace: &Workspace, language: &str) -> Result<ExitCode> {
    let mut tally = Tally::default();
    let folder = workspace.target.join("bundle").join(language);
    let make_and_try = match language {
        "python" => python::make_and_try,
        _ => node::make_and_try,
    };
    make_and_try(workspace, Profile::Release, &folder, &mut tally)?;
    Ok(tally.finish(language))
}

/// The tests of the program `hostline`, with the command of a package in its place.
fn test_command(workspace: &Workspace, room: &Room, command: &Path) -> Result<()> {
    let filters = ["--test", "rust", "--", "cli::", "gateway::processes"];
    let mut tests = suites::everything(workspace, "test", &filters);
    tests.env("HOSTLINE_COMMAND", command).env("PATH", room.before_path()?);
    // They are one test here, whose own count is not added to ours.
    let said = process::said(&mut tests, COMMAND)?;
    if said.code == Some(0) {
        return Ok(());
    }
    Err(format!("the tests ended with {:?}:\n{}\n{}", said.code, said.stdout, said.stderr).into())
}

/// A server that wants a sign-in. It ends when this is dropped.
struct Protected {
    _server: Group,
    address: String,
}

impl Protected {
    fn start(workspace: &Workspace) -> Result<Self> {
        let mut command = Command::new(workspace.program("protected-server"));
        let mut server = Group::start(command.stdout(Stdio::piped()))?;
        let output = server.output().ok_or("the protected server has no output")?;
        let mut address = String::new();
        BufReader::new(output).read_line(&mut address).context("the protected server")?;
        Ok(Self { _server: server, address: address.trim_end().to_owned() })
    }
}

/// The command says which version it is.
fn says_version(command: &mut Command) -> Result<()> {
    let said = process::output(command.arg("--version"), STEP)?;
    let expected = format!("hostline {}", env!("CARGO_PKG_VERSION"));
    if said.trim_end() == expected { Ok(()) } else { Err(format!("it said: {said}").into()) }
}

/// How large the native half is, for a person to see.
fn print_size(library: &Path) -> Result<()> {
    let bytes = std::fs::metadata(library).context(library.display())?.len();
    println!("{}: {}.{} MB", library.display(), bytes / 1_000_000, bytes / 100_000 % 10);
    Ok(())
}

/// The programs of a page, by the headings of their sections: the snippets of each in a language, and
/// in place of the page's own server that wants a sign-in, another one.
fn programs(page: &str, language: &str, address: &str) -> Vec<(String, String)> {
    let sections = page.split("\n## ").map(|section| {
        let name = section.lines().next().unwrap_or_default().to_owned();
        (name, snippets(section, language).concat().replace(SIGN_IN, address))
    });
    sections.filter(|(_, program)| !program.is_empty()).collect()
}

/// The snippets of a page that are written in a language.
fn snippets(page: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let rest = page.split(&opening).skip(1);
    rest.filter_map(|text| text.split_once("```").map(|(snippet, _)| snippet.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::snippets;

    #[test]
    fn snippets_of_other_languages_are_left_out() {
        let page = "a\n```ts\none;\n```\nb\n```console\nno\n```\n```ts\ntwo;\n```\n";
        assert_eq!(snippets(page, "ts"), ["one;\n", "two;\n"]);
    }
}
