//! What is attached to a request, beside its own parameters.

use serde::Deserialize;

use crate::{
    Json,
    jsonrpc::{INVALID_PARAMS, RpcError},
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

/// What a client brings back that was asked for input (2026-07-28 `basic/patterns/mrtr`).
#[derive(Default)]
pub(crate) struct Round {
    /// Its answers, not taken apart.
    pub(crate) answers: Option<Json>,
    /// What the server wanted to have back, not taken apart.
    pub(crate) state: Option<Json>,
}

/// Reads what is attached to a request, in one walk through its parameters.
///
/// # Errors
/// `-32602`: the parameters are no object, or their `_meta` is none.
pub(crate) fn read_attached(params: Option<&[u8]>) -> Result<Attached, RpcError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Members {
        #[serde(rename = "_meta")]
        meta: Option<Meta>,
        input_responses: Option<Json>,
        request_state: Option<Json>,
    }
    let Some(params) = params else { return Ok(Attached::default()) };
    let members: Members = serde_json::from_slice(params)
        .map_err(|error| RpcError::new(INVALID_PARAMS, format!("Invalid params: {error}")))?;
    let round = Round { answers: members.input_responses, state: members.request_state };
    Ok(Attached { meta: members.meta.unwrap_or_default(), round })
}
