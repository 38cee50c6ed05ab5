//! The test suites, quickest first.

use std::{path::PathBuf, process::Command, time::Duration};

use crate::{
    clients, conformance, counts, hosted, languages, process, real, setup, sign_in, stories,
    workspace::{Result, Workspace},
};

/// One suite: a command that ends, whose output says how many tests passed.
pub(crate) struct Suite {
    /// What it is called on the command line.
    pub(crate) name: &'static str,
    /// What it shows, for the help text.
    pub(crate) shows: &'static str,
    /// When it is ended and has failed.
    pub(crate) deadline: Duration,
    /// Whether it runs when no suite is named. The others are parts of one that does.
    pub(crate) by_default: bool,
    /// Whether it may be left out even in continuous integration, where its tool is missing.
    pub(crate) optional: bool,
    /// Installs what the suite needs; an error says why it cannot run.
    pub(crate) prepare: fn(&Workspace) -> Result<()>,
    /// The command.
    pub(crate) command: fn(&Workspace) -> Command,
}

/// The folder of the specification's schemas is given, or stands beside the checkout.
fn specification_is_there(workspace: &Workspace) -> Result<()> {
    let folder = std::env::var_os("HOSTLINE_SPEC_DIR")
        .map_or_else(|| workspace.root.join("../shared/spec"), PathBuf::from);
    if folder.join("2026-07-28/schema.json").is_file() {
        return Ok(());
    }
    Err("the specification's schemas are not there: set HOSTLINE_SPEC_DIR to a copy of the folder \
         `schema` of https://github.com/modelcontextprotocol/modelcontextprotocol"
        .into())
}

/// A keychain to test with, on the system where the tests bring their own.
fn keychain_is_there() -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    setup::need(&[("gnome-keyring-daemon", "gnome-keyring"), ("dbus-daemon", "dbus")])
}

/// How long it may take to find out whether a tool is there, and to add it.
const TOOL: Duration = Duration::from_mins(5);

const fn minutes(count: u64) -> Duration {
    Duration::from_mins(count)
}

/// Every suite. One profile, one target directory and one set of features, so that each compiles
/// only what none has compiled before it.
pub(crate) const ALL: &[Suite] = &[
    Suite {
        name: "format",
        shows: "rustfmt would change nothing",
        deadline: minutes(2),
        by_default: true,
        optional: false,
        prepare: |workspace| component(workspace, "fmt", "rustfmt"),
        command: |workspace| workspace.cargo(&["fmt", "--all", "--check"]),
    },
    Suite {
        name: "deny",
        shows: "licences, duplicates and sources of dependencies, if cargo-deny is installed",
        deadline: minutes(3),
        by_default: true,
        optional: true,
        prepare: deny_is_installed,
        command: |workspace| {
            workspace.cargo(&["deny", "--offline", "check", "bans", "licenses", "sources"])
        },
    },
    Suite {
        name: "generated",
        shows: "the typed APIs of all languages are what the contract says",
        deadline: minutes(20),
        by_default: true,
        optional: false,
        prepare: |_| Ok(()),
        command: |workspace| xtask(workspace, &["gen", "--verify"]),
    },
    Suite {
        name: "requirements",
        shows: "each rule of the specification has a test, or a reason why it does not apply",
        deadline: minutes(10),
        by_default: true,
        optional: false,
        prepare: |_| Ok(()),
        command: |workspace| xtask(workspace, &["requirements"]),
    },
    Suite {
        name: "features",
        shows: "the crate compiles without any feature, and without a warning",
        deadline: minutes(15),
        by_default: true,
        optional: false,
        prepare: |workspace| component(workspace, "clippy", "clippy"),
        command: |workspace| {
            let mut command = workspace.cargo(&["clippy", "--profile", "ci", "-p", "hostline"]);
            // Lints of style are about what is left out as little as about what stays.
            let compiler_only = ["-A", "clippy::all", "-A", "clippy::pedantic", "-D", "warnings"];
            command.args(["--no-default-features", "--"]).args(compiler_only);
            command
        },
    },
    Suite {
        name: "clippy",
        shows: "no warning in any target",
        deadline: minutes(25),
        by_default: true,
        optional: false,
        prepare: |workspace| component(workspace, "clippy", "clippy"),
        command: |workspace| {
            everything(workspace, "clippy", &["--all-targets", "--", "-D", "warnings"])
        },
    },
    Suite {
        name: "layers",
        shows: "no layer of the core uses what stands above it (part of rust)",
        deadline: minutes(35),
        by_default: false,
        optional: false,
        prepare: |_| Ok(()),
        command: |workspace| everything(workspace, "test", &["--test", "rust", "layers::"]),
    },
    Suite {
        name: "rust",
        shows: "unit tests, integration tests, scenarios, and the examples in documentation",
        deadline: minutes(40),
        by_default: true,
        optional: false,
        prepare: |_| keychain_is_there(),
        command: |workspace| {
            everything(workspace, "test", &["--no-fail-fast", "--", "--skip", "spec::"])
        },
    },
    Suite {
        name: "spec",
        shows: "the types say what the specification's schemas and examples say",
        deadline: minutes(35),
        by_default: true,
        optional: false,
        prepare: specification_is_there,
        command: |workspace| everything(workspace, "test", &["--test", "rust", "spec::"]),
    },
    Suite {
        name: "docs",
        shows: "the documentation builds without a warning",
        deadline: minutes(15),
        by_default: true,
        optional: false,
        prepare: |_| Ok(()),
        command: |workspace| {
            // Programs are left out: one has the name of the crate, and its pages would replace it.
            let mut command = everything(workspace, "doc", &["--lib", "--no-deps"]);
            command.env("RUSTDOCFLAGS", "-D warnings");
            command
        },
    },
    Suite {
        name: "facade",
        shows: "the scenarios and edges through the façade, which all bindings share",
        deadline: minutes(20),
        by_default: true,
        optional: false,
        prepare: |_| Ok(()),
        command: |workspace| xtask(workspace, &["suite", "facade"]),
    },
    Suite {
        name: "real",
        shows: "nine servers of other authors, compared with a raw script",
        deadline: minutes(15),
        by_default: true,
        optional: false,
        prepare: real::prepare,
        command: |workspace| xtask(workspace, &["real"]),
    },
    Suite {
        name: "conformance-client",
        shows: "the official conformance suite against the client",
        deadline: minutes(15),
        by_default: true,
        optional: false,
        prepare: conformance::prepare,
        command: |workspace| xtask(workspace, &["conformance", "client"]),
    },
    Suite {
        name: "conformance-server",
        shows: "the official conformance suite against the server",
        deadline: minutes(15),
        by_default: true,
        optional: false,
        prepare: conformance::prepare,
        command: |workspace| xtask(workspace, &["conformance", "server"]),
    },
    Suite {
        name: "conformance-gateway",
        shows: "the official conformance suite against the server behind a gateway",
        deadline: minutes(20),
        by_default: true,
        optional: false,
        prepare: conformance::prepare,
        command: |workspace| xtask(workspace, &["conformance", "gateway"]),
    },
    Suite {
        name: "sign-in",
        shows: "a person signs in: a real authorization server, browser and keychain",
        deadline: minutes(10),
        by_default: true,
        optional: false,
        prepare: sign_in::prepare,
        command: |workspace| xtask(workspace, &["sign-in"]),
    },
    Suite {
        name: "host",
        shows: "servers of other authors and a signed-in one in one configuration, some killed",
        deadline: minutes(10),
        by_default: true,
        optional: false,
        prepare: hosted::prepare,
        command: |workspace| xtask(workspace, &["hosted"]),
    },
    Suite {
        name: "stories",
        shows: "clients of the official Python SDK that check our servers",
        deadline: minutes(15),
        by_default: true,
        optional: false,
        prepare: stories::prepare,
        command: |workspace| xtask(workspace, &["stories"]),
    },
    Suite {
        name: "clients",
        shows: "six clients of other authors, walking through the demonstration server",
        deadline: minutes(20),
        by_default: true,
        optional: false,
        prepare: clients::prepare,
        command: |workspace| xtask(workspace, &["clients"]),
    },
    Suite {
        name: "clients-gateway",
        shows: "the same clients, walking through a gateway in front of it",
        deadline: minutes(20),
        by_default: true,
        optional: false,
        prepare: clients::prepare,
        command: |workspace| xtask(workspace, &["clients-gateway"]),
    },
    Suite {
        name: "python",
        shows: "the Python package: its own tests, and what every language must do",
        deadline: minutes(40),
        by_default: true,
        optional: false,
        prepare: languages::python::prepare,
        command: |workspace| xtask(workspace, &["suite", "python"]),
    },
    Suite {
        name: "node",
        shows: "the package for Node.js: its own tests, lints, the walk, scenarios and edges",
        deadline: minutes(20),
        by_default: true,
        optional: false,
        prepare: languages::node::prepare,
        command: |workspace| xtask(workspace, &["suite", "node"]),
    },
    Suite {
        name: "packages",
        shows: "the packages of Python and Node.js, installed where there is nothing else",
        deadline: minutes(40),
        by_default: true,
        optional: false,
        prepare: languages::packages::prepare,
        command: |workspace| xtask(workspace, &["suite", "packages"]),
    },
    Suite {
        name: "conformance-python",
        shows: "scenarios of the official conformance suite against a client in Python",
        deadline: minutes(15),
        by_default: true,
        optional: false,
        prepare: conformance::prepare_python,
        command: |workspace| {
            xtask(workspace, &["conformance", "client", "--lang", "python", "--named"])
        },
    },
    Suite {
        name: "conformance-node",
        shows: "the same against a client for Node.js",
        deadline: minutes(15),
        by_default: true,
        optional: false,
        prepare: conformance::prepare_node,
        command: |workspace| {
            xtask(workspace, &["conformance", "client", "--lang", "node", "--named"])
        },
    },
    Suite {
        name: "swift",
        shows: "the Swift package: its tests, the walk, scenarios and edges",
        deadline: minutes(40),
        by_default: true,
        optional: false,
        prepare: languages::swift::prepare,
        command: |workspace| xtask(workspace, &["suite", "swift"]),
    },
    Suite {
        name: "kotlin",
        shows: "the package for Kotlin: its own tests, lints, the walk, scenarios and edges",
        deadline: minutes(20),
        by_default: true,
        optional: false,
        prepare: languages::kotlin::prepare,
        command: |workspace| xtask(workspace, &["suite", "kotlin"]),
    },
    Suite {
        name: "ui",
        shows: "the page of the desktop app, and its story in a browser",
        deadline: minutes(10),
        by_default: true,
        optional: false,
        prepare: languages::desktop::prepare_ui,
        command: |workspace| xtask(workspace, &["suite", "ui"]),
    },
    Suite {
        name: "window",
        shows: "the same story in the desktop app's own window, with a real server",
        deadline: minutes(30),
        by_default: true,
        optional: false,
        prepare: languages::desktop::prepare_window,
        command: |workspace| xtask(workspace, &["suite", "window"]),
    },
    Suite {
        name: "languages",
        shows: "the table of scenarios and languages: no hole, no difference",
        deadline: minutes(5),
        by_default: true,
        optional: false,
        prepare: languages::judge::prepare_table,
        command: |workspace| xtask(workspace, &["suite", "languages"]),
    },
    Suite {
        name: "calls",
        shows: "hosts have sent as many calls of tools, in all suites, as their records allow",
        deadline: minutes(1),
        by_default: true,
        optional: false,
        prepare: counts::prepare,
        command: |workspace| xtask(workspace, &["counts"]),
    },
];

/// A command of cargo for all that can be built here, always with the same features, so that
/// nothing is compiled twice.
pub(crate) fn everything(workspace: &Workspace, subcommand: &str, arguments: &[&str]) -> Command {
    let mut command = workspace.cargo(&[subcommand, "--profile", "ci", "--workspace"]);
    command.args(workspace.left_out()).arg("--all-features").args(arguments);
    command
}

fn xtask(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = Command::new(&workspace.xtask);
    command.current_dir(&workspace.root).args(arguments);
    command
}

fn component(workspace: &Workspace, subcommand: &str, component: &str) -> Result<()> {
    let works = || process::output(&mut workspace.cargo(&[subcommand, "--version"]), TOOL).is_ok();
    if works() {
        return Ok(());
    }
    let mut add = Command::new("rustup");
    let added = process::output(add.args(["component", "add", component]), TOOL);
    if added.is_ok() && works() {
        return Ok(());
    }
    Err(format!("{component} is missing; install it with: rustup component add {component}").into())
}

fn deny_is_installed(workspace: &Workspace) -> Result<()> {
    process::output(&mut workspace.cargo(&["deny", "--version"]), TOOL).map(drop).map_err(|_| {
        "cargo-deny is not installed; install it with: cargo install cargo-deny".into()
    })
}
