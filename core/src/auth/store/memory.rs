//! Records for as long as the program runs.

use std::{
    collections::{BTreeMap, HashMap},
    future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::time::timeout;

use super::{LOCK_WAIT, StoreLock, TokenStore, check_name, check_record};
use crate::{auth::secret::SecretBytes, error::Result, folder::held_too_long, future::BoxFuture};

/// Keeps records in memory, and nothing after the program has ended. Clones share the records.
#[derive(Clone, Default)]
pub struct MemoryStore(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    records: BTreeMap<String, SecretBytes>,
    locks: HashMap<String, Arc<tokio::sync::Mutex<()>>>,
}

impl MemoryStore {
    /// A store without records.
    pub fn new() -> Self {
        Self::default()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TokenStore for MemoryStore {
    fn load<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<SecretBytes>>> {
        let load = || {
            check_name(name)?;
            Ok(self.inner().records.get(name).map(|record| record.expose().to_vec().into()))
        };
        Box::pin(future::ready(load()))
    }

    fn save<'a>(&'a self, name: &'a str, record: SecretBytes) -> BoxFuture<'a, Result<()>> {
        let save = || {
            check_name(name)?;
            check_record(&record)?;
            self.inner().records.insert(name.to_owned(), record);
            Ok(())
        };
        Box::pin(future::ready(save()))
    }

    fn remove<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool>> {
        let remove = || {
            check_name(name)?;
            Ok(self.inner().records.remove(name).is_some())
        };
        Box::pin(future::ready(remove()))
    }

    fn names(&self) -> BoxFuture<'_, Result<Vec<String>>> {
        let names = self.inner().records.keys().cloned().collect();
        Box::pin(future::ready(Ok(names)))
    }

    fn lock<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<StoreLock>> {
        Box::pin(async move {
            check_name(name)?;
            let lock = {
                let mut inner = self.inner();
                // Those that nobody holds or waits for go, so that they do not add up.
                inner.locks.retain(|_, lock| Arc::strong_count(lock) > 1);
                inner.locks.entry(name.to_owned()).or_default().clone()
            };
            let held = timeout(LOCK_WAIT, lock.lock_owned()).await;
            held.map(StoreLock::new).map_err(|_| held_too_long("the record", LOCK_WAIT))
        })
    }

    fn describe(&self) -> String {
        "in memory, until the program ends".to_owned()
    }
}
