//! JSON-RPC 2.0 as the Model Context Protocol uses it: messages, ids, and the codec between bytes
//! and messages.
//!
//! This module knows no method and no protocol version. It finds the parts of a message without
//! decoding them; whoever asked for a result decodes it, and only that proves the result's JSON
//! valid.

mod codec;
mod id;
mod json;
mod members;
mod message;
mod reply;
mod scan;
mod tree;

pub use codec::{Frame, Invalid, InvalidKind, Limits, decode};
pub(crate) use codec::{
    error_reply, write_error, write_id_value, write_request, write_result, write_string,
};
pub use id::RequestId;
pub use json::Json;
pub(crate) use json::taken_apart;
#[cfg(feature = "http")]
pub(crate) use members::member;
pub(crate) use members::{Parted, take_members};
pub use message::{Message, Notification, Outcome, RawResult, Request, Response, RpcError};
pub(crate) use reply::ResultText;
pub(crate) use scan::{ScanError, Scanner};
pub(crate) use tree::tree_is_larger_than;

/// The peer sent text that is not JSON.
pub const PARSE_ERROR: i64 = -32700;
/// The peer sent JSON that is no valid request.
pub const INVALID_REQUEST: i64 = -32600;
/// The peer does not know the method.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The parameters do not fit the method.
pub const INVALID_PARAMS: i64 = -32602;
/// The peer failed while it handled the request.
pub const INTERNAL_ERROR: i64 = -32603;
