//! Progress and log messages while a tool runs, which can be cancelled.

use hostline::{
    model::{LoggingLevel, LoggingMessage},
    server::{Context, JsonSchema, Server, Structured},
};
use serde_json::json;

#[derive(serde::Deserialize, JsonSchema)]
struct Steps {
    steps: u32,
}

#[derive(serde::Serialize, JsonSchema)]
struct Counted {
    completed: u32,
    total: u32,
}

pub(super) fn server() -> Server {
    Server::new("streaming-example", "1.0").logging().tool(
        "countdown",
        "Counts, and tells of each step",
        |asked: Steps, cx: Context| async move {
            let steps = asked.steps;
            for step in 1..=steps {
                let said = format!("step {step}/{steps}");
                cx.progress(step.into(), Some(steps.into()), Some(&said));
                let message = LoggingMessage::new(LoggingLevel::Info, json!(said));
                cx.log_message(&message.with_logger("countdown"));
                // What works without ever waiting cannot be cancelled.
                tokio::task::yield_now().await;
            }
            Structured(Counted { completed: steps, total: steps })
        },
    )
}
