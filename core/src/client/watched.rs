//! Resources that subscriptions watch, where the version has a request for each of them (until
//! 2025-11-25 `server/resources`, "Subscriptions").
//!
//! A server knows only whether a resource is watched, not by how many, so that is counted here.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Client, connection::Connection, request::Options, requests::uri_params};
use crate::{dialect::method, error::Result, peer::InFlight};

/// How many watch each resource.
#[derive(Default)]
pub(super) struct Watched(Mutex<HashMap<String, usize>>);

/// One who watches a resource. Dropping it tells the server if it was the last, and waits for
/// nothing.
pub(super) struct Watch {
    client: Client,
    uri: String,
    /// Whether it is counted.
    counted: bool,
}

impl Watched {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        // A panic while it was held cannot leave the counts half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch {
    /// Begins to watch, and waits until the server has granted it.
    pub(super) async fn begin(client: &Client, uri: &str) -> Result<Self> {
        let connection = client.connection();
        let (watch, granted) = {
            let mut watched = connection.watched.lock();
            // Asked for each time: the server may have refused it to another, or not answered yet.
            let granted = ask(connection, method::RESOURCES_SUBSCRIBE, uri)?;
            *watched.entry(uri.to_owned()).or_default() += 1;
            (Self { client: client.clone(), uri: uri.to_owned(), counted: true }, granted)
        };
        connection.note_outcome(granted).await?;
        Ok(watch)
    }

    /// Ends it, and waits for the server's answer if it was the last.
    pub(super) async fn end(mut self) {
        if let Some(ended) = self.release() {
            // The server forgets it with the connection anyway.
            let _ = self.client.connection().note_outcome(ended).await;
        }
    }

    /// The request that ends it, if it was the last. It is begun while the counts are held, so that
    /// it cannot overtake that of one who begins to watch.
    fn release(&mut self) -> Option<InFlight> {
        if !std::mem::take(&mut self.counted) {
            return None;
        }
        let connection = self.client.connection();
        let mut watched = connection.watched.lock();
        let count = watched.get_mut(&self.uri)?;
        *count -= 1;
        if *count > 0 {
            return None;
        }
        watched.remove(&self.uri);
        ask(connection, method::RESOURCES_UNSUBSCRIBE, &self.uri).ok()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(ended) = self.release() {
            ended.detach();
        }
    }
}

fn ask(connection: &Connection, method: &'static str, uri: &str) -> Result<InFlight> {
    let call = Options::default().call(connection, method, uri_params(uri))?;
    Ok(connection.peer.begin(call, None))
}
