//! One tool that greets, for stories about how a server is reached.

use hostline::{
    Json,
    model::{CallToolResult, ContentBlock},
    server::{Context, Failure, JsonSchema, Server},
};

#[derive(serde::Deserialize, JsonSchema)]
struct Person {
    name: String,
}

#[derive(serde::Serialize)]
struct Greeting {
    result: String,
}

/// For the story `stateless_legacy`.
pub(super) fn plain() -> Server {
    greeting("stateless-legacy-example", "")
}

/// For the story `starlette_mount`.
pub(super) fn mounted() -> Server {
    greeting("starlette-mount-example", " (served from a Starlette sub-mount)")
}

/// For the story `json_response`.
pub(super) fn halfway() -> Server {
    greeting("json-response-example", "")
}

fn greeting(server: &str, ending: &'static str) -> Server {
    let server = Server::new(server, "1.0");
    server.tool("greet", "Greets", move |person: Person, cx: Context| async move {
        cx.progress(0.5, Some(1.0), Some("halfway"));
        let result = format!("Hello, {}!{ending}", person.name);
        // The greeting itself is the text, and not its JSON.
        let content = vec![ContentBlock::text(&result)];
        let structured = Json::encode(&Greeting { result })?;
        Ok::<_, Failure>(CallToolResult::new(content).with_structured_content(structured))
    })
}
