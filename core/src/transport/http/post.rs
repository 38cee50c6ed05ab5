//! One exchange: a message goes out by POST, and what comes back is told.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use tokio::{
    sync::{Semaphore, SemaphorePermit, mpsc},
    time::{Instant, timeout, timeout_at},
};
use url::Url;

use super::{
    HttpLimits,
    endpoint::Endpoint,
    events::{Events, Progress},
    limits::{AFTER_REPLY, DELIVERY_TIME, ERROR_BODY_BYTES},
    names::{LAST_EVENT_ID, METHOD, NAME, PROTOCOL_VERSION, SESSION_ID},
    refusal,
};
use crate::{
    auth::Door,
    error::{Error, ErrorCode, Result},
    jsonrpc::{Frame, Message, RequestId, Response as Reply, decode},
    net::{Body, HttpClient, describe_status},
    transport::{Incoming, Notice, Outgoing, OutgoingKind, sse::Item},
};

/// What all exchanges of a connection share.
pub(super) struct Post {
    client: HttpClient,
    pub(super) door: Door,
    endpoint: Endpoint,
    pub(super) limits: HttpLimits,
    slots: Semaphore,
    incoming: mpsc::Sender<Incoming>,
}

/// What a request beside a POST repeats: the session, the version, the place to resume after.
#[derive(Clone, Copy, Default)]
pub(super) struct Context<'a> {
    pub(super) session: Option<&'a HeaderValue>,
    pub(super) version: Option<&'a HeaderValue>,
    pub(super) last_event_id: Option<&'a HeaderValue>,
    /// Whether a person waits for it, who may be asked to sign in for its sake.
    pub(super) attended: bool,
    /// The request whose time stands still meanwhile.
    pub(super) request: Option<&'a RequestId>,
}

/// How a stream ended.
pub(super) enum End {
    /// The reply to the stream's request has come.
    Replied,
    /// The server ended the stream before.
    Ended,
    /// The connection broke before.
    Broken(Error),
}

impl Post {
    pub(super) fn new(
        client: HttpClient,
        door: Door,
        url: &Url,
        limits: HttpLimits,
        incoming: mpsc::Sender<Incoming>,
    ) -> Result<Self> {
        let endpoint = Endpoint::new(&client, url)?;
        let slots = Semaphore::new(limits.in_flight.clamp(1, Semaphore::MAX_PERMITS));
        Ok(Self { client, door, endpoint, limits, slots, incoming })
    }

    /// The same for another address of the same server.
    pub(super) fn at(self, uri: http::Uri) -> Self {
        Self { endpoint: Endpoint { uri, ..self.endpoint }, ..self }
    }

    /// Waits until one more exchange may be open.
    pub(super) async fn slot(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed; without a permit the exchange would only be uncounted.
        self.slots.acquire().await.ok()
    }

    /// Tells the connection. It waits while too much is waiting to be taken.
    pub(super) async fn tell(&self, incoming: Incoming) {
        // Nobody listens only when the connection is closed or gone.
        let _ = self.incoming.send(incoming).await;
    }

    /// Sends a message and waits for the head of the answer.
    pub(super) async fn send(
        &self,
        outgoing: &Outgoing,
        session: Option<&HeaderValue>,
    ) -> Result<Response<Body>> {
        let (waiting, attended) = match &outgoing.kind {
            OutgoingKind::Request { id, attended, .. } => (Some(id), *attended),
            OutgoingKind::Notification | OutgoingKind::Aside | OutgoingKind::Reply => (None, false),
        };
        let build = || {
            let mut headers = self.endpoint.post_headers.clone();
            for (name, value) in &outgoing.headers {
                headers.insert(header_name(name)?, header_value(value)?);
            }
            if let Some(session) = session {
                headers.insert(&SESSION_ID, session.clone());
            }
            Ok(self.request(Method::POST, headers, outgoing.body.clone()))
        };
        self.pass(build, waiting, attended).await
    }

    /// Sends a request through the door: with a token where there is one, and again with another
    /// where the server wants it. What the server refuses for want of a token has not run.
    async fn pass(
        &self,
        build: impl Fn() -> Result<Request<Full<Bytes>>>,
        waiting: Option<&RequestId>,
        attended: bool,
    ) -> Result<Response<Body>> {
        let mut turn = self.door.turn(attended);
        loop {
            let token = turn.pass().await?;
            let build = || {
                let mut request = build()?;
                if let Some(token) = &token {
                    request.headers_mut().insert(header::AUTHORIZATION, token.clone());
                }
                Ok(request)
            };
            let response = self.client.send(build).await?;
            let Some(refusal) = turn.judge(response.status(), response.headers()) else {
                return Ok(response);
            };
            // A short body is read so that the connection can be kept.
            let _ = timeout(AFTER_REPLY, response.into_body().collect(ERROR_BODY_BYTES)).await;
            let held = waiting.filter(|_| turn.may_ask());
            if let Some(id) = held {
                self.tell(Incoming::Held { id: id.clone() }).await;
            }
            let overcome = turn.overcome(refusal).await;
            if let Some(id) = held {
                self.tell(Incoming::Released { id: id.clone() }).await;
            }
            overcome?;
        }
    }

    /// Asks without a message: GET for a stream, DELETE for the end of a session.
    pub(super) async fn ask(&self, method: Method, context: Context<'_>) -> Result<Response<Body>> {
        let build = || {
            let mut headers = self.endpoint.stream_headers.clone();
            let values = [
                (&SESSION_ID, context.session),
                (&PROTOCOL_VERSION, context.version),
                (&LAST_EVENT_ID, context.last_event_id),
            ];
            for (name, value) in values {
                if let Some(value) = value {
                    headers.insert(name, value.clone());
                }
            }
            Ok(self.request(method.clone(), headers, Bytes::new()))
        };
        self.pass(build, context.request, context.attended).await
    }

    fn request(&self, method: Method, headers: HeaderMap, body: Bytes) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = method;
        *request.uri_mut() = self.endpoint.uri.clone();
        *request.headers_mut() = headers;
        request
    }

    /// Takes the answer to a request. A stream is given back, to be read; everything else is told.
    ///
    /// # Errors
    /// The answer holds no reply.
    pub(super) async fn answer(
        &self,
        id: &RequestId,
        response: Response<Body>,
    ) -> Result<Option<Body>> {
        let status = response.status();
        if !status.is_success() {
            return Err(refusal::read(response).await);
        }
        match Content::of(response.headers()) {
            _ if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) => {
                let message =
                    format!("the server answered a request with {}", describe_status(status));
                Err(Error::new(ErrorCode::Protocol, message).that_may_have_run())
            }
            Content::Events => Ok(Some(response.into_body())),
            Content::Json => self.json(id, response.into_body()).await.map(|()| None),
            Content::Other => Err(unexpected_content(&response).that_may_have_run()),
        }
    }

    async fn json(&self, id: &RequestId, body: Body) -> Result<()> {
        let collected = body.collect(self.limits.message.bytes).await;
        let body = collected.map_err(Error::that_may_have_run)?;
        let frame = decode(&body, &self.limits.message);
        // An error without an identifier is about the request of its exchange, and so is text that
        // is no message, unless it names another.
        let holds_reply = match &frame {
            Frame::Message(Message::Response(Reply { id: None, .. })) => true,
            Frame::Invalid(invalid) => invalid.id.as_ref().is_none_or(|other| is_same(other, id)),
            frame => replies_to(frame, id),
        };
        self.tell(Incoming::Frame { frame, via: Some(id.clone()) }).await;
        if holds_reply {
            return Ok(());
        }
        let message = "the server answered a request with a message that is no reply to it";
        Err(Error::new(ErrorCode::Protocol, message).that_may_have_run())
    }

    /// Sends a notification or a reply; that the server did not take it in time is told.
    pub(super) async fn deliver(&self, outgoing: &Outgoing, session: Option<&HeaderValue>) {
        let delivery = async { self.accepted(self.send(outgoing, session).await?).await };
        let delivered = timeout(DELIVERY_TIME, delivery).await.unwrap_or_else(|_| {
            Err(Error::new(ErrorCode::Timeout, "the server did not take the message in time"))
        });
        if let Err(error) = delivered {
            self.tell(Incoming::not_sent(outgoing.kind.clone(), error)).await;
        }
    }

    /// Takes the answer to a notification or a reply.
    ///
    /// # Errors
    /// The server did not take it.
    async fn accepted(&self, response: Response<Body>) -> Result<()> {
        let status = response.status();
        if status.is_success() {
            // There should be no body; a short one is read so that the connection can be kept.
            let _ = timeout(AFTER_REPLY, response.into_body().collect(1 << 10)).await;
            return Ok(());
        }
        Err(refusal::read(response).await)
    }

    /// Reads a stream, telling each message in it, until it ends or its request has its reply.
    pub(super) async fn read(
        &self,
        body: Body,
        request: Option<&RequestId>,
        progress: &mut Progress,
    ) -> End {
        let mut events = Events::new(body, self.limits.message.bytes);
        let end = self.read_events(&mut events, request, progress).await;
        progress.take_over(&events);
        end
    }

    async fn read_events(
        &self,
        events: &mut Events,
        request: Option<&RequestId>,
        progress: &mut Progress,
    ) -> End {
        loop {
            match events.next().await {
                Ok(None) => return End::Ended,
                Err(error) => return End::Broken(error),
                Ok(Some(item)) => {
                    progress.events += 1;
                    if self.take(item, request, progress).await {
                        break;
                    }
                }
            }
        }
        let deadline = Instant::now() + AFTER_REPLY;
        // A timeout alone does not end a stream that always has something ready.
        while Instant::now() < deadline
            && let Ok(Ok(Some(item))) = timeout_at(deadline, events.next()).await
        {
            self.take(item, request, progress).await;
        }
        End::Replied
    }

    /// Tells one event; true if it is the reply to the request.
    async fn take(&self, item: Item, request: Option<&RequestId>, progress: &mut Progress) -> bool {
        let event = match item {
            Item::Event(event) if event.is_message() && !event.data.is_empty() => event,
            Item::Event(_) => return false,
            Item::Oversized(bytes) => {
                progress.oversized = Some(bytes);
                self.tell(Incoming::Notice(Notice::Oversized { id: None, bytes })).await;
                return false;
            }
        };
        progress.messages += 1;
        let frame = decode(&event.data, &self.limits.message);
        let replied = request.is_some_and(|id| replies_to(&frame, id));
        self.tell(Incoming::Frame { frame, via: request.cloned() }).await;
        replied
    }

    /// Why a stream without the reply fails its request.
    pub(super) fn unfinished(&self, end: End, progress: &Progress) -> Error {
        let error = match (end, progress.oversized) {
            (End::Broken(error), None) => error,
            (_, Some(bytes)) => {
                let limit = self.limits.message.bytes;
                let message =
                    format!("the answer has {bytes} bytes, more than the limit of {limit}");
                Error::new(ErrorCode::Limit, message)
                    .with_next_step("ask for less, or raise the limit")
            }
            _ => Error::new(ErrorCode::Transport, "the server ended the stream before the reply"),
        };
        error.that_may_have_run()
    }
}

/// Whether a reply to the request is in the frame.
fn replies_to(frame: &Frame, id: &RequestId) -> bool {
    let replies = |message: &Message| match message {
        Message::Response(Reply { id: Some(other), .. }) => is_same(other, id),
        _ => false,
    };
    match frame {
        Frame::Message(message) => replies(message),
        Frame::Batch(members) => members.iter().flatten().any(replies),
        Frame::Invalid(_) => false,
    }
}

/// Whether an identifier is that of our request. Peers may have turned its number into text.
fn is_same(other: &RequestId, id: &RequestId) -> bool {
    other == id || id.as_integer().is_some_and(|id| other.as_integer() == Some(id))
}

/// What kind of body an answer has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Json,
    Events,
    Other,
}

impl Content {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let value = headers.get(header::CONTENT_TYPE).map_or(b"".as_slice(), HeaderValue::as_bytes);
        let end = value.iter().position(|&byte| byte == b';').unwrap_or(value.len());
        let essence = value[..end].trim_ascii();
        if essence.eq_ignore_ascii_case(b"application/json") {
            Self::Json
        } else if essence.eq_ignore_ascii_case(b"text/event-stream") {
            Self::Events
        } else {
            Self::Other
        }
    }
}

pub(super) fn unexpected_content(response: &Response<Body>) -> Error {
    let what = match response.headers().get(header::CONTENT_TYPE) {
        Some(value) => format!("content of type {:?}", String::from_utf8_lossy(value.as_bytes())),
        None => "content of no type".to_owned(),
    };
    let message = format!("the server answered with {what}, not with JSON or an event stream");
    Error::new(ErrorCode::Protocol, message)
        .with_next_step("check whether the address is that of an MCP server")
}

/// The frequent names are there already; others are taken apart each time.
fn header_name(name: &str) -> Result<HeaderName> {
    Ok(match name {
        "mcp-protocol-version" => PROTOCOL_VERSION.clone(),
        "mcp-method" => METHOD.clone(),
        "mcp-name" => NAME.clone(),
        _ => HeaderName::from_bytes(name.as_bytes()).map_err(|cause| {
            Error::new(ErrorCode::InvalidInput, format!("{name:?} is no valid header name"))
                .with_source(cause)
        })?,
    })
}

pub(super) fn header_value(value: &str) -> Result<HeaderValue> {
    HeaderValue::from_str(value).map_err(|cause| {
        Error::new(ErrorCode::InvalidInput, "a value is not valid in a header").with_source(cause)
    })
}
