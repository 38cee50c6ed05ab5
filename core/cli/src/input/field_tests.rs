use hostline::model::FormSchema;
use serde_json::json;

use super::*;

fn read(schema: &Value, line: &str) -> Result<String, String> {
    let form = json!({"type": "object", "properties": {"x": schema}});
    let form = FormSchema::parse(&form.into()).unwrap();
    let field = Field::new("x", form.field("x").unwrap(), true);
    field.read(line).map(|json| json.to_string())
}

#[test]
fn lines_become_values_of_the_fields_kind() {
    let multi = json!({"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}});
    let titled = json!({"type": "string", "oneOf": [
        {"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]});
    for (schema, line, expected) in [
        (json!({"type": "string"}), "Rome", r#""Rome""#),
        (json!({"type": "string"}), "5", r#""5""#),
        (json!({"type": "integer"}), "5", "5"),
        (json!({"type": "number"}), "2.50", "2.50"),
        (json!({"type": "boolean"}), "Y", "true"),
        (json!({"type": "boolean"}), "no", "false"),
        (json!({"type": "string", "enum": ["a", "b"]}), "2", r#""b""#),
        (json!({"type": "string", "enum": ["2", "1"]}), "1", r#""1""#),
        (titled.clone(), "green", r#""g""#),
        (titled, "1", r#""r""#),
        (multi.clone(), "1, c,1", r#"["a","c"]"#),
        (multi, ",", "[]"),
        (json!({"type": "string", "format": "date"}), "2026-07-28", r#""2026-07-28""#),
    ] {
        assert_eq!(read(&schema, line).as_deref(), Ok(expected), "{line}");
    }
}

#[test]
fn lines_that_do_not_fit_are_refused_with_a_reason() {
    for (schema, line) in [
        (json!({"type": "integer"}), "five"),
        (json!({"type": "integer"}), "2.5"),
        (json!({"type": "integer"}), "[1]"),
        (json!({"type": "number", "minimum": 1, "maximum": 3}), "4"),
        (json!({"type": "boolean"}), "maybe"),
        (json!({"type": "string", "minLength": 3}), "ab"),
        (json!({"type": "string", "maxLength": 3}), "abcd"),
        (json!({"type": "string", "enum": ["a", "b"]}), "3"),
        (json!({"type": "string", "enum": ["a", "b"]}), "0"),
        (
            json!({"type": "array", "minItems": 2, "items": {"type": "string", "enum": ["a", "b"]}}),
            "a",
        ),
        (json!({"type": "string", "format": "email"}), "nobody"),
        (json!({"type": "string", "format": "uri"}), "example"),
        (json!({"type": "string", "format": "date"}), "28.7.2026"),
        (json!({"type": "string", "format": "date-time"}), "2026-07-28T12:00"),
    ] {
        let refused = read(&schema, line);
        assert!(refused.is_err_and(|reason| !reason.is_empty()), "{schema} {line}");
    }
}
