//! Streams that are asked for by GET: the one on which the server speaks first, and answers that
//! are resumed.

use http::{HeaderValue, Method};
use tokio::time::{Instant, sleep};

use super::{
    events::Progress,
    limits::{FRUITLESS_STREAMS, LASTING_STREAM, STREAM_FAILURES},
    post::Content,
    refusal::Refusal,
    session::Shared,
};
use crate::{
    error::Error,
    net::Body,
    transport::{Incoming, Notice},
};

/// What came of asking for a stream.
pub(super) enum Opened {
    /// It is here.
    Stream(Body),
    /// The server offers none.
    None,
    /// It may be here the next time.
    Broken(Error),
    /// The server does not want to give it.
    Refused(Error),
}

/// Asks for a stream, from the start or after an event.
pub(super) async fn open(shared: &Shared, last_event_id: Option<&HeaderValue>) -> Opened {
    let state = shared.state();
    let response = match shared.post.ask(Method::GET, state.context(last_event_id)).await {
        Ok(response) => response,
        // A redirect that cannot be followed will not change; a broken connection may.
        Err(error) if error.http_status().is_some() => return Opened::Refused(error),
        Err(error) => return Opened::Broken(error),
    };
    let status = response.status();
    match status.as_u16() {
        200..=299 if Content::of(response.headers()) == Content::Events => {
            Opened::Stream(response.into_body())
        }
        // Some answer every GET with a page. A session that the server has forgotten (404) is
        // found out by the next message, which is what can open another.
        200..=299 | 404 | 405 | 406 => Opened::None,
        408 | 409 | 425 | 429 | 500..=599 => {
            Opened::Broken(Refusal::read(response).await.into_error(status))
        }
        _ => Opened::Refused(Refusal::read(response).await.into_error(status)),
    }
}

/// Keeps the standing stream open for as long as it is of use.
pub(super) async fn listen(shared: &Shared) {
    let mut progress = Progress::default();
    let (mut fruitless, mut failures) = (0, 0);
    let mut was_open = false;
    let reason = loop {
        let (begun, before) = (Instant::now(), (progress.events, progress.messages));
        match open(shared, progress.last_event_id.as_ref()).await {
            Opened::None => return,
            Opened::Refused(error) => break error.to_string(),
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
                // A place to resume after is no news by itself; a server that closes each stream
                // and says when to ask again wants to be polled.
                let polled = progress.events > before.0 && progress.wants_polling();
                let of_use =
                    progress.messages > before.1 || polled || begun.elapsed() >= LASTING_STREAM;
                fruitless = if of_use { 0 } else { fruitless + 1 };
                if fruitless == FRUITLESS_STREAMS {
                    break format!("it ended {fruitless} times without delivering anything");
                }
            }
        }
        sleep(progress.delay(failures)).await;
    };
    shared.post.tell(Incoming::Notice(Notice::StreamGivenUp(reason.into()))).await;
}
