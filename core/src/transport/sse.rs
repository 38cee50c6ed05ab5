//! A parser for server-sent events.
