//! The one task of a connection in the server role: it moves commands, messages and what handlers
//! return into the desk, and the desk's effects out.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use super::{
    Command, Line, Outcome, Servant, Serving, ServingLimits, Waiter, broken, flow::Flow,
    tasks::Tasks,
};
use crate::{
    engine::desk::{Desk, Effect},
    error::{Error, ErrorCode, Result},
    jsonrpc::{Notification, Request},
    peer::alarm::{Alarm, now},
    transport::{Incoming, Link, Notice, Transport},
};

/// How many things from the transport are handled before other tasks get their turn.
const TURN: usize = 256;
/// How long requests may still run for a client that says nothing more: it has closed its end and
/// may read on. One that wants the process to end sooner sends the signal.
const LAST_REPLIES_WAIT: Duration = Duration::from_secs(5);
/// The longest time that running requests are given, where a caller names no sensible one.
const LONGEST_GRACE: Duration = Duration::from_hours(24);

/// The driver of one connection.
pub(super) struct Driver {
    label: Arc<str>,
    transport: Box<dyn Transport>,
    servant: Arc<dyn Servant>,
    desk: Desk<Waiter>,
    line: Line,
    flow: Flow,
    now: Instant,
    commands: Vec<Command>,
    effects: Vec<Effect<Waiter>>,
    tasks: Tasks,
    alarm: Alarm,
    /// Why the client says nothing more, once it does not.
    input_end: Option<Error>,
    /// Why the connection ends, once it does.
    closing: Option<Error>,
    closers: Vec<oneshot::Sender<Result<()>>>,
    witnesses: Vec<oneshot::Sender<Error>>,
}

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
            flow: Flow::new(line.asides.clone()),
            line,
            now: now(),
            commands: Vec::new(),
            effects: Vec::new(),
            tasks: Tasks::default(),
            alarm: Alarm::default(),
            input_end: None,
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
            Command::Asides => self.flow.pass(&*self.transport, &mut self.desk, fx),
            Command::AwaitRoom { request, room } => self.flow.await_room(request, room),
            Command::Ask { id, question, waiter } => {
                self.desk.ask(self.now, id, question, waiter, fx);
            }
            Command::Withdraw(id) => self.desk.withdraw(id, fx),
            Command::Spawn(errand) => {
                if self.closing.is_none() {
                    self.tasks.run(errand);
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
                    self.line.ending.send_replace(true);
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
            // Sessions are the client's to lose, and so is the time that signing in takes.
            Incoming::SessionLost { .. } | Incoming::Held { .. } | Incoming::Released { .. } => {}
            Incoming::Notice(notice) => self.notice(notice),
            Incoming::Closed(cause) => self.hear_no_more(cause),
        }
    }

    /// A client that has closed its end may still wait for replies.
    fn hear_no_more(&mut self, cause: Error) {
        if cause.code() != ErrorCode::Closed {
            self.end(cause);
            return;
        }
        let cause = cause.with_server(&self.label);
        self.line.ending.send_replace(true);
        self.desk.hear_no_more(&cause, self.now + LAST_REPLIES_WAIT, &mut self.effects);
        self.input_end = Some(cause);
    }

    fn notice(&mut self, notice: Notice) {
        match notice {
            Notice::Oversized { id, bytes } => {
                self.desk.oversized(id.as_ref(), bytes, &mut self.effects);
            }
            Notice::NotSent(error) => self.depart(&format!("a notification was lost: {error}")),
            Notice::ReplyNotSent(error) => match self.transport.link() {
                // A client that a reply does not reach would wait for it for ever.
                Link::Shared => self.end(error),
                // The exchange has ended, and the client sees that.
                Link::Exchanges => self.depart(&format!("a reply was lost: {error}")),
            },
            Notice::Noise(_) => self.depart("it sent text that is not JSON"),
            Notice::ByteOrderMark
            | Notice::Stderr(_)
            | Notice::StderrDropped { .. }
            | Notice::StreamGivenUp(_)
            | Notice::Resumed => {}
        }
    }

    /// Notes that the client left the specification, or the connection.
    fn depart(&self, how: &str) {
        // What the client said may be part of it.
        let safe = crate::text::display_safe(how);
        tracing::debug!(target: "hostline::peer", client = %self.label, how = %safe, "departure");
    }

    /// Ends all requests; what is left is to end the transport.
    fn end(&mut self, cause: Error) {
        if self.closing.is_some() {
            return;
        }
        let cause = cause.with_server(&self.label);
        self.desk.close(&cause, &mut self.effects);
        self.tasks.stop_all();
        self.closing = Some(cause);
    }

    fn perform(&mut self, effect: Effect<Waiter>) {
        match effect {
            Effect::Send(outgoing) => self.transport.send(outgoing),
            Effect::Abandon(exchange) => self.transport.abandon(&exchange),
            Effect::Serve { key, request } => self.serve(key, request),
            Effect::Stop(key) => self.tasks.stop(key),
            Effect::Hear(notification) => self.pass_on(notification),
            Effect::Resolve { waiter, outcome } => {
                let outcome = outcome.map_err(|error| error.with_server(&self.label));
                // Whoever has stopped waiting needs no result.
                let _ = waiter.send(outcome);
            }
            Effect::Depart(how) => self.depart(&how),
            Effect::Drained => self.end(self.input_end.clone().unwrap_or_else(|| {
                Error::new(ErrorCode::Closed, "the connection was closed by the server")
            })),
        }
    }

    fn serve(&mut self, key: u64, request: Request) {
        let line = self.line.of(key, self.desk.exchange_of(key));
        let servant = &self.servant;
        let serving = catch_unwind(AssertUnwindSafe(|| servant.serve(request, line)))
            .unwrap_or_else(|_| Serving::Done(Err(broken())));
        // What was said meanwhile goes before the reply, and holds for the next message.
        self.catch_up();
        match serving {
            Serving::Done(outcome) => self.settle(key, outcome),
            Serving::Running(handler) => self.tasks.serve(key, handler),
        }
    }

    fn settle(&mut self, key: u64, outcome: Outcome) {
        self.flow.push_out(key, &*self.transport, &mut self.desk, &mut self.effects);
        self.desk.settle(key, outcome, &mut self.effects);
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
        if !self.tasks.poll(cx) {
            return false;
        }
        // Whatever a handler said before it ended is in the inbox by now and goes first.
        self.catch_up();
        for (key, outcome) in self.tasks.take_finished() {
            self.settle(key, outcome);
        }
        self.perform_all();
        true
    }

    /// Polls the transport; true if it may have more.
    fn poll_transport(&mut self, cx: &mut Context<'_>) -> bool {
        for _ in 0..TURN {
            if self.closing.is_some() {
                return false;
            }
            if let Some(cause) = &self.input_end {
                if self.transport.poll_outgoing(cx).is_ready() {
                    self.end(cause.clone());
                    self.perform_all();
                }
                return false;
            }
            let Poll::Ready(incoming) = self.transport.poll_incoming(cx) else { return false };
            self.hear(incoming);
            self.perform_all();
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

    /// Lets go on what waited for the client to read; true if there is something to send.
    fn let_flow(&mut self) -> bool {
        if !self.flow.make_way(&*self.transport, &self.desk) {
            return false;
        }
        self.flow.pass(&*self.transport, &mut self.desk, &mut self.effects);
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
            // Handlers that never pause must not keep this from resting either.
            if this.let_flow() || more {
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

#[cfg(test)]
#[path = "driver_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "script_tests.rs"]
mod script_tests;
