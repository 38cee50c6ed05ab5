//! Requests and replies as the client without a library writes and reads them: the least that a
//! correct exchange needs.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::{
    Result,
    options::{Options, Workload},
};

/// The version that all clients speak here.
pub const VERSION: &str = "2026-07-28";

#[derive(Serialize)]
struct Request<'a, P> {
    jsonrpc: &'a str,
    id: u64,
    method: &'a str,
    params: P,
}

#[derive(Serialize)]
struct Call<'a> {
    name: &'a str,
    arguments: &'a serde_json::Map<String, serde_json::Value>,
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

#[derive(Serialize)]
struct Plain<'a> {
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

#[derive(Serialize)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: &'a str,
    #[serde(rename = "io.modelcontextprotocol/clientInfo")]
    client: Implementation<'a>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Capabilities,
}

#[derive(Serialize)]
struct Implementation<'a> {
    name: &'a str,
    version: &'a str,
}

#[derive(Serialize)]
struct Capabilities {}

const META: Meta<'static> = Meta {
    version: VERSION,
    client: Implementation { name: "bare", version: "0" },
    capabilities: Capabilities {},
};

/// Appends the request that the workload makes over and over.
pub fn write_operation(options: &Options, id: u64, buffer: &mut Vec<u8>) -> Result<()> {
    if options.workload == Workload::List {
        return write_plain("tools/list", id, buffer);
    }
    let arguments = options.arguments();
    let params = Call { name: options.tool(), arguments: &arguments, meta: META };
    let request = Request { jsonrpc: "2.0", id, method: "tools/call", params };
    Ok(serde_json::to_writer(buffer, &request)?)
}

/// Appends a request without parameters of its own.
pub fn write_plain(method: &str, id: u64, buffer: &mut Vec<u8>) -> Result<()> {
    let request = Request { jsonrpc: "2.0", id, method, params: Plain { meta: META } };
    Ok(serde_json::to_writer(buffer, &request)?)
}

#[derive(Deserialize)]
struct Reply<R> {
    id: u64,
    result: R,
}

#[derive(Deserialize)]
struct CallResult<'a> {
    #[serde(borrow)]
    content: Vec<TextContent<'a>>,
}

#[derive(Deserialize)]
struct TextContent<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct ListResult<'a> {
    #[serde(borrow)]
    tools: Vec<Tool<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tool<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    description: Cow<'a, str>,
    #[serde(borrow)]
    input_schema: &'a RawValue,
}

/// Decodes the reply to the workload's request, checks it, and gives its id.
pub fn read_operation(options: &Options, reply: &[u8]) -> Result<u64> {
    if options.workload == Workload::List {
        let reply: Reply<ListResult> = serde_json::from_slice(reply)?;
        let tools = &reply.result.tools;
        options.check_tools(tools.len())?;
        // Whatever was decoded is looked at, so that the compiler may not leave it out.
        let read = |tool: &Tool| {
            tool.name.len() + tool.description.len() + tool.input_schema.get().len() > 0
        };
        return if tools.iter().all(read) { Ok(reply.id) } else { Err("an empty tool".into()) };
    }
    let reply: Reply<CallResult> = serde_json::from_slice(reply)?;
    let text = reply.result.content.first().ok_or("the result has no content")?;
    options.check_text(&text.text)?;
    Ok(reply.id)
}

/// Fails unless the reply carries a result.
pub fn read_plain(reply: &[u8]) -> Result<()> {
    let _: Reply<IgnoredAny> = serde_json::from_slice(reply)?;
    Ok(())
}
