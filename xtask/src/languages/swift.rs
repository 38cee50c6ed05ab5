//! The suite of Swift: its package is built, linted and tested, walks the whole way, and is judged.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use super::{judge, trixie::Trixie};
use crate::{
    process::{self, Group, last_lines},
    workspace::{Context, Result, Workspace},
};

/// The package, from the root of the checkout.
const PACKAGE: &str = "bindings-swift";
/// The agent, from the root of the checkout.
const AGENT: &str = "tests/agents/swift";
/// What makes the documentation. Like the formatter, it comes with the compiler, beside the path.
const DOCUMENT: &str = "/usr/libexec/swift/bin/docc";
/// The formatter.
const FORMAT: &str = "/usr/libexec/swift/bin/swift-format";
/// The package of somebody who uses the bundle.
const USER: &str = r#"// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "user",
    dependencies: [.package(path: "../hostline")],
    targets: [
        .executableTarget(
            name: "walk", dependencies: [.product(name: "Hostline", package: "hostline")])
    ]
)
"#;
/// How long one step may take.
const STEP: Duration = Duration::from_mins(10);

/// Makes what the suite runs in.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    Trixie::install(workspace).map(drop)
}

/// Runs the suite.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let suite = Suite { workspace, trixie: Trixie::install(workspace)? };
    workspace.build()?;
    let steps = [
        told("the formatter would change nothing", &suite.format()),
        told("the package and the agent are built without a warning", &suite.build()),
        told("the documentation builds without a warning", &suite.document()),
        told("the walk prints what it prints in every language", &suite.walk()),
        told("a package without its library says so", &suite.missing()),
    ];
    let failed = steps.iter().filter(|well| !**well).count();
    println!("steps: {} passed, {failed} failed", steps.len() - failed);
    let tests = suite.test()?;
    let judged = suite.judge()?;
    Ok(if failed == 0 && tests && judged { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Makes the package that users add to theirs, and tries it in a package of its own.
pub(crate) fn bundle(workspace: &Workspace) -> Result<ExitCode> {
    let suite = Suite { workspace, trixie: Trixie::install(workspace)? };
    let mut build = workspace.cargo(&["build", "--release", "-p", "hostline-swift", "--lib"]);
    if !build.status().context("cargo did not start")?.success() {
        return Err("the library could not be built".into());
    }
    workspace.build()?;
    let folder = workspace.target.join("bundle/swift");
    if folder.exists() {
        fs::remove_dir_all(&folder).context(folder.display())?;
    }
    let package = folder.join("hostline");
    let source = workspace.root.join(PACKAGE);
    for part in ["Package.swift", "README.md", "Sources", "Tests", "examples"] {
        copy(&source.join(part), &package.join(part))?;
    }
    copy(&workspace.root.join("LICENSE"), &package.join("LICENSE"))?;
    let library = workspace.library("hostline_ffi");
    let library = Path::new(library.file_name().unwrap_or_default());
    let released = workspace.target.join("release").join(library);
    copy(&released, &package.join("lib").join(library))?;
    suite.try_bundle(&folder, &package)?;

    let archive = folder.join(format!("hostline-swift-{}.tar.gz", env!("CARGO_PKG_VERSION")));
    let mut pack = Command::new("tar");
    pack.arg("--create").arg("--gzip").arg("--file").arg(&archive);
    process::output(pack.arg("--directory").arg(&folder).arg("hostline"), STEP).context("tar")?;
    println!("{}", archive.display());
    Ok(ExitCode::SUCCESS)
}

/// Copies a file, or a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to).context(to.display())?;
        for entry in fs::read_dir(from).context(from.display())? {
            let entry = entry.context(from.display())?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(to)).context(to.display())?;
    fs::copy(from, to).map(drop).context(from.display())
}

/// Says how a step went.
fn told(step: &str, outcome: &Result<()>) -> bool {
    match outcome {
        Ok(()) => println!("ok      {step}"),
        Err(error) => println!("FAILED  {step}\n{error}"),
    }
    outcome.is_ok()
}

struct Suite<'a> {
    workspace: &'a Workspace,
    trixie: Trixie,
}

impl Suite<'_> {
    /// Where one of the two packages is built.
    fn scratch(&self, name: &str) -> PathBuf {
        self.workspace.target.join("xtask/swift").join(name)
    }

    /// Where the compiler says what it has compiled, for the documentation.
    fn symbols(&self) -> PathBuf {
        self.scratch("symbols")
    }

    /// The Swift compiler, on one of the two packages.
    fn swift(&self, package: &str, words: &[&str]) -> Command {
        let scratch = self.scratch(package).to_string_lossy().into_owned();
        let mut command = self.trixie.command(package, &["swift"]);
        command.args(words).args(["--scratch-path", &scratch]);
        let symbols = self.symbols().to_string_lossy().into_owned();
        let flags =
            ["-warnings-as-errors", "-emit-symbol-graph", "-emit-symbol-graph-dir", &symbols];
        for flag in flags {
            command.args(["-Xswiftc", flag]);
        }
        self.with_library(&mut command);
        command
    }

    fn with_library(&self, command: &mut Command) {
        let library = self.workspace.library("hostline_ffi");
        command.env("HOSTLINE_LIBRARY_PATH", library.parent().unwrap_or(&library));
        command.env("HOSTLINE_PEER", self.workspace.program("scripted-peer"));
    }

    /// Runs a command, and gives whether it ended well and all that it said, which is kept as a log.
    fn said(&self, name: &str, command: &mut Command) -> Result<(bool, String)> {
        let log = self.workspace.target.join(format!("xtask/logs/swift-{name}.log"));
        let folder = log.parent().unwrap_or(&log);
        fs::create_dir_all(folder).context(folder.display())?;
        let file = fs::File::create(&log).context(log.display())?;
        command.stdout(file.try_clone().context(log.display())?).stderr(file);
        let status = Group::start(command)?.wait(STEP, || ())?;
        let said = fs::read_to_string(&log).context(log.display())?;
        Ok((status.is_some_and(|status| status.success()), said))
    }

    /// Runs a command that must end well.
    fn must(&self, name: &str, command: &mut Command) -> Result<String> {
        match self.said(name, command)? {
            (true, said) => Ok(said),
            (false, said) => Err(last_lines(&said, 40).into()),
        }
    }

    fn format(&self) -> Result<()> {
        let configuration = self.workspace.root.join(PACKAGE).join(".swift-format");
        let configuration = configuration.to_string_lossy();
        let mut lint = self.trixie.command(".", &[FORMAT, "lint", "--strict", "--recursive"]);
        lint.args(["--configuration", &configuration]);
        for part in ["Package.swift", "Sources/Hostline", "Tests", "examples"] {
            lint.arg(format!("{PACKAGE}/{part}"));
        }
        self.must("format", lint.arg(AGENT)).map(drop)
    }

    fn build(&self) -> Result<()> {
        self.must("build", &mut self.swift(PACKAGE, &["build", "--build-tests"]))?;
        self.must("agent", &mut self.swift(AGENT, &["build"])).map(drop)
    }

    fn document(&self) -> Result<()> {
        // Only what users see, and not what is beneath it.
        let public = self.scratch("public");
        let graph = "Hostline.symbols.json";
        copy(&self.symbols().join(graph), &public.join(graph))?;
        let output = self.scratch("documentation");
        let mut convert = self.trixie.command(PACKAGE, &[DOCUMENT, "convert"]);
        convert.args(["--warnings-as-errors", "--fallback-display-name", "Hostline"]);
        convert.args(["--fallback-bundle-identifier", "hostline"]);
        convert.args(["--fallback-bundle-version", env!("CARGO_PKG_VERSION")]);
        convert.arg("--additional-symbol-graph-dir").arg(public);
        self.must("docs", convert.arg("--output-path").arg(output)).map(drop)
    }

    fn walk(&self) -> Result<()> {
        self.walks(&self.scratch(PACKAGE).join("debug/walk"))
    }

    /// The walk, built somewhere, prints what it prints in every language.
    fn walks(&self, walk: &Path) -> Result<()> {
        let folder = self.workspace.root.join("tests/walk");
        let target = shell_words::join([
            self.workspace.program("scripted-peer").to_string_lossy().as_ref(),
            "stdio",
            "--version",
            "2026-07-28",
            "--scenario",
            folder.join("server.json").to_string_lossy().as_ref(),
        ]);
        let mut command = self.trixie.command(PACKAGE, &[&walk.to_string_lossy(), &target]);
        let printed = self.must("walk", &mut command)?;
        let expected = fs::read_to_string(folder.join("expected.txt")).context("expected.txt")?;
        if printed == expected { Ok(()) } else { Err(format!("it printed:\n{printed}").into()) }
    }

    /// A package whose library is missing is not built, and the sentence says why.
    fn missing(&self) -> Result<()> {
        let mut command = self.swift(PACKAGE, &["build"]);
        command.env("HOSTLINE_LIBRARY_PATH", "/nowhere");
        match self.said("missing", &mut command)? {
            (true, _) => Err("it was built without its library".into()),
            (false, said) if said.contains("native library is not there") => Ok(()),
            (false, said) => Err(last_lines(&said, 40).into()),
        }
    }

    /// A package of somebody else that uses the bundle walks the whole way.
    fn try_bundle(&self, folder: &Path, package: &Path) -> Result<()> {
        let user = folder.join("user");
        copy(&package.join("examples/walk.swift"), &user.join("Sources/walk/walk.swift"))?;
        let manifest = user.join("Package.swift");
        fs::write(&manifest, USER).context(manifest.display())?;
        let user = user.to_string_lossy();
        let mut build = self.trixie.command(".", &["swift", "build", "--package-path", &user]);
        // The bundle's own library, and no other.
        build.env_remove("HOSTLINE_LIBRARY_PATH");
        self.must("bundle", &mut build)?;
        self.walks(&Path::new(&*user).join(".build/debug/walk"))
    }

    fn test(&self) -> Result<bool> {
        let (ended_well, said) = self.said("tests", &mut self.swift(PACKAGE, &["test"]))?;
        let count = |mark: &str| said.lines().filter(|line| line.starts_with(mark)).count();
        let (passed, mut failed) = (count("✔ Test \""), count("✘ Test \""));
        // A crash leaves nobody who could say what failed.
        if failed == 0 && (!ended_well || passed == 0) {
            failed = 1;
        }
        if failed > 0 {
            println!("{}", last_lines(&said, 60));
        }
        println!("swift: {passed} passed, {failed} failed");
        Ok(failed == 0)
    }

    fn judge(&self) -> Result<bool> {
        let agent = self.trixie.command_line(&self.scratch(AGENT).join("debug/agent"));
        let mut command = judge::command(self.workspace, "swift", &agent)?;
        // A folder that is there inside of the root, too.
        command.current_dir(&self.workspace.root);
        let status = Group::start(&mut command)?.wait(STEP, || ())?;
        Ok(status.is_some_and(|status| status.success()))
    }
}
