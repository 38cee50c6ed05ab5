//! Secrets that stand in the file in plain text.

use std::fmt;

use super::{
    entry::{Launch, ServerEntry},
    template::Template,
};
use crate::host::ServerName;

/// What the names of secrets have in them.
const NAMES: [&str; 12] = [
    "token",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "apikey",
    "accesskey",
    "privatekey",
    "authorization",
    "credential",
    "cookie",
    "bearer",
];
/// What well-known kinds of secrets begin with.
const BEGINNINGS: [&str; 14] = [
    "sk-",
    "sk_live_",
    "rk_live_",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "AIza",
    "eyJ",
    "Bearer ",
];
/// What begins like a secret and is shorter than this is none.
const LEAST_SECRET: usize = 12;

/// Something that looks like a secret and stands in the file itself. The value is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The server that it is for.
    pub server: ServerName,
    /// Where it stands: a key of the server's table, and what is in it.
    pub place: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { server, place } = self;
        write!(
            f,
            "`{place}` of {server} looks like a secret in plain text; keep it with `hostline \
             secret set NAME`, and write ${{secret:NAME}} in its place"
        )
    }
}

/// The notes on a server.
pub(super) fn of(server: &ServerName, entry: &ServerEntry, notes: &mut Vec<Note>) {
    let mut note = |place: String| notes.push(Note { server: server.clone(), place });
    match &entry.launch {
        Launch::Command { command, environment, .. } => {
            for (index, word) in command.iter().enumerate() {
                if let Some(text) = word.as_plain().filter(|text| argument_is_secret(text)) {
                    let option = text.split_once('=').map_or("", |(option, _)| option);
                    note(format!("command[{index}] {option}").trim_end().to_owned());
                }
            }
            let secret = environment.iter().filter(|(name, value)| is_secret(name, value));
            secret.for_each(|(name, _)| note(format!("environment.{name}")));
        }
        Launch::Address { address, headers, .. } => {
            if address.as_plain().is_some_and(query_is_secret) {
                note("address".to_owned());
            }
            let secret = headers.iter().filter(|(name, value)| is_secret(name, value));
            secret.for_each(|(name, _)| note(format!("headers.{name}")));
        }
    }
}

/// Whether a named value is a secret that is written out. One that a variable leads to is not here.
fn is_secret(name: &str, value: &Template) -> bool {
    value.as_plain().is_some_and(|text| {
        !text.is_empty() && (is_name_of_secret(name) || begins_like_secret(text))
    })
}

fn argument_is_secret(text: &str) -> bool {
    match text.split_once('=') {
        Some((name, value)) => {
            !value.is_empty() && (is_name_of_secret(name) || begins_like_secret(value))
        }
        None => begins_like_secret(text),
    }
}

fn query_is_secret(address: &str) -> bool {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    query.split('&').any(argument_is_secret)
}

fn is_name_of_secret(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    NAMES.iter().any(|part| plain.contains(part))
}

fn begins_like_secret(text: &str) -> bool {
    text.len() >= LEAST_SECRET && BEGINNINGS.iter().any(|start| text.starts_with(start))
}
