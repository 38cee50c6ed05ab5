//! What came with the messages of a session over HTTP beside the messages themselves: each was let
//! through by a token of its own. It knows no request and no transport.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{auth::Principal, jsonrpc::RequestId};

/// What a message brought along that was let through.
#[derive(Clone)]
pub(crate) struct Admitted {
    /// Whom its requests act for.
    pub(crate) principal: Arc<Principal>,
    /// What it takes of the room there is, until all its requests are over and nobody holds this any
    /// more; nothing where others bound that.
    pub(crate) cost: Option<Arc<dyn Send + Sync>>,
}

impl Admitted {
    /// What comes from a connection that bounds its requests by itself.
    pub(crate) fn by_connection(principal: Arc<Principal>) -> Self {
        Self { principal, cost: None }
    }
}

/// What came along with the messages that are about to be handled, by their exchanges.
#[derive(Default)]
pub(crate) struct Admissions(Mutex<HashMap<RequestId, Admitted>>);

impl Admissions {
    /// Notes what came along with the message of an exchange, until the entry is dropped.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has sessions"))]
    pub(crate) fn enter(self: &Arc<Self>, exchange: &RequestId, admitted: Admitted) -> Entry {
        self.lock().insert(exchange.clone(), admitted);
        Entry { admissions: self.clone(), exchange: exchange.clone() }
    }

    /// What came along with the message of an exchange; nothing once it was handled.
    pub(crate) fn of(&self, exchange: &RequestId) -> Option<Admitted> {
        self.lock().get(exchange).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Admitted>> {
        // A panic while it was held cannot leave the table half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message's place in the table, for as long as it has not been handled.
pub(crate) struct Entry {
    admissions: Arc<Admissions>,
    exchange: RequestId,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let gone = self.admissions.lock().remove(&self.exchange);
        drop(gone);
    }
}
