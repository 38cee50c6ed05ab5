//! Legacy Streamable HTTP.
