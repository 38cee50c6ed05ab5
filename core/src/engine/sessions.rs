//! Sessions that the server forgets, and the one new one that all requests then share
//! (2025-11-25 `basic/transports`, "Session Management").

use std::time::{Duration, Instant};

use bytes::Bytes;

use super::{Effect, Engine, Phase};
use crate::{
    dialect::method,
    error::{Error, ErrorCode, Result},
    jsonrpc::RequestId,
};

/// How long the answer to a new `initialize` may take.
const REOPENING_TIMEOUT: Duration = Duration::from_mins(1);

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
}

impl<W> Engine<W> {
    /// The server does not know our session any more and did not run this request.
    pub(crate) fn session_lost(&mut self, now: Instant, id: &RequestId, fx: &mut Vec<Effect<W>>) {
        let Some(key) = self.key_of(id) else { return };
        let Some(pending) = self.calls.get_mut(&key) else { return };
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
        if self.session != Session::Open {
            return;
        }
        let Some(mut opening) = self.dialect.opening() else {
            let error =
                Error::new(ErrorCode::Protocol, "the server refused a session it never had");
            self.conclude(now, key, Err(error), fx);
            return;
        };
        opening.timeout = Some(REOPENING_TIMEOUT);
        let opening_key = self.ids.next();
        self.session = Session::Reopening { key: opening_key };
        self.start(now, opening_key, opening, None, fx);
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
        self.session = Session::Open;
        let mut waiting: Vec<i64> = self
            .calls
            .iter()
            .filter(|(_, pending)| pending.phase == Phase::Session)
            .map(|(key, _)| *key)
            .collect();
        waiting.sort_unstable();
        match outcome.and_then(|result| self.dialect.opened(&result)) {
            Ok(dialect) => {
                self.dialect = dialect;
                self.notify(method::INITIALIZED, None, fx);
                fx.push(Effect::Established);
                for key in waiting {
                    self.transmit_again(now, key, fx);
                }
            }
            Err(cause) => {
                let error = Error::new(
                    ErrorCode::Transport,
                    "the server ended the session and no new one could be opened",
                )
                .with_source(cause);
                for key in waiting {
                    self.resolve(key, Err(error.clone()), fx);
                }
            }
        }
    }
}
