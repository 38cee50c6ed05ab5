//! Tools that change the server itself, so that a client that listens hears of it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hostline::server::{Context, Failure, JsonSchema, NoArguments, ServedTool, Server};
use serde::Deserialize;

use super::resources::NOTE;

/// The tool that comes and goes.
const SURPRISE: &str = "surprise";
/// The longest note.
const MOST_NOTE_CHARS: u32 = 10_000;

#[derive(Deserialize, JsonSchema)]
struct Written {
    /// What the note is to say.
    #[schemars(length(max = MOST_NOTE_CHARS))]
    text: String,
}

pub(super) fn add(server: Server) -> Server {
    server
        .tool("toggle-tool", "Adds a tool, or takes it away again: the list changes", toggle_tool)
        .tool("write-note", "Changes the resource demo://note: a resource is updated", write_note)
}

async fn toggle_tool(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let server = cx.server();
    if server.remove_tool(SURPRISE) {
        return Ok(format!("{SURPRISE} is gone"));
    }
    let description = "Says that it is there: a tool that comes and goes";
    let surprise = |_: NoArguments, _cx: Context| async { "here I am" };
    server.add_tool(ServedTool::new(SURPRISE, description, surprise))?;
    Ok(format!("{SURPRISE} is there"))
}

async fn write_note(written: Written, cx: Context) -> &'static str {
    *note() = written.text;
    cx.server().resource_updated(NOTE);
    "written"
}

/// What the note says.
pub(super) fn note() -> MutexGuard<'static, String> {
    static NOTE: Mutex<String> = Mutex::new(String::new());
    // A panic while it was held cannot leave the text half changed.
    NOTE.lock().unwrap_or_else(PoisonError::into_inner)
}
