//! A failure that a model reads, and one that its host does.

use hostline::{
    jsonrpc::{INVALID_PARAMS, RpcError},
    server::{Context, Failure, JsonSchema, NoArguments, Server},
};
use serde_json::json;

#[derive(serde::Deserialize, JsonSchema)]
struct Division {
    a: f64,
    b: f64,
}

pub(super) fn server() -> Server {
    Server::new("error-handling-example", "1.0")
        .tool("divide", "Divides", |division: Division, _cx: Context| async move {
            if division.b == 0.0 {
                return Err(Failure::new("cannot divide by zero"));
            }
            Ok(format!("{:?}", division.a / division.b))
        })
        .tool("restricted", "Refuses everyone", |_: NoArguments, _cx: Context| async move {
            let error = RpcError::new(INVALID_PARAMS, "this tool is gated");
            Err::<(), _>(error.with_data(json!({ "reason": "demo" })))
        })
}
