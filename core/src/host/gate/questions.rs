//! The questions that wait for a person.
//!
//! They are kept once for all surfaces: the first answer counts, and the others see that the
//! question is settled. No surface, no answer in time: no. A surface that has gone, whatever has cut
//! it off, has some time to come back, in which nobody else is asked in its place.
//!
//! Identical requests of one caller are one question. A yes for once lets one of them pass, or as many
//! as the person has seen and says; the others go on being asked about.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, SystemTime},
};

use tokio::sync::{Notify, oneshot, watch};

use super::{
    question::{Decision, Matter, Question, QuestionId, Term},
    surface::{News, Queue, Surface, Surfaces, hold, until},
};
use crate::{
    auth::unguessable_number,
    error::{Error, ErrorCode, Result},
    host::policy::SessionId,
};

/// The most questions of one caller about one server that wait at a time, and the most requests that
/// wait for the same answer.
const MAX_OF_ONE: usize = 10;
/// The most questions of one caller that wait at a time, whatever servers they are about.
const MAX_OF_CALLER: usize = 30;
/// The most questions that wait in all.
const MAX_WAITING: usize = 100;

/// The questions of a host.
#[derive(Clone)]
pub struct Questions(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Rung whenever something has changed for surfaces.
    changed: Notify,
    surfaces: watch::Sender<Surfaces>,
    patience: Duration,
}

#[derive(Default)]
struct State {
    last: QuestionId,
    last_request: u64,
    waiting: BTreeMap<QuestionId, Waiting>,
    queues: Vec<Weak<Mutex<Queue>>>,
}

struct Waiting {
    question: Question,
    /// Who asks, where that is known: two callers may have one name.
    caller: Option<SessionId>,
    /// The requests that wait for the answer, by their numbers, the oldest first.
    requests: VecDeque<(u64, oneshot::Sender<Answer>)>,
}

/// What was decided, where and when.
#[derive(Clone, Debug)]
pub(in crate::host) struct Answer {
    pub(in crate::host) decision: Decision,
    pub(in crate::host) surface: String,
    pub(in crate::host) at: SystemTime,
}

impl Questions {
    /// Questions that wait for a person this long. Their numbers begin anywhere, so that the answer
    /// to a question of another owner is none to one of these.
    ///
    /// # Errors
    /// [`ErrorCode::Internal`]: the system gives no random numbers.
    pub(in crate::host) fn new(patience: Duration) -> Result<Self> {
        let state = State { last: unguessable_number()?, ..State::default() };
        Ok(Self(Arc::new(Shared {
            state: Mutex::new(state),
            changed: Notify::new(),
            surfaces: watch::Sender::default(),
            patience,
        })))
    }

    /// Adds a surface, which is told of every question that waits and will come. `name` is what the
    /// audit log calls it.
    pub fn surface(&self, name: impl Into<String>) -> Surface {
        let mut state = self.lock();
        let next = state.waiting.keys().map(|id| News::Asked(*id)).collect();
        let queue = Arc::new(Mutex::new(Queue { next, known: BTreeSet::new() }));
        state.queues.retain(|queue| queue.strong_count() > 0);
        state.queues.push(Arc::downgrade(&queue));
        drop(state);
        self.0.surfaces.send_modify(|surfaces| surfaces.count += 1);
        Surface::new(self.clone(), queue, name.into())
    }

    /// The questions that wait now, the oldest first.
    pub fn waiting(&self) -> Vec<Question> {
        self.lock().waiting.values().map(|waiting| waiting.question.clone()).collect()
    }

    /// Whether a question is for surfaces: there is one, or one has gone that may come back.
    pub(in crate::host) fn are_for_surfaces(&self) -> bool {
        self.0.surfaces.borrow().are_asked()
    }

    /// How long a question waits.
    pub(in crate::host) fn patience(&self) -> Duration {
        self.0.patience
    }

    /// A number for a question.
    pub(in crate::host) fn number(&self) -> QuestionId {
        let mut state = self.lock();
        state.last += 1;
        state.last
    }

    /// Asks at the surfaces, and waits for the first answer. What the same caller asks already is
    /// the same question.
    ///
    /// # Errors
    /// [`ErrorCode::Denied`]: there is no surface any more, or no answer came in time.
    /// [`ErrorCode::Limit`]: too much waits already.
    pub(in crate::host) async fn ask(
        &self,
        caller: Option<&SessionId>,
        question: Question,
    ) -> Result<Answer> {
        let (request, mut answered) = self.enter(caller, question)?;
        let _asking = Asking { questions: self.clone(), request };
        let mut surfaces = self.0.surfaces.subscribe();
        let deadline = tokio::time::sleep(self.0.patience);
        tokio::pin!(deadline);
        loop {
            let here = *surfaces.borrow_and_update();
            if !here.are_asked() {
                let next_step = "run `hostline consent` or the application, and try again";
                return Err(nobody("whoever could be asked has gone", next_step));
            }
            tokio::select! {
                biased;
                answer = &mut answered => {
                    return answer.map_err(|_| late());
                }
                _ = surfaces.changed() => {}
                () = until(here.awaited()) => {}
                () = &mut deadline => return Err(late()),
            }
        }
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such question any more, or it cannot be answered so.
    pub fn answer(&self, id: QuestionId, decision: Decision, surface: &str) -> Result<()> {
        let mut decision = decision;
        let mut state = self.lock();
        // Another surface may have been faster.
        let Some(waiting) = state.waiting.get(&id) else {
            let message = format!("there is no question {id} any more");
            return Err(Error::new(ErrorCode::InvalidInput, message));
        };
        if !waiting.question.terms.contains(&decision.term) {
            if decision.allow {
                let message = format!("the answer to question {id} cannot hold for so long");
                return Err(Error::new(ErrorCode::InvalidInput, message)
                    .with_next_step("answer for a term that the question offers"));
            }
            // A no is never refused.
            decision.term = Term::Once;
        }
        let (surface, at) = (surface.to_owned(), SystemTime::now());
        self.settle(&mut state, id, &Answer { decision, surface, at });
        Ok(())
    }

    /// Finds a question that is the same, or puts this one among them. Gives the request's number.
    fn enter(
        &self,
        caller: Option<&SessionId>,
        question: Question,
    ) -> Result<(u64, oneshot::Receiver<Answer>)> {
        let mut state = self.lock();
        state.last_request += 1;
        let request = state.last_request;
        let (sender, answered) = oneshot::channel();
        let same = state.waiting.values_mut().find(|it| it.is_same(caller, &question));
        if let Some(same) = same {
            if same.requests.len() >= MAX_OF_ONE {
                return Err(too_many());
            }
            same.requests.push_back((request, sender));
            let id = same.count();
            self.tell(&mut state, |queue| queue.ask(id));
            return Ok((request, answered));
        }
        // No server takes the place of another, and none that of a start.
        let is_of_one = |it: &&Waiting| it.is_of(caller, &question);
        let is_start = matches!(question.matter, Matter::Start { .. } | Matter::SignIn { .. });
        let of_one = state.waiting.values().filter(is_of_one).count();
        let of_caller = state.waiting.values().filter(|it| it.caller.as_ref() == caller).count();
        let is_full = of_one >= MAX_OF_ONE
            || (caller.is_some() && of_caller >= MAX_OF_CALLER)
            || state.waiting.len() >= MAX_WAITING;
        if !is_start && is_full {
            return Err(too_many());
        }
        let requests = VecDeque::from([(request, sender)]);
        self.put(&mut state, Waiting { question, caller: caller.cloned(), requests });
        Ok((request, answered))
    }

    fn put(&self, state: &mut State, mut waiting: Waiting) {
        let id = waiting.count();
        state.waiting.insert(id, waiting);
        self.tell(state, |queue| queue.ask(id));
    }

    /// Hands an answer to the requests that it is for. If others are left, they are another question:
    /// a second answer to this one is none to them. Says whether there was such a question.
    fn settle(&self, state: &mut State, id: QuestionId, answer: &Answer) {
        let Some(mut waiting) = state.waiting.remove(&id) else { return };
        let count = waiting.passed_by(&answer.decision);
        for (_, request) in waiting.requests.drain(..count) {
            // It may have been given up.
            let _ = request.send(answer.clone());
        }
        self.tell(state, |queue| queue.settle(id));
        if !waiting.requests.is_empty() {
            state.last += 1;
            waiting.question.id = state.last;
            self.put(state, waiting);
        }
    }

    /// A request waits no more. With the last one its question is withdrawn.
    fn leave(&self, request: u64) {
        let mut state = self.lock();
        let is_of = |it: &&mut Waiting| it.requests.iter().any(|(number, _)| *number == request);
        let Some(waiting) = state.waiting.values_mut().find(is_of) else { return };
        waiting.requests.retain(|(number, _)| *number != request);
        let id = waiting.count();
        if waiting.requests.is_empty() {
            state.waiting.remove(&id);
            self.tell(&mut state, |queue| queue.settle(id));
        } else {
            self.tell(&mut state, |queue| queue.ask(id));
        }
    }

    fn tell(&self, state: &mut State, news: impl Fn(&mut Queue)) {
        state.queues.retain(|queue| {
            let Some(queue) = queue.upgrade() else { return false };
            news(&mut hold(&queue));
            true
        });
        self.0.changed.notify_waiters();
    }

    /// What is rung whenever something has changed for surfaces.
    pub(super) fn changed(&self) -> &Notify {
        &self.0.changed
    }

    pub(super) fn surfaces(&self) -> &watch::Sender<Surfaces> {
        &self.0.surfaces
    }

    /// A question as it stands, which a surface hears of now; nothing if it is settled.
    pub(super) fn show(&self, id: QuestionId, queue: &Mutex<Queue>) -> Option<Question> {
        let state = self.lock();
        let question = state.waiting.get(&id)?.question.clone();
        // As long as the questions are held, it cannot be settled unheard.
        hold(queue).known.insert(id);
        Some(question)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave the questions half changed.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Says how many requests wait, and gives the question's number.
    fn count(&mut self) -> QuestionId {
        self.question.waiting = self.requests.len();
        self.question.id
    }

    /// Whether one answer may be the answer to both. What is filled in or edited by hand is asked by
    /// itself.
    fn is_same(&self, caller: Option<&SessionId>, other: &Question) -> bool {
        let Question { client, server, identity, matter, .. } = &self.question;
        let is_by_hand = matches!(
            matter,
            Matter::Form { .. } | Matter::Sampling { .. } | Matter::SamplingAnswer { .. }
        );
        !is_by_hand
            && self.caller.as_ref() == caller
            && (client, server, identity, matter)
                == (&other.client, &other.server, &other.identity, &other.matter)
    }

    /// Whether it is a question of the same caller about the same server.
    fn is_of(&self, caller: Option<&SessionId>, other: &Question) -> bool {
        let Question { client, server, .. } = &self.question;
        self.caller.as_ref() == caller && (client, server) == (&other.client, &other.server)
    }

    /// How many requests a decision is for. A no, what holds for later, and what is approved for
    /// everybody is for all of them.
    fn passed_by(&self, decision: &Decision) -> usize {
        let is_for_all = !decision.allow
            || decision.term != Term::Once
            || matches!(self.question.matter, Matter::Definition { .. });
        if is_for_all {
            return self.requests.len();
        }
        decision.requests.max(1).min(self.requests.len())
    }
}

/// A request that waits for an answer.
struct Asking {
    questions: Questions,
    request: u64,
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.questions.leave(self.request);
    }
}

fn too_many() -> Error {
    Error::new(ErrorCode::Limit, "too many questions wait for an answer")
        .with_next_step("answer those that wait, and try again")
}

fn nobody(why: &str, next_step: &'static str) -> Error {
    Error::new(ErrorCode::Denied, format!("it was not allowed: {why}")).with_next_step(next_step)
}

fn late() -> Error {
    nobody("nobody answered in time", "try again, and answer the question in time")
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;
