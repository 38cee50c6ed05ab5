//! All integration tests, in one binary.

mod cli;
mod layers;
mod scenarios;
mod spec;
