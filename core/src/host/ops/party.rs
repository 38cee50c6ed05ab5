//! One who uses a host through operations, for as long as it does.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::json;
use tokio::task::JoinSet;

use super::{
    answer,
    asks::Asks,
    calls, done, listen, no_operation, perform, read,
    telling::{PartyEvents, Tell, telling},
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    host::{Caller, Host, ServerName},
    text::display_safe,
};

/// What parties are called whose own names are none.
const UNNAMED: &str = "attached program";
/// The operations that only a party has.
const LISTENING: [&str; 5] =
    ["questions/listen", "status/listen", "log/listen", "asks/offer", "asks/answer"];
/// The most logs that one party follows.
const MAX_LOGS: usize = 64;

/// One who uses a host through operations: a program that is attached to the owner of a
/// configuration, or the owner's own.
///
/// Beside [`OPERATIONS`](super::OPERATIONS) it can listen. What it is told are events:
///
/// | operation | takes | events from then on |
/// | --- | --- | --- |
/// | `questions/listen` | | `question/asked` with a question, also those that wait already, and `question/settled` with its `id`; it is a surface, and `answer` answers |
/// | `status/listen` | | `status` with a [`ServerView`](super::ServerView), `status/missed` with a number |
/// | `log/listen` | `server` `after?` | `log` with `server` and `entry`, `log/missed` with `server` and `count` |
/// | `asks/offer` | `consent?` `elicitation?` `elicitationForm?` `elicitationUrl?` `roots?` | `ask/consent` with a [`ConsentAsk`](super::ConsentAsk) and `ask/input` with an [`InputAsk`](super::InputAsk), which `asks/answer` answers by their `id`, and `ask/withdrawn` |
/// | `call` with `progress` | a number | `progress` with `call`, that number, and `progress` |
///
/// Clones are the same party. With the last of them all that it listens to ends, and what was
/// granted for its session.
#[derive(Clone)]
pub struct Party(Arc<Inner>);

struct Inner {
    host: Host,
    caller: Caller,
    asks: Asks,
    tell: Tell,
    listening: Mutex<Listening>,
}

/// What a party listens to.
#[derive(Default)]
struct Listening {
    tasks: JoinSet<()>,
    questions: bool,
    statuses: bool,
    logs: BTreeSet<ServerName>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.host.leave(&self.caller);
    }
}

impl Party {
    /// One of this name, to which consent is bound, and what it is told.
    ///
    /// Whoever does not take the events holds up what it listens to itself, and nobody else.
    ///
    /// # Errors
    /// [`ErrorCode::Internal`]: the system gives no random numbers.
    pub fn new(host: Host, name: &str) -> Result<(Self, PartyEvents)> {
        let (tell, events) = telling();
        let asks = Asks::new(tell.clone())?;
        let name = display_safe(name);
        let caller = Caller::new(&name).or_else(|error| match error.code() {
            ErrorCode::InvalidInput => Caller::new(UNNAMED),
            _ => Err(error),
        })?;
        let answering = Arc::new(asks.clone());
        let caller = caller.with_input(answering.clone()).with_consent(answering);
        let inner = Inner { host, caller, asks, tell, listening: Mutex::default() };
        Ok((Self(Arc::new(inner)), events))
    }

    /// Does an operation. Dropping the future gives it up.
    ///
    /// # Errors
    /// Those of [`perform`].
    pub async fn perform(&self, op: &str, params: &Json) -> Result<Json> {
        let Inner { host, caller, asks, .. } = &*self.0;
        match op {
            "call" => self.call(op, params).await,
            "questions/listen" => self.listen_to_questions(),
            "status/listen" => self.listen_to_statuses(),
            "log/listen" => self.listen_to_log(read(op, params)?),
            "asks/offer" => {
                asks.offer(read(op, params)?);
                done(Ok(()))
            }
            "asks/answer" => done(asks.answer(read(op, params)?)),
            op if super::OPERATIONS.contains(&op) => perform(host, caller, op, params).await,
            _ => Err(no_operation(op, &LISTENING)),
        }
    }

    async fn call(&self, op: &str, params: &Json) -> Result<Json> {
        let call: calls::Call = read(op, params)?;
        let on_progress = call.progress.map(|number| {
            let tell = self.0.tell.clone();
            let on_progress: calls::OnProgress = Box::new(move |progress| {
                let told = json!({ "call": number, "progress": progress });
                tell.tell_in_passing("progress", told.into());
            });
            on_progress
        });
        answer(&calls::call(&self.0.host, &self.0.caller, call, on_progress).await?)
    }

    fn listen_to_questions(&self) -> Result<Json> {
        let Inner { host, caller, tell, .. } = &*self.0;
        let mut listening = self.listening();
        if !std::mem::replace(&mut listening.questions, true) {
            let surface = host.questions().surface(caller.name().to_string());
            listening.tasks.spawn(listen::questions(surface, tell.clone()));
        }
        done(Ok(()))
    }

    fn listen_to_statuses(&self) -> Result<Json> {
        let Inner { host, tell, .. } = &*self.0;
        let mut listening = self.listening();
        if !std::mem::replace(&mut listening.statuses, true) {
            listening.tasks.spawn(listen::statuses(host.clone(), tell.clone()));
        }
        done(Ok(()))
    }

    fn listen_to_log(&self, wanted: listen::Log) -> Result<Json> {
        let Inner { host, tell, .. } = &*self.0;
        host.tap(wanted.server.as_str())?;
        let mut listening = self.listening();
        if listening.logs.len() >= MAX_LOGS && !listening.logs.contains(&wanted.server) {
            let message = format!("a program follows {MAX_LOGS} logs at the most");
            return Err(Error::new(ErrorCode::Limit, message));
        }
        if listening.logs.insert(wanted.server.clone()) {
            listening.tasks.spawn(listen::follow(host.clone(), wanted, tell.clone()));
        }
        done(Ok(()))
    }

    fn listening(&self) -> MutexGuard<'_, Listening> {
        // A panic while it was held cannot leave it half changed.
        self.0.listening.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
