//! The shell of a sign-in: does what the flow asks for, and keeps what it comes to.
//!
//! Owns the deadlines, the browser, the receiver and the order of storing. Every decision is the
//! flow's.

use std::{pin::pin, sync::Arc, time::Duration};

use bytes::Bytes;
use http::StatusCode;
use tokio::time::timeout;

use super::{
    Inner,
    asking::Question,
    errand::Reason,
    record::{self, Record},
};
use crate::{
    auth::{
        Secret,
        door::refused_again,
        event::AuthEvent,
        flow::{Answer, Demand, Exchange, Flow, Grant, Random, Redirect, SignIn, Step, Visit},
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

/// Lets a person sign in, and keeps the tokens.
pub(super) async fn run(inner: &Arc<Inner>, demand: Option<Demand>, reason: Reason) -> Result<()> {
    let _question = Question::begin(&inner.asking);
    let before = inner.state().known.generation();
    let record = inner.load().await?;
    // Another process may have done it while nobody here looked.
    let present = inner.state().known.generation();
    if reason != Reason::AskedFor && present.is_some() && present != before {
        return Ok(());
    }
    let store = inner.settings.store()?;
    // Whoever signs in wants the token kept: whether that is possible is found out before.
    store.prepare().await?;
    let (redirect, receiver) = receive_at(inner, &record).await?;
    let random = Random { state: unguessable()?.into(), verifier: Secret::new(unguessable()?) };
    let expected_state = random.state.clone();
    let flow = Flow::new(describe(inner, &record, demand, redirect, random));
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
    (state.waiting, state.quiet_until) = (None, None);
    drop(state);
    inner.tell(&AuthEvent::signed_in(&record));
    Ok(())
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
        .registered(record.registrations.clone())
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
    loop {
        match flow.next_step() {
            Step::Send(exchange) => match inner.exchange(&exchange).await {
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
                inner.tell(&AuthEvent::visiting(&visit));
                match browser.visit(visit).await {
                    Ok(address) => flow.returned(&address),
                    Err(error) => flow.failed(error),
                }
            }
            Step::ChooseIssuer(issuers) => {
                let rule = || issuers.iter().find(|issuer| record.registration(issuer).is_some());
                let chosen = inner.settings.choose(&issuers);
                let chosen = chosen.as_ref().or_else(rule).or(issuers.first());
                flow.chosen(chosen.map_or("", String::as_str));
            }
            Step::AskForClient { issuer } => {
                let message = format!("{issuer} registers no clients by itself");
                flow.failed(Error::new(ErrorCode::AuthFailed, message).with_next_step(
                    "register this program with whoever runs it, and give the client id",
                ));
            }
            Step::Wait(delay) => {
                tokio::time::sleep(delay).await;
                flow.waited();
            }
            Step::Done(grant) => return Ok(*grant),
            Step::Failed(error) => return Err(error),
        }
    }
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
    /// Does one exchange with the server or an issuer, at an address that one of them named.
    pub(super) async fn exchange(&self, exchange: &Exchange) -> Result<Answer> {
        self.tell(&AuthEvent::sending(exchange));
        let client = self.guarded().await;
        let outcome =
            net::exchange(client, exchange.request()?, exchange.limit, EXCHANGE_TIME).await;
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
    async fn guarded(&self) -> &HttpClient {
        let make = || async { self.http.guarded(Guard::for_server(&self.server).await) };
        self.guarded.get_or_init(make).await
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
