//! The things of which the samples are made, with all their fields.

use hostline::{Json, model::*};
use serde::Serialize;
use serde_json::json;

pub(super) fn encode(value: &impl Serialize) -> Json {
    Json::encode(value).expect("every type has a JSON form")
}

pub(super) fn any_meta() -> Meta {
    Meta::new().with("com.example/key", json!({"a": 1}))
}

pub(super) fn result_meta() -> Meta {
    any_meta().with(keys::SERVER_INFO, encode(&implementation()))
}

pub(super) fn icon() -> Icon {
    Icon::new("https://example.com/i.png")
        .with_mime_type("image/png")
        .with_sizes(vec!["48x48".to_owned()])
        .with_theme("dark")
}

pub(super) fn implementation() -> Implementation {
    Implementation::new("name", "1.0")
        .with_title("Title")
        .with_description("What it is")
        .with_website_url("https://example.com/")
        .with_icons(vec![icon()])
}

pub(super) fn annotations() -> Annotations {
    Annotations::new()
        .with_audience(vec![Role::User, Role::Assistant])
        .with_priority(0.5)
        .with_last_modified("2026-01-02T03:04:05Z")
}

pub(super) fn settings() -> Map<Json> {
    Map::from([("com.example/x", json!({"a": 1}))])
}

pub(super) fn client_capabilities(tasks: bool) -> ClientCapabilities {
    let all = ClientCapabilities::new()
        .with_experimental(settings())
        .with_roots(ListCapability::new().with_list_changed(true))
        .with_sampling(
            SamplingCapability::new().with_context(Capability::new()).with_tools(Capability::new()),
        )
        .with_elicitation(
            ElicitationCapability::new().with_form(Capability::new()).with_url(Capability::new()),
        )
        .with_extensions(settings());
    if !tasks {
        return all;
    }
    let requests = TaskRequests::new()
        .with_sampling(TaskSamplingRequests::new().with_create_message(Capability::new()))
        .with_elicitation(TaskElicitationRequests::new().with_create(Capability::new()));
    all.with_tasks(
        TaskCapability::new()
            .with_list(Capability::new())
            .with_cancel(Capability::new())
            .with_requests(requests),
    )
}

pub(super) fn server_capabilities(tasks: bool) -> ServerCapabilities {
    let all = ServerCapabilities::new()
        .with_experimental(settings())
        .with_logging(Capability::new())
        .with_completions(Capability::new())
        .with_prompts(ListCapability::new().with_list_changed(true))
        .with_resources(ResourcesCapability::new().with_subscribe(true).with_list_changed(false))
        .with_tools(ListCapability::new().with_list_changed(true))
        .with_extensions(settings());
    if !tasks {
        return all;
    }
    let requests =
        TaskRequests::new().with_tools(TaskToolRequests::new().with_call(Capability::new()));
    all.with_tasks(TaskCapability::new().with_list(Capability::new()).with_requests(requests))
}

pub(super) fn text() -> TextContent {
    TextContent::new("text").with_annotations(annotations()).with_meta(any_meta())
}

pub(super) fn image() -> ImageContent {
    ImageContent::new("AA==", "image/png").with_annotations(annotations()).with_meta(any_meta())
}

pub(super) fn audio() -> AudioContent {
    AudioContent::new("AA==", "audio/wav").with_annotations(annotations()).with_meta(any_meta())
}

pub(super) fn text_contents() -> TextResourceContents {
    TextResourceContents::new("file:///t", "text")
        .with_mime_type("text/plain")
        .with_meta(any_meta())
}

pub(super) fn blob_contents() -> BlobResourceContents {
    BlobResourceContents::new("file:///b", "AA==").with_mime_type("image/png").with_meta(any_meta())
}

pub(super) fn embedded() -> EmbeddedResource {
    EmbeddedResource::new(text_contents()).with_annotations(annotations()).with_meta(any_meta())
}

pub(super) fn link() -> ResourceLink {
    ResourceLink::new("file:///t", "name")
        .with_title("Title")
        .with_description("What it is")
        .with_mime_type("text/plain")
        .with_size(5_u64)
        .with_annotations(annotations())
        .with_icons(vec![icon()])
        .with_meta(any_meta())
}

pub(super) fn tool(tasks: bool) -> Tool {
    let all = Tool::new("name", json!({"type": "object", "properties": {"a": {"type": "string"}}}))
        .with_title("Title")
        .with_description("What it does")
        .with_output_schema(json!({"type": "object", "required": ["a"]}))
        .with_annotations(
            ToolAnnotations::new()
                .with_title("Title")
                .with_read_only_hint(true)
                .with_destructive_hint(false)
                .with_idempotent_hint(true)
                .with_open_world_hint(false),
        )
        .with_icons(vec![icon()])
        .with_meta(any_meta());
    if tasks {
        all.with_execution(ToolExecution::new().with_task_support(TaskSupport::Optional))
    } else {
        all
    }
}
