//! A listener for who has no HTTP stack of their own: HTTP/1.1 and HTTP/2, in the clear.

use std::{
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use http::{Request, Response};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::conn::auto::Builder,
};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval_at, sleep, timeout},
};
use tower_service::Service;

use super::{
    HttpOptions, HttpService,
    stall::{Business, Patient, WatchedBody},
    tasks::{Starter, Tasks},
};
use crate::{
    error::{Error, ErrorCode, Result},
    server::ServerHandle,
};

/// How long the head of a request may take to come, and a connection may be idle.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// The most requests of one connection over HTTP/2 at a time.
pub(super) const REQUESTS_OF_ONE: u32 = 128;
/// The largest head of a request, in bytes.
const HEAD_BYTES: usize = 64 << 10;
/// How often a silent client over HTTP/2 is asked whether it is there.
const PING_EVERY: Duration = Duration::from_secs(30);
/// How long a client may take nothing of what is being sent to it.
const STALL_TIME: Duration = Duration::from_secs(30);
/// How long a connection may have nothing to do. HTTP/1.1 ends it sooner.
const IDLE_TIME: Duration = Duration::from_mins(2);
/// How often it is looked at what a connection has to do.
const REVIEW_EVERY: Duration = Duration::from_secs(10);
/// How long accepting rests after it has failed, as it does when there are too many open files.
const REST: Duration = Duration::from_millis(100);
/// How long a refusal may take to be written.
const REFUSAL_TIME: Duration = Duration::from_secs(1);
/// The most refusals that are being written at a time; beyond them connections are just closed.
const REFUSALS: usize = 64;
/// What a client reads for which there is no room.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\
    retry-after: 1\r\ncontent-length: 0\r\n\r\n";

/// Where to listen. A port alone is one of this machine that no other machine reaches; port 0 is
/// any that is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HttpAddress(SocketAddr);

impl From<u16> for HttpAddress {
    fn from(port: u16) -> Self {
        Self((Ipv4Addr::LOCALHOST, port).into())
    }
}

impl From<SocketAddr> for HttpAddress {
    fn from(address: SocketAddr) -> Self {
        Self(address)
    }
}

impl From<HttpAddress> for SocketAddr {
    fn from(address: HttpAddress) -> Self {
        address.0
    }
}

/// A server that listens. Dropping it ends everything at once.
#[derive(Debug)]
pub struct HttpServer {
    address: SocketAddr,
    service: HttpService,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl HttpServer {
    pub(super) async fn bind(
        handle: &ServerHandle,
        address: SocketAddr,
        options: HttpOptions,
    ) -> Result<Self> {
        let service = handle.http_service(options)?;
        let unusable = |cause: io::Error| {
            Error::new(ErrorCode::Transport, format!("{address} cannot be listened on"))
                .with_next_step("choose another port, or end whatever listens there")
                .with_source(cause)
        };
        let listener = TcpListener::bind(address).await.map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        let most = service.shared().options.connections.get().min(Semaphore::MAX_PERMITS);
        let door = Door { service: service.clone(), room: Arc::new(Semaphore::new(most)), stopped };
        tasks.spawn(door.keep(listener));
        Ok(Self { address, service, stop, tasks })
    }

    /// The address that it listens on, with the port that was chosen.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until it has ended, which it does only by [`Self::shut_down`] or by being dropped.
    pub async fn ended(mut self) {
        while self.tasks.join_next().await.is_some() {}
    }

    /// Ends in good order: takes no more connections and requests, ends the subscriptions of its
    /// clients, and lets what is running end within `grace`. The rest is dropped, also when the
    /// future is. Whoever else serves the same [`ServerHandle`] goes on.
    pub async fn shut_down(mut self, grace: Duration) {
        self.stop.send_replace(true);
        let shared = self.service.shared().clone();
        let ending = async {
            shared.end(grace).await;
            while self.tasks.join_next().await.is_some() {}
        };
        // What is not done by then is dropped with the rest.
        let _ = timeout(grace, ending).await;
    }
}

/// Takes connections in.
struct Door {
    service: HttpService,
    room: Arc<Semaphore>,
    stopped: watch::Receiver<bool>,
}

impl Door {
    async fn keep(mut self, listener: TcpListener) {
        let mut connections = JoinSet::new();
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                Some(_) = connections.join_next() => continue,
                _ = self.stopped.wait_for(|stopped| *stopped) => break,
            };
            match (accepted, self.room.clone().try_acquire_owned()) {
                (Ok((stream, _)), Ok(permit)) => {
                    let service = self.service.clone();
                    connections.spawn(serve(stream, service, self.stopped.clone(), permit));
                }
                (Ok((stream, _)), Err(_)) => {
                    if let Ok(permit) = refusals.clone().try_acquire_owned() {
                        connections.spawn(refuse(stream, permit));
                    }
                }
                // Most faults are of one connection; where they are not, trying at once helps nobody.
                (Err(_), _) => sleep(REST).await,
            }
        }
        drop(listener);
        while connections.join_next().await.is_some() {}
    }
}

/// Serves one connection until it ends, or until all shall end.
async fn serve(
    stream: TcpStream,
    service: HttpService,
    mut stopped: watch::Receiver<bool>,
    _permit: OwnedSemaphorePermit,
) {
    // Without it small answers wait for others; it only fails where the connection is gone.
    let _ = stream.set_nodelay(true);
    let tasks = Arc::new(Tasks::default());
    let business = Arc::new(Business::new(&tasks));
    let answering = business.clone();
    let answer = service_fn(move |request| answer(&service, answering.clone(), request));
    let protocols = protocols(&tasks);
    let stream = TokioIo::new(Patient::new(stream, STALL_TIME));
    let mut connection = std::pin::pin!(protocols.serve_connection(stream, answer));
    // The limits of the protocols count only once it is known which of them is spoken.
    let mut patience = std::pin::pin!(sleep(HEAD_TIME));
    let mut going_on = true;
    let mut idleness = std::pin::pin!(idle(&business));
    loop {
        tokio::select! {
            // How a connection ends is its client's business.
            _ = &mut connection => return,
            () = &mut patience, if business.begun() == 0 => {
                // It may have begun in this very moment.
                if business.begun() == 0 {
                    return;
                }
            }
            () = &mut idleness => {
                if !going_on {
                    return;
                }
                connection.as_mut().graceful_shutdown();
                going_on = false;
                // A client that knows how to takes its leave now.
                idleness.set(idle(&business));
            }
            _ = stopped.wait_for(|stopped| *stopped), if going_on => {
                connection.as_mut().graceful_shutdown();
                going_on = false;
            }
        }
    }
}

/// Answers a request, and watches what becomes of the answer.
fn answer(
    service: &HttpService,
    business: Arc<Business>,
    request: Request<Incoming>,
) -> impl Future<Output = std::result::Result<Response<WatchedBody>, Infallible>> + use<> {
    let request_under_way = business.begin();
    let answer = service.clone().call(request);
    async move {
        let answer = answer.await;
        drop(request_under_way);
        answer.map(|answer| answer.map(|body| business.watch(body)))
    }
}

/// How both protocols are spoken.
fn protocols(tasks: &Arc<Tasks>) -> Builder<Starter> {
    let mut protocols = Builder::new(tasks.starter());
    protocols
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES);
    protocols
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(REQUESTS_OF_ONE)
        .max_header_list_size(HEAD_BYTES.try_into().unwrap_or(u32::MAX))
        .keep_alive_interval(PING_EVERY)
        .keep_alive_timeout(HEAD_TIME);
    protocols
}

/// Waits until a connection has had nothing to do for long. Answers of which their clients take
/// nothing are given up meanwhile.
async fn idle(business: &Business) {
    let mut reviews = interval_at(Instant::now() + REVIEW_EVERY, REVIEW_EVERY);
    reviews.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut since, mut begun) = (Instant::now(), business.begun());
    while since.elapsed() < IDLE_TIME {
        let now = reviews.tick().await;
        if business.review(STALL_TIME) || business.begun() != begun {
            (since, begun) = (now, business.begun());
        }
    }
}

/// Tells a client that there is no room.
async fn refuse(mut stream: TcpStream, _permit: OwnedSemaphorePermit) {
    // A client that does not even read this is just left.
    let _ = timeout(REFUSAL_TIME, async {
        stream.write_all(BUSY).await?;
        stream.shutdown().await
    })
    .await;
}
