//! The processes of this machine: which run, and which an agent has started.

use std::{collections::BTreeSet, time::Duration};

use super::log::LOOK;

/// How long something outside of this process may take to become true when all is done.
pub(super) const SETTLING: Duration = Duration::from_secs(2);

/// A command is cut, since some carry a whole script.
const LONGEST: usize = 120;

/// Waits for something outside of this process, and says whether it has become true.
pub(super) async fn settles(holds: impl Fn() -> bool) -> bool {
    let looking = async {
        let mut looks = tokio::time::interval(LOOK);
        while !holds() {
            looks.tick().await;
        }
    };
    tokio::time::timeout(SETTLING, looking).await.is_ok()
}

/// Whether a process runs. One that has ended and was not yet buried by its parent does not.
pub(super) fn is_alive(pid: u64) -> bool {
    if std::path::Path::new("/proc/self/stat").exists() {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
        return state.is_some_and(|state| state != "Z" && state != "X");
    }
    let kill = std::process::Command::new("kill").args(["-0", &pid.to_string()]).output();
    kill.is_ok_and(|output| output.status.success())
}

/// One process that another has started, directly or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Process {
    pub(super) id: u32,
    /// The words that it was started with; of one that has ended and was not buried, what the
    /// system says instead.
    pub(super) command: String,
}

/// All processes that descend from one.
///
/// # Errors
/// The system does not say which processes there are.
pub(super) fn descendants(root: u32) -> Result<BTreeSet<Process>, String> {
    let listing = std::process::Command::new("ps").args(["-A", "-o", "pid=,ppid=,args="]).output();
    let listing = listing.map_err(|error| format!("ps cannot be run: {error}"))?;
    let listing = String::from_utf8_lossy(&listing.stdout);
    let rows: Vec<(u32, u32, &str)> = listing.lines().filter_map(row).collect();
    let mut found = BTreeSet::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        for (id, _, command) in rows.iter().filter(|(_, of, _)| *of == parent) {
            found.insert(Process { id: *id, command: command.chars().take(LONGEST).collect() });
            parents.push(*id);
        }
    }
    Ok(found)
}

/// Process, parent and command of one line.
fn row(line: &str) -> Option<(u32, u32, &str)> {
    let (id, rest) = line.trim_start().split_once(' ')?;
    let (parent, command) = rest.trim_start().split_once(' ')?;
    Some((id.parse().ok()?, parent.parse().ok()?, command.trim()))
}
