//! Where what belongs to a configuration stands.

use std::{
    env,
    path::{self, Path, PathBuf},
};

use crate::{
    error::{Error, ErrorCode, Result},
    folder::data_folder,
    host::Digest,
};

/// The folder for all configurations, below the folder for data.
const CONFIGURATIONS: &str = "configurations";
/// The folder for sockets, in the folder that the system has for what lives as long as a session.
const SOCKETS: &str = "hostline";
/// The longest path of a socket: macOS has room for 103 bytes, Linux for 107.
const MAX_SOCKET_PATH: usize = 103;

/// Where the data of one configuration stand, and its owner's socket.
///
/// Two paths that lead to one file are one configuration, whether the file exists or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    data: PathBuf,
    sockets: Vec<PathBuf>,
}

impl Place {
    /// The place of a configuration, by the path of its file: a folder of its own below
    /// `HOSTLINE_DATA_DIR`, or else below the system's place for a person's data.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: no folder for data is known, or the path cannot be made absolute.
    pub fn of(configuration: &Path) -> Result<Self> {
        let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        Self::below(&data_folder()?, runtime.filter(|path| path.is_absolute()), configuration)
    }

    /// The same with other folders: for data, and for sockets where there is one.
    pub(crate) fn below(
        data: &Path,
        runtime: Option<PathBuf>,
        configuration: &Path,
    ) -> Result<Self> {
        let canonical = canonical(configuration)?;
        let name = name_of(&Digest::of(canonical.as_os_str().as_encoded_bytes()));
        let data = data.join(CONFIGURATIONS).join(&name);
        let socket = format!("{}.sock", &name[..16]);
        let mut sockets = Vec::new();
        // Somebody else's folder is theirs, although the environment may name it, as under `sudo`.
        if let Some(runtime) = runtime.filter(|runtime| is_ours(runtime)) {
            sockets.push(runtime.join(SOCKETS).join(&socket));
        }
        sockets.push(data.join("owner.sock"));
        #[cfg(unix)]
        sockets.push(short_folder().join(&socket));
        // The path is told to others as text.
        let fits = |path: &PathBuf| path.to_str().is_some_and(|path| path.len() <= MAX_SOCKET_PATH);
        sockets.retain(fits);
        Ok(Self { data, sockets })
    }

    /// The folder for all that belongs to the configuration. It need not exist yet.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Where the socket may be, the best place first.
    pub(super) fn sockets(&self) -> &[PathBuf] {
        &self.sockets
    }
}

/// The first half of a digest, in hexadecimal digits.
fn name_of(digest: &Digest) -> String {
    let text = digest.to_string();
    let hex = text.rsplit(':').next().unwrap_or_default();
    hex[..32].to_owned()
}

/// The path without links, as far as it exists.
fn canonical(configuration: &Path) -> Result<PathBuf> {
    let absolute = path::absolute(configuration).map_err(|error| {
        let message = format!("the path {} leads nowhere: {error}", configuration.display());
        Error::new(ErrorCode::Storage, message).with_source(error)
    })?;
    for ancestor in absolute.ancestors() {
        if let (Ok(found), Ok(rest)) = (ancestor.canonicalize(), absolute.strip_prefix(ancestor)) {
            return Ok(if rest.as_os_str().is_empty() { found } else { found.join(rest) });
        }
    }
    Ok(absolute)
}

#[cfg(unix)]
fn is_ours(folder: &Path) -> bool {
    crate::folder::Folder::new(folder.to_owned()).exists().unwrap_or(false)
}

#[cfg(not(unix))]
fn is_ours(_: &Path) -> bool {
    false
}

/// Where a socket's path is short, whatever the folder for data is called.
#[cfg(unix)]
fn short_folder() -> PathBuf {
    let user = rustix::process::geteuid().as_raw();
    PathBuf::from(format!("/tmp/{SOCKETS}-{user}"))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn place(data: &str, configuration: &Path) -> Place {
        Place::below(Path::new(data), None, configuration).unwrap()
    }

    #[test]
    fn one_file_has_one_place_however_it_is_named() {
        let folder = env::temp_dir().join(format!("hostline-place-{}", std::process::id()));
        let real = folder.join("real");
        std::fs::create_dir_all(&real).unwrap();
        std::os::unix::fs::symlink(&real, folder.join("link")).unwrap();
        let missing = place("/data", &real.join("hostline.toml"));
        assert_eq!(place("/data", &folder.join("link/hostline.toml")), missing);
        assert_eq!(
            place("/data", &folder.join("link/./new/hostline.toml")),
            place("/data", &real.join("new/hostline.toml"))
        );
        assert_ne!(place("/data", &real.join("other.toml")), missing);
        std::fs::write(real.join("hostline.toml"), "").unwrap();
        assert_eq!(place("/data", &folder.join("link/hostline.toml")), missing);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_socket_has_a_short_path_whatever_the_folder_for_data_is_called() {
        let short = place("/data", Path::new("/hostline.toml"));
        assert!(short.sockets()[0].ends_with("owner.sock"));
        let long = place(&format!("/{}", "x".repeat(100)), Path::new("/hostline.toml"));
        assert_eq!(long.sockets(), &short.sockets()[1..]);
        let user = rustix::process::geteuid().as_raw();
        assert!(long.sockets()[0].starts_with(format!("/tmp/hostline-{user}")));
    }
}
