use serde_json::json;

use super::*;

fn compile(schema: &Value) -> Result<Option<ParameterHeaders>, HeaderFault> {
    ParameterHeaders::compile(&Json::from(schema))
}

/// A schema with one string parameter `value` that carries the annotation.
fn annotated(annotation: &Value) -> Value {
    json!({"type": "object", "properties": {"value": {"type": "string", "x-mcp-header": annotation}}})
}

fn headers(schema: &Value, arguments: &Value) -> Result<Vec<(String, String)>, HeaderFault> {
    let compiled = compile(schema).unwrap().unwrap();
    let headers = compiled.headers(&Json::from(arguments))?;
    Ok(headers.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
}

#[test]
fn the_specifications_tool_gives_the_specifications_request() {
    let schema = json!({
        "type": "object",
        "properties": {
            "region": {
                "type": "string",
                "description": "The region to execute the query in",
                "x-mcp-header": "Region"
            },
            "query": {"type": "string", "description": "The SQL query to execute"}
        },
        "required": ["region", "query"]
    });
    let arguments = json!({"region": "us-west1", "query": "SELECT * FROM users"});
    let expected = vec![("mcp-param-region".to_owned(), "us-west1".to_owned())];
    assert_eq!(headers(&schema, &arguments), Ok(expected));
}

#[test]
fn values_are_encoded_as_the_specification_shows() {
    let table = [
        ("us-west1", "us-west1"),
        ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ("us west 1", "us west 1"),
        (" us-west1", "=?base64?IHVzLXdlc3Qx?="),
        ("us-west1 ", "=?base64?dXMtd2VzdDEg?="),
        ("line1\r\nline2", "=?base64?bGluZTENCmxpbmUy?="),
        ("\tindented", "=?base64?CWluZGVudGVk?="),
        ("in\tside", "=?base64?aW4Jc2lkZQ==?="),
        ("", "=?base64??="),
        ("a\r\nX-Evil: 1", "=?base64?YQ0KWC1FdmlsOiAx?="),
        ("\u{7f}", "=?base64?fw==?="),
        ("\0", "=?base64?AA==?="),
        ("=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
        ("=?BASE64?literal?=", "=?BASE64?literal?="),
        ("=?base64?open", "=?base64?open"),
        ("a: b; c=\"d\"", "a: b; c=\"d\""),
    ];
    for (value, header) in table {
        assert_eq!(encode_value(value), header, "for {value:?}");
        assert!(header.bytes().all(|byte| matches!(byte, b' '..=b'~')));
        assert_eq!(decode_value(header).as_deref(), Some(value), "back from {header:?}");
    }
}

#[test]
fn a_header_that_breaks_the_encoding_is_refused() {
    let table = [
        "=?base64?%%%?=",
        "=?base64?SGVsbG8?=",   // Padding is missing.
        "=?base64?SGVsbG8==?=", // Padding is wrong.
        "=?base64?SGVsbG9=?=",  // Bits are left over.
        "=?base64?SGVs bG8=?=", // White space.
        "=?base64?_-8=?=",      // The other alphabet.
        "=?base64?/w==?=",      // No UTF-8.
        "caf\u{e9}",
        "a\nb",
        "\u{7f}",
    ];
    for header in table {
        assert_eq!(decode_value(header), None, "for {header:?}");
    }
    assert_eq!(decode_value("a\tb").as_deref(), Some("a\tb"));
    assert_eq!(decode_value("").as_deref(), Some(""));
}

#[test]
fn a_name_must_be_a_token() {
    for name in
        ["Region", "x", "My-Field_2", "!#$%&'*+-.^_`|~", "constructor", "__proto__", "Method"]
    {
        let found = compile(&annotated(&json!(name))).unwrap().unwrap();
        let expected = format!("mcp-param-{}", name.to_lowercase());
        assert_eq!(found.names().collect::<Vec<_>>(), [expected.as_str()]);
    }
    let refused = [
        json!(""),
        json!("My Region"),
        json!("Region:Primary"),
        json!("Région"),
        json!("Region\t1"),
        json!("a\r\nX-Evil: 1"),
        json!("a\0"),
        json!("(a)"),
        json!("a/b"),
        json!("a\""),
        json!("\u{130}"),
        json!("a".repeat(MAX_HEADER_NAME_BYTES + 1)),
        json!(7),
        json!(true),
        json!(null),
        json!(["Region"]),
        json!({"name": "Region"}),
    ];
    for name in refused {
        assert!(
            matches!(compile(&annotated(&name)), Err(HeaderFault::Schema { ref at, .. }) if at == "/value"),
            "for {name}"
        );
    }
}

#[test]
fn names_are_unique_without_regard_to_case() {
    for (one, other) in [("Region", "Region"), ("MyField", "myfield")] {
        let schema = json!({"properties": {
            "a": {"type": "string", "x-mcp-header": one},
            "b": {"properties": {"c": {"type": "string", "x-mcp-header": other}}}
        }});
        assert!(compile(&schema).is_err());
    }
}

#[test]
fn only_integers_strings_and_booleans_are_mirrored() {
    for kind in ["integer", "string", "boolean"] {
        let schema = json!({"properties": {"a": {"type": kind, "x-mcp-header": "A"}}});
        assert!(compile(&schema).unwrap().is_some(), "{kind}");
    }
    let refused = [
        json!("number"),
        json!("object"),
        json!("array"),
        json!("null"),
        json!("String"),
        json!(["string"]),
        json!(["string", "null"]),
        json!(null),
    ];
    for kind in refused {
        let schema = json!({"properties": {"a": {"type": kind, "x-mcp-header": "A"}}});
        assert!(compile(&schema).is_err(), "{kind}");
    }
    assert!(compile(&json!({"properties": {"a": {"x-mcp-header": "A"}}})).is_err());
}

#[test]
fn an_annotation_off_the_chain_of_properties_makes_the_tool_invalid() {
    let inner = json!({"type": "string", "x-mcp-header": "A"});
    let holder = json!({"properties": {"a": inner}});
    let keywords_with_a_schema = [
        "items",
        "additionalItems",
        "contains",
        "not",
        "if",
        "then",
        "else",
        "propertyNames",
        "additionalProperties",
        "unevaluatedItems",
        "unevaluatedProperties",
        "contentSchema",
        "x-unknown",
    ];
    for keyword in keywords_with_a_schema {
        for schema in [&inner, &holder] {
            assert!(compile(&json!({keyword: schema})).is_err(), "{keyword}");
            let below = json!({"properties": {"p": {keyword: schema}}});
            assert!(compile(&below).is_err(), "property, then {keyword}");
        }
    }
    for keyword in ["allOf", "anyOf", "oneOf", "prefixItems", "items"] {
        assert!(compile(&json!({keyword: [true, holder]})).is_err(), "{keyword}");
    }
    for keyword in ["patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]
    {
        assert!(compile(&json!({keyword: {"x": inner}})).is_err(), "{keyword}");
    }
    assert!(compile(&inner).is_err(), "the root");
}

#[test]
fn a_property_or_datum_of_that_name_is_no_annotation() {
    let table = [
        json!({"properties": {"x-mcp-header": {"type": "string"}}}),
        json!({"properties": {"a": {"properties": {"x-mcp-header": true}}}}),
        json!({"items": {"properties": {"x-mcp-header": {"type": "object"}}}}),
        json!({"$defs": {"x-mcp-header": {"type": "string"}}}),
        json!({"patternProperties": {"x-mcp-header": {}}}),
        json!({"required": ["x-mcp-header"]}),
        json!({"dependentRequired": {"x-mcp-header": ["a"]}}),
        json!({"dependencies": {"x-mcp-header": ["a"]}}),
        json!({"description": "x-mcp-header"}),
        json!({"default": {"x-mcp-header": "A"}}),
        json!({"const": {"x-mcp-header": "A"}}),
        json!({"enum": [{"x-mcp-header": "A"}]}),
        json!({"examples": [{"x-mcp-header": "A"}]}),
        json!({"properties": {"a": {"default": {"x-mcp-header": "A"}}}}),
        json!(true),
        json!({}),
    ];
    for schema in table {
        assert_eq!(compile(&schema), Ok(None), "for {schema}");
    }
    // A property of that name can itself be annotated.
    let schema = json!({"properties": {"x-mcp-header": {"type": "string", "x-mcp-header": "A"}}});
    assert_eq!(
        headers(&schema, &json!({"x-mcp-header": "v"})),
        Ok(vec![("mcp-param-a".into(), "v".into())])
    );
}

#[test]
fn an_annotation_spelled_with_escapes_is_seen() {
    let text = r#"{"properties":{"a":{"type":"string","x\u002dmcp-h\u0065ader":"A"}}}"#;
    let compiled = ParameterHeaders::compile(&Json::parse(text).unwrap()).unwrap().unwrap();
    assert_eq!(compiled.names().collect::<Vec<_>>(), ["mcp-param-a"]);
}

#[test]
fn values_become_text_by_their_type() {
    let schema = json!({"properties": {"a": {"type": "integer", "x-mcp-header": "A"}}});
    let table = [
        ("42", Some("42")),
        ("-7", Some("-7")),
        ("0", Some("0")),
        ("42.0", Some("42")),
        ("4.2e1", Some("42")),
        ("-0.0", Some("0")),
        ("9007199254740991", Some("9007199254740991")),
        ("-9007199254740991", Some("-9007199254740991")),
        ("9007199254740991.0", Some("9007199254740991")),
        ("true", Some("true")),
        ("false", Some("false")),
        ("\"text\"", Some("text")),
        ("null", None),
    ];
    for (spelled, value) in table {
        let arguments = Json::parse(&format!("{{\"a\":{spelled}}}")).unwrap();
        let headers = compile(&schema).unwrap().unwrap().headers(&arguments).unwrap();
        assert_eq!(headers.first().map(|(_, value)| &**value), value, "for {spelled}");
    }
    let refused = [
        "9007199254740992",
        "-9007199254740992",
        "9007199254740992.0",
        "18446744073709551615",
        "1e300",
        "1e999",
        "4.5",
        "{}",
        "[]",
        "{\"b\":1}",
        "[1]",
    ];
    for spelled in refused {
        let arguments = Json::parse(&format!("{{\"a\":{spelled}}}")).unwrap();
        let outcome = compile(&schema).unwrap().unwrap().headers(&arguments);
        assert!(matches!(outcome, Err(HeaderFault::Argument { .. })), "for {spelled}");
    }
}

#[test]
fn a_value_is_read_at_the_exact_path() {
    let schema = json!({"type": "object", "properties": {
        "tenant": {"type": "object", "properties": {
            "id": {"type": "integer", "x-mcp-header": "Tenant-Id"},
            "a/b~c": {"type": "string", "x-mcp-header": "Odd"}
        }},
        "id": {"type": "string"},
        "__proto__": {"type": "string", "x-mcp-header": "Proto"}
    }});
    let header = |name: &str, value: &str| (format!("mcp-param-{name}"), value.to_owned());
    let table = [
        (json!({}), vec![]),
        (json!({"tenant": null}), vec![]),
        (json!({"tenant": "x"}), vec![]),
        (json!({"tenant": [1]}), vec![]),
        (json!({"tenant": {"id": null}}), vec![]),
        (json!({"id": "top"}), vec![]),
        (json!({"tenant": {"id": 7}, "id": "top"}), vec![header("tenant-id", "7")]),
        (json!({"tenant": {"a/b~c": "x"}}), vec![header("odd", "x")]),
        (json!({"__proto__": "p"}), vec![header("proto", "p")]),
        (json!(null), vec![]),
        (json!([1, 2]), vec![]),
    ];
    for (arguments, mut expected) in table {
        let mut found = headers(&schema, &arguments).unwrap();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "for {arguments}");
    }
    let fault = headers(&schema, &json!({"tenant": {"a/b~c": {}}})).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "the mirrored argument at /tenant/a~1b~0c is neither text, an integer nor a boolean"
    );
}

#[test]
fn limits_hold() {
    let annotations = |count: usize| {
        let property = |index| {
            (format!("p{index}"), json!({"type": "string", "x-mcp-header": format!("H{index}")}))
        };
        json!({"properties": (0..count).map(property).collect::<Map<_, _>>()})
    };
    let most = compile(&annotations(MAX_PARAMETER_HEADERS)).unwrap().unwrap();
    assert_eq!(most.names().count(), MAX_PARAMETER_HEADERS);
    assert!(compile(&annotations(MAX_PARAMETER_HEADERS + 1)).is_err());
    assert!(compile(&annotations(1_000)).is_err());

    let long = "a".repeat(MAX_HEADER_VALUE_BYTES);
    let schema = annotated(&json!("A"));
    assert!(headers(&schema, &json!({"value": long})).is_ok());
    assert!(headers(&schema, &json!({"value": format!("{long}a")})).is_err());

    let deep = format!(
        "{}{{\"x-mcp-header\":\"A\"}}{}",
        "{\"items\":".repeat(100_000),
        "}".repeat(100_000)
    );
    assert!(ParameterHeaders::compile(&Json::parse(&deep).unwrap()).is_err());
}
