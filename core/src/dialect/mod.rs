//! Dialects.

pub(crate) mod mirror;
