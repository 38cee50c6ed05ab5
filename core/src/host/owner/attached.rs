//! An attached program's side of its connection to the owner.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::{Deserialize, Serialize};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{broadcast, mpsc, oneshot},
    task::JoinSet,
};

use super::{
    MAX_LINE_BYTES, MAX_MISSABLE_EVENTS,
    lines::{LineReader, Stream, line, too_long, write},
    opening::Welcome,
    report::Report,
    room::Places,
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
};

/// A connection to the owner of a configuration, for operations. Clones share it, and it ends with
/// the last of them.
#[derive(Clone)]
pub struct Attached(Arc<Inner>);

struct Inner {
    outbox: mpsc::UnboundedSender<Vec<u8>>,
    pending: Arc<Pending>,
    places: Places,
    next: AtomicU64,
    events: broadcast::WeakSender<Told>,
    /// Hears everything from the beginning, until somebody asks for it.
    first: Mutex<Option<broadcast::Receiver<Told>>>,
    welcome: Welcome,
    _driver: JoinSet<()>,
}

/// Who waits for which reply. Whoever comes after the end is told at once.
#[derive(Default)]
struct Pending(Mutex<Option<HashMap<u64, oneshot::Sender<Result<Json>>>>>);

impl Attached {
    /// Runs a connection whose first lines are said.
    pub(super) fn open(lines: LineReader<Stream>, welcome: Welcome) -> Self {
        let (outbox, outgoing) = mpsc::unbounded_channel();
        let (sender, first) = broadcast::channel(MAX_MISSABLE_EVENTS);
        let pending = Arc::new(Pending(Mutex::new(Some(HashMap::new()))));
        let events = sender.downgrade();
        let mut driver = JoinSet::new();
        driver.spawn(drive(lines, outgoing, pending.clone(), sender));
        Self(Arc::new(Inner {
            outbox,
            pending,
            places: Places::default(),
            next: AtomicU64::new(1),
            events,
            first: Mutex::new(Some(first)),
            welcome,
            _driver: driver,
        }))
    }

    /// Does an operation at the owner. At most [`MAX_OPERATIONS`](super::MAX_OPERATIONS) are under
    /// way; the next one waits here. Dropping the future cancels it there.
    ///
    /// # Errors
    /// What the owner answers, with its code. [`ErrorCode::Closed`]: the owner has ended; it may
    /// have done it all the same, as the error says. [`ErrorCode::Limit`]: the request or the reply
    /// is too long.
    pub async fn call(&self, op: &str, params: &Json) -> Result<Json> {
        let inner = &*self.0;
        let _place = inner.places.of(op).acquire().await.map_err(|_| ended())?;
        let id = inner.next.fetch_add(1, Ordering::Relaxed);
        let text = line(&Request { id, op, params })?;
        if text.len() > MAX_LINE_BYTES {
            return Err(too_long(MAX_LINE_BYTES));
        }
        let answer = inner.pending.expect(id).ok_or_else(ended)?;
        // Goes before the place, so that the owner hears of the end before the next beginning.
        let _cancelling = Cancelling { id, inner };
        inner.outbox.send(text).map_err(|_| ended())?;
        answer.await.unwrap_or_else(|_| Err(ended().that_may_have_run()))
    }

    /// What the owner tells. The first one who asks hears everything from the beginning, as far as
    /// it is kept; others hear what comes from then on.
    pub fn events(&self) -> Events {
        let mut first = self.0.first.lock().unwrap_or_else(PoisonError::into_inner);
        let receiver = first.take().or_else(|| Some(self.0.events.upgrade()?.subscribe()));
        Events(receiver)
    }

    /// Returns once the owner has ended or let us go.
    pub async fn closed(&self) {
        self.0.outbox.closed().await;
    }

    /// The number of the owner's process.
    pub fn process(&self) -> u32 {
        self.0.welcome.process
    }
}

/// What an owner tells one listener. Dropping it listens no more.
pub struct Events(Option<broadcast::Receiver<Told>>);

/// Something that the owner has told.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// An event.
    Event {
        /// Which one.
        event: String,
        /// What belongs to it.
        data: Json,
    },
    /// So many events were not listened to in time, and are lost: more than
    /// [`MAX_MISSABLE_EVENTS`] were waiting.
    Missed(u64),
}

impl Events {
    /// The next one; nothing once the connection has ended. Dropping the future loses none.
    pub async fn next(&mut self) -> Option<Told> {
        match self.0.as_mut()?.recv().await {
            Ok(told) => Some(told),
            Err(broadcast::error::RecvError::Lagged(count)) => Some(Told::Missed(count)),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// Gives a request up unless its reply has come.
struct Cancelling<'a> {
    id: u64,
    inner: &'a Inner,
}

impl Drop for Cancelling<'_> {
    fn drop(&mut self) {
        if self.inner.pending.take(self.id).is_some()
            && let Ok(text) = line(&Cancel { cancel: self.id })
        {
            let _ = self.inner.outbox.send(text);
        }
    }
}

impl Pending {
    fn expect(&self, id: u64) -> Option<oneshot::Receiver<Result<Json>>> {
        let (sender, receiver) = oneshot::channel();
        self.waiting().as_mut()?.insert(id, sender);
        Some(receiver)
    }

    fn take(&self, id: u64) -> Option<oneshot::Sender<Result<Json>>> {
        self.waiting().as_mut()?.remove(&id)
    }

    fn waiting(&self) -> MutexGuard<'_, Option<HashMap<u64, oneshot::Sender<Result<Json>>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets everybody go who waits, whatever ends the connection.
struct Ending(Arc<Pending>);

impl Drop for Ending {
    fn drop(&mut self) {
        *self.0.waiting() = None;
    }
}

#[derive(Serialize)]
struct Request<'a> {
    id: u64,
    op: &'a str,
    params: &'a Json,
}

#[derive(Serialize)]
struct Cancel {
    cancel: u64,
}

/// What the owner may say.
#[derive(Deserialize)]
struct Said {
    id: Option<u64>,
    /// A result that is `null` reads like none.
    result: Option<Json>,
    error: Option<Report>,
    event: Option<String>,
    #[serde(default)]
    data: Json,
}

/// Reads and writes side by side, so that neither waits for the other.
async fn drive(
    lines: LineReader<Stream>,
    outgoing: mpsc::UnboundedReceiver<Vec<u8>>,
    pending: Arc<Pending>,
    events: broadcast::Sender<Told>,
) {
    let ending = Ending(pending);
    let (reader, writer) = lines.split();
    let ended = tokio::select! {
        ended = hear(reader, &ending.0, &events) => ended,
        ended = say(writer, outgoing) => ended,
    };
    if let Err(error) = ended {
        tracing::debug!(target: "hostline::owner", %error, "connection ended");
    }
}

async fn say<W: AsyncWrite + Unpin>(
    mut writer: W,
    mut outgoing: mpsc::UnboundedReceiver<Vec<u8>>,
) -> Result<()> {
    while let Some(text) = outgoing.recv().await {
        write(&mut writer, &text).await?;
    }
    Ok(())
}

async fn hear<R: AsyncRead + Unpin>(
    mut lines: LineReader<R>,
    pending: &Pending,
    events: &broadcast::Sender<Told>,
) -> Result<()> {
    while let Some(text) = lines.next().await? {
        let said: Said = serde_json::from_slice(&text).map_err(|error| {
            Error::new(ErrorCode::Protocol, "the owner said what is not known").with_source(error)
        })?;
        match said {
            Said { event: Some(event), data, .. } => {
                // Nobody need listen.
                let _ = events.send(Told::Event { event, data });
            }
            Said { id: Some(id), result, error, .. } => {
                let outcome = match error {
                    Some(report) => Err(report.into()),
                    None => Ok(result.unwrap_or_default()),
                };
                // Its caller may have gone.
                if let Some(waiting) = pending.take(id) {
                    let _ = waiting.send(outcome);
                }
            }
            _ => return Err(Error::new(ErrorCode::Protocol, "the owner said nothing")),
        }
    }
    Ok(())
}

fn ended() -> Error {
    Error::new(ErrorCode::Closed, "the owner of the configuration has ended")
        .with_next_step("try again: the next owner takes its place")
}
