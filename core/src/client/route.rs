//! Whose input it is, where several share a connection.
//!
//! A host has one connection to a server for all who use it. Each of them answers what the server
//! asks for the sake of its own requests, and hears nothing of what is asked for another's.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use serde_json::Value;

use super::{InputCapabilities, InputHandler};
use crate::dialect::Profile;

/// Who answers for the sake of which requests, where several share a connection.
#[derive(Default)]
pub(crate) struct InputRoutes {
    known: Mutex<HashMap<u64, Arc<dyn InputHandler>>>,
    last: AtomicU64,
}

impl InputRoutes {
    /// Whoever answers on a route, as long as it is open.
    pub(super) fn find(&self, route: u64) -> Option<Arc<dyn InputHandler>> {
        self.lock().get(&route).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<dyn InputHandler>>> {
        // A panic while it was held cannot leave the table half changed.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One who answers what a server asks for the sake of certain requests of a connection. What the
/// connection's own handler has not offered is not asked here either, and where each request says
/// what its client can do, what this one cannot answer is not offered.
#[derive(Clone)]
pub(crate) struct InputRoute(Arc<Open>);

struct Open {
    routes: Arc<InputRoutes>,
    number: u64,
    can: InputCapabilities,
}

impl InputRoute {
    /// Opens one, until the last clone is dropped.
    pub(super) fn open(routes: &Arc<InputRoutes>, handler: Arc<dyn InputHandler>) -> Self {
        let number = routes.last.fetch_add(1, Ordering::Relaxed) + 1;
        let can = handler.capabilities();
        routes.lock().insert(number, handler);
        Self(Arc::new(Open { routes: routes.clone(), number, can }))
    }

    pub(super) fn number(&self) -> u64 {
        self.0.number
    }

    /// What can be answered, as a request declares it.
    pub(super) fn declared(&self, profile: &Profile) -> String {
        Value::from(self.0.can.declared(profile)).to_string()
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let closed = self.routes.lock().remove(&self.number);
        // Only now, for it may be whatever its owner has made of it.
        drop(closed);
    }
}
