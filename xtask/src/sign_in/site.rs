//! A server that wants a sign-in, whom it trusts, and the person at their pages.

use std::{fs, path::PathBuf, process::Command, thread, time::Duration};

use super::{desktop::Desktop, provider::Provider};
use crate::{
    loopback::{free_port, wait_for, without_proxies},
    process::{Group, Said, output, said},
    setup::Node,
    workspace::{Context, Result, Workspace},
};

const FOLDER: &str = "tests/real/sign-in";
/// How long the person may take at the pages.
const PAGES: Duration = Duration::from_mins(2);
const LOOK: Duration = Duration::from_millis(20);

/// The demonstration server behind an authorization server of another author.
pub(crate) struct Site {
    node: Node,
    /// Where the scripts lie, beside their packages.
    folder: PathBuf,
    pub(super) provider: Provider,
    _server: Group,
    pub(crate) url: String,
}

/// Installs the packages of the scripts.
pub(super) fn install(workspace: &Workspace) -> Result<Node> {
    Node::install(workspace, FOLDER)
}

impl Site {
    /// Starts both. The scripts and the log are in a folder of this name below cargo's; access tokens
    /// live for so many seconds.
    pub(crate) fn start(workspace: &Workspace, name: &str, lifetime: u32) -> Result<Self> {
        let node = install(workspace)?;
        let folder = workspace.target.join(name);
        fs::create_dir_all(&folder).context(folder.display())?;
        for script in ["provider.mjs", "browser.mjs"] {
            let source = workspace.root.join(FOLDER).join(script);
            fs::copy(source, folder.join(script)).context(script)?;
        }
        node.link_into(&folder)?;

        let port = free_port()?;
        let url = format!("http://127.0.0.1:{port}/mcp");
        let provider = Provider::start(&node, &folder, &url, lifetime)?;
        let mut command = without_proxies(workspace.program("hostline"));
        command.args(["demo-server", "--http", &port.to_string(), "--issuer", &provider.issuer]);
        command.args(["--scope", "use"]);
        let log = fs::File::create(folder.join("demo-server.log")).context("demo-server.log")?;
        let mut server = Group::start(command.stdout(log.try_clone()?).stderr(log))?;
        wait_for(port, &mut server)?;
        Ok(Self { node, folder, provider, _server: server, url })
    }

    /// Runs a command that signs in at a desktop, and plays the person's part.
    pub(crate) fn sign_in(&self, desktop: &Desktop, login: &mut Command) -> Result<Said> {
        thread::scope(|scope| {
            let login = scope.spawn(move || said(login, PAGES).map_err(|error| error.to_string()));
            let visited = self.agree(desktop, || login.is_finished());
            let said = login.join().map_err(|_| "the login has panicked")??;
            visited.map_err(|error| format!("{error}\n{}", said.stderr))?;
            Ok(said)
        })
    }

    /// Waits for the browser to be opened, and goes through the pages.
    fn agree(&self, desktop: &Desktop, is_over: impl Fn() -> bool) -> Result<()> {
        let address = loop {
            if let Some(address) = desktop.visit() {
                break address;
            }
            if is_over() {
                return Err("no browser was opened".into());
            }
            thread::sleep(LOOK);
        };
        let mut browser = without_proxies(&self.node.program);
        browser.arg(self.folder.join("browser.mjs")).arg(address);
        output(&mut browser, PAGES).context("the browser").map(drop)
    }
}
