//! Which era a POST belongs to (2026-07-28 `basic/versioning`, "Backward Compatibility").

use http::{HeaderMap, HeaderValue};

use crate::{
    dialect::serving::{looks_complete_in_itself, names_legacy_version},
    jsonrpc::{Frame, Message},
    transport::http::names::{METHOD, PROTOCOL_VERSION},
};

/// How a POST is to be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// By itself.
    Modern,
    /// Within a session, or as the beginning of one.
    Legacy,
}

/// Judges by what the body says and by what its headers repeat. Whatever shows any sign of the
/// modern era is held to its rules, so that nothing slips past them by leaving a part out.
pub(super) fn judge(headers: &HeaderMap, frame: &Frame) -> Era {
    let is_modern = match frame {
        Frame::Batch(_) | Frame::Invalid(_) => false,
        Frame::Message(Message::Request(request)) => {
            has_modern_headers(headers) || looks_complete_in_itself(request)
        }
        Frame::Message(Message::Notification(_) | Message::Response(_)) => {
            has_modern_headers(headers)
        }
    };
    if is_modern { Era::Modern } else { Era::Legacy }
}

/// Whether a version is named that no session can have, or a header that only the modern era has.
fn has_modern_headers(headers: &HeaderMap) -> bool {
    let is_legacy = |value: &HeaderValue| value.to_str().is_ok_and(names_legacy_version);
    let versions = headers.get_all(&PROTOCOL_VERSION);
    versions.iter().any(|version| !is_legacy(version))
        || (versions.iter().next().is_none() && headers.contains_key(&METHOD))
}
