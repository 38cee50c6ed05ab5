//! How a client reaches the demonstration server: by itself, or through a gateway in front of it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use super::{Client, Stage, Way};
use crate::{
    home::Home,
    loopback::{free_port, wait_for},
    process::Group,
    workspace::{Context, Result},
};

/// Where a client finds the server.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Front {
    /// Nothing stands in front of it.
    Nothing,
    /// `hostline serve` does.
    Gateway,
}

/// The tool by which the demonstration server changes its tools.
const CHANGES: &str = "toggle-tool";
/// What a gateway's server is started by: what it says is kept in a file of the home. The command
/// is the same in each home.
const KEEPS_WHAT_IT_SAYS: &str = "exec \"$0\" demo-server 2>> \"$HOME/server.log\"";

/// A server that can be reached.
pub(super) struct Reached {
    /// What the client is told.
    pub(super) job: Value,
    /// Where the server's own words are.
    pub(super) heard: PathBuf,
    /// Where the client lives.
    home: Option<Home>,
    /// What runs for it, until this is dropped.
    _running: Option<Group>,
}

impl Reached {
    /// Starts what the client does not, and says how the client reaches it.
    pub(super) fn by(
        stage: &Stage,
        client: &Client,
        way: Way,
        front: Front,
        log: &Path,
    ) -> Result<Self> {
        match front {
            Front::Nothing => Self::itself(stage, way, log),
            Front::Gateway => Self::behind_gateway(stage, client, way, log),
        }
    }

    /// Has the client live where its gateway does.
    pub(super) fn at_home(&self, command: &mut Command) {
        if let Some(home) = &self.home {
            home.at_home(command);
        }
    }

    fn itself(stage: &Stage, way: Way, log: &Path) -> Result<Self> {
        let heard = log.to_owned();
        let Some(path) = way.path() else {
            let job = json!({"command": [stage.server, "demo-server"]});
            return Ok(Self { job, heard, home: None, _running: None });
        };
        let port = free_port()?;
        let log = open(log)?;
        let mut command = Command::new(&stage.server);
        command.args(["demo-server", "--http", &format!("127.0.0.1:{port}")]);
        command.stdout(log.try_clone()?).stderr(log);
        let mut server = Group::start(&mut command)?;
        wait_for(port, &mut server)?;
        let job = over_http(port, path, way);
        Ok(Self { job, heard, home: None, _running: Some(server) })
    }

    /// A gateway with a home of its own, in which a person has seen before what the server adds to
    /// its tools.
    fn behind_gateway(stage: &Stage, client: &Client, way: Way, log: &Path) -> Result<Self> {
        let folder = log.with_extension("home");
        let server = stage.server.to_string_lossy();
        let home = Home::new(&stage.server, folder, &["sh", "-c", KEEPS_WHAT_IT_SAYS, &server])?;
        let heard = home.folder.join("server.log");
        let (gateway, port) = home.serve_http(&open(log)?)?;
        home.approve_what_comes_with(&[CHANGES])?;
        if let Some(path) = way.path() {
            let mut job = over_http(port, path, way);
            job["token"] = home.token(client.name)?.into();
            return Ok(Self { job, heard, home: Some(home), _running: Some(gateway) });
        }
        // The client's own process serves, unless it has several: one of them would end while
        // others rely on it. Then they are served by the one that is there already.
        let running = client.at_once.then_some(gateway);
        let job = json!({"command": [stage.server, "serve", "--stdio", "--client", client.name]});
        Ok(Self { job, heard, home: Some(home), _running: running })
    }
}

fn over_http(port: u16, path: &str, way: Way) -> Value {
    json!({"url": format!("http://127.0.0.1:{port}{path}"), "transport": way.name()})
}

/// A log that several programs write to.
pub(super) fn open(log: &Path) -> Result<fs::File> {
    fs::OpenOptions::new().append(true).create(true).open(log).context(log.display())
}
