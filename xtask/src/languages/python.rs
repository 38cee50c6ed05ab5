//! Python: its formatter, linter and type checker, its own tests, its example, and the judge.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Output},
};

use super::judge;
use crate::{
    conformance::Judged,
    setup,
    workspace::{Context, Result, Workspace},
};

const FOLDER: &str = "bindings-python";
const PACKAGE: &str = "bindings-python/python/hostline";
/// What is written in Python beside the package, its tests and its example.
const BESIDE: [&str; 3] =
    ["tests/agents/python", "tests/bench/bindings/python", "tests/conformance/python"];

/// Installs the pinned tools.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    setup::python(workspace, "bindings-python/requirements.txt").map(drop)
}

/// Runs all that shows that the package is good.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    workspace.build()?;
    let python = Python::of(workspace)?;
    python.stage()?;
    let suites = [python.lint()?, python.tests()?, python.example()?, python.judge()?];
    let well = suites.into_iter().all(|well| well);
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Puts the package together, and gives the client that the conformance suite judges.
pub(crate) fn conformance_client(workspace: &Workspace) -> Result<Judged> {
    workspace.build()?;
    let python = Python::of(workspace)?;
    python.stage()?;
    let client = workspace.root.join("tests/conformance/python/client.py");
    Ok(Judged {
        words: vec![python.program, client],
        environment: vec![("PYTHONPATH", python.path)],
    })
}

/// The Python of the pinned tools, and where it finds the package.
pub(super) struct Python<'a> {
    program: PathBuf,
    path: PathBuf,
    workspace: &'a Workspace,
}

impl<'a> Python<'a> {
    /// Installs the pinned tools.
    pub(super) fn of(workspace: &'a Workspace) -> Result<Self> {
        let program = setup::python(workspace, "bindings-python/requirements.txt")?;
        let path = workspace.target.join("xtask/python");
        Ok(Self { program, path, workspace })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.workspace.root);
        // Nothing is left in the checkout, and nothing of the person's own is looked at.
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("PYTHONNOUSERSITE", "1");
        command.env("PYTHONPATH", &self.path);
        command
    }

    /// One of its modules.
    pub(super) fn module(&self, name: &str) -> Command {
        let mut command = self.command();
        command.args(["-m", name]);
        command
    }

    /// Puts the package together, with the library of the build that the other tests use too.
    fn stage(&self) -> Result<()> {
        put_together(self.workspace, &self.workspace.library("_native"), &self.path)
    }

    /// The formatter and the linter would change nothing, and every type fits.
    fn lint(&self) -> Result<bool> {
        let beside = BESIDE.map(|folder| self.workspace.root.join(folder));
        let tool = |name: &str| {
            let mut tool = self.module(name);
            // The sources are checked, and not what was put together from them.
            tool.current_dir(self.workspace.root.join(FOLDER)).env_remove("PYTHONPATH");
            tool
        };
        let mut passed = 0;
        for words in [&["format", "--check"][..], &["check"]] {
            let mut ruff = tool("ruff");
            ruff.args(words).args(["--no-cache", "--config", "pyproject.toml", "."]).args(&beside);
            passed += u32::from(ruff.status().context("ruff")?.success());
        }
        let mut mypy = tool("mypy");
        mypy.arg("--cache-dir").arg(self.workspace.target.join("xtask/mypy"));
        mypy.args(["python", "tests", "examples"]).args(&beside);
        passed += u32::from(mypy.status().context("mypy")?.success());
        println!("lint: {passed} passed, {} failed", 3 - passed);
        Ok(passed == 3)
    }

    /// The tests that are written in Python.
    fn tests(&self) -> Result<bool> {
        let mut pytest = self.module("pytest");
        pytest.args(["-p", "no:cacheprovider", "--config-file"]);
        pytest.args([&format!("{FOLDER}/pyproject.toml"), &format!("{FOLDER}/tests")]);
        pytest.env("HOSTLINE_PROGRAMS", self.workspace.target.join("ci"));
        let output = shown(&mut pytest)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let closing = text.lines().last().unwrap_or_default();
        let failed = number_before(closing, " failed") + number_before(closing, " error");
        println!("python: {} passed, {failed} failed", number_before(closing, " passed"));
        Ok(output.status.success())
    }

    /// The example prints what it prints in every language.
    fn example(&self) -> Result<bool> {
        let root = &self.workspace.root;
        let peer = self.workspace.program("scripted-peer");
        let scenario = root.join("tests/walk/server.json");
        let [peer, scenario] = [&peer, &scenario].map(|path| path.to_string_lossy());
        let words = [&*peer, "stdio", "--scenario", &*scenario, "--version", "2026-07-28"];
        let mut walk = self.command();
        walk.arg(root.join(FOLDER).join("examples/walk.py")).arg(shell_words::join(words));
        let output = shown(&mut walk)?;
        let expected = root.join("tests/walk/expected.txt");
        let expected = fs::read_to_string(&expected).context(expected.display())?;
        let same = String::from_utf8_lossy(&output.stdout).lines().eq(expected.lines());
        let well = same && output.status.success();
        println!("example: {} passed, {} failed", u8::from(well), u8::from(!well));
        Ok(well)
    }

    /// The scenarios and the edges that every language plays.
    fn judge(&self) -> Result<bool> {
        let agent = self.workspace.root.join("tests/agents/python/agent.py");
        let words = [self.program.to_string_lossy(), agent.to_string_lossy()];
        let mut judge = judge::command(self.workspace, "python", &shell_words::join(words))?;
        judge.current_dir(&self.workspace.root);
        judge.env("PYTHONDONTWRITEBYTECODE", "1").env("PYTHONNOUSERSITE", "1");
        judge.env("PYTHONPATH", &self.path);
        Ok(judge.status().context("judge")?.success())
    }
}

/// Puts the package together in a folder: what is written by hand or generated, and a library.
pub(crate) fn put_together(workspace: &Workspace, library: &Path, path: &Path) -> Result<()> {
    let folder = path.join("hostline");
    if folder.exists() {
        fs::remove_dir_all(&folder).context(folder.display())?;
    }
    fs::create_dir_all(&folder).context(folder.display())?;
    let package = workspace.root.join(PACKAGE);
    for entry in fs::read_dir(&package).context(package.display())? {
        let file = entry.context(package.display())?;
        if file.path().is_file() {
            let to = folder.join(file.file_name());
            fs::copy(file.path(), &to).context(to.display())?;
        }
    }
    let name = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
    fs::copy(library, folder.join(name)).context(library.display()).map(drop)
}

/// Runs a command to its end, and shows what it printed.
fn shown(command: &mut Command) -> Result<Output> {
    let output = command.output().context(command.get_program().to_string_lossy())?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    Ok(output)
}

fn number_before(line: &str, word: &str) -> u32 {
    let before = line.split_once(word).map_or("", |(before, _)| before);
    let digits = before.rsplit(|letter: char| !letter.is_ascii_digit()).next();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}
