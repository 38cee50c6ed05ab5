//! One server that offers a host's catalogue to every other client.
//!
//! It owns which client is which, and how the requests of each reach the host and what servers ask
//! comes back to it. It holds no connection to a server and decides nothing: whatever a client
//! wants passes the host's gate.
//!
//! What a client shows to be let in, a token or a header, ends here. A request to the host is made
//! of a tool's name, arguments and the client's name alone.

mod asking;
mod callers;
mod clients;
mod consent;
mod failures;
mod flights;
mod handler;
mod house;
mod listing;
mod parked;
mod results;
mod tending;
mod work;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
    time::{Instant, timeout_at},
};

use self::{
    callers::{Callers, Visit},
    flights::Flights,
    handler::Desk,
    listing::Listings,
    parked::Parked,
    tending::{MAX_WATCHED, tend},
};
pub use self::{
    clients::{GatewayClients, MAX_CLIENTS},
    house::{House, Relays},
};
use crate::{
    auth::BearerCheck,
    error::Result,
    host::{Host, policy::ClientName},
    server::{HttpAddress, HttpOptions, HttpServer, HttpService, Server, ServerHandle},
    transport::Transport,
};

/// How long the first lists wait for servers that are starting.
const FIRST_LISTS: Duration = Duration::from_secs(5);

/// One server that offers a host's catalogue. Clones are the same.
///
/// It begins by starting all servers of the host. Dropping the last clone ends what it does by
/// itself; connections that are being served go on until their own ends.
#[derive(Clone)]
pub struct Gateway {
    shared: Arc<Shared>,
    server: ServerHandle,
    clients: GatewayClients,
    _tasks: Arc<Mutex<JoinSet<()>>>,
}

/// What all requests share.
struct Shared {
    host: Host,
    callers: Callers,
    listings: Listings,
    parked: Parked,
    flights: Flights,
    /// Takes the addresses of resources that somebody wants to watch.
    watch: mpsc::Sender<String>,
    /// Whether all servers have been started, or could not be.
    started: watch::Receiver<bool>,
    /// Until when lists wait for that.
    patience: Instant,
}

impl Gateway {
    /// Begins to offer a host's catalogue. It must be called within a runtime.
    ///
    /// # Errors
    /// [`crate::ErrorCode::Internal`]: the operating system gives no random bytes.
    pub fn new(host: Host) -> Result<Self> {
        let (start, started) = watch::channel(false);
        let (watch, wanted) = mpsc::channel(MAX_WATCHED);
        let clients = GatewayClients::of(&host);
        let shared = Arc::new(Shared {
            host: host.clone(),
            callers: Callers::default(),
            listings: Listings::default(),
            parked: Parked::default(),
            flights: Flights::default(),
            watch,
            started,
            patience: Instant::now() + FIRST_LISTS,
        });
        let server = Server::with_handler(Desk(shared.clone())).build()?;
        let mut tasks = JoinSet::new();
        tasks.spawn(tend(shared.clone(), server.clone(), clients.clone(), wanted));
        tasks.spawn(async move {
            host.start_all().await;
            start.send_replace(true);
        });
        Ok(Self { shared, server, clients, _tasks: Arc::new(Mutex::new(tasks)) })
    }

    /// Serves one client that comes over a stream of its own, until it ends. `client` is what the
    /// person calls it; without, it is called after what it says of itself, with `stdio:` in front.
    ///
    /// Dropping the future ends everything at once; what the client has under way is cancelled.
    ///
    /// # Errors
    /// The connection broke.
    pub async fn serve(&self, transport: impl Transport, client: Option<ClientName>) -> Result<()> {
        // The opening says how the servers are to be used, which is known once they are there.
        self.shared.settled().await;
        let visit = Visit::begin(self.shared.clone(), client)?;
        self.server.serve_as(transport, visit.principal().clone()).await
    }

    /// The gateway as a service for HTTP. Only clients with a token of [`Self::clients`] are served,
    /// whatever check the options name.
    ///
    /// # Errors
    /// [`crate::ErrorCode::InvalidInput`]: an option cannot be used.
    pub fn http_service(&self, options: HttpOptions) -> Result<HttpService> {
        self.server.http_service(self.guarded(options)?)
    }

    /// Listens on this machine only, for clients with a token of [`Self::clients`]. Port 0 is any
    /// that is free.
    ///
    /// # Errors
    /// The port cannot be listened on, or an option cannot be used.
    pub async fn bind_http(&self, port: u16, options: HttpOptions) -> Result<HttpServer> {
        self.server.bind_http(HttpAddress::from(port), self.guarded(options)?).await
    }

    /// The clients that may come over HTTP.
    pub fn clients(&self) -> &GatewayClients {
        &self.clients
    }

    /// The host behind it.
    pub fn host(&self) -> &Host {
        &self.shared.host
    }

    /// Ends in good order what [`Self::serve`] serves: see [`ServerHandle::shut_down`].
    pub async fn shut_down(&self, grace: Duration) {
        self.server.shut_down(grace).await;
    }

    fn guarded(&self, options: HttpOptions) -> Result<HttpOptions> {
        let clients = self.clients.clone();
        let check = BearerCheck::handed_out(move |token| {
            let clients = clients.clone();
            async move { clients.judge(&token).await }
        })?;
        Ok(options.bearer(check))
    }
}

impl Shared {
    /// Waits until the servers have been started, for as long as the first lists may take.
    async fn settled(&self) {
        let mut started = self.started.clone();
        if !*started.borrow() {
            // Whoever is late is told of later.
            let _ = timeout_at(self.patience, started.wait_for(|started| *started)).await;
        }
    }
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gateway").field("host", &self.shared.host).finish_non_exhaustive()
    }
}

/// Locks what a panic cannot leave half changed.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
