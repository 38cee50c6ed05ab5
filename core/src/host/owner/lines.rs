//! Lines over a stream, within a limit.

use std::io;

use memchr::memchr;
use serde::Serialize;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, ReadHalf, WriteHalf},
    time::timeout,
};

use super::WRITE_WAIT;
use crate::error::{Error, ErrorCode, Result};

/// A stream that goes both ways.
pub(super) trait Io: AsyncRead + AsyncWrite + Send + Unpin + 'static {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin + 'static> Io for T {}

/// Whatever the connection runs over.
pub(super) type Stream = Box<dyn Io>;

/// Such a stream with what was read ahead.
type Both = BufReader<Stream>;

/// The reading side: no line is longer than the limit, and what was read behind a line is kept.
pub(super) struct LineReader<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub(super) fn new(reader: R, limit: usize) -> Self {
        Self::over(BufReader::new(reader), limit)
    }

    /// Over what was read in part.
    pub(super) fn over(reader: BufReader<R>, limit: usize) -> Self {
        Self { reader, line: Vec::new(), limit }
    }

    /// The next line without its line break; nothing at the end. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<u8>>> {
        loop {
            let piece = self.reader.fill_buf().await.map_err(broken)?;
            if piece.is_empty() {
                return if self.line.is_empty() { Ok(None) } else { Err(cut_off()) };
            }
            let end = memchr(b'\n', piece);
            let taken = end.unwrap_or(piece.len());
            if self.line.len() + taken > self.limit {
                return Err(too_long(self.limit));
            }
            self.line.extend_from_slice(&piece[..taken]);
            self.reader.consume(taken + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(Some(std::mem::take(&mut self.line)));
            }
        }
    }

    /// What the lines are read from, with what was read ahead.
    pub(super) fn into_reader(self) -> BufReader<R> {
        self.reader
    }
}

impl LineReader<Stream> {
    /// Both sides, to be used side by side.
    pub(super) fn split(self) -> (LineReader<ReadHalf<Both>>, WriteHalf<Both>) {
        let (reader, writer) = tokio::io::split(self.reader);
        let reader = BufReader::new(reader);
        (LineReader { reader, line: self.line, limit: self.limit }, writer)
    }
}

impl<R: AsyncRead + AsyncWrite + Unpin> LineReader<R> {
    /// Writes a line to the same stream.
    pub(super) async fn write(&mut self, line: &[u8]) -> Result<()> {
        write(self.reader.get_mut(), line).await
    }
}

/// Writes a line that has its line break, within a time.
pub(super) async fn write<W: AsyncWrite + Unpin>(writer: &mut W, line: &[u8]) -> Result<()> {
    let written = async {
        writer.write_all(line).await?;
        writer.flush().await
    };
    let over = || Error::new(ErrorCode::Timeout, "the other side of the socket reads nothing");
    timeout(WRITE_WAIT, written).await.map_err(|_| over())?.map_err(broken)
}

/// A value as a line, with its line break. JSON text that is carried as it came may be spread over
/// several lines; a space says the same as a line break there.
pub(super) fn line(value: &impl Serialize) -> Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value).map_err(|error| {
        Error::new(ErrorCode::InvalidInput, "the value has no JSON form").with_source(error)
    })?;
    for byte in &mut line {
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    line.push(b'\n');
    Ok(line)
}

pub(super) fn too_long(limit: usize) -> Error {
    Error::new(ErrorCode::Limit, format!("a line on the socket is longer than {limit} bytes"))
        .with_next_step("ask for less at once")
}

fn cut_off() -> Error {
    Error::new(ErrorCode::Closed, "the socket was closed in the middle of a line")
}

fn broken(error: io::Error) -> Error {
    Error::new(ErrorCode::Transport, "the socket is broken").with_source(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lines_are_cut_and_bounded_and_what_follows_is_kept() {
        let mut lines = LineReader::new(&b"one\n\ntwo2\nrest"[..], 4);
        assert_eq!(lines.next().await.unwrap().unwrap(), b"one");
        assert_eq!(lines.next().await.unwrap().unwrap(), b"");
        assert_eq!(lines.next().await.unwrap().unwrap(), b"two2");
        assert_eq!(lines.into_reader().buffer(), b"rest");
        let mut lines = LineReader::new(&b"12345\n"[..], 4);
        assert_eq!(lines.next().await.unwrap_err().code(), ErrorCode::Limit);
        let mut lines = LineReader::new(&b"123"[..], 4);
        assert_eq!(lines.next().await.unwrap_err().code(), ErrorCode::Closed);
        let mut lines = LineReader::new(&b""[..], 4);
        assert_eq!(lines.next().await.unwrap(), None);
    }

    #[test]
    fn a_value_is_one_line() {
        let json = crate::Json::parse("{\n\"a\": 1\r\n}").unwrap();
        assert_eq!(line(&json).unwrap(), b"{ \"a\": 1  }\n");
    }
}
