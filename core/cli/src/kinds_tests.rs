use serde_json::json;

use super::*;

fn kinds(schema: &Value) -> Vec<&'static str> {
    match Place::root(schema).kinds() {
        Kinds::Any => vec!["any"],
        Kinds::Of(kinds) => kinds.into_iter().map(Kind::name).collect(),
    }
}

#[test]
fn kinds_come_from_types_choices_alternatives_and_references() {
    for (schema, expected) in [
        (json!({}), vec!["any"]),
        (json!(true), vec!["any"]),
        (json!({"type": "integer"}), vec!["integer"]),
        (json!({"type": ["string", "null"]}), vec!["string", "null"]),
        (json!({"enum": ["a", 1]}), vec!["string", "integer"]),
        (json!({"const": false}), vec!["boolean"]),
        (json!({"anyOf": [{"type": "number"}, {"type": "null"}]}), vec!["number", "null"]),
        (json!({"anyOf": [{"type": "number"}, {}]}), vec!["any"]),
        (json!({"allOf": [{"type": "number"}, {"type": "integer"}]}), vec!["integer"]),
        (json!({"$ref": "#/$defs/n", "$defs": {"n": {"type": "array"}}}), vec!["array"]),
        (json!({"$ref": "#"}), vec!["any"]),
        (json!({"$ref": "https://example.com/x"}), vec!["any"]),
        (json!({"type": "strange"}), vec!["any"]),
    ] {
        assert_eq!(kinds(&schema), expected, "{schema}");
    }
}

#[test]
fn alternatives_that_refer_to_themselves_come_to_an_end() {
    let schema = json!({"anyOf": [{"$ref": "#"}, {"type": "string"}]});
    assert_eq!(kinds(&schema), ["any"]);
    assert!(Place::root(&schema).words().chars().count() <= MAX_TYPE_CHARS);
}

#[test]
fn types_are_told_in_words() {
    for (schema, expected) in [
        (json!({}), "any"),
        (json!({"type": "string", "format": "date"}), "string (date)"),
        (json!({"type": "integer", "minimum": 1, "maximum": 10}), "integer 1 to 10"),
        (json!({"type": "array", "items": {"type": "string"}}), "array of string"),
        (json!({"type": "string", "enum": ["low", "high"]}), "low | high"),
        (json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}), "integer or null"),
        (json!({"type": "string", "format": "\u{202e}x"}), "string (⟦U+202E⟧x)"),
    ] {
        assert_eq!(Place::root(&schema).words(), expected, "{schema}");
    }
}
