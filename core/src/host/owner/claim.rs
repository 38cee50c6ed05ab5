//! Who owns a configuration: whoever holds its lock.

use std::{
    fs::{self, File},
    path::PathBuf,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{
    MAX_LINE_BYTES,
    attached::Attached,
    lines::{LineReader, Stream},
    opening::{MAX_OPENING_BYTES, Opening, Welcome},
    place::Place,
    reception::{self, Arrival},
    relay::RelayStream,
    socket::{self, Listener},
};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
};

const LOCK: &str = "owner.lock";
/// Says where the owner's socket is.
const NOTICE: &str = "owner.json";
const MAX_NOTICE_BYTES: usize = 4 << 10;
/// How many of those who have come may wait for the program to see them.
const WAITING_ARRIVALS: usize = 16;
/// How long to wait before trying again to own or to reach: at first, and at most.
const PAUSE: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(200)];

/// Whether a configuration is ours.
pub enum Claim<T = Taken> {
    /// It is.
    Owner(Owner),
    /// Another process owns it, and this is the way to that one.
    Taken(T),
}

/// The owner of a configuration.
///
/// It listens from the beginning; who comes waits until [`Self::next`] is called. Dropping it ends
/// all attached sessions, closes the socket and lets the next one own; the streams of relays that
/// were handed out end when they are dropped.
pub struct Owner {
    place: Place,
    socket: Option<PathBuf>,
    arrivals: mpsc::Receiver<Arrival>,
    /// Lets nobody in any more when it is dropped.
    receiving: Option<oneshot::Sender<()>>,
    tasks: JoinSet<()>,
    /// Goes last.
    _lock: File,
}

/// What the owner says of itself beside its lock.
#[derive(Serialize, Deserialize)]
struct Notice {
    socket: Option<String>,
}

impl Owner {
    /// Tries to own a configuration. It never waits for another owner. It must be called within a
    /// runtime.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: the folder for data cannot be used, or the socket cannot be made.
    pub async fn claim(place: &Place) -> Result<Claim> {
        let folder = Folder::new(place.data().to_owned());
        let lock = match folder.lock(LOCK, Duration::ZERO).await {
            Err(error) if error.code() == ErrorCode::Timeout => {
                return Ok(Claim::Taken(Taken { place: place.clone() }));
            }
            lock => lock?,
        };
        let (listener, socket) = Listener::open(place)?;
        let told = socket.as_ref().and_then(|path| path.to_str()).map(str::to_owned);
        let notice = serde_json::to_vec(&Notice { socket: told }).map_err(|error| {
            Error::new(ErrorCode::Internal, "the owner's notice has no JSON form")
                .with_source(error)
        })?;
        folder.write(NOTICE, &notice)?;
        let (sender, arrivals) = mpsc::channel(WAITING_ARRIVALS);
        let (receiving, over) = oneshot::channel();
        let mut tasks = JoinSet::new();
        tasks.spawn(reception::receive(listener, sender, over));
        Ok(Claim::Owner(Self {
            place: place.clone(),
            socket,
            arrivals,
            receiving: Some(receiving),
            tasks,
            _lock: lock,
        }))
    }

    /// Owns a configuration or attaches to its owner, whichever comes first. `name` says who we are.
    /// While the owner of before ends and the next one begins, it tries again until `within` is
    /// over. Dropping the future leaves nothing behind.
    ///
    /// # Errors
    /// [`ErrorCode::UnsupportedVersion`]: the owner is of another release.
    /// [`ErrorCode::Transport`], [`ErrorCode::Closed`]: there is an owner, and it could not be
    /// reached in time. Those of [`Self::claim`].
    pub async fn claim_or_attach(
        place: &Place,
        name: &str,
        within: Duration,
    ) -> Result<Claim<Attached>> {
        Ok(match claim_or_meet(place, &Opening::attach(name), within).await? {
            Claim::Owner(owner) => Claim::Owner(owner),
            Claim::Taken((lines, welcome)) => Claim::Taken(attach((lines, welcome))),
        })
    }

    /// The same for a relay: owns a configuration, or opens the way to its owner for the messages of
    /// a client.
    ///
    /// # Errors
    /// Those of [`Self::claim_or_attach`].
    pub async fn claim_or_relay(
        place: &Place,
        client: &str,
        within: Duration,
    ) -> Result<Claim<RelayStream>> {
        Ok(match claim_or_meet(place, &Opening::relay(client), within).await? {
            Claim::Owner(owner) => Claim::Owner(owner),
            Claim::Taken((lines, _)) => Claim::Taken(RelayStream::new(lines.into_reader(), None)),
        })
    }

    /// The next one who has come; nobody after [`Self::receive_no_more`]. Dropping the future loses
    /// nobody.
    pub async fn next(&mut self) -> Option<Arrival> {
        self.arrivals.recv().await
    }

    /// Lets nobody in any more: the socket is gone, and who comes now tries again until the next
    /// owner is there. Who was handed out already stays.
    pub fn receive_no_more(&mut self) {
        self.remove_socket();
        self.receiving = None;
        self.arrivals.close();
        // Whoever has been greeted and not been seen is let go.
        while self.arrivals.try_recv().is_ok() {}
    }

    /// Waits until everybody has left who was let in, after [`Self::receive_no_more`]. Dropping the
    /// future changes nothing.
    pub async fn left(&mut self) {
        while self.tasks.join_next().await.is_some() {}
    }

    /// The lock is still held, so the socket is ours and not the next one's.
    fn remove_socket(&mut self) {
        if let Some(socket) = self.socket.take() {
            let _ = fs::remove_file(socket);
        }
    }

    /// Where what belongs to the configuration stands.
    pub fn place(&self) -> &Place {
        &self.place
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.remove_socket();
    }
}

/// A configuration that another process owns.
#[derive(Clone, Debug)]
pub struct Taken {
    place: Place,
}

impl Taken {
    /// Attaches to the owner for operations. `name` says who we are.
    ///
    /// # Errors
    /// [`ErrorCode::Transport`], [`ErrorCode::Closed`]: the owner cannot be reached, or is ending
    /// just now. [`ErrorCode::UnsupportedVersion`]: it is of another release.
    /// [`ErrorCode::Limit`]: it has too many connections.
    pub async fn attach(&self, name: &str) -> Result<Attached> {
        let (lines, welcome) = self.meet(&Opening::attach(name)).await?;
        Ok(attach((lines, welcome)))
    }

    /// Opens the way to the owner for the messages of a client.
    ///
    /// # Errors
    /// Those of [`Self::attach`].
    pub async fn relay(&self, client: &str) -> Result<RelayStream> {
        let (lines, _) = self.meet(&Opening::relay(client)).await?;
        Ok(RelayStream::new(lines.into_reader(), None))
    }

    async fn meet(&self, opening: &Opening) -> Result<Met> {
        let stream = socket::connect(&self.socket()?).await?;
        let mut lines = LineReader::new(stream, MAX_OPENING_BYTES);
        let welcome = opening.say(&mut lines).await?;
        Ok((lines, welcome))
    }

    /// Where the owner says that it listens.
    fn socket(&self) -> Result<PathBuf> {
        let folder = Folder::new(self.place.data().to_owned());
        let notice = folder.read(NOTICE, MAX_NOTICE_BYTES)?;
        let notice = notice.and_then(|bytes| serde_json::from_slice::<Notice>(&bytes).ok());
        let notice = notice.ok_or_else(|| {
            let message = "the owner of the configuration does not listen yet";
            Error::new(ErrorCode::Transport, message)
        })?;
        // Where there are no sockets, whoever connects is told so.
        Ok(notice.socket.map_or_else(PathBuf::new, PathBuf::from))
    }
}

/// A connection whose first lines are said.
type Met = (LineReader<Stream>, Welcome);

fn attach((lines, welcome): Met) -> Attached {
    Attached::open(LineReader::over(lines.into_reader(), MAX_LINE_BYTES), welcome)
}

async fn claim_or_meet(place: &Place, opening: &Opening, within: Duration) -> Result<Claim<Met>> {
    let (deadline, mut pause) = (Instant::now() + within, PAUSE[0]);
    loop {
        let taken = match Owner::claim(place).await? {
            Claim::Owner(owner) => return Ok(Claim::Owner(owner)),
            Claim::Taken(taken) => taken,
        };
        match taken.meet(opening).await {
            Ok(met) => return Ok(Claim::Taken(met)),
            Err(error) if !is_between_owners(&error) || Instant::now() >= deadline => {
                return Err(error);
            }
            Err(_) => {}
        }
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE[1]);
    }
}

/// Whether an owner may just be ending or beginning.
fn is_between_owners(error: &Error) -> bool {
    matches!(error.code(), ErrorCode::Transport | ErrorCode::Closed)
}
