//! Many servers behind one gate, with real processes.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod changes;
mod documents;
mod gate;
mod isolation;
mod settings;
mod support;
