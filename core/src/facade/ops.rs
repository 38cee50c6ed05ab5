//! What each operation of the contract does, on the client that everybody uses.

use std::{sync::Arc, time::Duration};

use super::{
    Cancel,
    contract::{Notification, Place},
    handle::Opened,
    types::{
        CallToolRequest, CallToolResult, ClosedEvent, ElicitationCompleteEvent, ErrorReport, Event,
        ListRequest, Listing, LogEvent, MissedEvent, NextEvents, Nothing, NoticeEvent, NoticeKind,
        ProgressReport, PromptsChangedEvent, ResourceUpdatedEvent, ResourcesChangedEvent,
        StderrEvent, TaskStatusEvent, ToolsChangedEvent, UnknownNotificationEvent,
    },
};
use crate::{
    Json,
    client::{self, ListOf, Listed, Operation, Request},
    error::Result,
    model::{LoggingMessage, Map, Prompt, Tool},
    transport::Notice,
};

/// The most events that are given at once.
const MOST_EVENTS: u64 = 1_024;
/// How many events are given at once where the caller does not say.
const EVENTS: u64 = 64;

/// How many reports of the progress of one call may wait to be heard.
const MOST_REPORTS: usize = 64;

/// What an operation is done on.
pub(super) struct Context {
    pub(super) opened: Arc<Opened>,
    /// What cancels the call.
    pub(super) cancel: Cancel,
}

pub(super) async fn list_tools(context: &Context, request: ListRequest) -> Result<Listing<Tool>> {
    list(context.opened.client.list_tools(), request).await
}

pub(super) async fn list_prompts(
    context: &Context,
    request: ListRequest,
) -> Result<Listing<Prompt>> {
    list(context.opened.client.list_prompts(), request).await
}

async fn list<T: Listed>(list: Request<ListOf<T>>, request: ListRequest) -> Result<Listing<T>> {
    let mut list = adjusted(list, request.timeout_ms, request.max_total_ms, request.meta);
    if let Some(pages) = request.max_pages {
        list = list.max_pages(usize::try_from(pages).unwrap_or(usize::MAX));
    }
    if request.fresh == Some(true) {
        list = list.fresh();
    }
    list.await.map(Listing)
}

pub(super) async fn call_tool(
    context: &Context,
    request: CallToolRequest,
) -> Result<CallToolResult> {
    let arguments = request.arguments.unwrap_or_default();
    let call = context.opened.client.call_tool(request.name, arguments.0);
    let mut call = adjusted(call, request.timeout_ms, request.max_total_ms, request.meta);
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

pub(super) async fn close(context: &Context, _: Nothing) -> Result<Nothing> {
    context.opened.client.close().await.map(|()| Nothing::new())
}

pub(super) async fn next_events(context: &Context, request: NextEvents) -> Result<Vec<Event>> {
    let most = request.most.unwrap_or(EVENTS).clamp(1, MOST_EVENTS);
    let mut events = context.opened.events.lend(&context.cancel).await?;
    let mut given = Vec::new();
    while given.is_empty() {
        let Some(next) = events.next().await else { break };
        given.extend(event(next));
    }
    while !given.is_empty() && (given.len() as u64) < most {
        match events.try_next() {
            Some(next) => given.extend(event(next)),
            None => break,
        }
    }
    Ok(given)
}

fn adjusted<O: Operation>(
    mut request: Request<O>,
    timeout_ms: Option<u64>,
    max_total_ms: Option<u64>,
    meta: Option<Map<Json>>,
) -> Request<O> {
    if let Some(timeout) = timeout_ms {
        request = request.timeout(Duration::from_millis(timeout));
    }
    if let Some(most) = max_total_ms {
        request = request.max_total(Duration::from_millis(most));
    }
    for (key, value) in meta.into_iter().flatten() {
        request = request.meta(key, value);
    }
    request
}

fn event(event: client::Event) -> Option<Event> {
    Some(match event {
        client::Event::ToolsChanged => ToolsChangedEvent::new().into(),
        client::Event::PromptsChanged => PromptsChangedEvent::new().into(),
        client::Event::ResourcesChanged => ResourcesChangedEvent::new().into(),
        client::Event::ResourceUpdated { uri } => ResourceUpdatedEvent::new(uri).into(),
        client::Event::Log(LoggingMessage { level, data, logger, meta, extra }) => {
            LogEvent { level, data, logger, meta, extra }.into()
        }
        client::Event::ElicitationComplete { id } => ElicitationCompleteEvent::new(id).into(),
        client::Event::TaskStatus(task) => TaskStatusEvent::new(task).into(),
        client::Event::Stderr(line) => StderrEvent::new(line).into(),
        client::Event::Notice(notice) => noticed(notice).into(),
        client::Event::Unknown { method, params } => {
            UnknownNotificationEvent { params, ..UnknownNotificationEvent::new(method) }.into()
        }
        client::Event::Missed(count) => MissedEvent::new(count).into(),
        client::Event::Closed(error) => ClosedEvent::new(ErrorReport::from(&error)).into(),
        // No operation signs in: what is opened from another language has no account.
        #[cfg(feature = "http")]
        client::Event::Auth(_) => return None,
    })
}

fn noticed(notice: Notice) -> NoticeEvent {
    let (kind, detail) = match notice {
        Notice::Stderr(line) | Notice::Noise(line) => (NoticeKind::Noise, Some(line.into())),
        Notice::StderrDropped { lines } => {
            (NoticeKind::StderrDropped, Some(format!("{lines} lines")))
        }
        Notice::Oversized { bytes, .. } => (NoticeKind::Oversized, Some(format!("{bytes} bytes"))),
        Notice::ByteOrderMark => (NoticeKind::ByteOrderMark, None),
        Notice::NotSent(error) | Notice::ReplyNotSent(error) => {
            (NoticeKind::NotSent, Some(error.to_string()))
        }
        Notice::StreamGivenUp(why) => (NoticeKind::StreamGivenUp, Some(why.into())),
        Notice::Resumed => (NoticeKind::Resumed, None),
    };
    NoticeEvent { detail, ..NoticeEvent::new(kind) }
}

#[cfg(feature = "testing")]
pub(super) use super::testing::{
    testing_ask, testing_echo, testing_fail, testing_live, testing_panic, testing_sleep,
    testing_text,
};
