//! What accounts for a rule, and whether it exists.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::ledger::Ledger;
use crate::{
    judge::{Demands, read_demands},
    workspace::{Context, Result},
};

/// A test, by what a row calls it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "String")]
pub(super) enum Evidence {
    /// `rust core engine::tests::NAME`: a Rust test, as cargo names it.
    Rust { package: Package, path: String },
    /// `scenario batch/of-requests`: a file under `tests/scenarios`.
    Scenario(String),
    /// `conformance client tools_call`: a scenario of the official suite that counts.
    Conformance { role: Role, scenario: String },
}

/// Whose Rust tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Package {
    /// The unit tests of the core.
    Core,
    /// The unit tests of the command line.
    Cli,
    /// The unit tests of the desktop app.
    Desktop,
    /// The integration tests.
    Tests,
}

/// Which side the official suite plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Our client.
    Client,
    /// Our server.
    Server,
}

impl Evidence {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let rust = |package, path: &str| Self::Rust { package, path: path.to_owned() };
        let suite = |role, name: &str| Self::Conformance { role, scenario: name.to_owned() };
        Ok(match *words {
            ["rust", "core", path] => rust(Package::Core, path),
            ["rust", "cli", path] => rust(Package::Cli, path),
            ["rust", "desktop", path] => rust(Package::Desktop, path),
            ["rust", "tests", path] => rust(Package::Tests, path),
            ["scenario", name] => Self::Scenario(name.to_owned()),
            ["conformance", "client", name] => suite(Role::Client, name),
            ["conformance", "server", name] => suite(Role::Server, name),
            _ => return Err(format!("{text:?} names no kind of test").into()),
        })
    }

    /// Whether it runs by cargo alone.
    pub(super) fn is_run_by_cargo(&self) -> bool {
        match self {
            Self::Rust { .. } | Self::Scenario(_) => true,
            Self::Conformance { .. } => false,
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, name) = match self {
            Self::Rust { package: Package::Core, path } => ("rust core", path),
            Self::Rust { package: Package::Cli, path } => ("rust cli", path),
            Self::Rust { package: Package::Desktop, path } => ("rust desktop", path),
            Self::Rust { package: Package::Tests, path } => ("rust tests", path),
            Self::Scenario(name) => ("scenario", name),
            Self::Conformance { role: Role::Client, scenario } => ("conformance client", scenario),
            Self::Conformance { role: Role::Server, scenario } => ("conformance server", scenario),
        };
        write!(f, "{kind} {name}")
    }
}

impl TryFrom<String> for Evidence {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        Self::parse(&text).map_err(|error| error.to_string())
    }
}

/// The tests of a ledger that do not exist.
pub(super) fn complaints(root: &Path, ledger: &Ledger) -> Result<Vec<String>> {
    let checkout = Checkout::read(root)?;
    let mut complaints = Vec::new();
    for rule in &ledger.rules {
        let unknown = rule.tests.iter().filter(|test| !checkout.has(test));
        complaints.extend(unknown.map(|test| format!("{}: there is no {test}", rule.id)));
    }
    Ok(complaints)
}

/// Where tests are looked for.
struct Checkout<'a> {
    root: &'a Path,
    client: Demands,
    server: Demands,
}

impl<'a> Checkout<'a> {
    fn read(root: &'a Path) -> Result<Self> {
        let demands = |name: &str| {
            let file = root.join("tests/conformance").join(name);
            if !file.is_file() {
                return Ok(Demands::new());
            }
            read_demands(&fs::read_to_string(&file).context(file.display())?)
        };
        let (client, server) = (demands("minimum.toml")?, demands("minimum-server.toml")?);
        Ok(Self { root, client, server })
    }

    fn has(&self, evidence: &Evidence) -> bool {
        match evidence {
            Evidence::Rust { package, path } => {
                let crate_root = match package {
                    Package::Core => "core/src/lib.rs",
                    Package::Cli => "core/cli/src/lib.rs",
                    Package::Desktop => "desktop-app/src-tauri/src/main.rs",
                    Package::Tests => "tests/rust/main.rs",
                };
                has_test(&self.root.join(crate_root), path)
            }
            Evidence::Scenario(name) => {
                self.root.join("tests/scenarios").join(format!("{name}.json")).is_file()
            }
            Evidence::Conformance { role: Role::Client, scenario } => {
                self.client.contains_key(scenario)
            }
            Evidence::Conformance { role: Role::Server, scenario } => {
                self.server.contains_key(scenario)
            }
        }
    }
}

/// Whether a crate has a test of this path.
pub(crate) fn has_test(crate_root: &Path, path: &str) -> bool {
    let mut modules: Vec<&str> = path.split("::").collect();
    let Some(name) = modules.pop() else { return false };
    let source = source_of(crate_root, &modules).and_then(|file| fs::read_to_string(file).ok());
    source.is_some_and(|source| tests(&source, name))
}

/// The file that holds a module, found as the compiler finds it: from the root of the crate along
/// the declarations, so that a name is one that cargo knows.
fn source_of(crate_root: &Path, modules: &[&str]) -> Option<PathBuf> {
    let mut file = crate_root.to_owned();
    let mut children = file.parent()?.to_owned();
    for module in modules {
        let source = fs::read_to_string(&file).ok()?;
        match declaration(&source, module)? {
            Declaration::Inline => children.push(module),
            Declaration::At(path) => {
                // What such a file declares stands beside it, as with a `mod.rs`.
                file = file.parent()?.join(path);
                file.parent()?.clone_into(&mut children);
            }
            Declaration::Beside => {
                let beside = children.join(module).with_extension("rs");
                let inside = children.join(module).join("mod.rs");
                file = if beside.is_file() { beside } else { inside };
                children.push(module);
            }
        }
    }
    Some(file)
}

/// Where a declaration says that its module stands.
#[derive(Debug, PartialEq)]
pub(super) enum Declaration {
    /// Within the same file.
    Inline,
    /// In a file that is named.
    At(String),
    /// In the file with the module's name.
    Beside,
}

/// How a source declares a module of this name, if it does.
pub(super) fn declaration(source: &str, module: &str) -> Option<Declaration> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    lines.iter().enumerate().find_map(|(index, line)| {
        let (before, rest) = line.split_once("mod ")?;
        if !(before.is_empty() || before.starts_with("pub")) {
            return None;
        }
        match rest.strip_prefix(module)? {
            ";" => {
                let path = attributes(&lines, index).find_map(|line| {
                    Some(line.strip_prefix("#[path = \"")?.strip_suffix("\"]")?.to_owned())
                });
                Some(path.map_or(Declaration::Beside, Declaration::At))
            }
            " {" => Some(Declaration::Inline),
            _ => None,
        }
    })
}

/// The attributes and documentation right before a line.
fn attributes<'a>(lines: &'a [&str], index: usize) -> impl Iterator<Item = &'a str> {
    let before = lines[..index].iter().rev().copied();
    before.take_while(|line| line.starts_with("#[") || line.starts_with("///"))
}

/// Whether a source has a function of this name that is a test.
pub(super) fn tests(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let declares = |line: &str| {
        let rest = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
        rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with('('))
    };
    let marked = |index: usize| {
        attributes(&lines, index).any(|line| line == "#[test]" || line.starts_with("#[tokio::test"))
    };
    lines.iter().enumerate().any(|(index, line)| declares(line) && marked(index))
}
