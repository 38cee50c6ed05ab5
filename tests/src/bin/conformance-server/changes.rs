//! Tools that change the lists.

use hostline::server::{Context, Failure, NoArguments, ServedPrompt, ServedTool, Server};

/// What comes and goes.
const CHANGING_TOOL: &str = "test_dynamic_tool";
const CHANGING_PROMPT: &str = "test_dynamic_prompt";

pub(super) fn add(server: Server) -> Server {
    server.tool("test_trigger_tool_change", "Changes the list of tools", change_tools).tool(
        "test_trigger_prompt_change",
        "Changes the list of prompts",
        change_prompts,
    )
}

async fn change_tools(_: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    let server = cx.server();
    if server.remove_tool(CHANGING_TOOL) {
        return Ok("removed");
    }
    let run = |_: NoArguments, _cx: Context| async { "here" };
    server.add_tool(ServedTool::new(CHANGING_TOOL, "Comes and goes", run))?;
    Ok("added")
}

async fn change_prompts(_: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    let server = cx.server();
    if server.remove_prompt(CHANGING_PROMPT) {
        return Ok("removed");
    }
    let fill_in = |_: NoArguments, _cx: Context| async { "here" };
    server.add_prompt(ServedPrompt::new(CHANGING_PROMPT, "Comes and goes", fill_in))?;
    Ok("added")
}
