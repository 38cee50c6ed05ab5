use serde_json::json;

use super::*;

fn compile(schema: &Value) -> Result<Schema, SchemaError> {
    Schema::compile(&Json::from(schema))
}

fn is_invalid(outcome: &Result<Schema, SchemaError>) -> bool {
    matches!(outcome, Err(SchemaError::Invalid(_)))
}

/// Each supported dialect, and a schema that only means something from it on.
const DIALECTS: &[&str] = &[
    "json-schema.org/draft/2020-12/schema",
    "json-schema.org/draft/2019-09/schema",
    "json-schema.org/draft-07/schema",
    "json-schema.org/draft-06/schema",
    "json-schema.org/draft-04/schema",
];

#[test]
fn every_supported_dialect_is_known_however_it_is_spelled() {
    for dialect in DIALECTS {
        for scheme in ["http", "https"] {
            for end in ["", "#"] {
                let uri = format!("{scheme}://{dialect}{end}");
                let schema = json!({"$schema": uri, "type": "object", "required": ["a"]});
                let schema = compile(&schema).unwrap_or_else(|error| panic!("{uri}: {error}"));
                assert!(schema.check_text(r#"{"a":1}"#).is_empty(), "{uri}");
                assert_eq!(schema.check_text("{}").len(), 1, "{uri}");
            }
        }
    }
}

#[test]
fn each_dialect_has_its_own_rules() {
    let at = |index: usize| format!("http://{}", DIALECTS[index]);
    let tuple = |dialect: Option<String>, keyword: &str| {
        let mut schema = json!({keyword: [{"type": "string"}]});
        if let Some(dialect) = dialect {
            schema["$schema"] = Value::String(dialect);
        }
        compile(&schema)
    };
    // 2020-12 is the default: `prefixItems` holds, and `items` is no longer a list.
    assert_eq!(tuple(None, "prefixItems").unwrap().check_text("[1]").len(), 1);
    assert!(is_invalid(&tuple(None, "items")));
    assert!(is_invalid(&tuple(Some(at(0)), "items")));
    for index in 1..DIALECTS.len() {
        assert_eq!(tuple(Some(at(index)), "items").unwrap().check_text("[1]").len(), 1);
        assert!(tuple(Some(at(index)), "prefixItems").unwrap().check_text("[1]").is_empty());
    }
    // Draft-04 has booleans for exclusive limits, all later ones numbers.
    for index in 0..DIALECTS.len() {
        let number = compile(&json!({"$schema": at(index), "exclusiveMinimum": 1}));
        let boolean =
            compile(&json!({"$schema": at(index), "minimum": 1, "exclusiveMinimum": true}));
        let old = index == 4;
        assert_eq!(is_invalid(&number), old, "{}", at(index));
        assert_eq!(is_invalid(&boolean), !old, "{}", at(index));
    }
    // Up to draft-07 a reference hides its neighbours.
    let beside = |index: usize| {
        json!({"$schema": at(index), "definitions": {"any": {}}, "properties": {
            "a": {"$ref": "#/definitions/any", "type": "string"}
        }})
    };
    assert_eq!(compile(&beside(0)).unwrap().check_text(r#"{"a":1}"#).len(), 1);
    assert!(compile(&beside(2)).unwrap().check_text(r#"{"a":1}"#).is_empty());
}

#[test]
fn an_unknown_dialect_is_a_typed_error() {
    let unknown = [
        "https://json-schema.org/draft/2099-01/schema",
        "http://json-schema.org/draft-03/schema#",
        "https://example.com/own-dialect",
        "draft-07",
        "",
    ];
    for dialect in unknown {
        let places = [
            json!({"$schema": dialect, "type": "object"}),
            json!({"properties": {"a": {"$schema": dialect}}}),
            json!({"$defs": {"a": {"$id": "https://example.com/a", "$schema": dialect}}}),
            json!({"anyOf": [{"$schema": dialect}]}),
        ];
        for schema in places {
            assert_eq!(
                compile(&schema).err(),
                Some(SchemaError::UnsupportedDialect(dialect.to_owned())),
                "{schema}"
            );
        }
    }
    assert!(is_invalid(&compile(&json!({"$schema": 7}))));
    assert!(is_invalid(&compile(&json!({"$schema": null}))));
}

#[test]
fn a_property_or_datum_named_like_a_keyword_is_none() {
    let table = [
        json!({"properties": {"$schema": {"type": "string"}, "$ref": {"type": "string"}, "$id": {}}}),
        json!({"const": {"$schema": "https://example.com/x", "$ref": "https://example.com/y"}}),
        json!({"default": {"$schema": "https://example.com/x", "$ref": "https://example.com/y"}}),
        json!({"enum": [{"$schema": "https://example.com/x", "$ref": "other.json"}]}),
        json!({"examples": [{"$schema": "https://example.com/x", "$ref": "other.json"}]}),
        json!({"x-note": {"$ref": "https://example.com/y"}}),
        json!({"required": ["$ref"]}),
    ];
    for schema in table {
        assert!(compile(&schema).is_ok(), "{schema}: {:?}", compile(&schema).err());
    }
}

#[test]
fn an_embedded_schema_may_have_another_supported_dialect() {
    let schema = json!({
        "$defs": {"old": {
            "$id": "https://example.com/old",
            "$schema": "http://json-schema.org/draft-07/schema#",
            "items": [{"type": "string"}]
        }},
        "properties": {"list": {"$ref": "https://example.com/old"}}
    });
    let schema = compile(&schema).unwrap();
    assert!(schema.check_text(r#"{"list":["a"]}"#).is_empty());
    assert_eq!(schema.check_text(r#"{"list":[1]}"#)[0].path, "/list/0");
}

#[test]
fn a_schema_that_is_invalid_in_its_dialect_is_a_typed_error() {
    let table = [
        json!({"type": "text"}),
        json!({"type": 7}),
        json!({"required": "a"}),
        json!({"minimum": "1"}),
        json!({"properties": []}),
        json!({"properties": {"a": {"type": "nope"}}}),
        json!({"$defs": {"a": {"maxLength": -1}}}),
        json!({"pattern": "("}),
        json!({"patternProperties": {"[": {}}}),
        json!({"$ref": 7}),
        json!({"$id": 7}),
        json!({"allOf": []}),
        json!([]),
        json!("object"),
        json!(7),
        json!(null),
    ];
    for schema in table {
        assert!(is_invalid(&compile(&schema)), "{schema}: {:?}", compile(&schema));
    }
    let error = compile(&json!({"properties": {"a": {"type": "nope"}}})).unwrap_err();
    assert!(error.to_string().contains("/properties/a/type"), "{error}");
}

#[test]
fn a_reference_to_something_outside_is_a_typed_error() {
    type Place = fn(&str) -> Value;
    let places: &[(&str, Place)] = &[
        ("root", |to| json!({"$ref": to})),
        ("property", |to| json!({"properties": {"a": {"$ref": to}}})),
        ("items", |to| json!({"items": {"$ref": to}})),
        ("allOf", |to| json!({"allOf": [{"$ref": to}]})),
        ("unused definition", |to| json!({"$defs": {"a": {"not": {"$ref": to}}}})),
        ("dynamic", |to| json!({"$dynamicRef": to})),
        ("dynamic below", |to| json!({"items": {"$dynamicRef": to}})),
        (
            "nested resource",
            |to| json!({"$defs": {"a": {"$id": "https://example.com/a/", "items": {"$ref": to}}}}),
        ),
        ("base elsewhere", |to| json!({"$id": "https://example.com/root", "items": {"$ref": to}})),
        (
            "draft-07",
            |to| json!({"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"a": {"$ref": to}}}),
        ),
        ("behind a pointer", |to| json!({"x-own": {"a": {"$ref": to}}, "$ref": "#/x-own/a"})),
    ];
    let targets = [
        "https://evil.example/schema.json",
        "http://127.0.0.1:9/schema.json#/a",
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "other.json",
        "./other.json#/a",
        "../other",
        "//evil.example/a",
        "urn:example:other",
        "urn:uuid:deadbeef-0000-0000-0000-4321feebdaed",
    ];
    for (place, schema) in places {
        for target in targets {
            let outcome = compile(&schema(target));
            assert!(
                matches!(outcome, Err(SchemaError::ExternalRef(_))),
                "{place} to {target}: {outcome:?}"
            );
        }
    }
}

#[test]
fn a_reference_within_the_schema_is_followed() {
    let table = [
        json!({"$defs": {"t": {"type": "string"}}, "properties": {"a": {"$ref": "#/$defs/t"}}}),
        json!({"$defs": {"t": {"$anchor": "t", "type": "string"}}, "properties": {"a": {"$ref": "#t"}}}),
        json!({"$defs": {"t": {"$id": "urn:example:t", "type": "string"}}, "properties": {"a": {"$ref": "urn:example:t"}}}),
        json!({"$id": "https://example.com/r", "$defs": {"t": {"$id": "t.json", "type": "string"}}, "properties": {"a": {"$ref": "t.json"}}}),
        json!({"$id": "https://example.com/r", "$defs": {"t": {"type": "string"}}, "properties": {"a": {"$ref": "https://example.com/r#/$defs/t"}}}),
        json!({"$defs": {"t": {"$dynamicAnchor": "t", "type": "string"}}, "properties": {"a": {"$dynamicRef": "#t"}}}),
        json!({"$id": "relative/name", "$defs": {"t": {"type": "string"}}, "properties": {"a": {"$ref": "#/$defs/t"}}}),
        json!({"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"t": {"id": "#t", "type": "string"}}, "properties": {"a": {"$ref": "#t"}}}),
    ];
    for schema in table {
        let compiled = compile(&schema).unwrap_or_else(|error| panic!("{schema}: {error}"));
        assert!(compiled.check_text(r#"{"a":"x"}"#).is_empty(), "{schema}");
        assert_eq!(compiled.check_text(r#"{"a":1}"#).len(), 1, "{schema}");
    }
    let broken = ["#/$defs/none", "#none", "#/properties/a/%zz"];
    for reference in broken {
        assert!(
            is_invalid(&compile(&json!({"properties": {"a": {"$ref": reference}}}))),
            "{reference}"
        );
    }
}

#[test]
fn a_schema_may_refer_to_the_metaschemas() {
    for dialect in DIALECTS {
        for scheme in ["http", "https"] {
            let own = if dialect.contains("/draft/") { "https" } else { "http" };
            if scheme != own {
                continue;
            }
            let uri = format!("{scheme}://{dialect}");
            let schema = json!({"$schema": uri, "properties": {"schema": {"$ref": uri}}});
            let schema = compile(&schema).unwrap_or_else(|error| panic!("{uri}: {error}"));
            assert!(schema.check_text(r#"{"schema":{"type":"string"}}"#).is_empty(), "{uri}");
            assert!(!schema.check_text(r#"{"schema":{"type":"nope"}}"#).is_empty(), "{uri}");
        }
    }
}

#[test]
fn a_tree_may_refer_to_itself() {
    let table = [
        json!({"type": "object", "properties": {"next": {"$ref": "#"}}}),
        json!({"$defs": {"n": {"type": "object", "properties": {"next": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"}),
        json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true,
               "type": "object", "properties": {"next": {"$recursiveRef": "#"}}}),
        json!({"$id": "https://example.com/tree", "$dynamicAnchor": "node", "type": "object",
               "properties": {"next": {"$dynamicRef": "#node"}}}),
    ];
    for schema in table {
        let schema = compile(&schema).unwrap_or_else(|error| panic!("{schema}: {error}"));
        assert!(schema.check_text(r#"{"next":{"next":{}}}"#).is_empty());
        let mismatches = schema.check_text(r#"{"next":{"next":7}}"#);
        assert_eq!(mismatches[0].path, "/next/next");
    }
}

#[test]
fn mismatches_say_where_and_what_without_the_value() {
    let schema = compile(&json!({
        "type": "object",
        "properties": {
            "a/b": {"type": "string", "maxLength": 3},
            "n": {"type": "integer", "minimum": 1},
            "k": {"enum": ["x", "y"]},
            "p": {"pattern": "^[a-z]+$"},
            "u": {"uniqueItems": true},
            "o": {"anyOf": [{"type": "string"}, {"type": "null"}]}
        },
        "propertyNames": {"maxLength": 5},
        "required": ["n"],
        "additionalProperties": false
    }))
    .unwrap();
    assert_eq!(schema.check_text(r#"{"n":1,"a/b":"abc","k":"x","p":"z","u":[1,2],"o":null}"#), []);
    let table = [
        (r#"{"n":1,"a/b":"secret"}"#, "/a~1b"),
        (r#"{"n":0}"#, "/n"),
        (r#"{"n":1.5}"#, "/n"),
        (r#"{"n":1,"k":"secret"}"#, "/k"),
        (r#"{"n":1,"p":"SECRET"}"#, "/p"),
        (r#"{"n":1,"u":[1,1.0]}"#, "/u"),
        (r#"{"n":1,"o":7}"#, "/o"),
        ("{}", ""),
        ("[]", ""),
        ("{\"n\":1,\"other\":1}", ""),
    ];
    for (value, path) in table {
        let mismatches = schema.check_text(value);
        assert_eq!(mismatches.len(), 1, "{value}: {mismatches:?}");
        assert_eq!(mismatches[0].path, path, "{value}");
        assert_eq!(mismatches[0].kind, MismatchKind::Differs);
        assert!(!mismatches[0].message.to_lowercase().contains("secret"), "{mismatches:?}");
    }
    assert_eq!(schema.check_text("not json")[0].kind, MismatchKind::Differs);
    assert_eq!(schema.check_text("")[0].kind, MismatchKind::Differs);
    assert_eq!(schema.check_text("{\"n\":1} x")[0].kind, MismatchKind::Differs);
}

#[test]
fn what_a_person_reads_is_bounded_and_safe() {
    let schema = compile(&json!({"additionalProperties": false, "type": "object"})).unwrap();
    let members: serde_json::Map<_, _> =
        (0..10_000).map(|index| (format!("\u{202E}key{index}"), json!(1))).collect();
    let mismatches = schema.check(&Json::from(Value::Object(members)));
    assert_eq!(mismatches.len(), 1);
    assert!(mismatches[0].message.chars().count() <= MAX_MESSAGE_CHARS);
    assert!(!mismatches[0].to_string().contains('\u{202E}'));

    let schema = compile(&json!({"items": {"type": "string"}})).unwrap();
    let mismatches = schema.check(&Json::from(json!(vec![0; 5_000])));
    assert_eq!(mismatches.len(), MAX_MISMATCHES);

    let long = "x\u{1b}".repeat(10_000);
    let errors = [
        compile(&json!({"$schema": long})),
        compile(&json!({"$ref": format!("https://example.com/{}", "x".repeat(10_000))})),
        compile(&json!({"properties": {long.clone(): {"type": 7}}})),
        compile(&json!({"pattern": format!("({long}")})),
    ];
    for error in errors {
        let error = error.unwrap_err().to_string();
        assert!(error.chars().count() < MAX_MESSAGE_CHARS + 100, "{error}");
        assert!(!error.contains('\u{1b}'));
    }
}

#[test]
fn formats_and_content_describe_in_every_dialect() {
    for dialect in DIALECTS {
        let schema = json!({
            "$schema": format!("http://{dialect}"),
            "format": "date-time",
            "contentEncoding": "base64",
            "contentMediaType": "application/json"
        });
        assert!(compile(&schema).unwrap().check_text("\"no date, no Base64 $$\"").is_empty());
    }
}

#[test]
fn patterns_with_look_around_work() {
    let schema = json!({"pattern": "^(?!secret)(\\w)\\1$", "patternProperties": {"(?<=a)b": {"type": "string"}}});
    let schema = compile(&schema).unwrap();
    assert!(schema.check_text("\"aa\"").is_empty());
    assert_eq!(schema.check_text("\"ab\"").len(), 1);
    assert_eq!(schema.check_text(r#"{"ab":1}"#).len(), 1);
    assert!(schema.check_text(r#"{"b":1}"#).is_empty());
}

#[test]
fn true_and_false_are_schemas() {
    assert!(compile(&json!(true)).unwrap().check_text("7").is_empty());
    assert_eq!(compile(&json!(false)).unwrap().check_text("7").len(), 1);
    assert!(compile(&json!({})).unwrap().check_text("7").is_empty());
}

#[test]
fn a_schema_is_shared_between_threads() {
    fn shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    shared(&compile(&json!({})).unwrap());
}
