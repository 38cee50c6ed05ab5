//! Reading the body of a request within bounds of bytes and time.

use std::{pin::pin, time::Duration};

use bytes::{Buf, Bytes, BytesMut};
use http::StatusCode;
use http_body::Body;
use http_body_util::BodyExt;

use super::{Refusal, Share, within};

/// The most that is set aside before any of a body has come: a length that is only claimed must
/// cost nothing.
const MOST_RESERVED: usize = 64 << 10;

/// Reads a whole body, whose bytes are added to a share as they come. Dropping the future gives it
/// up.
///
/// # Errors
/// 413: it is longer than `most` bytes, known as soon as its length is said or passed. 408: it has
/// not come within `wait`. 400: the client broke it off. 503: there is no room for its bytes.
pub(crate) async fn read<B: Body>(
    body: B,
    most: usize,
    wait: Duration,
    share: &mut Share,
) -> Result<Bytes, Refusal> {
    within(wait, read_whole(body, most, share)).await.unwrap_or_else(|| Err(too_slow()))
}

async fn read_whole<B: Body>(body: B, most: usize, share: &mut Share) -> Result<Bytes, Refusal> {
    let mut body = pin!(body);
    let said = body.size_hint();
    let least = usize::try_from(said.lower()).unwrap_or(usize::MAX);
    if least > most {
        return Err(too_long());
    }
    let mut whole = Whole::default();
    while !body.is_end_stream() {
        let Some(piece) = body.frame().await else { break };
        let piece = piece.map_err(|_| {
            Refusal::new(StatusCode::BAD_REQUEST, "the body ended before it was whole")
        })?;
        // Trailers say nothing that matters here.
        let Ok(mut data) = piece.into_data() else { continue };
        if data.remaining() > most - whole.len() {
            return Err(too_long());
        }
        if !share.grow(data.remaining()) {
            return Err(Refusal::busy("too much of other requests is kept at present"));
        }
        whole.add(&mut data, least);
    }
    Ok(whole.into_bytes())
}

/// What has come so far. A body that comes in one piece is not copied.
#[derive(Default)]
struct Whole {
    first: Bytes,
    all: BytesMut,
}

impl Whole {
    fn len(&self) -> usize {
        self.first.len() + self.all.len()
    }

    fn add(&mut self, data: &mut impl Buf, expected: usize) {
        if self.len() == 0 {
            self.first = data.copy_to_bytes(data.remaining());
            return;
        }
        if !self.first.is_empty() {
            let known = self.first.len() + data.remaining();
            self.all.reserve(known.max(expected.min(MOST_RESERVED)));
            self.all.extend_from_slice(&std::mem::take(&mut self.first));
        }
        while data.has_remaining() {
            let chunk = data.chunk();
            self.all.extend_from_slice(chunk);
            let length = chunk.len();
            data.advance(length);
        }
    }

    fn into_bytes(self) -> Bytes {
        if self.all.is_empty() { self.first } else { self.all.freeze() }
    }
}

fn too_long() -> Refusal {
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is longer than this server takes")
}

fn too_slow() -> Refusal {
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time")
}

#[cfg(test)]
#[path = "body_tests.rs"]
mod tests;
