//! A server's process.
