//! Where the browser comes back to: a port of this machine, for one answer.
//!
//! Any program here and any page in the browser can reach the port. So only the answer that carries
//! the state of our own question ends the wait; everything else is told nothing and changes nothing,
//! and costs a bounded amount. The page that the person sees in the end is always the same.

mod page;

use std::{
    convert::Infallible,
    net::{Ipv4Addr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use http::{Method, Request, StatusCode, header};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use ring::digest::{SHA256, digest};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, oneshot},
    task::JoinSet,
    time::{Instant, sleep, timeout, timeout_at},
};

use crate::error::{Error, ErrorCode, Result};

/// The one path that is answered.
const PATH: &str = "/callback";
/// How many connections are looked at at once; further ones wait their turn.
const MAX_CONNECTIONS: usize = 16;
/// How long a connection may take to say what it wants.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// The most bytes of the head of a request.
const HEAD_BYTES: usize = 32 << 10;
/// How long to wait after the system has refused to take a connection.
const REFUSED_WAIT: Duration = Duration::from_millis(100);
/// How often a free port is looked for that both addresses have.
const PORT_TRIES: usize = 8;

/// A port of this machine that waits for the browser. Dropping it closes the port.
pub(crate) struct Receiver {
    listeners: Vec<TcpListener>,
    port: u16,
}

impl Receiver {
    /// Listens on both loopback addresses: at this port, or at any that is free.
    ///
    /// # Errors
    /// [`ErrorCode::AuthFailed`]: the port is taken.
    pub(crate) async fn bind(port: Option<u16>) -> Result<Self> {
        let mut failure = None;
        for _ in 0..PORT_TRIES {
            match listen(port.unwrap_or(0)).await {
                Ok(receiver) => return Ok(receiver),
                Err(error) => failure = Some(error),
            }
            // Another try finds the same port taken.
            if port.is_some() {
                break;
            }
        }
        let message = match port {
            Some(port) => format!("port {port} of this machine is taken"),
            None => "no port of this machine is free".to_owned(),
        };
        let error = Error::new(ErrorCode::AuthFailed, message)
            .with_next_step("end the program that uses it, or choose another port");
        Err(match failure {
            Some(cause) => error.with_source(cause),
            None => error,
        })
    }

    /// What the browser is to be sent back to. It goes by number: a name can be another machine's.
    pub(crate) fn redirect_uri(&self) -> String {
        format!("http://127.0.0.1:{}{PATH}", self.port)
    }

    /// Waits for the answer with this state, and gives the whole address of it.
    ///
    /// # Errors
    /// [`ErrorCode::AuthFailed`]: it did not come in time.
    pub(crate) async fn receive(self, expected_state: &str, within: Duration) -> Result<String> {
        let deadline = Instant::now() + within;
        let (sender, mut answers) = mpsc::channel(1);
        let desk = Arc::new(Desk {
            port: self.port,
            state: digest(&SHA256, expected_state.as_bytes()).as_ref().into(),
            answers: sender,
        });
        let mut tasks = JoinSet::new();
        let slots = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        for listener in self.listeners {
            tasks.spawn(accept(listener, desk.clone(), slots.clone()));
        }
        let Ok(Some((query, shown))) = timeout_at(deadline, answers.recv()).await else {
            let message = "nobody has come back from the sign-in in time";
            return Err(Error::new(ErrorCode::AuthFailed, message)
                .with_next_step("try again, and finish in the browser"));
        };
        // The page is on its way; without the wait the browser would see a broken one.
        let _ = timeout_at(deadline, shown).await;
        Ok(format!("http://127.0.0.1:{}{PATH}?{query}", self.port))
    }
}

/// One port at both addresses; machines without the second one do without.
async fn listen(port: u16) -> std::io::Result<Receiver> {
    let first = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let port = first.local_addr()?.port();
    let mut listeners = vec![first];
    match TcpListener::bind((Ipv6Addr::LOCALHOST, port)).await {
        Ok(second) => listeners.push(second),
        // Somebody else would get what is sent to `localhost`.
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => return Err(error),
        Err(_) => {}
    }
    Ok(Receiver { listeners, port })
}

/// What all connections share.
struct Desk {
    port: u16,
    /// The digest of the state: how long it takes to compare digests tells nothing.
    state: Box<[u8]>,
    answers: mpsc::Sender<(String, oneshot::Receiver<()>)>,
}

/// Takes connections for as long as it lives; what it has begun ends with it.
async fn accept(listener: TcpListener, desk: Arc<Desk>, slots: Arc<Semaphore>) {
    let mut connections = JoinSet::new();
    loop {
        while connections.try_join_next().is_some() {}
        // The semaphore is never closed.
        let Ok(slot) = slots.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            sleep(REFUSED_WAIT).await;
            continue;
        };
        let desk = desk.clone();
        connections.spawn(async move {
            let _slot = slot;
            let _ = timeout(REQUEST_TIME, serve(stream, desk)).await;
        });
    }
}

async fn serve(stream: TcpStream, desk: Arc<Desk>) {
    let (done, shown) = oneshot::channel();
    let shown = Mutex::new(Some(shown));
    let service = service_fn(|request: Request<Incoming>| {
        let response = match desk.judge(&request) {
            Ok(query) => {
                let shown = shown.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(shown) = shown {
                    // There is room for one answer, and one is enough.
                    let _ = desk.answers.try_send((query, shown));
                }
                page::page()
            }
            Err(status) => page::nothing(status),
        };
        std::future::ready(Ok::<_, Infallible>(response))
    });
    let connection = http1::Builder::new()
        .keep_alive(false)
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    // What becomes of a connection that holds no answer is nobody's business.
    let _ = connection.await;
    drop(done);
}

impl Desk {
    /// The query of a request that is the answer; for any other, what it is told.
    fn judge(&self, request: &Request<Incoming>) -> Result<String, StatusCode> {
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
        let names = ["127.0.0.1", "[::1]", "localhost"];
        // A page elsewhere that has its own name resolved to this machine is not the browser.
        if !host
            .is_some_and(|host| names.iter().any(|name| host == format!("{name}:{}", self.port)))
        {
            return Err(StatusCode::NOT_FOUND);
        }
        if request.uri().path() != PATH {
            return Err(StatusCode::NOT_FOUND);
        }
        if request.method() != Method::GET {
            return Err(StatusCode::METHOD_NOT_ALLOWED);
        }
        let query = request.uri().query().unwrap_or_default();
        let mut states = url::form_urlencoded::parse(query.as_bytes())
            .filter(|(name, _)| name == "state")
            .map(|(_, value)| digest(&SHA256, value.as_bytes()));
        // Two states are for the flow to refuse, if one of them is ours.
        if states.any(|state| state.as_ref() == &*self.state) {
            return Ok(query.to_owned());
        }
        Err(StatusCode::NOT_FOUND)
    }
}

#[cfg(test)]
#[path = "receiver_tests.rs"]
mod tests;
