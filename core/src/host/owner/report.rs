//! An error on its way from one process to another.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, ErrorCode},
    jsonrpc::RpcError,
};

/// All that an error says, without its causes.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    code: String,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next_step: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    server: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rpc: Option<RpcError>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(default)]
    may_have_run: bool,
}

impl From<&Error> for Report {
    fn from(error: &Error) -> Self {
        Self {
            code: error.code().name().to_owned(),
            message: error.message().to_owned(),
            next_step: error.next_step().map(str::to_owned),
            server: error.server().map(str::to_owned),
            method: error.method().map(str::to_owned),
            rpc: error.rpc().cloned(),
            status: error.http_status(),
            may_have_run: error.may_have_run(),
        }
    }
}

impl From<Report> for Error {
    fn from(report: Report) -> Self {
        let code = ErrorCode::from_name(&report.code).unwrap_or(ErrorCode::Internal);
        let mut error = Self::new(code, report.message);
        if let Some(next_step) = report.next_step {
            error = error.with_next_step(next_step);
        }
        if let Some(server) = report.server {
            error = error.with_server(&Arc::from(server));
        }
        if let Some(method) = report.method {
            error = error.with_method(method);
        }
        if let Some(rpc) = report.rpc {
            error = error.with_rpc(rpc);
        }
        if let Some(status) = report.status {
            error = error.with_status(status);
        }
        if report.may_have_run { error.that_may_have_run() } else { error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_the_same_on_the_other_side() {
        let rpc = RpcError::new(-32602, "no").with_data(serde_json::json!({"uri": "x"}));
        let error = Error::from_rpc(rpc)
            .with_next_step("try another one")
            .with_server(&Arc::from("files"))
            .with_method("tools/call")
            .with_status(404)
            .that_may_have_run();
        for error in [error, Error::new(ErrorCode::Denied, "a person refused")] {
            let text = serde_json::to_string(&Report::from(&error)).unwrap();
            let same = Error::from(serde_json::from_str::<Report>(&text).unwrap());
            assert_eq!(same.code(), error.code());
            assert_eq!(same.to_string(), error.to_string());
            assert_eq!(same.rpc(), error.rpc());
            assert_eq!(same.http_status(), error.http_status());
            assert_eq!(same.may_have_run(), error.may_have_run());
        }
    }
}
