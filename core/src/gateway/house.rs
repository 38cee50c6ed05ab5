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
    error::Result,
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

struct Rooms {
    host: Host,
    /// It starts all servers, so that it is there once there is a client and not before.
    gateway: Mutex<Option<Gateway>>,
}

impl House {
    /// Receives whoever comes to the owner's socket, from now on. It must be called within a
    /// runtime.
    pub fn open(owner: Owner, host: Host) -> Self {
        let rooms = Arc::new(Rooms { host, gateway: Mutex::default() });
        let (ending, ended) = oneshot::channel();
        let mut receiving = JoinSet::new();
        receiving.spawn(receive(owner, rooms.clone(), ended));
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
    /// Those of [`Gateway::new`].
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
        let mut gateway = lock(&self.gateway);
        if let Some(gateway) = &*gateway {
            return Ok(gateway.clone());
        }
        Ok(gateway.insert(Gateway::new(self.host.clone())?).clone())
    }
}

/// Serves whoever comes until the end, ends in good order, and gives the configuration back.
async fn receive(
    mut owner: Owner,
    rooms: Arc<Rooms>,
    mut ended: oneshot::Receiver<Duration>,
) -> Owner {
    let (mut clients, mut programs) = (JoinSet::new(), JoinSet::new());
    let grace = loop {
        tokio::select! {
            grace = &mut ended => break grace.unwrap_or_default(),
            Some(arrival) = owner.next() => match arrival {
                Arrival::Relay(relayed) => drop(clients.spawn(relay(relayed, rooms.clone()))),
                Arrival::Session(session) => {
                    programs.spawn(ops::attached(session, rooms.host.clone()));
                }
            },
            Some(_) = clients.join_next() => {}
            Some(_) = programs.join_next() => {}
        }
    };
    owner.receive_no_more();
    let gateway = lock(&rooms.gateway).take();
    if let Some(gateway) = gateway {
        gateway.shut_down(grace).await;
    }
    clients.shutdown().await;
    programs.shutdown().await;
    let _ = timeout(LEAVING, owner.left()).await;
    rooms.host.close().await;
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
