//! The peer's log, as the runner reads it.

use std::{path::PathBuf, time::Duration};

use hostline_tests::matching::matches;
use serde_json::{Value, json};

/// How often a condition that lies outside of this process is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// How long the log may take to hold what is expected when all is done.
const SETTLING: Duration = Duration::from_secs(2);

/// The log of one run.
#[derive(Clone, Debug)]
pub(super) struct PeerLog(pub(super) PathBuf);

impl PeerLog {
    /// All complete records.
    pub(super) fn records(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
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

async fn settles(holds: impl Fn() -> bool) -> bool {
    let looking = async {
        let mut looks = tokio::time::interval(LOOK);
        while !holds() {
            looks.tick().await;
        }
    };
    tokio::time::timeout(SETTLING, looking).await.is_ok()
}

/// Whether a process runs. One that has ended and was not yet buried by its parent does not.
fn is_alive(pid: u64) -> bool {
    if std::path::Path::new("/proc/self/stat").exists() {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
        return state.is_some_and(|state| state != "Z" && state != "X");
    }
    let kill = std::process::Command::new("kill").args(["-0", &pid.to_string()]).output();
    kill.is_ok_and(|output| output.status.success())
}
