//! Neutral types.
