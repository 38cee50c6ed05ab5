//! The cache on disk: one file for each picture, and a tiny one for each address that led to one.
//!
//! Several processes may share the folder. A file is replaced as a whole, one that has gone is no
//! error, and nothing that goes wrong here keeps an icon from being shown. Everything here blocks.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime},
};

use super::{Key, entry, is_fresh};
use crate::{error::Result, folder::Folder, icon::SafeIcon};

const PICTURE: &str = ".icon";
const ADDRESS: &str = ".address";
/// After how many files it is looked again whether there are too many. The first one of a process
/// looks too, so that programs that run shortly do so.
const LOOK_AFTER: u32 = 32;
/// How many files go at one look, so that none takes long. There are more than are written between
/// two.
const MAX_REMOVED: usize = 256;

/// What may be kept.
#[derive(Clone, Copy, Debug)]
pub(in crate::icon) struct Limits {
    pub(in crate::icon) bytes: u64,
    pub(in crate::icon) entries: usize,
    pub(in crate::icon) age: Duration,
}

impl Limits {
    /// 32 MiB in 4096 files, none older than 30 days.
    pub(in crate::icon) const USUAL: Self =
        Self { bytes: 32 << 20, entries: 4096, age: Duration::from_hours(30 * 24) };
}

/// A folder of pictures.
pub(in crate::icon) struct Disk {
    folder: Folder,
    limits: Limits,
    written: AtomicU32,
}

impl Disk {
    pub(in crate::icon) fn new(folder: PathBuf, limits: Limits) -> Self {
        Self { folder: Folder::new(folder), limits, written: AtomicU32::new(0) }
    }

    /// The picture of a file.
    pub(in crate::icon) fn picture(&self, key: Key, size: u32) -> Option<SafeIcon> {
        self.read(&file(key, PICTURE), entry::MAX_BYTES, |bytes| entry::read(bytes, size))
    }

    /// The picture that an address has led to, and when that was, while it holds.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "nothing is fetched"))]
    pub(in crate::icon) fn led_to(
        &self,
        address: Key,
        size: u32,
        now: SystemTime,
    ) -> Option<(SafeIcon, SystemTime)> {
        let name = file(address, ADDRESS);
        let (picture, then) = self.read(&name, entry::ADDRESS_BYTES, entry::read_address)?;
        if !is_fresh(then, now) {
            return None;
        }
        Some((self.picture(picture, size)?, then))
    }

    /// Keeps the picture of a file.
    pub(in crate::icon) fn keep(&self, key: Key, icon: &SafeIcon, now: SystemTime) {
        let Some(bytes) = entry::write(icon) else { return };
        self.write(&file(key, PICTURE), &bytes, now);
    }

    /// Keeps which picture an address has led to.
    pub(in crate::icon) fn keep_address(&self, address: Key, picture: Key, now: SystemTime) {
        self.write(&file(address, ADDRESS), &entry::write_address(picture, now), now);
    }

    /// What a file holds. One that cannot be what we have written is removed, so that it is made
    /// anew.
    fn read<T>(&self, name: &str, limit: usize, parse: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        let found = match self.folder.read(name, limit) {
            Ok(None) => return None,
            Ok(Some(bytes)) => parse(&bytes),
            Err(error) => note(Err(error)),
        };
        if found.is_none() {
            note(self.folder.remove(name));
        }
        found
    }

    fn write(&self, name: &str, bytes: &[u8], now: SystemTime) {
        note(self.folder.write_loosely(name, bytes));
        if self.written.fetch_add(1, Ordering::Relaxed).is_multiple_of(LOOK_AFTER) {
            note(self.tidy(now));
        }
    }

    /// Removes what is too old, and then the oldest until the rest is not too much, or until much
    /// has gone.
    fn tidy(&self, now: SystemTime) -> Result<()> {
        let mut all = Vec::new();
        for end in [PICTURE, ADDRESS] {
            let stored = self.folder.stored(end)?.into_iter();
            all.extend(
                stored.map(|file| (file.written, file.bytes, format!("{}{end}", file.name))),
            );
        }
        all.sort_unstable();
        let mut bytes: u64 = all.iter().map(|(_, bytes, _)| bytes).sum();
        let mut entries = all.len();
        for (written, its_bytes, name) in all.into_iter().take(MAX_REMOVED) {
            let is_old = now.duration_since(written).is_ok_and(|age| age > self.limits.age);
            if !is_old && bytes <= self.limits.bytes && entries <= self.limits.entries {
                break;
            }
            self.folder.remove_loosely(&name)?;
            bytes -= its_bytes;
            entries -= 1;
        }
        Ok(())
    }
}

fn file(key: Key, end: &str) -> String {
    key.name() + end
}

/// A cache that does not work is told of, and otherwise as good as none.
fn note<T: Default>(outcome: Result<T>) -> T {
    outcome.unwrap_or_else(|error| {
        tracing::debug!(target: "hostline::icon", %error, "cache not used");
        T::default()
    })
}
