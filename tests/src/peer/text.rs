//! Filling in what a script can only know when it runs, and building large or odd text.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

/// The most bytes that one generator makes, so that a slip in a file costs no machine.
const LONGEST: usize = 64 << 20;

/// What can be filled in.
pub(super) struct Blanks<'a> {
    pub(super) id: &'a Value,
    pub(super) last_id: Value,
    pub(super) token: &'a Value,
    pub(super) method: &'a str,
    pub(super) params: &'a Value,
    pub(super) answers: &'a Value,
    pub(super) port: u16,
    pub(super) n: usize,
}

impl Blanks<'_> {
    /// A value with its blanks filled in and its generators run.
    pub(super) fn fill(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => match text.as_str() {
                "$id" => self.id.clone(),
                "$lastId" => self.last_id.clone(),
                "$token" => self.token.clone(),
                "$method" => self.method.into(),
                "$params" => self.params.clone(),
                "$arguments" => self.params["arguments"].clone(),
                "$answers" => self.answers.clone(),
                "$n" => self.n.into(),
                text if text.contains("${") => self.fill_text(text).into(),
                text => text.into(),
            },
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect(),
            Value::Object(map) if map.contains_key("$repeat") => {
                String::from_utf8_lossy(&self.repeat(&map["$repeat"], &map["times"])).into()
            }
            Value::Object(map) if map.contains_key("$list") => {
                let count = map["$list"].as_u64().unwrap_or(0).min(100_000);
                let item = map.get("item").unwrap_or(&Value::Null);
                let nth = |n: u64| {
                    let n = usize::try_from(n).unwrap_or(0);
                    Self { n, last_id: self.last_id.clone(), ..*self }.fill(item)
                };
                (1..=count).map(nth).collect()
            }
            Value::Object(map) => {
                map.iter().map(|(key, value)| (key.clone(), self.fill(value))).collect()
            }
            other => other.clone(),
        }
    }

    /// The bytes that a text with generators stands for.
    pub(super) fn bytes(&self, value: &Value) -> Vec<u8> {
        match value {
            Value::String(text) => self.fill_text(text).into_bytes(),
            Value::Array(parts) => parts.iter().flat_map(|part| self.bytes(part)).collect(),
            Value::Object(map) if map.contains_key("repeat") => {
                self.repeat(&map["repeat"], &map["times"])
            }
            Value::Object(map) if map.contains_key("base64") => {
                STANDARD.decode(map["base64"].as_str().unwrap_or_default()).unwrap_or_default()
            }
            Value::Object(map) if map.contains_key("json") => {
                self.fill(&map["json"]).to_string().into_bytes()
            }
            Value::Null => Vec::new(),
            other => other.to_string().into_bytes(),
        }
    }

    fn repeat(&self, part: &Value, times: &Value) -> Vec<u8> {
        let part = self.bytes(part);
        let times = usize::try_from(times.as_u64().unwrap_or(1)).unwrap_or(1);
        part.repeat(times.min(LONGEST / part.len().max(1)))
    }

    fn fill_text(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            filled.push_str(before);
            let Some((name, after)) = after.split_once('}') else {
                filled.push_str("${");
                rest = after;
                continue;
            };
            filled.push_str(&self.blank(name));
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    fn blank(&self, name: &str) -> String {
        let value = match name.split_once('/') {
            None => match name {
                "id" => self.id.clone(),
                "lastId" => self.last_id.clone(),
                "token" => self.token.clone(),
                "port" => self.port.into(),
                "n" => self.n.into(),
                "answers" => self.answers.clone(),
                _ => Value::Null,
            },
            Some((root, path)) => {
                let root = match root {
                    "answers" => self.answers,
                    "params" => self.params,
                    "arguments" => &self.params["arguments"],
                    _ => &Value::Null,
                };
                root.pointer(&format!("/{path}")).cloned().unwrap_or_default()
            }
        };
        match value {
            // An id stands in JSON text, so it keeps its quotes.
            Value::String(text) if !matches!(name, "id" | "lastId" | "token") => text,
            other => other.to_string(),
        }
    }
}

/// A header's value as the client meant it (2026-07-28 `streamable-http`, "Value Encoding").
pub(super) fn decode_header(value: &str) -> String {
    let inner = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    match inner.map(|inner| STANDARD.decode(inner)) {
        Some(Ok(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
        _ => value.to_owned(),
    }
}

/// What the modern version adds to a result, and this peer therefore adds by itself.
pub(super) fn decorate(mut result: Value, method: &str) -> Value {
    const CACHEABLE: [&str; 6] = [
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    ];
    let Some(map) = result.as_object_mut() else { return result };
    map.entry("resultType").or_insert_with(|| "complete".into());
    if CACHEABLE.contains(&method) {
        map.entry("ttlMs").or_insert_with(|| 0.into());
        map.entry("cacheScope").or_insert_with(|| "private".into());
    }
    let meta = map.entry("_meta").or_insert_with(|| json!({}));
    if let Some(meta) = meta.as_object_mut() {
        let info = meta.entry("io.modelcontextprotocol/serverInfo");
        info.or_insert_with(|| json!({"name": "scripted-peer", "version": "1.0.0"}));
    }
    result
}
