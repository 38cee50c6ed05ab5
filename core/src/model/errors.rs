//! The protocol's own errors and what they carry (2026-07-28 `schema`, "Errors").

use super::{ClientCapabilities, ElicitUrlParams, wire::wire};

/// A header does not say what the message says (since 2026-07-28).
pub const HEADER_MISMATCH: i64 = -32020;
/// The client has not declared what the request needs (since 2026-07-28).
pub const MISSING_REQUIRED_CLIENT_CAPABILITY: i64 = -32021;
/// The server does not speak the request's version (since 2026-07-28).
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;
/// There is no such resource (until 2025-11-25).
pub const RESOURCE_NOT_FOUND: i64 = -32002;
/// A person must open an address first (2025-11-25 only).
pub const URL_ELICITATION_REQUIRED: i64 = -32042;

wire! {
    /// The data of [`UNSUPPORTED_PROTOCOL_VERSION`].
    pub struct UnsupportedVersionData {
        required {
            /// The versions that the server speaks.
            supported: Vec<String> = "supported";
        }
        optional {
            /// The version that the request named.
            with_requested requested: String = "requested";
        }
    }
}

wire! {
    /// The data of [`MISSING_REQUIRED_CLIENT_CAPABILITY`].
    pub struct MissingCapabilityData {
        required {
            /// What the client would have to declare.
            required_capabilities: ClientCapabilities = "requiredCapabilities";
        }
    }
}

wire! {
    /// The data of [`URL_ELICITATION_REQUIRED`].
    pub struct UrlElicitationRequiredData {
        required {
            /// The addresses that a person must open.
            elicitations: Vec<ElicitUrlParams> = "elicitations";
        }
    }
}
