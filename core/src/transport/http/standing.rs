//! Streams that are asked for by GET: the one on which the server speaks first, and answers that
//! are resumed.

use std::{pin::pin, time::Duration};

use http::{HeaderValue, Method};
use tokio::time::{Instant, sleep, timeout};

use super::{
    events::Progress,
    handshake::Listening,
    limits::{
        BACK_OFF_MAX, FRUITLESS_STREAMS, IDLE_POLLS, LASTING_STREAM, LISTENING_TIME, RETRY_DELAY,
        STREAM_FAILURES,
    },
    post::Content,
    refusal,
    session::Shared,
};
use crate::{
    error::{Error, ErrorCode},
    jsonrpc::RequestId,
    net::Body,
    transport::{Incoming, Notice},
};

/// What came of asking for a stream.
pub(super) enum Opened {
    /// It is here.
    Stream(Body),
    /// The server offers none.
    None,
    /// The server has none, or does not know the session.
    NotFound,
    /// It may be here the next time.
    Broken(Error),
    /// The server does not want to give it.
    Refused(Error),
    /// Nobody is signed in, and nobody could be asked, or it came to nothing.
    Shut(Error),
}

fn is_shut(error: &Error) -> bool {
    matches!(error.code(), ErrorCode::AuthRequired | ErrorCode::AuthFailed)
}

/// Whose stream it is.
#[derive(Clone, Copy)]
pub(super) enum Whose<'a> {
    /// The server's, for what it says by itself.
    Standing,
    /// A request's, whose answer broke off.
    Request {
        id: &'a RequestId,
        /// Whether a person waits for it.
        attended: bool,
    },
}

/// Asks for a stream, from the start or after an event.
pub(super) async fn open(
    shared: &Shared,
    last_event_id: Option<&HeaderValue>,
    whose: Whose<'_>,
) -> Opened {
    let state = shared.state();
    let mut context = state.context(last_event_id);
    if let Whose::Request { id, attended } = whose {
        (context.request, context.attended) = (Some(id), attended);
    }
    let response = match shared.post.ask(Method::GET, context).await {
        Ok(response) => response,
        Err(error) if is_shut(&error) => return Opened::Shut(error),
        // A redirect that cannot be followed will not change; a broken connection may.
        Err(error) if error.http_status().is_some() => return Opened::Refused(error),
        Err(error) => return Opened::Broken(error),
    };
    let status = response.status();
    match status.as_u16() {
        200..=299 if Content::of(response.headers()) == Content::Events => {
            Opened::Stream(response.into_body())
        }
        // Some answer every GET with a page.
        200..=299 | 405 | 406 => Opened::None,
        404 => Opened::NotFound,
        408 | 409 | 425 | 429 | 500..=599 => Opened::Broken(refusal::read(response).await),
        _ => Opened::Refused(refusal::read(response).await),
    }
}

/// Asks for the stream, and lets go of what waits for that once the server has answered, or is waited
/// for no longer.
async fn held_up(opening: impl Future<Output = Opened>, listening: Listening) -> Opened {
    let mut opening = pin!(opening);
    let answered = timeout(LISTENING_TIME, &mut opening).await;
    drop(listening);
    match answered {
        Ok(opened) => opened,
        Err(_) => opening.await,
    }
}

/// Keeps the standing stream open for as long as it is of use. `listening` is let go of soon.
pub(super) async fn listen(shared: &Shared, mut listening: Option<Listening>) {
    let session = shared.state().session;
    let mut progress = Progress::default();
    let (mut fruitless, mut idle, mut failures) = (0, 0, 0);
    let mut was_open = false;
    let reason = loop {
        let (begun, before) = (Instant::now(), (progress.events, progress.messages));
        let opening = open(shared, progress.last_event_id.as_ref(), Whose::Standing);
        let opened = match listening.take() {
            Some(listening) => held_up(opening, listening).await,
            None => opening.await,
        };
        match opened {
            Opened::None => return,
            // Servers without such a stream say so too. One that had it has forgotten the session.
            Opened::NotFound => {
                if let Some(session) = session.filter(|_| was_open) {
                    shared.forget(&session);
                    shared.post.tell(Incoming::SessionLost { id: None }).await;
                }
                return;
            }
            Opened::Refused(error) => break error.to_string(),
            // Somebody may sign in for the sake of a request.
            Opened::Shut(_) => {
                sleep(BACK_OFF_MAX).await;
                continue;
            }
            Opened::Broken(error) => {
                failures += 1;
                if failures == STREAM_FAILURES {
                    break error.to_string();
                }
            }
            Opened::Stream(body) => {
                if std::mem::replace(&mut was_open, true) {
                    shared.post.tell(Incoming::Notice(Notice::Resumed)).await;
                }
                failures = 0;
                shared.post.read(body, None, &mut progress).await;
                let told = progress.messages > before.1 || begun.elapsed() >= LASTING_STREAM;
                // A place to resume after is no news by itself; a server that closes each stream
                // and says when to ask again wants to be polled.
                let polled = progress.events > before.0 && progress.wants_polling();
                idle = if told { 0 } else { u32::saturating_add(idle, 1) };
                fruitless = if told || polled { 0 } else { fruitless + 1 };
                if fruitless == FRUITLESS_STREAMS {
                    break format!("it ended {fruitless} times without delivering anything");
                }
            }
        }
        sleep(progress.delay(failures).max(pause(idle))).await;
    };
    shared.post.tell(Incoming::Notice(Notice::StreamGivenUp(reason.into()))).await;
}

/// How long to wait at least after so many streams in a row that had nothing to tell: a server that
/// wants to be polled may be polled for hours. So may one that has an answer to give, but only
/// names places in its stream.
pub(super) fn pause(idle: u32) -> Duration {
    match idle.saturating_sub(IDLE_POLLS) {
        0 => Duration::ZERO,
        slower => RETRY_DELAY.saturating_mul(1 << (slower - 1).min(16)).min(BACK_OFF_MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_with_nothing_to_tell_become_rare() {
        assert_eq!(pause(0), Duration::ZERO);
        assert_eq!(pause(IDLE_POLLS), Duration::ZERO);
        assert_eq!(pause(IDLE_POLLS + 1), RETRY_DELAY);
        assert_eq!(pause(IDLE_POLLS + 2), RETRY_DELAY * 2);
        assert_eq!(pause(u32::MAX), BACK_OFF_MAX);
    }
}
