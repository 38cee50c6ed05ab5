//! Four ways to say what an argument looks like.

use std::collections::BTreeMap;

use hostline::{
    Json,
    model::Tool,
    server::{Context, Failure, JsonSchema, ServedTool, Server},
};
use serde_json::{Value, json};

/// A type whose title need not be there.
#[derive(serde::Deserialize, JsonSchema)]
struct ToPerson {
    who: Person,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Person {
    name: String,
    #[serde(default = "friend")]
    title: String,
}

fn friend() -> String {
    "friend".to_owned()
}

/// A type all of whose members must be there.
#[derive(serde::Deserialize, JsonSchema)]
struct ToTitled {
    who: Titled,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Titled {
    name: String,
    title: String,
}

/// An object of any kind.
#[derive(serde::Deserialize, JsonSchema)]
struct ToAnybody {
    who: BTreeMap<String, Value>,
}

pub(super) fn server() -> Server {
    // The names are those that the client asks for.
    Server::new("schema-validators-example", "1.0")
        .tool("greet_pydantic", "Greets", |to: ToPerson, _cx: Context| async move {
            greeting(&to.who.name, &to.who.title)
        })
        .tool("greet_typeddict", "Greets", |to: ToTitled, _cx: Context| async move {
            greeting(&to.who.name, &to.who.title)
        })
        .with_tool(by_hand())
        .tool("greet_dict", "Greets", |to: ToAnybody, _cx: Context| async move {
            let text = |key: &str| to.who.get(key).and_then(Value::as_str);
            let name = text("name").ok_or_else(|| Failure::new("who has no name?"))?;
            Ok::<_, Failure>(greeting(name, text("title").unwrap_or("friend")))
        })
}

/// A tool whose schema is written by hand.
fn by_hand() -> ServedTool {
    let schema = json!({
        "type": "object",
        "properties": {
            "who": {
                "type": "object",
                "properties": { "name": { "type": "string" }, "title": { "type": "string" } },
                "required": ["name"],
            },
        },
        "required": ["who"],
    });
    ServedTool::with_definition(
        Tool::new("greet_dataclass", schema).with_description("Greets"),
        |arguments: Json, _cx: Context| async move {
            let to: ToPerson = arguments.decode()?;
            Ok::<_, Failure>(greeting(&to.who.name, &to.who.title))
        },
    )
}

fn greeting(name: &str, title: &str) -> String {
    format!("Hello {name}, my {title}")
}
