//! Pictures that were made before: in memory, and where the person's program wants it on disk.
//!
//! What is kept is what leaves the module, never a byte of a server's file. A picture is found by
//! what it was made from: the digest of the file's bytes, of the size, and of the version of what
//! draws. Beside it stands which address led to which picture, and when, so that a file is not
//! fetched at each start.

mod disk;
mod entry;
mod memory;

use std::time::{Duration, SystemTime};

use ring::digest::{Context, SHA256};

pub(super) use self::{
    disk::{Disk, Limits},
    memory::Memory,
};

/// How long a picture is shown without asking its address again.
pub(super) const FRESH: Duration = Duration::from_hours(24);

/// Raised whenever the same file comes to another picture, so that none of before is found.
const VERSION: u8 = 2;

/// What a picture is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key([u8; 32]);

impl Key {
    /// The picture of a file.
    pub(super) fn of_file(bytes: &[u8], size: u32) -> Self {
        Self::of(b"file", size, &[bytes])
    }

    /// The picture that an address leads to, where the server says that it has this media type.
    pub(super) fn of_address(src: &str, media_type: Option<&str>, size: u32) -> Self {
        let is_said = [u8::from(media_type.is_some())];
        let said = media_type.unwrap_or_default().as_bytes();
        Self::of(b"address", size, &[&is_said, said, src.as_bytes()])
    }

    /// Each part stands behind its length, so that no two lists of parts are the same bytes.
    fn of(kind: &[u8], size: u32, parts: &[&[u8]]) -> Self {
        let mut digest = Context::new(&SHA256);
        digest.update(&[VERSION]);
        digest.update(&size.to_be_bytes());
        for part in [kind].iter().chain(parts) {
            digest.update(&(part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        let mut key = [0; 32];
        key.copy_from_slice(digest.finish().as_ref());
        Self(key)
    }

    /// How its file is called.
    fn name(&self) -> String {
        self.0.iter().fold(String::with_capacity(64), |mut name, byte| {
            for digit in [byte >> 4, byte & 15] {
                name.extend(char::from_digit(digit.into(), 16));
            }
            name
        })
    }
}

/// Whether what was learnt `then` still holds. A time to come is none that we have written.
fn is_fresh(then: SystemTime, now: SystemTime) -> bool {
    now.duration_since(then).is_ok_and(|age| age < FRESH)
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
