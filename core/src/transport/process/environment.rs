//! What a server sees of our environment.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
};

use super::command::Command;
use crate::error::{Error, ErrorCode, Result};

/// The variable that marks every process of a server's tree, however far it strays.
#[cfg(unix)]
pub(super) const TREE: &str = "HOSTLINE_TREE";

/// Variables that every server gets: what a program needs to find the user, its files, its
/// language and other programs, and nothing that usually holds a secret.
#[cfg(not(windows))]
const PASSED: &[&str] =
    &["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

/// Beginnings of names that are passed as well.
#[cfg(not(windows))]
const PASSED_FAMILIES: &[&str] = &["LC_", "XDG_"];

#[cfg(windows)]
const PASSED: &[&str] = &[
    "APPDATA",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
];

#[cfg(windows)]
const PASSED_FAMILIES: &[&str] = &[];

/// The server's environment, chosen from `ours` and completed with what was given.
///
/// # Errors
/// A name that was given cannot be one, or a value cannot be a value.
pub(super) fn choose(
    command: &Command,
    ours: impl Iterator<Item = (OsString, OsString)>,
) -> Result<BTreeMap<OsString, OsString>> {
    let mut chosen = BTreeMap::new();
    for (name, value) in ours {
        let wanted = is_passed(&name) || command.inherited.iter().any(|other| same(other, &name));
        // Old shells run such a value as code as soon as they start.
        if wanted && !value.as_encoded_bytes().starts_with(b"()") {
            chosen.insert(name, value);
        }
    }
    for (name, value) in &command.given {
        check(name, value)?;
        chosen.retain(|other, _| !same(other, name));
        chosen.insert(name.clone(), value.clone());
    }
    Ok(chosen)
}

/// The value of a variable, by the platform's idea of equal names.
pub(super) fn value<'a>(
    environment: &'a BTreeMap<OsString, OsString>,
    name: &str,
) -> Option<&'a OsStr> {
    let found = environment.iter().find(|(other, _)| same(other, OsStr::new(name)));
    found.map(|(_, value)| value.as_os_str())
}

fn is_passed(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    PASSED.iter().any(|passed| same(OsStr::new(passed), OsStr::new(name)))
        || PASSED_FAMILIES.iter().any(|family| name.starts_with(family))
}

fn same(one: &OsStr, other: &OsStr) -> bool {
    if cfg!(windows) { one.eq_ignore_ascii_case(other) } else { one == other }
}

fn check(name: &OsStr, value: &OsStr) -> Result<()> {
    let bytes = name.as_encoded_bytes();
    let bad = |byte: &u8| matches!(byte, b'=' | 0);
    if bytes.is_empty() || bytes.iter().any(bad) {
        let message = format!("`{}` cannot be the name of an environment variable", name.display());
        return Err(Error::new(ErrorCode::InvalidInput, message));
    }
    if value.as_encoded_bytes().contains(&0) {
        let message =
            format!("the environment variable `{}` cannot hold a zero byte", name.display());
        return Err(Error::new(ErrorCode::InvalidInput, message));
    }
    Ok(())
}
