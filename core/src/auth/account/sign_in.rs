//! The shell of a sign-in: does what the flow asks for, and keeps what it comes to.
//!
//! Owns the deadlines, the browser, the receiver and the order of storing. Every decision is the
//! flow's.

use std::{
    pin::pin,
    sync::{Arc, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::StatusCode;
use tokio::time::{Instant, timeout};

use super::{
    Inner,
    asking::Question,
    errand::Reason,
    record::{self, Record},
};
use crate::{
    auth::{
        Secret, StoreLock, TokenStore,
        door::refused_again,
        event::AuthEvent,
        flow::{
            Answer, Demand, Exchange, Flow, Grant, NamedClient, Random, Redirect, SignIn, Step,
            Visit,
        },
        oauth::{Settings, Visitor},
        open_browser,
        receiver::Receiver,
        unguessable,
    },
    error::{Error, ErrorCode, Result},
    net::{self, Guard, HttpClient},
};

/// How long one exchange with an issuer may take.
const EXCHANGE_TIME: Duration = Duration::from_secs(20);
/// How long all exchanges of a sign-in may take, waits between them included: whoever waits for the
/// sign-in waits for no more than this, and for the person.
const EXCHANGES_TIME: Duration = Duration::from_mins(1);

/// How long another sign-in is waited for without saying so. A lock that is free is had at once.
const IN_TURN: Duration = Duration::from_secs(1);

/// Lets a person sign in, and keeps the tokens.
pub(super) async fn run(inner: &Arc<Inner>, demand: Option<Demand>, reason: Reason) -> Result<()> {
    let _question = Question::begin(&inner.asking);
    let store = inner.settings.store()?;
    // Whoever signs in wants the token kept: whether that is possible is found out before.
    store.prepare().await?;
    let before = inner.state().known.generation();
    let turn = Turn::wait(inner, store).await?;
    // What cannot be read although the store is ready is replaced.
    let record = inner.load().await.unwrap_or_default();
    // Another process, or another account of this one, may have done it while nobody here looked.
    let present = inner.state().known.generation();
    let wants_its_own = reason == Reason::AskedFor && !turn.has_waited;
    if !wants_its_own && present.is_some() && present != before {
        return Ok(());
    }
    let (redirect, receiver) = receive_at(inner, &record).await?;
    let random = Random { state: unguessable()?.into(), verifier: Secret::new(unguessable()?) };
    let expected_state = random.state.clone();
    let flow = Flow::new(describe(inner, &record, demand.clone(), redirect, random));
    let browser = Browser { inner, receiver, expected_state };
    let outcome = drive(inner, &record, reason, flow, browser).await;
    let grant = outcome.inspect_err(|error| {
        inner.tell(&AuthEvent::Failed { reason: error.clone() });
    })?;
    let _lock = store.lock(&inner.name).await?;
    // What others have stored meanwhile about other issuers stays.
    let mut record = inner.load().await.unwrap_or_default();
    record.grant(grant, inner.settings.now());
    inner.keep(&record).await?;
    let mut state = inner.state();
    (state.waiting, state.quiet_until, state.not_renewed) = (None, None, None);
    drop(state);
    if let Some(demand) = demand.filter(|_| reason == Reason::Needed) {
        inner.count(&demand);
    }
    inner.tell(&AuthEvent::signed_in(&record));
    Ok(())
}

/// The right to send a person somewhere for the sake of a server: one sign-in at a time, whichever
/// process or account begins it. It is a lock of its own, so that renewals go on.
struct Turn {
    has_waited: bool,
    _lock: StoreLock,
}

impl Turn {
    /// Waits for whoever is signing in, for as long as a person may take.
    async fn wait(inner: &Inner, store: &Arc<dyn TokenStore>) -> Result<Self> {
        let name = Settings::turn_name(&inner.server);
        let patience = inner.settings.patience;
        let start = Instant::now();
        let mut has_waited = false;
        loop {
            // A store may give up sooner than a person.
            match timeout(IN_TURN, store.lock(&name)).await {
                Ok(Ok(lock)) => return Ok(Self { has_waited, _lock: lock }),
                Ok(Err(error)) if error.code() != ErrorCode::Timeout => return Err(error),
                Ok(Err(_)) | Err(_) if start.elapsed() < patience => has_waited = true,
                Ok(Err(_)) | Err(_) => {
                    let message = "somebody else has begun to sign in, and has not finished";
                    return Err(Error::new(ErrorCode::AuthFailed, message)
                        .with_next_step("finish in the browser, and try again"));
                }
            }
        }
    }
}

fn describe(
    inner: &Inner,
    record: &Record,
    demand: Option<Demand>,
    redirect: Redirect,
    random: Random,
) -> SignIn {
    let settings = &inner.settings;
    let mut sign_in = SignIn::new(inner.server.clone(), redirect, random)
        .client(settings.client.clone())
        .client_name(settings.client_name.clone())
        .registered(record.undoubted())
        .scopes(settings.scopes.clone())
        .sends_resource(settings.sends_resource)
        .at(record::seconds(settings.now()));
    if let Some(session) = record.session.as_ref() {
        sign_in = sign_in.earlier_scopes(session.requested.iter().cloned());
    }
    if let Some(demand) = demand {
        sign_in = sign_in.demand(demand);
    }
    sign_in
}

/// Where the browser is sent back to: where the application says, or to this process, at the port
/// that an earlier registration names if it is free.
async fn receive_at(inner: &Inner, record: &Record) -> Result<(Redirect, Option<Receiver>)> {
    let settings = &inner.settings;
    if let Some(visitor) = &settings.visitor {
        let redirect = Redirect { uri: visitor.redirect_uri.clone(), is_fixed: true };
        return Ok((redirect, None));
    }
    let receiver = match (settings.redirect_port, registered_port(record)) {
        (Some(port), _) => Receiver::bind(Some(port)).await?,
        (None, Some(port)) => match Receiver::bind(Some(port)).await {
            Ok(receiver) => receiver,
            Err(_) => Receiver::bind(None).await?,
        },
        (None, None) => Receiver::bind(None).await?,
    };
    let redirect = Redirect { uri: receiver.redirect_uri(), is_fixed: false };
    Ok((redirect, Some(receiver)))
}

fn registered_port(record: &Record) -> Option<u16> {
    let registration = record.registrations.last()?;
    registration.redirect_uris.iter().find_map(|uri| url::Url::parse(uri).ok()?.port())
}

/// How the person's part is done.
struct Browser<'a> {
    inner: &'a Inner,
    receiver: Option<Receiver>,
    expected_state: String,
}

impl Browser<'_> {
    /// Sends the person to the issuer, and waits for the address that they are sent back to.
    async fn visit(&mut self, visit: Visit) -> Result<String> {
        let settings = &self.inner.settings;
        let returning = async {
            match (&settings.visitor, self.receiver.take()) {
                (Some(Visitor { visit: go, .. }), _) => go(visit).await,
                (None, Some(receiver)) => {
                    let returning = receiver.receive(&self.expected_state, settings.patience);
                    come_back(returning, open(settings, visit)).await
                }
                (None, None) => {
                    Err(Error::new(ErrorCode::Internal, "a sign-in wanted a second visit"))
                }
            }
        };
        timeout(settings.patience, returning).await.unwrap_or_else(|_| {
            let message = "nobody has signed in in time";
            Err(Error::new(ErrorCode::AuthFailed, message)
                .with_next_step("try again, and finish in the browser"))
        })
    }
}

/// Opens the issuer's page; where the browser was sent back to, if whoever opened it knows.
async fn open(settings: &Settings, visit: Visit) -> Result<Option<String>> {
    match &settings.opener {
        Some(open) => open(visit).await,
        None => open_browser(&visit.url).await.map(|()| None),
    }
}

/// The address that the browser is sent back to, by whichever way it comes first.
async fn come_back(
    returning: impl Future<Output = Result<String>>,
    opening: impl Future<Output = Result<Option<String>>>,
) -> Result<String> {
    let (mut returning, opening) = (pin!(returning), pin!(opening));
    tokio::select! {
        address = &mut returning => return address,
        opened = opening => if let Some(address) = opened? {
            return Ok(address);
        },
    }
    returning.await
}

/// Whether a visit would come to what has just been refused.
fn brings_nothing(record: &Record, visit: &Visit) -> bool {
    record.session.as_ref().is_some_and(|session| {
        session.issuer == visit.issuer
            && visit.scopes.iter().all(|scope| session.requested.contains(scope))
    })
}

/// Does what the flow asks for until it is done.
async fn drive(
    inner: &Inner,
    record: &Record,
    reason: Reason,
    mut flow: Flow,
    mut browser: Browser<'_>,
) -> Result<Grant> {
    let mut left = EXCHANGES_TIME;
    loop {
        let begun = Instant::now();
        let step = flow.next_step();
        let is_the_persons = matches!(step, Step::Visit(_) | Step::AskForClient { .. });
        match step {
            Step::Send(_) | Step::Wait(_) if left.is_zero() => {
                let message = "the authorization server was too slow";
                return Err(
                    Error::new(ErrorCode::Timeout, message).with_next_step("try again later")
                );
            }
            Step::Send(exchange) => match inner.exchange_within(&exchange, left).await {
                Ok(answer) => flow.answered(&answer),
                Err(error) => flow.failed(error),
            },
            Step::Visit(visit)
                if reason == Reason::StillRefused && brings_nothing(record, &visit) =>
            {
                let what = "a token that it was just given";
                flow.failed(refused_again(StatusCode::UNAUTHORIZED, what));
            }
            Step::Visit(visit) => {
                inner.doubt(record, &visit).await;
                inner.tell(&AuthEvent::visiting(&visit));
                match browser.visit(visit).await {
                    Ok(address) => flow.returned(&address),
                    Err(error) => flow.failed(error),
                }
            }
            Step::ChooseIssuer(issuers) => {
                let rule = || issuers.iter().find(|issuer| record.registration(issuer).is_some());
                let chosen = match inner.settings.choose(&issuers) {
                    Some(chosen) => issuers.get(chosen),
                    None => rule().or(issuers.first()),
                };
                flow.chosen(chosen.map_or("", String::as_str));
            }
            Step::AskForClient { issuer } => match ask_for_client(&inner.settings, issuer).await {
                Ok(client) => flow.named(client),
                Err(error) => flow.failed(error),
            },
            Step::Wait(delay) => {
                tokio::time::sleep(delay).await;
                flow.waited();
            }
            Step::Done(grant) => return Ok(*grant),
            Step::Failed(error) => return Err(error),
        }
        if !is_the_persons {
            left = left.saturating_sub(begun.elapsed());
        }
    }
}

/// The client that the person knows of, where there is a person who can be asked.
async fn ask_for_client(settings: &Settings, issuer: String) -> Result<NamedClient> {
    let asked = match &settings.client_asker {
        Some(ask) => timeout(settings.patience, ask(issuer.clone())).await.unwrap_or(Ok(None))?,
        None => None,
    };
    asked.ok_or_else(|| {
        let message = format!("{issuer} registers no clients by itself");
        Error::new(ErrorCode::AuthFailed, message)
            .with_next_step("register this program with whoever runs it, and give the client id")
    })
}

/// What goes wrong at an issuer must not be taken for the server's own doing: how a server answers
/// tells which protocol it speaks, and it has not run what was refused.
fn of_the_issuer(error: Error) -> Error {
    let error = error.that_did_nothing();
    if error.http_status().is_none() && error.code() != ErrorCode::Protocol {
        return error;
    }
    Error::new(ErrorCode::AuthFailed, error.message().to_owned())
        .with_next_step("tell whoever runs the server")
        .with_source(error)
}

impl Inner {
    /// Notes that a client which an issuer once registered is used for a visit. An issuer that has
    /// forgotten it shows the person an error and sends nobody back, so that only a visit which
    /// comes to something shows that it is still known; until then the next sign-in registers anew.
    async fn doubt(&self, record: &Record, visit: &Visit) {
        if !record.is_registered_as(&visit.issuer, &visit.client_id) {
            return;
        }
        let note = async {
            let store = self.settings.store()?;
            let _lock = store.lock(&self.name).await?;
            let mut record = self.load().await?;
            record.doubt(&visit.issuer);
            store.save(&self.name, record.write()?).await
        };
        if let Err(error) = note.await {
            tracing::debug!(target: "hostline::auth", server = %self.shown(), %error, "not noted");
        }
    }

    /// Does one exchange with the server or an issuer, at an address that one of them named.
    pub(super) async fn exchange(&self, exchange: &Exchange) -> Result<Answer> {
        self.exchange_within(exchange, EXCHANGE_TIME).await
    }

    /// The same, within a time that may be shorter than that of an exchange.
    async fn exchange_within(&self, exchange: &Exchange, left: Duration) -> Result<Answer> {
        self.tell(&AuthEvent::sending(exchange));
        let client = self.guarded().await;
        let time = left.min(EXCHANGE_TIME);
        let outcome = net::exchange(&client, exchange.request()?, exchange.limit, time).await;
        let answer = outcome.map(|(head, body): (http::response::Parts, Bytes)| {
            Answer::new(head.status, &head.headers, body)
        });
        let answer = answer.map_err(of_the_issuer);
        match &answer {
            Ok(answer) => self.tell(&AuthEvent::answered(exchange, answer)),
            Err(error) => self.tell(&AuthEvent::unanswered(exchange, error)),
        }
        answer
    }

    /// The client for addresses that peers have named, whose rules follow from the address that the
    /// person has named.
    async fn guarded(&self) -> HttpClient {
        let known = || self.guarded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = &*known() {
            return client.clone();
        }
        // Whoever signs in before anything else has not reached the server yet.
        let guard = self.http.guard_for(&self.server);
        let guard = if guard.is_lasting() { guard } else { Guard::for_server(&self.server).await };
        // While names cannot be resolved nothing is learnt for later.
        let is_lasting = guard.is_lasting();
        let client = self.http.guarded(guard);
        if is_lasting {
            *known() = Some(client.clone());
        }
        client
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_issuer_answers_is_not_taken_for_the_servers_word() {
        let redirected = Error::new(ErrorCode::Transport, "elsewhere").with_status(302);
        let encoded = Error::new(ErrorCode::Protocol, "an unknown content encoding");
        for error in [redirected, encoded] {
            let error = of_the_issuer(error);
            assert_eq!((error.code(), error.http_status()), (ErrorCode::AuthFailed, None));
            assert!(error.next_step().is_some());
        }
        for code in [ErrorCode::Denied, ErrorCode::Timeout, ErrorCode::Transport] {
            let error = of_the_issuer(Error::new(code, "x").that_may_have_run());
            assert_eq!((error.code(), error.may_have_run()), (code, false));
        }
    }
}
