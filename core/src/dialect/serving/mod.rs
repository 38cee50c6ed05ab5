//! The eras in the role of the server: how a request says who asks, and what a result must look
//! like for its version.
//!
//! A difference of shape is a method of [`Serving`], which has two implementations; a difference of
//! vocabulary is a field of [`Sayings`](super::profile::Sayings). Whoever handles a request sees
//! neither.

mod adapt;
mod attached;
mod handshake;
mod per_request;
mod questions;
mod weight;

use std::sync::Arc;

use super::Profile;
use crate::{
    jsonrpc::{INVALID_PARAMS, RpcError},
    model::{
        CacheScope, ClientCapabilities, HEADER_MISMATCH, Implementation, LoggingLevel,
        MISSING_REQUIRED_CLIENT_CAPABILITY, Meta, ProgressToken, ServerCapabilities, Ttl,
        UNSUPPORTED_PROTOCOL_VERSION, keys,
    },
    version::{Era, Version},
};

pub(crate) use adapt::{Adapt, adapt_opening, describes_object};
#[cfg(feature = "http")]
pub(crate) use attached::looks_complete_in_itself;
pub(crate) use attached::{Attached, Round, take_attached};
pub(crate) use handshake::{AfterHandshake, choose_version};
pub(crate) use per_request::Callers;
pub(crate) use questions::{adapt_question, fault_of, required_capability, unknown_to};

/// What depends on the era when we are the server.
pub(crate) trait Serving: Send + Sync {
    /// The vocabulary of the version.
    fn profile(&self) -> &'static Profile;

    /// Every version that is spoken, newest first, where clients may ask for that.
    fn versions(&self) -> &[String] {
        &[]
    }

    /// Gives a result the members that every result of the era has, and takes those that it lacks.
    fn finish(&self, common: Common<'_>);
}

/// The members that results have in common.
pub(crate) struct Common<'a> {
    pub(crate) result_type: &'a mut Option<String>,
    pub(crate) meta: &'a mut Option<Meta>,
    /// For how long and for whom the result may be kept, where it may be kept at all.
    pub(crate) caching: Option<(&'a mut Option<Ttl>, &'a mut Option<CacheScope>)>,
}

/// Who asks: what a session's opening or a request itself says of the client. It proves nothing.
pub(crate) struct Caller {
    /// How the client is answered.
    pub(crate) dialect: Arc<dyn Serving>,
    /// What the client can do.
    pub(crate) capabilities: ClientCapabilities,
    /// Who the client says it is.
    pub(crate) info: Option<Implementation>,
}

impl Caller {
    /// The vocabulary of the version that the client speaks.
    pub(crate) fn profile(&self) -> &'static Profile {
        self.dialect.profile()
    }
}

/// What a request says beside its own parameters.
pub(crate) struct Facts {
    pub(crate) caller: Arc<Caller>,
    /// What reports of progress must carry, where the client wants any.
    pub(crate) progress_token: Option<ProgressToken>,
    /// The least grave log messages that the client wants with this request.
    pub(crate) log_level: Option<LoggingLevel>,
    /// What its sender says of itself and of the request.
    pub(crate) meta: Meta,
    /// What a client brings back that was asked for input.
    pub(crate) round: Round,
}

/// Whether a request says by itself in which version it speaks, as those of the modern era do.
pub(crate) fn is_complete_in_itself(meta: &Meta) -> bool {
    meta.get(keys::PROTOCOL_VERSION).is_some()
}

/// The token for reports of progress, where the client wants any: a string or an integer
/// (2026-07-28 `basic/patterns/progress`).
pub(crate) fn progress_token(meta: &Meta) -> Result<Option<ProgressToken>, RpcError> {
    match meta.get(keys::PROGRESS_TOKEN) {
        None => Ok(None),
        Some(given) => given
            .decode()
            .map_err(|_| per_request::malformed(keys::PROGRESS_TOKEN, "a string or an integer")),
    }
}

/// Whether this names a version in which each request is complete in itself.
#[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has headers"))]
pub(crate) fn names_modern_version(text: &str) -> bool {
    text.parse::<Version>().is_ok_and(|version| version.era() == Era::Modern)
}

/// Whether this names a version that opens with a handshake.
#[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has headers"))]
pub(crate) fn names_legacy_version(text: &str) -> bool {
    text.parse::<Version>().is_ok_and(|version| version.era() == Era::Legacy)
}

/// The HTTP status that carries an error where each request has an exchange of its own (2026-07-28
/// `basic/transports/streamable-http`, "Protocol Version Header" and "Server Validation"; `basic`,
/// "Per-request protocol fields").
#[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has statuses"))]
pub(crate) fn http_status(error: &RpcError) -> u16 {
    match error.code {
        crate::jsonrpc::METHOD_NOT_FOUND => 404,
        crate::jsonrpc::PARSE_ERROR
        | crate::jsonrpc::INVALID_REQUEST
        | INVALID_PARAMS
        | HEADER_MISMATCH
        | MISSING_REQUIRED_CLIENT_CAPABILITY
        | UNSUPPORTED_PROTOCOL_VERSION => 400,
        _ => 200,
    }
}

/// What a server can do, in the words of one version.
pub(crate) fn capabilities(profile: &Profile, mut all: ServerCapabilities) -> ServerCapabilities {
    if !profile.completions_declared {
        all.completions = None;
    }
    if !profile.extensions {
        all.extensions = None;
    }
    all
}
