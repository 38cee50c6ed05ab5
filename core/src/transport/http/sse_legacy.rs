//! HTTP+SSE: one stream for everything that the server says, and an address that it names for what
//! it is told (2024-11-05 `basic/transports`, deprecated since 2025-03-26).

use std::{
    sync::Arc,
    task::{Context, Poll},
};

use http::{Method, StatusCode};
use tokio::{task::AbortHandle, time::timeout};
use url::Url;

use super::{
    HttpLimits, endpoint,
    events::Events,
    exchanges::Exchanges,
    handshake::{Handshake, Turn},
    limits::{AFTER_REPLY, ENDPOINT_TIME},
    post::{self, Content, Post, unexpected_content},
    refusal,
};
use crate::{
    auth::Door,
    error::{Error, ErrorCode, Result},
    jsonrpc::{RequestId, decode},
    net::HttpClient,
    transport::{Incoming, Link, Notice, Outgoing, OutgoingKind, Transport, sse::Item},
};

/// A stream from the server, and POSTs to the address that its first event names.
///
/// The stream is the connection: when it ends, so does the transport. It must be used on a Tokio
/// runtime; dropping it closes the stream.
pub struct SseLegacy {
    post: Arc<Post>,
    exchanges: Exchanges,
    handshake: Handshake,
    stream: AbortHandle,
}

impl SseLegacy {
    /// Opens the stream at `url` and waits for the address to send to.
    ///
    /// # Errors
    /// The stream cannot be opened; its first event does not name an address
    /// ([`ErrorCode::Protocol`]), or one of another origin ([`ErrorCode::Denied`]).
    pub async fn open(client: HttpClient, url: &Url, limits: HttpLimits) -> Result<Self> {
        Self::open_through(client, Door::default(), url, limits).await
    }

    /// The same with an account at the server.
    pub(crate) async fn open_through(
        client: HttpClient,
        door: Door,
        url: &Url,
        limits: HttpLimits,
    ) -> Result<Self> {
        let (mut exchanges, incoming) = Exchanges::new();
        let post = Post::new(client, door, url, limits, incoming)?;
        let opening = async {
            let mut events = open_stream(&post).await?;
            let address = first_event(&mut events).await?;
            Ok::<_, Error>((events, address))
        };
        let (events, address) =
            post.door.within(ENDPOINT_TIME, opening).await.ok_or_else(|| {
                let message = "the server's stream did not name an address to send to in time";
                Error::new(ErrorCode::Timeout, message)
            })??;
        let post = Arc::new(post.at(endpoint::uri(&same_origin(url, &address)?)?));
        let stream = exchanges.start(None, receive(post.clone(), events));
        Ok(Self { post, exchanges, handshake: Handshake::default(), stream })
    }
}

impl Transport for SseLegacy {
    fn send(&mut self, outgoing: Outgoing) {
        let post = self.post.clone();
        match outgoing.kind.clone() {
            OutgoingKind::Request { id, opening, .. } => {
                if opening {
                    self.handshake.begin();
                }
                let turn = self.handshake.turn();
                self.exchanges.start(Some(id.clone()), request(post, id, outgoing, turn));
            }
            OutgoingKind::Notification | OutgoingKind::Aside => {
                let turn = self.handshake.turn();
                let ending = self.handshake.end();
                self.exchanges.start(None, async move {
                    turn.come().await;
                    let _slot = post.slot().await;
                    post.deliver(&outgoing, None).await;
                    drop(ending);
                });
            }
            OutgoingKind::Reply => {
                self.exchanges.deliver(async move { post.deliver(&outgoing, None).await });
            }
        }
    }

    fn abandon(&mut self, id: &RequestId) {
        self.exchanges.abandon(id);
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        self.exchanges.poll_incoming(cx)
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.stream.abort();
        self.exchanges.poll_close(cx).map(Ok)
    }

    fn link(&self) -> Link {
        Link::Shared
    }
}

async fn open_stream(post: &Post) -> Result<Events> {
    let response =
        post.ask(Method::GET, post::Context { attended: true, ..post::Context::default() }).await?;
    let status = response.status();
    if !status.is_success() {
        return Err(refusal::read(response).await);
    }
    if status != StatusCode::OK || Content::of(response.headers()) != Content::Events {
        return Err(unexpected_content(&response));
    }
    Ok(Events::new(response.into_body(), post.limits.message.bytes))
}

async fn first_event(events: &mut Events) -> Result<String> {
    match events.next().await? {
        Some(Item::Event(event)) if &*event.name == b"endpoint" => {
            Ok(String::from_utf8_lossy(&event.data).trim().to_owned())
        }
        Some(_) => Err(Error::new(
            ErrorCode::Protocol,
            "the server's stream does not begin with the address to send to",
        )),
        None => Err(Error::new(
            ErrorCode::Protocol,
            "the server's stream ended before it named an address to send to",
        )),
    }
}

/// The address that the server names, if it is at the origin that the person named: messages and
/// headers go nowhere else.
fn same_origin(url: &Url, address: &str) -> Result<Url> {
    let target = url.join(address).map_err(|cause| {
        let message = "the server's stream names an address that is not valid";
        Error::new(ErrorCode::Protocol, message).with_source(cause)
    })?;
    if address.is_empty() || target.origin() != url.origin() {
        let message = format!(
            "the server at {} wants messages sent to another origin, {}",
            url.origin().ascii_serialization(),
            target.origin().ascii_serialization(),
        );
        return Err(Error::new(ErrorCode::Denied, message));
    }
    Ok(target)
}

/// Tells everything on the stream; its end ends the connection.
async fn receive(post: Arc<Post>, mut events: Events) {
    let error = loop {
        match events.next().await {
            Ok(Some(Item::Event(event))) if event.is_message() && !event.data.is_empty() => {
                let frame = decode(&event.data, &post.limits.message);
                post.tell(Incoming::Frame { frame, via: None }).await;
            }
            Ok(Some(Item::Event(_))) => {}
            Ok(Some(Item::Oversized(bytes))) => {
                let notice = Notice::Oversized { id: None, bytes };
                post.tell(Incoming::Notice(notice)).await;
            }
            Ok(None) => break Error::new(ErrorCode::Closed, "the server ended its stream"),
            Err(error) => break error,
        }
    };
    post.tell(Incoming::Closed(error)).await;
}

/// Sends a request. Its reply comes on the stream, so only a refusal is told here.
async fn request(post: Arc<Post>, id: RequestId, outgoing: Outgoing, turn: Turn) {
    turn.come().await;
    let _slot = post.slot().await;
    let outcome = async {
        let response = post.send(&outgoing, None).await?;
        if response.status().is_success() {
            let rest = response.into_body().collect(post.limits.message.bytes);
            let _ = timeout(AFTER_REPLY, rest).await;
            return Ok(());
        }
        Err(refusal::read(response).await)
    };
    if let Err(error) = outcome.await {
        post.tell(Incoming::Failed { id, error }).await;
    }
}

#[cfg(test)]
#[path = "sse_legacy_tests.rs"]
mod tests;
