//! The peer's log, as the runner reads it.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};

use super::processes::{is_alive, settles};
use crate::matching::matches;

/// How often a condition that lies outside of this process is looked at.
pub(super) const LOOK: Duration = Duration::from_millis(10);

/// The log of one run, removed when nobody reads it any more.
#[derive(Clone, Debug)]
pub(super) struct PeerLog(Arc<Scratch>);

impl PeerLog {
    /// A log that nobody has written to.
    pub(super) fn new(folder: &Path) -> Result<Self, String> {
        Ok(Self(Arc::new(Scratch::new(folder, "log")?)))
    }

    /// Where the peer writes it.
    pub(super) fn path(&self) -> &Path {
        &self.0.0
    }

    /// All complete records.
    pub(super) fn records(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.path()).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn count(&self, pattern: &Value) -> usize {
        self.records().iter().filter(|record| matches(pattern, record)).count()
    }

    /// Waits until so many records match.
    pub(super) async fn wait(&self, pattern: &Value, times: usize) {
        let mut looks = tokio::time::interval(LOOK);
        while self.count(pattern) < times {
            looks.tick().await;
        }
    }

    /// Checks one item of `peerSaw`, giving the peer a moment to write it.
    pub(super) async fn check(&self, item: &Value) -> Result<(), String> {
        let expected = item.get("count").cloned().unwrap_or_else(|| json!({"$atLeast": 1}));
        let pattern = &item["match"];
        let holds = || matches(&expected, &json!(self.count(pattern)));
        if settles(holds).await {
            return Ok(());
        }
        let found = self.count(pattern);
        Err(format!("the peer saw {pattern} {found} times instead of {expected}"))
    }

    /// What the peer found wrong with the client.
    pub(super) fn violations(&self) -> Vec<String> {
        let what = |record: &Value| {
            (record["at"] == "violation").then(|| record["what"].as_str().unwrap_or("").to_owned())
        };
        self.records().iter().filter_map(what).collect()
    }

    /// Waits for the end of every process that the log names, and says which did not end.
    pub(super) async fn survivors(&self) -> Vec<u64> {
        let named: Vec<u64> =
            self.records().iter().filter_map(|record| record["pid"].as_u64()).collect();
        let alive = || named.iter().copied().filter(|pid| is_alive(*pid)).collect::<Vec<_>>();
        settles(|| alive().is_empty()).await;
        alive()
    }
}

/// A file of one run, removed when the run is over.
#[derive(Debug)]
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    /// A path that nothing has.
    pub(super) fn new(folder: &Path, extension: &str) -> Result<Self, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        Ok(Self(folder.join(format!("peer-{process}-{count}.{extension}"))))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
