//! No socket yet: who owns a configuration here owns it alone, and nobody else reaches it.

use std::{
    future::pending,
    io,
    path::{Path, PathBuf},
};

use super::{lines::Stream, place::Place};
use crate::error::{Error, ErrorCode, Result};

/// Listens nowhere.
pub(super) struct Listener(());

impl Listener {
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    pub(super) fn open(_: &Place) -> Result<(Self, Option<PathBuf>)> {
        Ok((Self(()), None))
    }

    pub(super) async fn accept(&self) -> io::Result<Stream> {
        pending().await
    }
}

/// # Errors
/// [`ErrorCode::MissingCapability`], always.
#[expect(clippy::unused_async, reason = "elsewhere it waits")]
pub(super) async fn connect(_: &Path) -> Result<Stream> {
    Err(unavailable())
}

fn unavailable() -> Error {
    let message =
        "another process uses the configuration, and cannot be reached on this system yet";
    Error::new(ErrorCode::MissingCapability, message)
        .with_next_step("end the other process, or let it do what is to be done")
}
