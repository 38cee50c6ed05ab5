//! The ports of servers that are started here, and programs that ask there.

use std::{
    ffi::OsStr,
    net::{SocketAddr, TcpListener, TcpStream},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use crate::{
    process::Group,
    workspace::{Context, Result},
};

/// How long a server may take until it accepts connections.
const READINESS: Duration = Duration::from_mins(1);
const LOOK: Duration = Duration::from_millis(50);
/// A proxy has nothing to do with a server on this machine.
const PROXIES: [&str; 6] =
    ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

/// A program that asks servers on this machine themselves, and no proxy.
pub(crate) fn without_proxies(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for proxy in PROXIES {
        command.env_remove(proxy);
    }
    command
}

/// A port of the loopback interface that nobody listens on just now.
pub(crate) fn free_port() -> Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("no free port")?;
    Ok(listener.local_addr().context("no free port")?.port())
}

/// Waits until a server accepts connections.
pub(crate) fn wait_for(port: u16, server: &mut Group) -> Result<()> {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let end = Instant::now() + READINESS;
    while Instant::now() < end {
        if TcpStream::connect_timeout(&address, LOOK).is_ok() {
            return Ok(());
        }
        if server.has_ended() {
            return Err("the server ended before it listened".into());
        }
        thread::sleep(LOOK);
    }
    Err(format!("the server does not listen after {} s", READINESS.as_secs()).into())
}
