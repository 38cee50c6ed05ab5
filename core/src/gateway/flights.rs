//! Who has requests under way at which server.
//!
//! A server's log messages do not say for whose sake they are. They are handed on only as long as
//! that is certain: while one client alone has requests there.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use super::lock;
use crate::host::{ServerName, policy::SessionId};

/// The requests under way.
#[derive(Clone, Default)]
pub(super) struct Flights(Arc<Mutex<Under>>);

#[derive(Default)]
struct Under {
    last: u64,
    /// By server, the oldest first.
    way: HashMap<ServerName, Vec<Known>>,
}

/// What is known of a request.
struct Known {
    number: u64,
    session: SessionId,
    /// Whether it waits for its client, and can tell it nothing.
    is_parked: bool,
}

/// One request, under way until it is dropped.
pub(super) struct Flight {
    flights: Flights,
    server: ServerName,
    number: u64,
}

impl Flights {
    /// A request is under way.
    pub(super) fn begin(&self, server: ServerName, session: SessionId) -> Flight {
        let mut under = lock(&self.0);
        under.last += 1;
        let number = under.last;
        let known = Known { number, session, is_parked: false };
        under.way.entry(server.clone()).or_default().push(known);
        Flight { flights: self.clone(), server, number }
    }
}

impl Flight {
    /// Whether what a server says now is for the client of this request, and this request is the one
    /// to tell it by.
    pub(super) fn hears(&self, server: &ServerName) -> bool {
        if *server != self.server {
            return false;
        }
        let under = lock(&self.flights.0);
        let Some(all) = under.way.get(server) else { return false };
        let Some(first) = all.iter().find(|known| !known.is_parked) else { return false };
        first.number == self.number && all.iter().all(|other| other.session == first.session)
    }

    /// Says whether the request waits for its client, who may never come back. Another one of the
    /// same client is told then.
    pub(super) fn park(&self, is_parked: bool) {
        let mut under = lock(&self.flights.0);
        let all = under.way.get_mut(&self.server).into_iter().flatten();
        for known in all.filter(|known| known.number == self.number) {
            known.is_parked = is_parked;
        }
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        let mut under = lock(&self.flights.0);
        if let Some(all) = under.way.get_mut(&self.server) {
            all.retain(|known| known.number != self.number);
            if all.is_empty() {
                under.way.remove(&self.server);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_hears_what_a_server_says_while_nobody_else_has_requests_there() {
        let (flights, server) = (Flights::default(), ServerName::parse("files").unwrap());
        let begin = |session: &str| flights.begin(server.clone(), SessionId::from(session));
        let first = begin("a");
        assert!(first.hears(&server));
        assert!(!first.hears(&ServerName::parse("other").unwrap()));
        let second = begin("a");
        assert!(first.hears(&server) && !second.hears(&server), "each message is told once");
        let stranger = begin("b");
        assert!(!first.hears(&server) && !stranger.hears(&server));
        drop((first, stranger));
        assert!(second.hears(&server));
        drop(second);
        assert!(lock(&flights.0).way.is_empty());
    }

    #[test]
    fn a_request_that_waits_for_its_client_keeps_nothing_from_its_other_requests() {
        let (flights, server) = (Flights::default(), ServerName::parse("files").unwrap());
        let begin = |session: &str| flights.begin(server.clone(), SessionId::from(session));
        let (waiting, second) = (begin("a"), begin("a"));
        waiting.park(true);
        assert!(second.hears(&server) && !waiting.hears(&server));
        let stranger = begin("b");
        assert!(!second.hears(&server) && !stranger.hears(&server), "it may be for who waits");
        drop(stranger);
        waiting.park(false);
        assert!(waiting.hears(&server) && !second.hears(&server));
    }
}
