//! What a party itself is asked: for consent to what it wants, and what servers want to know for the
//! sake of its calls.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::oneshot;

use super::{answer, telling::Tell};
use crate::{
    Json,
    auth::unguessable_number,
    client::{InputCapabilities, InputHandler},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    host::gate::{ConsentHandler, Decision, Question},
    model::{InputRequest, InputResponse},
};

/// The most that one party is asked at a time.
const MAX_ASKS: usize = 32;

/// The event `ask/consent`: whether something may happen that the party wants. The answer is a
/// [`Decision`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConsentAsk {
    /// Its number.
    pub id: u64,
    /// The question.
    pub question: Question,
}

/// The event `ask/input`: what a server wants to know for the sake of the party's calls. The answer
/// is that of the request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InputAsk {
    /// Its number.
    pub id: u64,
    /// Which server.
    pub server: String,
    /// What it wants: `method` and `params`.
    pub request: InputRequest,
}

/// What a party can answer.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Offered {
    consent: bool,
    /// Both kinds of elicitation.
    elicitation: bool,
    #[serde(rename = "elicitationForm")]
    elicitation_form: bool,
    #[serde(rename = "elicitationUrl")]
    elicitation_url: bool,
    roots: bool,
}

/// An answer of the party.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answered {
    id: u64,
    /// None where it does not answer.
    #[serde(default)]
    answer: Json,
}

/// What a party is asked and has not answered yet.
#[derive(Clone)]
pub(super) struct Asks(Arc<Inner>);

struct Inner {
    tell: Tell,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    offered: Offered,
    last: u64,
    waiting: BTreeMap<u64, oneshot::Sender<Json>>,
}

impl Asks {
    /// Numbers begin anywhere, so that an answer to what another owner has asked is none here.
    ///
    /// # Errors
    /// [`ErrorCode::Internal`]: the system gives no random numbers.
    pub(super) fn new(tell: Tell) -> Result<Self> {
        let state = State { last: unguessable_number()?, ..State::default() };
        Ok(Self(Arc::new(Inner { tell, state: Mutex::new(state) })))
    }

    /// The party can answer this from now on.
    pub(super) fn offer(&self, offered: Offered) {
        self.lock().offered = offered;
    }

    /// Hands an answer on.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: nobody waits for it any more.
    pub(super) fn answer(&self, answered: Answered) -> Result<()> {
        let waiting = self.lock().waiting.remove(&answered.id);
        let handed = waiting.is_some_and(|waiting| waiting.send(answered.answer).is_ok());
        if handed {
            return Ok(());
        }
        let message = format!("nobody waits for the answer {} any more", answered.id);
        Err(Error::new(ErrorCode::InvalidInput, message))
    }

    /// Tells the party what it is asked, by a number, and waits for the answer.
    async fn ask<T: Serialize>(
        &self,
        event: &'static str,
        ask: impl FnOnce(u64) -> T,
    ) -> Result<Json> {
        let (sender, receiver) = oneshot::channel();
        let id = {
            let mut state = self.lock();
            if state.waiting.len() >= MAX_ASKS {
                let message = "too many questions wait for an answer";
                return Err(Error::new(ErrorCode::Limit, message)
                    .with_next_step("answer those that wait, and try again"));
            }
            state.last += 1;
            let id = state.last;
            state.waiting.insert(id, sender);
            id
        };
        let _withdrawing = Withdrawing { asks: self, id };
        self.0.tell.tell(event, answer(&ask(id))?).await?;
        let answer = receiver.await.map_err(|_| nobody())?;
        if answer.is_null() { Err(nobody()) } else { Ok(answer) }
    }

    fn offered(&self) -> Offered {
        self.lock().offered
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave the table half changed.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a question back that nobody waits for any more.
struct Withdrawing<'a> {
    asks: &'a Asks,
    id: u64,
}

impl Drop for Withdrawing<'_> {
    fn drop(&mut self) {
        if self.asks.lock().waiting.remove(&self.id).is_some() {
            self.asks.0.tell.tell_end("ask/withdrawn", json!({ "id": self.id }).into());
        }
    }
}

impl ConsentHandler for Asks {
    fn decide(&self, question: Question) -> BoxFuture<'_, Result<Decision>> {
        Box::pin(async move {
            if !self.offered().consent {
                return Err(nobody());
            }
            let answer = self.ask("ask/consent", |id| ConsentAsk { id, question }).await?;
            answer.decode().map_err(|_| wrong())
        })
    }
}

impl InputHandler for Asks {
    fn capabilities(&self) -> InputCapabilities {
        let mut capabilities = InputCapabilities::none();
        let offered = self.offered();
        capabilities.elicitation_form = offered.elicitation || offered.elicitation_form;
        capabilities.elicitation_url = offered.elicitation || offered.elicitation_url;
        if offered.roots {
            capabilities = capabilities.with_roots();
        }
        capabilities
    }

    fn input<'a>(
        &'a self,
        server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        Box::pin(async move {
            let (kind, server) = (request.kind(), server.to_owned());
            let answer = self.ask("ask/input", |id| InputAsk { id, server, request }).await?;
            InputResponse::decode(kind, &answer).map_err(|_| wrong())
        })
    }
}

fn nobody() -> Error {
    Error::new(ErrorCode::Denied, "it needs a yes, and there is nobody to ask")
        .with_next_step("run `hostline consent` or the application, and try again")
}

fn wrong() -> Error {
    Error::new(ErrorCode::InvalidInput, "the answer is not one to what was asked")
}
