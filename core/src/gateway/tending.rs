//! What a gateway does by itself: it tells what has changed, and forgets what nobody comes back for.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::{
    sync::{broadcast::error::RecvError, mpsc},
    task::{AbortHandle, JoinSet},
    time::{Instant, MissedTickBehavior, interval, sleep},
};

use super::{GatewayClients, Shared, asking::page};
use crate::{
    client::Event,
    error::ErrorCode,
    host::{Host, Said},
    server::ServerHandle,
};

/// The most resources that are watched at servers for all clients together.
pub(super) const MAX_WATCHED: usize = 1024;
/// How often it is looked at what nobody needs any more.
const SWEEP: Duration = Duration::from_mins(1);
/// How often it is looked at who may be here no more. A client that was removed is gone within a
/// second.
const REVIEW: Duration = Duration::from_millis(500);
/// How long somebody who has asked to watch a resource may take to begin.
const BEGINNING: Duration = Duration::from_secs(10);
/// How long a subscription that has ended is left alone: at first, and at most.
const PAUSE: [Duration; 2] = [Duration::from_secs(1), Duration::from_mins(1)];

/// Tends a gateway until it is dropped.
pub(super) async fn tend(
    shared: Arc<Shared>,
    server: ServerHandle,
    clients: GatewayClients,
    mut wanted: mpsc::Receiver<String>,
) {
    let (mut catalogue, mut events) = (shared.host.catalogue(), shared.host.events());
    let mut sweep = interval(SWEEP);
    sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut review = interval(REVIEW);
    review.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut watches, mut told) = (Watches::default(), String::new());
    loop {
        tokio::select! {
            changed = catalogue.changed() => {
                if changed.is_err() {
                    return;
                }
                let now = catalogue.borrow_and_update().clone();
                shared.listings.of(&now, &server);
            }
            event = events.recv() => match event {
                Ok(Said { server: name, event: Event::ElicitationComplete { id }, .. }) => {
                    server.elicitation_complete(&page(name.as_str(), &id));
                }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            },
            Some(address) = wanted.recv() => watches.begin(&shared.host, &server, address),
            _ = sweep.tick() => {
                shared.parked.sweep();
                watches.sweep(&server);
            }
            _ = review.tick() => dismiss(&shared, &clients, &mut told).await,
            Some(_) = watches.tasks.join_next() => {}
        }
    }
}

/// Forgets the clients whose tokens were taken back. What is wrong with their file is told once.
async fn dismiss(shared: &Shared, clients: &GatewayClients, told: &mut String) {
    match clients.review().await {
        Ok(gone) => {
            told.clear();
            for principal in &gone {
                shared.dismiss(principal);
            }
        }
        Err(error) => {
            let error = error.to_string();
            if error != *told {
                tracing::warn!(target: "hostline::gateway", %error, "no client is let go");
                *told = error;
            }
        }
    }
}

/// The resources that are watched at servers, each of them once.
#[derive(Default)]
struct Watches {
    under_way: HashMap<String, (AbortHandle, Instant)>,
    tasks: JoinSet<()>,
}

impl Watches {
    fn begin(&mut self, host: &Host, server: &ServerHandle, address: String) {
        let now = Instant::now();
        if let Some((task, asked)) = self.under_way.get_mut(&address)
            && !task.is_finished()
        {
            *asked = now;
            return;
        }
        if self.under_way.len() >= MAX_WATCHED {
            self.sweep(server);
        }
        if self.under_way.len() < MAX_WATCHED {
            let following = follow(host.clone(), server.clone(), address.clone());
            self.under_way.insert(address, (self.tasks.spawn(following), now));
        }
    }

    /// Ends what nobody watches any more.
    fn sweep(&mut self, server: &ServerHandle) {
        self.under_way.retain(|address, (task, asked)| {
            let is_wanted = asked.elapsed() < BEGINNING || server.is_watched(address);
            if !is_wanted {
                task.abort();
            }
            is_wanted && !task.is_finished()
        });
    }
}

/// Tells of each change of a resource, whatever becomes of the connection to its server.
async fn follow(host: Host, server: ServerHandle, address: String) {
    let (mut pause, mut was_lost) = (PAUSE[0], false);
    loop {
        match host.watch(&address).await {
            Ok(mut watching) => {
                pause = PAUSE[0];
                if was_lost {
                    // It may have changed while nobody looked.
                    server.resource_updated(&address);
                }
                while watching.next().await.is_some() {
                    server.resource_updated(&address);
                }
            }
            Err(error) => {
                tracing::debug!(target: "hostline::gateway", %error, "not watched");
                let is_no = matches!(
                    error.code(),
                    ErrorCode::Denied
                        | ErrorCode::InvalidInput
                        | ErrorCode::MissingCapability
                        | ErrorCode::Rpc
                );
                if is_no {
                    return;
                }
            }
        }
        was_lost = true;
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE[1]);
    }
}
