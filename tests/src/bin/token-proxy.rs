//! Stands before a gateway for a program that knows of no token: `token-proxy PORT GATEWAY_PORT`,
//! with the token in the variable `TOKEN`.
//!
//! It adds the token to each request, and where a request names this program as its host or its
//! origin, it names the gateway instead. Every other host and origin goes on as it came, so that
//! what the gateway makes of it can be seen.

use std::{
    error::Error,
    net::Ipv4Addr,
    process::ExitCode,
    sync::{Arc, Mutex},
};

use http::{
    HeaderMap, HeaderName, HeaderValue, Request, Response,
    header::{AUTHORIZATION, HOST, ORIGIN},
};
use hyper_server::{body::Incoming, client, server, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

type Failed = Box<dyn Error + Send + Sync>;

const USAGE: &str = "usage: TOKEN=… token-proxy PORT GATEWAY_PORT";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("token-proxy: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Failed> {
    let mut ports = std::env::args().skip(1).map(|word| word.parse::<u16>());
    let (Some(Ok(port)), Some(Ok(gateway))) = (ports.next(), ports.next()) else {
        return Err(USAGE.into());
    };
    let token = std::env::var("TOKEN").map_err(|_| USAGE)?;
    let mut token = HeaderValue::try_from(format!("Bearer {token}"))?;
    token.set_sensitive(true);
    let proxy = Arc::new(Proxy { port, gateway, token });

    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await?;
        connections.spawn(proxy.clone().serve(stream));
        while connections.try_join_next().is_some() {}
    }
}

struct Proxy {
    port: u16,
    gateway: u16,
    token: HeaderValue,
}

/// The connections to the gateway that one connection of the client has made.
type Onward = Arc<Mutex<JoinSet<()>>>;

impl Proxy {
    /// Serves one connection. What it has made to the gateway ends with it, so that the gateway
    /// sees a client that hangs up.
    async fn serve(self: Arc<Self>, stream: TcpStream) {
        let onward = Onward::default();
        let service = service_fn(|request| self.clone().pass_on(request, onward.clone()));
        // Either side may leave at any time.
        let _ = server::conn::http1::Builder::new()
            .serve_connection(TokioIo::new(stream), service)
            .await;
    }

    async fn pass_on(
        self: Arc<Self>,
        mut request: Request<Incoming>,
        onward: Onward,
    ) -> Result<Response<Incoming>, Failed> {
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, self.token.clone());
        self.rename(headers, HOST, "")?;
        self.rename(headers, ORIGIN, "http://")?;
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.gateway)).await?;
        let (mut sender, connection) = client::conn::http1::handshake(TokioIo::new(stream)).await?;
        onward.lock().map_err(|_| "a task has panicked")?.spawn(async move {
            // What goes wrong there, the response shows.
            let _ = connection.await;
        });
        Ok(sender.send_request(request).await?)
    }

    /// Names the gateway where this program is named.
    fn rename(
        &self,
        headers: &mut HeaderMap,
        header: HeaderName,
        scheme: &str,
    ) -> Result<(), Failed> {
        let ours = ["127.0.0.1", "localhost"].map(|name| format!("{scheme}{name}:{}", self.port));
        let named = headers.get(&header).and_then(|value| value.to_str().ok());
        if named.is_some_and(|named| ours.iter().any(|own| own == named)) {
            let theirs = format!("{scheme}127.0.0.1:{}", self.gateway);
            headers.insert(header, HeaderValue::try_from(theirs)?);
        }
        Ok(())
    }
}
