//! What the fixed server answers: just enough of the protocol for every client measured, at the
//! least cost, so that the server hides nothing of the client.

use std::{
    borrow::Cow,
    collections::HashMap,
    fmt::Write as _,
    sync::{Arc, Mutex, PoisonError},
};

use serde::Deserialize;
use serde_json::value::RawValue;

/// The answers, some of them made once and kept.
#[derive(Debug)]
pub struct Responder {
    tools: String,
    texts: Mutex<HashMap<usize, Arc<str>>>,
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<Params<'a>>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    arguments: Option<Arguments<'a>>,
}

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow, default)]
    text: Option<&'a RawValue>,
    #[serde(default)]
    bytes: Option<usize>,
}

const COMPLETE: &str = r#","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"raw","version":"0"}}}}"#;
/// No time to live, so that no client's cache answers instead of the server.
const COMPLETE_UNCACHED: &str = r#","resultType":"complete","ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"raw","version":"0"}}}}"#;

impl Responder {
    /// A server that lists this many tools.
    pub fn new(tools: usize) -> Self {
        Self { tools: tools_json(tools), texts: Mutex::default() }
    }

    /// Appends the reply to one message, and says whether there is one.
    pub fn answer(&self, message: &[u8], reply: &mut Vec<u8>) -> bool {
        let Ok(request) = serde_json::from_slice::<Request>(message) else { return false };
        let (Some(id), Some(method)) = (request.id, request.method) else { return false };
        let mut put = |text: &str| reply.extend_from_slice(text.as_bytes());
        put(r#"{"jsonrpc":"2.0","id":"#);
        put(id.get());
        match &*method {
            "server/discover" => {
                put(r#","result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}"#);
                put(COMPLETE_UNCACHED);
            }
            "tools/list" => {
                put(r#","result":{"tools":"#);
                put(&self.tools);
                put(COMPLETE_UNCACHED);
            }
            "tools/call" => {
                put(r#","result":{"content":[{"type":"text","text":"#);
                let params = request.params.as_ref();
                let arguments = params.and_then(|params| params.arguments.as_ref());
                if params.and_then(|params| params.name.as_deref()) == Some("blob") {
                    put(&self.text(arguments.and_then(|it| it.bytes).unwrap_or_default()));
                } else {
                    put(arguments.and_then(|it| it.text).map_or("\"\"", RawValue::get));
                }
                put(r#"}],"isError":false"#);
                put(COMPLETE);
            }
            _ => put(r#","error":{"code":-32601,"message":"Method not found"}}"#),
        }
        true
    }

    /// A JSON string of so many bytes, with a line break every 64, so that it has escapes.
    fn text(&self, bytes: usize) -> Arc<str> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.entry(bytes).or_insert_with(|| json_text(bytes).into()).clone()
    }
}

fn json_text(bytes: usize) -> String {
    serde_json::Value::from(text(bytes)).to_string()
}

/// A text of so many bytes, with a line break every 64.
pub(crate) fn text(bytes: usize) -> String {
    let line = "abcdefghijklmnopqrstuvwxyz0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ\n";
    line.chars().cycle().take(bytes).collect()
}

/// One small tool, and the rest with an input schema of some 2.5 KB each.
fn tools_json(count: usize) -> String {
    let mut json = String::from(
        r#"[{"name":"echo","description":"Echo text","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}"#,
    );
    let schema = schema_json();
    for number in 1..count {
        // Writing into a string cannot fail.
        let _ = write!(
            json,
            r#",{{"name":"tool_{number:05}","description":"Generated tool number {number}","inputSchema":{schema}}}"#
        );
    }
    json.push(']');
    json
}

/// An input schema of some 2.5 KB.
pub(crate) fn schema_json() -> String {
    let properties: Vec<String> = (0..14)
        .map(|number| {
            format!(
                r#""field_{number:02}":{{"type":"string","description":"Field number {number:02} of the generated schema; free text, used by the tool for nothing at all.","minLength":0,"maxLength":4096}}"#
            )
        })
        .collect();
    let properties = properties.join(",");
    format!(
        r#"{{"type":"object","properties":{{{properties}}},"required":["field_00","field_01"]}}"#
    )
}
