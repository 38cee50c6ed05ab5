//! The desktop app: its page in a browser, its window, and the app for a person.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use crate::{
    process::Group,
    setup::{self, Node},
    workspace::{Context, Result, Workspace},
};

/// The user interface, from the root of the checkout.
const UI: &str = "desktop-app/ui";
/// How long a check of the page may take, and how long the story of a window.
const CHECK: Duration = Duration::from_mins(3);
const STORY: Duration = Duration::from_mins(5);

/// Installs what the suite `ui` needs.
pub(crate) fn prepare_ui(workspace: &Workspace) -> Result<()> {
    setup::need(&[("chromium", "chromium"), ("chromedriver", "chromium-driver")])?;
    Page::install(workspace).map(drop)
}

/// Installs what the suite `window` needs.
pub(crate) fn prepare_window(workspace: &Workspace) -> Result<()> {
    setup::need_web_view()?;
    setup::need(&[
        ("WebKitWebDriver", "webkit2gtk-driver"),
        ("Xvfb", "xvfb"),
        ("dbus-daemon", "dbus"),
    ])?;
    Page::install(workspace).map(drop)
}

/// Checks the page, and tells its story in a browser with a scripted server.
pub(crate) fn ui(workspace: &Workspace) -> Result<ExitCode> {
    let page = Page::install(workspace)?;
    let folder = folder(workspace, "ui")?;
    let checks = [
        ("types", page.tool("typescript/bin/tsc", &["--noEmit"])),
        ("layout", page.tool("prettier/bin/prettier.cjs", &["--check", "."])),
        ("units", page.tool("vitest/vitest.mjs", &["run"])),
    ];
    let mut passed = 0;
    for (name, mut command) in checks {
        println!("{name} of the page");
        passed += u32::from(run(&mut command, CHECK)?);
    }
    println!("page: {passed} passed, {} failed", 3 - passed);
    let told = run(page.script("tests/browser.ts").arg(folder), STORY)?;
    Ok(code(told && passed == 3))
}

/// Tells the same story in the app's own window, with a real server.
pub(crate) fn window(workspace: &Workspace) -> Result<ExitCode> {
    let page = Page::install(workspace)?;
    page.build()?;
    workspace.build()?;
    let programs = workspace.program("hostline-desktop");
    let programs = programs.parent().ok_or("programs are in no folder")?;
    let mut story = page.script("tests/window.ts");
    Ok(code(run(story.arg(programs).arg(folder(workspace, "window")?), STORY)?))
}

/// Starts the app for a person.
pub(crate) fn app(workspace: &Workspace) -> Result<ExitCode> {
    setup::need_web_view()?;
    let page = Page::install(workspace)?;
    page.build()?;
    println!("building (the first time takes a few minutes)");
    workspace.build()?;
    // It shares this process group, so that Ctrl-C reaches it.
    let mut command = Command::new(workspace.program("hostline-desktop"));
    let status = command.status().context("the app did not start")?;
    Ok(code(status.success()))
}

/// The user interface with the packages that it is built and tested with.
struct Page {
    root: PathBuf,
    node: Node,
}

impl Page {
    fn install(workspace: &Workspace) -> Result<Self> {
        let node = Node::install(workspace, UI)?;
        let root = workspace.root.join(UI);
        node.link_into(&root)?;
        Ok(Self { root, node })
    }

    /// Writes the page that the app shows.
    fn build(&self) -> Result<()> {
        let built =
            run(&mut self.tool("vite/bin/vite.js", &["build", "--logLevel", "warn"]), CHECK)?;
        if built { Ok(()) } else { Err("the user interface could not be built".into()) }
    }

    /// A program of one of the packages.
    fn tool(&self, path: &str, arguments: &[&str]) -> Command {
        let mut command = self.script(self.node.file(path));
        command.args(arguments);
        command
    }

    fn script(&self, path: impl AsRef<Path>) -> Command {
        let mut command = Command::new(&self.node.program);
        command.current_dir(&self.root).arg(path.as_ref());
        command
    }
}

/// Where a suite puts its pictures and what else it writes.
fn folder(workspace: &Workspace, suite: &str) -> Result<PathBuf> {
    let folder = workspace.target.join("xtask/screens").join(suite);
    fs::create_dir_all(&folder).context(folder.display())?;
    Ok(folder)
}

/// Runs a command to its end, and says whether all was well.
fn run(command: &mut Command, deadline: Duration) -> Result<bool> {
    match Group::start(command)?.wait(deadline, || ())? {
        Some(status) => Ok(status.success()),
        None => {
            println!("it was not done after {} s", deadline.as_secs());
            Ok(false)
        }
    }
}

fn code(well: bool) -> ExitCode {
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
