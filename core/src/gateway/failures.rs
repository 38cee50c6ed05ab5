//! What a client is told of an error of the host.

use crate::{
    error::{Error, ErrorCode},
    server::Failure,
};

/// Of a call that did not work: the tool's own answer, so that a model reads why.
pub(super) fn of_call(error: &Error) -> Failure {
    Failure::new(error.to_string())
}

/// Of what was to be read. A server's own error is handed on as it is.
pub(super) fn of_reading(error: &Error) -> Failure {
    if error.is_not_found() {
        return Failure::not_found();
    }
    match (error.rpc(), error.code()) {
        (Some(rpc), _) => Failure::from(rpc.clone()),
        (None, ErrorCode::InvalidInput) => Failure::invalid_params(error.message()),
        (None, _) => Failure::new(error.to_string()),
    }
}
