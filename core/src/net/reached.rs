//! Where servers were reached: what a connection has shown, whatever their names resolve to now.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::address::Kind;

/// How many hosts are remembered. A person names a few.
const MAX_HOSTS: usize = 256;

/// The kinds of places at which hosts were reached.
#[derive(Default)]
pub(super) struct Reached(Mutex<HashMap<String, Vec<Kind>>>);

impl Reached {
    /// Notes that a connection to a host is open; over TLS, that its certificate is valid.
    pub(super) fn note(&self, host: &str, address: IpAddr) {
        let (mut hosts, kind) = (self.lock(), Kind::of(address));
        let has_room = hosts.len() < MAX_HOSTS;
        match hosts.get_mut(host) {
            Some(kinds) if kinds.contains(&kind) => {}
            Some(kinds) => kinds.push(kind),
            None if has_room => {
                hosts.insert(host.to_owned(), vec![kind]);
            }
            None => {}
        }
    }

    /// The kinds of the addresses at which a host was reached; none if it was not, or not directly.
    pub(super) fn kinds(&self, host: &str) -> Vec<Kind> {
        self.lock().get(host).cloned().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Kind>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
