//! The body of an answer: decompressed, bounded, in chunks or whole.
//!
//! Compressed bytes are counted too. A peer could send them without an end, all of which come to
//! nothing: empty members of gzip, empty blocks in one.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use async_compression::tokio::bufread::{BrotliDecoder, GzipDecoder, ZlibDecoder};
use bytes::{Buf, Bytes, BytesMut};
use http::{HeaderMap, header};
use http_body::Body as _;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::{
    io::{AsyncBufRead, AsyncRead, AsyncReadExt, ReadBuf},
    task::coop::poll_proceed,
};

use crate::error::{Error, ErrorCode, Result};

/// How much room a decoder gets at a time.
const DECODED_CHUNK: usize = 16 << 10;
/// The most that is allotted on the word of a `content-length` alone.
const PREALLOCATED: usize = 8 << 20;
/// How many compressed bytes may come to nothing, one behind the other, in a body that is read as it
/// comes.
const MAX_FRUITLESS: usize = 1 << 20;
/// How many compressed bytes a body may have beside an eighth more than it comes to.
const FRAMING: usize = 64 << 10;
/// How many compressed bytes a decoder gets at a time. It takes all of them before others run.
const COMPRESSED_CHUNK: usize = 4 << 10;

/// A body that is still arriving. Dropping it ends the exchange.
pub(crate) struct Body {
    source: Source,
    idle_timeout: Option<Duration>,
}

enum Source {
    Plain(Incoming),
    Decoded { reader: Box<dyn Decoder>, buffer: BytesMut },
}

/// What unpacks compressed bytes.
trait Decoder: AsyncRead + Send + Unpin {
    fn compressed(&mut self) -> &mut Chunks;
}

macro_rules! decoders {
    ($($decoder:ident)+) => {
        $(impl Decoder for $decoder<Chunks> {
            fn compressed(&mut self) -> &mut Chunks {
                self.get_mut()
            }
        })+
    };
}

decoders!(GzipDecoder BrotliDecoder ZlibDecoder);

impl Body {
    /// # Errors
    /// The body is compressed in a way that was not asked for and is not known.
    pub(super) fn new(
        incoming: Incoming,
        headers: &HeaderMap,
        idle_timeout: Option<Duration>,
    ) -> Result<Self> {
        let source = match headers.get(header::CONTENT_ENCODING) {
            None => Source::Plain(incoming),
            Some(coding) => decoded(incoming, coding)?,
        };
        Ok(Self { source, idle_timeout })
    }

    /// The next bytes; nothing at the end.
    ///
    /// # Errors
    /// [`ErrorCode::Limit`] if more than a mebibyte of compressed bytes comes to nothing.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>> {
        let chunk = self.next().await?;
        self.source.allow(MAX_FRUITLESS);
        Ok(chunk)
    }

    async fn next(&mut self) -> Result<Option<Bytes>> {
        // A few bytes can unpack to many chunks, all of them ready at once: without this a task
        // that throws them away would never let others run, nor be ended.
        tokio::task::coop::consume_budget().await;
        let Some(limit) = self.idle_timeout else {
            return self.source.chunk().await;
        };
        tokio::time::timeout(limit, self.source.chunk()).await.unwrap_or_else(|_| {
            let message = format!("the server's stream was silent for {limit:?}");
            Err(Error::new(ErrorCode::Transport, message))
        })
    }

    /// All of the body, without copying it if it came in one piece.
    ///
    /// # Errors
    /// [`ErrorCode::Limit`] if it is longer than `limit`, counted after decompression, or if it has
    /// many more compressed bytes than that.
    pub(crate) async fn collect(mut self, limit: usize) -> Result<Bytes> {
        let expected = self.source.expected();
        if expected.is_some_and(|bytes| bytes > limit) {
            return Err(too_long(limit));
        }
        self.source.allow(limit.saturating_add(limit / 8).saturating_add(FRAMING));
        let Some(first) = self.next().await? else { return Ok(Bytes::new()) };
        let mut whole = match self.second(&first).await? {
            None => return if first.len() > limit { Err(too_long(limit)) } else { Ok(first) },
            Some(second) => {
                let room = first.len() + second.len();
                let mut whole =
                    BytesMut::with_capacity(expected.unwrap_or(0).min(PREALLOCATED).max(room));
                whole.extend_from_slice(&first);
                whole.extend_from_slice(&second);
                whole
            }
        };
        while whole.len() <= limit {
            match self.next().await? {
                Some(more) => whole.extend_from_slice(&more),
                None => return Ok(whole.freeze()),
            }
        }
        Err(too_long(limit))
    }

    /// The second chunk, without asking for it where the first is known to be all.
    async fn second(&mut self, first: &Bytes) -> Result<Option<Bytes>> {
        match &self.source {
            Source::Plain(incoming) if incoming.is_end_stream() && !first.is_empty() => Ok(None),
            _ => self.next().await,
        }
    }
}

impl Source {
    async fn chunk(&mut self) -> Result<Option<Bytes>> {
        match self {
            Self::Plain(incoming) => loop {
                match incoming.frame().await {
                    None => return Ok(None),
                    Some(Err(cause)) => return Err(broken(cause)),
                    Some(Ok(frame)) => {
                        if let Ok(data) = frame.into_data() {
                            return Ok(Some(data));
                        }
                    }
                }
            },
            Self::Decoded { reader, buffer } => {
                buffer.reserve(DECODED_CHUNK);
                match reader.read_buf(buffer).await {
                    Ok(0) => Ok(None),
                    Ok(_) => Ok(Some(buffer.split().freeze())),
                    Err(cause) => Err(not_decoded(cause)),
                }
            }
        }
    }

    /// Says how many compressed bytes may come from now on.
    fn allow(&mut self, bytes: usize) {
        if let Self::Decoded { reader, .. } = self {
            reader.compressed().left = bytes;
        }
    }

    /// How long the body says that it is, where that is the length that counts.
    fn expected(&self) -> Option<usize> {
        match self {
            Self::Plain(incoming) => incoming.size_hint().exact()?.try_into().ok(),
            Self::Decoded { .. } => None,
        }
    }
}

fn decoded(incoming: Incoming, coding: &http::HeaderValue) -> Result<Source> {
    let text = coding.to_str().unwrap_or("?").trim().to_ascii_lowercase();
    let chunks = Chunks { incoming, current: Bytes::new(), left: MAX_FRUITLESS };
    let reader: Box<dyn Decoder> = match &*text {
        "" | "identity" => return Ok(Source::Plain(chunks.incoming)),
        "gzip" | "x-gzip" => {
            let mut decoder = GzipDecoder::new(chunks);
            decoder.multiple_members(true);
            Box::new(decoder)
        }
        "br" => Box::new(BrotliDecoder::new(chunks)),
        "deflate" => Box::new(ZlibDecoder::new(chunks)),
        _ => {
            let message = format!("the server's answer has the unknown content encoding {text:?}");
            return Err(Error::new(ErrorCode::Protocol, message));
        }
    };
    Ok(Source::Decoded { reader, buffer: BytesMut::new() })
}

fn broken(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorCode::Transport, "the connection broke in the middle of the answer")
        .with_next_step("check that the server is running, and try again")
        .with_source(cause)
}

/// A decoder passes on what went wrong with the bytes that it reads.
fn not_decoded(cause: io::Error) -> Error {
    match cause.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(error) => error.clone(),
        None => broken(cause),
    }
}

fn too_long(limit: usize) -> Error {
    Error::new(ErrorCode::Limit, format!("the answer is longer than the limit of {limit} bytes"))
        .with_next_step("ask for less, or raise the limit")
}

/// The compressed bytes, as decoders want to read them.
struct Chunks {
    incoming: Incoming,
    current: Bytes,
    /// How many more may come.
    left: usize,
}

impl Chunks {
    fn receive(&mut self, bytes: Bytes) -> io::Result<()> {
        self.left = self.left.checked_sub(bytes.len()).ok_or_else(|| {
            let message = "the compressed answer has far more bytes than it comes to";
            io::Error::other(Error::new(ErrorCode::Limit, message))
        })?;
        self.current = bytes;
        Ok(())
    }
}

impl AsyncBufRead for Chunks {
    fn poll_fill_buf(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<&[u8]>> {
        let this = self.get_mut();
        loop {
            // They may all be here already, and come to nothing: others run in between.
            let step = ready!(poll_proceed(cx));
            if !this.current.is_empty() {
                step.made_progress();
                break;
            }
            let frame = ready!(Pin::new(&mut this.incoming).poll_frame(cx));
            step.made_progress();
            match frame {
                None => break,
                Some(Err(cause)) => return Poll::Ready(Err(io::Error::other(cause))),
                Some(Ok(frame)) => this.receive(frame.into_data().unwrap_or_default())?,
            }
        }
        Poll::Ready(Ok(&this.current[..this.current.len().min(COMPRESSED_CHUNK)]))
    }

    fn consume(self: Pin<&mut Self>, amount: usize) {
        self.get_mut().current.advance(amount);
    }
}

impl AsyncRead for Chunks {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let available = ready!(self.as_mut().poll_fill_buf(cx))?;
        let amount = available.len().min(buffer.remaining());
        buffer.put_slice(&available[..amount]);
        self.consume(amount);
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
#[path = "body_tests.rs"]
mod tests;
