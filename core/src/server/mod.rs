//! The server role: what a program offers to its clients.

mod changes;
mod pages;

pub use changes::Changes;
