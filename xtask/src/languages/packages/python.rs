//! The wheel.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{Profile, Protected, Room, STEP, print_size, says_version, test_command};
use crate::{
    languages::python::Python,
    process,
    setup::Node,
    tally::Tally,
    workspace::{Context, Result, Workspace, without_words_of_cargo},
};

/// Where the example project is, and its type checker is pinned.
pub(super) const STRICT: &str = "bindings-python/strict";
/// The most that an import may cost beyond an empty interpreter, in milliseconds of CPU time.
const IMPORT_MILLISECONDS: &str = "60";

/// Makes the wheel in a folder, installs it in an environment of its own, and tries it.
pub(super) fn make_and_try(
    workspace: &Workspace,
    profile: Profile,
    folder: &Path,
    tally: &mut Tally,
) -> Result<()> {
    workspace.build()?;
    let tools = Python::of(workspace)?;
    let wheel = make(workspace, &tools, profile, folder)?;
    let trial = Trial::new(workspace, &tools, &wheel, &folder.join("room"))?;
    print_size(&trial.library()?)?;

    tally.take("python: the wheel fits Python 3.10 and later, and needs nothing", || {
        if !wheel.to_string_lossy().contains("-cp310-abi3-") {
            return Err(format!("it is {}", wheel.display()).into());
        }
        trial.needs_nothing()
    });
    tally.take("python: the pages do what they say", || trial.read_me());
    tally.take("python: each operation is used as its page shows", || trial.pages());
    tally.take("python: an import costs less than 60 ms", || trial.import_cost());
    tally.take("python: the operations of tests are not in it", || trial.has_no_tests());
    tally.take("python: a program passes strict mypy and pyright, and runs", || {
        trial.strict(&tools)
    });
    tally.take("python: the module is the command", || {
        says_version(trial.python().args(["-m", "hostline"]))
    });
    tally.take("python: the command does what the program does", || {
        let script = if cfg!(windows) { "hostline.exe" } else { "hostline" };
        test_command(workspace, &trial.room, &trial.programs().join(script))
    });
    println!("{}", wheel.display());
    Ok(())
}

fn make(
    workspace: &Workspace,
    tools: &Python<'_>,
    profile: Profile,
    folder: &Path,
) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder).context(folder.display())?;
    }
    let mut maturin = tools.module("maturin");
    maturin.current_dir(workspace.root.join("bindings-python"));
    maturin.args(["build", "--locked", "--profile", profile.name(), "--out"]).arg(folder);
    maturin.env("CARGO_TARGET_DIR", &workspace.target);
    without_words_of_cargo(&mut maturin);
    let status = maturin.status().context("maturin")?;
    if !status.success() {
        return Err(format!("maturin: {status}").into());
    }
    let files = fs::read_dir(folder).context(folder.display())?.flatten();
    let mut wheels = files.map(|file| file.path());
    let wheel = wheels.find(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheel.ok_or_else(|| "maturin has made no wheel".into())
}

/// The wheel in an environment that has nothing else.
struct Trial<'a> {
    workspace: &'a Workspace,
    room: Room,
    environment: PathBuf,
}

impl<'a> Trial<'a> {
    fn new(
        workspace: &'a Workspace,
        tools: &Python<'_>,
        wheel: &Path,
        folder: &Path,
    ) -> Result<Self> {
        let room = Room::new(workspace, folder)?;
        let environment = folder.join("environment");
        process::output(tools.module("venv").arg(&environment), STEP).context("venv")?;
        let trial = Self { workspace, room, environment };
        let mut pip = trial.python();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]);
        process::output(pip.arg(wheel), STEP).context("pip install")?;
        Ok(trial)
    }

    fn programs(&self) -> PathBuf {
        self.environment.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    fn python(&self) -> std::process::Command {
        let name = if cfg!(windows) { "python.exe" } else { "python" };
        self.room.command(self.programs().join(name))
    }

    /// Runs a script of the package's tests, and gives what it printed.
    fn script(&self, name: &str, words: &[&str]) -> Result<String> {
        let script = self.workspace.root.join("bindings-python/tests").join(name);
        process::output(self.python().arg(script).args(words), STEP)
    }

    /// Runs a line of Python, and gives what it printed.
    fn line(&self, line: &str) -> Result<String> {
        process::output(self.python().args(["-c", line]), STEP)
    }

    /// Where the native half is.
    fn library(&self) -> Result<PathBuf> {
        let said = self.line("import hostline._native as native; print(native.__file__)")?;
        Ok(said.trim_end().into())
    }

    fn needs_nothing(&self) -> Result<()> {
        let said =
            self.line("from importlib.metadata import requires; print(requires('hostline'))")?;
        if said.trim_end() == "None" { Ok(()) } else { Err(format!("it needs {said}").into()) }
    }

    fn read_me(&self) -> Result<()> {
        for page in ["README.md", "bindings-python/README.md"] {
            let page = self.workspace.root.join(page);
            print!(
                "{}",
                self.script("readme.py", &[&page.to_string_lossy()]).context(page.display())?
            );
        }
        Ok(())
    }

    fn pages(&self) -> Result<()> {
        let page = self.workspace.root.join("docs/python.md");
        let protected = Protected::start(self.workspace)?;
        let words = [&*page.to_string_lossy(), &*protected.address];
        print!("{}", self.script("pages.py", &words)?);
        Ok(())
    }

    /// The example project, checked with what is installed here.
    fn strict(&self, tools: &Python<'_>) -> Result<()> {
        let project = self.workspace.root.join(STRICT);
        let program = project.join("agent.py");
        let python = self.python().get_program().to_owned();
        let mut mypy = tools.module("mypy");
        mypy.env_remove("PYTHONPATH").env_remove("MYPYPATH").current_dir(&project);
        mypy.args(["--strict", "--config-file=", "--python-version=3.10", "--no-incremental"]);
        mypy.arg("--python-executable").arg(&python).arg(&program);
        let said = process::said(&mut mypy, STEP)?;
        if said.code != Some(0) {
            return Err(said.stdout.into());
        }
        let node = Node::install(self.workspace, STRICT)?;
        let mut pyright = std::process::Command::new(&node.program);
        pyright.arg(node.file("pyright/index.js")).arg("--pythonpath").arg(&python);
        let said = process::said(pyright.arg("--project").arg(&project), STEP)?;
        if said.code != Some(0) {
            return Err(said.stdout.into());
        }
        let mut run = self.python();
        run.arg(program).arg("npx -y @modelcontextprotocol/server-everything");
        print!("{}", process::output(&mut run, STEP)?);
        Ok(())
    }

    fn import_cost(&self) -> Result<()> {
        print!("{}", self.script("import_cost.py", &[IMPORT_MILLISECONDS])?);
        Ok(())
    }

    fn has_no_tests(&self) -> Result<()> {
        let peer = self.workspace.program("scripted-peer");
        let target = shell_words::join([&*peer.to_string_lossy(), "demo", "stdio"]);
        self.script("without_tests.py", &[&target]).map(drop)
    }
}
