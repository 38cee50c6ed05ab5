//! The state machine of one connection: which requests wait, for what, and until when.
//!
//! It is fed with messages and the time and answers with effects; it does no I/O, reads no clock
//! and knows no era but through its [`Dialect`]. Results pass through undecoded: whoever asked
//! decodes them. `W` is whatever the driver needs to wake the caller of a request.

mod asking;
mod batches;
mod calls;
mod deadlines;
pub(crate) mod desk;
mod effect;
mod ids;
mod incoming;
mod serving;
mod sessions;

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Instant,
};

use bytes::Bytes;

pub(crate) use effect::{Answer, Ask, Asked, Effect};
pub(crate) use ids::Ids;

use crate::{
    dialect::{Call, Dialect, Round},
    error::Error,
    jsonrpc::{INVALID_REQUEST, RequestId, RpcError},
    transport::{Link, Outgoing, OutgoingKind},
};
use batches::Batches;
use deadlines::Clock;
use ids::Forgotten;
use serving::Served;
use sessions::{Lasting, Session};

/// The most requests of ours that may wait for an answer on one connection.
pub(crate) const MAX_IN_FLIGHT: usize = 65_536;
/// The most rounds of input that one request may take (2026-07-28 `basic/patterns/mrtr`).
pub(crate) const MAX_ROUNDS: u8 = 10;
/// The most requests of the server that may wait for an answer of ours.
pub(crate) const MAX_SERVED: usize = 64;

/// The state of one connection.
pub(crate) struct Engine<W> {
    dialect: Arc<dyn Dialect>,
    link: Link,
    ids: Ids,
    /// Requests of ours, by the identifier of their first round.
    calls: HashMap<i64, Pending<W>>,
    /// Identifiers of later rounds, and the first round that each belongs to.
    rounds: HashMap<i64, i64>,
    /// Requests of the server that we have not answered.
    served: HashMap<RequestId, Served>,
    batches: Batches,
    forgotten: Forgotten,
    /// The URL elicitations that became complete last. A server may say so before the person's
    /// answer has come back, and over HTTP even before the error that asks for them.
    completed: VecDeque<String>,
    clock: Clock,
    session: Session,
    lasting: Lasting,
    closed: Option<Error>,
    /// Whether a tool is called only with a permit.
    is_guarded: bool,
}

/// One request of ours.
struct Pending<W> {
    call: Call,
    /// Whom to wake; nobody for the requests that the engine makes for itself.
    waiter: Option<W>,
    /// The identifier that it has on the wire now.
    id: i64,
    /// Whether it was sent, or refused its permit.
    is_begun: bool,
    phase: Phase,
    round: Option<Round>,
    rounds: u8,
    /// Whether it was sent again after its connection broke.
    repeated: bool,
    /// Whether it was sent again in a new session.
    moved: bool,
    /// How many new sessions had been opened when it was sent.
    session: u64,
    /// The last sign of life: when it was sent, or the last progress.
    heard: Instant,
    /// When it was first sent, moved on by the time that questions to a person took.
    started: Instant,
    /// Since when it waits for a person to sign in.
    held: Option<Instant>,
    progress: f64,
}

/// What a request waits for.
#[derive(Debug, PartialEq)]
enum Phase {
    /// For the server's answer.
    Answer,
    /// For input that the server needs.
    Input,
    /// For the server to say that these URL elicitations are complete, but not for ever.
    Completion { elicitations: Vec<String>, until: Instant },
    /// For a new session.
    Session,
}

impl<W> Engine<W> {
    /// The state of a connection on which nothing has been said.
    pub(crate) fn new(dialect: Arc<dyn Dialect>, link: Link, ids: Ids) -> Self {
        Self {
            dialect,
            link,
            ids,
            calls: HashMap::new(),
            rounds: HashMap::new(),
            served: HashMap::new(),
            batches: Batches::default(),
            forgotten: Forgotten::default(),
            completed: VecDeque::new(),
            clock: Clock::default(),
            session: Session::Open,
            lasting: Lasting::default(),
            closed: None,
            is_guarded: false,
        }
    }

    /// Calls no tool without a permit from now on.
    pub(crate) fn guard(&mut self) {
        self.is_guarded = true;
    }

    /// Goes on in another dialect. Requests that wait are read in the new one.
    pub(crate) fn use_dialect(&mut self, dialect: Arc<dyn Dialect>) {
        self.dialect = dialect;
    }

    /// Whom to wake about a request.
    pub(crate) fn waiter(&mut self, key: i64) -> Option<&mut W> {
        self.calls.get_mut(&key)?.waiter.as_mut()
    }

    /// Sends a notification.
    pub(crate) fn notify(&mut self, method: &str, params: Option<&[u8]>, fx: &mut Vec<Effect<W>>) {
        let mut body = Vec::new();
        crate::jsonrpc::write_request(&mut body, None, method, params);
        self.send(body.into(), OutgoingKind::Notification, fx);
    }

    /// Ends everything: each request that waits gets the cause.
    pub(crate) fn close(&mut self, cause: &Error, fx: &mut Vec<Effect<W>>) {
        self.closed = Some(cause.clone());
        let mut keys: Vec<i64> = self.calls.keys().copied().collect();
        keys.sort_unstable();
        for key in keys {
            let waits = |p: &Pending<W>| p.phase == Phase::Answer && p.held.is_none();
            let sent = self.calls.get(&key).is_some_and(waits);
            let repeatable = self.calls.get(&key).is_some_and(|p| p.call.repeatable);
            let error =
                if sent && !repeatable { cause.clone().that_may_have_run() } else { cause.clone() };
            if self.calls.get(&key).is_some_and(|p| p.phase == Phase::Input) {
                fx.push(Effect::Withdraw(Ask::Round(key)));
            }
            self.resolve(key, Err(error), fx);
        }
        for id in std::mem::take(&mut self.served).into_keys() {
            fx.push(Effect::Withdraw(Ask::Request(id)));
        }
    }

    fn send(&self, body: Bytes, kind: OutgoingKind, fx: &mut Vec<Effect<W>>) {
        let headers = self.dialect.headers(self.link);
        fx.push(Effect::Send(Outgoing { body, kind, headers, related: None }));
    }
}

/// The error of a message or a batch that is refused as a whole.
fn invalid_request(reason: &str) -> RpcError {
    RpcError::new(INVALID_REQUEST, format!("Invalid Request: {reason}"))
}

#[cfg(test)]
#[path = "engine_tests.rs"]
mod tests;
