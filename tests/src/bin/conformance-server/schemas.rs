//! Tools whose definitions are what counts.

use hostline::{
    Json,
    model::Tool,
    server::{Context, JsonSchema, ServedTool, Server},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Mirrored {
    /// What HTTP repeats in a header.
    #[schemars(extend("x-mcp-header" = "Value"))]
    value: String,
}

pub(super) fn add(server: Server) -> Server {
    let rich = Tool::new("json_schema_2020_12_tool", rich_schema())
        .with_description("Has a schema that uses most of its dialect");
    server
        .with_tool(ServedTool::with_definition(rich, |arguments: Json, _cx: Context| async move {
            format!("JSON Schema 2020-12 tool called with: {arguments}")
        }))
        .tool(
            "test_x_mcp_header",
            "Has an argument that HTTP repeats in a header",
            |mirrored: Mirrored, _cx: Context| async move { mirrored.value },
        )
}

fn rich_schema() -> Value {
    let text = json!({"type": "string"});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": text, "city": text},
        }},
        "properties": {
            "name": text,
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": text,
            "email": text,
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}
