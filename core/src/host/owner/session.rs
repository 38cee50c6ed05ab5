//! The owner's side of an attached program.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch},
    task::JoinSet,
};

use super::{
    MAX_LINE_BYTES, MAX_OPERATIONS, MAX_WAITING_EVENTS,
    lines::{LineReader, Stream, line, too_long, write},
    report::Report,
    room::Places,
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
};

/// An attached program, as its owner sees it. Dropping it ends the connection.
pub struct Session {
    name: String,
    operations: mpsc::Receiver<Operation>,
    teller: Teller,
}

impl Session {
    /// What the program calls itself: untrusted text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The next operation; nothing once the program has gone. Dropping the future loses none.
    pub async fn next(&mut self) -> Option<Operation> {
        self.operations.recv().await
    }

    /// What tells the program of events.
    pub fn teller(&self) -> Teller {
        self.teller.clone()
    }
}

/// An operation that an attached program has asked for.
///
/// At most [`MAX_OPERATIONS`] of a program are under way; each counts until its reply is written.
/// One that is dropped without a reply is answered with an error.
pub struct Operation {
    op: String,
    params: Json,
    /// Gone once it is answered.
    reply: Option<Reply>,
    /// Closed when nobody waits for the reply any more.
    wanted: watch::Receiver<()>,
}

struct Reply {
    id: u64,
    outbox: mpsc::UnboundedSender<Outgoing>,
    place: OwnedSemaphorePermit,
}

impl Operation {
    /// Which operation it is.
    pub fn op(&self) -> &str {
        &self.op
    }

    /// What it is to be done with; `null` where nothing was given.
    pub fn params(&self) -> &Json {
        &self.params
    }

    /// Returns once nobody waits for the reply any more: it was cancelled, or the program has gone.
    pub async fn cancelled(&self) {
        let mut wanted = self.wanted.clone();
        while wanted.changed().await.is_ok() {}
    }

    /// Answers it. An answer that nobody waits for any more is dropped.
    #[expect(clippy::needless_pass_by_value, reason = "an outcome is given away")]
    pub fn reply(mut self, outcome: Result<Json>) {
        self.answer(&outcome);
    }

    fn answer(&mut self, outcome: &Result<Json>) {
        let Some(Reply { id, outbox, place }) = self.reply.take() else { return };
        let text = reply_line(id, outcome).or_else(|error| reply_line(id, &Err(error)));
        if let Ok(text) = text {
            let _ = outbox.send(Outgoing { text, kind: Kind::Reply { id, _place: place } });
        }
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        let message = "the operation was dropped before it was done";
        self.answer(&Err(Error::new(ErrorCode::Cancelled, message).that_may_have_run()));
    }
}

fn reply_line(id: u64, outcome: &Result<Json>) -> Result<Vec<u8>> {
    let (result, error) = match outcome {
        Ok(result) => (Some(result), None),
        Err(error) => (None, Some(Report::from(error))),
    };
    within_limit(line(&ReplyLine { id, result, error })?)
}

/// What is longer than a line may be, line break included, would end the connection.
fn within_limit(line: Vec<u8>) -> Result<Vec<u8>> {
    if line.len() > MAX_LINE_BYTES { Err(too_long(MAX_LINE_BYTES)) } else { Ok(line) }
}

/// Tells an attached program what has happened. Clones tell the same one.
#[derive(Clone)]
pub struct Teller {
    outbox: mpsc::UnboundedSender<Outgoing>,
    /// How many bytes of events may still wait to be written.
    room: Arc<Semaphore>,
}

impl Teller {
    /// Queues an event, behind all events of before, once no more than [`MAX_WAITING_EVENTS`] wait.
    /// A program that takes nothing for ten seconds is let go. Dropping the future tells nothing.
    ///
    /// # Errors
    /// [`ErrorCode::Closed`]: the program has gone, or was let go. [`ErrorCode::Limit`]: the event
    /// is too long for a line.
    pub async fn tell(&self, event: &str, data: &Json) -> Result<()> {
        let gone = || Error::new(ErrorCode::Closed, "the attached program has gone");
        let text = within_limit(line(&EventLine { event, data })?)?;
        let bytes = u32::try_from(text.len().min(MAX_WAITING_EVENTS)).unwrap_or(u32::MAX);
        let room = tokio::select! {
            room = self.room.clone().acquire_many_owned(bytes) => room.map_err(|_| gone())?,
            () = self.outbox.closed() => return Err(gone()),
        };
        let kind = Kind::Event { _room: room };
        self.outbox.send(Outgoing { text, kind }).map_err(|_| gone())
    }
}

/// What waits to be written to a program.
pub(super) type Outbox = mpsc::UnboundedReceiver<Outgoing>;

/// A line on its way to the program.
pub(super) struct Outgoing {
    text: Vec<u8>,
    kind: Kind,
}

enum Kind {
    Reply { id: u64, _place: OwnedSemaphorePermit },
    Event { _room: OwnedSemaphorePermit },
}

#[derive(Serialize)]
struct ReplyLine<'a> {
    id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Report>,
}

#[derive(Serialize)]
struct EventLine<'a> {
    event: &'a str,
    data: &'a Json,
}

/// What a program may say.
#[derive(Deserialize)]
struct Request {
    id: Option<u64>,
    op: Option<String>,
    #[serde(default)]
    params: Json,
    cancel: Option<u64>,
}

/// A session, what runs its connection, and what waits to be written to it.
pub(super) fn session(name: String) -> (Session, Desk, Outbox) {
    // Each that is in it has its place.
    let (operations_in, operations) = mpsc::channel(2 * MAX_OPERATIONS);
    let (outbox, outgoing) = mpsc::unbounded_channel();
    let room = Arc::new(Semaphore::new(MAX_WAITING_EVENTS));
    let teller = Teller { outbox: outbox.clone(), room };
    let desk = Desk {
        operations: operations_in,
        outbox,
        places: Places::default(),
        running: Mutex::default(),
    };
    (Session { name, operations, teller }, desk, outgoing)
}

/// Reads requests and writes replies and events, side by side, so that neither waits for the other.
pub(super) struct Desk {
    operations: mpsc::Sender<Operation>,
    outbox: mpsc::UnboundedSender<Outgoing>,
    places: Places,
    /// What the program waits for. Dropping an entry cancels it.
    running: Mutex<HashMap<u64, watch::Sender<()>>>,
}

impl Desk {
    /// Runs the connection to its end.
    pub(super) async fn serve(self, lines: LineReader<Stream>, outbox: Outbox) {
        let (reader, writer) = lines.split();
        let ended = tokio::select! {
            ended = self.read(reader) => ended,
            ended = self.write(writer, outbox) => ended,
            // The program that owns the session has let it go.
            () = self.operations.closed() => Ok(()),
        };
        if let Err(error) = ended {
            tracing::debug!(target: "hostline::owner", %error, "connection ended");
        }
    }

    async fn read<R: AsyncRead + Unpin>(&self, mut lines: LineReader<R>) -> Result<()> {
        // Reading goes on meanwhile: what frees a place may be what comes next.
        let mut beginning = JoinSet::new();
        loop {
            let text = tokio::select! {
                text = lines.next() => text?,
                Some(_) = beginning.join_next() => continue,
            };
            let Some(text) = text else { return Ok(()) };
            let request: Request = serde_json::from_slice(&text).map_err(|error| {
                Error::new(ErrorCode::Protocol, "it is no request").with_source(error)
            })?;
            match request {
                Request { id: Some(id), op: Some(op), params, cancel: None } => {
                    let Some(waiting) = self.begin(id, op, params)? else { continue };
                    while beginning.try_join_next().is_some() {}
                    if beginning.len() >= MAX_OPERATIONS {
                        return Err(Error::new(ErrorCode::Limit, "too many operations at once"));
                    }
                    beginning.spawn(waiting);
                }
                Request { id: None, op: None, cancel: Some(id), .. } => {
                    self.running().remove(&id);
                }
                _ => return Err(Error::new(ErrorCode::Protocol, "it is no request")),
            }
        }
    }

    /// Hands an operation on, if there is a place for it; otherwise gives what does, once there is. A
    /// program that keeps to the limit waits only for what it has cancelled.
    fn begin(
        &self,
        id: u64,
        op: String,
        params: Json,
    ) -> Result<Option<impl Future<Output = ()> + Send + use<>>> {
        let (sender, wanted) = watch::channel(());
        if self.running().insert(id, sender).is_some() {
            return Err(Error::new(ErrorCode::Protocol, "two requests have one number"));
        }
        let places = self.places.of(&op).clone();
        let (outbox, operations) = (self.outbox.clone(), self.operations.clone());
        let hand_on = move |place| {
            let reply = Some(Reply { id, outbox, place });
            // There is room for each that has a place. It fails where the session was let go, which
            // ends the connection.
            let _ = operations.try_send(Operation { op, params, reply, wanted });
        };
        if let Ok(place) = places.clone().try_acquire_owned() {
            hand_on(place);
            return Ok(None);
        }
        Ok(Some(async move {
            if let Ok(place) = places.acquire_owned().await {
                hand_on(place);
            }
        }))
    }

    async fn write<W: AsyncWrite + Unpin>(&self, mut writer: W, mut outbox: Outbox) -> Result<()> {
        while let Some(next) = outbox.recv().await {
            match &next.kind {
                // Nobody waits for it.
                Kind::Reply { id, .. } if self.running().remove(id).is_none() => {}
                Kind::Reply { .. } | Kind::Event { .. } => write(&mut writer, &next.text).await?,
            }
        }
        Ok(())
    }

    fn running(&self) -> MutexGuard<'_, HashMap<u64, watch::Sender<()>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
