//! The gateway: one server in front of all those of a configuration.
//!
//! The servers behind it are demonstration servers, each in a process of its own.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod asking;
mod calls;
mod changes;
mod processes;
mod reading;
mod support;
mod together;
mod upstream;
mod web;
