//! A transport that somebody watches.
//!
//! It changes nothing of what passes, and who does not ask for it has no part of its cost.

use std::{
    sync::Arc,
    task::{Context, Poll},
};

use super::{Incoming, Link, Outgoing, Transport};
use crate::{error::Result, jsonrpc::RequestId};

/// Sees what passes. It is called by the driver of a connection and must not block.
pub(crate) type Observer = Arc<dyn Fn(Passing<'_>) + Send + Sync>;

/// What passes.
#[derive(Debug)]
pub(crate) enum Passing<'a> {
    /// A message on its way to the peer.
    Sent(&'a Outgoing),
    /// What the transport has to tell.
    Received(&'a Incoming),
}

/// A transport and its observer.
pub(crate) struct Observed {
    transport: Box<dyn Transport>,
    observer: Observer,
}

impl Observed {
    pub(crate) fn new(transport: Box<dyn Transport>, observer: Observer) -> Self {
        Self { transport, observer }
    }
}

impl Transport for Observed {
    fn send(&mut self, outgoing: Outgoing) {
        (self.observer)(Passing::Sent(&outgoing));
        self.transport.send(outgoing);
    }

    fn abandon(&mut self, id: &RequestId) {
        self.transport.abandon(id);
    }

    fn established(&mut self) {
        self.transport.established();
    }

    fn release(&mut self, exchange: &RequestId) {
        self.transport.release(exchange);
    }

    fn is_congested(&self, exchange: Option<&RequestId>) -> bool {
        self.transport.is_congested(exchange)
    }

    fn poll_incoming(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        let polled = self.transport.poll_incoming(cx);
        if let Poll::Ready(incoming) = &polled {
            (self.observer)(Passing::Received(incoming));
        }
        polled
    }

    fn poll_outgoing(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.transport.poll_outgoing(cx)
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.transport.poll_close(cx)
    }

    fn link(&self) -> Link {
        self.transport.link()
    }
}
