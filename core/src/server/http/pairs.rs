//! Connections over HTTP+SSE (2024-11-05 `basic/transports`, "HTTP with SSE").

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll},
};

use http::{HeaderMap, Response, StatusCode, request::Parts};
use http_body::Body;
use tokio::sync::OwnedSemaphorePermit;

use super::{modern, reading, service::Shared};
use crate::{
    auth::Principal,
    jsonrpc::RequestId,
    peer::serving::start,
    server::admitted::{Admissions, Admitted},
    transport::http::server::{
        Event, EventBody, HttpBody, Kept, PairDoor, PairReader, Refusal, Source, accept, pair,
        unguessable,
    },
};

/// The name of the connection in the address that a client sends to.
const NAME: &str = "session_id";

/// The connections over HTTP+SSE of a service, by their names.
#[derive(Default)]
pub(super) struct Pairs(Mutex<HashMap<Box<str>, Connection>>);

#[derive(Clone)]
struct Connection {
    door: PairDoor,
    admissions: Arc<Admissions>,
    /// Who has opened it, and may send to it.
    principal: Arc<Principal>,
}

impl Pairs {
    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, Connection>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all connections.
    pub(super) fn remove_all(&self) {
        let gone = std::mem::take(&mut *self.lock());
        drop(gone);
    }
}

type Answered = Result<Response<HttpBody>, Refusal>;

/// Opens a connection: the stream to its client.
pub(super) fn open(
    shared: &Arc<Shared>,
    headers: &HeaderMap,
    principal: Arc<Principal>,
) -> Answered {
    let permit = shared.stream_permit()?;
    let message = "the client must accept text/event-stream";
    accept::check_accept(headers, &["text/event-stream"], message)?;
    let Some((_, messages)) = &shared.options.pair else {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address"));
    };
    let name = unguessable().map_err(|_| {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "no connection can be named at present")
    })?;
    let (transport, door, reader) = pair(&format!("{messages}?{NAME}={name}"));
    let admissions = Arc::new(Admissions::default());
    // The driver ends with its stream.
    start(
        "client".into(),
        Box::new(transport),
        shared.core.legacy_conversation(admissions.clone()),
        shared.core.settings.limits,
        &mut shared.tasks(),
    );
    shared.pairs.lock().insert(name.clone(), Connection { door, admissions, principal });
    let listed = Listed { service: Arc::downgrade(shared), name };
    let reading = Reading { reader, _listed: listed, _permit: permit };
    Ok(EventBody::response(reading, shared.options.keep_alive))
}

/// Takes what a client sends.
pub(super) async fn post<B: Body>(
    shared: &Shared,
    head: &Parts,
    body: B,
    principal: Arc<Principal>,
) -> Answered {
    accept::check_json(&head.headers)?;
    let name = named(head.uri.query().unwrap_or_default())
        .ok_or_else(|| Refusal::new(StatusCode::BAD_REQUEST, "the address names no connection"))?;
    let connection = shared.pairs.lock().get(name).cloned();
    let connection =
        connection.filter(|connection| connection.principal.is_same_as(&principal)).ok_or_else(
            || Refusal::new(StatusCode::NOT_FOUND, "there is no connection of this name"),
        )?;
    let frame = reading::message(body, &shared.options).await?;
    let admitted = Admitted { principal };
    let enter =
        |name: &RequestId| -> Kept { Box::new(connection.admissions.enter(name, admitted)) };
    connection.door.post(frame, enter).await?;
    Ok(modern::accepted())
}

/// The name in a query. Our names need no decoding.
fn named(query: &str) -> Option<&str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| *name == NAME).map(|(_, value)| value)
}

/// A connection's stream.
struct Reading {
    reader: PairReader,
    _listed: Listed,
    _permit: OwnedSemaphorePermit,
}

impl Source for Reading {
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        self.reader.poll_event(cx)
    }
}

/// Takes a connection out of the list when its stream ends.
struct Listed {
    service: Weak<Shared>,
    name: Box<str>,
}

impl Drop for Listed {
    fn drop(&mut self) {
        if let Some(service) = self.service.upgrade() {
            let gone = service.pairs.lock().remove(&self.name);
            drop(gone);
        }
    }
}
