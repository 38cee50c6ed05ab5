//! Node.js: the package as its users have it, its tests and lints, the walk, and the agent.
//!
//! All is put together in a folder of the target directory, so that the checkout stays as it is:
//! the package and its platform's part in `node_modules`, and beside it the programs that use it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use crate::{
    conformance::Judged,
    languages::judge,
    process::{self, Group},
    setup::{self, Node},
    workspace::{Context as _, Result, Workspace},
};

/// Where the sources of the package are.
const SOURCE: &str = "bindings-node";
/// The sources of the programs that use it, and what they are called in the stage.
const PROGRAMS: [(&str, &str); 4] = [
    ("bindings-node/test", "test"),
    ("bindings-node/examples", "examples"),
    ("tests/agents/node", "agent"),
    ("tests/conformance/node", "conformance"),
];
/// Where the other runtimes are pinned.
const RUNTIMES: &str = "bindings-node/runtimes";
/// How long one tool, or all tests of the package in one version of Node.js, may take.
const TOOL: Duration = Duration::from_mins(5);

/// Installs what the suite needs.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    Tools::install(workspace)?;
    other_runtimes(workspace).map(drop)
}

/// The runtimes that are not Node.js and run its packages, each with what it needs to run a program.
/// Where they are not made for this platform, they are named; where they are, one that is missing is a
/// failure.
fn other_runtimes(workspace: &Workspace) -> Result<Vec<(&'static str, Command)>> {
    let packages = Node::packages(workspace, RUNTIMES)?.join("node_modules");
    let bun = packages.join("@oven/bun-linux-x64/bin/bun");
    let deno = packages.join("@deno/linux-x64-glibc/deno");
    let [mut bun_run, mut deno_run] = [&bun, &deno].map(Command::new);
    bun_run.arg("run");
    // The package is the one that is there already.
    deno_run.args(["run", "--allow-all", "--node-modules-dir=manual", "--no-prompt"]);
    deno_run.env("DENO_NO_UPDATE_CHECK", "1").env("DENO_DIR", workspace.target.join("xtask/deno"));
    let runtimes = [("bun", bun, bun_run), ("deno", deno, deno_run)];
    let is_made = cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"));
    let mut there = Vec::new();
    for (name, program, command) in runtimes {
        if program.is_file() {
            there.push((name, command));
        } else if is_made {
            return Err(format!("{} is missing", program.display()).into());
        } else {
            println!("not run: {name}, which is not made for this platform");
        }
    }
    Ok(there)
}

/// Runs the suite.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    workspace.build()?;
    let tools = Tools::install(workspace)?;
    let stage = Stage::build(workspace, &tools)?;

    let mut well = tools.lint(workspace)?;
    for node in tools.versions() {
        well &= stage.test(workspace, &node)?;
        well &= stage.walk(workspace, "walk", &mut Command::new(node))?;
    }
    for (name, mut runtime) in other_runtimes(workspace)? {
        well &= stage.walk(workspace, name, &mut runtime)?;
    }
    let agent = stage.programs().join("agent/agent.js");
    let words = [&tools.node, &agent].map(|word| word.to_string_lossy().into_owned());
    let line = shell_words::join(words);
    let judged = judge::command(workspace, "node", &line)?.status();
    well &= judged.context("the judge did not start")?.success();
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Puts the package together, and gives the client that the conformance suite judges.
pub(crate) fn conformance_client(workspace: &Workspace) -> Result<Judged> {
    workspace.build()?;
    let tools = Tools::install(workspace)?;
    let client = Stage::build(workspace, &tools)?.programs().join("conformance/client.js");
    Ok(Judged { words: vec![tools.node, client], environment: Vec::new() })
}

/// Puts the package together in a folder, as the programs in it find it, around a library.
pub(crate) fn put_together(workspace: &Workspace, library: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).context(folder.display())?;
    }
    let modules = folder.join("node_modules");
    package(workspace, &Tools::install(workspace)?, &modules.join("hostline"))?;
    platform_package(library, &modules.join(platform()))
}

/// What the package is built with.
pub(super) struct Tools {
    /// The pinned version of Node.js.
    node: PathBuf,
    /// The folder of the pinned packages.
    packages: PathBuf,
}

impl Tools {
    pub(super) fn install(workspace: &Workspace) -> Result<Self> {
        let node = Node::install(workspace, "tests/conformance")?.program;
        let packages = Node::packages(workspace, SOURCE)?.join("node_modules");
        Ok(Self { node, packages })
    }

    /// The versions of Node.js that the package is tested with: the pinned one, and the system's
    /// where the package runs on it and it is another.
    fn versions(&self) -> Vec<PathBuf> {
        let runs = "const [major, minor] = process.versions.node.split('.').map(Number);
            process.exit(major > 20 || (major === 20 && minor >= 4) ? 0 : 1)";
        let other = setup::find("node").filter(|node| {
            process::output(Command::new(node).args(["--eval", runs]), TOOL).is_ok()
        });
        [Some(self.node.clone()), other].into_iter().flatten().collect()
    }

    /// One of the pinned programs, all of which are scripts.
    fn script(&self, path: &str) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.packages.join(path));
        command
    }

    /// The compiler, on a project.
    pub(super) fn compile(&self, project: &Path) -> Command {
        let mut command = self.script("typescript/lib/tsc.js");
        command.arg("--project").arg(project);
        command.arg("--typeRoots").arg(self.packages.join("@types"));
        command
    }

    /// Whether the sources are formatted and free of what the linter finds.
    fn lint(&self, workspace: &Workspace) -> Result<bool> {
        let mut command = self.script("@biomejs/biome/bin/biome");
        command.current_dir(workspace.root.join(SOURCE)).args(["ci", "--colors=off", "."]);
        command.args(["../tests/agents/node", "../tests/bench/bindings/node"]);
        command.arg("../tests/conformance/node");
        let well = finish(&mut command)?;
        report("lint", u32::from(well), u32::from(!well));
        Ok(well)
    }
}

/// The folder in which the package is put together.
struct Stage(PathBuf);

impl Stage {
    /// Puts the package together around the library that the workspace has built, and compiles the
    /// programs that use it.
    fn build(workspace: &Workspace, tools: &Tools) -> Result<Self> {
        let stage = Self(workspace.target.join("xtask/node"));
        put_together(workspace, &workspace.library("hostline_node"), &stage.0)?;

        for (source, name) in PROGRAMS {
            copy_files(&workspace.root.join(source), &stage.programs().join(name))?;
        }
        let settings = workspace.root.join(SOURCE).join("tsconfig.json");
        copy(&settings, &stage.0.join("tsconfig.json"))?;
        let settings = stage.programs().join("test/tsconfig.json");
        copy(&settings, &stage.programs().join("tsconfig.json"))?;
        write(&stage.programs().join("package.json"), r#"{"type": "module"}"#)?;
        need(&mut tools.compile(&stage.programs()))?;
        Ok(stage)
    }

    fn programs(&self) -> PathBuf {
        self.0.join("programs")
    }

    /// Runs the package's own tests.
    fn test(&self, workspace: &Workspace, node: &Path) -> Result<bool> {
        let tests = list(&self.programs().join("test"))?;
        let tests = tests.iter().filter(|path| path.to_string_lossy().ends_with(".test.js"));
        let totals = self.0.join("totals.tap");
        let mut command = Command::new(node);
        command
            .current_dir(self.programs())
            .env("HOSTLINE_PEER", workspace.program("scripted-peer"));
        command.args(["--test", "--test-reporter=spec", "--test-reporter-destination=stdout"]);
        command.arg("--test-reporter=tap").arg("--test-reporter-destination").arg(&totals);
        let well = finish(command.args(tests))?;
        let totals = fs::read_to_string(&totals).context(totals.display())?;
        let total = |what: &str| {
            let mut lines = totals.lines().rev();
            lines.find_map(|line| line.strip_prefix(what)?.trim().parse().ok()).unwrap_or(0)
        };
        let (passed, failed) = (total("# pass"), total("# fail") + total("# cancelled"));
        report("package", passed, failed);
        Ok(well && passed > 0 && failed == 0)
    }

    /// Runs the example, which must print what it prints in every language.
    fn walk(&self, workspace: &Workspace, name: &str, runtime: &mut Command) -> Result<bool> {
        let walk = workspace.root.join("tests/walk");
        let peer = workspace.program("scripted-peer");
        let scenario = walk.join("server.json");
        let target = [&peer.to_string_lossy(), "stdio", "--version", "2026-07-28", "--scenario"];
        let target = shell_words::join([&target[..], &[&scenario.to_string_lossy()]].concat());
        runtime.current_dir(self.programs()).args(["examples/walk.js", &target]);
        let printed = process::output(runtime, TOOL).context(name)?;
        let expected = fs::read_to_string(walk.join("expected.txt")).context(walk.display())?;
        let same = printed == expected;
        if !same {
            println!("{name} printed:\n{printed}");
        }
        report(name, u32::from(same), u32::from(!same));
        Ok(same)
    }
}

/// The platforms that there is a package for.
const PLATFORMS: [&str; 5] =
    ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

/// Adds the packages of all platforms to a description: npm installs the one that fits.
pub(super) fn offer_platforms(description: &Path) -> Result<()> {
    let text = fs::read_to_string(description).context(description.display())?;
    let mut value: serde_json::Value =
        serde_json::from_str(&text).context(description.display())?;
    let version = env!("CARGO_PKG_VERSION");
    let packages = PLATFORMS.map(|name| (format!("hostline-{name}"), version.into()));
    value["optionalDependencies"] = serde_json::Value::Object(packages.into_iter().collect());
    for member in ["devDependencies", "scripts"] {
        value.as_object_mut().and_then(|members| members.remove(member));
    }
    write(description, &format!("{value:#}\n"))
}

/// Makes the package's folder: its description, and its compiled sources.
pub(super) fn package(workspace: &Workspace, tools: &Tools, folder: &Path) -> Result<()> {
    let source = workspace.root.join(SOURCE);
    for (from, name) in [("package.json", "package.json"), ("README.md", "README.md")] {
        copy(&source.join(from), &folder.join(name))?;
    }
    copy(&workspace.root.join("LICENSE"), &folder.join("LICENSE"))?;
    need(tools.compile(&source).arg("--outDir").arg(folder.join("dist")))
}

/// Makes the folder of the package that has the library of this platform.
pub(super) fn platform_package(library: &Path, folder: &Path) -> Result<()> {
    let (system, processor) = target();
    let (name, version) = (platform(), env!("CARGO_PKG_VERSION"));
    let description = serde_json::json!({
        "name": name,
        "version": version,
        "description": format!("The native part of hostline for {system} on {processor}."),
        "license": "MIT",
        "repository": {"type": "git", "url": "git+https://github.com/hostline/hostline.git"},
        "os": [system],
        "cpu": [processor],
        "main": "hostline.node",
        "files": ["hostline.node"],
    });
    copy(library, &folder.join("hostline.node"))?;
    write(&folder.join("package.json"), &format!("{description:#}\n"))
}

/// The name of this platform's package. `ts/native.ts` makes it in the same way.
pub(super) fn platform() -> String {
    let (system, processor) = target();
    format!("hostline-{system}-{processor}")
}

/// This platform in the words of Node.js.
fn target() -> (&'static str, &'static str) {
    let system = match env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        system => system,
    };
    let processor = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        processor => processor,
    };
    (system, processor)
}

/// Runs a command, and says whether it ended well.
fn finish(command: &mut Command) -> Result<bool> {
    let status = Group::start(command)?.wait(TOOL, || ())?;
    Ok(status.is_some_and(|status| status.success()))
}

/// Runs a command that must end well.
pub(super) fn need(command: &mut Command) -> Result<()> {
    if finish(command)? { Ok(()) } else { Err(format!("{command:?} has failed").into()) }
}

fn report(what: &str, passed: u32, failed: u32) {
    println!("{what}: {passed} passed, {failed} failed");
}

fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).context(folder.display())?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for path in list(from)?.iter().filter(|path| path.is_file()) {
        let name = path.file_name().unwrap_or_default();
        copy(path, &to.join(name))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    make_parent(to)?;
    fs::copy(from, to).map(drop).context(from.display())
}

pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    make_parent(path)?;
    fs::write(path, text).context(path.display())
}

fn make_parent(path: &Path) -> Result<()> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent).context(parent.display())
}
