//! The names of the headers that the specification gives to Streamable HTTP.

use http::HeaderName;

/// Names the session (2025-03-26 to 2025-11-25).
pub(crate) static SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
/// Names the protocol version.
pub(crate) static PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// Names the event after which a stream is to go on (2025-03-26 to 2025-11-25).
pub(crate) static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Repeats the method of the message (2026-07-28).
pub(crate) static METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// Repeats the name or the address that the message is about (2026-07-28).
pub(crate) static NAME: HeaderName = HeaderName::from_static("mcp-name");
