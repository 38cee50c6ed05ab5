//! `tools`: what a server can do, and with which arguments.

use hostline::{
    Json,
    model::{Map, Tool, ToolAnnotations},
    text::{display_safe, display_safe_lines, shorten},
};
use serde_json::Value;

use super::{Session, listed, note_empty, select, title};
use crate::{
    args::ListArgs,
    exit::{Exit, Outcome},
    kinds::Place,
    output::{Cell, Console, Paint, block, table},
};

/// The longest default that is shown, in characters.
const MAX_DEFAULT_CHARS: usize = 60;
/// The longest description of an argument that is shown, in characters.
const MAX_ARGUMENT_CHARS: usize = 2_000;

pub(super) async fn run(session: &Session, args: &ListArgs) -> Outcome {
    let console = &session.console;
    let tools = listed(session, "tool", session.client.list_tools()).await?.into_vec();
    let tools = select(tools, &args.names, |tool| &tool.name, "tool")?;
    if console.settings.json {
        console.print_json(&tools)?;
        return Ok(Exit::OK);
    }
    if tools.is_empty() {
        note_empty(console, "tools");
    }
    for (place, tool) in tools.iter().enumerate() {
        let gap = if place > 0 { "\n" } else { "" };
        let text = describe(console, tool, !args.names.is_empty());
        console.print(&format!("{gap}{text}"))?;
    }
    Ok(Exit::OK)
}

pub(super) fn describe(console: &Console, tool: &Tool, in_full: bool) -> String {
    let (style, width) = (console.style(), console.width());
    let hints = tool.annotations.as_ref();
    let shown = tool.title.as_deref().or_else(|| hints.and_then(|h| h.title.as_deref()));
    let mut text = style.paint(Paint::Name, &display_safe(&tool.name));
    if let Some(title) = title(&tool.name, shown) {
        text = format!("{text}  {}", shorten(title, 200));
    }
    text.push('\n');
    if let Some(description) = &tool.description {
        let description = display_safe_lines(description);
        text.push_str(&block(&description, "  ", style, Paint::Dim, width));
    }
    text.push_str(&members(console, &tool.input_schema, "required"));
    if in_full {
        if let Some(schema) = &tool.output_schema {
            text.push_str(&style.paint(Paint::Dim, "  gives\n"));
            text.push_str(&members(console, schema, "always"));
        }
        if let Some(hints) = hints.map(hint_words).filter(|words| !words.is_empty()) {
            text.push_str(&style.paint(Paint::Dim, &format!("  says that it {hints}\n")));
        }
        if let Some(support) = tool.execution.as_ref().and_then(|e| e.task_support.as_ref()) {
            let line = format!("  running as a task is {}\n", shorten(support.as_str(), 40));
            text.push_str(&style.paint(Paint::Dim, &line));
        }
    }
    text
}

/// The members of an object as a table, in the order in which the server names them.
fn members(console: &Console, schema: &Json, needed: &str) -> String {
    let value = schema.to_value();
    let whole = Place::root(&value);
    let mut properties = whole.properties();
    let order = order_of(schema);
    properties.sort_by_key(|(name, _)| order.iter().position(|known| known == name));
    let rows: Vec<Vec<Cell>> = properties
        .into_iter()
        .map(|(name, place)| {
            let state = match place.default() {
                _ if whole.requires(name) => needed.to_owned(),
                Some(default) => format!("default {}", shorten_value(default)),
                None => String::new(),
            };
            let about = place.description().unwrap_or_default();
            vec![
                (shorten(name, 120).into_owned(), Paint::Plain),
                (place.words(), Paint::Dim),
                (state, Paint::Dim),
                (shorten(about, MAX_ARGUMENT_CHARS).into_owned(), Paint::Dim),
            ]
        })
        .collect();
    table(&rows, 4, console.style(), console.width())
}

fn order_of(schema: &Json) -> Vec<String> {
    let members: Map<Json> = schema.decode().unwrap_or_default();
    let properties: Option<Map<Json>> = members.get("properties").and_then(|p| p.decode().ok());
    properties.unwrap_or_default().into_iter().map(|(name, _)| name).collect()
}

fn shorten_value(value: &Value) -> String {
    shorten(&value.to_string(), MAX_DEFAULT_CHARS).into_owned()
}

/// The hints, which are the server's own word.
fn hint_words(hints: &ToolAnnotations) -> String {
    let words = [
        (hints.read_only_hint, "only reads", "changes things"),
        (hints.destructive_hint, "may destroy", "destroys nothing"),
        (hints.idempotent_hint, "can be repeated", "does more when repeated"),
        (hints.open_world_hint, "reaches outside", "stays inside"),
    ];
    let said: Vec<&str> = words
        .into_iter()
        .filter_map(|(hint, yes, no)| hint.map(|hint| if hint { yes } else { no }))
        .collect();
    said.join(", ")
}
