//! What is attached to a request, beside its own parameters.

use bytes::Bytes;

use crate::{
    jsonrpc::{INVALID_PARAMS, Parted, Request, RpcError, take_members},
    model::Meta,
};

/// What is attached to a request, beside its own parameters.
#[derive(Default)]
pub(crate) struct Attached {
    /// What its sender says of itself and of the request.
    pub(crate) meta: Meta,
    /// What a client brings back that was asked for input.
    pub(crate) round: Round,
}

/// What a client brings back that was asked for input (2026-07-28 `basic/patterns/mrtr`), as JSON
/// that nobody has looked at.
#[derive(Default)]
pub(crate) struct Round {
    /// Its answers.
    pub(crate) answers: Option<Bytes>,
    /// What the server wanted to have back.
    pub(crate) state: Option<Bytes>,
}

/// Takes what is attached to a request out of its parameters, so that only its own are left.
///
/// # Errors
/// `-32602`: the parameters are no object, their `_meta` is none, or something is attached twice.
pub(crate) fn take_attached(request: &mut Request) -> Result<Attached, RpcError> {
    let Some(params) = &request.params else { return Ok(Attached::default()) };
    let Ok(parted) = take_members(params, ["_meta", "inputResponses", "requestState"]) else {
        return Err(invalid("they must be an object that says nothing twice"));
    };
    let Parted { taken: [meta, answers, state], rest } = parted;
    request.params = Some(rest);
    let meta: Option<Meta> = match meta {
        Some(text) => serde_json::from_slice(&text).map_err(invalid)?,
        None => None,
    };
    Ok(Attached { meta: meta.unwrap_or_default(), round: Round { answers, state } })
}

/// Whether a request says by itself in which version it speaks, without taking anything apart.
#[cfg(feature = "http")]
pub(crate) fn looks_complete_in_itself(request: &Request) -> bool {
    use crate::{jsonrpc::member, model::keys};
    let meta = request.params.as_ref().and_then(|params| member(params, "_meta"));
    meta.is_some_and(|meta| member(&meta, keys::PROTOCOL_VERSION).is_some())
}

fn invalid(why: impl std::fmt::Display) -> RpcError {
    RpcError::new(INVALID_PARAMS, format!("Invalid params: {why}"))
}
