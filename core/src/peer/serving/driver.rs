//! The one task of a connection in the server role: it moves commands, messages and what handlers
//! return into the desk, and the desk's effects out.

use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use tokio::{
    sync::oneshot,
    task::{AbortHandle, Id, JoinError, JoinSet, coop::unconstrained},
};

use super::{Command, Line, Outcome, Servant, Serving, ServingLimits, Waiter};
use crate::{
    engine::desk::{Desk, Effect},
    error::{Error, ErrorCode, Result},
    jsonrpc::{INTERNAL_ERROR, Notification, Request, RpcError},
    peer::alarm::Alarm,
    transport::{Incoming, Link, Notice, Transport},
};

/// How many things from the transport are handled before other tasks get their turn.
const TURN: usize = 256;
/// The longest time that running requests are given, where a caller names no sensible one.
const LONGEST_GRACE: Duration = Duration::from_hours(24);

/// The driver of one connection.
pub(super) struct Driver {
    label: Arc<str>,
    transport: Box<dyn Transport>,
    servant: Arc<dyn Servant>,
    desk: Desk<Waiter>,
    line: Line,
    now: Instant,
    commands: Vec<Command>,
    effects: Vec<Effect<Waiter>>,
    /// Handlers and errands.
    tasks: JoinSet<Done>,
    running: HashMap<u64, AbortHandle>,
    finished: Vec<(u64, Outcome)>,
    alarm: Alarm,
    /// Why the connection ends, once it does.
    closing: Option<Error>,
    closers: Vec<oneshot::Sender<Result<()>>>,
    witnesses: Vec<oneshot::Sender<Error>>,
}

/// What a task leaves behind: the outcome of a request, or nothing.
type Done = Option<(u64, Outcome)>;

impl Driver {
    pub(super) fn new(
        label: Arc<str>,
        transport: Box<dyn Transport>,
        servant: Arc<dyn Servant>,
        limits: ServingLimits,
        line: Line,
    ) -> Self {
        Self {
            label,
            desk: Desk::new(transport.link(), limits),
            transport,
            servant,
            line,
            now: now(),
            commands: Vec::new(),
            effects: Vec::new(),
            tasks: JoinSet::new(),
            running: HashMap::new(),
            finished: Vec::new(),
            alarm: Alarm::default(),
            closing: None,
            closers: Vec::new(),
            witnesses: Vec::new(),
        }
    }

    fn obey(&mut self, command: Command) {
        let fx = &mut self.effects;
        match command {
            Command::Notify { request, method, params } => {
                self.desk.notify(request, method, &params, fx);
            }
            Command::Ask { id, question, waiter } => {
                self.desk.ask(self.now, id, question, waiter, fx);
            }
            Command::Withdraw(id) => self.desk.withdraw(id, fx),
            Command::Spawn(errand) => {
                if self.closing.is_none() {
                    self.tasks.spawn(async move {
                        errand.await;
                        None
                    });
                }
            }
            Command::AllowBatches(allowed) => self.desk.allow_batches(allowed),
            Command::Established => self.transport.established(),
            Command::Release { request } => {
                if let Some(exchange) = self.desk.exchange_of(request) {
                    self.transport.release(&exchange);
                }
            }
            Command::Close { grace, done } => {
                self.closers.push(done);
                if self.closing.is_none() {
                    self.desk.drain(self.now + grace.min(LONGEST_GRACE), fx);
                }
            }
            Command::AwaitEnd(done) => {
                self.witnesses.retain(|witness| !witness.is_closed());
                self.witnesses.push(done);
            }
        }
    }

    fn hear(&mut self, incoming: Incoming) {
        let fx = &mut self.effects;
        match incoming {
            Incoming::Frame { frame, via } => self.desk.frame(frame, via.as_ref(), fx),
            Incoming::Failed { id, error } => self.desk.failed(&id, error, fx),
            // Sessions are the client's to lose.
            Incoming::SessionLost { .. } => {}
            Incoming::Notice(notice) => self.notice(notice),
            Incoming::Closed(cause) => self.end(cause),
        }
    }

    fn notice(&mut self, notice: Notice) {
        tracing::debug!(target: "hostline::peer", client = %self.label, ?notice, "notice");
        match notice {
            Notice::Oversized { id, bytes } => {
                self.desk.oversized(id.as_ref(), bytes, &mut self.effects);
            }
            // Where all share one channel, a client that a reply does not reach would wait for it
            // for ever. An exchange ends by itself.
            Notice::NotSent(error) if self.transport.link() == Link::Shared => self.end(error),
            _ => {}
        }
    }

    /// Ends all requests; what is left is to end the transport.
    fn end(&mut self, cause: Error) {
        if self.closing.is_some() {
            return;
        }
        let cause = cause.with_server(&self.label);
        self.desk.close(&cause, &mut self.effects);
        self.tasks.abort_all();
        self.closing = Some(cause);
    }

    fn perform(&mut self, effect: Effect<Waiter>) {
        match effect {
            Effect::Send(outgoing) => self.transport.send(outgoing),
            Effect::Abandon(exchange) => self.transport.abandon(&exchange),
            Effect::Serve { key, request } => self.serve(key, request),
            Effect::Stop(key) => {
                if let Some(handler) = self.running.remove(&key) {
                    handler.abort();
                }
            }
            Effect::Hear(notification) => self.pass_on(notification),
            Effect::Resolve { waiter, outcome } => {
                let outcome = outcome.map_err(|error| error.with_server(&self.label));
                // Whoever has stopped waiting needs no result.
                let _ = waiter.send(outcome);
            }
            Effect::Depart(how) => {
                let safe = crate::text::display_safe(&how);
                tracing::debug!(target: "hostline::peer", client = %self.label, how = %safe, "departure");
            }
            Effect::Drained => {
                self.end(Error::new(ErrorCode::Closed, "the connection was closed by the server"));
            }
        }
    }

    fn serve(&mut self, key: u64, request: Request) {
        let line = self.line.of(key);
        let servant = &self.servant;
        let serving = catch_unwind(AssertUnwindSafe(|| servant.serve(request, line)))
            .unwrap_or_else(|_| Serving::Done(Err(broken())));
        // What was said meanwhile goes before the reply, and holds for the next message.
        self.catch_up();
        match serving {
            Serving::Done(outcome) => self.desk.settle(key, &outcome, &mut self.effects),
            Serving::Running(handler) => {
                let handler = self.tasks.spawn(async move { Some((key, handler.await)) });
                self.running.insert(key, handler);
            }
        }
    }

    fn pass_on(&mut self, notification: Notification) {
        let (servant, line) = (&self.servant, &self.line);
        if catch_unwind(AssertUnwindSafe(|| servant.hear(notification, line))).is_err() {
            tracing::error!(target: "hostline::peer", client = %self.label, "a notification was lost in a panic");
        }
        self.catch_up();
    }

    /// Does what the desk wants, until it wants nothing more.
    fn perform_all(&mut self) {
        while !self.effects.is_empty() {
            let mut effects = std::mem::take(&mut self.effects);
            for effect in effects.drain(..) {
                self.perform(effect);
            }
            // Keep the buffer unless performing has begun a new one.
            if self.effects.is_empty() {
                self.effects = effects;
                return;
            }
        }
    }

    fn poll_commands(&mut self, cx: &Context<'_>) {
        let mut commands = std::mem::take(&mut self.commands);
        self.line.inbox.take(&mut commands, cx.waker());
        self.obey_all(commands);
        self.perform_all();
    }

    /// Takes the commands that came while something else was being done.
    fn catch_up(&mut self) {
        let mut commands = std::mem::take(&mut self.commands);
        self.line.inbox.take_meanwhile(&mut commands);
        self.obey_all(commands);
    }

    fn obey_all(&mut self, mut commands: Vec<Command>) {
        for command in commands.drain(..) {
            self.obey(command);
        }
        self.commands = commands;
    }

    /// Polls the tasks; true if a request has its outcome, so that there may be something to send.
    fn poll_tasks(&mut self, cx: &mut Context<'_>) -> bool {
        while let Poll::Ready(Some(joined)) = self.poll_task(cx) {
            match joined {
                Ok((_, Some(outcome))) => self.finished.push(outcome),
                Ok((_, None)) => {}
                Err(lost) => self.lose_task(&lost),
            }
        }
        if self.finished.is_empty() {
            return false;
        }
        // Whatever a handler said before it ended is in the inbox by now and goes first.
        self.catch_up();
        let mut finished = std::mem::take(&mut self.finished);
        for (key, outcome) in finished.drain(..) {
            self.running.remove(&key);
            self.desk.settle(key, &outcome, &mut self.effects);
        }
        self.finished = finished;
        self.perform_all();
        true
    }

    /// The next task that has ended. A client that never pauses uses up the turn of this task,
    /// which must not keep replies waiting.
    fn poll_task(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<(Id, Done), JoinError>>> {
        let tasks = &mut self.tasks;
        pin!(unconstrained(poll_fn(|cx| tasks.poll_join_next_with_id(cx)))).poll(cx)
    }

    /// A handler panicked, and an error takes the place of its outcome; or its request was
    /// cancelled, and nobody waits for one.
    fn lose_task(&mut self, lost: &JoinError) {
        let key = self.running.iter().find(|(_, handler)| handler.id() == lost.id());
        if let Some(key) = key.map(|(key, _)| *key) {
            self.finished.push((key, Err(broken())));
        }
    }

    /// Polls the transport; true if it may have more.
    fn poll_transport(&mut self, cx: &mut Context<'_>) -> bool {
        for _ in 0..TURN {
            let Poll::Ready(incoming) = self.transport.poll_incoming(cx) else { return false };
            self.hear(incoming);
            self.perform_all();
            if self.closing.is_some() {
                return false;
            }
        }
        true
    }

    /// Polls the timer; true if it was time.
    fn poll_alarm(&mut self, cx: &mut Context<'_>) -> bool {
        let Some(deadline) = self.desk.next_deadline() else { return false };
        if self.alarm.poll(self.now, deadline, cx).is_pending() {
            return false;
        }
        self.desk.tick(self.now.max(deadline), &mut self.effects);
        self.perform_all();
        true
    }

    fn poll_closing(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let outcome = ready!(self.transport.poll_close(cx));
        if let Some(cause) = self.closing.take() {
            self.line.inbox.close(cause.clone());
            for done in self.closers.drain(..) {
                let outcome = outcome.clone().map_err(|error| error.with_server(&self.label));
                // Whoever has stopped waiting does not mind.
                let _ = done.send(outcome);
            }
            for witness in self.witnesses.drain(..) {
                let _ = witness.send(cause.clone());
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
            this.now = now();
            this.poll_commands(cx);
            if this.closing.is_some() {
                return this.poll_closing(cx);
            }
            // Whatever the client does, replies and deadlines get their turn too.
            let more = this.poll_transport(cx);
            let finished = this.poll_tasks(cx);
            let late = this.poll_alarm(cx);
            if this.closing.is_some() {
                continue;
            }
            if more {
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
            if !finished && !late {
                return Poll::Pending;
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The task was ended from outside: whoever still waits must hear of it.
        self.line.inbox.close(Error::new(ErrorCode::Closed, "the connection was dropped"));
    }
}

/// The runtime's own time, which tests can hold.
fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}

/// The error of a request whose handler panicked.
fn broken() -> RpcError {
    RpcError::new(INTERNAL_ERROR, "Internal error")
}

#[cfg(test)]
#[path = "driver_tests.rs"]
mod tests;
