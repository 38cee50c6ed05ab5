//! The service: from a request's head to whoever answers it.

use std::{
    convert::Infallible,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use http::{HeaderMap, Method, Request, Response, StatusCode, request::Parts};
use http_body::Body;
use tokio::{sync::watch, task::JoinSet};
use tower_service::Service;

use super::{
    admission,
    era::{self, Era},
    legacy, modern,
    options::HttpOptions,
    pairs::{self, Pairs},
    reading,
    room::{Arrival, Room},
    sessions::Sessions,
};
use crate::{
    auth::Principal,
    dialect::{method, serving::Callers},
    error::Result,
    future::BoxFuture,
    jsonrpc::{self, Frame, Message},
    server::core::Core,
    transport::http::server::{Cost, HttpBody, Refusal, Share},
};

/// A server as a service for HTTP: [`ServerHandle::http_service`](super::super::ServerHandle).
///
/// It never fails: what cannot be served is answered with an error status. Dropping the future of a
/// modern request, or the body of its answer, cancels it; a request of a legacy session goes on
/// without its connection, until its client cancels it or the session ends.
///
/// Whom a request acts for says its token, where [`HttpOptions::bearer`] is set; otherwise it is the
/// [`Principal`] among the request's extensions, where whatever the service is mounted in has put
/// one, or else nobody in particular.
#[derive(Clone)]
pub struct HttpService(Arc<Shared>);

/// What all clones of a service share.
pub(super) struct Shared {
    pub(super) core: Arc<Core>,
    /// How modern requests are read: they are told of the other era where it is served, too.
    pub(super) modern: Arc<Callers>,
    pub(super) options: HttpOptions,
    pub(super) sessions: Sessions,
    pub(super) pairs: Pairs,
    pub(super) room: Room,
    /// Whether the subscriptions over the service are to end.
    ending: watch::Sender<bool>,
    /// The connections of sessions, which end with the service.
    tasks: Mutex<JoinSet<()>>,
}

impl HttpService {
    pub(super) fn new(core: Arc<Core>, options: HttpOptions) -> Result<Self> {
        let options = options.checked()?;
        let modern = if options.sessions || options.pair.is_some() {
            core.modern.clone()
        } else {
            Arc::new(core.modern.alone())
        };
        Ok(Self(Arc::new(Shared {
            core,
            modern,
            sessions: Sessions::new(&options),
            pairs: Pairs::default(),
            room: Room::new(&options),
            ending: watch::Sender::new(false),
            tasks: Mutex::default(),
            options,
        })))
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.0
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
    B::Data: Send,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = BoxFuture<'static, std::result::Result<Response<HttpBody>, Infallible>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<std::result::Result<(), Infallible>> {
        // What there is no room for is refused, and does not wait.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let shared = self.0.clone();
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let answered = shared.answer(&head, body).await;
            Ok(answered.unwrap_or_else(Refusal::into_response))
        })
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService").field("options", &self.0.options).finish_non_exhaustive()
    }
}

/// What a path stands for.
enum Place {
    Endpoint,
    PairStream,
    PairMessages,
}

type Answered = std::result::Result<Response<HttpBody>, Refusal>;

impl Shared {
    async fn answer<B: Body>(self: &Arc<Self>, head: &Parts, body: B) -> Answered {
        if let Some(answered) = admission::metadata(&self.options, head) {
            return answered;
        }
        self.options.guard.check(&head.uri, &head.headers)?;
        let place = self.place(head.uri.path()).ok_or_else(|| {
            Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address")
        })?;
        // Whoever is judged costs something already, and waits for an issuer sometimes.
        let arrival = self.room.arrive()?;
        let principal = admission::admit(&self.options, head).await?;
        match (place, &head.method) {
            (Place::Endpoint, &Method::POST) => {
                self.post(&head.headers, body, principal, arrival).await
            }
            (Place::Endpoint, &Method::GET) => legacy::listen(self, &head.headers, principal),
            (Place::Endpoint, &Method::DELETE) => {
                legacy::end(self, &head.headers, &principal).await
            }
            (Place::Endpoint, _) => Err(Refusal::method_not_allowed(self.methods())),
            (Place::PairStream, &Method::GET) => pairs::open(self, &head.headers, principal),
            (Place::PairStream, _) => Err(Refusal::method_not_allowed("GET")),
            (Place::PairMessages, &Method::POST) => {
                pairs::post(self, head, body, principal, arrival).await
            }
            (Place::PairMessages, _) => Err(Refusal::method_not_allowed("POST")),
        }
    }

    fn place(&self, path: &str) -> Option<Place> {
        let Some(endpoint) = &self.options.path else { return Some(Place::Endpoint) };
        if **endpoint == *path {
            return Some(Place::Endpoint);
        }
        match &self.options.pair {
            Some((stream, _)) if **stream == *path => Some(Place::PairStream),
            Some((_, messages)) if **messages == *path => Some(Place::PairMessages),
            _ => None,
        }
    }

    /// The methods that the endpoint takes.
    fn methods(&self) -> &'static str {
        if self.options.sessions { "GET, POST, DELETE" } else { "POST" }
    }

    async fn post<B: Body>(
        self: &Arc<Self>,
        headers: &HeaderMap,
        body: B,
        principal: Arc<Principal>,
        mut arrival: Arrival,
    ) -> Answered {
        reading::check_head(headers)?;
        let frame = reading::message(body, &self.options, &mut arrival).await?;
        let bytes = arrival.into_bytes();
        reading::prove(&frame, &self.core.aside).await?;
        let era = if self.options.sessions { era::judge(headers, &frame) } else { Era::Modern };
        match (era, frame) {
            (Era::Legacy, frame) => legacy::post(self, headers, frame, principal, bytes).await,
            (Era::Modern, Frame::Message(Message::Request(request))) => {
                let cost = self.cost_alone(&request, &principal, bytes)?;
                if !self.options.sessions && &*request.method == method::INITIALIZE {
                    return Err(self.refuse_handshake(&request));
                }
                Ok(modern::serve(self, headers, request, principal, cost).await)
            }
            (Era::Modern, Frame::Message(message)) => Ok(modern::take(self, headers, &message)),
            (Era::Modern, Frame::Batch(_) | Frame::Invalid(_)) => {
                Err(Refusal::new(StatusCode::BAD_REQUEST, "a body must be one message"))
            }
        }
    }

    /// Tells a legacy client, where it has nothing to look for, what is spoken here (2026-07-28
    /// `basic/versioning`, "Backward Compatibility").
    fn refuse_handshake(&self, request: &jsonrpc::Request) -> Refusal {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Wanted {
            protocol_version: String,
        }
        let params = request.params.as_deref().unwrap_or(b"{}");
        let wanted = serde_json::from_slice::<Wanted>(params);
        let wanted = wanted.map_or_else(|_| String::new(), |wanted| wanted.protocol_version);
        let error = self.modern.unsupported(&wanted);
        Refusal::of(StatusCode::BAD_REQUEST, Some(request.id.clone()), error)
    }

    /// What a request of the modern era costs while its answer lasts.
    fn cost_alone(
        &self,
        request: &jsonrpc::Request,
        principal: &Principal,
        bytes: Share,
    ) -> std::result::Result<Cost, Refusal> {
        Ok(if modern::is_lasting(request) {
            Box::new((self.room.stream(principal)?, bytes))
        } else {
            Box::new((self.room.serve(principal, 1)?, bytes))
        })
    }

    /// Becomes true when the subscriptions over the service are to end.
    pub(super) fn ending(&self) -> watch::Receiver<bool> {
        self.ending.subscribe()
    }

    /// Ends all subscriptions and sessions in good order: what is running in them may end within
    /// `grace`.
    pub(super) async fn end(&self, grace: Duration) {
        self.ending.send_replace(true);
        let mut closing = JoinSet::new();
        for session in self.sessions.remove_all() {
            closing.spawn(async move { session.close(grace).await });
        }
        for connection in self.pairs.remove_all() {
            closing.spawn(async move { connection.close(grace).await });
        }
        while closing.join_next().await.is_some() {}
    }

    /// The tasks of the service; those that have ended are forgotten.
    pub(super) fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        tasks
    }
}
