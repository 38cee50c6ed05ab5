//! An account at one protected server: its token, and the one errand at a time that gets another.
//!
//! Owns who waits for whom. Requests take the token as it is and hold nothing while they run; when
//! one is refused, or its token's time is over, one task loads, renews or signs in, and everybody
//! who needs the outcome waits for that task. It knows nothing of messages and methods.

mod asking;
mod errand;
mod pass;
mod record;
mod sign_in;
mod status;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, task::JoinSet, time::Instant};
use url::Url;

pub(crate) use pass::Pass;
pub(super) use record::Record;
pub use status::{AccountStatus, SessionStatus};

use self::{
    asking::Asking,
    errand::{Errand, Flights, Reason},
    pass::State as Standing,
};
use super::{
    event::{AuthEvent, Listener},
    flow::Demand,
    oauth::Settings,
};
use crate::{
    error::{Error, ErrorCode, Result},
    net::HttpClient,
};

/// How long a renewal that failed is not tried again while the old token is still good.
const AFTER_FAILED_RENEWAL: Duration = Duration::from_secs(10);
/// How often a token is renewed for one request before it is sent.
const RENEWALS: u8 = 2;
/// How often somebody signs in for the sake of the same scopes, whichever requests need them
/// (2026-07-28 basic/authorization, "Step-Up Authorization Flow").
const SAME_SCOPES: u8 = 3;
/// How many sets of scopes are counted.
const COUNTED_SCOPES: usize = 64;

/// An account at one server: signs in, renews, signs out.
///
/// Cloning is cheap and shares the account. What it has begun ends when the last clone is dropped.
/// It is used on a Tokio runtime.
#[derive(Clone)]
pub struct Account(Arc<Owner>);

/// What the last clone takes with it.
struct Owner {
    inner: Arc<Inner>,
    errands: Mutex<JoinSet<()>>,
}

struct Inner {
    settings: Arc<Settings>,
    server: Url,
    /// The record's name in the store.
    name: String,
    http: HttpClient,
    /// For addresses that the server and its issuers name.
    guarded: Mutex<Option<HttpClient>>,
    state: Mutex<State>,
    asking: watch::Sender<Asking>,
    listeners: Mutex<Vec<Listener>>,
}

#[derive(Default)]
struct State {
    known: Known,
    flights: Flights,
    /// What could not be stored, and is all the same the only record that counts.
    unsaved: Option<Record>,
    /// The generation that the issuer will not renew, though it has not taken it back.
    not_renewed: Option<u64>,
    /// What the server demanded when nobody could be asked.
    waiting: Option<Demand>,
    /// When a renewal that failed may be tried again.
    quiet_until: Option<Instant>,
    /// How often somebody has signed in for the sake of scopes that a request needed.
    signed_in_for: HashMap<String, u8>,
}

/// What is known of the stored record.
#[derive(Clone, Default)]
enum Known {
    #[default]
    NotLooked,
    Nothing,
    Token(Pass),
}

impl Known {
    /// The number of the token, if one is known.
    fn generation(&self) -> Option<u64> {
        match self {
            Self::Token(pass) => Some(pass.generation()),
            Self::NotLooked | Self::Nothing => None,
        }
    }
}

impl Account {
    pub(super) fn new(settings: Arc<Settings>, server: Url, http: HttpClient) -> Self {
        let name = Settings::record_name(&server);
        let listeners = settings.listener.iter().cloned().collect();
        Self(Arc::new(Owner {
            inner: Arc::new(Inner {
                settings,
                server,
                name,
                http,
                guarded: Mutex::default(),
                state: Mutex::default(),
                asking: watch::Sender::default(),
                listeners: Mutex::new(listeners),
            }),
            errands: Mutex::default(),
        }))
    }

    /// The server's address.
    pub fn server(&self) -> &Url {
        &self.0.inner.server
    }

    /// Lets a person sign in now, whether or not there is a token. What a request that could ask
    /// nobody has left waiting is taken up. Where a sign-in is under way, this joins it.
    ///
    /// Dropping the future leaves the sign-in under way, for as long as the account lives.
    ///
    /// # Errors
    /// [`ErrorCode::AuthFailed`]: it did not come to a token; the sentence says why.
    /// [`ErrorCode::Storage`]: the token could not be kept, so nobody was asked.
    pub async fn sign_in(&self) -> Result<()> {
        let demand = self.0.inner.state().waiting.clone();
        self.send_on(Errand::SignIn { demand, reason: Reason::AskedFor }).await
    }

    /// Hears of every step, with what is sent and answered, minus secrets.
    pub(crate) fn listen(&self, listener: Listener) {
        let mut listeners = self.0.inner.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.push(listener);
    }

    /// The token for the next request; none where nobody has signed in. It is renewed first where
    /// its time is over, and nobody is asked.
    pub(super) async fn pass(&self) -> Result<Option<Pass>> {
        // A token that is over as soon as it is there is used all the same.
        let mut renewals = 0;
        loop {
            let known = self.0.inner.state().known.clone();
            match known {
                Known::NotLooked => self.send_on(Errand::Load).await?,
                Known::Nothing => return Ok(None),
                Known::Token(pass) => {
                    let standing = pass.state(self.0.inner.settings.now());
                    let errand = Errand::Renew { failed: pass.generation() };
                    renewals += 1;
                    match standing {
                        Standing::Good => return Ok(Some(pass)),
                        _ if renewals > RENEWALS => return Ok(Some(pass)),
                        _ if self.0.inner.is_not_renewed(&pass) => return Ok(Some(pass)),
                        // The server will say so, and its word counts, not our clock's.
                        Standing::Over if !pass.can_be_renewed() => return Ok(Some(pass)),
                        Standing::Over => self.send_on(errand).await?,
                        Standing::Due if self.0.inner.is_quiet() => return Ok(Some(pass)),
                        Standing::Due => {
                            if self.send_on(errand).await.is_err() {
                                return Ok(Some(pass));
                            }
                        }
                    }
                }
            }
        }
    }

    /// Replaces a token that the server has refused, without asking anybody. False if that is not
    /// possible.
    pub(super) async fn renew(&self, refused: &Pass) -> Result<bool> {
        if self.0.inner.has_other_than(Some(refused)) {
            return Ok(true);
        }
        self.send_on(Errand::Renew { failed: refused.generation() }).await?;
        Ok(self.0.inner.has_other_than(Some(refused)))
    }

    /// Gets a token where there is none that the server takes. `again` says that somebody has just
    /// signed in, and the server does not take what came of it.
    pub(super) async fn admit(
        &self,
        refused: Option<&Pass>,
        demand: Option<Demand>,
        attended: bool,
        again: bool,
    ) -> Result<()> {
        if self.0.inner.has_other_than(refused) {
            return Ok(());
        }
        if !attended || !self.may_ask() {
            return Err(self.0.inner.leave_waiting(demand, "the server wants somebody to sign in"));
        }
        let reason = if again { Reason::StillRefused } else { Reason::Needed };
        self.send_on(Errand::SignIn { demand, reason }).await
    }

    /// Gets a token that allows more.
    pub(super) async fn step_up(
        &self,
        refused: Option<&Pass>,
        demand: Demand,
        attended: bool,
    ) -> Result<()> {
        if self.0.inner.has_other_than(refused) {
            return Ok(());
        }
        if !attended || !self.may_ask() {
            let what = "the server wants somebody to allow more";
            return Err(self.0.inner.leave_waiting(Some(demand), what));
        }
        self.0.inner.expect_progress(&demand, refused)?;
        let reason = Reason::Needed;
        self.send_on(Errand::SignIn { demand: Some(demand), reason }).await
    }

    /// Whether a person may be asked at all.
    pub(super) fn may_ask(&self) -> bool {
        self.0.inner.settings.may_ask
    }

    /// Waits until nothing is under way that would be lost, such as a renewal.
    pub(crate) async fn settle(&self) {
        let flight = self.0.inner.state().flights.quiet.clone();
        if let Some(flight) = flight {
            let _ = flight.land().await;
        }
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, event: &AuthEvent) {
        let listeners = || self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        // Called outside of the lock: a listener may do with the account what it likes.
        let present = listeners().clone();
        let gone: Vec<Listener> = present.into_iter().filter(|listener| !listener(event)).collect();
        if !gone.is_empty() {
            listeners().retain(|listener| !gone.iter().any(|gone| Arc::ptr_eq(gone, listener)));
        }
    }

    /// Whether there is a token that has not been refused.
    fn has_other_than(&self, refused: Option<&Pass>) -> bool {
        let state = self.state();
        match (&state.known, refused) {
            (Known::Token(pass), Some(refused)) => pass.generation() != refused.generation(),
            (Known::Token(_), None) => true,
            (Known::NotLooked | Known::Nothing, _) => false,
        }
    }

    /// Forgets what is known of the record, which is gone.
    fn forget(&self) {
        let mut state = self.state();
        (state.known, state.unsaved) = (Known::Nothing, None);
        state.signed_in_for.clear();
    }

    fn is_quiet(&self) -> bool {
        self.state().quiet_until.is_some_and(|until| Instant::now() < until)
    }

    fn is_not_renewed(&self, pass: &Pass) -> bool {
        self.state().not_renewed == Some(pass.generation())
    }

    fn leave_waiting(&self, demand: Option<Demand>, what: &'static str) -> Error {
        self.state().waiting.clone_from(&demand);
        self.tell(&AuthEvent::Waiting { demand });
        Error::new(ErrorCode::AuthRequired, what)
            .with_next_step("sign in to the server, and try again")
    }

    /// Counts that somebody has signed in for the sake of scopes.
    fn count(&self, demand: &Demand) {
        let (mut state, scopes) = (self.state(), in_order(demand));
        let counted = &mut state.signed_in_for;
        if counted.len() >= COUNTED_SCOPES && !counted.contains_key(&scopes) {
            counted.clear();
        }
        let count = counted.entry(scopes).or_default();
        *count = count.saturating_add(1);
    }

    /// # Errors
    /// [`ErrorCode::AuthFailed`]: signing in for these scopes has not helped before.
    fn expect_progress(&self, demand: &Demand, refused: Option<&Pass>) -> Result<()> {
        let scopes = &demand.scopes;
        let has_all = |pass: &Pass| scopes.iter().all(|scope| pass.granted().contains(scope));
        let in_vain = !scopes.is_empty() && refused.is_some_and(has_all);
        let count = self.state().signed_in_for.get(&in_order(demand)).copied().unwrap_or_default();
        if in_vain && count > 0 || count >= SAME_SCOPES {
            let message = "the server goes on asking for scopes that it was given";
            return Err(Error::new(ErrorCode::AuthFailed, message)
                .with_next_step("sign out and in again, or ask whoever runs the server")
                .with_status(403));
        }
        Ok(())
    }
}

/// The scopes of a demand, by which it is counted.
fn in_order(demand: &Demand) -> String {
    let mut scopes = demand.scopes.clone();
    scopes.sort_unstable();
    scopes.join(" ")
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let server = self.0.inner.server.origin().ascii_serialization();
        f.debug_tuple("Account").field(&server).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::auth::{Auth, MemoryStore};

    #[test]
    fn who_no_longer_listens_is_forgotten() {
        let oauth = Auth::oauth().store(MemoryStore::new());
        let server = "https://server.example/mcp".parse().unwrap();
        let account = oauth.account(&HttpClient::default(), &server).unwrap();
        let heard = Arc::new(AtomicUsize::new(0));
        for stays in [true, false, false] {
            let heard = heard.clone();
            account.listen(Arc::new(move |_| {
                heard.fetch_add(1, Ordering::SeqCst);
                stays
            }));
        }
        account.0.inner.tell(&AuthEvent::SignedOut);
        account.0.inner.tell(&AuthEvent::SignedOut);
        assert_eq!(heard.load(Ordering::SeqCst), 4);
    }
}
