//! Results that the server allows to be reused for a while (2026-07-28
//! `server/utilities/caching`).
//!
//! Each connection has its own cache, so what is private to one user never reaches another.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use bytes::Bytes;

use crate::dialect::method;

/// The most results that are kept.
const MAX_ENTRIES: usize = 512;
/// The most bytes of results that are kept.
const MAX_BYTES: usize = 16 << 20;
/// The longest time that a result is kept, whatever the server says.
const MAX_AGE: Duration = Duration::from_hours(24);

/// The cache of one connection; clones share it.
#[derive(Clone, Default)]
pub(crate) struct Cache(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    entries: HashMap<Key, Entry>,
    bytes: usize,
    /// Counts what was dropped, so that a result that was on its way meanwhile is not kept.
    generation: u64,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    method: &'static str,
    params: Bytes,
}

struct Entry {
    result: Bytes,
    until: Instant,
}

/// What [`Cache::put`] needs to know from before the request was sent.
#[derive(Clone, Copy)]
pub(crate) struct Generation(u64);

impl Cache {
    /// The result of a request, while it is fresh.
    pub(crate) fn get(&self, now: Instant, method: &'static str, params: &Bytes) -> Option<Bytes> {
        let state = self.lock();
        if state.entries.is_empty() {
            return None;
        }
        let key = Key { method, params: params.clone() };
        let entry = state.entries.get(&key)?;
        (now < entry.until).then(|| entry.result.clone())
    }

    /// Which changes the server has told of so far.
    pub(crate) fn generation(&self) -> Generation {
        Generation(self.lock().generation)
    }

    /// Keeps a result for `ttl_ms` milliseconds, unless something changed while it was on its way.
    pub(crate) fn put(
        &self,
        now: Instant,
        before: Generation,
        method: &'static str,
        params: Bytes,
        result: &Bytes,
        ttl_ms: u64,
    ) {
        let mut state = self.lock();
        if ttl_ms == 0 || state.generation != before.0 || result.len() > MAX_BYTES / 4 {
            return;
        }
        if state.entries.len() >= MAX_ENTRIES || state.bytes + result.len() > MAX_BYTES {
            state.retain(|_, entry| now < entry.until);
        }
        if state.entries.len() >= MAX_ENTRIES || state.bytes + result.len() > MAX_BYTES {
            state.retain(|_, _| false);
        }
        let until = now + Duration::from_millis(ttl_ms).min(MAX_AGE);
        // A copy of its own, since a slice would hold the whole buffer that it was read into.
        let result = Bytes::copy_from_slice(result);
        state.bytes += result.len();
        let old = state.entries.insert(Key { method, params }, Entry { result, until });
        state.bytes -= old.map_or(0, |entry| entry.result.len());
    }

    pub(crate) fn drop_tools(&self) {
        self.drop_methods(&[method::TOOLS_LIST]);
    }

    pub(crate) fn drop_prompts(&self) {
        self.drop_methods(&[method::PROMPTS_LIST]);
    }

    pub(crate) fn drop_resource_lists(&self) {
        self.drop_methods(&[method::RESOURCES_LIST, method::RESOURCE_TEMPLATES_LIST]);
    }

    pub(crate) fn drop_resource(&self, uri: &str) {
        let params = super::requests::uri_params(uri);
        let mut state = self.lock();
        state.generation += 1;
        state.retain(|key, _| key.method != method::RESOURCES_READ || key.params != params);
    }

    fn drop_methods(&self, methods: &[&str]) {
        let mut state = self.lock();
        state.generation += 1;
        state.retain(|key, _| !methods.contains(&key.method));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave the table half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn retain(&mut self, mut keep: impl FnMut(&Key, &Entry) -> bool) {
        let mut bytes = 0;
        self.entries.retain(|key, entry| {
            let kept = keep(key, entry);
            bytes += if kept { entry.result.len() } else { 0 };
            kept
        });
        self.bytes = bytes;
    }
}
