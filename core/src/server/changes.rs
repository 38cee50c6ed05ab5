//! Who hears that lists and resources have changed (2026-07-28 `basic/patterns/subscriptions`).
//!
//! What has changed is kept once for each subscriber: a flag for each list, and a flag for each
//! resource that it watches. So nothing is lost and nothing grows, however slow a subscriber is.
//! It knows no connection and no notification; whoever asks for changes writes them down.

use std::{
    collections::{HashMap, HashSet},
    fmt, mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use super::share::{Owner, Shares};
use crate::{
    error::{Error, ErrorCode, Result},
    model::SubscriptionFilter,
};

/// The most subscribers at a time.
pub(crate) const MAX_SUBSCRIBERS: usize = 10_000;
/// The most resources that one subscriber watches.
pub(crate) const MAX_URIS: usize = 1024;
/// The most bytes that the addresses of one subscriber take, with [`URI_OVERHEAD`] for each.
pub(crate) const MAX_URI_BYTES: usize = 1 << 20;
/// The most bytes that the addresses of all subscribers take together.
pub(crate) const MAX_ALL_URI_BYTES: usize = 64 << 20;
/// The most subscribers of one principal at a time.
pub(crate) const MAX_SUBSCRIBERS_OF_ONE: usize = 1_000;
/// The most bytes that the addresses of one principal take, of all of its subscribers.
pub(crate) const MAX_URI_BYTES_OF_ONE: usize = 8 << 20;
/// What an address costs beside its own bytes, roughly.
const URI_OVERHEAD: usize = 128;

/// Tells the clients of a server what has changed. Clones tell the same clients.
///
/// Each method returns at once. Changes that come faster than a client takes them become one, so
/// that calling too often costs nothing but the call.
#[derive(Clone, Default)]
pub(crate) struct Changes(Arc<Mutex<Registry>>);

/// One who hears of changes. Dropping it ends that.
pub(crate) struct Subscriber {
    changes: Changes,
    key: u64,
    wake: Arc<Notify>,
}

/// Something that changed, of what a subscriber wants to hear of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A list has other items than before.
    List(List),
    /// A resource that is watched, by its address.
    Resource(Arc<str>),
}

/// A list that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Tools,
    Prompts,
    Resources,
}

/// Checks that a filter names no more resources than one subscriber may watch.
///
/// It fails with [`ErrorCode::Limit`].
pub(crate) fn check_filter(filter: &SubscriptionFilter) -> Result<()> {
    let uris = filter.resource_subscriptions.as_deref().unwrap_or_default();
    check_size(uris.len(), uris.iter().map(|uri| weight(uri)).sum())
}

fn check_size(count: usize, bytes: usize) -> Result<()> {
    if count > MAX_URIS || bytes > MAX_URI_BYTES {
        return Err(too_much("a subscription names too many resources"));
    }
    Ok(())
}

impl Changes {
    /// The list of tools has changed.
    pub(crate) fn tools(&self) {
        self.tell(|registry| registry.change_list(List::Tools));
    }

    /// The list of prompts has changed.
    pub(crate) fn prompts(&self) {
        self.tell(|registry| registry.change_list(List::Prompts));
    }

    /// The list of resources or of their templates has changed.
    pub(crate) fn resources(&self) {
        self.tell(|registry| registry.change_list(List::Resources));
    }

    /// A resource has changed. Those hear of it who named exactly this address, byte by byte; who
    /// watches a folder does not hear of what is in it.
    pub(crate) fn resource_updated(&self, uri: &str) {
        self.tell(|registry| registry.change_resource(uri));
    }

    /// Whether anybody watches a resource.
    #[cfg(feature = "http")]
    pub(crate) fn is_watched(&self, uri: &str) -> bool {
        self.lock().watchers.contains_key(uri)
    }

    /// Nothing changes any more: each subscriber hears what it has not heard yet, and then the end.
    pub(crate) fn end(&self) {
        self.tell(|registry| {
            registry.ended = true;
            registry.subscribers.values().map(|subscriber| subscriber.wake.clone()).collect()
        });
    }

    /// Hears of the changes that `filter` names, from now on, and counts what that takes for its
    /// owner.
    ///
    /// It fails with [`ErrorCode::Limit`] if there are too many subscribers, in all or of the owner,
    /// or too many resources in the filter.
    pub(crate) fn subscribe(
        &self,
        filter: &SubscriptionFilter,
        owner: Option<Owner>,
    ) -> Result<Subscriber> {
        let wake = Arc::new(Notify::new());
        let key = self.lock().add(wake.clone(), owner)?;
        let subscriber = Subscriber { changes: self.clone(), key, wake };
        subscriber.set_filter(filter)?;
        Ok(subscriber)
    }

    /// Wakes whom a change concerns once the lock is free: what a waker does is not ours to know.
    fn tell(&self, change: impl FnOnce(&mut Registry) -> Vec<Arc<Notify>>) {
        let concerned = change(&mut self.lock());
        for wake in concerned {
            wake.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        // A panic while it was held cannot leave the tables half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subscribers = self.lock().subscribers.len();
        f.debug_struct("Changes").field("subscribers", &subscribers).finish_non_exhaustive()
    }
}

impl Subscriber {
    /// Waits for changes, and takes all that came since the last time: lists first, then resources
    /// in the order in which they changed. `None` once [`Changes::end`] was called and everything
    /// before it was taken.
    ///
    /// Dropping the future loses nothing.
    pub(crate) async fn next(&self) -> Option<Vec<Change>> {
        loop {
            {
                let mut registry = self.changes.lock();
                let taken = registry.take(self.key);
                if !taken.is_empty() {
                    return Some(taken);
                }
                if registry.ended {
                    // Whoever else waits on this subscriber is to hear of the end too.
                    self.wake.notify_one();
                    return None;
                }
            }
            self.wake.notified().await;
        }
    }

    /// Hears of what `filter` names, and of nothing else. What changed already and is still wanted
    /// is not forgotten.
    ///
    /// It fails with [`ErrorCode::Limit`], and changes nothing, if there are too many resources.
    pub(crate) fn set_filter(&self, filter: &SubscriptionFilter) -> Result<()> {
        let uris: HashSet<&str> =
            filter.resource_subscriptions.iter().flatten().map(String::as_str).collect();
        let mut registry = self.changes.lock();
        registry.check_room(self.key, uris.len(), uris.iter().map(|uri| weight(uri)).sum())?;
        for uri in registry.watched(self.key) {
            if !uris.contains(&*uri) {
                registry.unwatch(self.key, &uri);
            }
        }
        for uri in uris {
            registry.watch(self.key, uri);
        }
        registry.want(self.key, List::Tools, filter.tools_list_changed);
        registry.want(self.key, List::Prompts, filter.prompts_list_changed);
        registry.want(self.key, List::Resources, filter.resources_list_changed);
        Ok(())
    }

    /// Hears of one resource more. Watching it twice is watching it once.
    ///
    /// It fails with [`ErrorCode::Limit`] if too much is watched already.
    pub(crate) fn watch(&self, uri: &str) -> Result<()> {
        let mut registry = self.changes.lock();
        if let Some(entry) = registry.subscribers.get(&self.key)
            && !entry.watched.contains_key(uri)
        {
            let (count, bytes) = (entry.watched.len() + 1, entry.uri_bytes + weight(uri));
            registry.check_room(self.key, count, bytes)?;
            registry.watch(self.key, uri);
        }
        Ok(())
    }

    /// Hears of a resource no more, not even of a change that was not taken yet.
    pub(crate) fn unwatch(&self, uri: &str) {
        self.changes.lock().unwatch(self.key, uri);
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.changes.lock().remove(self.key);
    }
}

/// All subscribers, and who watches which resource.
#[derive(Default)]
struct Registry {
    subscribers: HashMap<u64, Entry>,
    watchers: HashMap<Arc<str>, HashSet<u64>>,
    last_key: u64,
    /// What the addresses of all subscribers weigh.
    uri_bytes: usize,
    /// What those of each owner weigh.
    uri_shares: Shares,
    /// How many subscribers each owner has.
    subscriber_shares: Shares,
    ended: bool,
}

/// What one subscriber wants to hear of, and what of it has changed.
struct Entry {
    wake: Arc<Notify>,
    owner: Option<Owner>,
    wanted: [bool; 3],
    changed: [bool; 3],
    /// The resources that it watches, and whether each has changed.
    watched: HashMap<Arc<str>, bool>,
    /// Those that have changed, in the order in which they did.
    updated: Vec<Arc<str>>,
    /// What the addresses weigh.
    uri_bytes: usize,
}

impl Registry {
    fn add(&mut self, wake: Arc<Notify>, owner: Option<Owner>) -> Result<u64> {
        if self.subscribers.len() >= MAX_SUBSCRIBERS
            || self.subscriber_shares.of(owner) >= MAX_SUBSCRIBERS_OF_ONE
        {
            return Err(too_much("there are too many subscriptions already"));
        }
        self.last_key += 1;
        self.subscriber_shares.take(owner, 1);
        self.subscribers.insert(self.last_key, Entry::new(wake, owner));
        Ok(self.last_key)
    }

    fn remove(&mut self, key: u64) {
        if let Some(entry) = self.subscribers.get_mut(&key) {
            // Nobody will take it, and it need not be searched for each resource.
            entry.updated.clear();
        }
        for uri in self.watched(key) {
            self.unwatch(key, &uri);
        }
        if let Some(entry) = self.subscribers.remove(&key) {
            self.subscriber_shares.give_back(entry.owner, 1);
        }
    }

    /// Whether a subscriber may watch so many resources, of that weight together.
    fn check_room(&self, key: u64, count: usize, bytes: usize) -> Result<()> {
        check_size(count, bytes)?;
        let Some(entry) = self.subscribers.get(&key) else { return Ok(()) };
        let of_one = self.uri_shares.of(entry.owner);
        if self.uri_bytes - entry.uri_bytes + bytes > MAX_ALL_URI_BYTES
            || of_one.saturating_sub(entry.uri_bytes) + bytes > MAX_URI_BYTES_OF_ONE
        {
            return Err(too_much("too many resources are watched already"));
        }
        Ok(())
    }

    fn watched(&self, key: u64) -> Vec<Arc<str>> {
        self.subscribers
            .get(&key)
            .map(|entry| entry.watched.keys().cloned().collect())
            .unwrap_or_default()
    }

    fn watch(&mut self, key: u64, uri: &str) {
        let Some(entry) = self.subscribers.get_mut(&key) else { return };
        if entry.watched.contains_key(uri) {
            return;
        }
        // All who watch it share one copy of its address.
        let shared = self.watchers.get_key_value(uri).map(|(uri, _)| uri.clone());
        let uri = shared.unwrap_or_else(|| uri.into());
        entry.uri_bytes += weight(&uri);
        self.uri_bytes += weight(&uri);
        self.uri_shares.take(entry.owner, weight(&uri));
        entry.watched.insert(uri.clone(), false);
        self.watchers.entry(uri).or_default().insert(key);
    }

    fn unwatch(&mut self, key: u64, uri: &str) {
        let Some(entry) = self.subscribers.get_mut(&key) else { return };
        let Some(changed) = entry.watched.remove(uri) else { return };
        if changed {
            entry.updated.retain(|updated| &**updated != uri);
        }
        entry.uri_bytes -= weight(uri);
        self.uri_bytes -= weight(uri);
        self.uri_shares.give_back(entry.owner, weight(uri));
        if let Some(watchers) = self.watchers.get_mut(uri) {
            watchers.remove(&key);
            if watchers.is_empty() {
                self.watchers.remove(uri);
            }
        }
    }

    fn want(&mut self, key: u64, list: List, wanted: Option<bool>) {
        if let Some(entry) = self.subscribers.get_mut(&key) {
            let wanted = wanted.unwrap_or_default();
            entry.wanted[list as usize] = wanted;
            entry.changed[list as usize] &= wanted;
        }
    }

    /// Notes the change with all whom it concerns, and says whom it is news to.
    fn change_list(&mut self, list: List) -> Vec<Arc<Notify>> {
        let mut concerned = Vec::new();
        for entry in self.subscribers.values_mut() {
            if entry.wanted[list as usize] && !mem::replace(&mut entry.changed[list as usize], true)
            {
                concerned.push(entry.wake.clone());
            }
        }
        concerned
    }

    /// As [`Self::change_list`], for one resource.
    fn change_resource(&mut self, uri: &str) -> Vec<Arc<Notify>> {
        let Some((uri, watchers)) = self.watchers.get_key_value(uri) else { return Vec::new() };
        let mut concerned = Vec::new();
        for key in watchers {
            let Some(entry) = self.subscribers.get_mut(key) else { continue };
            if let Some(changed) = entry.watched.get_mut(uri)
                && !mem::replace(changed, true)
            {
                entry.updated.push(uri.clone());
                concerned.push(entry.wake.clone());
            }
        }
        concerned
    }

    /// What has changed for a subscriber since this was asked last.
    fn take(&mut self, key: u64) -> Vec<Change> {
        self.subscribers.get_mut(&key).map(Entry::take).unwrap_or_default()
    }
}

impl Entry {
    fn new(wake: Arc<Notify>, owner: Option<Owner>) -> Self {
        Self {
            wake,
            owner,
            wanted: [false; 3],
            changed: [false; 3],
            watched: HashMap::new(),
            updated: Vec::new(),
            uri_bytes: 0,
        }
    }

    fn take(&mut self) -> Vec<Change> {
        let changed = mem::take(&mut self.changed);
        let lists = [List::Tools, List::Prompts, List::Resources];
        let lists = lists.into_iter().filter(|list| changed[*list as usize]).map(Change::List);
        let updated = mem::take(&mut self.updated);
        for uri in &updated {
            if let Some(changed) = self.watched.get_mut(uri) {
                *changed = false;
            }
        }
        lists.chain(updated.into_iter().map(Change::Resource)).collect()
    }
}

fn weight(uri: &str) -> usize {
    uri.len() + URI_OVERHEAD
}

fn too_much(what: &'static str) -> Error {
    Error::new(ErrorCode::Limit, what)
}

#[cfg(test)]
#[path = "changes_tests.rs"]
mod tests;
