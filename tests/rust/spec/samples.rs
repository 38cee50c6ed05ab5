//! Values of every type that a client or a server sends, with all their fields and with the fewest.

use hostline::{Json, jsonrpc::RequestId, model::*};
use serde::Serialize;
use serde_json::{Value, json};

use super::parts::*;

/// A value that is sent under the type `kind` of the schema.
pub(super) struct Sample {
    pub(super) kind: &'static str,
    /// The type with what is special about the value.
    pub(super) name: &'static str,
    pub(super) value: Value,
}

/// What one version's values are made with.
struct Maker {
    modern: bool,
    tasks: bool,
    list: Vec<Sample>,
}

impl Maker {
    fn add(&mut self, kind: &'static str, name: &'static str, value: impl Serialize) {
        let value = serde_json::to_value(value).expect("every type has a JSON form");
        self.list.push(Sample { kind, name, value });
    }

    fn request<T: Serialize>(&mut self, kind: &'static str, method: &str, few: T, all: T) {
        for params in [few, all] {
            let value = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
            self.add(kind, kind, value);
        }
    }

    fn notification<T: Serialize>(&mut self, kind: &'static str, method: &str, few: T, all: T) {
        for params in [few, all] {
            let value = json!({"jsonrpc": "2.0", "method": method, "params": params});
            self.add(kind, kind, value);
        }
    }

    fn both<T: Serialize>(&mut self, kind: &'static str, few: T, all: T) {
        self.add(kind, kind, few);
        self.add(kind, kind, all);
    }

    /// What every request of the version carries.
    fn meta(&self) -> Meta {
        let meta = Meta::new().with(keys::PROGRESS_TOKEN, json!("token"));
        if !self.modern {
            return meta.with("com.example/key", json!([1]));
        }
        meta.with(keys::PROTOCOL_VERSION, json!("2026-07-28"))
            .with(keys::CLIENT_INFO, encode(&implementation()))
            .with(keys::CLIENT_CAPABILITIES, encode(&client_capabilities(false)))
            .with(keys::LOG_LEVEL, json!("info"))
            .with(
                keys::TRACEPARENT,
                json!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            )
    }
}

/// Every value that is sent in one version.
pub(super) fn samples(version: &str) -> Vec<Sample> {
    let mut maker =
        Maker { modern: version == "2026-07-28", tasks: version == "2025-11-25", list: Vec::new() };
    identity(&mut maker);
    content(&mut maker);
    requests(&mut maker);
    results(&mut maker);
    inputs(&mut maker);
    forms(&mut maker);
    notifications(&mut maker);
    tasks(&mut maker);
    maker.list
}

fn identity(m: &mut Maker) {
    m.both("Implementation", Implementation::new("n", "1"), implementation());
    m.both("Icon", Icon::new("https://example.com/i.png"), icon());
    m.both("ClientCapabilities", ClientCapabilities::new(), client_capabilities(m.tasks));
    m.both("ServerCapabilities", ServerCapabilities::new(), server_capabilities(m.tasks));
    let opening = InitializeParams::new("2025-11-25", ClientCapabilities::new(), implementation());
    let all = InitializeParams::new("2025-11-25", client_capabilities(m.tasks), implementation())
        .with_meta(any_meta());
    m.request("InitializeRequest", "initialize", opening, all);
    let few = InitializeResult::new("2025-11-25", ServerCapabilities::new(), implementation());
    let all = InitializeResult::new("2025-11-25", server_capabilities(m.tasks), implementation())
        .with_instructions("Use it")
        .with_meta(any_meta());
    m.both("InitializeResult", few, all);
    let versions = vec!["2026-07-28".to_owned()];
    let few = DiscoverResult::new(versions.clone(), ServerCapabilities::new())
        .with_result_type("complete")
        .with_ttl_ms(0_u64)
        .with_cache_scope("private");
    let all = few.clone().with_instructions("Use it").with_meta(result_meta());
    m.both("DiscoverResult", few, all);
}

fn content(m: &mut Maker) {
    m.both("TextContent", TextContent::new("t"), text());
    m.both("ImageContent", ImageContent::new("AA==", "image/png"), image());
    m.both("AudioContent", AudioContent::new("AA==", "audio/wav"), audio());
    m.both("ResourceLink", ResourceLink::new("file:///t", "n"), link());
    m.both("EmbeddedResource", EmbeddedResource::new(blob_contents()), embedded());
    m.both("TextResourceContents", TextResourceContents::new("file:///t", ""), text_contents());
    m.both("BlobResourceContents", BlobResourceContents::new("file:///b", ""), blob_contents());
    m.both("Annotations", Annotations::new(), annotations());
    let blocks: [ContentBlock; 5] =
        [text().into(), image().into(), embedded().into(), audio().into(), link().into()];
    for block in blocks {
        let name = match &block {
            ContentBlock::Audio(_) => "PromptMessage of audio",
            ContentBlock::ResourceLink(_) => "PromptMessage of a link",
            _ => "PromptMessage",
        };
        m.add("ContentBlock", "ContentBlock", &block);
        m.add("PromptMessage", name, PromptMessage::new("user", block));
    }
}

fn requests(m: &mut Maker) {
    let meta = m.meta();
    let answers = Map::<Json>::from([("k", encode(&ElicitResult::decline()))]);
    let state = json!("state");
    let paged = || PaginatedParams::new().with_meta(meta.clone());
    for (kind, method) in [
        ("ListToolsRequest", "tools/list"),
        ("ListPromptsRequest", "prompts/list"),
        ("ListResourcesRequest", "resources/list"),
        ("ListResourceTemplatesRequest", "resources/templates/list"),
        ("ListTasksRequest", "tasks/list"),
    ] {
        m.request(kind, method, paged(), paged().with_cursor("c"));
    }
    let few = CallToolParams::new("n").with_meta(meta.clone());
    let all = few
        .clone()
        .with_arguments(json!({"a": [1]}))
        .with_input_responses(answers.clone())
        .with_request_state(state.clone());
    let all = if m.tasks { all.with_task(TaskMetadata::new().with_ttl(5_u64)) } else { all };
    m.request("CallToolRequest", "tools/call", few, all);
    let few = ReadResourceParams::new("file:///t").with_meta(meta.clone());
    let all = few.clone().with_input_responses(answers.clone()).with_request_state(state.clone());
    m.request("ReadResourceRequest", "resources/read", few, all);
    let few = GetPromptParams::new("n").with_meta(meta.clone());
    let all = few
        .clone()
        .with_arguments([("a", "b")])
        .with_input_responses(answers)
        .with_request_state(state);
    m.request("GetPromptRequest", "prompts/get", few, all);
    let argument = CompletionArgument::new("a", "v");
    let few = CompleteParams::new(ResourceTemplateReference::new("file:///{x}"), argument.clone())
        .with_meta(meta.clone());
    let all = CompleteParams::new(PromptReference::new("n").with_title("T"), argument)
        .with_context(CompletionContext::new().with_arguments([("a", "b")]))
        .with_meta(meta.clone());
    m.request("CompleteRequest", "completion/complete", few, all);
    for (kind, method) in [
        ("SubscribeRequest", "resources/subscribe"),
        ("UnsubscribeRequest", "resources/unsubscribe"),
    ] {
        let few = ResourceParams::new("file:///t");
        m.request(kind, method, few.clone(), few.with_meta(meta.clone()));
    }
    let few = SetLevelParams::new("debug");
    m.request("SetLevelRequest", "logging/setLevel", few.clone(), few.with_meta(meta.clone()));
    let plain = RequestParams::new();
    let all = plain.clone().with_meta(meta.clone());
    m.request("PingRequest", "ping", plain, all.clone());
    m.request("DiscoverRequest", "server/discover", all.clone(), all);
    let few = SubscriptionsListenParams::new(SubscriptionFilter::new()).with_meta(meta.clone());
    let all = SubscriptionsListenParams::new(filter()).with_meta(meta);
    m.request("SubscriptionsListenRequest", "subscriptions/listen", few, all);
}

fn filter() -> SubscriptionFilter {
    SubscriptionFilter::new()
        .with_tools_list_changed(true)
        .with_prompts_list_changed(true)
        .with_resources_list_changed(false)
        .with_resource_subscriptions(vec!["file:///t".to_owned()])
}

/// Fills the fields that pages of lists have in common.
macro_rules! page {
    ($m:ident, $kind:literal, $type:ident, $few:expr, $all:expr) => {
        let few = $type::new(vec![$few])
            .with_result_type("complete")
            .with_ttl_ms(0_u64)
            .with_cache_scope("private");
        let all = $type::new(vec![$all])
            .with_result_type("complete")
            .with_ttl_ms(5_u64)
            .with_cache_scope(CacheScope::Public)
            .with_next_cursor("c")
            .with_meta(result_meta());
        $m.both($kind, few, all);
    };
}

fn results(m: &mut Maker) {
    let resource = Resource::new("file:///t", "n");
    let all = resource
        .clone()
        .with_title("T")
        .with_description("D")
        .with_mime_type("text/plain")
        .with_size(5_u64)
        .with_annotations(annotations())
        .with_icons(vec![icon()])
        .with_meta(any_meta());
    m.both("Resource", resource.clone(), all.clone());
    page!(m, "ListResourcesResult", ListResourcesResult, resource, all);
    let template = ResourceTemplate::new("file:///{x}", "n");
    let all = template
        .clone()
        .with_title("T")
        .with_description("D")
        .with_mime_type("text/plain")
        .with_annotations(annotations())
        .with_icons(vec![icon()])
        .with_meta(any_meta());
    m.both("ResourceTemplate", template.clone(), all.clone());
    page!(m, "ListResourceTemplatesResult", ListResourceTemplatesResult, template, all);
    let bare = Tool::new("n", json!({"type": "object"}));
    m.both("Tool", bare.clone(), tool(m.tasks));
    page!(m, "ListToolsResult", ListToolsResult, bare, tool(m.tasks));
    let argument =
        PromptArgument::new("n").with_title("T").with_description("D").with_required(true);
    let prompt = Prompt::new("n");
    let all = prompt
        .clone()
        .with_arguments(vec![PromptArgument::new("m"), argument])
        .with_title("T")
        .with_description("D")
        .with_icons(vec![icon()])
        .with_meta(any_meta());
    m.both("Prompt", prompt.clone(), all.clone());
    page!(m, "ListPromptsResult", ListPromptsResult, prompt, all);

    let few = CallToolResult::new(vec![]).with_result_type("complete");
    let all = CallToolResult::new(vec![text().into(), image().into(), embedded().into()])
        .with_structured_content(json!({"a": 1}))
        .with_is_error(true)
        .with_result_type("complete")
        .with_meta(result_meta());
    m.both("CallToolResult", few.clone(), all);
    m.add(
        "CallToolResult",
        "CallToolResult of a structured array",
        few.clone().with_structured_content(json!([1])),
    );
    m.add(
        "CallToolResult",
        "CallToolResult of audio",
        CallToolResult::new(vec![audio().into()]).with_result_type("complete"),
    );
    m.add(
        "CallToolResult",
        "CallToolResult of a link",
        CallToolResult::new(vec![link().into()]).with_result_type("complete"),
    );
    let few = ReadResourceResult::new(vec![text_contents().into(), blob_contents().into()])
        .with_result_type("complete")
        .with_ttl_ms(0_u64)
        .with_cache_scope("private");
    m.both("ReadResourceResult", few.clone(), few.with_meta(result_meta()));
    let few = GetPromptResult::new(vec![]).with_result_type("complete");
    let all = GetPromptResult::new(vec![PromptMessage::new("assistant", text())])
        .with_description("D")
        .with_result_type("complete")
        .with_meta(result_meta());
    m.both("GetPromptResult", few, all);
    let few = CompleteResult::new(Completion::new(vec![])).with_result_type("complete");
    let completion = Completion::new(vec!["v".to_owned()]).with_total(5_u64).with_has_more(true);
    let all = CompleteResult::new(completion).with_result_type("complete").with_meta(result_meta());
    m.both("CompleteResult", few, all);
    let few = EmptyResult::new().with_result_type("complete");
    m.both("EmptyResult", few.clone(), few.with_meta(result_meta()));
    let meta = result_meta().with(keys::SUBSCRIPTION_ID, json!("s"));
    let few = SubscriptionsListenResult::new(meta).with_result_type("complete");
    m.add("SubscriptionsListenResult", "SubscriptionsListenResult", few);
}

fn inputs(m: &mut Maker) {
    let schema =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let form = ElicitFormParams::new("m", schema).with_meta(any_meta());
    let all = form.clone().with_mode("form");
    let task = |params: ElicitFormParams| params.with_task(TaskMetadata::new().with_ttl(5_u64));
    let all = if m.tasks { task(all) } else { all };
    m.request("ElicitRequest", "elicitation/create", form.clone(), all);
    let url = ElicitUrlParams::new("m", "https://example.com/").with_elicitation_id("e");
    let value = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": url});
    m.add("ElicitRequest", "ElicitRequest of an address", value);

    let message = SamplingMessage::new("user", SamplingContent::from(text())).with_meta(any_meta());
    let few = CreateMessageParams::new(vec![message.clone()], 5_u64);
    let preferences = ModelPreferences::new()
        .with_hints(vec![ModelHint::new().with_name("n"), ModelHint::new()])
        .with_cost_priority(0.5)
        .with_speed_priority(0)
        .with_intelligence_priority(1.0);
    let all = few
        .clone()
        .with_model_preferences(preferences)
        .with_system_prompt("s")
        .with_include_context("none")
        .with_temperature(0.1)
        .with_stop_sequences(vec!["stop".to_owned()])
        .with_metadata(json!({"a": 1}))
        .with_tools(vec![tool(m.tasks)])
        .with_tool_choice(ToolChoice::new().with_mode("auto"))
        .with_meta(any_meta());
    m.request("CreateMessageRequest", "sampling/createMessage", few.clone(), all.clone());
    let uses: Vec<SamplingContent> = vec![
        ToolUseContent::new("1", "n", json!({})).with_meta(any_meta()).into(),
        ToolResultContent::new("1", vec![text().into()])
            .with_structured_content(json!({}))
            .with_is_error(false)
            .with_meta(any_meta())
            .into(),
    ];
    let several = SamplingMessage::new("assistant", uses);
    m.both(
        "SamplingMessage",
        message,
        SamplingMessage::new("user", SamplingContent::from(image())),
    );
    m.add(
        "SamplingMessage",
        "SamplingMessage of audio",
        SamplingMessage::new("user", SamplingContent::from(audio())),
    );
    m.add("SamplingMessage", "SamplingMessage of several", several.clone());
    let answer = CreateMessageResult::new("assistant", SamplingContent::from(text()), "model");
    let all_answer = answer.clone().with_stop_reason("endTurn").with_meta(any_meta());
    m.both("CreateMessageResult", answer.clone(), all_answer);
    m.add(
        "CreateMessageResult",
        "CreateMessageResult of several",
        CreateMessageResult::new("assistant", several.content, "model").with_stop_reason("toolUse"),
    );

    let few = ListRootsParams::new();
    let value = json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"});
    m.add("ListRootsRequest", "ListRootsRequest", value);
    m.request("ListRootsRequest", "roots/list", few.clone(), few.with_meta(any_meta()));
    let root = Root::new("file:///r");
    let all = root.clone().with_name("n").with_meta(any_meta());
    m.both("Root", root.clone(), all.clone());
    m.both(
        "ListRootsResult",
        ListRootsResult::new(vec![]),
        ListRootsResult::new(vec![root, all]).with_meta(any_meta()),
    );

    m.both("ElicitResult", ElicitResult::decline(), ElicitResult::cancel().with_meta(any_meta()));
    m.add(
        "ElicitResult",
        "ElicitResult",
        ElicitResult::accept([("a", json!("s")), ("b", json!(1)), ("c", json!(true))]),
    );
    m.add("ElicitResult", "ElicitResult of a list", ElicitResult::accept([("a", json!(["s"]))]));
    m.add("ElicitResult", "ElicitResult of a fraction", ElicitResult::accept([("a", json!(0.5))]));

    let asked = [
        ("e".to_owned(), InputRequest::Elicit(form.into())),
        ("s".to_owned(), InputRequest::CreateMessage(few_message())),
        ("r".to_owned(), InputRequest::ListRoots(ListRootsParams::new())),
    ];
    let few = InputRequiredResult::new(Vec::<(String, InputRequest)>::new())
        .with_request_state(json!("s"));
    let all =
        InputRequiredResult::new(asked).with_request_state(json!("s")).with_meta(result_meta());
    m.both("InputRequiredResult", few, all);
}

fn few_message() -> CreateMessageParams {
    CreateMessageParams::new(vec![], 1_u64)
}

fn forms(m: &mut Maker) {
    let text = StringSchema::new()
        .with_title("T")
        .with_description("D")
        .with_min_length(1_u64)
        .with_max_length(5_u64)
        .with_format("date-time")
        .with_default("d");
    m.both("StringSchema", StringSchema::new(), text);
    let number = NumberSchema::new("number")
        .with_title("T")
        .with_description("D")
        .with_minimum(1)
        .with_maximum(5)
        .with_default(2);
    m.both("NumberSchema", NumberSchema::new("integer"), number);
    let boolean = BooleanSchema::new().with_title("T").with_description("D").with_default(true);
    m.both("BooleanSchema", BooleanSchema::new(), boolean);
    let values = || vec!["a".to_owned(), "b".to_owned()];
    let one = UntitledSingleSelectEnumSchema::new(values());
    let all = one.clone().with_title("T").with_description("D").with_default("a");
    m.both("UntitledSingleSelectEnumSchema", one, all);
    let titled = TitledSingleSelectEnumSchema::new(vec![EnumChoice::new("a", "A")]);
    let all = titled.clone().with_title("T").with_description("D").with_default("a");
    m.both("TitledSingleSelectEnumSchema", titled, all);
    let many = UntitledMultiSelectEnumSchema::new(EnumItems::new(values()));
    let all = many.clone().with_title("T").with_min_items(1_u64).with_max_items(2_u64);
    m.both("UntitledMultiSelectEnumSchema", many, all.with_default(values()));
    let items = TitledEnumItems::new(vec![EnumChoice::new("a", "A")]);
    let many = TitledMultiSelectEnumSchema::new(items);
    let all = many.clone().with_title("T").with_min_items(1_u64).with_max_items(2_u64);
    m.both("TitledMultiSelectEnumSchema", many, all.with_default(values()));
    let legacy = LegacyTitledEnumSchema::new(values());
    let all = legacy.clone().with_enum_names(values()).with_title("T").with_default("a");
    m.both("LegacyTitledEnumSchema", legacy, all);
}

fn notifications(m: &mut Maker) {
    let plain = NotificationParams::new();
    let all = plain.clone().with_meta(any_meta());
    for (kind, method) in [
        ("InitializedNotification", "notifications/initialized"),
        ("RootsListChangedNotification", "notifications/roots/list_changed"),
        ("ToolListChangedNotification", "notifications/tools/list_changed"),
        ("PromptListChangedNotification", "notifications/prompts/list_changed"),
        ("ResourceListChangedNotification", "notifications/resources/list_changed"),
    ] {
        m.notification(kind, method, plain.clone(), all.clone());
    }
    let few = CancelledParams::new().with_request_id(1_i64);
    let all = few.clone().with_reason("r").with_meta(any_meta());
    m.notification("CancelledNotification", "notifications/cancelled", few, all);
    let few = Progress::new(RequestId::from("t"), 0.5);
    let all = Progress::new(5_i64, 1).with_total(2).with_message("m").with_meta(any_meta());
    m.notification("ProgressNotification", "notifications/progress", few, all);
    let few = LoggingMessage::new("info", json!("d"));
    let all =
        LoggingMessage::new("emergency", json!({"a": 1})).with_logger("l").with_meta(any_meta());
    m.notification("LoggingMessageNotification", "notifications/message", few, all);
    let few = ResourceUpdatedParams::new("file:///t");
    let all = few.clone().with_meta(any_meta().with(keys::SUBSCRIPTION_ID, json!(1)));
    m.notification("ResourceUpdatedNotification", "notifications/resources/updated", few, all);
    let meta = Meta::new().with(keys::SUBSCRIPTION_ID, json!("s"));
    let few =
        SubscriptionsAcknowledgedParams::new(SubscriptionFilter::new()).with_meta(meta.clone());
    let all = SubscriptionsAcknowledgedParams::new(filter()).with_meta(meta);
    let method = "notifications/subscriptions/acknowledged";
    m.notification("SubscriptionsAcknowledgedNotification", method, few, all);
    let few = ElicitationCompleteParams::new("e");
    let all = few.clone().with_meta(any_meta());
    m.notification(
        "ElicitationCompleteNotification",
        "notifications/elicitation/complete",
        few,
        all,
    );
}

fn tasks(m: &mut Maker) {
    let few =
        Task::new("t", "working", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z", None::<u64>);
    let all =
        Task::new("t", TaskStatus::Failed, "2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z", 5_u64)
            .with_status_message("m")
            .with_poll_interval(5_u64)
            .with_meta(any_meta());
    m.both("Task", few.clone(), all.clone());
    m.both("GetTaskResult", few.clone(), all.clone());
    m.both("CancelTaskResult", few.clone(), all.clone());
    m.notification(
        "TaskStatusNotification",
        "notifications/tasks/status",
        few.clone(),
        all.clone(),
    );
    m.both(
        "CreateTaskResult",
        CreateTaskResult::new(few.clone()),
        CreateTaskResult::new(all.clone()).with_meta(any_meta()),
    );
    let page = ListTasksResult::new(vec![few, all]).with_next_cursor("c");
    m.both("ListTasksResult", ListTasksResult::new(vec![]), page.with_meta(any_meta()));
    for (kind, method) in [
        ("GetTaskRequest", "tasks/get"),
        ("CancelTaskRequest", "tasks/cancel"),
        ("GetTaskPayloadRequest", "tasks/result"),
    ] {
        let few = TaskParams::new("t");
        m.request(kind, method, few.clone(), few.with_meta(any_meta()));
    }
    m.both("TaskMetadata", TaskMetadata::new(), TaskMetadata::new().with_ttl(5_u64));
    m.add("RelatedTaskMetadata", "RelatedTaskMetadata", RelatedTask::new("t"));
}
