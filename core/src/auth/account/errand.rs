//! What gets another token: one errand at a time, for everybody who waits for it.

use std::sync::{Arc, PoisonError};

use tokio::{sync::watch, time::Instant};

use super::{AFTER_FAILED_RENEWAL, Account, Inner, Known, Pass, record::Record, sign_in};
use crate::{
    auth::{
        event::AuthEvent,
        flow::{Demand, RefreshFailure, is_unknown_client, read_refresh, refresh},
    },
    error::{Error, ErrorCode, Result},
};

/// What is to be done.
#[derive(Clone)]
pub(super) enum Errand {
    /// Look whether there is a record.
    Load,
    /// Replace the token of this generation.
    Renew { failed: u64 },
    /// Let a person sign in.
    SignIn { demand: Option<Demand>, reason: Reason },
}

/// Why a person is to sign in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// A request needs it, unless another process has just done it.
    Needed,
    /// The server refuses what the last sign-in gave: only another issuer can help.
    StillRefused,
    /// Somebody wants to.
    AskedFor,
}

/// The errands under way. A person may take minutes, and renewals do not wait for that.
#[derive(Default)]
pub(super) struct Flights {
    /// One that asks nobody.
    pub(super) quiet: Option<Flight>,
    /// One that a person is needed for.
    asking: Option<Flight>,
}

impl Flights {
    fn of(&mut self, errand: &Errand) -> &mut Option<Flight> {
        if matches!(errand, Errand::SignIn { .. }) { &mut self.asking } else { &mut self.quiet }
    }
}

/// An errand under way, and how to hear of its end.
#[derive(Clone)]
pub(super) struct Flight {
    errand: Errand,
    landed: watch::Receiver<Option<Result<()>>>,
}

impl Errand {
    /// Whether the outcome of another errand is that of this one.
    fn is_done_by(&self, other: &Self) -> bool {
        match (self, other) {
            // Who renews reads the record too.
            (Self::Load, Self::Load | Self::Renew { .. }) => true,
            (Self::Renew { failed }, Self::Renew { failed: other }) => failed == other,
            (Self::SignIn { demand, .. }, Self::SignIn { demand: other, .. }) => {
                let asked = other.iter().flat_map(|demand| &demand.scopes).collect::<Vec<_>>();
                demand.iter().flat_map(|demand| &demand.scopes).all(|scope| asked.contains(&scope))
            }
            _ => false,
        }
    }
}

impl Flight {
    /// Waits for the end.
    pub(super) async fn land(mut self) -> Result<()> {
        match self.landed.wait_for(Option::is_some).await.map(|outcome| outcome.clone()) {
            Ok(Some(outcome)) => outcome,
            // Its task has panicked, or the account is gone.
            Ok(None) | Err(_) => {
                Err(Error::new(ErrorCode::Closed, "the account was closed while it was used"))
            }
        }
    }
}

impl Account {
    /// Does an errand, or waits for the one that is under way: the same one counts for this, and
    /// after another one it is begun.
    pub(super) async fn send_on(&self, errand: Errand) -> Result<()> {
        loop {
            let (flight, is_ours) = self.board(&errand);
            let counts = is_ours || errand.is_done_by(&flight.errand);
            let outcome = flight.land().await;
            if counts {
                return outcome;
            }
        }
    }

    /// The errand under way, or this one, begun.
    fn board(&self, errand: &Errand) -> (Flight, bool) {
        let inner = &self.0.inner;
        let mut state = inner.state();
        let place = state.flights.of(errand);
        if let Some(flight) = place {
            return (flight.clone(), false);
        }
        let (sender, landed) = watch::channel(None);
        let flight = Flight { errand: errand.clone(), landed };
        *place = Some(flight.clone());
        drop(state);
        let runway = Runway { inner: inner.clone(), errand: errand.clone() };
        let task = fly(runway, sender);
        let mut errands = self.0.errands.lock().unwrap_or_else(PoisonError::into_inner);
        while errands.try_join_next().is_some() {}
        errands.spawn(task);
        (flight, true)
    }
}

/// Clears the way for the next errand, whatever becomes of this one, which may never begin.
struct Runway {
    inner: Arc<Inner>,
    errand: Errand,
}

impl Drop for Runway {
    fn drop(&mut self) {
        *self.inner.state().flights.of(&self.errand) = None;
    }
}

async fn fly(runway: Runway, sender: watch::Sender<Option<Result<()>>>) {
    let inner = runway.inner.clone();
    let outcome = match runway.errand.clone() {
        Errand::Load => inner.load().await.map(drop),
        Errand::Renew { failed } => inner.renew(failed).await,
        Errand::SignIn { demand, reason } => sign_in::run(&inner, demand, reason).await,
    };
    // Who is woken must find the way free.
    drop(runway);
    let _ = sender.send(Some(outcome));
}

impl Inner {
    /// Reads the record, and notes its token. What could not be stored before counts for more than
    /// what is stored, unless somebody has stored something newer.
    pub(super) async fn load(&self) -> Result<Record> {
        let stored = self.read_stored().await;
        let unsaved = self.state().unsaved.clone();
        let record = match (stored, unsaved) {
            (Ok(stored), Some(unsaved)) if stored.generation < unsaved.generation => unsaved,
            (Err(_), Some(unsaved)) => unsaved,
            (stored, _) => stored?,
        };
        self.note(&record)?;
        Ok(record)
    }

    async fn read_stored(&self) -> Result<Record> {
        match self.settings.store()?.load(&self.name).await? {
            Some(bytes) => Record::read(&bytes),
            None => Ok(Record::default()),
        }
    }

    /// Notes the token of a record.
    pub(super) fn note(&self, record: &Record) -> Result<()> {
        let pass = Pass::of(record)?.filter(|_| {
            let client = record.client();
            client.is_some_and(|client| self.settings.wants(client))
        });
        self.state().known = pass.map_or(Known::Nothing, Known::Token);
        Ok(())
    }

    /// Notes the token of a record and stores the record. What cannot be stored is still the only
    /// token that the issuer takes, so it is used for as long as this process lives, and that is
    /// told. The next record that is stored takes it along.
    pub(super) async fn keep(&self, record: &Record) -> Result<()> {
        self.note(record)?;
        let saved = self.settings.store()?.save(&self.name, record.write()?).await;
        self.state().unsaved = saved.is_err().then(|| record.clone());
        if let Err(error) = saved {
            tracing::warn!(target: "hostline::auth", server = %self.shown(), %error, "not kept");
            self.tell(&AuthEvent::NotKept { reason: error });
        }
        Ok(())
    }

    /// The server's address without what may be secret in it.
    pub(super) fn shown(&self) -> String {
        self.server.origin().ascii_serialization()
    }

    /// Replaces a token, unless somebody else has done so: one process at a time asks the issuer,
    /// and each looks first what the one before it has got.
    async fn renew(&self, failed: u64) -> Result<()> {
        let _lock =
            self.settings.store()?.lock(&self.name).await.map_err(|e| self.keep_quiet(e))?;
        let mut record = self.load().await.map_err(|error| self.keep_quiet(error))?;
        if record.generation != failed || self.state().not_renewed == Some(failed) {
            return Ok(());
        }
        let Some(session) = record.session.as_ref() else { return Ok(()) };
        let Some(token) = &session.refresh else { return Ok(()) };
        let Some(registration) = record.registration(&session.issuer) else {
            let message = "the stored account does not say who we are to the issuer";
            return self.give_up(record, Error::new(ErrorCode::Storage, message)).await;
        };
        let exchange =
            refresh(&session.endpoints, registration, token, session.resource.as_deref());
        let answer = match self.exchange(&exchange).await {
            Ok(answer) => answer,
            Err(error) => return Err(self.keep_quiet(error)),
        };
        match read_refresh(&exchange, &answer) {
            Ok(tokens) => {
                record.renew(tokens, self.settings.now());
                self.keep(&record).await?;
                self.tell(&AuthEvent::renewed(&record));
                Ok(())
            }
            Err(RefreshFailure::Gone(error)) => {
                if is_unknown_client(&answer) {
                    let issuer = record.session.as_ref().map(|session| session.issuer.clone());
                    record.doubt(&issuer.unwrap_or_default());
                }
                self.give_up(record, error).await
            }
            Err(RefreshFailure::Refused(error)) => {
                // Whoever wants a token can still be asked for one.
                self.state().not_renewed = Some(failed);
                self.tell(&AuthEvent::NotRenewed { reason: error });
                Ok(())
            }
            Err(RefreshFailure::Kept(error)) => Err(self.keep_quiet(error)),
        }
    }

    /// Forgets tokens that nothing can be done with any more.
    async fn give_up(&self, mut record: Record, reason: Error) -> Result<()> {
        record.drop_tokens();
        self.state().signed_in_for.clear();
        self.keep(&record).await?;
        self.tell(&AuthEvent::Dropped { reason });
        Ok(())
    }

    fn keep_quiet(&self, error: Error) -> Error {
        self.state().quiet_until = Some(Instant::now() + AFTER_FAILED_RENEWAL);
        error
    }
}
