//! The identifiers of one connection's requests: those to come, and those that nobody waits for
//! any more.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use crate::jsonrpc::RequestId;

/// How many given-up requests are remembered, to tell a late answer from a wrong one.
const MAX_FORGOTTEN: usize = 256;

/// Gives out the identifiers of one connection's requests; none is given out twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids(Arc<AtomicI64>);

impl Ids {
    /// Identifiers that begin behind a number.
    pub(crate) fn behind(number: i64) -> Self {
        Self(Arc::new(AtomicI64::new(number)))
    }

    /// The next identifier: 1, 2, 3 and so on.
    pub(crate) fn next(&self) -> i64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// The requests that were given up last.
#[derive(Default)]
pub(super) struct Forgotten(VecDeque<i64>);

impl Forgotten {
    pub(super) fn note(&mut self, id: i64) {
        if self.0.len() == MAX_FORGOTTEN {
            self.0.pop_front();
        }
        self.0.push_back(id);
    }

    /// Whether an answer to this is only late.
    pub(super) fn holds(&self, id: Option<&RequestId>) -> bool {
        id.and_then(RequestId::as_integer).is_some_and(|id| self.0.contains(&id))
    }
}

/// The parameters of the notification that a request of ours is given up.
pub(super) fn cancellation(id: i64, reason: &str) -> Vec<u8> {
    let mut params = br#"{"requestId":"#.to_vec();
    crate::jsonrpc::write_id_value(&mut params, &RequestId::Number(id));
    params.extend_from_slice(br#","reason":"#);
    crate::jsonrpc::write_string(&mut params, reason);
    params.push(b'}');
    params
}
