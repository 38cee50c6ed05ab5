//! What the server says: answers, notifications, and text that is neither.

use std::{borrow::Cow, time::Instant};

use super::{Ask, Effect, Engine, Phase, invalid_request};
use crate::{
    dialect::{Purpose, Reply},
    error::{Error, ErrorCode},
    jsonrpc::{Frame, Invalid, InvalidKind, Message, Notification, Outcome, RequestId, Response},
    model::{ServerNotification, keys},
    transport::Link,
};

impl<W> Engine<W> {
    /// Takes one text from the server. `via` is the request in whose exchange it came.
    pub(crate) fn frame(
        &mut self,
        now: Instant,
        frame: Frame,
        via: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        match frame {
            Frame::Message(message) => self.message(now, message, via, None, fx),
            Frame::Batch(members) => self.batch(now, members, via, fx),
            Frame::Invalid(invalid) => self.invalid(now, &invalid, via, fx),
        }
    }

    pub(super) fn message(
        &mut self,
        now: Instant,
        message: Message,
        via: Option<&RequestId>,
        batch: Option<u64>,
        fx: &mut Vec<Effect<W>>,
    ) {
        match message {
            Message::Response(response) => self.response(now, response, via, fx),
            Message::Notification(notification) => self.notification(now, &notification, via, fx),
            Message::Request(request) => self.serve(now, request, batch, fx),
        }
    }

    fn response(
        &mut self,
        now: Instant,
        response: Response,
        via: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let key = match &response.id {
            Some(id) => {
                if matches!(id, RequestId::String(_)) {
                    depart(fx, "it turned the integer id of a request into a string");
                }
                self.key_of(id)
            }
            None => match via {
                Some(via) => self.key_of(via),
                // An error without an identifier answers a request that the server could not read;
                // a result without one answers nothing.
                None if matches!(response.outcome, Outcome::Result(_)) => None,
                None => self.only_waiting(),
            },
        };
        let Some(key) = key.filter(|key| self.waits_for_answer(*key)) else {
            if !self.forgotten.holds(response.id.as_ref()) {
                depart(fx, "it answered a request that was not waiting for an answer");
            }
            return;
        };
        let Some(pending) = self.calls.get(&key) else { return };
        // An exchange sees its own reply and ends. One whose reply comes elsewhere, or without an
        // identifier, would stay open for as long as the server likes.
        let seen = response.id.is_some() && via.and_then(|via| self.key_of(via)) == Some(key);
        if self.link == Link::Exchanges && !seen {
            fx.push(Effect::Abandon(RequestId::Number(pending.id)));
        }
        let reply = match response.outcome {
            Outcome::Result(result) => self.dialect.read_result(&pending.call.method, result),
            Outcome::Error(error) => self.dialect.read_error(error),
            Outcome::Malformed(reason) => Reply::Invalid(reason.to_owned()),
        };
        match reply {
            Reply::Complete(result) => self.conclude(now, key, Ok(result), fx),
            Reply::Error(error) => self.conclude(now, key, Err(Error::from_rpc(error)), fx),
            Reply::Invalid(reason) => {
                depart(fx, reason.clone());
                self.lose_answer(now, key, Error::new(ErrorCode::Protocol, reason), fx);
            }
            Reply::InputRequired(needed) => self.need_input(now, key, needed, fx),
        }
    }

    pub(super) fn waits_for_answer(&self, key: i64) -> bool {
        self.calls.get(&key).is_some_and(|pending| pending.phase == Phase::Answer)
    }

    fn notification(
        &mut self,
        now: Instant,
        notification: &Notification,
        via: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let params = notification.params.as_deref();
        let decoded = match ServerNotification::decode(&notification.method, params) {
            Ok(decoded) => decoded,
            Err(error) => {
                depart(fx, format!("a notification was dropped: {}", error.message()));
                return;
            }
        };
        if !self.dialect.profile().server_notifications.contains(&&*notification.method) {
            depart(fx, "it sent a notification that this version does not have");
        }
        let subscription = self.subscription_of(&decoded, via);
        match &decoded {
            ServerNotification::Progress(progress) => {
                self.progress(now, progress.clone(), fx);
                return;
            }
            ServerNotification::Cancelled(cancelled) => {
                if let Some(id) = &cancelled.request_id {
                    self.cancelled(now, id, fx);
                }
                return;
            }
            ServerNotification::ElicitationComplete(complete) => {
                self.completed(now, &complete.elicitation_id, fx);
            }
            ServerNotification::SubscriptionsAcknowledged(_) => {
                // From here on the stream may be silent for as long as nothing changes.
                if let Some(pending) = subscription.and_then(|key| self.calls.get_mut(&key)) {
                    pending.call.timeout = None;
                    pending.call.max_total = None;
                }
            }
            _ => {}
        }
        fx.push(Effect::Notify { notification: decoded, subscription });
    }

    /// The subscription that a notification belongs to: by the identifier that it carries, or by
    /// the exchange that it came in.
    fn subscription_of(
        &self,
        notification: &ServerNotification,
        via: Option<&RequestId>,
    ) -> Option<i64> {
        let named = subscription_id(notification);
        let key = self.key_of(named.as_ref().or(via)?)?;
        (self.calls.get(&key)?.call.purpose == Purpose::Subscription).then_some(key)
    }

    fn progress(
        &mut self,
        now: Instant,
        progress: crate::model::Progress,
        fx: &mut Vec<Effect<W>>,
    ) {
        let key = self.key_of(&progress.progress_token);
        let Some(key) = key.filter(|key| self.waits_for_answer(*key)) else {
            if !self.forgotten.holds(Some(&progress.progress_token)) {
                depart(fx, "it reported progress of a request that was not waiting");
            }
            return;
        };
        let Some(pending) = self.calls.get_mut(&key) else { return };
        if !pending.call.progress {
            depart(fx, "it reported progress that was not asked for");
            return;
        }
        if progress.progress <= pending.progress {
            depart(fx, "it reported progress that did not increase");
        }
        pending.progress = progress.progress;
        pending.heard = now;
        fx.push(Effect::Progress { key, progress });
    }

    /// The server takes back a request of its own, or ends a subscription.
    fn cancelled(&mut self, now: Instant, id: &RequestId, fx: &mut Vec<Effect<W>>) {
        if self.served.contains_key(id) {
            fx.push(Effect::Withdraw(Ask::Request(id.clone())));
            self.withdraw_served(now, id, fx);
            return;
        }
        let subscription = self.key_of(id).filter(|key| {
            self.calls.get(key).is_some_and(|p| p.call.purpose == Purpose::Subscription)
        });
        match subscription {
            Some(key) => self.resolve(key, Ok(bytes::Bytes::from_static(b"{}")), fx),
            None => depart(fx, "it cancelled a request that is not its own"),
        }
    }

    /// Text that is no message. What is not JSON is never answered (an error storm would follow
    /// where two peers do); JSON that is no request gets an error where the era has replies.
    pub(super) fn invalid(
        &mut self,
        now: Instant,
        invalid: &Invalid,
        via: Option<&RequestId>,
        fx: &mut Vec<Effect<W>>,
    ) {
        let reason = invalid.kind.describe();
        depart(fx, format!("a message was refused: {reason}"));
        let key = invalid.id.as_ref().or(via).and_then(|id| self.key_of(id));
        if let Some(key) = key.filter(|key| self.waits_for_answer(*key)) {
            let code = match invalid.kind {
                InvalidKind::TooDeep | InvalidKind::TooLong | InvalidKind::BatchTooLong => {
                    ErrorCode::Limit
                }
                _ => ErrorCode::Protocol,
            };
            let error = Error::new(code, format!("the server's answer was refused: {reason}"));
            self.lose_answer(now, key, error, fx);
        } else if invalid.kind != InvalidKind::NotJson
            && self.dialect.answers_requests()
            && self.link == Link::Shared
        {
            self.refuse(invalid.id.as_ref(), reason, fx);
        }
    }

    /// Answers what cannot be served.
    pub(super) fn refuse(&mut self, id: Option<&RequestId>, reason: &str, fx: &mut Vec<Effect<W>>) {
        let mut body = Vec::new();
        crate::jsonrpc::write_error(&mut body, id, &invalid_request(reason));
        self.send(body.into(), crate::transport::OutgoingKind::Reply, fx);
    }
}

/// The subscription that a notification names (2026-07-28 `basic/patterns/subscriptions`).
fn subscription_id(notification: &ServerNotification) -> Option<RequestId> {
    let meta = match notification {
        ServerNotification::ToolsListChanged(params)
        | ServerNotification::PromptsListChanged(params)
        | ServerNotification::ResourcesListChanged(params) => params.meta.as_ref(),
        ServerNotification::ResourceUpdated(params) => params.meta.as_ref(),
        ServerNotification::SubscriptionsAcknowledged(params) => params.meta.as_ref(),
        _ => None,
    };
    meta?.typed(keys::SUBSCRIPTION_ID)
}

/// Notes that the server left the specification.
pub(super) fn depart<W>(fx: &mut Vec<Effect<W>>, how: impl Into<Cow<'static, str>>) {
    fx.push(Effect::Depart(how.into()));
}
