use serde_json::json;

use super::*;
use crate::host::pins::change::Change;

/// What a change from one schema to another weighs, the heaviest of all of it.
fn weight(before: &Value, now: &Value) -> Weight {
    let mut findings = Findings::default();
    compare(Some(before), Some(now), "", &mut findings);
    match findings.into_change() {
        Change::Wording(_) => Weight::Wording,
        Change::Narrowing(_) => Weight::Narrowing,
        Change::Widening(_) => Weight::Widening,
        Change::None => unreachable!("a change was found"),
    }
}

#[test]
fn a_tighter_rule_narrows_and_the_same_change_backwards_widens() {
    let table = [
        (json!({}), json!({ "type": "string" })),
        (json!({ "type": ["string", "null"] }), json!({ "type": "string" })),
        (json!({ "type": "number" }), json!({ "type": "integer" })),
        (json!({ "enum": ["a", "b"] }), json!({ "enum": ["b"] })),
        (json!({ "minimum": 1 }), json!({ "minimum": 2 })),
        (json!({}), json!({ "maxLength": 3 })),
        (json!({ "maxItems": 3 }), json!({ "maxItems": 2 })),
        (json!({ "exclusiveMaximum": 1.5 }), json!({ "exclusiveMaximum": 1 })),
        (json!({}), json!({ "uniqueItems": true })),
        (json!({}), json!({ "additionalProperties": false })),
        (
            json!({ "additionalProperties": true }),
            json!({ "additionalProperties": { "maxLength": 1 } }),
        ),
        (
            json!({ "properties": { "a": {}, "b": {} }, "additionalProperties": false }),
            json!({ "properties": { "a": {} }, "additionalProperties": false }),
        ),
        (
            json!({ "properties": { "a": { "items": { "maximum": 2 } } } }),
            json!({ "properties": { "a": { "items": { "maximum": 1 } } } }),
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }),
            json!({ "anyOf": [{ "type": "string" }] }),
        ),
        (json!({ "anyOf": [{}, true] }), json!({ "anyOf": [{}, { "maximum": 1 }] })),
        (json!({ "allOf": [{ "maximum": 2 }] }), json!({ "allOf": [{ "maximum": 1 }] })),
        (json!(true), json!(false)),
        (json!({ "properties": { "a": {} } }), json!({ "properties": { "a": false } })),
    ];
    for (looser, tighter) in table {
        assert_eq!(weight(&looser, &tighter), Weight::Narrowing, "{looser} -> {tighter}");
        assert_eq!(weight(&tighter, &looser), Weight::Widening, "{tighter} -> {looser}");
    }
}

#[test]
fn what_is_not_surely_tighter_widens_in_both_directions() {
    let table = [
        // Fields that are new, gone, required now or no longer.
        (json!({ "properties": {} }), json!({ "properties": { "a": {} } })),
        (json!({}), json!({ "properties": { "a": {} } })),
        (json!({ "required": ["a"] }), json!({ "required": ["a", "b"] })),
        (json!({}), json!({ "required": ["a"] })),
        // Values that the server puts into a model's mouth.
        (json!({ "type": "string" }), json!({ "type": "string", "enum": ["a"] })),
        (json!({}), json!({ "const": "a" })),
        (json!({}), json!({ "pattern": "^a$" })),
        (json!({ "enum": ["a"] }), json!({ "enum": ["b"] })),
        (json!({}), json!({ "default": "a" })),
        // What only looks like a rule of this kind.
        (json!({ "type": "string" }), json!({ "type": ["number", "null"] })),
        (json!({ "exclusiveMinimum": true }), json!({ "exclusiveMinimum": 3 })),
        (json!({ "properties": 1 }), json!({ "properties": 2 })),
        (json!({ "items": [{ "maximum": 2 }] }), json!({ "items": [{ "maximum": 1 }] })),
        (json!({ "items": {} }), json!({ "items": "x" })),
        // What is not known, or of which it is not known what less of it means.
        (json!({}), json!({ "unheardOf": 1 })),
        (json!({}), json!({ "format": "password" })),
        (json!({}), json!({ "$schema": "https://json-schema.org/draft/2020-12/schema" })),
        (json!({}), json!({ "not": { "type": "string" } })),
        (json!({ "not": { "maximum": 1 } }), json!({ "not": { "maximum": 2 } })),
        (json!({ "oneOf": [{ "maximum": 2 }] }), json!({ "oneOf": [{ "maximum": 1 }] })),
        (json!({ "if": { "maximum": 2 } }), json!({ "if": { "maximum": 1 } })),
        (json!({ "patternProperties": {} }), json!({ "patternProperties": { "a": {} } })),
        (json!({ "contains": {} }), json!({ "contains": { "maximum": 1 }, "minContains": 0 })),
        (json!({ "multipleOf": 2 }), json!({ "multipleOf": 4 })),
        (json!({ "allOf": [{}] }), json!({ "allOf": [{}, { "maximum": 1 }] })),
        (json!({ "anyOf": [{}] }), json!({ "anyOf": [] })),
        // A rule that stands for another one elsewhere, perhaps turned round.
        (
            json!({ "$defs": { "a": { "maximum": 2 } }, "not": { "$ref": "#/$defs/a" } }),
            json!({ "$defs": { "a": { "maximum": 1 } }, "not": { "$ref": "#/$defs/a" } }),
        ),
        (
            json!({ "properties": { "a": { "maximum": 2 } }, "not": { "$ref": "#/properties/a" } }),
            json!({ "properties": { "a": { "maximum": 1 } }, "not": { "$ref": "#/properties/a" } }),
        ),
        // A rule that lets pass what another one refuses.
        (
            json!({ "unevaluatedProperties": false }),
            json!({ "unevaluatedProperties": false, "additionalProperties": { "type": "string" } }),
        ),
        // A pattern that takes the field that is gone.
        (
            json!({ "properties": { "a": {} }, "additionalProperties": false,
                    "patternProperties": { "": {} } }),
            json!({ "properties": {}, "additionalProperties": false,
                    "patternProperties": { "": {} } }),
        ),
    ];
    for (one, other) in table {
        assert_eq!(weight(&one, &other), Weight::Widening, "{one} -> {other}");
        assert_eq!(weight(&other, &one), Weight::Widening, "{other} -> {one}");
    }
}

#[test]
fn wording_is_found_at_any_depth_and_only_where_it_is_wording() {
    let worded = [
        (json!({}), json!({ "title": "a", "description": "b", "examples": [1], "$comment": "c" })),
        (
            json!({ "properties": { "a": { "items": { "title": "b" } } } }),
            json!({ "properties": { "a": { "items": { "title": "c" } } } }),
        ),
        (
            json!({ "oneOf": [{ "const": 1, "title": "one" }] }),
            json!({ "oneOf": [{ "const": 1, "title": "One" }] }),
        ),
        (
            json!({ "$defs": { "a": { "not": { "description": "b" } } } }),
            json!({ "$defs": { "a": { "not": { "description": "c" } } } }),
        ),
        (json!({ "items": [{ "title": "a" }] }), json!({ "items": [{ "title": "b" }] })),
        (json!({ "required": ["a", "b"] }), json!({ "required": ["b", "a"] })),
        (json!({ "enum": [1, 2] }), json!({ "enum": [2, 1] })),
        (json!({ "type": "string" }), json!({ "type": ["string"] })),
    ];
    for (before, now) in worded {
        assert_eq!(weight(&before, &now), Weight::Wording, "{before} -> {now}");
        assert_eq!(weight(&now, &before), Weight::Wording, "{now} -> {before}");
    }
    let no_wording = [
        (json!({ "properties": {} }), json!({ "properties": { "title": {} } })),
        (json!({ "default": { "title": "a" } }), json!({ "default": { "title": "b" } })),
        (json!({ "const": { "title": "a" } }), json!({ "const": { "title": "b" } })),
        (json!({ "unheardOf": { "title": "a" } }), json!({ "unheardOf": { "title": "b" } })),
        (json!({ "patternProperties": {} }), json!({ "patternProperties": { "title": {} } })),
    ];
    for (before, now) in no_wording {
        assert_eq!(weight(&before, &now), Weight::Widening, "{before} -> {now}");
    }
}
