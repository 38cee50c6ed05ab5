//! What a client is told of an error of the host.

use crate::{
    error::{Error, ErrorCode},
    model::{MISSING_REQUIRED_CLIENT_CAPABILITY, MissingCapabilityData},
    server::Failure,
    text::display_safe,
};

/// Of a call that did not work: the tool's own answer, so that a model reads why.
pub(super) fn of_call(error: &Error) -> Failure {
    missing_capability(error).unwrap_or_else(|| Failure::new(sentence(error)))
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
        (None, _) => Failure::new(sentence(error)),
    }
}

/// What a client is told. What a server has written to its standard error before it ended is for the
/// person, who finds it in the log, and may hold what no client is to see.
fn sentence(error: &Error) -> String {
    if !matches!(error.code(), ErrorCode::Process | ErrorCode::Closed | ErrorCode::Transport) {
        return error.to_string();
    }
    let server = display_safe(error.server().unwrap_or("the server"));
    let done = if error.may_have_run() { "; it may have been done all the same" } else { "" };
    format!(
        "{server}: the server has ended or cannot be reached{done}; `hostline logs {server}` tells \
         the person why"
    )
}

/// The server needs what the client cannot do: it was told what the client can, and nothing else.
fn missing_capability(error: &Error) -> Option<Failure> {
    let rpc = error.rpc().filter(|rpc| rpc.code == MISSING_REQUIRED_CLIENT_CAPABILITY)?;
    let data: MissingCapabilityData = rpc.data.as_ref()?.decode().ok()?;
    Some(Failure::missing_capability(data.required_capabilities))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_client_is_not_told_the_last_words_of_a_server() {
        let message = "the server ended with exit code 1; the last it wrote: TOKEN=hunter2";
        let error = Error::new(ErrorCode::Process, message)
            .with_server(&Arc::from("files"))
            .that_may_have_run();
        for failure in [of_call(&error), of_reading(&error)] {
            let told = format!("{failure:?}");
            assert!(
                told.contains("hostline logs files") && told.contains("all the same"),
                "{told}"
            );
            assert!(!told.contains("hunter2"), "{told}");
        }
        let denied = Error::new(ErrorCode::Denied, "a person said no");
        assert!(format!("{:?}", of_call(&denied)).contains("a person said no"));
    }
}
