//! The process between a client and an owner.

use std::{
    future::pending,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt},
    time::timeout,
};

use super::{books::Books, lines::LineReader};
use crate::error::{Error, ErrorCode, Result};

/// The longest line that is carried, in bytes. It is above what either side takes, so that they
/// judge what is too long, and not the process between them.
const MAX_CARRIED_BYTES: usize = 64 << 20;
/// How long a client that has closed its end gets replies.
const LAST_REPLIES_WAIT: Duration = Duration::from_secs(5);
/// How long the next owner may take to open the client's session again.
const REOPENING_WAIT: Duration = Duration::from_secs(10);

/// A client whose messages are carried to the owner of a configuration, from one owner to the next.
///
/// It keeps what must not be lost on the way: the part of a line that was read, and which requests
/// wait. Every line goes on byte for byte.
pub struct ClientLines<R, W> {
    input: LineReader<R>,
    output: W,
    books: Mutex<Books>,
}

/// Which side has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// The client: there is nothing left to do.
    Client,
    /// The owner: the client has been told of all that waited, and is carried to the next one.
    Owner,
}

impl<R, W> ClientLines<R, W>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    /// A client that is read from one stream and written to another.
    pub fn new(input: R, output: W) -> Self {
        let input = LineReader::new(input, MAX_CARRIED_BYTES);
        Self { input, output, books: Mutex::default() }
    }

    /// Carries the client's lines to an owner and back until either of them ends. To the next owner
    /// after the first, the session that the client has opened is opened again first, without the
    /// client hearing of it. `owner` is a [`RelayStream`](super::RelayStream), or leads to an owner
    /// in this process.
    ///
    /// When the owner ends, every request that waits for it is answered with an error that says that
    /// it may have been done; what the client was asked is cancelled. Dropping the future may tear a
    /// line in either direction.
    ///
    /// # Errors
    /// [`ErrorCode::Closed`]: the next owner does not open the client's session.
    pub async fn carry<S: AsyncRead + AsyncWrite + Unpin>(&mut self, owner: S) -> Result<Carried> {
        let (reader, mut writer) = tokio::io::split(owner);
        let mut reader = LineReader::new(reader, MAX_CARRIED_BYTES);
        if let Some(carried) = self.reopen(&mut reader, &mut writer).await? {
            return Ok(carried);
        }
        let carried = {
            let Self { input, output, books } = self;
            let mut down = std::pin::pin!(carry_down(&mut reader, output, books));
            tokio::select! {
                carried = &mut down => carried,
                () = carry_up(input, &mut writer, books) => {
                    let _ = timeout(LAST_REPLIES_WAIT, &mut down).await;
                    Carried::Client
                }
            }
        };
        if carried == Carried::Client { Ok(Carried::Client) } else { Ok(self.lose().await) }
    }

    /// Tells the client of the owner's end.
    async fn lose(&mut self) -> Carried {
        let told = lock(&self.books).lose();
        for line in told {
            if write(&mut self.output, &line).await.is_err() {
                return Carried::Client;
            }
        }
        Carried::Owner
    }

    /// Opens the client's session at another owner, if it has one. Returns which side has ended
    /// meanwhile.
    async fn reopen<T: AsyncRead + Unpin, U: AsyncWrite + Unpin>(
        &mut self,
        reader: &mut LineReader<T>,
        writer: &mut U,
    ) -> Result<Option<Carried>> {
        let Some(opening) = lock(&self.books).opening() else { return Ok(None) };
        let refused = || {
            let message = "the next owner of the configuration does not open the client's session";
            Error::new(ErrorCode::Closed, message).with_next_step("start the client again")
        };
        // Whoever has ended already says so when it is read from.
        let _ = write(writer, &opening).await;
        loop {
            let next = timeout(REOPENING_WAIT, reader.next()).await.map_err(|_| refused())?;
            let Ok(Some(line)) = next else { return Ok(Some(self.lose().await)) };
            let line = Bytes::from(line);
            let reopened = lock(&self.books).reopened(&line);
            let is_wanted = reopened.as_ref().is_none_or(|reopened| reopened.is_wanted);
            if is_wanted && write(&mut self.output, &line).await.is_err() {
                return Ok(Some(Carried::Client));
            }
            match reopened {
                Some(reopened) if !reopened.is_good && !reopened.is_wanted => return Err(refused()),
                Some(_) => break,
                None => {
                    lock(&self.books).note_owner(&line);
                }
            }
        }
        let opened = lock(&self.books).opened();
        for line in opened {
            let _ = write(writer, &line).await;
        }
        Ok(None)
    }
}

/// Carries the client's lines to the owner, until the client ends.
async fn carry_up<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
    input: &mut LineReader<R>,
    writer: &mut W,
    books: &Mutex<Books>,
) {
    while let Ok(Some(line)) = input.next().await {
        let line = Bytes::from(line);
        let is_for_owner = lock(books).note_client(&line);
        if is_for_owner && write(writer, &line).await.is_err() {
            // The owner has ended, which shows at the other side once its last words are read.
            pending::<()>().await;
        }
    }
    let _ = writer.shutdown().await;
}

/// Carries the owner's lines to the client, until either ends.
async fn carry_down<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
    reader: &mut LineReader<R>,
    output: &mut W,
    books: &Mutex<Books>,
) -> Carried {
    while let Ok(Some(line)) = reader.next().await {
        let line = Bytes::from(line);
        let is_for_client = lock(books).note_owner(&line);
        if is_for_client && write(output, &line).await.is_err() {
            return Carried::Client;
        }
    }
    Carried::Owner
}

async fn write<W: AsyncWrite + Unpin>(writer: &mut W, line: &[u8]) -> io::Result<()> {
    writer.write_all(line).await?;
    writer.write_all(b"\n").await?;
    writer.flush().await
}

fn lock(books: &Mutex<Books>) -> MutexGuard<'_, Books> {
    books.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "carry_tests.rs"]
mod tests;
