//! Requests to a server, on the client that everybody uses.

use std::time::Duration;

use super::{Context, counted};
use crate::{
    Json,
    client::{ListOf, Listed, Operation, Request},
    error::Result,
    facade::{
        contract::{Notification, Place},
        types::{
            Adjusting, Adjustment, CallToolRequest, CallToolResult, CompleteRequest,
            GetPromptRequest, ListRequest, Listing, Nothing, PingRequest, ProgressReport,
            RawRequest, ReadResourceRequest, SetLogLevelRequest, StartTaskRequest, TaskRequest,
        },
    },
    model::{
        CompleteResult, GetPromptResult, Prompt, ReadResourceResult, Resource, ResourceTemplate,
        Task, Tool,
    },
};

/// How many reports of the progress of one call may wait to be heard.
const MOST_REPORTS: usize = 64;

pub(in crate::facade) async fn list_tools(
    context: &Context,
    request: ListRequest,
) -> Result<Listing<Tool>> {
    list(context.client()?.list_tools(), request).await
}

pub(in crate::facade) async fn list_resources(
    context: &Context,
    request: ListRequest,
) -> Result<Listing<Resource>> {
    list(context.client()?.list_resources(), request).await
}

pub(in crate::facade) async fn list_resource_templates(
    context: &Context,
    request: ListRequest,
) -> Result<Listing<ResourceTemplate>> {
    list(context.client()?.list_resource_templates(), request).await
}

pub(in crate::facade) async fn list_prompts(
    context: &Context,
    request: ListRequest,
) -> Result<Listing<Prompt>> {
    list(context.client()?.list_prompts(), request).await
}

pub(in crate::facade) async fn list_tasks(
    context: &Context,
    request: ListRequest,
) -> Result<Listing<Task>> {
    list(context.client()?.list_tasks(), request).await
}

async fn list<T: Listed>(list: Request<ListOf<T>>, mut request: ListRequest) -> Result<Listing<T>> {
    let mut list = adjusted(list, &mut request);
    if let Some(pages) = request.max_pages {
        list = list.max_pages(counted(pages));
    }
    if request.fresh == Some(true) {
        list = list.fresh();
    }
    list.await.map(Listing)
}

pub(in crate::facade) async fn call_tool(
    context: &Context,
    mut request: CallToolRequest,
) -> Result<CallToolResult> {
    let adjustment = request.adjustment();
    let arguments = request.arguments.unwrap_or_default();
    let call = context.client()?.call_tool(request.name, arguments.0);
    let mut call = adjusted_by(call, adjustment);
    if request.allow_repeat == Some(true) {
        call = call.allow_repeat();
    }
    if request.check_arguments == Some(true) {
        call = call.check_arguments();
    }
    if let Some(level) = request.log_level {
        call = call.log_level(level);
    }
    if request.progress == Some(true) {
        let (delegate, number) = (context.opened.delegate.clone(), context.cancel.number());
        let places = Place::default();
        call = call.on_progress(move |progress| {
            // A report that nobody is quick enough to hear is left out: newer ones will come.
            let Some(place) = places.next(MOST_REPORTS) else { return };
            let report = ProgressReport {
                total: progress.total,
                message: progress.message,
                ..ProgressReport::new(number, progress.progress)
            };
            delegate.notify(Notification::Progress(report, place));
        });
    }
    call.await.map(CallToolResult::from)
}

pub(in crate::facade) async fn read_resource(
    context: &Context,
    mut request: ReadResourceRequest,
) -> Result<ReadResourceResult> {
    let adjustment = request.adjustment();
    let mut reading = adjusted_by(context.client()?.read_resource(request.uri), adjustment);
    if request.fresh == Some(true) {
        reading = reading.fresh();
    }
    reading.await
}

pub(in crate::facade) async fn get_prompt(
    context: &Context,
    mut request: GetPromptRequest,
) -> Result<GetPromptResult> {
    let adjustment = request.adjustment();
    let arguments = request.arguments.into_iter().flatten();
    adjusted_by(context.client()?.get_prompt(request.name, arguments), adjustment).await
}

pub(in crate::facade) async fn complete(
    context: &Context,
    mut request: CompleteRequest,
) -> Result<CompleteResult> {
    let adjustment = request.adjustment();
    let argument = request.argument;
    let client = context.client()?;
    let completing = client.complete(request.reference, argument.name, argument.value);
    let mut completing = adjusted_by(completing, adjustment);
    for (name, value) in request.context.into_iter().flatten() {
        completing = completing.context(name, value);
    }
    completing.await
}

pub(in crate::facade) async fn ping(
    context: &Context,
    mut request: PingRequest,
) -> Result<Nothing> {
    adjusted(context.client()?.ping(), &mut request).await.map(|()| Nothing::new())
}

pub(in crate::facade) async fn set_log_level(
    context: &Context,
    mut request: SetLogLevelRequest,
) -> Result<Nothing> {
    let adjustment = request.adjustment();
    let setting = context.client()?.set_log_level(request.level);
    adjusted_by(setting, adjustment).await.map(|()| Nothing::new())
}

pub(in crate::facade) async fn request(context: &Context, mut request: RawRequest) -> Result<Json> {
    let adjustment = request.adjustment();
    let params = request.params.map(|params| params.0);
    let mut raw = adjusted_by(context.client()?.request(request.method, params), adjustment);
    if request.allow_repeat == Some(true) {
        raw = raw.allow_repeat();
    }
    raw.await
}

pub(in crate::facade) async fn start_task(
    context: &Context,
    mut request: StartTaskRequest,
) -> Result<Task> {
    let adjustment = request.adjustment();
    let arguments = request.arguments.unwrap_or_default();
    let mut call = context.client()?.call_tool(request.name, arguments.0);
    if request.check_arguments == Some(true) {
        call = call.check_arguments();
    }
    adjusted_by(call.as_task(request.ttl_ms), adjustment).await
}

pub(in crate::facade) async fn get_task(
    context: &Context,
    mut request: TaskRequest,
) -> Result<Task> {
    let adjustment = request.adjustment();
    adjusted_by(context.client()?.get_task(request.task_id), adjustment).await
}

pub(in crate::facade) async fn cancel_task(
    context: &Context,
    mut request: TaskRequest,
) -> Result<Task> {
    let adjustment = request.adjustment();
    adjusted_by(context.client()?.cancel_task(request.task_id), adjustment).await
}

pub(in crate::facade) async fn task_result(
    context: &Context,
    mut request: TaskRequest,
) -> Result<Json> {
    let adjustment = request.adjustment();
    adjusted_by(context.client()?.task_result(request.task_id), adjustment).await
}

#[expect(clippy::unused_async, reason = "operations may wait")]
pub(in crate::facade) async fn roots_changed(context: &Context, _: Nothing) -> Result<Nothing> {
    context.client()?.roots_changed();
    Ok(Nothing::new())
}

pub(in crate::facade) async fn close_client(context: &Context, _: Nothing) -> Result<Nothing> {
    context.client()?.close().await.map(|()| Nothing::new())
}

fn adjusted<O: Operation>(sent: Request<O>, request: &mut impl Adjusting) -> Request<O> {
    adjusted_by(sent, request.adjustment())
}

fn adjusted_by<O: Operation>(mut sent: Request<O>, adjustment: Adjustment) -> Request<O> {
    if let Some(timeout) = adjustment.timeout_ms {
        sent = sent.timeout(Duration::from_millis(timeout));
    }
    if let Some(most) = adjustment.max_total_ms {
        sent = sent.max_total(Duration::from_millis(most));
    }
    for (key, value) in adjustment.meta.into_iter().flatten() {
        sent = sent.meta(key, value);
    }
    sent
}
