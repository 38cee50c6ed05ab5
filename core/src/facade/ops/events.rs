//! What is said without being asked, as whoever listens fetches it.

use std::{future::poll_fn, pin::pin, task::Poll};

use super::Context;
#[cfg(feature = "http")]
use crate::{auth::AuthEvent, facade::types::SignInEvent};
use crate::{
    client,
    error::Result,
    facade::types::{
        ClosedEvent, ElicitationCompleteEvent, ErrorReport, Event, LogEvent, MissedEvent,
        NextEvents, Nothing, NoticeEvent, NoticeKind, PromptsChangedEvent, ResourceUpdatedEvent,
        ResourcesChangedEvent, StderrEvent, TaskStatusEvent, ToolsChangedEvent,
        UnknownNotificationEvent,
    },
    model::LoggingMessage,
    transport::Notice,
};

/// The most events that are given at once.
const MOST_EVENTS: u64 = 1_024;
/// How many events are given at once where the caller does not say.
const EVENTS: u64 = 64;

pub(in crate::facade) async fn next_events(
    context: &Context,
    request: NextEvents,
) -> Result<Vec<Event>> {
    let mut events = context.connection()?.events.lend(&context.cancel).await?;
    let mut given = Vec::new();
    while given.is_empty() {
        let Some(next) = events.next().await else { break };
        given.push(event(next));
    }
    while !given.is_empty() && has_room(&given, &request) {
        match events.try_next() {
            Some(next) => given.push(event(next)),
            None => break,
        }
    }
    Ok(given)
}

pub(in crate::facade) async fn next_changes(
    context: &Context,
    request: NextEvents,
) -> Result<Vec<Event>> {
    let listening = context.subscription()?;
    let mut lent = listening.shelf.lend(&context.cancel).await?;
    let Some(changes) = lent.as_mut() else { return Ok(Vec::new()) };
    let mut given = Vec::new();
    while given.is_empty() {
        let next = tokio::select! {
            biased;
            () = listening.closing.cancelled() => None,
            next = changes.next() => next,
        };
        let Some(next) = next else { break };
        given.push(event(next));
    }
    while !given.is_empty() && has_room(&given, &request) {
        match now(changes.next()).await.flatten() {
            Some(next) => given.push(event(next)),
            None => break,
        }
    }
    Ok(given)
}

/// Ends a subscription. Whoever waits for the next change is told that there are no more.
pub(in crate::facade) async fn end_subscription(context: &Context, _: Nothing) -> Result<Nothing> {
    let listening = context.subscription()?;
    listening.closing.cancel();
    let subscription = listening.shelf.take().await;
    if let Some(subscription) = subscription {
        subscription.close().await;
    }
    Ok(Nothing::new())
}

pub(super) fn has_room<T>(given: &[T], request: &NextEvents) -> bool {
    (given.len() as u64) < request.most.unwrap_or(EVENTS).clamp(1, MOST_EVENTS)
}

/// What a future gives without waiting, if anything.
pub(super) async fn now<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(|context| {
        Poll::Ready(match future.as_mut().poll(context) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        })
    })
    .await
}

fn event(event: client::Event) -> Event {
    match event {
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
        #[cfg(feature = "http")]
        client::Event::Auth(step) => stepped(*step).into(),
    }
}

#[cfg(feature = "http")]
fn stepped(event: AuthEvent) -> SignInEvent {
    use crate::facade::types::SignInStep as Step;
    let step = |step| SignInEvent::new(step);
    let failed = |step, reason: &crate::Error| SignInEvent {
        reason: Some(ErrorReport::from(reason)),
        ..SignInEvent::new(step)
    };
    let expires = |time: Option<std::time::SystemTime>| time.map(super::accounts::seconds);
    match event {
        AuthEvent::Sending { request, .. } => step(Step::Sending).with_detail(request),
        AuthEvent::Answered { body, .. } => step(Step::Answered).with_detail(body),
        AuthEvent::Visiting { issuer, scopes, .. } => {
            step(Step::Visiting).with_issuer(issuer).with_scopes(scopes)
        }
        AuthEvent::Waiting { .. } => step(Step::Waiting),
        AuthEvent::SignedIn { issuer, scopes, expires_at } => {
            let event = step(Step::SignedIn).with_issuer(issuer).with_scopes(scopes);
            SignInEvent { expires_at: expires(expires_at), ..event }
        }
        AuthEvent::Renewed { expires_at } => {
            SignInEvent { expires_at: expires(expires_at), ..step(Step::Renewed) }
        }
        AuthEvent::Unanswered { reason, .. } => failed(Step::Unanswered, &reason),
        AuthEvent::Dropped { reason } => failed(Step::Dropped, &reason),
        AuthEvent::NotRenewed { reason } => failed(Step::NotRenewed, &reason),
        AuthEvent::NotKept { reason } => failed(Step::NotKept, &reason),
        AuthEvent::Failed { reason } => failed(Step::Failed, &reason),
        AuthEvent::SignedOut => step(Step::SignedOut),
    }
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
