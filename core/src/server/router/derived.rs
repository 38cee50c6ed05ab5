//! The JSON Schemas of Rust types, as peers are to read them.
//!
//! What only Rust has is left out: the names of types, and formats of numbers that JSON Schema does
//! not know and that other validators complain about.

use schemars::{
    JsonSchema, Schema,
    generate::SchemaSettings,
    transform::{RecursiveTransform, Transform},
};

use crate::Json;

/// The schema of arguments: of what a type can be made from.
pub(super) fn input_schema<T: JsonSchema>() -> Json {
    let mut schema = schema_of::<T>(SchemaSettings::draft2020_12().for_deserialize());
    if schema.get("type").is_none() {
        // A union of objects says so only of its variants.
        schema.insert("type".to_owned(), "object".into());
    }
    Json::from(schema.to_value())
}

/// The schema of structured content: of what a type becomes.
pub(super) fn output_schema<T: JsonSchema>() -> Json {
    Json::from(schema_of::<T>(SchemaSettings::draft2020_12().for_serialize()).to_value())
}

fn schema_of<T: JsonSchema>(settings: SchemaSettings) -> Schema {
    // Models, and clients that show a form, read a schema more easily where nothing refers to
    // something else.
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // The dialect is the one that needs no name, and the title is the name of the type.
    schema.remove("$schema");
    schema.remove("title");
    RecursiveTransform(without_number_format).transform(&mut schema);
    schema
}

/// `uint32` and the like. What does not fit them is refused when arguments are decoded.
fn without_number_format(schema: &mut Schema) {
    let known = |format: &str| {
        let bits = format.trim_start_matches("uint").trim_start_matches("int");
        bits.bytes().all(|byte| byte.is_ascii_digit()) || matches!(format, "float" | "double")
    };
    if schema.get("format").and_then(|format| format.as_str()).is_some_and(known) {
        schema.remove("format");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::server::NoArguments;

    #[derive(serde::Deserialize, serde::Serialize, JsonSchema)]
    struct Order {
        /// How many.
        count: u32,
        prices: Vec<f64>,
        #[serde(default)]
        gift: bool,
        #[schemars(extend("format" = "date"))]
        day: String,
    }

    #[test]
    fn a_schema_has_no_name_and_no_format_that_only_rust_knows() {
        let properties = json!({
            "count": { "type": "integer", "minimum": 0, "description": "How many." },
            "prices": { "type": "array", "items": { "type": "number" } },
            "gift": { "type": "boolean", "default": false },
            "day": { "type": "string", "format": "date" },
        });
        let mut expected = json!({
            "type": "object", "properties": properties, "required": ["count", "prices", "day"],
        });
        assert_eq!(input_schema::<Order>().to_value(), expected);
        expected["required"] = json!(["count", "prices", "gift", "day"]);
        assert_eq!(output_schema::<Order>().to_value(), expected);
    }

    #[test]
    fn whoever_takes_no_arguments_says_no_more_than_that() {
        let expected = json!({ "type": "object", "additionalProperties": false });
        assert_eq!(input_schema::<NoArguments>().to_value(), expected);
    }
}
