//! The server role: what a program offers to its clients.

mod changes;

pub use changes::Changes;
