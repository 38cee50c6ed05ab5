//! From flags to an exit code: connects, runs the command, and ends everything in good order.

use std::{
    collections::VecDeque,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use hostline::{
    Client, Error, ErrorCode,
    client::{Event, Events},
    model::LoggingLevel,
};
use tokio::time::sleep;

use crate::{
    args::{Command, Common},
    commands::{self, Session, hosted},
    exit::{Exit, Failure, Outcome},
    output::Console,
    signals::Signals,
    target,
};

/// How long closing may take once a person has asked for the end; then it is made to.
const INTERRUPTED_CLOSE: Duration = Duration::from_secs(3);
/// How long closing may take otherwise. The connection has shorter deadlines of its own.
const USUAL_CLOSE: Duration = Duration::from_secs(10);
/// How long connecting may take before a person is told that it is being waited for.
const SILENT_START: Duration = Duration::from_millis(1_500);
/// How many lines of the server's standard error are kept in case it does not start.
const MAX_LAST_WORDS: usize = 20;

/// Runs a command that talks to a server, or to servers of the configuration.
pub(crate) fn run(command: &Command, common: &Common, console: &Arc<Console>) -> Outcome {
    if let Some(servers) = hosted::servers(common)? {
        return hosted::run(command, common, &servers, console);
    }
    // Before signals are taken over, so that Ctrl-C also ends reading the standard input.
    let given = commands::load(command)?;
    block_on(async {
        let mut signals = listen()?;
        talk(command, common, console, given, &mut signals).await
    })
}

/// Runs a command's work to its end.
pub(crate) fn block_on<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    run_on(tokio::runtime::Builder::new_current_thread(), work)
}

/// The same where a host is kept, which steps aside from a thread for what takes long.
pub(crate) fn block_on_threads<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(1);
    run_on(runtime, work)
}

fn run_on<T>(
    mut runtime: tokio::runtime::Builder,
    work: impl Future<Output = Outcome<T>>,
) -> Outcome<T> {
    let runtime = runtime.enable_all().build();
    let runtime = runtime.map_err(|error| internal("the runtime cannot be started", error))?;
    let outcome = runtime.block_on(work);
    // Whatever is left ends now; a name that is still being resolved is not waited for.
    runtime.shutdown_background();
    outcome
}

/// Takes the signals over that ask for the end.
pub(crate) fn listen() -> Outcome<Signals> {
    Signals::listen().map_err(|error| internal("signals cannot be received", error))
}

async fn talk(
    command: &Command,
    common: &Common,
    console: &Arc<Console>,
    given: Option<String>,
    signals: &mut Signals,
) -> Outcome {
    let logs = common.reach.log_level.is_some();
    let (client, events) = connect(command, common, console, logs, signals).await?;
    let session = Session { client, console: console.clone(), given };
    let outcome = {
        let work = pin!(perform(command, common, &session));
        let outcome = attend(work, events, console, logs, signals).await;
        outcome.map_err(|failure| say_how_to_sign_in(failure, common))
    };
    console.clear_status();
    let stopped = matches!(outcome, Err(Failure::Stopped(_)));
    close(&session.client, console, stopped, signals).await;
    outcome
}

async fn perform(command: &Command, common: &Common, session: &Session) -> Outcome {
    if let Some(level) = &common.reach.log_level {
        set_log_level(session, level).await?;
    }
    commands::perform(command, session).await
}

/// A server without a log is no reason not to do what was asked.
async fn set_log_level(session: &Session, level: &LoggingLevel) -> Outcome<()> {
    match session.client.set_log_level(level.clone()).await {
        Err(error) if error.code() == ErrorCode::MissingCapability => {
            session.console.warn("the server sends no log");
            Ok(())
        }
        outcome => Ok(outcome?),
    }
}

async fn connect(
    command: &Command,
    common: &Common,
    console: &Arc<Console>,
    logs: bool,
    signals: &mut Signals,
) -> Outcome<(Client, Events)> {
    let (builder, target) = target::prepare(common, console).await?;
    let mut builder = commands::configure(command, builder)?;
    let mut early = builder.events();
    let mut last_words = VecDeque::new();
    let mut hear = |event: &Event| {
        if let Event::Stderr(line) = event {
            if last_words.len() == MAX_LAST_WORDS {
                last_words.pop_front();
            }
            last_words.push_back(line.clone());
        }
        console.event(event, logs);
    };
    let outcome = {
        let mut connecting = pin!(builder.connect(target));
        let mut patience = pin!(sleep(SILENT_START));
        let mut waited = false;
        loop {
            tokio::select! {
                () = &mut patience, if !waited => {
                    waited = true;
                    console.waiting("waiting for the server; Ctrl-C gives up");
                }
                exit = signals.next() => break Err(Failure::Stopped(exit)),
                outcome = &mut connecting => break outcome.map_err(Failure::from),
                Some(event) = early.next() => hear(&event),
            }
        }
    };
    console.clear_status();
    while let Some(event) = early.try_next() {
        hear(&event);
    }
    let outcome = outcome.map_err(|failure| say_how_to_sign_in(failure, common));
    let client = outcome.inspect_err(|failure| {
        // A server that ended has its last words in the error.
        let told = |code| matches!(code, ErrorCode::Process | ErrorCode::Closed);
        let told = matches!(failure, Failure::Error(error) if told(error.code()));
        if !told && !console.settings.verbose && matches!(failure, Failure::Error(_)) {
            for line in &last_words {
                console.dim("server", line);
            }
        }
    })?;
    // Nothing is lost between the two: no other task runs before the next wait.
    let events = client.events();
    Ok((client, events))
}

/// Who cannot be asked to sign in is told how to do it.
fn say_how_to_sign_in(failure: Failure, common: &Common) -> Failure {
    match failure {
        Failure::Error(error) if error.code() == ErrorCode::AuthRequired => {
            // A query may hold a secret.
            let target = common.target().split(['?', '#']).next().unwrap_or_default();
            error.with_next_step(format!("sign in: hostline login {target}")).into()
        }
        other => other,
    }
}

/// Waits for the work and shows what the server says meanwhile. A signal drops the work, which
/// cancels its requests.
async fn attend(
    mut work: Pin<&mut impl Future<Output = Outcome>>,
    mut events: Events,
    console: &Console,
    logs: bool,
    signals: &mut Signals,
) -> Outcome {
    let outcome = loop {
        tokio::select! {
            exit = signals.next() => return Err(Failure::Stopped(exit)),
            outcome = &mut work => break outcome,
            Some(event) = events.next() => console.event(&event, logs),
        }
    };
    while let Some(event) = events.try_next() {
        console.event(&event, logs);
    }
    outcome
}

async fn close(client: &Client, console: &Console, stopped: bool, signals: &mut Signals) {
    let limit = if stopped { INTERRUPTED_CLOSE } else { USUAL_CLOSE };
    tokio::select! {
        outcome = client.close() => if let Err(error) = outcome {
            console.warn(&error.to_string());
        },
        () = sleep(limit) => {}
        // A second Ctrl-C: what is left ends with the runtime.
        Exit(_) = signals.next() => {}
    }
}

fn internal(message: &'static str, source: std::io::Error) -> Failure {
    Error::new(ErrorCode::Internal, message).with_source(source).into()
}
