//! The questions that wait for a person, and the surfaces where they are shown.
//!
//! They are kept once for all surfaces: the first answer counts, and the others see that the
//! question is settled. No surface, no answer in time: no. A surface that has gone, whatever has cut
//! it off, has some time to come back, in which nobody else is asked in its place.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    future::pending,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use tokio::{
    sync::{Notify, watch},
    time::{Instant, sleep_until},
};

use super::question::{Decision, Matter, Question, QuestionId, Term};
use crate::{
    auth::unguessable_number,
    error::{Error, ErrorCode, Result},
};

/// The most questions of one client about one server that wait at a time, and the most requests that
/// wait for the same answer.
const MAX_OF_ONE: usize = 10;
/// The most questions that wait in all.
const MAX_WAITING: usize = 100;
/// How long questions wait for a surface that has gone to come back.
const RETURN: Duration = Duration::from_secs(10);

/// What a surface is told.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum QuestionEvent {
    /// There is a question, or more wait for its answer now.
    Asked(Box<Question>),
    /// A question needs no answer any more.
    Settled(QuestionId),
}

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
    waiting: BTreeMap<QuestionId, Waiting>,
    queues: Vec<Weak<Mutex<Queue>>>,
}

/// Where questions can be shown.
#[derive(Clone, Copy, Default)]
struct Surfaces {
    count: usize,
    /// When the last one has gone.
    gone: Option<Instant>,
}

impl Surfaces {
    /// Until when a surface is waited for that has gone; nothing where none is.
    fn awaited(&self) -> Option<Instant> {
        let until = self.gone? + RETURN;
        (self.count == 0 && until > Instant::now()).then_some(until)
    }

    /// Whether a question is for surfaces.
    fn are_asked(&self) -> bool {
        self.count > 0 || self.awaited().is_some()
    }
}

/// What a surface has not heard yet. Of each question it is one thing, so that nothing grows for a
/// surface that is slow.
#[derive(Default)]
struct Queue {
    next: VecDeque<News>,
    /// The questions that it has heard of.
    known: BTreeSet<QuestionId>,
}

#[derive(PartialEq)]
enum News {
    Asked(QuestionId),
    Settled(QuestionId),
}

impl Queue {
    /// A question is asked, or asked otherwise than before. The surface hears how it stands then.
    fn ask(&mut self, id: QuestionId) {
        if !self.next.contains(&News::Asked(id)) {
            self.next.push_back(News::Asked(id));
        }
    }

    fn settle(&mut self, id: QuestionId) {
        self.next.retain(|news| *news != News::Asked(id));
        if self.known.remove(&id) {
            self.next.push_back(News::Settled(id));
        }
    }
}

struct Waiting {
    question: Question,
    /// What was decided, for all who wait.
    answer: watch::Sender<Answer>,
}

/// What came of a question, for all who wait.
#[derive(Clone)]
enum Answer {
    Open,
    /// What was decided, and where.
    Decided(Decision, String),
    /// Nobody will answer.
    Withdrawn,
}

/// A surface where questions are shown. It is one until it is dropped.
pub struct Surface {
    questions: Questions,
    queue: Arc<Mutex<Queue>>,
    name: String,
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
        Surface { questions: self.clone(), queue, name: name.into() }
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

    /// Asks at the surfaces, and waits for the first answer. One who asks what another asks already
    /// waits with it. What decided is told by its name.
    ///
    /// # Errors
    /// [`ErrorCode::Denied`]: there is no surface any more, or no answer came in time.
    /// [`ErrorCode::Limit`]: too much waits already.
    pub(in crate::host) async fn ask(&self, question: Question) -> Result<(Decision, String)> {
        let (asking, mut decided) = self.enter(question)?;
        let mut surfaces = self.0.surfaces.subscribe();
        let deadline = tokio::time::sleep(self.0.patience);
        tokio::pin!(deadline);
        loop {
            match decided.borrow_and_update().clone() {
                Answer::Open => {}
                Answer::Decided(decision, surface) => return Ok((decision, surface)),
                Answer::Withdrawn => return Err(nobody("nobody answered in time")),
            }
            let here = *surfaces.borrow_and_update();
            if !here.are_asked() {
                return Err(nobody("whoever could be asked has gone"));
            }
            tokio::select! {
                _ = decided.changed() => {}
                _ = surfaces.changed() => {}
                () = until(here.awaited()) => {}
                () = &mut deadline => {
                    asking.questions.settle(asking.id, Answer::Withdrawn);
                    return Err(nobody("nobody answered in time"));
                }
            }
        }
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such question any more, or it cannot be answered so.
    pub fn answer(&self, id: QuestionId, decision: Decision, surface: &str) -> Result<()> {
        let mut decision = decision;
        let fitting = {
            let state = self.lock();
            let question = state.waiting.get(&id).map(|waiting| &waiting.question);
            question.map(|question| question.terms.contains(&decision.term))
        };
        // A no is never refused.
        if !decision.allow && fitting == Some(false) {
            decision.term = Term::Once;
        }
        let refuse = |message: String| Err(Error::new(ErrorCode::InvalidInput, message));
        match fitting {
            None => refuse(format!("there is no question {id} any more")),
            Some(false) if decision.allow => {
                refuse(format!("the answer to question {id} cannot hold for so long"))
            }
            Some(_) => {
                self.settle(id, Answer::Decided(decision, surface.to_owned()));
                Ok(())
            }
        }
    }

    /// Finds a question that is the same, or puts this one among them.
    fn enter(&self, question: Question) -> Result<(Asking, watch::Receiver<Answer>)> {
        let mut state = self.lock();
        let same = state.waiting.values_mut().find(|it| is_same(&it.question, &question));
        if let Some(same) = same {
            if same.question.waiting >= MAX_OF_ONE {
                return Err(too_many());
            }
            same.question.waiting += 1;
            let (asked, decided) = (same.question.clone(), same.answer.subscribe());
            let asking = Asking { questions: self.clone(), id: asked.id };
            self.tell(&mut state, |queue| queue.ask(asked.id));
            return Ok((asking, decided));
        }
        // No server takes the place of another, and none that of a start.
        let is_of_one = |it: &&Waiting| {
            let (one, other) = (&it.question, &question);
            (&one.client, &one.server) == (&other.client, &other.server)
        };
        let is_start = matches!(question.matter, Matter::Start { .. } | Matter::SignIn { .. });
        let of_one = state.waiting.values().filter(is_of_one).count();
        if !is_start && (of_one >= MAX_OF_ONE || state.waiting.len() >= MAX_WAITING) {
            return Err(too_many());
        }
        let (answer, decided) = watch::channel(Answer::Open);
        let asking = Asking { questions: self.clone(), id: question.id };
        self.tell(&mut state, |queue| queue.ask(question.id));
        state.waiting.insert(question.id, Waiting { question, answer });
        Ok((asking, decided))
    }

    /// Ends a question: everybody who waits for it is told what was decided, if anything was.
    fn settle(&self, id: QuestionId, answer: Answer) {
        let mut state = self.lock();
        if let Some(waiting) = state.waiting.remove(&id) {
            waiting.answer.send_replace(answer);
            self.tell(&mut state, |queue| queue.settle(id));
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

    /// A question as it stands, which a surface hears of now; nothing if it is settled.
    fn show(&self, id: QuestionId, queue: &Mutex<Queue>) -> Option<Question> {
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

/// One who waits for an answer. When the last one leaves, the question is withdrawn.
struct Asking {
    questions: Questions,
    id: QuestionId,
}

impl Drop for Asking {
    fn drop(&mut self) {
        let is_last = {
            let mut state = self.questions.lock();
            let Some(waiting) = state.waiting.get_mut(&self.id) else { return };
            waiting.question.waiting -= 1;
            waiting.question.waiting == 0
        };
        if is_last {
            self.questions.settle(self.id, Answer::Withdrawn);
        }
    }
}

impl Surface {
    /// What is next. Dropping the future loses nothing.
    pub async fn next(&self) -> QuestionEvent {
        loop {
            let changed = self.questions.0.changed.notified();
            tokio::pin!(changed);
            // From here on nothing is missed, also what comes before it is awaited.
            changed.as_mut().enable();
            let news = hold(&self.queue).next.pop_front();
            match news {
                Some(News::Settled(id)) => return QuestionEvent::Settled(id),
                Some(News::Asked(id)) => {
                    if let Some(question) = self.questions.show(id, &self.queue) {
                        return QuestionEvent::Asked(Box::new(question));
                    }
                }
                None => changed.await,
            }
        }
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is settled already, or cannot be answered so.
    pub fn answer(&self, id: QuestionId, decision: Decision) -> Result<()> {
        self.questions.answer(id, decision, &self.name)
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        self.questions.0.surfaces.send_modify(|surfaces| {
            surfaces.count -= 1;
            surfaces.gone = Some(Instant::now());
        });
    }
}

/// Waits until then, or for ever.
async fn until(then: Option<Instant>) {
    match then {
        Some(then) => sleep_until(then).await,
        None => pending().await,
    }
}

/// Holds a queue, which a panic cannot leave half changed.
fn hold(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether one answer is the answer to both.
fn is_same(one: &Question, other: &Question) -> bool {
    let Question { client, server, identity, matter, .. } = one;
    let is_by_hand = matches!(matter, Matter::Form { .. } | Matter::Sampling { .. });
    !is_by_hand
        && (client, server, identity, matter)
            == (&other.client, &other.server, &other.identity, &other.matter)
}

fn too_many() -> Error {
    Error::new(ErrorCode::Limit, "too many questions wait for an answer")
        .with_next_step("answer those that wait, and try again")
}

fn nobody(why: &str) -> Error {
    Error::new(ErrorCode::Denied, format!("it was not allowed: {why}"))
        .with_next_step("run `hostline consent` or the application, and try again")
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;
