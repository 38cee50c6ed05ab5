//! A pair of transports joined in memory.
