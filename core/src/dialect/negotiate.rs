//! What the answer to the first request says of a server's era: a pure judgement.
//!
//! `client/connect` asks, this judges (2026-07-28 `basic/transports/stdio` and
//! `basic/transports/streamable-http`, "Backward Compatibility").

use crate::{
    Json,
    error::{Error, ErrorCode},
    jsonrpc::RpcError,
    version::{Era, Version},
};

/// The server does not speak the version that the request was in.
pub(crate) const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;
/// The request needs a capability that the client has not declared.
pub(crate) const MISSING_CLIENT_CAPABILITY: i64 = -32021;
/// What HTTP headers repeat differs from the message.
pub(crate) const HEADER_MISMATCH: i64 = -32020;

/// Whether only a server of the modern version sends this error.
#[cfg_attr(
    not(feature = "http"),
    expect(dead_code, reason = "only HTTP has statuses beside errors")
)]
pub(crate) fn is_modern_error(code: i64) -> bool {
    matches!(code, UNSUPPORTED_PROTOCOL_VERSION | MISSING_CLIENT_CAPABILITY | HEADER_MISMATCH)
}

/// What came of `server/discover`.
pub(crate) enum Probe<'a> {
    /// A result with these `supportedVersions`, or with none at all.
    Result(Option<&'a [String]>),
    /// The request failed.
    Failed(&'a Error),
}

/// What to do next.
#[derive(Debug)]
pub(crate) enum Judgement {
    /// The server is modern, and speaks the version that it was asked in.
    Modern,
    /// The server opens with a handshake.
    Legacy,
    /// The connection broke because of the question: connect again, and open with a handshake.
    LegacyAfterRestart,
    /// There is no going on.
    Fail(Error),
}

/// Judges a server on a channel that has no statuses: stdio, a socket, a pipe.
pub(crate) fn judge_channel(probe: &Probe<'_>) -> Judgement {
    match probe {
        Probe::Result(Some(versions)) => judge_versions(versions),
        // Some servers answer whatever they do not know with an empty result.
        Probe::Result(None) => Judgement::Legacy,
        Probe::Failed(error) => match (error.rpc(), error.code()) {
            (Some(rpc), _) => judge_rpc(rpc, error),
            (None, ErrorCode::Timeout | ErrorCode::Protocol | ErrorCode::Limit) => {
                Judgement::Legacy
            }
            (None, ErrorCode::Closed | ErrorCode::Process | ErrorCode::Transport) => {
                Judgement::LegacyAfterRestart
            }
            (None, _) => Judgement::Fail((*error).clone()),
        },
    }
}

/// Judges a server behind HTTP. Refusals for want of rights, failures of the server and of the
/// network say nothing about its era.
#[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP is judged so"))]
pub(crate) fn judge_http(probe: &Probe<'_>) -> Judgement {
    match probe {
        Probe::Result(Some(versions)) => judge_versions(versions),
        Probe::Result(None) => Judgement::Legacy,
        // It is about the person and the issuer, and tells nothing of what the server speaks.
        Probe::Failed(error)
            if matches!(error.code(), ErrorCode::AuthFailed | ErrorCode::AuthRequired) =>
        {
            Judgement::Fail((*error).clone())
        }
        Probe::Failed(error) => match (error.rpc(), error.http_status()) {
            (_, Some(500..)) => Judgement::Fail((*error).clone()),
            (Some(rpc), _) => judge_rpc(rpc, error),
            (None, Some(status)) if tells_an_era(status) => Judgement::Legacy,
            (None, None) if error.code() == ErrorCode::Protocol => Judgement::Legacy,
            (None, _) => Judgement::Fail((*error).clone()),
        },
    }
}

/// Whether a refusal with this status can come from an endpoint that does not know the request.
fn tells_an_era(status: u16) -> bool {
    matches!(status, 400 | 404 | 405 | 406 | 409 | 410 | 415 | 422)
}

fn judge_rpc(rpc: &RpcError, error: &Error) -> Judgement {
    match rpc.code {
        UNSUPPORTED_PROTOCOL_VERSION => match rpc.data.as_ref().and_then(supported_versions) {
            Some(versions) => judge_versions(&versions),
            None => Judgement::Fail(no_common_version(&[])),
        },
        MISSING_CLIENT_CAPABILITY | HEADER_MISMATCH => Judgement::Fail(error.clone()),
        _ => Judgement::Legacy,
    }
}

fn judge_versions(versions: &[String]) -> Judgement {
    let common = versions.iter().filter_map(|text| text.parse::<Version>().ok()).max();
    match common {
        Some(version) if version.era() == Era::Modern => Judgement::Modern,
        Some(_) => Judgement::Legacy,
        None => Judgement::Fail(no_common_version(versions)),
    }
}

/// The `supported` member of the data of [`UNSUPPORTED_PROTOCOL_VERSION`].
pub(crate) fn supported_versions(data: &Json) -> Option<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Data {
        supported: Vec<String>,
    }
    data.decode::<Data>().ok().map(|data| data.supported)
}

/// The error of a server that speaks no version of ours.
pub(crate) fn no_common_version(theirs: &[String]) -> Error {
    let ours = Version::ALL.map(Version::as_str).join(", ");
    let theirs = if theirs.is_empty() {
        "names none that it speaks".to_owned()
    } else {
        format!("speaks {}", theirs.iter().take(16).cloned().collect::<Vec<_>>().join(", "))
    };
    Error::new(
        ErrorCode::UnsupportedVersion,
        format!("no protocol version in common: the server {theirs}, Hostline speaks {ours}"),
    )
    .with_next_step("update the server, or Hostline")
}
