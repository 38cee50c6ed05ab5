//! Requests and replies as the client without a library writes and reads them: the least that a
//! correct exchange needs.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::{
    Result,
    options::{Era, Options, Workload},
};

#[derive(Serialize)]
struct Request<'a, P> {
    jsonrpc: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    method: &'a str,
    params: P,
}

#[derive(Serialize)]
struct Call<'a> {
    name: &'a str,
    arguments: &'a serde_json::Map<String, serde_json::Value>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Meta<'a>>,
}

#[derive(Serialize)]
struct Plain<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Meta<'a>>,
}

#[derive(Serialize)]
struct Listen<'a> {
    notifications: Wanted,
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Wanted {
    tools_list_changed: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Initialize<'a> {
    protocol_version: &'a str,
    capabilities: Capabilities,
    client_info: Implementation<'a>,
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

const WHO: Implementation<'static> = Implementation { name: "bare", version: "0" };

/// What each request says of its client, in the era that wants it.
fn meta(era: Era) -> Option<Meta<'static>> {
    (era == Era::Modern).then_some(modern_meta())
}

fn modern_meta() -> Meta<'static> {
    Meta { version: Era::Modern.version(), client: WHO, capabilities: Capabilities {} }
}

fn write(
    buffer: &mut Vec<u8>,
    id: Option<u64>,
    method: &str,
    params: impl Serialize,
) -> Result<()> {
    Ok(serde_json::to_writer(buffer, &Request { jsonrpc: "2.0", id, method, params })?)
}

/// Appends the request that opens a connection, and gives its method.
pub fn write_opening(era: Era, id: u64, buffer: &mut Vec<u8>) -> Result<&'static str> {
    match era {
        Era::Modern => {
            write(buffer, Some(id), "server/discover", Plain { meta: meta(era) })?;
            Ok("server/discover")
        }
        Era::Legacy => {
            let (protocol_version, capabilities) = (era.version(), Capabilities {});
            let params = Initialize { protocol_version, capabilities, client_info: WHO };
            write(buffer, Some(id), "initialize", params)?;
            Ok("initialize")
        }
    }
}

/// Appends the notification that a session is open.
pub fn write_initialized(buffer: &mut Vec<u8>) -> Result<()> {
    write(buffer, None, "notifications/initialized", Plain { meta: None })
}

/// Appends the request that the workload makes over and over.
pub fn write_operation(options: &Options, id: u64, buffer: &mut Vec<u8>) -> Result<()> {
    if options.workload == Workload::List {
        return write(buffer, Some(id), "tools/list", Plain { meta: meta(options.era) });
    }
    write_call(options.era, options.tool(), &options.arguments(), id, buffer)
}

/// Appends a call of a tool.
pub fn write_call(
    era: Era,
    tool: &str,
    arguments: &serde_json::Map<String, serde_json::Value>,
    id: u64,
    buffer: &mut Vec<u8>,
) -> Result<()> {
    let params = Call { name: tool, arguments, meta: meta(era) };
    write(buffer, Some(id), "tools/call", params)
}

/// Appends the modern request that opens a stream of changes of the list of tools.
pub fn write_listen(id: u64, buffer: &mut Vec<u8>) -> Result<()> {
    let notifications = Wanted { tools_list_changed: true };
    let params = Listen { notifications, meta: modern_meta() };
    write(buffer, Some(id), "subscriptions/listen", params)
}

#[derive(Deserialize)]
struct Reply<R> {
    id: u64,
    result: R,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallResult<'a> {
    #[serde(borrow)]
    content: Vec<TextContent<'a>>,
    #[serde(borrow, default)]
    structured_content: Option<Forecast<'a>>,
}

#[derive(Deserialize)]
struct TextContent<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Forecast<'a> {
    #[serde(borrow)]
    city: Cow<'a, str>,
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
    if options.workload == Workload::Structured {
        let forecast = reply.result.structured_content.ok_or("there is no structured content")?;
        options.check_text(&forecast.city)?;
        return Ok(reply.id);
    }
    let text = reply.result.content.first().ok_or("the result has no content")?;
    options.check_text(&text.text)?;
    Ok(reply.id)
}

/// The first text of a call's result.
pub fn read_text(reply: &[u8]) -> Result<Cow<'_, str>> {
    let reply: Reply<CallResult> = serde_json::from_slice(reply)?;
    let text = reply.result.content.into_iter().next().ok_or("the result has no content")?;
    Ok(text.text)
}

/// Fails unless the reply carries a result.
pub fn read_plain(reply: &[u8]) -> Result<()> {
    let _: Reply<IgnoredAny> = serde_json::from_slice(reply)?;
    Ok(())
}
