//! Modern Streamable HTTP.
