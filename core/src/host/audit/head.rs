//! The head: which line was the last one when it was written.

use serde::{Deserialize, Serialize};

use super::files::HEAD;
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
    host::Digest,
};

/// What a head may be long, in bytes.
const MAX_BYTES: usize = 4 << 10;

/// A place in the chain: a line. The place in front of the first one has neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Point {
    /// The line's number, or 0.
    pub(super) seq: u64,
    /// The line's digest.
    pub(super) digest: Option<Digest>,
}

/// Which part of the chain the files hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The line in front of the first one that is kept.
    pub(super) before: Point,
    /// The last line.
    pub(super) last: Point,
    /// The number of the oldest file that is kept.
    pub(super) oldest: u32,
    /// The number of the newest.
    pub(super) newest: u32,
}

/// What stands in the place of the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Head(Head),
    Missing,
    Unreadable,
}

impl Head {
    /// That of a record without a line.
    pub(super) fn first() -> Self {
        Self { before: Point::default(), last: Point::default(), oldest: 1, newest: 1 }
    }

    pub(super) fn find(folder: &Folder) -> Result<Found> {
        let Some(bytes) = folder.read(HEAD, MAX_BYTES)? else { return Ok(Found::Missing) };
        Ok(serde_json::from_slice(&bytes).map_or(Found::Unreadable, Found::Head))
    }

    /// Replaces the head; on the disk only where it must be, since that takes long.
    pub(super) fn write(&self, folder: &Folder, on_disk: bool) -> Result<()> {
        let text = serde_json::to_vec(self).map_err(|error| {
            Error::new(ErrorCode::Internal, "the audit log's head has no JSON form")
                .with_source(error)
        })?;
        if on_disk { folder.write(HEAD, &text) } else { folder.write_loosely(HEAD, &text) }
    }
}
