//! Who comes to the owner's socket, and what for.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot},
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{
    MAX_CONNECTIONS, MAX_LINE_BYTES, OPENING_WAIT,
    lines::{LineReader, Stream},
    opening::{MAX_OPENING_BYTES, Opening, refused, welcome},
    relay::RelayStream,
    session::{Session, session},
    socket::Listener,
};
use crate::error::{Error, ErrorCode, Result};

/// How long accepting pauses where the system has no room for a further connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How long a refusal may take to whoever there is no room for. It fits what the system takes at
/// once.
const REFUSAL_WAIT: Duration = Duration::from_millis(100);

/// Somebody who has come to the owner.
pub enum Arrival {
    /// A process that carries the messages of a client.
    Relay(Relayed),
    /// A program with operations.
    Session(Session),
}

/// A client whose messages come through another process.
pub struct Relayed {
    /// What that process says that the client is called: untrusted text.
    pub client: String,
    /// The client's messages.
    pub stream: RelayStream,
}

/// Receives everybody until it is `over`, and then stays with those who are here.
pub(super) async fn receive(
    listener: Listener,
    arrivals: mpsc::Sender<Arrival>,
    mut over: oneshot::Receiver<()>,
) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut over => break,
        };
        while connections.try_join_next().is_some() {}
        let Ok(stream) = accepted else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        if let Ok(place) = places.clone().try_acquire_owned() {
            connections.spawn(meet(stream, place, arrivals.clone()));
        } else {
            let mut lines = LineReader::new(stream, MAX_OPENING_BYTES);
            let _ = timeout(REFUSAL_WAIT, refuse(&mut lines, &no_room())).await;
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// One connection, from its first line to its end or to where it is handed on.
async fn meet(stream: Stream, place: OwnedSemaphorePermit, arrivals: mpsc::Sender<Arrival>) {
    let mut lines = LineReader::new(stream, MAX_OPENING_BYTES);
    let greeted = match opening(&mut lines).await {
        Ok(opening) => greet(&mut lines).await.map(|()| opening),
        Err(error) => {
            tracing::debug!(target: "hostline::owner", %error, "refused");
            refuse(&mut lines, &error).await;
            return;
        }
    };
    match greeted {
        Ok(Opening::Relay { client, .. }) => {
            let stream = RelayStream::new(lines.into_reader(), Some(place));
            let _ = arrivals.send(Arrival::Relay(Relayed { client, stream })).await;
        }
        Ok(Opening::Attach { name, .. }) => {
            let (session, desk, outbox) = session(name);
            if arrivals.send(Arrival::Session(session)).await.is_ok() {
                let lines = LineReader::over(lines.into_reader(), MAX_LINE_BYTES);
                desk.serve(lines, outbox).await;
            }
        }
        // It has gone already.
        Err(_) => {}
    }
}

async fn opening(lines: &mut LineReader<Stream>) -> Result<Opening> {
    let silent = || Error::new(ErrorCode::Timeout, "nothing was said on the owner's socket");
    let line = timeout(OPENING_WAIT, lines.next()).await.map_err(|_| silent())??;
    let gone = || Error::new(ErrorCode::Closed, "nothing was said on the owner's socket");
    Opening::read(&line.ok_or_else(gone)?)
}

async fn greet(lines: &mut LineReader<Stream>) -> Result<()> {
    lines.write(&welcome()?).await
}

/// Says why nothing comes of it. Whoever does not listen any more need not know.
async fn refuse(lines: &mut LineReader<Stream>, error: &Error) {
    if let Ok(line) = refused(error) {
        let _ = lines.write(&line).await;
    }
}

fn no_room() -> Error {
    let message = format!("the owner of the configuration has {MAX_CONNECTIONS} connections");
    Error::new(ErrorCode::Limit, message).with_next_step("end some of the programs that use it")
}
