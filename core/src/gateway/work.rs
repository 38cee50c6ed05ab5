//! One request on its way through the host, which may take several rounds of its client.
//!
//! A modern client is asked by ending its request, and comes back with the answer. The request to
//! the server goes on meanwhile: it is parked, and whoever comes back finds it by a name that
//! nobody can guess.

use std::{
    collections::HashSet,
    future::pending,
    sync::{Arc, Mutex},
};

use tokio::sync::{
    broadcast::{self, error::RecvError},
    mpsc, oneshot,
};

use super::{
    Shared,
    asking::{Asked, Asker, Question},
    flights::Flight,
    lock,
};
use crate::{
    auth::unguessable,
    client::Event,
    error::{Error, ErrorCode, Result},
    future::{BoxFuture, all},
    host::{Caller, Said, ServerName, policy::SessionId},
    model::{
        CallToolResult, GetPromptResult, InputRequest, InputResponse, LoggingMessage, Progress,
        ReadResourceResult,
    },
    server::{Context, Failure},
};

/// What a question is called at the client, before its number, where it has no name of its
/// server's. No name of a server's begins like this.
const QUESTION: &str = "hostline";
/// The longest name of a server's for a question, in bytes.
const MAX_KEY: usize = 128;
/// Under which name a request remembers where it is parked.
const PLACE: &str = "hostline-call";
/// How many questions of one request wait behind the one that is asked.
const WAITING_QUESTIONS: usize = 16;

/// What the host gave.
pub(super) enum Reply {
    Tool(CallToolResult),
    Prompt(GetPromptResult),
    Resource(ReadResourceResult),
}

/// To whom progress is told: whichever request of the client is being served now.
#[derive(Clone, Default)]
pub(super) struct Hearer(Arc<Mutex<Option<Context>>>);

impl Hearer {
    /// Tells the client how far its request has come.
    pub(super) fn progress(&self, report: &Progress) {
        if let Some(cx) = &*lock(&self.0) {
            cx.progress(report.progress, report.total, report.message.as_deref());
        }
    }

    fn set(&self, cx: Option<Context>) {
        *lock(&self.0) = cx;
    }
}

/// What the client is asked, each question by its name.
struct Open {
    questions: Vec<(String, InputRequest)>,
    answer: oneshot::Sender<Result<Vec<InputResponse>>>,
}

/// One request on its way. Dropping it cancels it.
pub(super) struct Work {
    host: BoxFuture<'static, Result<Reply>>,
    asked: mpsc::Receiver<Asked>,
    /// What the client is asked and has not answered, under names of its own.
    open: Option<Open>,
    /// The names of the questions so far.
    keys: HashSet<String>,
    hearer: Hearer,
    logs: broadcast::Receiver<Said>,
    flight: Flight,
    /// Whether the server's name stands before what it says.
    prefixed: bool,
    /// For whose sake it is.
    session: SessionId,
}

impl Shared {
    /// Does something in the host for a client, in as many rounds as that takes. `begin` is called
    /// in the first round only, with the caller and whoever hears of progress.
    pub(super) async fn perform(
        &self,
        cx: &Context,
        server: ServerName,
        begin: impl FnOnce(Caller, Hearer) -> BoxFuture<'static, Result<Reply>>,
    ) -> Result<Result<Reply>, Failure> {
        let caller = self.callers.of(cx, &self.host)?;
        let mut is_new = false;
        let place: String = cx
            .once(PLACE, || {
                is_new = true;
                async { Ok(unguessable()?.into()) }
            })
            .await?;
        let owner = cx.principal().identity();
        let work = if is_new {
            Some(self.begin(cx, caller, server, begin))
        } else {
            self.parked.take(&place, &owner)
        };
        let Some(work) = work else { return Ok(Err(not_parked())) };
        work.hearer.set(Some(cx.clone()));
        work.flight.park(false);
        let mut running = Running {
            shared: self,
            place,
            owner,
            in_rounds: cx.asks_in_rounds(),
            work: Some(work),
        };
        let Some(work) = &mut running.work else { return Ok(Err(not_parked())) };
        let reply = work.run(cx).await;
        running.work = None;
        Ok(reply)
    }

    fn begin(
        &self,
        cx: &Context,
        caller: Caller,
        server: ServerName,
        begin: impl FnOnce(Caller, Hearer) -> BoxFuture<'static, Result<Reply>>,
    ) -> Work {
        let (to, asked) = mpsc::channel(WAITING_QUESTIONS);
        let prefixed = self.host.is_prefixed(&server);
        let session = caller.session().clone();
        let flight = self.flights.begin(server, session.clone());
        let asker = Asker::new(to, cx.client_capabilities(), prefixed);
        let hearer = Hearer::default();
        let logs = self.host.events();
        let host = begin(asker.answering(caller), hearer.clone());
        let keys = HashSet::new();
        Work { host, asked, open: None, keys, hearer, logs, flight, prefixed, session }
    }
}

impl Work {
    /// Goes on until the host has replied. A client that is asked in rounds does not come to the end
    /// of this, and is back in the next round.
    async fn run(&mut self, cx: &Context) -> Result<Reply> {
        let reply = loop {
            if self.open.is_none() {
                tokio::select! {
                    biased;
                    reply = &mut self.host => break reply,
                    said = next(&mut self.logs) => self.tell(cx, &said),
                    Some(asked) = self.asked.recv() => self.open = Some(self.name(asked)),
                }
            }
            let Some(open) = &mut self.open else { continue };
            let answers = tokio::select! {
                biased;
                reply = &mut self.host => break reply,
                () = open.answer.closed() => None,
                answers = ask_all(cx, &open.questions) => Some(answers),
            };
            if let (Some(Open { answer: to, .. }), Some(answers)) = (self.open.take(), answers) {
                // Whoever asked may not wait any more.
                let _ = to.send(answers.map_err(|failure| unanswered(&failure)));
            }
        };
        // What the server said before its reply is on its way.
        tokio::task::yield_now().await;
        while let Ok(said) = self.logs.try_recv() {
            self.tell(cx, &said);
        }
        reply
    }

    /// Gives each question a name that none has had in this request. A server's own is kept where
    /// it can be: a client may know it, and answer what it has not been asked yet.
    fn name(&mut self, asked: Asked) -> Open {
        let named = asked.questions.into_iter().map(|Question { key, request }| {
            let is_free = |key: &String| {
                let is_key = !key.is_empty() && key.len() <= MAX_KEY && !key.starts_with(QUESTION);
                is_key && !self.keys.contains(key)
            };
            // What nobody can guess nobody has answered without being asked: consent, above all.
            let own = || unguessable().map(|name| format!("{QUESTION}-{name}"));
            let number = self.keys.len() + 1;
            let key = key.filter(is_free).map_or_else(own, Ok);
            let key = key.unwrap_or_else(|_| format!("{QUESTION}-{number}"));
            self.keys.insert(key.clone());
            (key, request)
        });
        Open { questions: named.collect(), answer: asked.answer }
    }

    /// Hands a log message on, where it is known for whose sake it was said.
    fn tell(&self, cx: &Context, said: &Said) {
        let Event::Log(message) = &said.event else { return };
        if said.caller.as_ref() == Some(&self.session) && self.flight.hears(&said.server) {
            cx.log_message(&self.named(&said.server, message.clone()));
        }
    }

    fn named(&self, server: &ServerName, mut message: LoggingMessage) -> LoggingMessage {
        if self.prefixed {
            message.logger = Some(match message.logger {
                Some(logger) => format!("{server}/{logger}"),
                None => server.to_string(),
            });
        }
        message
    }
}

/// Asks for all of it at the same time, so that a client that is asked in rounds is asked in one.
async fn ask_all(
    cx: &Context,
    questions: &[(String, InputRequest)],
) -> Result<Vec<InputResponse>, Failure> {
    let asking = questions.iter().map(|(key, request)| cx.ask(key, request.clone()));
    all(asking).await.into_iter().collect()
}

/// What a server says next, without what was missed.
async fn next(events: &mut broadcast::Receiver<Said>) -> Said {
    loop {
        match events.recv().await {
            Ok(said) => return said,
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => pending().await,
        }
    }
}

/// A request that is being served. Where it ends with a question, it is parked.
struct Running<'a> {
    shared: &'a Shared,
    place: String,
    owner: Vec<u8>,
    in_rounds: bool,
    work: Option<Work>,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let Some(work) = self.work.take() else { return };
        if self.in_rounds && work.open.is_some() {
            work.hearer.set(None);
            work.flight.park(true);
            let (place, owner) = (std::mem::take(&mut self.place), std::mem::take(&mut self.owner));
            self.shared.parked.park(place, owner, work);
        }
    }
}

/// What a server is told that has asked for what its client did not give.
fn unanswered(failure: &Failure) -> Error {
    tracing::debug!(target: "hostline::gateway", ?failure, "a question was not answered");
    Error::new(ErrorCode::Denied, "the client did not answer")
}

fn not_parked() -> Error {
    let message = "what the client goes on with is not waiting for it any more";
    Error::new(ErrorCode::Closed, message)
        .with_next_step("begin anew, if it does no harm that it may have been done")
        .that_may_have_run()
}
