//! Modern Streamable HTTP: every message is an exchange of its own, and nothing lasts between them
//! (2026-07-28 `basic/transports/streamable-http`).

use std::{
    sync::Arc,
    task::{Context, Poll},
};

use url::Url;

use super::{
    HttpLimits,
    events::Progress,
    exchanges::Exchanges,
    post::{End, Post},
};
use crate::{
    auth::Door,
    error::Result,
    jsonrpc::RequestId,
    net::HttpClient,
    transport::{Incoming, Link, Outgoing, OutgoingKind, Transport},
};

/// One POST per message, with no session.
///
/// A request's answer is one JSON body or a stream of events that ends with the reply. Abandoning a
/// request closes its exchange, which is how a server learns that it is cancelled. It must be used
/// on a Tokio runtime; dropping it closes all exchanges.
pub struct Stateless {
    post: Arc<Post>,
    exchanges: Exchanges,
}

impl Stateless {
    /// A connection to the MCP endpoint at `url`. Nothing is sent yet.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`](crate::ErrorCode::InvalidInput): the address is not one of HTTP.
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
        let post = Arc::new(Post::new(client, door, url, limits, incoming)?);
        Ok(Self { post, exchanges })
    }
}

impl Transport for Stateless {
    fn send(&mut self, outgoing: Outgoing) {
        let post = self.post.clone();
        match outgoing.kind.clone() {
            OutgoingKind::Request { id, .. } => {
                self.exchanges.start(Some(id.clone()), request(post, id, outgoing));
            }
            OutgoingKind::Notification | OutgoingKind::Aside | OutgoingKind::Reply => {
                self.exchanges.start(None, courier(post, outgoing));
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
        self.exchanges.poll_close(cx).map(Ok)
    }

    fn link(&self) -> Link {
        Link::Exchanges
    }
}

async fn request(post: Arc<Post>, id: RequestId, outgoing: Outgoing) {
    let _slot = post.slot().await;
    if let Err(error) = exchange(&post, &id, &outgoing).await {
        post.tell(Incoming::Failed { id, error }).await;
    }
}

async fn exchange(post: &Post, id: &RequestId, outgoing: &Outgoing) -> Result<()> {
    let response = post.send(outgoing, None).await?;
    let Some(body) = post.answer(id, response).await? else { return Ok(()) };
    let mut progress = Progress::default();
    match post.read(body, Some(id), &mut progress).await {
        End::Replied => Ok(()),
        end => Err(post.unfinished(end, &progress)),
    }
}

async fn courier(post: Arc<Post>, outgoing: Outgoing) {
    let _slot = post.slot().await;
    post.deliver(&outgoing, None).await;
}

#[cfg(test)]
#[path = "stateless_tests.rs"]
mod tests;
