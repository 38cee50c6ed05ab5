//! Requests of legacy sessions (2025-03-26 to 2025-11-25 `basic/transports`, "Streamable HTTP").

use std::{
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use super::{
    admission,
    lasting::Lasting,
    modern,
    room::requests_of,
    service::Shared,
    sessions::{Session, Sessions},
};
use crate::{
    auth::Principal,
    dialect::{method, serving::names_legacy_version},
    engine::Ids,
    jsonrpc::{Frame, Message},
    peer::serving::start,
    server::admitted::Admissions,
    transport::http::{
        names::{LAST_EVENT_ID, PROTOCOL_VERSION, SESSION_ID},
        server::{
            Answer, Cost, Event, EventBody, HttpBody, Posted, Refusal, SessionOptions, Share,
            Source, Stale, accept, session, unguessable,
        },
    },
};

/// How long the reply to `initialize` may take. It comes at once, but on a machine that is busy.
const OPENING_WAIT: Duration = Duration::from_secs(5);
/// How long the reply to a request may take before its answer becomes a stream, from which on a
/// client that loses its connection can come back for the rest.
const REPLY_WAIT: Duration = Duration::from_millis(500);
/// The longest name of a session that is looked at.
const SESSION_ID_BYTES: usize = 256;

type Answered = Result<Response<HttpBody>, Refusal>;

/// Takes a POST: to the session that it names, or to begin one.
pub(super) async fn post(
    shared: &Arc<Shared>,
    headers: &HeaderMap,
    frame: Frame,
    principal: Arc<Principal>,
    bytes: Share,
) -> Answered {
    if headers.contains_key(&SESSION_ID) {
        let (_, session) = find(shared, headers, &principal)?;
        return within(shared, &session, frame, principal, bytes).await;
    }
    match &frame {
        Frame::Message(Message::Request(request)) if &*request.method == method::INITIALIZE => {
            open(shared, frame, principal, bytes).await
        }
        _ => Err(Refusal::new(
            StatusCode::BAD_REQUEST,
            "the request names neither a session nor a protocol version that needs none",
        )),
    }
}

/// Serves what a session's client sends.
async fn within(
    shared: &Shared,
    session: &Session,
    frame: Frame,
    principal: Arc<Principal>,
    bytes: Share,
) -> Answered {
    let batches = session.conversation.profile().is_some_and(|profile| profile.batching);
    if matches!(frame, Frame::Batch(_)) && !batches {
        let message = "the session's protocol version has no batches";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, message));
    }
    let places = shared.room.serve(&principal, requests_of(&frame))?;
    let admitted = session.admit(principal, places, bytes)?;
    // The answer counts too, unless it is small, until its client has got it.
    let cost = admitted.cost.clone();
    match session.post(frame, admitted).await? {
        Posted::Accepted => Ok(modern::accepted()),
        Posted::Exchange(exchange) => {
            let answer = exchange.answer(REPLY_WAIT).await;
            Ok(respond(shared, answer, Box::new(cost)))
        }
    }
}

fn respond(shared: &Shared, answer: Answer, cost: Cost) -> Response<HttpBody> {
    match answer {
        Answer::Whole(reply) => {
            let mut response = whole(shared, reply);
            response.body_mut().keep(cost);
            response
        }
        Answer::Stream(source) => {
            EventBody::response(Lasting::new(source, cost), shared.options.keep_alive)
        }
        // Whoever has cancelled a request gets no reply to it.
        Answer::Nothing => EventBody::response(Empty, shared.options.keep_alive),
    }
}

/// An answer of one reply. A scope that is missing is told by the status too, so that a client asks
/// for it.
fn whole(shared: &Shared, reply: Bytes) -> Response<HttpBody> {
    let missing = admission::missing_scope(&shared.options, &reply);
    let mut response = modern::json(reply);
    if let Some(error) = missing {
        *response.status_mut() = admission::status(&error);
        admission::add_challenge(&shared.options, &error, response.headers_mut());
    }
    response
}

/// Begins a session.
async fn open(
    shared: &Arc<Shared>,
    frame: Frame,
    principal: Arc<Principal>,
    bytes: Share,
) -> Answered {
    let name = unguessable().map_err(|_| {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "no session can be named at present")
    })?;
    let (transport, door) = session(SessionOptions::default(), shared.room.event_bytes());
    let admissions = Arc::new(Admissions::default());
    let conversation = shared.core.legacy_conversation(admissions.clone());
    let peer = start(
        "client".into(),
        Box::new(transport),
        conversation.clone(),
        shared.core.settings.limits.without_bytes(),
        Ids::default(),
        &mut shared.tasks(),
    );
    let own_bytes = shared.room.of_session();
    let mut session =
        Session::new(door, admissions, conversation, peer, principal.clone(), own_bytes);
    let places = shared.room.serve(&principal, 1)?;
    let admitted = session.admit(principal.clone(), places, bytes)?;
    let Posted::Exchange(exchange) = session.post(frame, admitted).await? else {
        return Ok(modern::accepted());
    };
    let Answer::Whole(reply) = exchange.answer(OPENING_WAIT).await else {
        return Err(Refusal::busy("the session could not be opened in time"));
    };
    let mut response = modern::json(reply);
    // Without a profile the reply is an error, and there is no session.
    if let Some(profile) = session.conversation.profile() {
        session.door.set_priming(profile.says.primed_streams);
        if let Ok(value) = HeaderValue::from_str(&name) {
            response.headers_mut().insert(SESSION_ID.clone(), value);
        }
        let gone = session.gone();
        shared.sessions.add(name.clone(), session)?;
        Sessions::end_with(shared, name, principal, gone);
        shared.sessions.keep_swept(shared);
    }
    Ok(response)
}

/// Opens a stream to a session's client: the standing one, or one that it goes on with.
pub(super) fn listen(
    shared: &Arc<Shared>,
    headers: &HeaderMap,
    principal: Arc<Principal>,
) -> Answered {
    if !shared.options.sessions || !headers.contains_key(&SESSION_ID) {
        return Err(Refusal::method_not_allowed("POST"));
    }
    let place = shared.room.stream(&principal)?;
    let message = "the client must accept text/event-stream";
    accept::check_accept(headers, &["text/event-stream"], message)?;
    let (_, session) = find(shared, headers, &principal)?;
    let reader = match headers.get(&LAST_EVENT_ID) {
        None => session.door.listen(),
        Some(id) => {
            let resumed = id.to_str().map_err(|_| Stale::Unknown);
            resumed.and_then(|id| session.door.resume(id)).map_err(refuse_to_resume)?
        }
    };
    let cost = Box::new((place, session.begin_use()));
    // With the token, what it allows is over; whoever has a newer one comes back with it.
    let stream = Lasting::new(reader, cost).until(async move { principal.expired().await });
    Ok(EventBody::response(stream, shared.options.keep_alive))
}

/// Neither is 404, which would tell the client that its session is over.
fn refuse_to_resume(stale: Stale) -> Refusal {
    match stale {
        Stale::Unknown => {
            Refusal::new(StatusCode::BAD_REQUEST, "the last event is none of this session")
        }
        Stale::Forgotten => {
            Refusal::new(StatusCode::GONE, "the events of this stream are not kept any more")
        }
    }
}

/// Ends a session, and whatever runs in it, because its client wants it.
pub(super) async fn end(
    shared: &Arc<Shared>,
    headers: &HeaderMap,
    principal: &Principal,
) -> Answered {
    if !shared.options.sessions || !headers.contains_key(&SESSION_ID) {
        return Err(Refusal::method_not_allowed("POST"));
    }
    let (name, session) = find(shared, headers, principal)?;
    shared.sessions.remove(name);
    session.close(Duration::ZERO).await;
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    Ok(response)
}

/// The session that a request names, which is used hereby. Whoever else has opened it, it does not
/// exist.
fn find<'a>(
    shared: &Shared,
    headers: &'a HeaderMap,
    principal: &Principal,
) -> Result<(&'a str, Arc<Session>), Refusal> {
    let mut names = headers.get_all(&SESSION_ID).iter();
    let name = match (names.next(), names.next()) {
        (Some(name), None) => name.to_str().ok().filter(|name| name.len() <= SESSION_ID_BYTES),
        _ => None,
    };
    let found = name.and_then(|name| Some((name, shared.sessions.find(name, principal)?)));
    let (name, session) = found
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no session of this name"))?;
    check_version(headers)?;
    drop(session.begin_use());
    Ok((name, session))
}

/// Checks that the version, where one is named, is one that sessions can have. Clients are known
/// that name another one than that of their session, and nothing depends on it.
fn check_version(headers: &HeaderMap) -> Result<(), Refusal> {
    let mut versions = headers.get_all(&PROTOCOL_VERSION).iter();
    if versions.all(|version| version.to_str().is_ok_and(names_legacy_version)) {
        return Ok(());
    }
    let message = "the protocol version is not one that sessions are served in";
    Err(Refusal::new(StatusCode::BAD_REQUEST, message))
}

/// A stream without anything in it.
struct Empty;

impl Source for Empty {
    fn poll_event(&mut self, _cx: &mut Context<'_>) -> Poll<Option<Event>> {
        Poll::Ready(None)
    }
}
