//! Tools that take their time, and say how far they are.

use std::time::Duration;

use hostline::{
    model::LoggingLevel,
    server::{Context, JsonSchema, NoArguments, Server},
};
use serde::Deserialize;
use tokio::time::sleep;

use crate::output::write_err;

/// How long one step of `count` takes.
const STEP: Duration = Duration::from_millis(200);

#[derive(Deserialize, JsonSchema)]
struct Count {
    /// How far to count.
    #[serde(default = "five")]
    #[schemars(range(min = 1, max = 100))]
    to: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Slow {
    /// How long to take.
    #[serde(default = "minute")]
    #[schemars(range(min = 0, max = 3600))]
    seconds: u32,
}

fn five() -> u32 {
    5
}

fn minute() -> u32 {
    60
}

pub(super) fn add(server: Server) -> Server {
    server
        .tool("count", "Counts, and says how far it is: progress", count)
        .tool("log", "Writes a message of each level: logging", log)
        .tool("slow", "Takes a minute, or as long as you say: try to cancel it", slow)
}

async fn count(count: Count, cx: Context) -> String {
    for number in 1..=count.to {
        sleep(STEP).await;
        cx.progress(number.into(), Some(count.to.into()), Some(&format!("at {number}")));
    }
    format!("counted to {}", count.to)
}

async fn log(_: NoArguments, cx: Context) -> &'static str {
    for level in LoggingLevel::ALL {
        let data = format!("this is what {level} looks like");
        cx.log(level, serde_json::Value::from(data));
    }
    "wrote a message of each level"
}

async fn slow(slow: Slow, cx: Context) -> String {
    // The function is dropped when the call is cancelled, and all that it holds with it.
    let mut cancelled = SaysWhenCancelled(true);
    for second in 0..slow.seconds {
        cx.progress(second.into(), Some(slow.seconds.into()), None);
        sleep(Duration::from_secs(1)).await;
    }
    cancelled.0 = false;
    format!("took {} s", slow.seconds)
}

/// Tells whoever watches the server that a call was cancelled.
struct SaysWhenCancelled(bool);

impl Drop for SaysWhenCancelled {
    fn drop(&mut self) {
        if self.0 {
            write_err("slow: cancelled\n");
        }
    }
}
