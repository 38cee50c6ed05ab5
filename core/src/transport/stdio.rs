//! Our own standard streams.
