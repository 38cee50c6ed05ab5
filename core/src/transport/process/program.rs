//! Finding the program of a command before it is started, so that what is missing can be named.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use crate::error::{Error, ErrorCode, Result};

/// How many of the folders that were searched stand in an error.
const FOLDERS_TOLD: usize = 12;

/// The path of the program that `name` means.
///
/// A name without a separator is looked up in `search`, the server's own `PATH`. Everything else
/// is a path, relative to the folder in which the server runs.
///
/// # Errors
/// [`ErrorCode::Process`]: the folder does not exist, or there is no such program.
pub(super) fn find(
    name: &OsStr,
    search: Option<&OsStr>,
    extensions: Option<&OsStr>,
    folder: Option<&Path>,
) -> Result<PathBuf> {
    let base = base(folder)?;
    if is_path(name) {
        let path = base.join(name);
        return candidates(&path, extensions)
            .into_iter()
            .find(|path| is_program(path))
            .ok_or_else(|| no_program_at(&path));
    }
    // An empty entry would mean the current folder, where nobody expects programs.
    let is_named = |folder: &PathBuf| !folder.as_os_str().is_empty();
    let folders: Vec<PathBuf> =
        search.into_iter().flat_map(std::env::split_paths).filter(is_named).collect();
    let mut unusable = None;
    for folder in &folders {
        for path in candidates(&base.join(folder).join(name), extensions) {
            if is_program(&path) {
                return Ok(path);
            }
            if unusable.is_none() && path.is_file() {
                unusable = Some(path);
            }
        }
    }
    Err(unusable.map_or_else(|| not_found(name, &folders), |path| no_program_at(&path)))
}

/// The folder from which paths count; it must exist, or starting the program would fail in a way
/// that looks as if the program were missing.
fn base(folder: Option<&Path>) -> Result<PathBuf> {
    let Some(folder) = folder else { return Ok(std::env::current_dir().unwrap_or_default()) };
    if folder.is_dir() {
        return Ok(std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf()));
    }
    let message =
        format!("the folder {}, in which the server is to run, is none", folder.display());
    Err(Error::new(ErrorCode::Process, message).with_next_step("create it or name another one"))
}

fn is_path(name: &OsStr) -> bool {
    name.as_encoded_bytes().iter().any(|&byte| std::path::is_separator(char::from(byte)))
}

#[cfg(unix)]
fn candidates(path: &Path, _extensions: Option<&OsStr>) -> Vec<PathBuf> {
    vec![path.to_path_buf()]
}

/// On Windows `npx` means `npx.cmd`, or whatever else the system takes for a program.
#[cfg(not(unix))]
fn candidates(path: &Path, extensions: Option<&OsStr>) -> Vec<PathBuf> {
    let extensions = extensions.and_then(OsStr::to_str).unwrap_or(".COM;.EXE;.BAT;.CMD");
    let mut paths = Vec::new();
    if path.extension().is_some() {
        paths.push(path.to_path_buf());
    }
    for extension in extensions.split(';').filter(|extension| !extension.is_empty()) {
        let mut longer = path.as_os_str().to_owned();
        longer.push(extension);
        paths.push(longer.into());
    }
    paths
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

fn no_program_at(path: &Path) -> Error {
    let place = path.display();
    let (message, next_step) = match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            (format!("{place} is a folder, not a program"), "name a program in it".to_owned())
        }
        Ok(_) => (
            format!("{place} may not be executed"),
            format!("allow it with `chmod +x {place}`, or start it by its interpreter"),
        ),
        Err(_) => (format!("there is no program {place}"), "check the path".to_owned()),
    };
    let home = path.components().any(|part| part.as_os_str() == "~");
    let next_step =
        if home { "write the whole path: `~` is not expanded".into() } else { next_step };
    Error::new(ErrorCode::Process, message).with_next_step(next_step)
}

fn not_found(name: &OsStr, folders: &[PathBuf]) -> Error {
    let name = name.to_string_lossy();
    let mut told: Vec<String> =
        folders.iter().take(FOLDERS_TOLD).map(|folder| folder.display().to_string()).collect();
    if folders.len() > FOLDERS_TOLD {
        told.push(format!("and {} more", folders.len() - FOLDERS_TOLD));
    }
    let searched = if told.is_empty() {
        "because no PATH is set".to_owned()
    } else {
        format!("in {}", told.join(", "))
    };
    let next_step = if name.contains('=') {
        "set environment variables apart from the command line".to_owned()
    } else {
        format!("install `{name}`, or give its whole path, or set PATH for this server")
    };
    Error::new(ErrorCode::Process, format!("the program `{name}` was not found {searched}"))
        .with_next_step(next_step)
}
