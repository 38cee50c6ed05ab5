//! What the person at the terminal is asked while a command is under way, one thing at a time.

use std::{collections::VecDeque, future::pending, pin::Pin};

use hostline::{
    Json,
    client::InputHandler,
    host::{
        gate::{Decision, Question},
        ops::{ConsentAsk, InputAsk},
    },
};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::{Door, Event};

/// The most that waits for the person; what comes then is not shown, and its time passes.
const MAX_WAITING: usize = 256;

/// What is asked.
enum Asked {
    /// A question of the host, which any surface may answer.
    Question(Box<Question>),
    /// Consent to what we want.
    Consent(Box<ConsentAsk>),
    /// What a server wants to know for the sake of our call.
    Input(Box<InputAsk>),
}

/// Which one it is.
#[derive(Clone, Copy, PartialEq)]
enum Key {
    Question(u64),
    Ask(u64),
}

/// An answer on its way: the operation, and what belongs to it; none where it has no JSON form.
pub(super) type Answer = (&'static str, Option<Json>);

/// What is on the screen, until it is answered.
type Answering<'a> = Pin<Box<dyn Future<Output = Answer> + 'a>>;

/// The parameters of `answer`.
#[derive(Serialize)]
struct Decided {
    id: u64,
    decision: Decision,
}

/// The parameters of `asks/answer`.
#[derive(Serialize)]
struct Answered<T> {
    id: u64,
    answer: T,
}

/// The person at the terminal.
pub(super) struct Desk<'a> {
    door: &'a Door,
    waiting: VecDeque<Asked>,
    now: Option<(Key, Answering<'a>)>,
    /// Whether what was on the screen last has gone without an answer.
    was_interrupted: bool,
    /// Whether some questions may not have been heard of.
    has_missed: bool,
    /// Where events go that are for the command.
    others: Option<mpsc::UnboundedSender<Event>>,
}

#[derive(Deserialize)]
struct Number {
    id: u64,
}

impl Asked {
    fn key(&self) -> Key {
        match self {
            Self::Question(question) => Key::Question(question.id),
            Self::Consent(ask) => Key::Ask(ask.id),
            Self::Input(ask) => Key::Ask(ask.id),
        }
    }
}

impl<'a> Desk<'a> {
    pub(super) fn new(door: &'a Door, others: mpsc::UnboundedSender<Event>) -> Self {
        let waiting = VecDeque::new();
        let (has_missed, was_interrupted) = (false, false);
        let others = Some(others);
        Self { door, waiting, now: None, was_interrupted, has_missed, others }
    }

    /// Takes an event. What cannot be read was not meant for us.
    pub(super) fn hear(&mut self, (event, data): Event) {
        let person = self.door.person.asks();
        // Whoever has not begun to listen yet may just be about to.
        self.has_missed |= event == "missed" && person;
        match &*event {
            "question/asked" if person => {
                self.ask(data.decode().ok().map(|question| Asked::Question(Box::new(question))));
            }
            "ask/consent" => self.ask(data.decode().ok().map(|ask| Asked::Consent(Box::new(ask)))),
            "ask/input" => self.ask(data.decode().ok().map(|ask| Asked::Input(Box::new(ask)))),
            "question/settled" if person => self.withdraw(&data, Key::Question),
            "ask/withdrawn" => self.withdraw(&data, Key::Ask),
            _ => {
                if let Some(others) = &self.others {
                    // The command may not listen.
                    let _ = others.send((event, data));
                }
            }
        }
    }

    /// Whether it has to look again at what waits, which is for whoever is told questions and has a
    /// person to ask.
    pub(super) fn has_missed(&self) -> bool {
        self.has_missed && self.door.listens()
    }

    /// Looks at the questions that wait: more was told than could be heard.
    pub(super) async fn look_again(&mut self) {
        self.has_missed = false;
        match self.door.call::<Vec<Question>>("questions", Json::default()).await {
            Ok(questions) => {
                let waits = |key| questions.iter().any(|it| Key::Question(it.id) == key);
                let is_over = |key| matches!(key, Key::Question(_)) && !waits(key);
                self.waiting.retain(|waiting| !is_over(waiting.key()));
                if self.now.as_ref().is_some_and(|(now, _)| is_over(*now)) {
                    self.interrupt();
                }
                for question in questions {
                    self.ask(Some(Asked::Question(Box::new(question))));
                }
            }
            Err(error) => self.door.console.warn(&error.to_string()),
        }
    }

    /// There are no more events.
    pub(super) fn leave(&mut self) {
        self.others = None;
        self.waiting.clear();
        self.now = None;
    }

    /// The next answer of the person; it waits for ever where nothing is asked. Dropping the future
    /// leaves the question on the screen.
    pub(super) async fn answered(&mut self) -> Answer {
        if self.now.is_none()
            && let Some(asked) = self.waiting.pop_front()
        {
            let was_interrupted = std::mem::take(&mut self.was_interrupted);
            self.now = Some((asked.key(), answer(self.door, asked, was_interrupted)));
        }
        let Some((_, answering)) = &mut self.now else { return pending().await };
        let answer = answering.await;
        self.now = None;
        answer
    }

    /// Hands an answer on. One that comes too late is told.
    pub(super) async fn hand_on(&self, (op, params): Answer) {
        let Some(params) = params else { return };
        if let Err(error) = self.door.json(op, &params).await {
            self.door.console.warn(&error.to_string());
        }
    }

    /// One more is asked, or the same again: more wait for its answer then.
    fn ask(&mut self, asked: Option<Asked>) {
        let Some(asked) = asked else { return };
        let key = asked.key();
        let is_known = self.now.as_ref().is_some_and(|(now, _)| *now == key)
            || self.waiting.iter().any(|waiting| waiting.key() == key);
        if !is_known && self.waiting.len() < MAX_WAITING {
            self.waiting.push_back(asked);
        }
    }

    fn withdraw(&mut self, data: &Json, key: fn(u64) -> Key) {
        let Ok(Number { id }) = data.decode() else { return };
        let key = key(id);
        self.waiting.retain(|waiting| waiting.key() != key);
        // Its own answer settles it, too; that is not on the screen any more.
        if self.now.as_ref().is_some_and(|(now, _)| *now == key) {
            self.interrupt();
        }
    }

    /// What is on the screen needs no answer any more. The person may be typing one, which must not
    /// become the answer to what comes next.
    fn interrupt(&mut self) {
        (self.now, self.was_interrupted) = (None, true);
        self.door.console.note("the question is settled");
    }
}

/// Shows what is asked, and gives the operation that answers it. Where what was on the screen before
/// `was_interrupted`, the person says first that they are done with that.
fn answer(door: &Door, asked: Asked, was_interrupted: bool) -> Answering<'_> {
    Box::pin(async move {
        if was_interrupted {
            door.person.turn_over().await;
        }
        match asked {
            Asked::Question(question) => {
                let decision = door.person.consent(&question).await;
                ("answer", Json::encode(&Decided { id: question.id, decision }).ok())
            }
            Asked::Consent(ask) => {
                let answer = door.person.consent(&ask.question).await;
                ("asks/answer", Json::encode(&Answered { id: ask.id, answer }).ok())
            }
            Asked::Input(ask) => {
                let InputAsk { id, server, request, .. } = *ask;
                let answer = door.person.input(&server, request).await.ok();
                ("asks/answer", Json::encode(&Answered { id, answer }).ok())
            }
        }
    })
}
