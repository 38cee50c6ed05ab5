//! What a host says to whoever watches it.

use serde::Deserialize;

use super::{
    Context,
    events::{has_room, now},
};
use crate::{
    Json,
    error::Result,
    facade::types::{
        AskedEvent, HostEvent, HostLogEvent, HostMissedEvent, HostQuestion, NextEvents, Nothing,
        SettledEvent, StatusEvent, WatchOptions,
    },
    host::{
        gate::Question,
        ops::{LogEntry, ServerView},
    },
};

pub(in crate::facade) async fn next_host_events(
    context: &Context,
    request: NextEvents,
) -> Result<Vec<HostEvent>> {
    let watching = context.watch()?;
    let watched = &watching.watched;
    let mut lent = watched.shelf.lend(&context.cancel).await?;
    let Some((_, heard)) = lent.as_mut() else { return Ok(Vec::new()) };
    let mut given = Vec::new();
    while given.is_empty() {
        let next = tokio::select! {
            biased;
            () = watched.closing.cancelled() => None,
            next = heard.next() => next,
        };
        let Some((event, data)) = next else { break };
        given.extend(host_event(&watching.wanted, &event, &data));
    }
    while !given.is_empty() && has_room(&given, &request) {
        let Some((event, data)) = now(heard.next()).await.flatten() else { break };
        given.extend(host_event(&watching.wanted, &event, &data));
    }
    Ok(given)
}

/// Hears no more. Whoever waits for the next event is told that there are no more.
pub(in crate::facade) async fn end_watch(context: &Context, _: Nothing) -> Result<Nothing> {
    context.watch()?.watched.end().await;
    Ok(Nothing::new())
}

/// An event that is wanted; what cannot be read was not meant for us.
fn host_event(wanted: &WatchOptions, event: &str, data: &Json) -> Option<HostEvent> {
    #[derive(Deserialize)]
    struct Settled {
        id: u64,
    }
    #[derive(Deserialize)]
    struct Logged {
        server: String,
        entry: LogEntry,
    }
    #[derive(Deserialize)]
    struct Missed {
        server: String,
        count: u64,
    }
    let logs = |server: &String| wanted.logs.iter().flatten().any(|wanted| wanted == server);
    let (statuses, questions) = (wanted.statuses == Some(true), wanted.questions == Some(true));
    Some(match event {
        "status" if statuses => StatusEvent::new(data.decode::<ServerView>().ok()?).into(),
        "status/missed" if statuses => HostMissedEvent::new(data.decode::<u64>().ok()?).into(),
        "question/asked" if questions => {
            let question: Question = data.decode().ok()?;
            AskedEvent::new(HostQuestion::try_from(question).ok()?).into()
        }
        "question/settled" if questions => {
            let Settled { id } = data.decode().ok()?;
            SettledEvent::new(id.to_string()).into()
        }
        "log" => {
            let Logged { server, entry } =
                data.decode().ok().filter(|it: &Logged| logs(&it.server))?;
            HostLogEvent::new(server, entry).into()
        }
        "log/missed" => {
            let missed = data.decode().ok().filter(|it: &Missed| logs(&it.server))?;
            HostMissedEvent::new(missed.count).into()
        }
        "missed" => HostMissedEvent::new(data.decode::<u64>().ok()?).into(),
        _ => return None,
    })
}
