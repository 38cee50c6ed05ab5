//! `demo-server`: the other end, for people who try a client.

use std::{
    net::{IpAddr, SocketAddr},
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
    let check = BearerCheck::jwt(issuer, &format!("http://{address}/mcp"))?;
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
    let url = format!("http://{}/mcp", listening.address());
    if console.settings.json {
        console.print_json_line(&json!({ "url": url }))?;
    } else {
        console.print(&format!("{url}\n"))?;
    }
    console.note(&format!("listening at {url}; Ctrl-C ends it"));
    let exit = signals.next().await;
    listening.shut_down(GRACE).await;
    Err(Failure::Stopped(exit))
}

/// Other machines name this one by the address that they reach it at.
fn at(address: SocketAddr) -> HttpOptions {
    match address.ip() {
        ip if ip.is_loopback() || ip.is_unspecified() => HttpOptions::new(),
        IpAddr::V4(ip) => HttpOptions::new().allow_host(&ip.to_string()),
        IpAddr::V6(ip) => HttpOptions::new().allow_host(&format!("[{ip}]")),
    }
}
