//! Requests that are complete in themselves (2026-07-28 `basic/transports/streamable-http`).
//!
//! A request is served within its answer: the future that serves it is polled by the service until
//! it is known whether the answer is one JSON object or a stream. From then on it is a task of the
//! stream's body, so that a client that stops reading does not stop it in the middle of its work.
//! Whoever drops either has cancelled the request.

use std::{
    future::poll_fn,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use tokio::task::JoinSet;

use super::{admission, repeated, service::Shared};
use crate::{
    auth::Principal,
    dialect::{
        method,
        serving::{names_modern_version, take_attached},
    },
    future::BoxFuture,
    jsonrpc::{
        INTERNAL_ERROR, INVALID_REQUEST, Message, Request, RequestId, RpcError, error_reply,
    },
    peer::serving::Outcome,
    server::outlet::{Exchange, Outlet},
    transport::http::{
        names::PROTOCOL_VERSION,
        server::{Cost, Event, EventBody, HttpBody, Refusal, Source, within},
    },
};

/// How long an answer may take before it becomes a stream, which can be kept open.
const ANSWER_WAIT: Duration = Duration::from_secs(5);

/// Whether a request's answer is a stream that stays open.
pub(super) fn is_lasting(request: &Request) -> bool {
    &*request.method == method::LISTEN
}

/// Serves a request.
pub(super) async fn serve(
    shared: &Shared,
    headers: &HeaderMap,
    request: Request,
    principal: Arc<Principal>,
    cost: Cost,
) -> Response<HttpBody> {
    let id = request.id.clone();
    let (future, exchange) = match begin(shared, headers, request, principal) {
        Ok(begun) => begun,
        Err(error) => return whole(shared, &id, Err(error)),
    };
    let stage = Stage::Working(future);
    let mut running = Running { id, stage, exchange, held: None, cost };
    // When the time is over, a stream is the answer.
    match within(ANSWER_WAIT, poll_fn(|cx| running.poll_first(cx))).await {
        Some(First::Whole(outcome)) => {
            let mut response = whole(shared, &running.id, outcome);
            response.body_mut().keep(running.cost);
            response
        }
        Some(First::Stream) | None => {
            running.go_apart();
            EventBody::response(running, shared.options.keep_alive)
        }
    }
}

/// Takes what is no request. The modern era has no notification that means something over HTTP, and
/// no responses (2026-07-28 `basic/transports/streamable-http`, "Sending Messages").
pub(super) fn take(shared: &Shared, headers: &HeaderMap, message: &Message) -> Response<HttpBody> {
    // What is no text names no version.
    let version = headers.get(&PROTOCOL_VERSION).map(|it| it.to_str().unwrap_or_default());
    match (message, version) {
        (_, Some(version)) if !names_modern_version(version) => {
            let error = shared.modern.unsupported(version);
            Refusal::of(StatusCode::BAD_REQUEST, None, error).into_response()
        }
        (Message::Notification(_), _) => accepted(),
        (Message::Request(_) | Message::Response(_), _) => {
            let message = "Invalid Request: this version has no responses of clients";
            let error = RpcError::new(INVALID_REQUEST, message);
            Refusal::of(StatusCode::BAD_REQUEST, None, error).into_response()
        }
    }
}

/// The answer to what wants none.
pub(super) fn accepted() -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}

type Begun = (BoxFuture<'static, Outcome>, Arc<Exchange>);

/// Judges a request, and begins to serve it.
fn begin(
    shared: &Shared,
    headers: &HeaderMap,
    mut request: Request,
    principal: Arc<Principal>,
) -> Result<Begun, RpcError> {
    let attached = take_attached(&mut request)?;
    repeated::check_version(headers, &attached.meta)?;
    let facts = shared.modern.read_facts(attached)?;
    repeated::check_method_and_name(headers, &request)?;
    let mirrored = repeated::parameters(headers)?;
    let ending = is_lasting(&request).then(|| shared.ending());
    let exchange = Arc::new(Exchange::new(ending));
    let outlet = Outlet::Exchange(exchange.clone());
    let acts_for = principal.clone();
    let served = shared.core.serve_modern(request, facts, principal, outlet, Some(mirrored));
    let future = async move {
        tokio::select! {
            biased;
            () = acts_for.taken_back() => {
                let message = "the client is let in no more; what it had begun may have been done";
                Err(RpcError::new(INTERNAL_ERROR, message))
            }
            outcome = served => outcome,
        }
    };
    Ok((Box::pin(future), exchange))
}

/// A request that is being served, and the source of its stream.
struct Running {
    id: RequestId,
    stage: Stage,
    exchange: Arc<Exchange>,
    /// A message that was taken from the exchange, and is to be sent first.
    held: Option<Bytes>,
    /// It is given back when the answer was sent or is given up.
    cost: Cost,
}

enum Stage {
    /// Whoever waits for the answer polls it.
    Working(BoxFuture<'static, Outcome>),
    /// It goes on by itself, until this is dropped.
    Apart(JoinSet<Outcome>),
    Answered(Outcome),
    Over,
}

/// What decides how a request is answered.
enum First {
    /// Its outcome, before anything else.
    Whole(Outcome),
    /// Something else.
    Stream,
}

impl Running {
    fn work(&mut self, cx: &mut Context<'_>) {
        let polled = match &mut self.stage {
            Stage::Working(future) => future.as_mut().poll(cx),
            Stage::Apart(task) => task.poll_join_next(cx).map(|ended| match ended {
                Some(Ok(outcome)) => outcome,
                // Handlers' panics are caught before they come here.
                Some(Err(_)) | None => Err(RpcError::new(INTERNAL_ERROR, "Internal error")),
            }),
            Stage::Answered(_) | Stage::Over => return,
        };
        if let Poll::Ready(outcome) = polled {
            self.stage = Stage::Answered(outcome);
        }
    }

    /// Lets the work go on whether anybody reads or not.
    fn go_apart(&mut self) {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Working(future) => {
                let mut task = JoinSet::new();
                task.spawn(future);
                self.stage = Stage::Apart(task);
            }
            stage => self.stage = stage,
        }
    }

    fn poll_first(&mut self, cx: &mut Context<'_>) -> Poll<First> {
        self.work(cx);
        // A refusal has a status of its own, which a stream could not have: what was said on the
        // way to it is left out.
        let is_refusal = matches!(&self.stage, Stage::Answered(Err(error)) if admission::status(error) != StatusCode::OK);
        if !is_refusal && let Poll::Ready(message) = self.exchange.poll_next(cx) {
            self.held = Some(message);
            return Poll::Ready(First::Stream);
        }
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Answered(outcome) => Poll::Ready(First::Whole(outcome)),
            stage => {
                self.stage = stage;
                Poll::Pending
            }
        }
    }
}

impl Source for Running {
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        if let Some(message) = self.held.take() {
            return Poll::Ready(Some(Event::message(message)));
        }
        // What was said before the answer goes before it.
        let mut said = self.exchange.poll_next(cx);
        if said.is_pending() {
            self.work(cx);
            said = self.exchange.poll_next(cx);
        }
        if let Poll::Ready(message) = said {
            return Poll::Ready(Some(Event::message(message)));
        }
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Answered(outcome) => Poll::Ready(Some(Event::message(reply(&self.id, outcome)))),
            Stage::Over => Poll::Ready(None),
            stage @ (Stage::Working(_) | Stage::Apart(_)) => {
                self.stage = stage;
                Poll::Pending
            }
        }
    }
}

fn reply(id: &RequestId, outcome: Outcome) -> Bytes {
    match outcome {
        Ok(result) => result.into_reply(id),
        Err(error) => error_reply(Some(id), &error),
    }
}

/// The answer that is one JSON object.
fn whole(shared: &Shared, id: &RequestId, outcome: Outcome) -> Response<HttpBody> {
    let error = match outcome {
        Ok(result) => return json(result.into_reply(id)),
        Err(error) => error,
    };
    let mut response = json(error_reply(Some(id), &error));
    *response.status_mut() = admission::status(&error);
    admission::add_challenge(&shared.options, &error, response.headers_mut());
    response
}

/// An answer of JSON text.
pub(super) fn json(text: Bytes) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::whole(text));
    let content_type = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    response
}
