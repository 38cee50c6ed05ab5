//! Where a person's data belongs on each system.

use std::{env, ffi::OsString, path::PathBuf};

use crate::error::{Error, ErrorCode, Result};

/// Wins over the system's own place for data.
const OWN: &str = "HOSTLINE_DATA_DIR";
/// Wins over the system's own place for what can be made anew.
#[cfg(feature = "icons")]
const OWN_CACHE: &str = "HOSTLINE_CACHE_DIR";

/// The folder for all data of Hostline. It need not exist yet.
///
/// # Errors
/// [`ErrorCode::Storage`]: the environment names neither a home nor a folder for data.
pub(crate) fn data_folder() -> Result<PathBuf> {
    folder_of(|name| env::var_os(name)).ok_or_else(|| {
        Error::new(ErrorCode::Storage, "no folder for data is known")
            .with_next_step(format!("name one in the environment variable {OWN}"))
    })
}

/// The folder for what can be made anew, where one is known. It need not exist yet.
#[cfg(feature = "icons")]
pub(crate) fn cache_folder() -> Option<PathBuf> {
    cache_folder_of(|name| env::var_os(name))
}

fn folder_of(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| absolute(variable(name));
    if let Some(own) = path(OWN) {
        return Some(own);
    }
    if cfg!(windows) {
        path("LOCALAPPDATA").map(|data| data.join("Hostline"))
    } else if cfg!(target_os = "macos") {
        path("HOME").map(|home| home.join("Library/Application Support/Hostline"))
    } else {
        path("XDG_DATA_HOME")
            .or_else(|| path("HOME").map(|home| home.join(".local/share")))
            .map(|data| data.join("hostline"))
    }
}

#[cfg(feature = "icons")]
fn cache_folder_of(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| absolute(variable(name));
    if let Some(own) = path(OWN_CACHE) {
        return Some(own);
    }
    if cfg!(windows) {
        path("LOCALAPPDATA").map(|data| data.join("hostline"))
    } else if cfg!(target_os = "macos") {
        path("HOME").map(|home| home.join("Library/Caches/hostline"))
    } else {
        path("XDG_CACHE_HOME")
            .or_else(|| path("HOME").map(|home| home.join(".cache")))
            .map(|cache| cache.join("hostline"))
    }
}

/// A relative path would mean another place after each change of the working directory.
fn absolute(value: Option<OsString>) -> Option<PathBuf> {
    value.map(PathBuf::from).filter(|path| path.is_absolute())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn folder(variables: &[(&str, &str)]) -> Option<PathBuf> {
        let value = |name: &str| variables.iter().find(|(key, _)| *key == name);
        folder_of(|name| value(name).map(|(_, value)| OsString::from(value)))
    }

    #[test]
    fn the_first_absolute_path_wins() {
        let all = [("HOSTLINE_DATA_DIR", "/own"), ("XDG_DATA_HOME", "/data"), ("HOME", "/home/me")];
        assert_eq!(folder(&all), Some("/own".into()));
        assert_eq!(folder(&all[1..]), Some("/data/hostline".into()));
        assert_eq!(folder(&all[2..]), Some("/home/me/.local/share/hostline".into()));
        assert_eq!(folder(&[("XDG_DATA_HOME", "data"), all[2]]), folder(&all[2..]));
        assert_eq!(folder(&[]), None);
    }

    #[cfg(feature = "icons")]
    #[test]
    fn what_can_be_made_anew_stands_apart_from_data() {
        let all =
            [("HOSTLINE_CACHE_DIR", "/own"), ("XDG_CACHE_HOME", "/cache"), ("HOME", "/home/me")];
        let folder = |variables: &[(&str, &str)]| {
            let value = |name: &str| variables.iter().find(|(key, _)| *key == name);
            cache_folder_of(|name| value(name).map(|(_, value)| OsString::from(value)))
        };
        assert_eq!(folder(&all), Some("/own".into()));
        assert_eq!(folder(&all[1..]), Some("/cache/hostline".into()));
        assert_eq!(folder(&all[2..]), Some("/home/me/.cache/hostline".into()));
        assert_eq!(folder(&[("XDG_CACHE_HOME", "cache"), all[2]]), folder(&all[2..]));
        assert_eq!(folder(&[]), None);
    }
}
