//! Where the browser comes back to: a server on this machine for one answer.
//!
//! Owns the two loopback sockets, the judgement of who is the one that is waited for, and how much
//! everybody else may cost. It knows the `state` that marks the right answer, and nothing else of
//! what an answer says (RFC 8252, section 7.3).

mod page;

use std::{
    collections::VecDeque,
    convert::Infallible,
    future::pending,
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use http::{HeaderMap, Method, Request, header};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use ring::digest::{Digest, SHA256, digest};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{mpsc, watch},
    task::{AbortHandle, JoinSet},
    time::{Instant, sleep, timeout, timeout_at},
};
use url::form_urlencoded;

use crate::error::{Error, ErrorCode, Result};
use page::{Page, Verdict};

/// The only path. An application registers it as part of its redirect address.
const PATH: &str = "/callback";
/// The most connections that are open. The oldest makes room for the next, so that those who only
/// hold theirs keep nobody out; but not before [`HEARING`] is over, so that a crowd does not push
/// out who has just come.
const CONNECTIONS: usize = 64;
/// How long every connection may speak, however many wait.
const HEARING: Duration = Duration::from_millis(250);
/// How long a connection may last: one request, which a browser has ready.
const CONNECTION_TIME: Duration = Duration::from_secs(10);
/// The most bytes of a request's head. Codes are up to some kilobytes long, and a browser sends
/// along the cookies of all that was ever developed on this machine.
const HEAD_BYTES: usize = 64 << 10;
/// The most header fields of a request.
const HEADERS: usize = 100;
/// How long the page may take to the browser once its answer is here.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long accepting pauses where the system has no room for a further connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How many free ports are tried until one is free in both families.
const ATTEMPTS: usize = 16;

/// A receiver that listens and answers nobody yet. Dropping it frees its port.
pub(crate) struct Receiver {
    v4: TcpListener,
    /// Missing where the machine has no IPv6.
    v6: Option<TcpListener>,
    port: u16,
}

impl Receiver {
    /// Listens on `127.0.0.1` and `::1`, both at the given port or at one that is free.
    ///
    /// # Errors
    /// [`ErrorCode::AuthFailed`]: the port is in use or not allowed, or none is to be had.
    pub(crate) async fn bind(port: Option<u16>) -> Result<Self> {
        if let Some(port) = port.filter(|port| *port != 0) {
            return bind_both(port).await.map_err(|cause| not_bound(port, cause));
        }
        let mut last = io::Error::from(io::ErrorKind::AddrInUse);
        for _ in 0..ATTEMPTS {
            match bind_both(0).await {
                Ok(receiver) => return Ok(receiver),
                Err(cause) => last = cause,
            }
        }
        let message = "no port on this machine is free for the browser to come back to";
        Err(Error::new(ErrorCode::AuthFailed, message).with_source(last))
    }

    /// What an authorization request names as its `redirect_uri`. The number stands there and not
    /// `localhost`, whose meaning others can change (RFC 8252, section 8.3).
    pub(crate) fn redirect_uri(&self) -> String {
        format!("http://127.0.0.1:{}{PATH}", self.port)
    }

    /// Waits for the browser and returns the whole address that it was sent to, as
    /// [`Self::redirect_uri`] with the query that it brought. Who comes without the right `state`,
    /// once, gets a page and changes nothing. Dropping the future closes everything.
    ///
    /// # Errors
    /// [`ErrorCode::AuthFailed`]: nobody came before the deadline.
    pub(crate) async fn receive(self, expected_state: &str, deadline: Duration) -> Result<String> {
        let redirect_uri = self.redirect_uri();
        let (found, finding) = mpsc::channel(1);
        let desk = Arc::new(Desk {
            port: self.port,
            state: digest(&SHA256, expected_state.as_bytes()),
            found,
        });
        let query = timeout(deadline, self.serve(desk, finding)).await.map_err(|_| {
            let message = format!("the browser did not come back within {deadline:?}");
            Error::new(ErrorCode::AuthFailed, message)
                .with_next_step("sign in again, and follow the page in the browser to its end")
        })?;
        Ok(format!("{redirect_uri}?{query}"))
    }

    async fn serve(self, desk: Arc<Desk>, mut finding: mpsc::Receiver<Found>) -> String {
        let mut connections = Connections::default();
        let found = loop {
            tokio::select! {
                // First, so that nothing is accepted that nobody would answer.
                biased;
                Some(found) = finding.recv() => break found,
                stream = connections.room_for(self.accept()) => {
                    connections.open(stream, desk.clone());
                }
            }
        };
        drop(self);
        let mut shown = found.shown;
        // Nothing is ever sent: its other end goes when the connection ends.
        let _ = timeout(FAREWELL, shown.changed()).await;
        found.query
    }

    async fn accept(&self) -> TcpStream {
        loop {
            let v6 = async {
                match &self.v6 {
                    Some(v6) => v6.accept().await,
                    None => pending().await,
                }
            };
            let accepted = tokio::select! {
                accepted = self.v4.accept() => accepted,
                accepted = v6 => accepted,
            };
            match accepted {
                Ok((stream, _)) => return stream,
                // One that has gone already, or no room: neither ends the waiting.
                Err(_) => sleep(ACCEPT_PAUSE).await,
            }
        }
    }
}

async fn bind_both(port: u16) -> io::Result<Receiver> {
    let v4 = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
    let port = v4.local_addr()?.port();
    let v6 = match TcpListener::bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))).await {
        Ok(v6) => Some(v6),
        // Somebody else would receive what is meant for us where a redirect says `localhost`.
        Err(cause) if cause.kind() == io::ErrorKind::AddrInUse => return Err(cause),
        Err(_) => None,
    };
    Ok(Receiver { v4, v6, port })
}

fn not_bound(port: u16, cause: io::Error) -> Error {
    let (why, next_step) = match cause.kind() {
        io::ErrorKind::AddrInUse => (
            "another program uses it",
            "end that program, or give another port that is registered for the client",
        ),
        io::ErrorKind::PermissionDenied => (
            "this account may not listen there",
            "give a port from 1024 on that is registered for the client",
        ),
        _ => ("the system refuses it", "give another port that is registered for the client"),
    };
    let message = format!("the browser cannot come back to port {port} of this machine: {why}");
    Error::new(ErrorCode::AuthFailed, message).with_next_step(next_step).with_source(cause)
}

/// The answer that was waited for.
struct Found {
    query: String,
    /// Closed when the browser has its page.
    shown: watch::Receiver<()>,
}

/// The open connections, the oldest first.
#[derive(Default)]
struct Connections {
    tasks: JoinSet<()>,
    open: VecDeque<(Instant, AbortHandle)>,
}

impl Connections {
    /// Waits for the next connection once there is room for it.
    async fn room_for(&mut self, next: impl Future<Output = TcpStream>) -> TcpStream {
        while let Some((since, _)) = self.open.front().filter(|_| self.open.len() >= CONNECTIONS) {
            match timeout_at(*since + HEARING, self.tasks.join_next()).await {
                Ok(_) => self.open.retain(|(_, connection)| !connection.is_finished()),
                Err(_) => {
                    if let Some((_, oldest)) = self.open.pop_front() {
                        oldest.abort();
                    }
                }
            }
        }
        next.await
    }

    fn open(&mut self, stream: TcpStream, desk: Arc<Desk>) {
        while self.tasks.try_join_next().is_some() {}
        self.open.retain(|(_, connection)| !connection.is_finished());
        let connection = self.tasks.spawn(async move {
            // What goes wrong here is the other side's, and says nothing about the sign-in.
            let _ = timeout(CONNECTION_TIME, converse(stream, desk)).await;
        });
        self.open.push_back((Instant::now(), connection));
    }
}

/// One request and its page.
async fn converse(stream: TcpStream, desk: Arc<Desk>) -> hyper::Result<()> {
    let (_end, shown) = watch::channel(());
    let service = service_fn(move |request: Request<Incoming>| {
        let page = desk.judge(&request, &shown).page();
        async move { Ok::<Page, Infallible>(page) }
    });
    http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEADERS)
        .timer(TokioTimer::new())
        .header_read_timeout(CONNECTION_TIME)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

/// Tells the one that is waited for from all others.
struct Desk {
    port: u16,
    /// Of the right `state`: how long it takes to compare digests tells nothing of it.
    state: Digest,
    found: mpsc::Sender<Found>,
}

impl Desk {
    fn judge(&self, request: &Request<Incoming>, shown: &watch::Receiver<()>) -> Verdict {
        // A page elsewhere can make a browser come here under a name of its own.
        if !self.is_called_by_name(request.headers()) {
            return Verdict::WrongHost;
        }
        if request.uri().path() != PATH {
            return Verdict::WrongPath;
        }
        if request.method() != Method::GET {
            return Verdict::WrongMethod;
        }
        let query = request.uri().query().unwrap_or_default();
        if !self.has_state(query) {
            return Verdict::WrongState;
        }
        let found = Found { query: query.to_owned(), shown: shown.clone() };
        match self.found.try_send(found) {
            Ok(()) => Verdict::Received,
            // Its twin was here first.
            Err(_) => Verdict::WrongState,
        }
    }

    fn is_called_by_name(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let host = host.as_bytes().to_ascii_lowercase();
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
            let is_default = self.port == 80 && host == name.as_bytes();
            is_default || host == format!("{name}:{}", self.port).as_bytes()
        })
    }

    /// Whether the query has the right `state`, and no other beside it.
    fn has_state(&self, query: &str) -> bool {
        let mut states =
            form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "state");
        let (Some((_, state)), None) = (states.next(), states.next()) else { return false };
        digest(&SHA256, state.as_bytes()).as_ref() == self.state.as_ref()
    }
}

#[cfg(test)]
#[path = "receiver_tests.rs"]
mod tests;
