//! What the tests of every language share: scenario files, their matching, the scripted peer, and
//! the runner that plays them through any language; the servers that other people's clients check;
//! an authorization server that misbehaves as it is told; and icons that nobody should be shown.
//!
//! Nothing but `runner/client`, `fixture`, `stories` and the server that `authorization_server`
//! protects uses the library's own protocol code, so that a fault of the library cannot hide in its
//! counterpart.

pub mod authorization_server;
mod clock;
pub mod fixture;
pub mod icons;
pub mod matching;
pub mod peer;
pub mod runner;
pub mod scenario;
pub mod stories;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
