//! A Debian 13 beside the system, which has the Swift compiler that older systems lack.
//!
//! The root is made once and kept as one archive in the cache, beside a list of the packages that
//! it has. It is unpacked into the directory that cargo builds into, where it is missing. What runs
//! inside of it has mounts of its own, which end with it.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::{
    process, setup,
    workspace::{Context, Result, Workspace},
};

/// How long it may take to make the root, to pack it, or to unpack it.
const MAKING: Duration = Duration::from_mins(30);
/// What says how the root is made.
const RECIPE: &str = include_str!("make.sh");

/// A root that commands can run in.
pub(super) struct Trixie {
    root: PathBuf,
    enter: PathBuf,
    checkout: PathBuf,
    target: PathBuf,
}

impl Trixie {
    /// The root, which is made or unpacked where it is missing.
    pub(super) fn install(workspace: &Workspace) -> Result<Self> {
        if !cfg!(target_os = "linux") || !setup::is_root() {
            return Err("Swift is compiled inside of a Debian 13, which only root can make: run \
                        this as root on Linux"
                .into());
        }
        setup::need(&[("debootstrap", "debootstrap"), ("zstd", "zstd")])?;
        let archive = archive(workspace)?;
        let root = unpacked(workspace, &archive)?;
        Ok(Self {
            root,
            enter: workspace.root.join("xtask/src/languages/trixie/enter.sh"),
            checkout: workspace.root.clone(),
            target: workspace.target.clone(),
        })
    }

    /// A command inside of the root, started in a folder of the checkout.
    pub(super) fn command(&self, folder: &str, words: &[&str]) -> Command {
        let mut command = Command::new(&self.enter);
        command.current_dir(self.checkout.join(folder));
        command.args([&self.root, &self.checkout, &self.target]).args(words);
        command
    }

    /// The command line of a program inside of the root.
    pub(super) fn command_line(&self, program: &Path) -> String {
        let words = [&self.enter, &self.root, &self.checkout, &self.target];
        let words = words.into_iter().map(PathBuf::as_path).chain([program]);
        shell_words::join(words.map(|word| word.to_string_lossy().into_owned()))
    }
}

/// The archive of the root, in the cache.
fn archive(workspace: &Workspace) -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    (RECIPE, env::consts::ARCH).hash(&mut hasher);
    let folder = workspace.cache.join("environments");
    fs::create_dir_all(&folder).context(folder.display())?;
    let archive = folder.join(format!("trixie-{:016x}.tar.zst", hasher.finish()));

    // Two runs at once make it one after the other, and the second finds the work done.
    let guard = fs::File::create(archive.with_extension("lock")).context(archive.display())?;
    guard.lock().context(archive.display())?;
    if !archive.is_file() {
        println!("making a Debian 13 with Swift in it: {}", archive.display());
        let root = workspace.target.join("xtask/trixie-making");
        remove(&root)?;
        make(workspace, &root, &archive)?;
        remove(&root)?;
    }
    Ok(archive)
}

fn make(workspace: &Workspace, root: &Path, archive: &Path) -> Result<()> {
    let script = workspace.root.join("xtask/src/languages/trixie/make.sh");
    let mut command = Command::new(script);
    process::output(command.arg(root).arg(mirror()?), MAKING).context("make.sh")?;
    let packages = archive.with_extension("").with_extension("packages.txt");
    fs::copy(root.join("packages.txt"), &packages).context(packages.display())?;
    // An archive has its name only once it is whole.
    let part = archive.with_extension("part");
    let mut pack = Command::new("tar");
    pack.arg("--create").arg("--file").arg(&part).arg("--directory").arg(root);
    process::output(pack.args(["--use-compress-program", "zstd -T0 -3", "."]), MAKING)
        .context("tar")?;
    fs::rename(&part, archive).context(archive.display())
}

/// The root that an archive holds.
fn unpacked(workspace: &Workspace, archive: &Path) -> Result<PathBuf> {
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    let folder = workspace.target.join("xtask");
    let root = folder.join(name.trim_end_matches(".tar.zst"));
    fs::create_dir_all(&folder).context(folder.display())?;
    let guard = fs::File::create(root.with_extension("lock")).context(root.display())?;
    guard.lock().context(root.display())?;
    if root.is_dir() {
        return Ok(root);
    }
    println!("unpacking {}", archive.display());
    let part = root.with_extension("part");
    remove(&part)?;
    fs::create_dir_all(&part).context(part.display())?;
    let mut unpack = Command::new("tar");
    unpack.arg("--extract").arg("--file").arg(archive).arg("--directory").arg(&part);
    process::output(unpack.args(["--use-compress-program", "zstd", "--numeric-owner"]), MAKING)
        .context("tar")?;
    fs::rename(&part, &root).context(root.display())?;
    Ok(root)
}

/// Removes what an interrupted run left behind. Nothing is mounted in it any more.
fn remove(root: &Path) -> Result<()> {
    if root.exists() { fs::remove_dir_all(root).context(root.display()) } else { Ok(()) }
}

/// Where the system takes its own packages from.
fn mirror() -> Result<String> {
    let files = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
    let texts = files.map(|file| fs::read_to_string(file).unwrap_or_default());
    let is_debian =
        |word: &&str| word.starts_with("http") && word.trim_end_matches('/').ends_with("/debian");
    let found = texts.iter().flat_map(|text| text.split_whitespace()).find(is_debian);
    let found = found.ok_or("the lists of apt in /etc/apt name no mirror of Debian")?;
    Ok(found.to_owned())
}
