//! The operations of the steps, each one request through the public interface.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use hostline::{
    Json, Result,
    client::{Client, Operation, Request},
    model::{CompletionReference, List, LoggingLevel, Validation},
    schema::SchemaError,
};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::runner::{Hold, lock};

/// Sends what one step says and gives its result as scenarios compare it.
pub(super) async fn operate(client: &Client, step: &Value, hold: &Hold) -> Result<Value> {
    let text = |member: &str| step[member].as_str().unwrap_or_default();
    let strings = |member: &str| -> Vec<(String, String)> {
        let members = step[member].as_object().into_iter().flatten();
        members.map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default().to_owned())).collect()
    };
    match text("op") {
        "tools/list" => list("tools", paged(client.list_tools(), step)).await,
        "resources/list" => list("resources", paged(client.list_resources(), step)).await,
        "resources/templates/list" => {
            list("resourceTemplates", paged(client.list_resource_templates(), step)).await
        }
        "prompts/list" => list("prompts", paged(client.list_prompts(), step)).await,
        "tools/call" => call_tool(client, step, hold).await,
        "resources/read" => Ok(value(&adjusted(client.read_resource(text("uri")), step).await?)),
        "prompts/get" => {
            Ok(value(&adjusted(client.get_prompt(text("name"), strings("arguments")), step).await?))
        }
        "completion/complete" => {
            let reference: CompletionReference =
                serde_json::from_value(step["ref"].clone()).expect("a reference");
            let argument = |member: &str| step["argument"][member].as_str().unwrap_or_default();
            let mut request = client.complete(reference, argument("name"), argument("value"));
            for (key, known) in strings("context") {
                request = request.context(key, known);
            }
            Ok(value(&adjusted(request, step).await?))
        }
        "ping" => adjusted(client.ping(), step).await.map(|()| Value::Null),
        "logging/setLevel" => {
            let level = LoggingLevel::from(text("level"));
            adjusted(client.set_log_level(level), step).await.map(|()| Value::Null)
        }
        "request" => {
            let params = step.get("params").map(Json::from);
            let result = adjusted(client.request(text("method"), params), step).await?;
            Ok(result.to_value())
        }
        "tasks/get" => Ok(value(&adjusted(client.get_task(text("taskId")), step).await?)),
        "tasks/cancel" => Ok(value(&adjusted(client.cancel_task(text("taskId")), step).await?)),
        "tasks/list" => list("tasks", adjusted(client.list_tasks(), step)).await,
        "tasks/result" => Ok(adjusted(client.task_result(text("taskId")), step).await?.to_value()),
        other => unreachable!("the operation {other:?} is unknown"),
    }
}

/// What every request can be told.
fn adjusted<O: Operation>(mut request: Request<O>, step: &Value) -> Request<O> {
    if let Some(timeout) = step["timeoutMs"].as_u64() {
        request = request.timeout(Duration::from_millis(timeout));
    }
    if let Some(longest) = step["maxTotalMs"].as_u64() {
        request = request.max_total(Duration::from_millis(longest));
    }
    for (key, meta) in step["meta"].as_object().into_iter().flatten() {
        request = request.meta(key, meta);
    }
    request
}

fn paged<T: hostline::client::Listed>(
    request: Request<hostline::client::ListOf<T>>,
    step: &Value,
) -> Request<hostline::client::ListOf<T>> {
    let mut request = adjusted(request, step);
    if step["fresh"] == true {
        request = request.fresh();
    }
    match step["maxPages"].as_u64().and_then(|pages| usize::try_from(pages).ok()) {
        Some(pages) => request.max_pages(pages),
        None => request,
    }
}

async fn list<T>(name: &str, request: impl IntoFuture<Output = Result<List<T>>>) -> Result<Value>
where
    List<T>: Serialize,
{
    let items = request.await?;
    let dropped: Vec<Value> = items
        .dropped()
        .iter()
        .filter(|dropped| !dropped.kept)
        .map(|d| json!({"index": d.index, "name": d.name, "reason": d.reason}))
        .collect();
    Ok(json!({name: items, "dropped": dropped}))
}

async fn call_tool(client: &Client, step: &Value, hold: &Hold) -> Result<Value> {
    let arguments = step.get("arguments").cloned().unwrap_or_else(|| json!({}));
    let mut request = client.call_tool(step["name"].as_str().unwrap_or_default(), arguments);
    request = adjusted(request, step);
    let collected: Arc<Mutex<Vec<Value>>> = Arc::default();
    let seen = Arc::new(Notify::new());
    if step["progress"] == true {
        let (collected, seen) = (collected.clone(), seen.clone());
        request = request.on_progress(move |report| {
            let report = json!({
                "progress": report.progress, "total": report.total, "message": report.message,
            });
            lock(&collected).push(report);
            seen.notify_one();
        });
    }
    if step["allowRepeat"] == true {
        request = request.allow_repeat();
    }
    if step["checkArguments"] == true {
        request = request.check_arguments();
    }
    if let Some(level) = step["logLevel"].as_str() {
        request = request.log_level(LoggingLevel::from(level));
    }
    let mut calling = request.into_future();
    let result = loop {
        tokio::select! {
            result = &mut calling => break result?,
            () = seen.notified() => hold.progress(),
        }
    };
    let validation = match &result.validation {
        Validation::Unchecked => "unchecked",
        Validation::Valid => "valid",
        Validation::Mismatch(_) => "mismatch",
        Validation::Schema(SchemaError::UnsupportedDialect(_)) => "unsupported_dialect",
        Validation::Schema(SchemaError::Invalid(_)) => "invalid_schema",
        Validation::Schema(SchemaError::ExternalRef(_)) => "external_ref",
    };
    let mut value = value(&result);
    value["validation"] = validation.into();
    if step["progress"] == true {
        value["progress"] = lock(&collected).clone().into();
    }
    Ok(value)
}

fn value(result: &impl Serialize) -> Value {
    serde_json::to_value(result).expect("a result has a JSON form")
}
