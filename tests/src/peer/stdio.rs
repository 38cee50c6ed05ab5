//! The peer as a process: one message a line.

use std::{
    io,
    sync::{Arc, Mutex, OnceLock},
};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

use super::{Accepted, Origin, Peer, actions::Call, channel::Channel};

/// The one standard output, written by whole messages.
pub(super) fn output() -> Arc<Mutex<io::Stdout>> {
    static OUTPUT: OnceLock<Arc<Mutex<io::Stdout>>> = OnceLock::new();
    OUTPUT.get_or_init(|| Arc::new(Mutex::new(io::stdout()))).clone()
}

/// Takes SIGTERM and does nothing about it.
#[cfg(unix)]
pub(super) fn ignore_term() {
    use tokio::signal::unix::{SignalKind, signal};
    // The handler stays installed after the stream is dropped.
    drop(signal(SignalKind::terminate()));
}

/// Plays the peer on the standard streams until the input ends.
///
/// # Errors
/// The input cannot be read.
pub async fn serve(peer: Arc<Peer>) -> io::Result<()> {
    #[cfg(unix)]
    if peer.script.settings.get("ignoreTerm").is_some_and(|ignore| ignore == true) {
        ignore_term();
    }
    let channel = Channel::Lines(output());
    if !peer.script.start.is_empty() {
        let call = Call::new("start", Value::Null, None, false, channel.clone());
        let actions = peer.script.start.clone();
        peer.clone().perform(Accepted { call, actions, from: 0 }).await;
    }
    let mut lines = BufReader::new(tokio::io::stdin());
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).await? == 0 {
            break;
        }
        match serde_json::from_slice::<Value>(&line) {
            Ok(message) => {
                let (headers, path) = (json!({}), String::new());
                let origin = Origin { headers, path, channel: channel.clone() };
                if let Some(accepted) = peer.accept(&message, origin) {
                    peer.spawn(peer.clone().perform(accepted));
                }
            }
            Err(error) => {
                let text = String::from_utf8_lossy(&line);
                peer.log.violation(format!("a line is no JSON ({error}): {text}"));
            }
        }
    }
    peer.log.record(json!({"at": "eof"}));
    match peer.script.settings.get("onEof").and_then(Value::as_str) {
        Some("stay") => std::future::pending().await,
        _ => Ok(()),
    }
}
