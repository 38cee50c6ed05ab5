//! The client's errors and events as scenarios compare them.

use hostline::{Error, client::Event, transport::Notice};
use serde_json::{Value, json};

/// An error as scenarios compare it.
pub(super) fn error(error: &Error) -> Value {
    let mut value = json!({
        "code": error.code().name(),
        "message": error.message(),
        "mayHaveRun": error.may_have_run(),
        "sentence": error.to_string(),
    });
    if let Some(next) = error.next_step() {
        value["nextStep"] = next.into();
    }
    if let Some(status) = error.http_status() {
        value["httpStatus"] = status.into();
    }
    if let Some(rpc) = error.rpc() {
        value["rpc"] = json!({"code": rpc.code, "message": rpc.message});
        if let Some(data) = &rpc.data {
            value["rpc"]["data"] = data.to_value();
        }
    }
    value
}

/// An event as scenarios compare it.
pub(super) fn event(event: &Event) -> Value {
    match event {
        Event::ToolsChanged => json!({"type": "toolsChanged"}),
        Event::PromptsChanged => json!({"type": "promptsChanged"}),
        Event::ResourcesChanged => json!({"type": "resourcesChanged"}),
        Event::ResourceUpdated { uri } => json!({"type": "resourceUpdated", "uri": uri}),
        Event::Log(message) => typed("log", message),
        Event::ElicitationComplete { id } => {
            json!({"type": "elicitationComplete", "elicitationId": id})
        }
        Event::TaskStatus(task) => json!({"type": "taskStatus", "task": task}),
        Event::Stderr(line) => json!({"type": "stderr", "line": line}),
        Event::Notice(notice) => json!({"type": "notice", "notice": name_of(notice)}),
        Event::Unknown { method, params } => {
            let params = params.as_ref().map(hostline::Json::to_value);
            json!({"type": "unknown", "method": method, "params": params})
        }
        Event::Missed(count) => json!({"type": "missed", "count": count}),
        Event::Closed(cause) => json!({"type": "closed", "error": error(cause)}),
        _ => json!({"type": "other"}),
    }
}

fn typed(kind: &str, value: &impl serde::Serialize) -> Value {
    let mut value = serde_json::to_value(value).unwrap_or_default();
    value["type"] = kind.into();
    value
}

fn name_of(notice: &Notice) -> &'static str {
    match notice {
        Notice::Stderr(_) => "stderr",
        Notice::StderrDropped { .. } => "stderr_dropped",
        Notice::Noise(_) => "noise",
        Notice::Oversized { .. } => "oversized",
        Notice::ByteOrderMark => "byte_order_mark",
        Notice::NotSent(_) | Notice::ReplyNotSent(_) => "not_sent",
        Notice::StreamGivenUp(_) => "stream_given_up",
        Notice::Resumed => "resumed",
        _ => "other",
    }
}
