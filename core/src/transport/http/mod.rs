//! Streamable HTTP and HTTP+SSE as a client speaks them.

mod session;
mod sse_legacy;
mod stateless;
