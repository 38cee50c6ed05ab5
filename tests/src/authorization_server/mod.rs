//! An authorization server on loopback, and MCP servers that it protects.
//!
//! Left alone it keeps to the rules, is strict about those of clients, and agrees to everything that
//! a person would be asked. A test then spoils single answers ([`AuthorizationServer::edit`] and its
//! kin): the faults that a real one will not play. It remembers every request and every secret.

mod answers;
mod books;
mod browser;
mod faults;
mod listening;
mod protected;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::watch;

pub use self::{
    answers::Endpoint,
    browser::browse,
    faults::{Gate, Reply},
    listening::Seen,
    protected::ProtectedServer,
};
use self::{books::Books, faults::Faults, listening::Listening};

/// The scope that every request to a protected server needs.
pub const USE: &str = "use";
/// The scope that its tool `write` needs.
pub const WRITE: &str = "write";

/// A running authorization server. It ends when this is dropped.
pub struct AuthorizationServer {
    shared: Arc<Shared>,
    _listening: Listening,
}

/// What the server and those that it protects have in common.
struct Shared {
    /// The issuer's identifier, which is also what its addresses begin with.
    issuer: String,
    books: Mutex<Books>,
    faults: Mutex<Faults>,
    seen: watch::Sender<Vec<Seen>>,
}

impl AuthorizationServer {
    /// Starts one whose issuer has no path.
    pub async fn start() -> Self {
        Self::start_at("").await
    }

    /// Starts one whose issuer has a path, such as `/tenant`.
    pub async fn start_at(path: &str) -> Self {
        let listener = listening::bind().await;
        let address = listener.local_addr().expect("a bound socket has an address");
        let shared = Arc::new(Shared {
            issuer: format!("http://{address}{path}"),
            books: Mutex::default(),
            faults: Mutex::default(),
            seen: watch::Sender::default(),
        });
        let answering = shared.clone();
        let listening = Listening::new(listener, move |request| {
            let shared = answering.clone();
            async move { shared.answer(request).await }
        });
        Self { shared, _listening: listening }
    }

    /// The issuer's identifier.
    pub fn issuer(&self) -> &str {
        &self.shared.issuer
    }

    /// Registers a client beforehand.
    pub fn register(&self, client_id: &str, secret: Option<&str>) {
        self.shared.books().register_beforehand(client_id, secret);
    }

    /// Forgets every client, as if it had been set up anew.
    pub fn forget_clients(&self) {
        self.shared.books().forget_clients();
    }

    /// Changes every good answer of an endpoint from now on.
    pub fn edit(&self, endpoint: Endpoint, change: impl Fn(&mut Value) + Send + Sync + 'static) {
        self.shared.faults().edit(endpoint, change);
    }

    /// Changes the query of the address that the browser is sent back to, from now on.
    pub fn edit_redirect(
        &self,
        change: impl Fn(&mut Vec<(String, String)>) + Send + Sync + 'static,
    ) {
        self.shared.faults().edit_redirect(change);
    }

    /// Gives this answer in place of every other one from now on. What was asked is not done.
    pub fn reply(&self, endpoint: Endpoint, reply: Reply) {
        self.shared.faults().reply(endpoint, reply);
    }

    /// The same for the next request only. Replies that wait already come before it.
    pub fn reply_once(&self, endpoint: Endpoint, reply: Reply) {
        self.shared.faults().reply_once(endpoint, reply);
    }

    /// Does what an endpoint is asked, and holds the answers back until the gate opens.
    pub fn hold(&self, endpoint: Endpoint) -> Gate {
        self.shared.faults().hold(endpoint)
    }

    /// Forgets every change of answers.
    pub fn recover(&self) {
        *self.shared.faults() = Faults::default();
    }

    /// Grants no other scopes than these from now on, whatever is asked for.
    pub fn grant_only(&self, scopes: &[&str]) {
        let scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
        self.shared.books().grantable = Some(scopes);
    }

    /// Makes access tokens at least so long, in bytes.
    pub fn lengthen_tokens(&self, bytes: usize) {
        self.shared.books().token_bytes = bytes;
    }

    /// Takes all access tokens for invalid that there are now, as if their time were over.
    pub fn expire_access_tokens(&self) {
        self.shared.books().expire_access_tokens();
    }

    /// Lets protected servers refuse every access token, also those that are given out later.
    pub fn refuse_access_tokens(&self) {
        self.shared.books().refuses_everybody = true;
    }

    /// Takes back everything that was granted.
    pub fn revoke_grants(&self) {
        self.shared.books().revoke_grants();
    }

    /// How often a refresh token was taken, whatever the answer was.
    pub fn refreshes(&self) -> usize {
        self.requests_to(Endpoint::Token)
            .iter()
            .filter(|seen| seen.parameter("grant_type").as_deref() == Some("refresh_token"))
            .count()
    }

    /// How often a refresh token came that had been replaced before.
    pub fn reuses(&self) -> usize {
        self.shared.books().reuses
    }

    /// Whether tokens of any grant are still good.
    pub fn has_grants(&self) -> bool {
        self.shared.books().has_grants()
    }

    /// All requests so far, to this server and to those that it protects.
    pub fn requests(&self) -> Vec<Seen> {
        self.shared.seen.borrow().clone()
    }

    /// The requests to one endpoint.
    pub fn requests_to(&self, endpoint: Endpoint) -> Vec<Seen> {
        self.requests().into_iter().filter(|seen| seen.endpoint == Some(endpoint)).collect()
    }

    /// Waits until so many requests have come to one endpoint.
    pub async fn sees(&self, endpoint: Endpoint, count: usize) {
        let is_there = |seen: &Vec<Seen>| {
            seen.iter().filter(|seen| seen.endpoint == Some(endpoint)).count() >= count
        };
        let mut watching = self.shared.seen.subscribe();
        let seen = watching.wait_for(is_there).await;
        drop(seen.expect("the server outlives its requests"));
    }

    /// Every token, code, verifier and client secret so far: what no log and no file may hold.
    pub fn secrets(&self) -> Vec<String> {
        self.shared.books().secrets.clone()
    }
}

impl Shared {
    fn note(&self, seen: &Seen) {
        self.seen.send_modify(|all| all.push(seen.clone()));
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        lock(&self.books)
    }

    fn faults(&self) -> MutexGuard<'_, Faults> {
        lock(&self.faults)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
