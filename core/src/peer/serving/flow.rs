//! What waits until the client has read: notifications that may be left out, and whoever tells of
//! changes.
//!
//! It decides when those go on, by what the transport says of itself. Replies, questions and all
//! that must not be lost never wait here.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::{
    Waiter,
    asides::{Aside, Asides},
};
use crate::{
    engine::desk::{Desk, Effect},
    transport::{Link, Transport},
};

/// The most bytes of asides that go out before their requests' replies while the client does not
/// keep up. What is more is left out, so that they never crowd out the replies.
const MOST_PUSHED_BYTES: usize = 4 << 20;

/// What waits on one connection.
pub(super) struct Flow {
    asides: Arc<Asides>,
    /// How many bytes of asides went out since the client has ceased to keep up.
    pushed: usize,
    /// Whoever waits for room, and the request that it is about.
    waiting: Vec<(Option<u64>, oneshot::Sender<()>)>,
}

impl Flow {
    pub(super) fn new(asides: Arc<Asides>) -> Self {
        Self { asides, pushed: 0, waiting: Vec::new() }
    }

    /// Wakes `room` once the client has read most of what was sent about a request.
    pub(super) fn await_room(&mut self, request: Option<u64>, room: oneshot::Sender<()>) {
        self.waiting.retain(|(_, room)| !room.is_closed());
        self.waiting.push((request, room));
    }

    /// Sends the asides that wait, if the client keeps up.
    pub(super) fn pass(
        &mut self,
        transport: &dyn Transport,
        desk: &mut Desk<Waiter>,
        fx: &mut Vec<Effect<Waiter>>,
    ) {
        if !keeps_up(transport) {
            return;
        }
        self.pushed = 0;
        for Aside { request, method, params } in self.asides.take() {
            desk.notify(request, method, &params, fx);
        }
    }

    /// Sends the asides of a request that is about to get its reply: later is too late.
    pub(super) fn push_out(
        &mut self,
        request: u64,
        transport: &dyn Transport,
        desk: &mut Desk<Waiter>,
        fx: &mut Vec<Effect<Waiter>>,
    ) {
        let asides = self.asides.take_of(request);
        if asides.is_empty() {
            return;
        }
        if keeps_up(transport) {
            self.pushed = 0;
        }
        for Aside { request, method, params } in asides {
            self.pushed = self.pushed.saturating_add(params.len());
            if self.pushed <= MOST_PUSHED_BYTES {
                desk.notify(request, method, &params, fx);
            }
        }
    }

    /// Lets those go on for whom there is room. True if asides wait that can go now.
    pub(super) fn make_way(&mut self, transport: &dyn Transport, desk: &Desk<Waiter>) -> bool {
        let still_waits = |request: Option<u64>| {
            let exchange = request.and_then(|request| desk.exchange_of(request));
            transport.is_congested(exchange.as_ref())
        };
        for (_, room) in self.waiting.extract_if(.., |(request, _)| !still_waits(*request)) {
            // Whoever has stopped waiting needs no room.
            let _ = room.send(());
        }
        !self.asides.is_empty() && keeps_up(transport)
    }
}

/// Whether the client reads what it is sent. Where each request has an exchange, the transport
/// bounds what each of them holds.
fn keeps_up(transport: &dyn Transport) -> bool {
    match transport.link() {
        Link::Shared => !transport.is_congested(None),
        Link::Exchanges => true,
    }
}
