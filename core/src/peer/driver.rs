//! The one task of a connection: it moves commands and messages into the engine, and the engine's
//! effects out.

use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, ready},
    time::Instant,
};

use tokio::{
    sync::oneshot,
    task::{AbortHandle, Id, JoinError, JoinSet, coop::unconstrained},
};

use super::{
    Asker, Command, Heard, Inbox, Listener, Settled, Waiter,
    alarm::{Alarm, now},
};
use crate::{
    engine::{Answer, Ask, Asked, Effect, Engine},
    error::{Error, ErrorCode, Result},
    model::{Meta, Progress},
    transport::{Incoming, Notice, Transport},
};

/// How many things from the transport are handled before other tasks get their turn.
const TURN: usize = 256;
/// The longest report of progress that is passed on, in bytes of what it says beyond its numbers.
const MAX_PROGRESS_BYTES: usize = 64 << 10;

/// The driver of one connection.
pub(super) struct Driver {
    label: Arc<str>,
    transport: Box<dyn Transport>,
    engine: Engine<Waiter>,
    inbox: Arc<Inbox<Command>>,
    asker: Asker,
    listener: Listener,
    commands: Vec<Command>,
    /// Who waits until the commands before were performed.
    caught_up: Vec<oneshot::Sender<()>>,
    effects: Vec<Effect<Waiter>>,
    questions: JoinSet<(Ask, Answer)>,
    running: HashMap<Ask, AbortHandle>,
    alarm: Alarm,
    closing: Option<Closing>,
}

/// A question that has ended, by its task.
type Ended = std::result::Result<(Id, (Ask, Answer)), JoinError>;

/// A connection that is being ended.
struct Closing {
    cause: Error,
    waiting: Vec<oneshot::Sender<Result<()>>>,
}

impl Driver {
    pub(super) fn new(
        label: Arc<str>,
        transport: Box<dyn Transport>,
        engine: Engine<Waiter>,
        inbox: Arc<Inbox<Command>>,
        asker: Asker,
        listener: Listener,
    ) -> Self {
        Self {
            label,
            transport,
            engine,
            inbox,
            asker,
            listener,
            commands: Vec::new(),
            caught_up: Vec::new(),
            effects: Vec::new(),
            questions: JoinSet::new(),
            running: HashMap::new(),
            alarm: Alarm::default(),
            closing: None,
        }
    }

    fn obey(&mut self, now: Instant, command: Command) {
        let fx = &mut self.effects;
        match command {
            Command::Start { key, call, waiter } => {
                self.engine.start(now, key, *call, Some(waiter), fx);
            }
            Command::Cancel { key } => {
                self.engine.cancel(key, "the caller no longer needs the result", fx);
            }
            Command::Notify { method, params } => {
                self.engine.notify(method, params.as_deref(), fx);
            }
            Command::UseDialect(dialect) => self.engine.use_dialect(dialect),
            Command::Established => self.transport.established(),
            Command::CatchUp(done) => self.caught_up.push(done),
            Command::Close(done) => {
                let cause = Error::new(ErrorCode::Closed, "the connection was closed by its owner");
                self.end(cause);
                if let Some(closing) = &mut self.closing {
                    closing.waiting.push(done);
                }
            }
        }
    }

    fn hear(&mut self, now: Instant, incoming: Incoming) {
        let fx = &mut self.effects;
        match incoming {
            Incoming::Frame { frame, via } => self.engine.frame(now, frame, via.as_ref(), fx),
            Incoming::Failed { id, error } => self.engine.failed(now, &id, error, fx),
            Incoming::Held { id } => self.engine.hold(now, &id),
            Incoming::Released { id } => self.engine.release(now, &id),
            Incoming::SessionLost { id } => self.engine.session_lost(now, id.as_ref(), fx),
            Incoming::Notice(notice) => {
                if let Notice::Oversized { id, bytes } = &notice {
                    self.engine.oversized(now, id.as_ref(), *bytes, fx);
                }
                (self.listener)(Heard::Notice(notice));
            }
            Incoming::Closed(cause) => self.end(cause),
        }
    }

    /// Ends all requests; what is left is to end the transport.
    fn end(&mut self, cause: Error) {
        if self.closing.is_some() {
            return;
        }
        let cause = cause.with_server(&self.label);
        self.engine.close(&cause, &mut self.effects);
        self.closing = Some(Closing { cause, waiting: Vec::new() });
    }

    /// Performs one effect; `rest` are those that follow it.
    fn perform(&mut self, effect: Effect<Waiter>, rest: &[Effect<Waiter>]) {
        match effect {
            Effect::Send(outgoing) => self.transport.send(outgoing),
            Effect::Abandon(id) => self.transport.abandon(&id),
            Effect::Established => self.transport.established(),
            Effect::Resolve { waiter, outcome, rounds, .. } => {
                let outcome = outcome
                    .map(|result| Settled { result, rounds })
                    .map_err(|error| error.with_server(&self.label));
                // A caller that is gone needs no result.
                let _ = waiter.reply.send(outcome);
            }
            Effect::Progress { key, progress } => {
                // A batch may hold progress and the reply: then the engine knows the caller no
                // more, but the effect that wakes it is still to come.
                let woken = || rest.iter().find_map(|effect| resolves(effect, key));
                let waiter = self.engine.waiter(key).map(|waiter| &*waiter).or_else(woken);
                let listener = waiter.and_then(|waiter| waiter.progress.as_ref());
                if let Some(sender) = listener.filter(|_| weight(&progress) <= MAX_PROGRESS_BYTES) {
                    // Later progress says more than what does not fit.
                    let _ = sender.try_send(progress);
                }
            }
            Effect::Ask { ask, asked, route } => self.ask(ask, asked, route),
            Effect::Withdraw(ask) => {
                if let Some(question) = self.running.remove(&ask) {
                    question.abort();
                }
            }
            Effect::Notify { notification, subscription } => {
                (self.listener)(Heard::Notification(notification, subscription));
            }
            Effect::Depart(how) => (self.listener)(Heard::Departure(how)),
        }
    }

    fn ask(&mut self, ask: Ask, asked: Asked, route: Option<u64>) {
        let answer = (self.asker)(asked, route);
        let name = ask.clone();
        let question = self.questions.spawn(async move { (name, answer.await) });
        self.running.insert(ask, question);
    }

    /// Does what the engine wants, until it wants nothing more.
    fn perform_all(&mut self) {
        while !self.effects.is_empty() {
            let mut effects = std::mem::take(&mut self.effects);
            let mut draining = effects.drain(..);
            while let Some(effect) = draining.next() {
                self.perform(effect, draining.as_slice());
            }
            drop(draining);
            // Keep the buffer unless performing has begun a new one.
            if self.effects.is_empty() {
                self.effects = effects;
                return;
            }
        }
    }

    fn poll_commands(&mut self, now: Instant, cx: &Context<'_>) {
        let mut commands = std::mem::take(&mut self.commands);
        self.inbox.take(&mut commands, cx.waker());
        for command in commands.drain(..) {
            self.obey(now, command);
        }
        self.commands = commands;
        self.perform_all();
        for waiting in self.caught_up.drain(..) {
            // Whoever has stopped waiting does not mind.
            let _ = waiting.send(());
        }
    }

    /// Polls the transport; true if it may have more.
    fn poll_transport(&mut self, now: Instant, cx: &mut Context<'_>) -> bool {
        for _ in 0..TURN {
            let Poll::Ready(incoming) = self.transport.poll_incoming(cx) else { return false };
            self.hear(now, incoming);
            self.perform_all();
            if self.closing.is_some() {
                return false;
            }
        }
        true
    }

    /// Polls the questions; true if one was answered, so that there may be something to send.
    fn poll_questions(&mut self, now: Instant, cx: &mut Context<'_>) -> bool {
        let mut answered = false;
        while let Poll::Ready(Some(outcome)) = self.poll_question(cx) {
            answered = true;
            match outcome {
                Ok((task, (ask, answer))) => {
                    // The server may have withdrawn the question and asked another by its name.
                    if self.running.get(&ask).is_some_and(|question| question.id() == task) {
                        self.running.remove(&ask);
                        self.engine.answer(now, &ask, answer, &mut self.effects);
                        self.perform_all();
                    }
                }
                Err(error) => self.lose_question(now, &error),
            }
        }
        answered
    }

    /// The next question that has ended. A server that never pauses uses up the turn of this task,
    /// which must not keep answers waiting.
    fn poll_question(&mut self, cx: &mut Context<'_>) -> Poll<Option<Ended>> {
        let questions = &mut self.questions;
        pin!(unconstrained(poll_fn(|cx| questions.poll_join_next_with_id(cx)))).poll(cx)
    }

    /// A handler panicked, and an error takes the place of its answer; or its question was
    /// withdrawn, and nobody waits for one.
    fn lose_question(&mut self, now: Instant, lost: &JoinError) {
        let asked = self.running.iter().find(|(_, question)| question.id() == lost.id());
        let Some(ask) = asked.map(|(ask, _)| ask.clone()) else { return };
        self.running.remove(&ask);
        let error = Error::new(ErrorCode::Internal, "the input handler failed");
        let answer = match &ask {
            Ask::Round(_) => Answer::Round { round: Err(error), elicitations: Vec::new() },
            Ask::Request(_) => Answer::Reply(Err(crate::jsonrpc::RpcError::new(
                crate::jsonrpc::INTERNAL_ERROR,
                "Internal error",
            ))),
        };
        self.engine.answer(now, &ask, answer, &mut self.effects);
        self.perform_all();
    }

    /// Sets the timer and polls it; true if it was time.
    fn poll_alarm(&mut self, now: Instant, cx: &mut Context<'_>) -> bool {
        let Some(deadline) = self.engine.next_deadline() else { return false };
        if self.alarm.poll(now, deadline, cx).is_pending() {
            return false;
        }
        self.engine.tick(now.max(deadline), &mut self.effects);
        self.perform_all();
        true
    }

    fn poll_closing(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let outcome = ready!(self.transport.poll_close(cx));
        if let Some(closing) = self.closing.take() {
            (self.listener)(Heard::Closed(closing.cause.clone()));
            self.inbox.close(closing.cause);
            for done in closing.waiting {
                let outcome = outcome.clone().map_err(|error| error.with_server(&self.label));
                // Whoever has stopped waiting does not mind.
                let _ = done.send(outcome);
            }
        }
        Poll::Ready(())
    }
}

impl Future for Driver {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        loop {
            let now = now();
            this.poll_commands(now, cx);
            if this.closing.is_some() {
                return this.poll_closing(cx);
            }
            // Whatever the server does, answers and deadlines get their turn too.
            let more = this.poll_transport(now, cx);
            let answered = this.poll_questions(now, cx);
            let late = this.poll_alarm(now, cx);
            if this.closing.is_some() {
                continue;
            }
            if more {
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
            if !answered && !late {
                return Poll::Pending;
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The task was ended from outside: whoever still waits must hear of it.
        self.inbox.close(Error::new(ErrorCode::Closed, "the connection was dropped"));
    }
}

/// About how many bytes of memory a report takes beyond its numbers.
fn weight(progress: &Progress) -> usize {
    let message = progress.message.as_ref().map_or(0, String::len);
    let meta = progress.meta.as_ref().map_or(0, Meta::weight);
    message + meta + progress.extra.weight()
}

/// The caller that the effect wakes, if it ends this request.
fn resolves(effect: &Effect<Waiter>, wanted: i64) -> Option<&Waiter> {
    match effect {
        Effect::Resolve { key, waiter, .. } if *key == wanted => Some(waiter),
        _ => None,
    }
}

#[cfg(test)]
#[path = "driver_tests.rs"]
mod tests;
