//! Legacy Streamable HTTP: a session that the opening request may bring, a standing stream, and
//! answers that can be resumed (2025-03-26 to 2025-11-25 `basic/transports`).

use std::{
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use http::{HeaderValue, Method, Response, StatusCode};
use tokio::{
    task::AbortHandle,
    time::{sleep, timeout},
};
use url::Url;

use super::{
    HttpLimits,
    events::Progress,
    exchanges::Exchanges,
    handshake::{Handshake, Turn},
    limits::{CLOSE_TIME, RESUME_ATTEMPTS, SESSION_ID_BYTES},
    names::{PROTOCOL_VERSION, SESSION_ID},
    post::{self, End, Post, header_value},
    refusal,
    standing::{self, Opened, Whose},
};
use crate::{
    auth::Door,
    error::{Error, ErrorCode, Result},
    jsonrpc::RequestId,
    net::{Body, HttpClient},
    transport::{Incoming, Link, Notice, Outgoing, OutgoingKind, Transport},
};

/// POSTs within a session, and a stream on which the server speaks first.
///
/// The session's identifier comes with the answer to a request that is `opening`, and goes with
/// everything after it. A stream that breaks after the server has given it a place to resume is
/// asked for again. It must be used on a Tokio runtime; dropping it closes all exchanges without
/// ending the session.
pub struct Session {
    shared: Arc<Shared>,
    exchanges: Exchanges,
    handshake: Handshake,
    standing: Option<AbortHandle>,
    /// Whether the server may ask us something.
    is_asked: bool,
    closing: bool,
}

/// What the exchanges of a session share.
pub(super) struct Shared {
    pub(super) post: Post,
    state: Mutex<State>,
}

#[derive(Clone, Default)]
pub(super) struct State {
    /// The session's identifier, where the server gave one.
    pub(super) session: Option<HeaderValue>,
    /// How many sessions were opened, or were to be.
    number: u64,
    /// Whether the server has forgotten the present session.
    lost: bool,
    /// The protocol version as the last message repeated it in its headers.
    pub(super) version: Option<HeaderValue>,
}

impl Session {
    /// A connection to the MCP endpoint at `url`. Nothing is sent yet.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the address is not one of HTTP.
    pub fn new(client: HttpClient, url: &Url, limits: HttpLimits) -> Result<Self> {
        Self::through(client, Door::default(), url, limits)
    }

    /// The same with an account at the server.
    pub(crate) fn through(
        client: HttpClient,
        door: Door,
        url: &Url,
        limits: HttpLimits,
    ) -> Result<Self> {
        let (exchanges, incoming) = Exchanges::new();
        let post = Post::new(client, door, url, limits, incoming)?;
        Ok(Self {
            shared: Arc::new(Shared { post, state: Mutex::default() }),
            exchanges,
            handshake: Handshake::default(),
            standing: None,
            is_asked: false,
            closing: false,
        })
    }

    /// Whether the server was told that it may ask us something. Then no request that may lead to
    /// questions overtakes the stream on which they come.
    pub(crate) fn that_is_asked(mut self, is_asked: bool) -> Self {
        self.is_asked = is_asked;
        self
    }

    fn stop_standing_stream(&mut self) {
        if let Some(stream) = self.standing.take() {
            stream.abort();
        }
    }
}

impl Transport for Session {
    fn send(&mut self, outgoing: Outgoing) {
        self.shared.note_version(&outgoing);
        let shared = self.shared.clone();
        match outgoing.kind.clone() {
            OutgoingKind::Request { id, opening: true, .. } => {
                self.handshake.begin();
                self.stop_standing_stream();
                // Whatever comes of it, an earlier session is over, also for what is on its way.
                shared.change(|state| {
                    (state.session, state.lost) = (None, false);
                    state.number += 1;
                });
                self.exchanges.start(Some(id.clone()), open(shared, id, outgoing));
            }
            OutgoingKind::Request { id, may_ask, .. } => {
                let turn =
                    if may_ask { self.handshake.turn_to_be_asked() } else { self.handshake.turn() };
                let number = shared.state().number;
                let exchange = request(shared, id.clone(), outgoing, turn, number);
                self.exchanges.start(Some(id), exchange);
            }
            OutgoingKind::Notification | OutgoingKind::Aside => {
                let turn = self.handshake.turn();
                let ending = self.handshake.end();
                self.exchanges.start(None, async move {
                    turn.come().await;
                    courier(&shared, &outgoing).await;
                    drop(ending);
                });
            }
            // The server waits for it, perhaps before it answers any of the requests that hold all
            // slots.
            OutgoingKind::Reply => {
                self.exchanges.deliver(async move { deliver(&shared, &outgoing).await });
            }
        }
    }

    fn abandon(&mut self, id: &RequestId) {
        self.exchanges.abandon(id);
    }

    fn established(&mut self) {
        self.stop_standing_stream();
        let (shared, turn) = (self.shared.clone(), self.handshake.turn());
        let listening = self.is_asked.then(|| self.handshake.listen());
        let stream = async move {
            turn.come().await;
            standing::listen(&shared, listening).await;
        };
        self.standing = Some(self.exchanges.start(None, stream));
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.exchanges.poll_incoming(cx)
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        if !self.closing {
            self.closing = true;
            self.stop_standing_stream();
            let shared = self.shared.clone();
            self.exchanges.start(None, async move { shared.end().await });
        }
        self.exchanges.poll_close(cx).map(Ok)
    }

    fn link(&self) -> Link {
        Link::Exchanges
    }
}

impl Shared {
    pub(super) fn state(&self) -> State {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn note_version(&self, outgoing: &Outgoing) {
        let header = outgoing.headers.iter().find(|(name, _)| **name == *PROTOCOL_VERSION.as_str());
        let Some(Ok(version)) = header.map(|(_, value)| header_value(value)) else { return };
        self.change(|state| {
            if state.version.as_ref() != Some(&version) {
                state.version = Some(version);
            }
        });
    }

    /// Forgets a session that the server does not know, unless a newer one has taken its place.
    pub(super) fn forget(&self, session: &HeaderValue) {
        self.change(|state| {
            if state.session.as_ref() == Some(session) {
                state.session = None;
                state.lost = true;
            }
        });
    }

    /// Asks the server to end the session. Servers may refuse (405) or be gone: it makes no
    /// difference to us.
    async fn end(&self) {
        let state = self.state();
        if state.session.is_none() {
            return;
        }
        let context = state.context(None);
        let _ = timeout(CLOSE_TIME, self.post.ask(Method::DELETE, context)).await;
    }
}

impl State {
    pub(super) fn context<'a>(&'a self, last: Option<&'a HeaderValue>) -> post::Context<'a> {
        post::Context {
            session: self.session.as_ref(),
            version: self.version.as_ref(),
            last_event_id: last,
            ..post::Context::default()
        }
    }
}

/// Sends the request that opens a session, outside of any.
async fn open(shared: Arc<Shared>, id: RequestId, outgoing: Outgoing) {
    let _slot = shared.post.slot().await;
    let outcome = async {
        let response = shared.post.send(&outgoing, None).await?;
        if response.status().is_success() {
            let session = session_of(&response)?;
            shared.change(|state| state.session = session);
        }
        take_answer(&shared, &id, &outgoing, response).await
    };
    if let Err(error) = outcome.await {
        shared.post.tell(Incoming::Failed { id, error }).await;
    }
}

/// The session that an answer names: visible ASCII only.
fn session_of(response: &Response<Body>) -> Result<Option<HeaderValue>> {
    let Some(value) = response.headers().get(&SESSION_ID) else { return Ok(None) };
    let bytes = value.as_bytes();
    let visible = !bytes.is_empty() && bytes.iter().all(u8::is_ascii_graphic);
    if !visible || bytes.len() > SESSION_ID_BYTES {
        let message = "the server gave a session identifier that is not visible ASCII";
        return Err(Error::new(ErrorCode::Protocol, message).that_may_have_run());
    }
    let mut value = value.clone();
    // Whoever has it can speak in our name.
    value.set_sensitive(true);
    Ok(Some(value))
}

/// Sends a request within the session that was open when it was given to the transport.
async fn request(shared: Arc<Shared>, id: RequestId, outgoing: Outgoing, turn: Turn, number: u64) {
    turn.come().await;
    let _slot = shared.post.slot().await;
    let State { session, lost, number: present, .. } = shared.state();
    if lost || number != present {
        // Its session was lost while it waited. In no session, or in one whose handshake is not
        // done, the server would refuse it.
        shared.post.tell(Incoming::SessionLost { id: Some(id) }).await;
        return;
    }
    let outcome = async {
        let response = shared.post.send(&outgoing, session.as_ref()).await?;
        let Some(session) = &session else {
            return take_answer(&shared, &id, &outgoing, response).await;
        };
        match response.status() {
            StatusCode::NOT_FOUND => {}
            StatusCode::BAD_REQUEST => {
                let error = refusal::read(response).await;
                if !refusal::disowns_session(&error) {
                    return Err(error);
                }
            }
            _ => return take_answer(&shared, &id, &outgoing, response).await,
        }
        shared.forget(session);
        shared.post.tell(Incoming::SessionLost { id: Some(id.clone()) }).await;
        Ok(())
    };
    if let Err(error) = outcome.await {
        shared.post.tell(Incoming::Failed { id, error }).await;
    }
}

async fn take_answer(
    shared: &Shared,
    id: &RequestId,
    outgoing: &Outgoing,
    response: Response<Body>,
) -> Result<()> {
    let Some(body) = shared.post.answer(id, response).await? else { return Ok(()) };
    let mut progress = Progress::default();
    let mut end = shared.post.read(body, Some(id), &mut progress).await;
    let (mut fruitless, mut idle) = (0, 0);
    while !matches!(end, End::Replied) {
        // Only a place in the stream can be resumed after; and the answer of an event that was too
        // long to be taken would be too long again.
        if progress.last_event_id.is_none() || progress.oversized.is_some() {
            return Err(shared.post.unfinished(end, &progress));
        }
        if fruitless == RESUME_ATTEMPTS {
            let error = shared.post.unfinished(end, &progress);
            return Err(error.with_next_step("check whether the request took effect"));
        }
        sleep(progress.delay(fruitless).max(standing::pause(idle))).await;
        let before = (progress.events, progress.messages);
        let attended = matches!(outgoing.kind, OutgoingKind::Request { attended: true, .. });
        let whose = Whose::Request { id, attended };
        match standing::open(shared, progress.last_event_id.as_ref(), whose).await {
            Opened::Stream(body) => {
                shared.post.tell(Incoming::Notice(Notice::Resumed)).await;
                end = shared.post.read(body, Some(id), &mut progress).await;
            }
            Opened::Broken(error) => end = End::Broken(error),
            Opened::Refused(error) | Opened::Shut(error) => {
                return Err(error.that_may_have_run());
            }
            // A session that is gone is found out by the next request.
            Opened::None | Opened::NotFound => {
                return Err(shared.post.unfinished(end, &progress));
            }
        }
        fruitless = if progress.events > before.0 { 0 } else { fruitless + 1 };
        idle = if progress.messages > before.1 { 0 } else { u32::saturating_add(idle, 1) };
    }
    Ok(())
}

/// Delivers a notification when its turn has come.
async fn courier(shared: &Shared, outgoing: &Outgoing) {
    let _slot = shared.post.slot().await;
    deliver(shared, outgoing).await;
}

/// Delivers a notification or a reply.
async fn deliver(shared: &Shared, outgoing: &Outgoing) {
    let session = shared.state().session;
    shared.post.deliver(outgoing, session.as_ref()).await;
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
