//! `demo-server`: the other end, for people who try a client.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use hostline::{
    Error, ErrorCode,
    auth::BearerCheck,
    server::{HttpOptions, ServerHandle},
};
use serde_json::json;

use crate::{
    args::DemoServerArgs,
    demo, drive,
    exit::{Exit, Failure, Outcome},
    output::Console,
    signals::Signals,
};

/// How long what is running may take once a signal asks for the end.
const GRACE: Duration = Duration::from_secs(2);

/// Serves until the client leaves, or a signal asks for the end.
pub(crate) fn run(args: &DemoServerArgs, console: &Console) -> Outcome {
    drive::block_on(async {
        let mut signals = drive::listen()?;
        let server = demo::server().build()?;
        match args.http {
            Some(address) => {
                let options = options(address, args)?;
                over_http(&server, address, options, console, &mut signals).await
            }
            None => over_stdio(&server, &mut signals).await,
        }
    })
}

async fn over_stdio(server: &ServerHandle, signals: &mut Signals) -> Outcome {
    tokio::select! {
        exit = signals.next() => Err(Failure::Stopped(exit)),
        ended = server.serve_stdio() => {
            ended?;
            Ok(Exit::OK)
        }
    }
}

fn options(address: SocketAddr, args: &DemoServerArgs) -> hostline::Result<HttpOptions> {
    let options = at(address);
    let Some(issuer) = &args.issuer else { return Ok(options) };
    if address.port() == 0 {
        let message = "tokens are for one address, and the port is not known yet";
        return Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("name a port, as in --http 8080"));
    }
    let check = BearerCheck::jwt(issuer, &url(address))?;
    Ok(options.bearer(args.scope.iter().try_fold(check, BearerCheck::require_scope)?))
}

async fn over_http(
    server: &ServerHandle,
    address: SocketAddr,
    options: HttpOptions,
    console: &Console,
    signals: &mut Signals,
) -> Outcome {
    let listening = server.bind_http(address, options).await?;
    let url = url(listening.address());
    if console.settings.json {
        console.print_json_line(&json!({ "url": url }))?;
    } else {
        console.print(&format!("{url}\n"))?;
    }
    console.note(&format!("listening at {url}; Ctrl-C ends it"));
    if address.ip().is_unspecified() {
        console.note(
            "only requests for this machine's own names are answered; for other machines, listen \
             at the address that they reach this one at",
        );
    }
    let exit = signals.next().await;
    listening.shut_down(GRACE).await;
    Err(Failure::Stopped(exit))
}

/// Where it can be reached. What listens at every address is reached at this machine's own.
fn url(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}/mcp", SocketAddr::new(ip, address.port()))
}

/// Whoever asks names this machine by the address that they reach it at. Its usual ones are
/// answered for anyway, and no address is named that stands for all of them.
fn at(address: SocketAddr) -> HttpOptions {
    match address.ip() {
        ip if ip.is_unspecified() => HttpOptions::new(),
        IpAddr::V4(ip) => HttpOptions::new().allow_host(&ip.to_string()),
        IpAddr::V6(ip) => HttpOptions::new().allow_host(&format!("[{ip}]")),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    /// The first line of the answer to a request for this address.
    fn ask(listening: SocketAddr, named: &str) -> String {
        let mut stream = std::net::TcpStream::connect(listening).unwrap();
        let request = format!("GET /mcp HTTP/1.1\r\nhost: {named}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.lines().next().unwrap_or_default().to_owned()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn requests_for_the_address_that_is_printed_are_answered() {
        let server = demo::server().build().unwrap();
        for address in ["127.0.0.1", "127.0.0.2", "0.0.0.0", "192.0.2.1", "::", "2001:db8::1"] {
            let named = SocketAddr::new(address.parse().unwrap(), 8080);
            let listening = server.bind_http(0, at(named)).await.unwrap();
            let shown = url(named);
            let authority = shown.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
            // There is no stream without a session, but there is an answer.
            assert_eq!(ask(listening.address(), authority), "HTTP/1.1 405 Method Not Allowed");
            assert_eq!(ask(listening.address(), "evil.example"), "HTTP/1.1 403 Forbidden");
        }
    }
}
