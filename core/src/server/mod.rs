//! The server role: what a program offers to its clients.

mod changes;
mod pages;
mod seal;

pub use changes::Changes;
pub use seal::Sealer;
