//! A server, its tools, and what went wrong.

use std::collections::{HashMap, HashSet};

use hostline::{
    Error, Json,
    facade::{
        ErrorReport,
        types::{Connected, Listing},
    },
    model::{Map, Tool, ToolAnnotations},
    schema::fill_defaults,
};
use serde::Serialize;

use super::{json, line, lines};

/// A server that is connected.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ServerView {
    /// The number of the connection.
    connection: u32,
    /// The server, as the person named it.
    target: String,
    /// What it calls itself. It is not verified.
    name: String,
    /// Its own version, where it has one.
    version: String,
    /// The version of the protocol that is spoken.
    protocol: String,
    /// How it is reached, such as `stdio`.
    transport: String,
    /// Its advice on how to use it.
    instructions: Option<String>,
}

impl ServerView {
    pub(crate) fn of(connection: u32, connected: &Connected) -> Self {
        let server = connected.server.as_ref();
        let name = server.map(|server| server.title.as_ref().unwrap_or(&server.name).as_str());
        Self {
            connection,
            target: line(&connected.target),
            name: line(name.filter(|name| !name.trim().is_empty()).unwrap_or(&connected.target)),
            version: line(server.map_or("", |server| &server.version)),
            protocol: line(&connected.version),
            transport: line(&connected.transport),
            instructions: connected.instructions.as_deref().map(lines),
        }
    }
}

/// The tools of a server.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolsView {
    tools: Vec<ToolView>,
    /// Sentences about what was left out, because it did not have the right shape.
    left_out: Vec<String>,
}

impl ToolsView {
    /// The tools, numbered from `first` on.
    pub(crate) fn of(first: u32, tools: &Listing<Tool>) -> Self {
        let left_out = tools.dropped().iter().map(|report| {
            let name = report.name.as_deref().map_or_else(String::new, |name| format!(" ({name})"));
            line(&format!("Tool {}{name}: {}", report.index + 1, report.reason))
        });
        Self {
            tools: (first..)
                .zip(tools.iter())
                .map(|(number, tool)| ToolView::of(number, tool))
                .collect(),
            left_out: left_out.collect(),
        }
    }
}

/// One tool.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ToolView {
    /// The number of the tool, by which it is called.
    tool: u32,
    /// The name that programs use.
    name: String,
    /// The name that people see.
    title: String,
    description: Option<String>,
    /// What the server says about the tool. It is the server's own word.
    hints: Vec<String>,
    /// The JSON Schema of its arguments.
    input: String,
    /// The JSON Schema of its structured content.
    output: Option<String>,
    /// Arguments to begin with: what is required, and what has a default.
    arguments: String,
}

impl ToolView {
    fn of(number: u32, tool: &Tool) -> Self {
        let annotations = tool.annotations.as_ref();
        let title = tool.title.as_ref().or_else(|| annotations?.title.as_ref());
        Self {
            tool: number,
            name: line(&tool.name),
            title: line(title.unwrap_or(&tool.name)),
            description: tool.description.as_deref().map(lines),
            hints: annotations.map(hints).unwrap_or_default(),
            input: json(&tool.input_schema),
            output: tool.output_schema.as_ref().map(json),
            arguments: json(&beginning(&tool.input_schema)),
        }
    }
}

fn hints(annotations: &ToolAnnotations) -> Vec<String> {
    let hints = [
        (annotations.read_only_hint, "changes nothing", "changes things"),
        (annotations.destructive_hint, "may destroy things", "destroys nothing"),
        (annotations.idempotent_hint, "can be repeated", "does more each time"),
        (annotations.open_world_hint, "reaches the world outside", "stays inside"),
    ];
    let said = hints.into_iter().filter_map(|(hint, yes, no)| Some(if hint? { yes } else { no }));
    said.map(str::to_owned).collect()
}

/// Arguments to begin with: each member that is required, empty, and each that has a default.
fn beginning(schema: &Json) -> Json {
    let members: Map<Json> = schema.decode().unwrap_or_default();
    let required = members.get("required").and_then(|names| names.decode::<HashSet<String>>().ok());
    let properties: Map<Json> =
        members.get("properties").and_then(|all| all.decode().ok()).unwrap_or_default();
    let filled = fill_defaults(schema, &hostline::model::empty_object());
    let filled: Map<Json> = filled.decode().unwrap_or_default();
    // A server decides how many there are, so nothing is looked for one by one.
    let filled: HashMap<&str, &Json> = filled.iter().collect();
    let begun = properties.iter().filter_map(|(name, property)| {
        let needed = required.as_ref().is_some_and(|names| names.contains(name));
        let value = filled
            .get(name)
            .map(|value| (*value).clone())
            .or_else(|| needed.then(|| empty(property)))?;
        Some((name, value))
    });
    let begun: Map<Json> = begun.collect();
    Json::encode(&begun).unwrap_or_else(|_| hostline::model::empty_object())
}

/// A value to type over.
fn empty(property: &Json) -> Json {
    let members: Map<Json> = property.decode().unwrap_or_default();
    let kind = members.get("type").and_then(|kind| kind.decode::<String>().ok());
    let text = match kind.as_deref() {
        Some("number" | "integer") => "0",
        Some("boolean") => "false",
        Some("array") => "[]",
        Some("object") => "{}",
        Some("string") => "\"\"",
        _ => "null",
    };
    Json::parse(text).unwrap_or_default()
}

/// What went wrong, as a person reads it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct FailureView {
    /// The stable name of the kind of failure.
    #[cfg_attr(test, ts(type = "ErrorCode"))]
    code: String,
    /// The whole sentence, the same in every language of Hostline.
    message: String,
    /// Whether what was asked for may have been done although it failed.
    may_have_run: bool,
}

impl From<&ErrorReport> for FailureView {
    fn from(report: &ErrorReport) -> Self {
        Self {
            code: report.code.clone(),
            message: line(&report.message),
            may_have_run: report.may_have_run,
        }
    }
}

impl From<Error> for FailureView {
    fn from(error: Error) -> Self {
        Self::from(&ErrorReport::from(&error))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_begin_with_what_is_required_and_what_has_a_default() {
        // As text, since the order of the members matters.
        let schema = r#"{"type": "object", "required": ["to", "count", "any"], "properties": {
            "to": {"type": "string"},
            "note": {"type": "string"},
            "unit": {"type": "string", "default": "C"},
            "count": {"type": "integer"},
            "any": {}
        }}"#;
        let begun = beginning(&Json::parse(schema).unwrap());
        assert_eq!(begun.as_str(), r#"{"to":"","unit":"C","count":0,"any":null}"#);
        assert_eq!(beginning(&json!(true).into()).as_str(), "{}");
    }

    #[test]
    fn nothing_of_a_tool_can_hide() {
        let tool = Tool::new("a\u{200B}b", json!({"x": "\u{202E}"}))
            .with_description("<b>one</b>\n\u{1b}[2Jtwo");
        let view = serde_json::to_value(ToolView::of(0, &tool)).unwrap();
        assert_eq!(view["name"], "a⟦U+200B⟧b");
        assert_eq!(view["description"], "<b>one</b>\n␛[2Jtwo");
        assert_eq!(view["input"], "{\n  \"x\": \"\\u202e\"\n}");
    }

    #[test]
    fn a_failure_is_the_sentence_of_the_facade() {
        let error = Error::new(hostline::ErrorCode::Timeout, "no answer").with_next_step("wait");
        let sentence = error.to_string();
        let view = FailureView::from(error);
        assert_eq!((view.message, view.code.as_str()), (sentence, "timeout"));
    }
}
