//! Where a person's data and configuration belong on each system.

use std::{env, ffi::OsString, path::PathBuf};

use crate::error::{Error, ErrorCode, Result};

/// Wins over the system's own place for data.
const OWN: &str = "HOSTLINE_DATA_DIR";
/// Wins over the system's own place for what can be made anew.
#[cfg(feature = "icons")]
const OWN_CACHE: &str = "HOSTLINE_CACHE_DIR";
/// Names the configuration in place of the system's own place for it.
#[cfg(feature = "http")]
const OWN_CONFIG: &str = "HOSTLINE_CONFIG";

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

/// The file of the configuration. Neither it nor its folder need exist yet.
///
/// # Errors
/// [`ErrorCode::Storage`]: the environment names neither it nor a home, or names it by a path that
/// is not absolute.
#[cfg(feature = "http")]
pub(crate) fn config_file() -> Result<PathBuf> {
    config_file_of(|name| env::var_os(name))
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

#[cfg(feature = "http")]
fn config_file_of(variable: impl Fn(&str) -> Option<OsString>) -> Result<PathBuf> {
    // What a person has named is never passed over in silence.
    if let Some(own) = variable(OWN_CONFIG).filter(|own| !own.is_empty()) {
        return absolute(Some(own)).ok_or_else(|| {
            Error::new(ErrorCode::Storage, format!("{OWN_CONFIG} is not an absolute path"))
                .with_next_step("write the whole path of the file, or leave the variable out")
        });
    }
    let path = |name| absolute(variable(name));
    let folder = if cfg!(windows) {
        path("APPDATA").map(|data| data.join("Hostline"))
    } else if cfg!(target_os = "macos") {
        path("HOME").map(|home| home.join("Library/Application Support/Hostline"))
    } else {
        path("XDG_CONFIG_HOME")
            .or_else(|| path("HOME").map(|home| home.join(".config")))
            .map(|config| config.join("hostline"))
    };
    folder.map(|folder| folder.join("hostline.toml")).ok_or_else(|| {
        Error::new(ErrorCode::Storage, "no place for the configuration is known")
            .with_next_step(format!("name the file in the environment variable {OWN_CONFIG}"))
    })
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

    #[cfg(feature = "http")]
    #[test]
    fn the_configuration_is_where_the_person_or_the_system_says() {
        let all = [
            ("HOSTLINE_CONFIG", "/own/it.toml"),
            ("XDG_CONFIG_HOME", "/config"),
            ("HOME", "/home/me"),
        ];
        let file = |variables: &[(&str, &str)]| {
            let value = |name: &str| variables.iter().find(|(key, _)| *key == name);
            config_file_of(|name| value(name).map(|(_, value)| OsString::from(value)))
        };
        assert_eq!(file(&all).unwrap(), PathBuf::from("/own/it.toml"));
        assert_eq!(file(&all[1..]).unwrap(), PathBuf::from("/config/hostline/hostline.toml"));
        let home = PathBuf::from("/home/me/.config/hostline/hostline.toml");
        assert_eq!(file(&all[2..]).unwrap(), home);
        assert_eq!(file(&[("HOSTLINE_CONFIG", ""), all[2]]).unwrap(), home);
        for variables in [&[][..], &[("HOSTLINE_CONFIG", "it.toml"), all[2]]] {
            let error = file(variables).unwrap_err();
            assert_eq!(error.code(), ErrorCode::Storage);
            assert!(error.next_step().is_some());
        }
    }
}
