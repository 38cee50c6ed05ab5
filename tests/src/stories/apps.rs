//! A tool with a page of its own, for clients that show such pages (extension MCP Apps).

use hostline::{
    model::Meta,
    server::{Context, NoArguments, ResourceRequest, ServedResource, ServedTool, Server},
};
use serde_json::json;

const PAGE: &str = "ui://get-time/app.html";

pub(super) fn server() -> Server {
    let mut meta = Meta::new();
    meta.insert("ui", json!({ "resourceUri": PAGE }));
    let time = ServedTool::new("get_time", "Says the time", |_: NoArguments, _cx: Context| async {
        "2026-06-26T00:00:00Z"
    });
    let page = ServedResource::new(PAGE, "clock", |_: ResourceRequest, _cx: Context| async {
        "<!doctype html><title>Clock</title><p>The time</p>"
    });
    Server::new("apps-example", "1.0")
        .with_tool(time.meta(meta))
        .with_resource(page.mime_type("text/html;profile=mcp-app"))
}
