//! What starts a server that is a program: the words, the folder and the environment, as they are when
//! it is started, and how that is shown to whoever approves it.

use std::{env, path::PathBuf};

use super::{
    ServerIdentity,
    config::{Launch, Resolved, ServerEntry, Template, Variables},
    gate::Matter,
};
use crate::{
    error::Result,
    transport::{
        Command,
        process::{ConfinementState, login_path},
    },
};

/// A program that is about to be started. What is shown of it is what runs.
pub(super) struct Starting {
    words: Vec<Resolved>,
    folder: Option<PathBuf>,
    /// The command line, for a person to read.
    command_line: String,
    environment: Vec<String>,
    /// What is approved with it.
    identity: ServerIdentity,
}

impl Starting {
    /// What would be started now; nothing for a server at an address.
    ///
    /// # Errors
    /// [`crate::ErrorCode::InvalidInput`]: a reference leads nowhere, or the folder's path is not
    /// absolute.
    pub(super) fn of(entry: &ServerEntry, variables: &Variables) -> Result<Option<Self>> {
        let Launch::Command { command, folder, environment } = &entry.launch else {
            return Ok(None);
        };
        let words: Result<Vec<Resolved>> =
            command.iter().map(|word| word.resolve(variables)).collect();
        let words = words?;
        // Where our own process happens to run decides nothing: a program that looks around itself
        // would find another one there.
        let folder = match folder {
            Some(folder) => Some(folder.resolve_folder(variables)?),
            None => env::home_dir().filter(|home| home.is_absolute()),
        };
        Ok(Some(Self {
            command_line: entry.resolved_command_line(variables)?,
            folder,
            environment: environment.iter().map(|(name, value)| given(name, value)).collect(),
            identity: entry.start_identity(variables)?,
            words,
        }))
    }

    /// What the policy is told of the command line.
    pub(super) fn command_line(&self) -> &str {
        &self.command_line
    }

    /// Who it is that is started: what a person approves.
    pub(super) fn identity(&self) -> ServerIdentity {
        self.identity
    }

    /// How it is shown to a person.
    pub(super) fn matter(&self, state: &ConfinementState) -> Matter {
        let confinement = match state {
            ConfinementState::Off => "not confined: it can do whatever you can".to_owned(),
            ConfinementState::On(held) => format!("confined: {}", held.join(", ")),
            ConfinementState::Unavailable(why) => format!("cannot be confined: {why}"),
        };
        Matter::Start {
            command: self.command_line.clone(),
            folder: self.folder.as_ref().map(|folder| folder.display().to_string()),
            environment: self.environment.clone(),
            confinement,
        }
    }

    /// The program, found as the person's own shell would.
    pub(super) async fn program(&self) -> Command {
        let mut words = self.words.iter().map(Resolved::expose);
        let program = words.next().unwrap_or_default();
        let path = &login_path().await.path;
        let command = Command::new(program).args(words).env("PATH", path);
        match &self.folder {
            Some(folder) => command.current_dir(folder),
            None => command,
        }
    }
}

/// A variable that it is given: its name, and where its value comes from.
fn given(name: &str, value: &Template) -> String {
    let secrets = value.secrets().map(|secret| format!("the secret {secret}"));
    let variables = value.variables().map(|variable| format!("your variable {variable}"));
    let from: Vec<String> = secrets.chain(variables).collect();
    if from.is_empty() { name.to_owned() } else { format!("{name} (from {})", from.join(" and ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::Secret;

    fn starting(words: &[&str], variables: &[(&str, &str)]) -> Starting {
        let words = words.iter().map(|word| Template::parse(*word).unwrap()).collect();
        let mut entry = ServerEntry::of_command(words).unwrap();
        if let Launch::Command { folder, environment, .. } = &mut entry.launch {
            *folder = Some(Template::parse("${env:WORK:-/srv}").unwrap());
            for (name, value) in
                [("TOKEN", "${secret:files}"), ("LOG", "${env:LEVEL:-info}"), ("A", "b")]
            {
                environment.insert(name.into(), Template::parse(value).unwrap());
            }
        }
        let variables = Variables::given(variables.iter().copied());
        let variables = variables.with_secret("files", Secret::new("open sesame"));
        Starting::of(&entry, &variables).unwrap().unwrap()
    }

    #[test]
    fn what_is_shown_is_what_runs_and_a_secret_is_shown_by_its_name() {
        let words = ["serve", "${env:DIR}/x", "--key=${env:API_KEY}"];
        let key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        let starting = starting(&words, &[("DIR", "/my files"), ("API_KEY", key)]);
        let Matter::Start { command, folder, environment, .. } =
            starting.matter(&ConfinementState::Off)
        else {
            panic!("another matter")
        };
        assert_eq!(command, "serve '/my files/x' '--key=${env:API_KEY}'");
        assert_eq!(folder.as_deref(), Some("/srv"));
        assert_eq!(
            environment,
            ["A", "LOG (from your variable LEVEL)", "TOKEN (from the secret files)"]
        );
        let runs: Vec<&str> = starting.words.iter().map(Resolved::expose).collect();
        assert_eq!(runs, ["serve", "/my files/x", &format!("--key={key}")]);
    }

    #[test]
    fn what_was_approved_is_approved_for_what_it_has_meant() {
        let identity =
            |words: &[&str], variables: &[(&str, &str)]| starting(words, variables).identity();
        let words = ["serve", "${env:DIR}"];
        assert_eq!(identity(&words, &[("DIR", "/a")]), identity(&words, &[("DIR", "/a")]));
        assert_ne!(identity(&words, &[("DIR", "/a")]), identity(&words, &[("DIR", "/b")]));
        assert_ne!(
            identity(&words, &[("DIR", "/a")]),
            identity(&words, &[("DIR", "/a"), ("WORK", "/elsewhere")])
        );
        // What is only given to the program may change.
        let plain = ["serve", "/a"];
        assert_eq!(identity(&plain, &[]), identity(&plain, &[("LEVEL", "debug")]));
    }

    #[test]
    fn a_command_without_references_is_approved_as_it_is_written() {
        let entry = ServerEntry::of_command(vec![Template::literal("serve")]).unwrap();
        let identity = entry.start_identity(&Variables::given([("A", "b")])).unwrap();
        assert_eq!(identity, entry.identity().unwrap());
    }

    #[test]
    fn where_our_own_process_runs_decides_nothing() {
        let words = vec![Template::parse("node").unwrap(), Template::parse("tool.js").unwrap()];
        let entry = ServerEntry::of_command(words).unwrap();
        let starting = Starting::of(&entry, &Variables::given([("A", "b")])).unwrap().unwrap();
        assert_eq!(starting.folder, env::home_dir());
    }
}
