//! The input of one request that may take several rounds (2026-07-28 `basic/patterns/mrtr`).
//!
//! A handler asks by a key. Where the answer is there already, it goes on at once; else the request
//! ends with the question, and the client sends it again with the answer. The handler then runs
//! from its beginning, and finds the answers of all earlier rounds under their keys. What it has
//! found is kept in between by the client, sealed.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::{
    Json,
    model::{InputRequest, Map},
};

/// The most questions of one round. Each may need a person.
pub(crate) const MOST_QUESTIONS: usize = 16;
/// More than what the names of the parts of a state take.
const MOST_FRAME_BYTES: usize = 64;
/// The most rounds of one request.
pub(crate) const MOST_ROUNDS: u8 = 32;

/// What is known from earlier rounds. It travels through the client, sealed.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Remembered {
    /// The answers that the handler has used, by their keys.
    #[serde(rename = "a", default)]
    pub(crate) answers: Map<Json>,
    /// What the handler wants to remember.
    #[serde(rename = "m", default)]
    pub(crate) notes: Map<Json>,
    /// The keys of the questions that are open.
    #[serde(rename = "q", default)]
    pub(crate) asked: Vec<String>,
    /// How many rounds there were.
    #[serde(rename = "n", default)]
    pub(crate) rounds: u8,
}

impl Remembered {
    /// Whether it would fit into so many bytes without what the client has answered.
    pub(crate) fn fits_without_answers(&self, most: usize) -> bool {
        let Self { answers: _, notes, asked, rounds } = self;
        let rest = (notes, asked, rounds);
        serde_json::to_vec(&rest).is_ok_and(|rest| rest.len() + MOST_FRAME_BYTES <= most)
    }
}

/// The input of one request.
pub(crate) struct Rounds {
    state: Mutex<State>,
    /// Whether this counts as a request of its own.
    counts: bool,
    /// Tells that the round is over.
    over: Notify,
}

#[derive(Default)]
struct State {
    known: Remembered,
    /// Answers of this round that the handler has not used yet.
    given: Map<Json>,
    /// What was asked under each key in this run of the handler.
    questions: HashMap<String, InputRequest>,
    needs: Vec<(String, InputRequest)>,
    dispatcher: Option<Waker>,
    over: bool,
}

impl Rounds {
    /// The first round. Answers that come along unasked are looked at when the handler asks.
    pub(crate) fn first(given: Map<Json>) -> Self {
        Self::of(State { given, ..State::default() }, true)
    }

    /// A later round, which may have been tried before. Answers to what was not asked are ignored.
    pub(crate) fn next(mut known: Remembered, given: Map<Json>, tried_before: bool) -> Self {
        let asked: HashSet<String> = std::mem::take(&mut known.asked).into_iter().collect();
        let given = given.into_iter().filter(|(key, _)| asked.contains(key)).collect();
        Self::of(State { known, given, ..State::default() }, tried_before)
    }

    fn of(state: State, counts: bool) -> Self {
        Self { state: Mutex::new(state), counts, over: Notify::new() }
    }

    /// Whether this counts as a request of its own. A later round belongs to the request that it
    /// goes on with, but only once: whoever hangs up and tries again has asked for more.
    pub(crate) fn counts(&self) -> bool {
        self.counts
    }

    /// Whether a key still stands for one question (2026-07-28 `basic/patterns/mrtr`, "Server
    /// Requirements").
    pub(crate) fn keep_to(&self, key: &str, request: &InputRequest) -> bool {
        let mut state = self.lock();
        let known = state.questions.entry(key.to_owned()).or_insert_with(|| request.clone());
        known == request
    }

    /// The answer under a key, if it fits. One that does not is forgotten, so that it is asked for
    /// again.
    pub(crate) fn answer<T>(&self, key: &str, fits: impl FnOnce(&Json) -> Option<T>) -> Option<T> {
        let mut state = self.lock();
        if let Some(answer) = state.known.answers.get(key) {
            let fitting = fits(answer);
            if fitting.is_none() {
                state.known.answers.remove(key);
            }
            return fitting;
        }
        let answer = state.given.remove(key)?;
        let fitting = fits(&answer)?;
        state.known.answers.insert(key, answer);
        Some(fitting)
    }

    /// Says what is missing. The request ends with it.
    pub(crate) fn need(&self, key: &str, request: InputRequest) {
        let dispatcher = {
            let mut state = self.lock();
            if state.needs.iter().all(|(known, _)| known != key) {
                state.needs.push((key.to_owned(), request));
            }
            state.dispatcher.take()
        };
        if let Some(dispatcher) = dispatcher {
            dispatcher.wake();
        }
    }

    /// What the handler remembered under a key.
    pub(crate) fn note(&self, key: &str) -> Option<Json> {
        self.lock().known.notes.get(key).cloned()
    }

    /// Remembers something for the rounds to come.
    pub(crate) fn take_note(&self, key: &str, value: Json) {
        self.lock().known.notes.insert(key, value);
    }

    /// Ready once something is missing.
    pub(crate) fn poll_needs(&self, cx: &Context<'_>) -> Poll<()> {
        let mut state = self.lock();
        if !state.needs.is_empty() {
            return Poll::Ready(());
        }
        if !state.dispatcher.as_ref().is_some_and(|known| known.will_wake(cx.waker())) {
            state.dispatcher = Some(cx.waker().clone());
        }
        Poll::Pending
    }

    /// Says that the round is over: whoever still waits for an answer, in a task that the handler
    /// has left behind, waits in vain.
    pub(crate) fn finish(&self) {
        self.lock().over = true;
        self.over.notify_waiters();
    }

    /// Waits for the end of the round.
    pub(crate) async fn finished(&self) {
        let over = self.over.notified();
        if !self.lock().over {
            over.await;
        }
    }

    /// What is missing, and what must be known in the next round.
    pub(crate) fn end(&self) -> (Vec<(String, InputRequest)>, Remembered) {
        let mut state = self.lock();
        let mut needs = std::mem::take(&mut state.needs);
        needs.truncate(MOST_QUESTIONS);
        let mut known = std::mem::take(&mut state.known);
        known.asked = needs.iter().map(|(key, _)| key.clone()).collect();
        known.rounds = known.rounds.saturating_add(1);
        (needs, known)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
