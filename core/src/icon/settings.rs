//! What a person or a program may set about icons.

use std::{fmt, path::PathBuf, time::Duration};

use url::Origin;

use super::address;
use crate::{
    error::{Error, ErrorCode, Result},
    folder::cache_folder,
};

/// How icons are had and kept.
///
/// ```
/// use hostline::icon::{IconSettings, Icons};
///
/// let settings = IconSettings::new()
///     .allow_host("cdn.example.com")?
///     .cache_folder(IconSettings::usual_cache_folder());
/// let icons = Icons::new(settings);
/// # Ok::<(), hostline::Error>(())
/// ```
#[derive(Clone)]
pub struct IconSettings {
    pub(super) hosts: Vec<Origin>,
    pub(super) plain_loopback: bool,
    pub(super) fetch_time: Duration,
    pub(super) cache_folder: Option<PathBuf>,
}

impl IconSettings {
    /// The default of [`Self::fetch_time`].
    pub const FETCH_TIME: Duration = Duration::from_secs(5);

    /// The defaults, which each setter names.
    pub fn new() -> Self {
        Self {
            hosts: Vec::new(),
            plain_loopback: false,
            fetch_time: Self::FETCH_TIME,
            cache_folder: None,
        }
    }

    /// Lets icons of every server stand at this host too, by `https`: an exact name such as
    /// `cdn.example.com`, with a port where it is not 443. Default: icons stand where their server
    /// stands, and those of a server without an address are `data:`. Whoever runs the host learns
    /// when its icons are shown, for a day at a time.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no host.
    pub fn allow_host(mut self, host: &str) -> Result<Self> {
        let origin = address::host(host).ok_or_else(|| {
            Error::new(ErrorCode::InvalidInput, format!("{host:?} is no host for icons"))
                .with_next_step("write a whole name such as cdn.example.com, without https://")
        })?;
        self.hosts.push(origin);
        Ok(self)
    }

    /// Lets a server that stands on this machine and is spoken to by plain `http` have its icons
    /// there too, at the same host and port. It is meant for whoever develops a server. Default:
    /// `https` only.
    pub fn allow_plain_loopback(mut self) -> Self {
        self.plain_loopback = true;
        self
    }

    /// How long fetching may take for one icon, all its addresses together. Default 5 s.
    pub fn fetch_time(mut self, time: Duration) -> Self {
        self.fetch_time = time;
        self
    }

    /// Keeps the pictures that are made in a folder, which several processes may share: up to
    /// 32 MiB for up to 30 days. The folder is the cache's own, and is made if it is missing, for
    /// its owner only. Default: none, so that nothing outlives the process.
    pub fn cache_folder(mut self, folder: impl Into<Option<PathBuf>>) -> Self {
        self.cache_folder = folder.into();
        self
    }

    /// The folder that Hostline's own programs use, where the system names a place for it:
    /// `hostline/icons` in `$XDG_CACHE_HOME` or `~/.cache`, in `~/Library/Caches` on macOS, in
    /// `%LOCALAPPDATA%` on Windows. The environment variable `HOSTLINE_CACHE_DIR` names another
    /// place for `icons`.
    pub fn usual_cache_folder() -> Option<PathBuf> {
        cache_folder().map(|folder| folder.join("icons"))
    }
}

impl Default for IconSettings {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for IconSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<String> = self.hosts.iter().map(Origin::ascii_serialization).collect();
        f.debug_struct("IconSettings")
            .field("hosts", &hosts)
            .field("plain_loopback", &self.plain_loopback)
            .field("fetch_time", &self.fetch_time)
            .field("cache_folder", &self.cache_folder)
            .finish()
    }
}
