//! Schemas and values that want to hang, crash or exhaust whoever uses them.

use std::{fmt::Write, time::Instant};

use serde_json::json;

use super::*;

/// Generous: a hang or an exponential would be far beyond it, a busy machine is not.
const NO_HANG: Duration = Duration::from_secs(20);

fn compile(schema: &Value) -> Result<Schema, SchemaError> {
    Schema::compile(&Json::from(schema))
}

fn in_time<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = run();
    let took = started.elapsed();
    assert!(took < NO_HANG, "{what} took {took:?}");
    result
}

fn nested(open: &str, inner: &str, close: &str, times: usize) -> Json {
    Json::parse(&format!("{}{inner}{}", open.repeat(times), close.repeat(times))).unwrap()
}

fn is_bound(outcome: &Result<Schema, SchemaError>) -> bool {
    matches!(outcome, Err(SchemaError::Invalid(why)) if why.contains("bound"))
}

fn is_too_costly(mismatches: &[Mismatch]) -> bool {
    mismatches.len() == 1 && mismatches[0].kind == MismatchKind::TooCostly
}

#[test]
fn a_schema_beyond_a_bound_is_refused() {
    let deep = 100_000;
    let table = [
        ("nested not", nested("{\"not\":", "true", "}", deep)),
        ("nested items", nested("{\"items\":", "{}", "}", deep)),
        ("nested data", nested("{\"const\":[", "1", "]}", 1)),
        ("deep data", nested("[", "1", "]", deep)),
        ("deep not", nested("{\"not\":", "true", "}", MAX_SCHEMA_DEPTH + 1)),
    ];
    for (what, schema) in &table {
        let outcome = in_time(what, || Schema::compile(schema));
        assert_eq!(is_bound(&outcome), *what != "nested data", "{what}: {outcome:?}");
    }
    let most = nested("{\"not\":", "true", "}", MAX_SCHEMA_DEPTH - 1);
    assert!(Schema::compile(&most).is_ok());

    let many: serde_json::Map<_, _> =
        (0..=MAX_SUBSCHEMAS).map(|index| (format!("p{index}"), json!({}))).collect();
    assert!(is_bound(&in_time("many subschemas", || compile(&json!({"properties": many})))));
    let large = json!({"description": "x".repeat(MAX_SCHEMA_BYTES)});
    assert!(is_bound(&compile(&large)));
}

#[test]
fn a_schema_at_the_bounds_compiles_in_time() {
    let properties: serde_json::Map<_, _> = (0..MAX_SUBSCHEMAS - 1)
        .map(|index| (format!("p{index}"), json!({"type": "string", "minLength": 1})))
        .collect();
    let schema = json!({"properties": properties});
    let schema = in_time("10,000 properties", || compile(&schema)).unwrap();
    assert_eq!(schema.check_text(r#"{"p7":""}"#).len(), 1);

    let options: Vec<_> = (0..60_000).map(|index| format!("option {index}")).collect();
    let schema = json!({"items": {"enum": options}});
    let schema = in_time("60,000 options", || compile(&schema)).unwrap();
    let values = json!(vec!["option 59999"; 10_000]);
    assert!(in_time("check of options", || schema.check(&Json::from(&values))).is_empty());

    let mixed: Vec<_> = (0..60_000).map(|index| json!([index])).collect();
    let schema = json!({"items": {"enum": mixed}});
    let schema = in_time("60,000 lists as options", || compile(&schema)).unwrap();
    let values = json!(vec![json!([59_999]); 10_000]);
    let outcome = in_time("check of list options", || schema.check(&Json::from(&values)));
    assert!(is_too_costly(&outcome), "{outcome:?}");
}

/// `levels` definitions, each referring `width` times to the next.
fn doubling(levels: usize, width: usize, keyword: &str) -> Value {
    let mut definitions = serde_json::Map::new();
    for level in 0..levels {
        let next = json!({"$ref": format!("#/$defs/l{}", level + 1)});
        definitions.insert(format!("l{level}"), json!({keyword: vec![next; width]}));
    }
    definitions.insert(format!("l{levels}"), json!({"type": "integer", "minimum": 3}));
    json!({"$defs": definitions, "$ref": "#/$defs/l0"})
}

#[test]
fn references_that_double_at_each_step_are_refused() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for (levels, width) in [(60, 2), (30, 10), (1_000, 2), (4, 100)] {
            let schema = doubling(levels, width, keyword);
            let outcome = in_time("doubling", || compile(&schema));
            assert!(is_bound(&outcome), "{keyword} {levels} {width}: {outcome:?}");
        }
        let schema = in_time("little doubling", || compile(&doubling(10, 2, keyword))).unwrap();
        let outcome = in_time("check of doubling", || schema.check_text("2"));
        assert_eq!(outcome[0].kind, MismatchKind::Differs);
    }
}

#[test]
fn a_long_chain_of_references_does_not_overflow_the_stack() {
    for length in [10, 100, 250, 4_000] {
        let mut schema = doubling(length, 1, "allOf");
        let outcome = in_time("chain", || compile(&schema)).map(|schema| schema.check_text("2"));
        if let Ok(mismatches) = outcome {
            assert!(!mismatches.is_empty(), "{length}");
        }
        schema["items"] = json!({"$ref": "#"});
        let outcome = in_time("chain in items", || compile(&schema));
        if let Ok(schema) = outcome {
            let value = nested("[", "2", "]", MAX_VALUE_DEPTH);
            let outcome = in_time("check of chain", || schema.check(&value));
            assert!(!outcome.is_empty(), "{length}");
        }
    }
}

#[test]
fn deep_recursion_on_a_small_stack_does_not_overflow() {
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(|| {
        let branches: Vec<_> =
            (0..20).map(|index| json!({"$ref": format!("#/$defs/d{index}")})).collect();
        let mut definitions = serde_json::Map::new();
        for index in 0..20 {
            let mut inner = json!({"$ref": format!("#/$defs/d{}", (index + 1) % 20)});
            for _ in 0..55 {
                inner = json!({"type": "array", "items": inner});
            }
            definitions.insert(format!("d{index}"), inner);
        }
        let schema = json!({"$defs": definitions, "anyOf": branches});
        let schema = compile(&schema).unwrap();
        let value = nested("[", "", "]", MAX_VALUE_DEPTH);
        assert!(schema.check(&value).is_empty());

        let schema = doubling(MAX_CHAIN / 2 - 1, 1, "allOf");
        let schema = compile(&schema).unwrap();
        assert_eq!(schema.check_text("2").len(), 1);
        drop(schema);
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn a_schema_that_refers_to_itself_for_the_same_value_is_invalid() {
    let table = [
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#"}]}),
        json!({"anyOf": [{"type": "string"}, {"$ref": "#"}]}),
        json!({"not": {"$ref": "#"}}),
        json!({"if": true, "then": {"$ref": "#"}}),
        json!({"dependentSchemas": {"a": {"$ref": "#"}}}),
        json!({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}),
        json!({"$dynamicAnchor": "a", "oneOf": [{"$dynamicRef": "#a"}]}),
        json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "allOf": [{"$recursiveRef": "#"}]}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "allOf": [{"$ref": "#"}]}),
    ];
    for schema in table {
        let outcome = in_time("loop", || compile(&schema));
        assert!(matches!(outcome, Err(SchemaError::Invalid(_))), "{schema}: {outcome:?}");
    }
}

#[test]
fn recursion_into_the_value_with_many_branches_ends() {
    let branch = |index: usize| {
        let again = json!({"$ref": "#"});
        json!({"properties": {format!("p{index}"): again}, "additionalProperties": again})
    };
    let branches: Vec<_> = (0..8).map(branch).collect();
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let schemas = [
            json!({keyword: branches, "type": "object"}),
            json!({keyword: branches, "type": "object", "unevaluatedProperties": false}),
            json!({keyword: branches, "type": "object", "items": {"$ref": "#"},
                   "unevaluatedItems": {"$ref": "#"}}),
        ];
        for schema in schemas {
            let Ok(schema) = in_time("branches", || compile(&schema)) else { continue };
            for (open, close) in [("{\"a\":", "}"), ("{\"p1\":[", "]}")] {
                let value = nested(open, "7", close, MAX_VALUE_DEPTH / 2 - 3);
                let outcome = in_time("check of branches", || schema.check(&value));
                assert!(!outcome.is_empty(), "a value that does not fit must not pass");
            }
        }
    }
}

#[test]
fn nested_unevaluated_keywords_end() {
    for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
        for times in [3, 8, 30, 60] {
            let mut schema = json!({"type": ["object", "array"]});
            for _ in 0..times {
                schema = json!({"allOf": [schema], keyword: false});
            }
            let Ok(schema) = in_time("unevaluated", || compile(&schema)) else { continue };
            in_time("check of unevaluated", || schema.check_text("{\"a\":{\"b\":[1,[2]]}}"));
            in_time("check of unevaluated", || schema.check_text("[1,[2]]"));
        }
    }
}

#[test]
fn patterns_end_whatever_they_are() {
    let patterns = [
        "^(a+)+$",
        "^(a|a)*$",
        "(a*)*b",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "(x+x+)+y",
        "^(?=(a+)+$)b",
        "^(?!(a+)+$).*$",
        "(a|b)*a(a|b){200}c",
        "(a|b)*a(a|b){4000}c",
        "((((a{30}){30}){30}){30}){30}",
        "^.{1,2000}$",
        "^(\\p{L}+\\s?)+$",
        "(\\w+)\\1\\1b",
        "(?!a)[^z]*z",
        "(?<=a{1,50})b",
    ];
    let texts: Vec<String> =
        [30, 8_000, 60_000, 400_000].map(|length| "ab".repeat(length / 2) + "!").into();
    let texts = texts
        .into_iter()
        .chain([30, 8_000, 60_000, 400_000].map(|length| "a".repeat(length) + "!"));
    let texts: Vec<_> = texts.map(|text| Json::from(json!(text))).collect();
    for pattern in patterns {
        for schema in [
            json!({"pattern": pattern}),
            json!({"patternProperties": {pattern: {}}}),
            json!({"propertyNames": {"pattern": pattern}}),
        ] {
            let Ok(schema) = in_time(pattern, || compile(&schema)) else { continue };
            for text in &texts {
                in_time(pattern, || schema.check(text));
                let object = Json::parse(&format!("{{{text}:1}}")).unwrap();
                in_time(pattern, || schema.check(&object));
            }
        }
    }
    let many: Vec<_> = (0..400)
        .map(|index| json!({"pattern": format!("(a|b)*a(a|b){{{}}}", index + 50)}))
        .collect();
    let outcome = in_time("many patterns", || compile(&json!({"anyOf": many})));
    if let Ok(schema) = outcome {
        let list = json!(vec!["ab".repeat(200); 100]);
        in_time("check of many patterns", || schema.check(&Json::from(&list)));
    }
}

#[test]
fn a_text_too_long_for_a_pattern_is_reported_and_only_then() {
    let schema = compile(&json!({"properties": {"id": {"pattern": "^[a-z]+[0-9]$"}}})).unwrap();
    let long = "x".repeat(600_000);
    assert!(schema.check(&Json::from(json!({"id": "a1", "body": long}))).is_empty());
    assert!(is_too_costly(&schema.check(&Json::from(json!({"id": long})))));
}

#[test]
fn one_target_with_many_names_compiles_in_time() {
    let mut schema = json!({"properties": {}, "$defs": {"t": {"properties": {}}}});
    for index in 0..3_000_usize {
        schema["$defs"]["t"]["properties"][format!("p{index}")] = json!({"type": "string"});
        // Each reference spells the same pointer in another way.
        let mut spelled = String::from("#/");
        for (at, byte) in "$defs/t".bytes().enumerate() {
            if byte != b'/' && index >> at & 1 == 1 {
                write!(spelled, "%{byte:02x}").unwrap();
            } else {
                spelled.push(char::from(byte));
            }
        }
        schema["properties"][format!("r{index}")] = json!({"$ref": spelled});
    }
    let outcome = in_time("many names", || compile(&schema));
    assert!(outcome.is_ok() || is_bound(&outcome), "{outcome:?}");
}

#[test]
fn many_resources_that_refer_to_each_other_end() {
    for count in [2, 4, 8, 40] {
        for dynamic in [false, true] {
            let mut definitions = serde_json::Map::new();
            for index in 0..count {
                let links: serde_json::Map<_, _> = (0..count)
                    .filter(|other| *other != index)
                    .map(|other| {
                        (
                            format!("p{other}"),
                            json!({"$ref": format!("https://example.com/r{other}")}),
                        )
                    })
                    .collect();
                let mut resource =
                    json!({"$id": format!("https://example.com/r{index}"), "properties": links});
                if dynamic {
                    resource["$dynamicAnchor"] = json!("node");
                    resource["items"] = json!({"$dynamicRef": "#node"});
                }
                definitions.insert(format!("d{index}"), resource);
            }
            let schema = json!({"$id": "https://example.com/root", "$defs": definitions, "$ref": "https://example.com/r0"});
            let outcome = in_time("resources", || compile(&schema));
            assert!(outcome.is_ok() || is_bound(&outcome), "{outcome:?}");
        }
    }
    // Two ways from each layer to the next.
    for layers in [4, 10, 30] {
        let mut definitions = serde_json::Map::new();
        for layer in 0..layers {
            for side in ["a", "b"] {
                let to = |side: &str| json!({"$ref": format!("https://example.com/{side}{}", layer + 1)});
                let links = if layer + 1 < layers {
                    json!({"x": to("a"), "y": to("b")})
                } else {
                    json!({})
                };
                let id = format!("https://example.com/{side}{layer}");
                definitions
                    .insert(format!("{side}{layer}"), json!({"$id": id, "properties": links}));
            }
        }
        let schema = json!({"$defs": definitions, "$ref": "https://example.com/a0"});
        let outcome = in_time("layers", || compile(&schema));
        assert!(outcome.is_ok() || is_bound(&outcome), "{outcome:?}");
    }
}

#[test]
fn odd_identifiers_never_panic() {
    let ids = [
        "",
        "#",
        "#a",
        "a#",
        "a#b",
        "https://example.com/#x",
        "https://example.com/a#",
        ":",
        "//",
        "?",
        "%zz",
        "https://[",
        "urn:a",
        "urn:a#b",
        "json-schema:///",
        "/a/../b",
        "\u{0}",
        "é",
        " ",
        "https://json-schema.org/draft/2020-12/schema",
    ];
    for id in ids {
        for keyword in ["$id", "id", "$anchor", "$dynamicAnchor", "$ref", "$dynamicRef"] {
            for dialect in [
                "https://json-schema.org/draft/2020-12/schema",
                "http://json-schema.org/draft-07/schema#",
                "http://json-schema.org/draft-04/schema#",
            ] {
                for schema in [
                    json!({"$schema": dialect, keyword: id, "properties": {"a": {"$ref": "#"}}}),
                    json!({"$schema": dialect, "properties": {"a": {keyword: id, "items": {"$ref": "#"}}}}),
                ] {
                    if let Ok(schema) = in_time("identifier", || compile(&schema)) {
                        schema.check_text(r#"{"a":[{}]}"#);
                    }
                }
            }
        }
    }
}

#[test]
fn a_value_beyond_a_bound_is_reported() {
    let schema = compile(&json!({"items": {"$ref": "#"}})).unwrap();
    let most = nested("[", "", "]", MAX_VALUE_DEPTH);
    assert!(schema.check(&most).is_empty());
    for times in [MAX_VALUE_DEPTH + 1, 100_000] {
        let deep = nested("[", "", "]", times);
        assert!(is_too_costly(&in_time("deep value", || schema.check(&deep))));
    }
    let long = format!("\"{}\"", "x".repeat(MAX_VALUE_BYTES));
    assert!(is_too_costly(&schema.check_text(&long)));
    let crowded = format!("[{}]", vec![r#"{"":0}"#; 500_000].join(","));
    assert!(is_too_costly(&schema.check_text(&crowded)));
}

#[test]
fn a_large_honest_value_is_checked() {
    let schema = compile(&json!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"id": {"type": "integer"}, "name": {"type": "string", "minLength": 1}, "tags": {"type": "array", "items": {"enum": ["a", "b"]}}},
            "required": ["id", "name"],
            "additionalProperties": false
        }
    }))
    .unwrap();
    let row =
        |index: usize| json!({"id": index, "name": format!("row {index}"), "tags": ["a", "b"]});
    let mut rows: Vec<_> = (0..20_000).map(row).collect();
    let honest = Json::from(json!(rows));
    assert!(in_time("1 MiB of rows", || schema.check(&honest)).is_empty());
    rows[19_999]["id"] = json!("x");
    let wrong = Json::from(json!(rows));
    let outcome = in_time("1 MiB of rows, one wrong", || schema.check(&wrong));
    assert_eq!(outcome[0].path, "/19999/id");
}
