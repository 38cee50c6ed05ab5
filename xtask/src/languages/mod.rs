//! The bindings: for each language, what it is built and tested with, and how its part is run.

pub(crate) mod judge;
pub(crate) mod node;
pub(crate) mod swift;
mod trixie;
