//! Plays scenarios and edges through a subject, and judges what comes of them.
//!
//! A [`Subject`] is one connection of some language's API: [`ClientSubject`] is the Rust client in
//! this process, [`AgentSubject`] a program in any language that is told what to do
//! (`tests/agents/README.md`). Everything else is the same for all: the steps, the waiting, the
//! comparing and the peer's log are here, so that a subject decides nothing.

mod agent;
mod client;
mod coverage;
mod edge;
mod eligible;
mod log;
mod notes;
mod play;
mod processes;
mod rounds;
mod said;
mod steps;
mod subject;
mod table;

use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

pub use self::{
    agent::{Agent, AgentSubject, Agents},
    client::ClientSubject,
    coverage::Coverage,
    edge::{Edges, play_edge},
    eligible::{OPERATIONS, eligible, left_out},
    notes::Notes,
    play::play,
    rounds::{Job, Played, play_all, play_alone},
    said::Said,
    subject::{Answer, BoxFuture, Hold, Subject},
    table::{Results, Table, Told},
};

/// How long one run of a scenario may take.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// How long one edge may take: some do a thousand things.
pub const EDGE_DEADLINE: Duration = Duration::from_mins(1);

/// What a runner needs to play.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The program `scripted-peer`.
    pub peer: PathBuf,
    /// A folder for the logs of peers.
    pub scratch: PathBuf,
    /// How long one run may take.
    pub deadline: Duration,
}

/// A lock whose holder has panicked still holds plain data.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
