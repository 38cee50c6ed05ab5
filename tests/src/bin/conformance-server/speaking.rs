//! Tools that say something while they work, or let go of the stream that they would answer on.

use std::time::Duration;

use hostline::{
    model::LoggingLevel,
    server::{Context, NoArguments, Server},
};
use serde_json::Value;
use tokio::time::sleep;

/// How long a tool works between two things that it says.
const GAP: Duration = Duration::from_millis(50);
/// How long a client has to come back to a stream that was let go.
const AWAY: Duration = Duration::from_millis(100);

pub(super) fn add(server: Server) -> Server {
    server
        .tool("test_tool_with_logging", "Logs three times", log)
        .tool("test_logging_tool", "Logs, whether or not it is heard", log)
        .tool("test_tool_with_progress", "Says three times how far it is", progress)
        .tool("test_reconnection", "Answers on another stream", reconnection)
}

async fn log(_: NoArguments, cx: Context) -> &'static str {
    let say = |text: &str| cx.log(LoggingLevel::Info, Value::from(text));
    say("Tool execution started");
    sleep(GAP).await;
    say("Tool processing data");
    sleep(GAP).await;
    say("Tool execution completed");
    "Tool with logging executed successfully"
}

async fn progress(_: NoArguments, cx: Context) -> &'static str {
    cx.progress(0.0, Some(100.0), None);
    sleep(GAP).await;
    cx.progress(50.0, Some(100.0), None);
    sleep(GAP).await;
    cx.progress(100.0, Some(100.0), None);
    "Tool with progress executed successfully"
}

async fn reconnection(_: NoArguments, cx: Context) -> &'static str {
    cx.release_stream();
    sleep(AWAY).await;
    "Reconnection test completed successfully"
}
