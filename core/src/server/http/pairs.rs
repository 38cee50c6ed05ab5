//! Connections over HTTP+SSE (2024-11-05 `basic/transports`, "HTTP with SSE").

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use http::{HeaderMap, Response, StatusCode, request::Parts};
use http_body::Body;
use tokio::sync::watch;

use super::{
    lasting::Lasting,
    modern, reading,
    room::{Arrival, Place, admit, requests_of},
    service::Shared,
};
use crate::{
    auth::Principal,
    engine::Ids,
    jsonrpc::RequestId,
    peer::serving::{ServingPeer, start},
    server::admitted::{Admissions, Admitted},
    transport::http::server::{
        Budget, EventBody, HttpBody, Kept, PairDoor, Refusal, Share, accept, pair, unguessable,
    },
};

/// The name of the connection in the address that a client sends to.
const NAME: &str = "session_id";

/// The connections over HTTP+SSE of a service, by their names.
#[derive(Default)]
pub(super) struct Pairs(Mutex<HashMap<Box<str>, Connection>>);

/// One connection over HTTP+SSE.
#[derive(Clone)]
pub(super) struct Connection {
    door: PairDoor,
    admissions: Arc<Admissions>,
    /// What its requests may keep.
    bytes: Arc<Budget>,
    peer: ServingPeer,
    /// Who has opened it, and may send to it, with the token that is good for longest.
    principal: Arc<watch::Sender<Arc<Principal>>>,
}

impl Connection {
    /// Whether it is this principal's.
    fn is_of(&self, principal: &Principal) -> bool {
        self.principal.borrow().is_same_as(principal)
    }

    /// Goes on for as long as this token is good, if the one before is not good for longer.
    fn prolong(&self, principal: &Arc<Principal>) {
        self.principal.send_if_modified(|known| {
            let is_longer = match (principal.expires_at(), known.expires_at()) {
                (_, None) => false,
                (None, Some(_)) => true,
                (Some(new), Some(old)) => new > old,
            };
            if is_longer {
                known.clone_from(principal);
            }
            is_longer
        });
    }

    /// Ends it; what is running in it may end within `grace`.
    pub(super) async fn close(&self, grace: Duration) {
        // However it ends, it has ended.
        let _ = self.peer.close(grace).await;
    }

    /// Lets a message in that has already got the places of its requests.
    fn admit(
        &self,
        principal: Arc<Principal>,
        places: Place,
        bytes: Share,
    ) -> Result<Admitted, Refusal> {
        admit(principal, (places, bytes), &self.bytes, ())
    }
}

impl Pairs {
    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, Connection>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes all connections out.
    pub(super) fn remove_all(&self) -> Vec<Connection> {
        self.lock().drain().map(|(_, connection)| connection).collect()
    }
}

type Answered = Result<Response<HttpBody>, Refusal>;

/// Opens a connection: the stream to its client.
pub(super) fn open(
    shared: &Arc<Shared>,
    headers: &HeaderMap,
    principal: Arc<Principal>,
) -> Answered {
    let place = shared.room.stream(&principal)?;
    let message = "the client must accept text/event-stream";
    accept::check_accept(headers, &["text/event-stream"], message)?;
    let Some((_, messages)) = &shared.options.pair else {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address"));
    };
    let name = unguessable().map_err(|_| {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "no connection can be named at present")
    })?;
    let (transport, door, reader) = pair(
        &format!("{}{messages}?{NAME}={name}", shared.options.prefix),
        shared.room.pair_bytes(),
    );
    let admissions = Arc::new(Admissions::default());
    // The driver ends with its stream.
    let peer = start(
        "client".into(),
        Box::new(transport),
        shared.core.legacy_conversation(admissions.clone()),
        shared.core.settings.limits.without_bytes(),
        Ids::default(),
        &mut shared.tasks(),
    );
    let principal = Arc::new(watch::Sender::new(principal));
    let over = expired(principal.subscribe());
    let connection =
        Connection { door, admissions, bytes: shared.room.of_session(), peer, principal };
    shared.pairs.lock().insert(name.clone(), connection);
    let listed = Listed { service: Arc::downgrade(shared), name };
    let stream = Lasting::new(reader, Box::new((listed, place))).until(over);
    Ok(EventBody::response(stream, shared.options.keep_alive))
}

/// Takes what a client sends.
pub(super) async fn post<B: Body>(
    shared: &Shared,
    head: &Parts,
    body: B,
    principal: Arc<Principal>,
    mut arrival: Arrival,
) -> Answered {
    accept::check_json(&head.headers)?;
    let name = named(head.uri.query().unwrap_or_default())
        .ok_or_else(|| Refusal::new(StatusCode::BAD_REQUEST, "the address names no connection"))?;
    let connection = shared.pairs.lock().get(name).cloned();
    let connection =
        connection.filter(|connection| connection.is_of(&principal)).ok_or_else(|| {
            Refusal::new(StatusCode::NOT_FOUND, "there is no connection of this name")
        })?;
    connection.prolong(&principal);
    let frame = reading::message(body, &shared.options, &mut arrival).await?;
    reading::prove(&frame, &shared.core.aside).await?;
    let places = shared.room.serve(&principal, requests_of(&frame))?;
    let admitted = connection.admit(principal, places, arrival.into_bytes())?;
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

/// Waits until the token has expired that is good for longest.
async fn expired(mut principal: watch::Receiver<Arc<Principal>>) {
    loop {
        let newest = principal.borrow_and_update().clone();
        tokio::select! {
            () = newest.expired() => return,
            Ok(()) = principal.changed() => {}
        }
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
