//! What a client is told of an error of the host.

use crate::{
    error::{Error, ErrorCode},
    model::{MISSING_REQUIRED_CLIENT_CAPABILITY, MissingCapabilityData},
    server::Failure,
};

/// Of a call that did not work: the tool's own answer, so that a model reads why.
pub(super) fn of_call(error: &Error) -> Failure {
    missing_capability(error).unwrap_or_else(|| Failure::new(error.to_string()))
}

/// Of what was to be read. A server's own error is handed on as it is.
pub(super) fn of_reading(error: &Error) -> Failure {
    if error.is_not_found() {
        return Failure::not_found();
    }
    if let Some(failure) = missing_capability(error) {
        return failure;
    }
    match (error.rpc(), error.code()) {
        (Some(rpc), _) => Failure::from(rpc.clone()),
        (None, ErrorCode::InvalidInput) => Failure::invalid_params(error.message()),
        (None, _) => Failure::new(error.to_string()),
    }
}

/// The server needs what the client cannot do: it was told what the client can, and nothing else.
fn missing_capability(error: &Error) -> Option<Failure> {
    let rpc = error.rpc().filter(|rpc| rpc.code == MISSING_REQUIRED_CLIENT_CAPABILITY)?;
    let data: MissingCapabilityData = rpc.data.as_ref()?.decode().ok()?;
    Some(Failure::missing_capability(data.required_capabilities))
}
