//! Many clients of one HTTP server at once: as many calls as there are clients, all of them being
//! served at the same time, while streams of changes are open.
//!
//! The server must have the tools `echo`, `gather` and `change` of [`offer`](crate::offer).

use std::time::{Duration, Instant};

use http_body_util::BodyExt;
use hyper_server::{body::Incoming, header::CONTENT_TYPE};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::{task::JoinSet, time::timeout};

use crate::{
    Result,
    http::Connection,
    options::Era,
    request::{read_text, write_call, write_listen},
};

/// How long one step of a crowd may take: whoever waits for longer waits for ever.
const PATIENCE: Duration = Duration::from_mins(1);

const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
const CHANGED: &str = "notifications/tools/list_changed";

/// What came of a crowd in which nothing failed.
#[derive(Clone, Copy, Debug)]
pub struct Gathered {
    /// How many calls were answered.
    pub answered: usize,
    /// How many streams heard of the change at the end.
    pub heard: usize,
    /// How long it took to connect all callers and to answer them.
    pub calls: Duration,
}

/// Opens the streams, makes one call from each caller that waits for those of all others, and
/// changes the list of tools.
///
/// # Errors
/// The first thing that failed, or took too long.
pub async fn gather(address: &str, callers: usize, listeners: usize) -> Result<Gathered> {
    let mut streams = listen(address, listeners).await?;
    let began = Instant::now();
    let answered = timeout(PATIENCE, call_together(address, callers)).await??;
    let calls = began.elapsed();

    let mut connection = Connection::open(address, Era::Modern, None).await?;
    call(&mut connection, "change", &Map::new()).await?;
    let mut heard = 0;
    for stream in &mut streams {
        timeout(PATIENCE, stream.wait_for(CHANGED)).await??;
        heard += 1;
    }
    Ok(Gathered { answered, heard, calls })
}

async fn call_together(address: &str, callers: usize) -> Result<usize> {
    let mut calls = JoinSet::new();
    for _ in 0..callers {
        let address = address.to_owned();
        calls.spawn(async move {
            let mut connection = Connection::open(&address, Era::Modern, None).await?;
            let arguments = Map::from_iter([("calls".to_owned(), Value::from(callers))]);
            call(&mut connection, "gather", &arguments).await
        });
    }
    let mut answered = 0;
    while let Some(call) = calls.join_next().await {
        call??;
        answered += 1;
    }
    Ok(answered)
}

/// Opens so many connections, makes one call on each, and keeps them open.
///
/// # Errors
/// The first call that failed.
pub async fn idle(address: &str, count: usize) -> Result<Vec<Connection>> {
    let mut connections = Vec::with_capacity(count);
    for _ in 0..count {
        let mut connection = Connection::open(address, Era::Modern, None).await?;
        let arguments = Map::from_iter([("text".to_owned(), Value::from("still here"))]);
        call(&mut connection, "echo", &arguments).await?;
        connections.push(connection);
    }
    Ok(connections)
}

/// Opens so many streams of changes, up to their acknowledgement.
///
/// # Errors
/// The first stream that could not be opened.
pub async fn listen(address: &str, count: usize) -> Result<Vec<Listener>> {
    let mut listeners = Vec::with_capacity(count);
    for _ in 0..count {
        listeners.push(timeout(PATIENCE, Listener::open(address)).await??);
    }
    Ok(listeners)
}

async fn call(
    connection: &mut Connection,
    tool: &str,
    arguments: &Map<String, Value>,
) -> Result<()> {
    let mut body = Vec::new();
    write_call(Era::Modern, tool, arguments, 1, &mut body)?;
    let reply = connection.post("tools/call", Some(tool), body).await?;
    read_text(&reply).map(drop)
}

/// An open stream of changes.
#[derive(Debug)]
pub struct Listener {
    body: Incoming,
    /// What has come and was not read.
    text: Vec<u8>,
    _connection: Connection,
}

impl Listener {
    async fn open(address: &str) -> Result<Self> {
        let mut connection = Connection::open(address, Era::Modern, None).await?;
        let mut request = Vec::new();
        write_listen(1, &mut request)?;
        let response = connection.send("subscriptions/listen", None, request).await?;
        let content_type = response.headers().get(CONTENT_TYPE);
        if content_type.is_none_or(|kind| kind.as_bytes() != b"text/event-stream") {
            return Err(format!("{} is no stream", response.status()).into());
        }
        let body = response.into_body();
        let mut listener = Self { body, text: Vec::new(), _connection: connection };
        listener.wait_for(ACKNOWLEDGED).await?;
        Ok(listener)
    }

    /// Reads up to the notification of this method.
    async fn wait_for(&mut self, method: &str) -> Result<()> {
        loop {
            while let Some(end) = self.text.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.text.drain(..=end).collect();
                if method_of(&line).as_deref() == Some(method) {
                    return Ok(());
                }
            }
            let frame = self.body.frame().await.ok_or("the stream has ended")??;
            self.text.extend_from_slice(&frame.into_data().unwrap_or_default());
        }
    }
}

/// The method of the message in a line of an event stream.
fn method_of(line: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Notification {
        method: String,
    }
    let message: Notification = serde_json::from_slice(line.strip_prefix(b"data: ")?).ok()?;
    Some(message.method)
}
