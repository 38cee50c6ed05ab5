//! What one HTTP connection may cost.

use std::time::Duration;

use crate::jsonrpc::Limits;

/// What a server and its exchanges may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HttpLimits {
    /// The limits of one message, after decompression.
    pub message: Limits,
    /// The most exchanges that are open at a time; further ones wait. Default 256.
    pub in_flight: usize,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self { message: Limits::default(), in_flight: 256 }
    }
}

/// The most messages that wait to be taken; when they are as many, bodies are read no further.
pub(super) const WAITING_MESSAGES: usize = 64;
/// The most replies that wait for the server to take them; further ones are dropped.
pub(super) const WAITING_REPLIES: usize = 256;
/// How long the server may take to accept a notification or a reply.
pub(super) const DELIVERY_TIME: Duration = Duration::from_secs(30);
/// The most of an error's body that is read.
pub(super) const ERROR_BODY_BYTES: usize = 64 << 10;
/// How long an error's body may take: the status alone is enough to go on.
pub(super) const ERROR_BODY_TIME: Duration = Duration::from_secs(5);
/// How much of an error's text is repeated in a message.
pub(super) const ERROR_TEXT_CHARS: usize = 200;
/// How long a stream may go on after the reply. Read to its end, its connection can be used again.
pub(super) const AFTER_REPLY: Duration = Duration::from_millis(250);
/// How long the notification that ends the handshake holds up what is sent after it.
pub(super) const HANDSHAKE_TIME: Duration = Duration::from_secs(5);
/// How long the standing stream's first request holds up what may lead to questions. Some servers
/// say nothing at all on it before they have something to tell.
pub(super) const LISTENING_TIME: Duration = Duration::from_secs(1);
/// How long closing may take.
pub(super) const CLOSE_TIME: Duration = Duration::from_secs(2);
/// The longest session identifier that is taken.
pub(super) const SESSION_ID_BYTES: usize = 4 << 10;
/// How long HTTP+SSE waits for the address to send to.
pub(super) const ENDPOINT_TIME: Duration = Duration::from_secs(30);

/// The time before a stream is opened again, unless the server gives another.
pub(super) const RETRY_DELAY: Duration = Duration::from_secs(1);
/// The shortest time that is waited, whatever the server asks for: a stream that ends at once must
/// not become a busy loop.
pub(super) const RETRY_DELAY_MIN: Duration = Duration::from_millis(10);
/// The longest time that is waited because a server asks for it.
pub(super) const RETRY_DELAY_MAX: Duration = Duration::from_hours(1);
/// The longest time between attempts that fail.
pub(super) const BACK_OFF_MAX: Duration = Duration::from_secs(30);
/// How often in a row a broken answer is asked for again without getting anything more of it.
pub(super) const RESUME_ATTEMPTS: u32 = 5;
/// How often in a row the standing stream may end without having delivered anything.
pub(super) const FRUITLESS_STREAMS: u32 = 3;
/// How often in a row a server is polled as fast as it wants, without having anything to tell.
pub(super) const IDLE_POLLS: u32 = 20;
/// How often in a row the standing stream may fail to open, once it was open.
pub(super) const STREAM_FAILURES: u32 = 8;
/// A stream that lasted so long was of use even if there was nothing to tell.
pub(super) const LASTING_STREAM: Duration = Duration::from_secs(30);
