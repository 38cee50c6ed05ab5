//! A configuration that is ours, with all who come to it.
//!
//! It owns who is let in, and the order of the end: nobody new, then the clients, then the programs,
//! then the servers, and the lock last, so that the next owner begins when nothing of this one is
//! left.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{sync::oneshot, task::JoinSet, time::timeout};

use super::{Gateway, lock};
use crate::{
    error::{Error, ErrorCode, Result},
    host::{
        Host, ops,
        owner::{Arrival, Owner, Relayed},
        policy::ClientName,
    },
    transport::stream,
};

/// How long the connections of those who were let go may take to end.
const LEAVING: Duration = Duration::from_secs(1);

/// A host that owns its configuration, and everybody who comes to the owner's socket: clients that
/// other processes carry, and programs with operations.
///
/// Dropping it ends everything at once; [`House::close`] ends it in good order.
pub struct House {
    rooms: Arc<Rooms>,
    /// Ends receiving others, and says within what time.
    ending: oneshot::Sender<Duration>,
    /// Receives others, and gives the configuration back in the end.
    receiving: JoinSet<Owner>,
}

/// What becomes of the clients that other processes carry to the owner's socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relays {
    /// They are served, with all servers started for the first of them. It is for an owner that
    /// stays for long.
    Served,
    /// Nobody answers them until the owner has ended; then a process of theirs owns the
    /// configuration, and serves them. It is for an owner that ends soon: it starts no servers for
    /// strangers, and cuts nobody's requests off.
    Held,
}

struct Rooms {
    host: Host,
    gateway: Mutex<Stage>,
}

/// How far the gateway has come. It starts all servers, so that it is there once there is a client
/// and not before, and never again once the end has begun.
#[derive(Default)]
enum Stage {
    #[default]
    NotYet,
    There(Gateway),
    Over,
}

impl House {
    /// Receives whoever comes to the owner's socket, from now on: programs are served, and clients
    /// as `relays` says. It must be called within a runtime.
    pub fn open(owner: Owner, host: Host, relays: Relays) -> Self {
        let rooms = Arc::new(Rooms { host, gateway: Mutex::default() });
        let (ending, ended) = oneshot::channel();
        let mut receiving = JoinSet::new();
        receiving.spawn(receive(owner, rooms.clone(), relays, ended));
        Self { rooms, ending, receiving }
    }

    /// The host.
    pub fn host(&self) -> &Host {
        &self.rooms.host
    }

    /// The gateway before the host. The first one who asks for it, here or as a client, has all
    /// servers started.
    ///
    /// # Errors
    /// Those of [`Gateway::new`]; [`ErrorCode::Closed`] once the end has begun.
    pub fn gateway(&self) -> Result<Gateway> {
        self.rooms.gateway()
    }

    /// Ends everything in good order. What clients have running may end within `grace`. The
    /// configuration is free when it returns, and not before the servers have ended. Dropping the
    /// future ends what is left at once.
    pub async fn close(self, grace: Duration) {
        let Self { rooms, ending, mut receiving } = self;
        let _ = ending.send(grace);
        let owner = receiving.join_next().await;
        drop(rooms);
        drop(owner);
    }
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").field("host", &self.rooms.host).finish_non_exhaustive()
    }
}

impl Rooms {
    fn gateway(&self) -> Result<Gateway> {
        let mut stage = lock(&self.gateway);
        match &*stage {
            Stage::NotYet => {
                let gateway = Gateway::new(self.host.clone())?;
                *stage = Stage::There(gateway.clone());
                Ok(gateway)
            }
            Stage::There(gateway) => Ok(gateway.clone()),
            Stage::Over => Err(Error::new(ErrorCode::Closed, "the gateway has ended")),
        }
    }

    /// There is no gateway from now on. Gives the one that there was.
    fn end(&self) -> Option<Gateway> {
        match std::mem::replace(&mut *lock(&self.gateway), Stage::Over) {
            Stage::There(gateway) => Some(gateway),
            Stage::NotYet | Stage::Over => None,
        }
    }
}

/// Serves whoever comes until the end, ends in good order, and gives the configuration back.
async fn receive(
    mut owner: Owner,
    rooms: Arc<Rooms>,
    relays: Relays,
    mut ended: oneshot::Receiver<Duration>,
) -> Owner {
    let (mut clients, mut programs) = (JoinSet::new(), JoinSet::new());
    let mut held = Vec::new();
    let grace = loop {
        tokio::select! {
            grace = &mut ended => break grace.unwrap_or_default(),
            Some(arrival) = owner.next() => match arrival {
                Arrival::Relay(relayed) => match relays {
                    Relays::Served => drop(clients.spawn(relay(relayed, rooms.clone()))),
                    Relays::Held => held.push(relayed),
                },
                Arrival::Session(session) => {
                    programs.spawn(ops::attached(session, rooms.host.clone()));
                }
            },
            Some(_) = clients.join_next() => {}
            Some(_) = programs.join_next() => {}
        }
    };
    owner.receive_no_more();
    if let Some(gateway) = rooms.end() {
        gateway.shut_down(grace).await;
    }
    clients.shutdown().await;
    programs.shutdown().await;
    let _ = timeout(LEAVING, owner.left()).await;
    rooms.host.close().await;
    // Their processes look for the next owner from now on, which cannot be there much earlier.
    drop(held);
    owner
}

async fn relay(relayed: Relayed, rooms: Arc<Rooms>) {
    let gateway = match rooms.gateway() {
        Ok(gateway) => gateway,
        Err(error) => {
            tracing::warn!(target: "hostline::gateway", %error, "a client was let go");
            return;
        }
    };
    // One that is not called anything is called after what it says of itself.
    let client = ClientName::parse(&relayed.client).ok();
    // How it ends concerns that client alone.
    let _ = gateway.serve(stream::split(relayed.stream), client).await;
}

#[cfg(test)]
#[cfg(unix)]
#[path = "house_tests.rs"]
mod tests;
