//! Where things are: the checkout, the directory that cargo builds into, and the cache.

use std::{
    env,
    error::Error,
    fmt,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use crate::setup;

/// A result whose error is a sentence for the person at the terminal.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Adds to an error what was being done.
pub(crate) trait Context<T> {
    /// Puts `what` in front of the error.
    fn context(self, what: impl fmt::Display) -> Result<T>;
}

impl<T, E: fmt::Display> Context<T> for std::result::Result<T, E> {
    fn context(self, what: impl fmt::Display) -> Result<T> {
        self.map_err(|error| format!("{what}: {error}").into())
    }
}

/// The checkout and the folders that belong to it.
pub(crate) struct Workspace {
    /// The root of the checkout.
    pub(crate) root: PathBuf,
    /// Where cargo builds.
    pub(crate) target: PathBuf,
    /// What outlives the checkout: environments of other languages and their downloads.
    pub(crate) cache: PathBuf,
    /// This program. Asked for once, since a later build may replace it while it runs.
    pub(crate) xtask: PathBuf,
    /// Whether this is continuous integration.
    pub(crate) ci: bool,
    /// Whether the libraries of the web view are there, without which the desktop app cannot be
    /// built. Asked for when it first matters, since they may be installed before.
    has_web_view: OnceLock<bool>,
}

/// The one profile that tests and tools are built with.
const PROFILE: &str = "ci";

impl Workspace {
    pub(crate) fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .ok_or("xtask stands in no workspace")?
            .to_owned();
        let target = target_directory(&root)?;
        let cache = env::var_os("HOSTLINE_CACHE")
            .map(PathBuf::from)
            .or_else(|| Some(absolute("XDG_CACHE_HOME")?.join("hostline")))
            .or_else(|| Some(absolute("HOME")?.join(".cache/hostline")))
            .unwrap_or_else(|| target.join("cache"));
        let xtask = env::current_exe().context("this program does not know where it is")?;
        let ci = env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
        Ok(Self { root, target, cache, xtask, ci, has_web_view: OnceLock::new() })
    }

    /// Cargo, in the root of the checkout.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(&self.root).args(arguments);
        without_words_of_cargo(&mut command);
        command
    }

    /// The arguments that leave out what cannot be built here.
    pub(crate) fn left_out(&self) -> &'static [&'static str] {
        let has_web_view = self.has_web_view.get_or_init(setup::has_web_view);
        if *has_web_view { &[] } else { &["--exclude", "hostline-desktop"] }
    }

    /// Builds every program and library of the workspace.
    pub(crate) fn build(&self) -> Result<()> {
        let mut command = self.cargo(&["build", "--profile", PROFILE, "--workspace"]);
        command.args(self.left_out()).args(["--all-features", "--bins", "--lib"]);
        let status = command.status().context("cargo did not start")?;
        if status.success() { Ok(()) } else { Err("the programs could not be built".into()) }
    }

    /// Builds a few programs, and only what they need, as [`Self::build`] would.
    pub(crate) fn build_programs(&self, names: &[&str]) -> Result<()> {
        let mut command = self.cargo(&["build", "--profile", PROFILE, "--workspace"]);
        command.args(self.left_out()).arg("--all-features");
        command.args(names.iter().flat_map(|name| ["--bin", name]));
        let status = command.status().context("cargo did not start")?;
        if status.success() { Ok(()) } else { Err("the programs could not be built".into()) }
    }

    /// Where [`Self::build`] puts a program.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.target.join(PROFILE).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// Where [`Self::build`] puts a library for another language.
    pub(crate) fn library(&self, name: &str) -> PathBuf {
        let (before, after) = (env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        self.target.join(PROFILE).join(format!("{before}{name}{after}"))
    }
}

/// Keeps from a command what cargo told this program about itself. Some build scripts look at it, so
/// that what a person builds by hand and what is built from here would never be the same.
pub(crate) fn without_words_of_cargo(command: &mut Command) {
    let told = |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(told) {
            command.env_remove(name);
        }
    }
}

fn absolute(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// Asks cargo, which also reads its configuration files and `CARGO_TARGET_DIR`.
fn target_directory(root: &Path) -> Result<PathBuf> {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("cargo did not start")?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).context("cargo metadata said no JSON")?;
    let directory = metadata["target_directory"].as_str();
    Ok(directory.ok_or("cargo metadata named no target directory")?.into())
}
