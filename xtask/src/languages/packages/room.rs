//! A folder that has what a page of documentation asks for, and nothing else: Node.js with npm, a
//! server to talk to, and a browser in which a person agrees to everything. There is no compiler in it,
//! and nothing of the person's own.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::STEP;
use crate::{
    process,
    setup::{self, Node},
    workspace::{Context, Result, Workspace},
};

/// Where the server is pinned.
const SERVERS: &str = "tests/real";

/// What opens an address, and goes wherever it leads.
const BROWSER: &str = "\
#!/usr/bin/env node
fetch(process.argv[2]).then((page) => page.text());
";

/// See the module's documentation.
pub(super) struct Room {
    /// Where programs are run, which is where packages are installed.
    pub(super) folder: PathBuf,
    /// The only folder of the search path.
    programs: PathBuf,
    home: PathBuf,
}

impl Room {
    /// A new one in a folder, whatever was there before.
    pub(super) fn new(workspace: &Workspace, folder: &Path) -> Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(folder).context(folder.display())?;
        }
        let within = |name: &str| -> Result<PathBuf> {
            let path = folder.join(name);
            fs::create_dir_all(&path).context(path.display())?;
            Ok(path)
        };
        let room =
            Self { folder: within("work")?, programs: within("programs")?, home: within("home")? };
        let node = Node::install(workspace, SERVERS)?.program;
        room.provide("node", &node)?;
        for name in ["npm", "npx", "sh"] {
            room.provide(name, &setup::find(name).ok_or(format!("{name} is missing"))?)?;
        }
        room.install_server(workspace)?;
        room.install_browser()?;
        Ok(room)
    }

    /// What a desktop opens addresses with.
    fn install_browser(&self) -> Result<()> {
        let path = self.programs.join("xdg-open");
        fs::write(&path, BROWSER).context(path.display())?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let all = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&path, all).context(path.display())?;
        }
        Ok(())
    }

    fn provide(&self, name: &str, program: &Path) -> Result<()> {
        link(program, &self.programs.join(name))
    }

    /// Installs the pinned server, so that `npx` finds it here, and in the home, where a host starts
    /// its servers.
    fn install_server(&self, workspace: &Workspace) -> Result<()> {
        let source = workspace.root.join(SERVERS);
        for file in ["package.json", "package-lock.json"] {
            fs::copy(source.join(file), self.folder.join(file)).context(file)?;
        }
        let mut install = self.npm(workspace)?;
        install.args(["ci", "--ignore-scripts", "--omit=optional", "--prefer-offline"]);
        process::output(&mut install, STEP).context("npm ci")?;
        link(&self.folder.join("node_modules"), &self.home.join("node_modules"))
    }

    /// npm as the person has set it up, which may have to ask a registry.
    pub(super) fn npm(&self, workspace: &Workspace) -> Result<Command> {
        let mut command = Command::new("npm");
        command.current_dir(&self.folder).env("PATH", self.before_path()?);
        command.arg("--cache").arg(workspace.cache.join("npm"));
        command.args(["--no-audit", "--no-fund", "--no-update-notifier"]);
        Ok(command)
    }

    /// A program that sees nothing but the room.
    pub(super) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(&self.folder).env_clear();
        command.env("PATH", &self.programs).env("HOME", &self.home).env("LANG", "C.UTF-8");
        // So that there is something to open addresses with.
        command.env("BROWSER", "xdg-open");
        command
    }

    /// A program of the room by its name.
    pub(super) fn program(&self, name: &str) -> Command {
        self.command(self.programs.join(name))
    }

    /// The search path of this program, with the room's own in front of it.
    pub(super) fn before_path(&self) -> Result<OsString> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [self.programs.clone()].into_iter().chain(env::split_paths(&path));
        env::join_paths(folders).context("PATH")
    }
}

fn link(to: &Path, from: &Path) -> Result<()> {
    #[cfg(unix)]
    let linked = std::os::unix::fs::symlink(to, from);
    #[cfg(windows)]
    let linked = if to.is_dir() {
        std::os::windows::fs::symlink_dir(to, from)
    } else {
        std::os::windows::fs::symlink_file(to, from)
    };
    linked.context(from.display())
}
