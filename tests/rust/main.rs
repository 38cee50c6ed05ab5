//! All integration tests, in one binary.

mod authorization;
pub(crate) mod cli;
mod judge;
mod keychain;
mod layers;
mod scenarios;
mod serving;
mod spec;
