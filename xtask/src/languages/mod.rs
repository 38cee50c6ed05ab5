//! What is not Rust: for each language and for the desktop app, what it is built and tested with,
//! and how its part is run.

pub(crate) mod desktop;
pub(crate) mod judge;
pub(crate) mod node;
