//! What is told as it happens, and what was said before.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use super::{LogEntry, LogView, answer, servers, telling::Tell};
use crate::{
    Json,
    error::{ErrorCode, Result},
    host::{
        Host, ServerName, TapRead,
        gate::{QuestionEvent, Surface},
    },
};

/// How many entries are given at once.
const MOST_ENTRIES: usize = 500;
/// From how many bytes of text on no more entries are given at once.
const ENOUGH_BYTES: usize = 2 << 20;

/// Which entries of a server's log are wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Log {
    pub(super) server: ServerName,
    /// Those behind this number.
    #[serde(default)]
    pub(super) after: u64,
}

pub(super) fn log(host: &Host, wanted: &Log) -> Result<LogView> {
    let all = host.tap(wanted.server.as_str())?.entries();
    let oldest = all.first().map_or(1, |entry| entry.number);
    let mut left = all.into_iter().filter(|entry| entry.number > wanted.after).peekable();
    let (mut entries, mut bytes) = (Vec::new(), 0);
    while entries.len() < MOST_ENTRIES && bytes < ENOUGH_BYTES {
        let Some(entry) = left.next() else { break };
        bytes += entry.event.weight();
        entries.push(LogEntry::from(&*entry));
    }
    let missed = oldest.saturating_sub(wanted.after.saturating_add(1));
    Ok(LogView { entries, missed, has_more: left.peek().is_some() })
}

/// Tells a server's log from one entry on, until nobody listens.
pub(super) async fn follow(host: Host, wanted: Log, tell: Tell) {
    #[derive(Serialize)]
    struct Told<'a> {
        server: &'a ServerName,
        entry: LogEntry,
    }
    let Ok(tap) = host.tap(wanted.server.as_str()) else { return };
    let mut reader = tap.reader();
    // The server may leave the configuration, and its log is then over.
    drop((tap, host));
    while let Some(read) = reader.next().await {
        let (event, data) = match read {
            TapRead::Entry(entry) if entry.number <= wanted.after => continue,
            TapRead::Entry(entry) => {
                let entry = LogEntry::from(&*entry);
                ("log", answer(&Told { server: &wanted.server, entry }))
            }
            TapRead::Missed(count) => {
                let missed = json!({ "server": wanted.server, "count": count });
                ("log/missed", Ok(missed.into()))
            }
        };
        if has_gone(&told(&tell, event, data).await) {
            return;
        }
    }
}

/// Tells every change of status, until nobody listens.
pub(super) async fn statuses(host: Host, tell: Tell) {
    let mut changes = host.status_changes();
    loop {
        let (event, data) = match changes.recv().await {
            Ok(status) => {
                let catalogue = host.catalogue().borrow().clone();
                let view = servers::view(&status, &catalogue);
                ("status", view.and_then(|view| answer(&view)))
            }
            Err(RecvError::Lagged(count)) => ("status/missed", Ok(json!(count).into())),
            Err(RecvError::Closed) => return,
        };
        if has_gone(&told(&tell, event, data).await) {
            return;
        }
    }
}

/// Tells every question, until nobody listens. A surface that is slow stays one: what it has not
/// taken yet waits.
pub(super) async fn questions(surface: Surface, tell: Tell) {
    loop {
        let (event, data) = match surface.next().await {
            QuestionEvent::Asked(question) => ("question/asked", answer(&question)),
            QuestionEvent::Settled(id) => ("question/settled", Ok(json!({ "id": id }).into())),
        };
        if has_gone(&told(&tell, event, data).await) {
            return;
        }
    }
}

async fn told(tell: &Tell, event: &'static str, data: Result<Json>) -> Result<()> {
    tell.tell(event, data?).await
}

/// Whether nobody listens any more. What cannot be told by itself ends nothing.
fn has_gone(told: &Result<()>) -> bool {
    match told {
        Ok(()) => false,
        Err(error) if error.code() == ErrorCode::Closed => true,
        Err(error) => {
            tracing::warn!(target: "hostline::host", %error, "an event was not told");
            false
        }
    }
}
