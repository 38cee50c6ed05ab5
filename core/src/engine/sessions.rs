//! Sessions that the server forgets, and the one new one that all requests then share
//! (2025-11-25 `basic/transports`, "Session Management").

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use bytes::Bytes;

use super::{Ask, Effect, Engine, Phase};
use crate::{
    dialect::{Call, method},
    error::{Error, ErrorCode, Result},
    jsonrpc::RequestId,
};

/// How long the answer to a new `initialize` may take.
const REOPENING_TIMEOUT: Duration = Duration::from_mins(1);
/// The most subscriptions to resources that a new session is told of.
const MAX_SUBSCRIPTIONS: usize = 1024;

/// Whether requests can be sent.
#[derive(Debug, PartialEq)]
pub(super) enum Session {
    /// They can.
    Open,
    /// They wait until this request has opened a new session.
    Reopening {
        /// The request.
        key: i64,
    },
    /// No new session could be opened; the next request tries again.
    Lost,
}

/// What lasts longer than a session.
#[derive(Default)]
pub(super) struct Lasting {
    /// How many sessions were opened after the first.
    pub(super) reopened: u64,
    /// Whether a request was answered in the present session.
    answered: bool,
    granted: Granted,
}

/// What the server has granted for a session, to be asked for again in the next one: by the
/// parameters of the requests.
#[derive(Default)]
struct Granted {
    subscriptions: BTreeSet<Bytes>,
    log_level: Option<Bytes>,
}

impl Lasting {
    /// Notes that the server has answered a request.
    pub(super) fn note(&mut self, call: &Call) {
        self.answered = true;
        let Granted { subscriptions, log_level } = &mut self.granted;
        match &*call.method {
            method::RESOURCES_SUBSCRIBE if subscriptions.len() < MAX_SUBSCRIPTIONS => {
                subscriptions.insert(call.params.clone());
            }
            method::SET_LEVEL => *log_level = Some(call.params.clone()),
            _ => {}
        }
    }

    /// Notes that a request has ended, whatever came of it: what is given up is not wanted in
    /// another session, even where the server has no answer to that.
    pub(super) fn note_end(&mut self, call: &Call) {
        if call.method == method::RESOURCES_UNSUBSCRIBE {
            self.granted.subscriptions.remove(&call.params);
        }
    }
}

impl Granted {
    fn calls(&self) -> Vec<Call> {
        let level = self.log_level.iter().map(|params| (method::SET_LEVEL, params));
        let subscriptions =
            self.subscriptions.iter().map(|params| (method::RESOURCES_SUBSCRIBE, params));
        let call = |(method, params): (&'static str, &Bytes)| {
            let mut call = Call::new(method, params.clone());
            call.timeout = Some(REOPENING_TIMEOUT);
            call
        };
        level.chain(subscriptions).map(call).collect()
    }
}

impl<W> Engine<W> {
    /// The server does not know our session any more and did not run this request, where it was a
    /// request that it refused.
    pub(crate) fn session_lost(
        &mut self,
        now: Instant,
        id: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let Some(id) = id else {
            // A server that forgets each session at once is not followed from one to the next.
            if self.session == Session::Open && self.lasting.answered {
                self.reopen(now, fx);
            }
            return;
        };
        let Some(key) = self.key_of(id) else { return };
        let Some(pending) = self.calls.get_mut(&key) else { return };
        if pending.session != self.lasting.reopened {
            // It was refused in a session that another has replaced meanwhile.
            pending.phase = Phase::Session;
            match self.session {
                Session::Open => self.transmit_again(now, key, fx),
                Session::Lost => self.reopen(now, fx),
                Session::Reopening { .. } => {}
            }
            return;
        }
        if pending.moved {
            let error = Error::new(
                ErrorCode::Transport,
                "the server lost the session again right after a new one was opened",
            )
            .with_next_step("look at the server's log; it may be restarting over and over");
            self.conclude(now, key, Err(error), fx);
            return;
        }
        pending.moved = true;
        pending.phase = Phase::Session;
        if !matches!(self.session, Session::Reopening { .. }) {
            self.reopen(now, fx);
        }
    }

    /// Opens a new session, for which all requests wait.
    pub(super) fn reopen(&mut self, now: Instant, fx: &mut Vec<Effect<W>>) {
        let Some(mut opening) = self.dialect.opening() else {
            let cause =
                Error::new(ErrorCode::Protocol, "the server refused a session it never had");
            self.fail_waiting(&cause, fx);
            return;
        };
        // What the earlier session has asked, nobody waits for, and the new one counts from the start:
        // an answer would be taken for that to another question.
        let asked: Vec<RequestId> = self.served.keys().cloned().collect();
        for id in asked {
            fx.push(Effect::Withdraw(Ask::Request(id.clone())));
            self.withdraw_served(now, &id, fx);
        }
        opening.timeout = Some(REOPENING_TIMEOUT);
        let key = self.ids.next();
        self.session = Session::Reopening { key };
        self.start(now, key, opening, None, fx);
    }

    /// The answer to the request that should have opened a new session.
    pub(super) fn reopened(
        &mut self,
        now: Instant,
        key: i64,
        outcome: Result<Bytes>,
        fx: &mut Vec<Effect<W>>,
    ) {
        self.calls.remove(&key);
        match outcome.and_then(|result| self.dialect.opened(&result)) {
            Ok(dialect) => {
                self.dialect = dialect;
                self.session = Session::Open;
                self.lasting.reopened += 1;
                self.lasting.answered = false;
                self.notify(method::INITIALIZED, None, fx);
                fx.push(Effect::Established);
                let waiting = self.waiting_for_session();
                for call in self.lasting.granted.calls() {
                    let key = self.ids.next();
                    self.start(now, key, call, None, fx);
                }
                for key in waiting {
                    self.transmit_again(now, key, fx);
                }
            }
            Err(cause) => {
                self.session = Session::Lost;
                let error = Error::new(
                    ErrorCode::Transport,
                    "the server ended the session and no new one could be opened",
                )
                .with_source(cause);
                self.fail_waiting(&error, fx);
            }
        }
    }

    fn fail_waiting(&mut self, cause: &Error, fx: &mut Vec<Effect<W>>) {
        for key in self.waiting_for_session() {
            self.resolve(key, Err(cause.clone()), fx);
        }
    }

    /// The requests that wait for a new session, oldest first.
    fn waiting_for_session(&self) -> Vec<i64> {
        let waits = |(key, pending): (&i64, &super::Pending<W>)| {
            (pending.phase == Phase::Session).then_some(*key)
        };
        let mut waiting: Vec<i64> = self.calls.iter().filter_map(waits).collect();
        waiting.sort_unstable();
        waiting
    }
}
