//! The whole way once: connect, list, call with progress, answer a question, cancel, fail, close.
//!
//! The same program stands in `examples/` of each binding, and prints the same. It expects a server
//! with the tools `countdown`, `greet` and `wait` as its first argument, such as
//! `"target/ci/scripted-peer stdio --scenario tests/walk/server.json --version 2026-07-28 --log /dev/null"`.

use std::sync::Arc;

use hostline::{
    Client, Result,
    client::{BoxFuture, InputCapabilities, InputHandler},
    model::{ElicitAction, ElicitParams, ElicitResult, InputRequest, InputResponse, Map},
};
use serde_json::json;
use tokio::sync::Notify;

/// Who answers when the server asks.
struct Person;

impl InputHandler for Person {
    fn capabilities(&self) -> InputCapabilities {
        InputCapabilities::none().with_elicitation()
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        Box::pin(async move {
            let InputRequest::Elicit(ElicitParams::Form(form)) = request else {
                return Ok(InputResponse::Elicit(ElicitResult::new(ElicitAction::Decline)));
            };
            println!("greet asks: {}", form.message);
            let content = Map::from([("name", json!("Ada"))]);
            let accepted = ElicitResult::new(ElicitAction::Accept).with_content(content);
            Ok(InputResponse::Elicit(accepted))
        })
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let target = std::env::args().nth(1).unwrap_or_default();
    let server = Client::builder().input_handler(Person).connect(target).await?;
    let name = server.server_info().map_or("a server", |info| &info.name);
    println!("connected to {name}, protocol {} over {}", server.version(), server.transport_kind());

    let tools = server.list_tools().await?;
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    println!("tools: {}", names.join(", "));

    let result = server
        .call_tool("countdown", json!({"from": 3}))
        .on_progress(|progress| {
            let total = progress.total.unwrap_or_default();
            let message = progress.message.unwrap_or_default();
            println!("countdown: {} of {total}, {message}", progress.progress);
        })
        .await?;
    println!("countdown says: {}", result.text());

    let result = server.call_tool("greet", json!({})).await?;
    println!("greet says: {}", result.text());

    let waiting = Arc::new(Notify::new());
    let begun = waiting.clone();
    let call = server.call_tool("wait", json!({})).on_progress(move |progress| {
        println!("wait: {}", progress.message.unwrap_or_default());
        begun.notify_one();
    });
    tokio::select! {
        result = call => println!("wait says: {}", result?.text()),
        () = waiting.notified() => println!("wait: cancelled"),
    }

    if let Err(error) = server.call_tool("missing", json!({})).await {
        println!("missing: {}: {}", error.code(), error.message());
    }

    server.close().await?;
    println!("closed");
    Ok(())
}
