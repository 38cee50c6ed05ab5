//! Any byte stream as a transport.
