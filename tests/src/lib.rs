//! What the tests of every language share: scenario files, their matching, and the scripted peer.
//!
//! Nothing here uses the library's own protocol code, so that a fault of the library cannot hide
//! in its counterpart.

pub mod matching;
pub mod peer;
pub mod scenario;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
