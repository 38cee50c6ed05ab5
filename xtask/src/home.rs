//! A home of its own, with a gateway in front of one server that may do everything.
//!
//! The configuration and the data are where they belong below the home, so that whatever runs there
//! needs no variable but `HOME`, which clients pass on to the programs that they start.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    loopback::{free_port, wait_for},
    process::{self, Group},
    workspace::{Context, Result},
};

/// What the server is called.
const SERVER: &str = "behind";
/// How long one command may take.
const COMMAND: Duration = Duration::from_mins(1);
/// How long a change of the server may take until the gateway knows of it.
const CHANGE: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(200);
/// Variables that would lead out of the home.
const ELSEWHERE: [&str; 9] = [
    "HOSTLINE_CONFIG",
    "HOSTLINE_DATA_DIR",
    "HOSTLINE_CACHE_DIR",
    "HOSTLINE_STORE",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
    "XDG_RUNTIME_DIR",
];
/// Everything is done that a rule can allow.
const ALLOW: &str = r#"
[[policy]]
name = "all"
effect = "allow"
action = ["call-tool", "elicit", "sample", "answer-sampling", "roots"]
"#;

/// A home of its own.
pub(crate) struct Home {
    hostline: PathBuf,
    /// Where it is.
    pub(crate) folder: PathBuf,
}

impl Home {
    /// A new one, whose server is started by these words and keeps its own names. What was in the
    /// folder is gone.
    pub(crate) fn new(hostline: &Path, folder: PathBuf, server: &[&str]) -> Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(&folder).context(folder.display())?;
        }
        fs::create_dir_all(&folder).context(folder.display())?;
        let home = Self { hostline: hostline.to_owned(), folder };
        home.run(&["add", SERVER, &shell_words::join(server), "--yes"])?;

        let file = home.folder.join(".config/hostline/hostline.toml");
        let written = fs::read_to_string(&file).context(file.display())?;
        let table = format!("[servers.{SERVER}]\n");
        let config = written.replace(&table, &format!("{table}prefix = \"\"\n")) + ALLOW;
        fs::write(&file, config).context(file.display())?;
        Ok(home)
    }

    /// Lets a program live here.
    pub(crate) fn at_home(&self, command: &mut Command) {
        for variable in ELSEWHERE {
            command.env_remove(variable);
        }
        command.env("HOME", &self.folder).env("SHELL", "/bin/sh");
    }

    /// The token of a client that may come over HTTP.
    pub(crate) fn token(&self, client: &str) -> Result<String> {
        Ok(self.run(&["serve", "client", "add", client])?.trim().to_owned())
    }

    /// Serves over HTTP, and gives the port.
    pub(crate) fn serve_http(&self, log: &fs::File) -> Result<(Group, u16)> {
        let port = free_port()?;
        let mut command = self.hostline(&["serve", "--http", &port.to_string()]);
        command.stdout(log.try_clone()?).stderr(log.try_clone()?);
        let mut gateway = Group::start(&mut command)?;
        wait_for(port, &mut gateway)?;
        Ok((gateway, port))
    }

    /// Has the server change its lists and back by calling each of these tools twice, and approves
    /// what has come with them: what is new waits for a person, and is told to no client before.
    /// The gateway serves meanwhile.
    pub(crate) fn approve_what_comes_with(&self, tools: &[&str]) -> Result<()> {
        for (before, tool) in tools.iter().enumerate() {
            self.run(&["call", SERVER, tool])?;
            let is_approved =
                || Ok(!self.run(&["pins", "approve", SERVER, "--yes", "--json"])?.is_empty());
            wait_until(&format!("what comes with {tool} is approved"), is_approved)?;
            self.run(&["call", SERVER, tool])?;
            let is_gone = || Ok(self.removed()? > before);
            wait_until(&format!("what comes with {tool} is gone"), is_gone)?;
        }
        Ok(())
    }

    /// How much is approved that the server does not have now.
    fn removed(&self) -> Result<usize> {
        let pins = self.run(&["pins", "show", SERVER, "--json"])?;
        let pins: Value = serde_json::from_str(&pins).context("hostline pins show")?;
        let differences = pins["differences"].as_array().into_iter().flatten();
        Ok(differences.filter(|it| it["fate"] == "removed").count())
    }

    fn run(&self, arguments: &[&str]) -> Result<String> {
        process::output(&mut self.hostline(arguments), COMMAND)
            .map_err(|error| format!("hostline {}: {error}", arguments.join(" ")).into())
    }

    fn hostline(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.hostline);
        self.at_home(command.args(arguments));
        command
    }
}

/// Waits for something to become so.
fn wait_until(what: &str, is_so: impl Fn() -> Result<bool>) -> Result<()> {
    let end = Instant::now() + CHANGE;
    while !is_so()? {
        if Instant::now() >= end {
            return Err(format!("{} s have passed, and not yet: {what}", CHANGE.as_secs()).into());
        }
        thread::sleep(LOOK);
    }
    Ok(())
}
