//! What was found out about servers, kept so that no question is asked twice.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::ServerIdentity;
use crate::{client::Verdict, error::Result, folder::Folder};

const FILE: &str = "verdicts.json";
const MOST_BYTES: usize = 1 << 20;
/// The most servers that are remembered; then all are asked again.
const MOST: usize = 1024;

/// Which era and version each server speaks, as it was found out last.
#[derive(Clone)]
pub(super) struct Verdicts {
    folder: Arc<Folder>,
    known: Arc<Mutex<BTreeMap<ServerIdentity, Verdict>>>,
}

impl Verdicts {
    /// Those that were kept in this folder. What cannot be read is found out again.
    pub(super) fn open(folder: PathBuf) -> Self {
        let folder = Folder::new(folder);
        let bytes = folder.read(FILE, MOST_BYTES).ok().flatten().unwrap_or_default();
        let known = serde_json::from_slice(&bytes).unwrap_or_default();
        Self { folder: Arc::new(folder), known: Arc::new(Mutex::new(known)) }
    }

    pub(super) fn of(&self, server: ServerIdentity) -> Option<Verdict> {
        self.lock().get(&server).cloned()
    }

    /// Keeps a verdict. It blocks where it is news.
    pub(super) fn keep(&self, server: ServerIdentity, verdict: Verdict) -> Result<()> {
        let bytes = {
            let mut known = self.lock();
            if known.get(&server) == Some(&verdict) {
                return Ok(());
            }
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(server, verdict);
            serde_json::to_vec(&*known).unwrap_or_default()
        };
        self.folder.write(FILE, &bytes)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<ServerIdentity, Verdict>> {
        // A panic while it was held cannot leave the table half changed.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
