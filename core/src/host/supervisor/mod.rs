//! Keeping servers: each in a task of its own, started when it is needed or from the beginning,
//! started again when it ends by itself, and ended with everything that it has started.
//!
//! What it takes to connect, and what is done with what a server lists, others know ([`Way`]).

mod attending;
mod backoff;
mod keeper;
mod lists;
mod status;

pub(in crate::host) use self::keeper::{Connected, Kept, Ladder, Live, Way, keep};
pub use self::{
    lists::Lists,
    status::{Activity, Fault, Status, Step},
};

#[cfg(test)]
#[path = "supervisor_tests.rs"]
mod tests;
