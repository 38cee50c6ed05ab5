//! Salvage, open enums, unions, limits and error places, by what peers really send.

use serde_json::{Value, json};

use super::*;
use crate::{ErrorCode, Json, jsonrpc::RequestId};

fn from<T: serde::de::DeserializeOwned>(value: &Value) -> crate::Result<T> {
    decode("test/method", value.to_string().as_bytes())
}

fn to<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("every type has a JSON form")
}

#[test]
fn one_bad_tool_is_left_out_and_reported_by_name() {
    let page: ListToolsResult = from(&json!({"tools": [
        {"name": "a", "inputSchema": {"type": "object"}},
        {"name": "b", "inputSchema": {"type": "object"}, "outputSchema": {}, "title": "B"},
        {"inputSchema": {"type": "object"}},
        7,
        {"name": ["no"], "inputSchema": {"type": "object"}},
        {"name": "z", "inputSchema": {"type": "object"}},
    ], "nextCursor": "n"}))
    .expect("the list survives");
    let names: Vec<_> = page.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "z"]);
    let reports: Vec<_> =
        page.tools.dropped().iter().map(|d| (d.index, d.reason.as_str(), d.kept)).collect();
    assert_eq!(
        reports,
        [
            (2, "name: missing", false),
            (3, "expected an object, found a number", false),
            (4, "name: expected a string, found an array", false),
        ]
    );
    assert_eq!(page.next_cursor.as_deref(), Some("n"));
}

#[test]
fn reports_of_a_later_page_count_from_the_first() {
    let page = |value: Value| from::<ListToolsResult>(&json!({ "tools": value })).expect("page");
    let mut all = page(json!([{"name": "kept"}, 1])).tools;
    all.append(page(json!([{"name": "kept too", "inputSchema": {}}, 2])).tools);
    let reports: Vec<_> = all.dropped().iter().map(|d| (d.index, d.kept)).collect();
    assert_eq!(reports, [(0, true), (1, false), (3, false)]);
    assert_eq!(all.len(), 2);
}

#[test]
fn a_faulty_part_of_a_tool_is_left_out_and_the_tool_kept() {
    let page: ListToolsResult = from(&json!({"tools": [
        {"name": "php", "inputSchema": {"type": "object"}, "annotations": []},
        {"name": "icons", "inputSchema": {"type": "object"}, "icons": "i.png", "_meta": 3},
        {"name": "bare"},
        {"name": "list", "inputSchema": []},
        {"name": "hint", "inputSchema": {}, "annotations": {"readOnlyHint": "yes", "x": 1}},
    ]}))
    .expect("the list survives");
    assert_eq!(page.tools.len(), 5);
    assert_eq!(page.tools[0].annotations, Some(ToolAnnotations::new()));
    assert_eq!((&page.tools[1].icons, &page.tools[1].meta), (&None, &None));
    for bare in &page.tools[2..4] {
        assert_eq!(bare.input_schema, Json::from(json!({"type": "object"})));
    }
    let hints = page.tools[4].annotations.as_ref().expect("the rest of the hints");
    assert_eq!((hints.read_only_hint, hints.extra.len()), (None, 1));
    let reports: Vec<_> = page
        .tools
        .dropped()
        .iter()
        .map(|d| (d.index, d.name.as_deref().unwrap_or_default(), d.reason.as_str(), d.kept))
        .collect();
    assert_eq!(
        reports,
        [
            (0, "php", "annotations: expected an object, found an array", true),
            (1, "icons", "_meta: expected an object, found a number", true),
            (1, "icons", "icons: expected an array, found a string", true),
            (2, "bare", "inputSchema: missing; taken as any object", true),
            (3, "list", "inputSchema: no object; taken as any object", true),
            (4, "hint", "annotations.readOnlyHint: expected a boolean, found a string", true),
        ]
    );
}

#[test]
fn an_unknown_audience_does_not_lose_the_result() {
    let value = json!({"content": [
        {"type": "text", "text": "hi", "annotations": {"audience": ["system", "user"]}}
    ]});
    let result: CallToolResult = from(&value).expect("result");
    let ContentBlock::Text(text) = &result.content[0] else { panic!("not text") };
    let audience = text.annotations.as_ref().and_then(|a| a.audience.as_ref()).expect("audience");
    assert_eq!(audience[..], [Role::Other("system".into()), Role::User]);
    assert_eq!(to(&result), value);
}

#[test]
fn a_tag_may_stand_anywhere() {
    let text = r#"{"content":[
        {"text":"q\"\n","_meta":{"k":[1,{"type":"image"}]},"type":"text"},
        {"resource":{"text":"t","uri":"u"},"type":"resource"},
        {"data":"AA==","mimeType":"image/png","type":"image","more":null},
        {"text":"no tag"}
    ]}"#;
    let result: CallToolResult = decode("tools/call", text.as_bytes()).expect("result");
    assert_eq!(result.content.len(), 3);
    assert_eq!(result.content[0].as_text(), Some("q\"\n"));
    assert_eq!(result.content.dropped()[0].reason, "type: missing");
    let mut expected: Value = serde_json::from_str(text).expect("json");
    expected["content"].as_array_mut().expect("array").pop();
    assert_eq!(to(&result), expected);
}

#[test]
fn content_of_an_unknown_type_is_kept_whole() {
    for text in
        [r#"{"type":"video","data":{"a":[1]},"n":null}"#, r#"{"data":{"a":[1]},"type":"video"}"#]
    {
        let block: ContentBlock = serde_json::from_str(text).expect("block");
        let ContentBlock::Unknown(unknown) = &block else { panic!("not unknown") };
        assert_eq!(unknown.kind, "video");
        assert_eq!(to(&block), serde_json::from_str::<Value>(text).expect("json"));
    }
}

#[test]
fn a_variant_alone_checks_its_own_tag() {
    let right = json!({"text": "t", "type": "text"});
    assert_eq!(to(&from::<TextContent>(&right).expect("text")), right);
    for wrong in [json!({"text": "t"}), json!({"text": "t", "type": "image"})] {
        let error = from::<TextContent>(&wrong).expect_err("wrong tag");
        assert!(error.message().contains("type: "), "{error}");
    }
}

#[test]
fn an_error_names_the_place_that_breaks() {
    let cases = [
        (json!({"messages": [], "maxTokens": "9"}), "maxTokens: expected an integer"),
        (json!({"messages": [{"role": "user"}], "maxTokens": 9}), "messages[0].content: missing"),
        (
            json!({"messages": [{"role": "user", "content": [{"type": "text", "text": 1}]}],
                "maxTokens": 9}),
            "messages[0].content[0].text: expected a string, found a number",
        ),
        (json!({"messages": [], "maxTokens": null}), "maxTokens: expected an integer"),
        (json!([]), "expected an object, found an array"),
    ];
    for (value, place) in cases {
        let error = from::<CreateMessageParams>(&value).expect_err("broken");
        assert_eq!((error.code(), error.method()), (ErrorCode::Protocol, Some("test/method")));
        assert!(error.message().contains(place), "{error} lacks {place}");
    }
}

#[test]
fn text_that_is_no_json_is_refused() {
    for bytes in [&b"{"[..], b"", b"{\"content\":[]}x", b"{\"content\":[\xff]}", b"{\"a\":nul}"] {
        let error = decode::<CallToolResult>("tools/call", bytes).expect_err("no JSON");
        assert_eq!(error.code(), ErrorCode::Protocol);
    }
}

#[test]
fn deep_nesting_is_refused_or_carried_but_never_overflows() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let wrapped =
        format!(r#"{{"content":[],"structuredContent":{deep},"x":{deep},"_meta":{deep}}}"#);
    let _ = decode::<CallToolResult>("tools/call", wrapped.as_bytes());
    let wrapped = format!(r#"{{"content":{deep}}}"#);
    let _ = decode::<CallToolResult>("tools/call", wrapped.as_bytes());
}

#[test]
fn null_is_an_absent_optional() {
    let result: CallToolResult = from(&json!({
        "content": [], "isError": null, "structuredContent": null, "_meta": null
    }))
    .expect("result");
    assert_eq!(result, CallToolResult::new(List::new()));
}

#[test]
fn half_a_surrogate_pair_costs_one_character() {
    let text = r#"{"content":[{"type":"text","text":"a\ud83db\ud83d\ude00\\ud83d\udc00"}]}"#;
    let result: CallToolResult = decode("tools/call", text.as_bytes()).expect("result");
    assert_eq!(result.text(), "a\u{fffd}b\u{1f600}\\ud83d\u{fffd}");
}

#[test]
fn content_may_be_missing_beside_structured_content() {
    let result: CallToolResult = from(&json!({"structuredContent": {"a": 1}})).expect("result");
    assert!(result.content.is_empty());
    assert!(result.content.dropped()[0].reason.contains("content: missing"));
    assert_eq!(to(&result)["content"], json!([]));
}

#[test]
fn a_lifetime_that_is_no_number_is_zero() {
    for (value, millis) in [
        (json!(5), 5),
        (json!(-5), 0),
        (json!(1.5), 1),
        (json!(1e300), u64::MAX),
        (json!("5"), 0),
        (json!([5]), 0),
        (json!({}), 0),
    ] {
        let page: ListToolsResult = from(&json!({"tools": [], "ttlMs": value})).expect("page");
        assert_eq!(page.ttl_ms.unwrap_or_default().as_millis(), millis, "{value}");
    }
    let page: ListToolsResult = from(&json!({"tools": []})).expect("page");
    assert_eq!(page.ttl_ms.unwrap_or_default(), Ttl::default());
}

#[test]
fn what_a_hostile_peer_repeats_is_counted_not_kept() {
    let tools: Vec<_> = (0..MAX_DROPPED + 10).collect();
    let page: ListToolsResult = from(&json!({"tools": tools})).expect("page");
    assert_eq!((page.tools.dropped().len(), page.tools.unreported()), (MAX_DROPPED, 10));

    let many: serde_json::Map<_, _> =
        (0..=MAX_MEMBERS).map(|n| (format!("k{n}"), json!(n))).collect();
    assert!(from::<EmptyResult>(&Value::Object(many.clone())).is_err());
    assert!(from::<Meta>(&Value::Object(many.clone())).is_err());
    let mut tool = many;
    tool.insert("name".into(), json!("t"));
    let page: ListToolsResult = from(&json!({"tools": [tool]})).expect("page");
    assert_eq!(page.tools.dropped()[0].name.as_deref(), Some("t"));
}

#[test]
fn a_server_of_php_keeps_its_capabilities() {
    let result: InitializeResult = from(&json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": [], "logging": [], "prompts": {"listChanged": "no"}, "x": 1},
        "serverInfo": {"name": "s"},
    }))
    .expect("result");
    assert_eq!(result.capabilities.tools, Some(ListCapability::new()));
    assert_eq!(result.capabilities.logging, Some(Capability::new()));
    assert_eq!(result.capabilities.prompts, Some(ListCapability::new()));
    assert_eq!(result.server_info, Implementation::new("s", ""));
    assert_eq!(result.capabilities.extra.len(), 1);
}

#[test]
fn what_was_passed_over_outside_of_lists_can_be_told() {
    let text = r#"{"supportedVersions":[],"capabilities":{"tools":[]},"ttlMs":-1,"_meta":0}"#;
    let (_, notes) =
        decode_noting::<DiscoverResult>("server/discover", text.as_bytes()).expect("ok");
    assert_eq!(
        notes,
        [
            "capabilities.tools: expected an object, found an array",
            "ttlMs: not a number of milliseconds; taken as 0",
            "_meta: expected an object, found a number",
        ]
    );
}

#[test]
fn contents_are_told_apart_by_what_they_hold() {
    let result: ReadResourceResult = from(&json!({"contents": [
        {"uri": "u", "text": "t"},
        {"uri": "u", "blob": "AA=="},
        {"uri": "u", "text": "t", "blob": "AA=="},
        {"uri": "empty"},
        {"text": "t"},
    ]}))
    .expect("result");
    assert!(matches!(
        result.contents[..],
        [ResourceContents::Text(_), ResourceContents::Blob(_), ResourceContents::Text(_)]
    ));
    assert_eq!(to(&result.contents[2]), json!({"uri": "u", "text": "t", "blob": "AA=="}));
    let reports: Vec<_> =
        result.contents.dropped().iter().map(|d| (d.name.as_deref(), d.reason.as_str())).collect();
    assert_eq!(reports, [(Some("empty"), "neither text nor blob"), (None, "uri: missing")]);
}

#[test]
fn what_a_server_needs_is_decoded_by_method_in_order() {
    let text = r#"{"resultType":"input_required","inputRequests":{
        "z":{"params":{"message":"m","requestedSchema":{"type":"object","properties":{}}},
             "method":"elicitation/create"},
        "a":{"method":"roots/list"},
        "m":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}},
        "requestState":"\u00e9 raw","later":1}"#;
    let result: InputRequiredResult = decode("tools/call", text.as_bytes()).expect("result");
    let keys: Vec<_> =
        result.input_requests.iter().map(|(key, r)| (key.as_str(), r.kind())).collect();
    assert_eq!(
        keys,
        [("z", InputKind::Elicit), ("a", InputKind::ListRoots), ("m", InputKind::CreateMessage)]
    );
    assert_eq!(result.request_state.as_ref().map(Json::as_str), Some(r#""\u00e9 raw""#));
    assert_eq!(to(&result), serde_json::from_str::<Value>(text).expect("json"));

    let unknown = json!({"inputRequests": {"k": {"method": "tools/call", "params": {}}}});
    let error = from::<InputRequiredResult>(&unknown).expect_err("unknown method");
    assert!(error.message().contains("inputRequests.k.method"), "{error}");
}

#[test]
fn a_question_without_mode_is_a_form() {
    let schema = json!({"type": "object", "properties": {}});
    for value in [
        json!({"message": "m", "requestedSchema": schema}),
        json!({"mode": "form", "message": "m", "requestedSchema": schema}),
    ] {
        let params: ElicitParams = from(&value).expect("params");
        assert!(matches!(params, ElicitParams::Form(_)));
        assert_eq!(to(&params), value);
    }
    let url =
        json!({"message": "m", "url": "https://a.example", "elicitationId": "e", "mode": "url"});
    assert!(matches!(from::<ElicitParams>(&url), Ok(ElicitParams::Url(_))));
    assert!(from::<ElicitParams>(&json!({"mode": "voice", "message": "m"})).is_err());
    assert!(from::<ElicitParams>(&json!({"mode": "url", "message": "m"})).is_err());
}

#[test]
fn one_message_may_hold_one_piece_or_several() {
    let one = json!({"role": "user", "content": {"type": "text", "text": "t"}});
    let many = json!({"role": "assistant", "content": [
        {"type": "tool_use", "id": "1", "name": "n", "input": {}},
        {"toolUseId": "1", "content": [{"text": "t", "type": "text"}], "type": "tool_result"}
    ]});
    for (value, count) in [(one, 1), (many, 2)] {
        let message: SamplingMessage = from(&value).expect("message");
        assert_eq!(message.content.len(), count);
        assert_eq!(to(&message), value);
    }
}

#[test]
fn a_notification_is_decoded_by_its_method() {
    let decoded = |method: &str, params: &str| {
        ServerNotification::decode(method, Some(params.as_bytes())).expect(method)
    };
    let progress = decoded("notifications/progress", r#"{"progressToken":7,"progress":0.5}"#);
    assert_eq!(progress, ServerNotification::Progress(Progress::new(RequestId::Number(7), 0.5)));
    let log = decoded("notifications/message", r#"{"level":"trace","data":null}"#);
    let ServerNotification::Message(log) = log else { panic!("no log message") };
    assert_eq!((log.level.severity(), log.data.is_null()), (None, true));
    for (method, params) in [
        ("notifications/cancelled", r#"{"requestId":"a"}"#),
        ("notifications/resources/updated", r#"{"uri":"u"}"#),
        ("notifications/subscriptions/acknowledged", r#"{"notifications":{}}"#),
        ("notifications/elicitation/complete", r#"{"elicitationId":"e"}"#),
        (
            "notifications/tasks/status",
            r#"{"taskId":"t","status":"paused","createdAt":"","lastUpdatedAt":"","ttl":null}"#,
        ),
    ] {
        assert!(!matches!(decoded(method, params), ServerNotification::Unknown { .. }), "{method}");
    }
    for method in ["tools", "prompts", "resources"] {
        let method = format!("notifications/{method}/list_changed");
        for params in [None, Some(&b"null"[..]), Some(b"{}"), Some(b"[]")] {
            ServerNotification::decode(&method, params).expect("nothing is needed");
        }
    }
    let other = ServerNotification::decode("notifications/x", Some(b"[1]")).expect("unknown");
    assert!(matches!(other, ServerNotification::Unknown { params: Some(_), .. }));
    assert!(ServerNotification::decode("notifications/progress", None).is_err());
    assert!(ServerNotification::decode("notifications/x", Some(b"{")).is_err());
}

#[test]
fn every_shape_of_field_becomes_a_field_of_the_form() {
    let schema = json!({"type": "object", "properties": {
        "text": {"type": "string", "title": "T", "format": "uuid", "maxLength": 5},
        "count": {"type": "integer", "minimum": 1, "default": 2},
        "ratio": {"type": "number"},
        "yes": {"type": "boolean", "default": true},
        "one": {"type": "string", "enum": ["a", "b"]},
        "titled": {"type": "string", "oneOf": [{"const": "a", "title": "A"}]},
        "legacy": {"type": "string", "enum": ["a", "b"], "enumNames": ["A"]},
        "many": {"type": "array", "items": {"type": "string", "enum": ["a"]}, "default": ["a"]},
        "manyTitled": {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}},
    }, "required": ["text"]});
    let form = FormSchema::parse(&Json::from(&schema)).expect("form");
    assert_eq!(form.properties.len(), 9);
    assert!(form.is_required("text") && !form.is_required("count"));
    let choices = |name: &str| form.field(name).and_then(FormField::choices);
    assert_eq!(choices("text"), None);
    assert_eq!(choices("one"), Some(vec![("a", "a"), ("b", "b")]));
    assert_eq!(choices("titled"), Some(vec![("a", "A")]));
    assert_eq!(choices("legacy"), Some(vec![("a", "A"), ("b", "b")]));
    assert_eq!(choices("manyTitled"), Some(vec![("a", "A")]));
    assert!(form.field("many").is_some_and(FormField::is_multiple));
    assert_eq!(form.field("count").and_then(FormField::default_value), Some(json!(2).into()));
    assert_eq!(form.to_json(), Json::from(&schema));
}

#[test]
fn an_unsupported_field_is_named() {
    let field = |schema: Value| json!({"type": "object", "properties": {"address": schema}});
    for schema in [
        field(json!({"type": "object", "properties": {}})),
        field(json!({"type": "array", "items": {"type": "object"}})),
        field(json!({"type": "array"})),
        field(json!({"type": ["string", "null"]})),
        field(json!({"$ref": "#/x"})),
        field(json!({"type": "null"})),
        field(json!("string")),
        field(json!({"type": "string", "enum": [1]})),
        field(json!({"type": "string", "maxLength": "x"})),
    ] {
        let error = FormSchema::parse(&Json::from(&schema)).expect_err("unsupported");
        assert_eq!(error.code(), ErrorCode::Protocol);
        assert!(error.message().contains("`address`"), "{error}");
    }
    for schema in [json!({"type": "string"}), json!([]), json!({"type": "object"})] {
        assert!(FormSchema::parse(&Json::from(schema)).is_err());
    }
}
