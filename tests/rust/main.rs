//! All integration tests, in one binary.

mod authorization;
pub(crate) mod cli;
#[cfg(unix)]
mod gateway;
#[cfg(target_os = "linux")]
mod host;
#[cfg(target_os = "linux")]
mod icons;
mod judge;
mod keychain;
mod layers;
mod scenarios;
mod serving;
mod spec;
