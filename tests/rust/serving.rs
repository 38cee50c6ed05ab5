//! The server role, as its clients see it.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod demo;
