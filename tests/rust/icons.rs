//! Icons of hostile servers, each drawn in a process of its own, and pictures of valid ones.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod child;
mod corpus;
mod references;
