//! Every example of 2026-07-28, decoded by the type of its folder's name and encoded again.

use std::fs;

use hostline::{
    Json,
    jsonrpc::{Frame, Limits, Message, Outcome, RpcError, decode as decode_frame},
    model::*,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{definitions, folder, read, schema};

type Recode = fn(&Value) -> Result<Value, String>;
type Dropping = fn(&Value) -> Vec<Dropped>;

/// Where a row's own type stands in the example.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// It is the example.
    Whole,
    /// It is the message's part of this name.
    Part(&'static str),
    /// It keeps nothing unknown, as JSON-RPC's own error objects.
    Closed,
}
use Place::{Closed, Part, Whole};

const ROWS: &[(&str, Place, Recode)] = &[
    ("AudioContent", Whole, whole::<AudioContent>),
    ("BlobResourceContents", Whole, whole::<BlobResourceContents>),
    ("BooleanSchema", Whole, whole::<BooleanSchema>),
    ("CallToolRequest", Part("params"), request::<CallToolParams>),
    ("CallToolRequestParams", Whole, whole::<CallToolParams>),
    ("CallToolResult", Whole, whole::<CallToolResult>),
    ("CallToolResultResponse", Part("result"), response::<CallToolResult>),
    ("CancelledNotification", Part("params"), notification::<CancelledParams>),
    ("CancelledNotificationParams", Whole, whole::<CancelledParams>),
    ("ClientCapabilities", Whole, whole::<ClientCapabilities>),
    ("CompleteRequest", Part("params"), request::<CompleteParams>),
    ("CompleteRequestParams", Whole, whole::<CompleteParams>),
    ("CompleteResult", Whole, whole::<CompleteResult>),
    ("CompleteResultResponse", Part("result"), response::<CompleteResult>),
    ("CreateMessageRequest", Part("params"), input),
    ("CreateMessageRequestParams", Whole, whole::<CreateMessageParams>),
    ("CreateMessageResult", Whole, whole::<CreateMessageResult>),
    ("DiscoverRequest", Part("params"), request::<RequestParams>),
    ("DiscoverResult", Whole, whole::<DiscoverResult>),
    ("DiscoverResultResponse", Part("result"), response::<DiscoverResult>),
    ("ElicitRequest", Part("params"), input),
    ("ElicitRequestFormParams", Whole, whole::<ElicitParams>),
    ("ElicitRequestURLParams", Whole, whole::<ElicitUrlParams>),
    ("ElicitResult", Whole, whole::<ElicitResult>),
    ("EmbeddedResource", Whole, whole::<EmbeddedResource>),
    ("GetPromptRequest", Part("params"), request::<GetPromptParams>),
    ("GetPromptRequestParams", Whole, whole::<GetPromptParams>),
    ("GetPromptResult", Whole, whole::<GetPromptResult>),
    ("GetPromptResultResponse", Part("result"), response::<GetPromptResult>),
    ("HeaderMismatchError", Closed, error::<Json>),
    ("ImageContent", Whole, whole::<ImageContent>),
    ("InputRequests", Closed, input_requests),
    ("InputRequiredResult", Whole, whole::<InputRequiredResult>),
    ("InputResponses", Closed, input_responses),
    ("InternalError", Closed, whole::<RpcError>),
    ("InvalidParamsError", Closed, whole::<RpcError>),
    ("ListPromptsRequest", Part("params"), request::<PaginatedParams>),
    ("ListPromptsResult", Whole, whole::<ListPromptsResult>),
    ("ListPromptsResultResponse", Part("result"), response::<ListPromptsResult>),
    ("ListResourceTemplatesRequest", Part("params"), request::<PaginatedParams>),
    ("ListResourceTemplatesResult", Whole, whole::<ListResourceTemplatesResult>),
    (
        "ListResourceTemplatesResultResponse",
        Part("result"),
        response::<ListResourceTemplatesResult>,
    ),
    ("ListResourcesRequest", Part("params"), request::<PaginatedParams>),
    ("ListResourcesResult", Whole, whole::<ListResourcesResult>),
    ("ListResourcesResultResponse", Part("result"), response::<ListResourcesResult>),
    ("ListRootsRequest", Closed, input),
    ("ListRootsResult", Whole, whole::<ListRootsResult>),
    ("ListToolsRequest", Part("params"), request::<PaginatedParams>),
    ("ListToolsResult", Whole, whole::<ListToolsResult>),
    ("ListToolsResultResponse", Part("result"), response::<ListToolsResult>),
    ("LoggingMessageNotification", Part("params"), notification::<LoggingMessage>),
    ("LoggingMessageNotificationParams", Whole, whole::<LoggingMessage>),
    ("MethodNotFoundError", Closed, whole::<RpcError>),
    ("MissingRequiredClientCapabilityError", Part("error"), error::<MissingCapabilityData>),
    ("ModelPreferences", Whole, whole::<ModelPreferences>),
    ("NumberSchema", Whole, whole::<NumberSchema>),
    ("PaginatedRequestParams", Whole, whole::<PaginatedParams>),
    ("ParseError", Closed, whole::<RpcError>),
    ("ProgressNotification", Part("params"), notification::<Progress>),
    ("ProgressNotificationParams", Whole, whole::<Progress>),
    ("PromptListChangedNotification", Part("params"), notification::<NotificationParams>),
    ("ReadResourceRequest", Part("params"), request::<ReadResourceParams>),
    ("ReadResourceResult", Whole, whole::<ReadResourceResult>),
    ("ReadResourceResultResponse", Part("result"), response::<ReadResourceResult>),
    ("Resource", Whole, whole::<Resource>),
    ("ResourceLink", Whole, whole::<ResourceLink>),
    ("ResourceListChangedNotification", Part("params"), notification::<NotificationParams>),
    ("ResourceUpdatedNotification", Part("params"), notification::<ResourceUpdatedParams>),
    ("ResourceUpdatedNotificationParams", Whole, whole::<ResourceUpdatedParams>),
    ("Root", Whole, whole::<Root>),
    ("SamplingMessage", Whole, whole::<SamplingMessage>),
    ("ServerCapabilities", Whole, whole::<ServerCapabilities>),
    ("StringSchema", Whole, whole::<StringSchema>),
    (
        "SubscriptionsAcknowledgedNotification",
        Part("params"),
        notification::<SubscriptionsAcknowledgedParams>,
    ),
    ("SubscriptionsListenRequest", Part("params"), request::<SubscriptionsListenParams>),
    ("SubscriptionsListenResult", Whole, whole::<SubscriptionsListenResult>),
    ("SubscriptionsListenResultResponse", Part("result"), response::<SubscriptionsListenResult>),
    ("TextContent", Whole, whole::<TextContent>),
    ("TextResourceContents", Whole, whole::<TextResourceContents>),
    ("TitledMultiSelectEnumSchema", Whole, whole::<TitledMultiSelectEnumSchema>),
    ("TitledSingleSelectEnumSchema", Whole, whole::<TitledSingleSelectEnumSchema>),
    ("Tool", Whole, whole::<Tool>),
    ("ToolListChangedNotification", Part("params"), notification::<NotificationParams>),
    ("ToolResultContent", Whole, whole::<ToolResultContent>),
    ("ToolUseContent", Whole, whole::<ToolUseContent>),
    ("UnsupportedProtocolVersionError", Part("error"), error::<UnsupportedVersionData>),
    ("UntitledMultiSelectEnumSchema", Whole, whole::<UntitledMultiSelectEnumSchema>),
    ("UntitledSingleSelectEnumSchema", Whole, whole::<UntitledSingleSelectEnumSchema>),
];

/// What the schema requires of a peer and we do without, because an older version has no such
/// member, another layer judges it, or the thing is worth having all the same.
const TOLERATED: &[(&str, &str)] = &[
    ("*", "ttlMs"),
    ("*", "cacheScope"),
    ("*", "resultType"),
    ("CallToolRequestParams", "_meta"),
    ("CompleteRequestParams", "_meta"),
    ("GetPromptRequestParams", "_meta"),
    ("PaginatedRequestParams", "_meta"),
    ("CancelledNotificationParams", "requestId"),
    // Repaired; that the repair is reported is tested below.
    ("Tool", "inputSchema"),
    ("CallToolResult", "content"),
    // Without its mode a question is a form.
    ("ElicitRequestFormParams", "mode"),
];

fn whole<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let decoded: T = hostline::model::decode("example", value.to_string().as_bytes())
        .map_err(|error| error.to_string())?;
    Ok(serde_json::to_value(decoded).expect("every type has a JSON form"))
}

/// The message with its part decoded and encoded again.
fn envelope<T: DeserializeOwned + Serialize>(value: &Value, part: &str) -> Result<Value, String> {
    let mut message = value.clone();
    if let Some(inner) = message.get_mut(part) {
        *inner = whole::<T>(inner)?;
    }
    Ok(message)
}

fn message(value: &Value) -> Message {
    match decode_frame(&value.to_string().into(), &Limits::default()) {
        Frame::Message(message) => message,
        other => panic!("no message: {other:?}"),
    }
}

fn request<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    assert!(matches!(message(value), Message::Request(_)));
    envelope::<T>(value, "params")
}

fn notification<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let Message::Notification(told) = message(value) else { panic!("no notification") };
    let params = told.params.as_deref();
    let known = ServerNotification::decode(&told.method, params).map_err(|e| e.to_string())?;
    assert!(!matches!(known, ServerNotification::Unknown { .. }), "{} is unknown", told.method);
    envelope::<T>(value, "params")
}

fn response<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let Message::Response(reply) = message(value) else { panic!("no response") };
    assert!(matches!(reply.outcome, Outcome::Result(_)));
    envelope::<T>(value, "result")
}

fn error<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let Message::Response(reply) = message(value) else { panic!("no response") };
    let Outcome::Error(mut error) = reply.outcome else { panic!("no error") };
    if let Some(data) = &error.data {
        let data = serde_json::from_str(data.as_str()).expect("valid by construction");
        error.data = Some(whole::<T>(&data)?.into());
    }
    let mut message = value.clone();
    message["error"] = serde_json::to_value(error).expect("an error has a JSON form");
    Ok(message)
}

fn input(value: &Value) -> Result<Value, String> {
    let method = value["method"].as_str().expect("a request has a method");
    let alone = InputRequest::decode(
        method,
        value.get("params").map(Value::to_string).as_deref().map(str::as_bytes),
    )
    .map_err(|error| error.to_string())?;
    let entry: InputRequest =
        hostline::model::decode("example", value.to_string().as_bytes()).expect("the same");
    assert_eq!(alone, entry);
    let mut message = value.clone();
    let encoded = serde_json::to_value(entry).expect("every type has a JSON form");
    for (name, part) in encoded.as_object().expect("an object") {
        message[name] = part.clone();
    }
    Ok(message)
}

fn input_requests(value: &Value) -> Result<Value, String> {
    let result = whole::<InputRequiredResult>(&json!({ "inputRequests": value }))?;
    Ok(result["inputRequests"].clone())
}

fn input_responses(value: &Value) -> Result<Value, String> {
    let mut responses = value.clone();
    for answer in responses.as_object_mut().expect("an object").values_mut() {
        let kind = match answer {
            _ if answer.get("action").is_some() => InputKind::Elicit,
            _ if answer.get("roots").is_some() => InputKind::ListRoots,
            _ => InputKind::CreateMessage,
        };
        let response = InputResponse::decode(kind, &Json::from(&*answer))
            .map_err(|error| error.to_string())?;
        *answer = serde_json::to_value(response).expect("every type has a JSON form");
    }
    Ok(responses)
}

/// Every example: its row, its name, its value.
fn examples() -> Vec<(&'static (&'static str, Place, Recode), String, Value)> {
    let folder = folder().join("2026-07-28/examples");
    let mut examples = Vec::new();
    for entry in fs::read_dir(&folder).expect("the examples can be listed") {
        let kind = entry.expect("a folder").path();
        let name = kind.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let row = ROWS.iter().find(|row| row.0 == name);
        let row = row.unwrap_or_else(|| panic!("no row for the examples of {name}"));
        for example in fs::read_dir(&kind).expect("a folder can be listed") {
            let path = example.expect("a file").path();
            let file = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            examples.push((row, format!("{name}/{file}"), read(&path)));
        }
    }
    examples.sort_by(|a, b| a.1.cmp(&b.1));
    assert!(examples.len() >= 129, "only {} examples", examples.len());
    examples
}

#[test]
fn every_example_decodes_and_encodes_back_to_an_equal_value() {
    for ((_, _, recode), name, value) in examples() {
        let encoded = recode(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(encoded, value, "{name}");
    }
}

#[test]
fn unknown_members_survive_in_every_type_and_in_its_parts() {
    for ((_, place, recode), name, value) in examples() {
        let mut value = value;
        match place {
            Closed => continue,
            Whole => add_unknown(&mut value),
            Part("error") => add_unknown(&mut value["error"]["data"]),
            // Parameters may be absent, and are then nothing to add to.
            Part(part) => match value.get_mut(part) {
                Some(inner) => add_unknown(inner),
                None => continue,
            },
        }
        let encoded = recode(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(encoded, value, "{name}");
    }
}

/// Adds a member to every object, but for those that are maps of known things.
fn add_unknown(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match name.as_str() {
                    "inputRequests" => {
                        for request in member.as_object_mut().expect("an object").values_mut() {
                            add_unknown(&mut request["params"]);
                        }
                    }
                    _ => add_unknown(member),
                }
            }
            members.insert("x-unknown".to_owned(), json!("kept"));
        }
        Value::Array(elements) => elements.iter_mut().for_each(add_unknown),
        _ => {}
    }
}

#[test]
fn an_example_without_a_required_member_is_refused() {
    let schema = schema("2026-07-28");
    let definitions = definitions(&schema);
    let mut mutants = 0;
    for ((kind, place, recode), name, value) in examples() {
        if *place != Whole {
            continue;
        }
        let required = definitions[*kind]["required"].as_array().cloned().unwrap_or_default();
        for member in required.iter().filter_map(Value::as_str) {
            let tolerated =
                |row: &&(&str, &str)| (row.0 == "*" || row.0 == *kind) && row.1 == member;
            if TOLERATED.iter().any(|row| tolerated(&row)) {
                continue;
            }
            let mut mutant = value.clone();
            mutant.as_object_mut().and_then(|m| m.remove(member)).expect("it was required");
            match recode(&mutant) {
                Ok(_) => panic!("{name} without {member} is taken"),
                Err(error) => assert!(error.contains(member), "{name} without {member}: {error}"),
            }
            mutants += 1;
        }
    }
    assert!(mutants > 80, "only {mutants} mutants");
}

#[test]
fn an_item_without_a_required_member_is_reported() {
    let schema = schema("2026-07-28");
    let definitions = definitions(&schema);
    let lists: [(&str, Dropping); 5] = [
        ("Tool", |item| page::<ListToolsResult>("tools", item).tools.dropped().to_vec()),
        ("Resource", |item| {
            page::<ListResourcesResult>("resources", item).resources.dropped().to_vec()
        }),
        ("TextContent", |item| page::<CallToolResult>("content", item).content.dropped().to_vec()),
        ("TextResourceContents", |item| {
            page::<ReadResourceResult>("contents", item).contents.dropped().to_vec()
        }),
        ("Root", |item| page::<ListRootsResult>("roots", item).roots.dropped().to_vec()),
    ];
    for ((kind, ..), name, value) in examples() {
        let Some((_, dropped)) = lists.iter().find(|(list, _)| list == kind) else { continue };
        assert_eq!(dropped(&value), [], "{name}");
        for member in definitions[*kind]["required"].as_array().into_iter().flatten() {
            let mut mutant = value.clone();
            let member = member.as_str().expect("a name");
            mutant.as_object_mut().expect("an object").remove(member);
            let reports = dropped(&mutant);
            assert_eq!(reports.len(), 1, "{name} without {member}");
            let reason = &reports[0].reason;
            assert!(reason.contains(member) || reason.contains("neither text"), "{reason}");
        }
    }
}

fn page<T: DeserializeOwned>(list: &str, item: &Value) -> T {
    let page = json!({ list: [item] }).to_string();
    hostline::model::decode("example", page.as_bytes()).expect("the list survives")
}

#[test]
fn a_result_without_its_content_reports_it() {
    let result: CallToolResult = hostline::model::decode("example", b"{}").expect("repaired");
    assert_eq!(result.content.dropped().len(), 1);
}
