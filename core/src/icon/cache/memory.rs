//! The cache in memory: the pictures that were shown last.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use super::{Key, is_fresh};
use crate::icon::SafeIcon;

/// How many pictures are kept.
pub(super) const MAX_PICTURES: usize = 256;
/// How many bytes they may have together.
pub(super) const MAX_BYTES: usize = 8 << 20;

/// Pictures by the address that led to them.
#[derive(Default)]
pub(in crate::icon) struct Memory(Mutex<State>);

#[derive(Default)]
struct State {
    pictures: HashMap<Key, Kept>,
    bytes: usize,
    /// Counts uses, so that it is known what was used last.
    clock: u64,
}

struct Kept {
    icon: SafeIcon,
    used: u64,
    /// When its address was asked; nothing where the picture stands in its address.
    fetched: Option<SystemTime>,
}

impl Memory {
    /// The picture, while it holds.
    pub(in crate::icon) fn picture(&self, key: &Key, now: SystemTime) -> Option<SafeIcon> {
        let mut state = self.lock();
        state.clock += 1;
        let clock = state.clock;
        let kept = state.pictures.get_mut(key)?;
        if kept.fetched.is_some_and(|fetched| !is_fresh(fetched, now)) {
            state.remove(key);
            return None;
        }
        kept.used = clock;
        Some(kept.icon.clone())
    }

    /// Keeps a picture. Those that were not used for the longest time go.
    pub(in crate::icon) fn keep(&self, key: Key, icon: SafeIcon, fetched: Option<SystemTime>) {
        let mut state = self.lock();
        state.remove(&key);
        state.clock += 1;
        state.bytes += icon.png().len();
        let used = state.clock;
        state.pictures.insert(key, Kept { icon, used, fetched });
        while state.pictures.len() > MAX_PICTURES || state.bytes > MAX_BYTES {
            let oldest = state.pictures.iter().min_by_key(|(_, kept)| kept.used);
            let Some(oldest) = oldest.map(|(key, _)| *key) else { break };
            state.remove(&oldest);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove(&mut self, key: &Key) {
        if let Some(gone) = self.pictures.remove(key) {
            self.bytes -= gone.icon.png().len();
        }
    }
}
