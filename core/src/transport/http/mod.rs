//! Streamable HTTP and HTTP+SSE: three transports for three shapes as a client speaks them, and
//! the parts of a service in `server`.
//!
//! [`Stateless`] sends every message as an exchange of its own (2026-07-28). [`Session`] adds what
//! the versions with a handshake need: a session, a standing stream, resumption. [`SseLegacy`]
//! sends by POST and receives everything on one stream (2024-11-05). None of them asks which
//! version is spoken; what differs by version comes with the messages.

mod close;
mod endpoint;
mod events;
mod exchanges;
mod handshake;
mod limits;
pub(crate) mod names;
mod post;
mod refusal;
pub(crate) mod server;
mod session;
mod sse_legacy;
mod standing;
mod stateless;

pub use limits::HttpLimits;
pub use session::Session;
pub use sse_legacy::SseLegacy;
pub use stateless::Stateless;

#[cfg(test)]
pub(crate) mod test_secure;
#[cfg(test)]
pub(crate) mod test_server;
