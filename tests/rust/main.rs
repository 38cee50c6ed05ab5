//! All integration tests, in one binary.

mod layers;
mod scenarios;
mod spec;
