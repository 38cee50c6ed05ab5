//! The surfaces where questions are shown: how many there are, and what each has not heard yet.

use std::{
    collections::{BTreeSet, VecDeque},
    future::pending,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

use super::{
    question::{Decision, Question, QuestionId},
    questions::Questions,
};
use crate::error::Result;

/// How long questions wait for a surface that has gone to come back.
pub(super) const RETURN: Duration = Duration::from_secs(10);

/// What a surface is told.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum QuestionEvent {
    /// There is a question, or more wait for its answer now.
    Asked(Box<Question>),
    /// A question needs no answer any more.
    Settled(QuestionId),
}

/// Where questions can be shown.
#[derive(Clone, Copy, Default)]
pub(super) struct Surfaces {
    pub(super) count: usize,
    /// When the last one has gone.
    pub(super) gone: Option<Instant>,
}

impl Surfaces {
    /// Until when a surface is waited for that has gone; nothing where none is.
    pub(super) fn awaited(&self) -> Option<Instant> {
        let until = self.gone? + RETURN;
        (self.count == 0 && until > Instant::now()).then_some(until)
    }

    /// Whether a question is for surfaces.
    pub(super) fn are_asked(&self) -> bool {
        self.count > 0 || self.awaited().is_some()
    }
}

/// What a surface has not heard yet. Of each question it is one thing, so that nothing grows for a
/// surface that is slow.
#[derive(Default)]
pub(super) struct Queue {
    pub(super) next: VecDeque<News>,
    /// The questions that it has heard of.
    pub(super) known: BTreeSet<QuestionId>,
}

#[derive(PartialEq)]
pub(super) enum News {
    Asked(QuestionId),
    Settled(QuestionId),
}

impl Queue {
    /// A question is asked, or asked otherwise than before. The surface hears how it stands then.
    pub(super) fn ask(&mut self, id: QuestionId) {
        if !self.next.contains(&News::Asked(id)) {
            self.next.push_back(News::Asked(id));
        }
    }

    pub(super) fn settle(&mut self, id: QuestionId) {
        self.next.retain(|news| *news != News::Asked(id));
        if self.known.remove(&id) {
            self.next.push_back(News::Settled(id));
        }
    }
}

/// A surface where questions are shown. It is one until it is dropped.
pub struct Surface {
    questions: Questions,
    queue: Arc<Mutex<Queue>>,
    name: String,
}

impl Surface {
    pub(super) fn new(questions: Questions, queue: Arc<Mutex<Queue>>, name: String) -> Self {
        Self { questions, queue, name }
    }

    /// What is next. Dropping the future loses nothing.
    pub async fn next(&self) -> QuestionEvent {
        loop {
            let changed = self.questions.changed().notified();
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

    /// How much it has not heard yet.
    #[cfg(test)]
    pub(super) fn unheard(&self) -> usize {
        hold(&self.queue).next.len()
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`crate::ErrorCode::InvalidInput`]: it is settled already, or cannot be answered so.
    pub fn answer(&self, id: QuestionId, decision: Decision) -> Result<()> {
        self.questions.answer(id, decision, &self.name)
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        self.questions.surfaces().send_modify(|surfaces| {
            surfaces.count -= 1;
            surfaces.gone = Some(Instant::now());
        });
    }
}

/// Waits until then, or for ever.
pub(super) async fn until(then: Option<Instant>) {
    match then {
        Some(then) => sleep_until(then).await,
        None => pending().await,
    }
}

/// Holds a queue, which a panic cannot leave half changed.
pub(super) fn hold(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}
