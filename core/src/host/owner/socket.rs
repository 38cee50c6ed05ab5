//! The socket of the owner, which nobody but the same user gets through.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use tokio::net::{UnixListener, UnixStream};

use super::{lines::Stream, place::Place};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
};

/// The socket, listening.
pub(super) struct Listener(UnixListener);

impl Listener {
    /// Listens at the first place where that works, and says where. What a dead owner has left
    /// there is replaced, so only who holds the lock may call this.
    pub(super) fn open(place: &Place) -> Result<(Self, Option<PathBuf>)> {
        let mut last = Error::new(ErrorCode::Storage, "there is no place for the owner's socket")
            .with_next_step("name a shorter folder in the environment variable HOSTLINE_DATA_DIR");
        for path in place.sockets() {
            match listen(path) {
                Ok(listener) => return Ok((Self(listener), Some(path.clone()))),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The next connection of the same user. Those of others are closed at once.
    pub(super) async fn accept(&self) -> io::Result<Stream> {
        loop {
            let (stream, _) = self.0.accept().await?;
            if is_same_user(&stream) {
                return Ok(Box::new(stream));
            }
            tracing::warn!(target: "hostline::owner", "another user was refused");
        }
    }
}

fn listen(path: &Path) -> Result<UnixListener> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    Folder::new(folder.to_owned()).prepare()?;
    let bound = || {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(path)?;
        // The folder keeps others out before this does.
        fs::set_permissions(path, Permissions::from_mode(0o600))?;
        Ok(listener)
    };
    bound().map_err(|error| {
        let message = format!("cannot listen on the socket {}: {error}", path.display());
        Error::new(ErrorCode::Storage, message).with_source(error)
    })
}

/// Reaches the owner.
///
/// # Errors
/// [`ErrorCode::Transport`]: nobody listens there, or somebody else does.
pub(super) async fn connect(path: &Path) -> Result<Stream> {
    let stream = UnixStream::connect(path).await.map_err(|error| {
        let message = format!("the owner of the configuration is not at {}", path.display());
        Error::new(ErrorCode::Transport, message).with_source(error)
    })?;
    if is_same_user(&stream) {
        return Ok(Box::new(stream));
    }
    let message = format!("the socket {} belongs to another user", path.display());
    Err(Error::new(ErrorCode::Denied, message))
}

/// Whether the same user is at the other end, as the system says.
fn is_same_user(stream: &UnixStream) -> bool {
    let user = rustix::process::geteuid().as_raw();
    stream.peer_cred().is_ok_and(|peer| peer.uid() == user)
}
