//! `logs`: what was said with a server of the configuration.

use std::sync::Arc;

use hostline::{
    gateway::Relays,
    host::ops::{LogEntry, LogEvent, LogView},
    text::{display_safe, shorten},
};
use serde::Deserialize;
use serde_json::json;

use crate::{
    args::LogsArgs,
    door::{self, Door},
    exit::{Exit, Outcome},
    output::{Console, Paint},
};

/// The longest text of an entry that is shown, in characters; `--json` shows all.
const MAX_TEXT: usize = 2_000;
/// The milliseconds of a day.
const DAY: u64 = 86_400_000;

/// The event `log`.
#[derive(Deserialize)]
struct Told {
    entry: LogEntry,
}

pub(super) fn run(args: &LogsArgs, console: &Arc<Console>) -> Outcome {
    // Only who follows stays.
    let relays = if args.follow { Relays::Served } else { Relays::Held };
    door::run(console, false, relays, async |door: &Door| {
        let server = &args.server;
        let mut after = 0;
        loop {
            let params = json!({ "server": server, "after": after });
            let log: LogView = door.call("log", params).await?;
            if log.missed > 0 && after > 0 {
                console.warn(&format!("{} entries went before they were read", log.missed));
            }
            for entry in &log.entries {
                show(console, entry)?;
                after = entry.number;
            }
            if !log.has_more {
                break;
            }
        }
        if after == 0 && !args.follow {
            console.note("nothing was said with it yet, as far as this program can see");
        }
        if !args.follow {
            return Ok(Exit::OK);
        }
        let Some(mut events) = door.events() else { return Ok(Exit::OK) };
        door.call::<()>("log/listen", json!({ "server": server, "after": after })).await?;
        while let Some((event, data)) = events.recv().await {
            match (&*event, data.decode::<Told>()) {
                ("log", Ok(told)) => show(console, &told.entry)?,
                ("log/missed" | "missed", _) => {
                    console.warn("some entries went before they were read");
                }
                _ => {}
            }
        }
        console.note("the program that keeps the server has ended");
        Ok(Exit::OK)
    })
}

fn show(console: &Console, entry: &LogEntry) -> Outcome<()> {
    if console.settings.json {
        return console.print_json_line(entry);
    }
    let style = console.style();
    let (head, text) = match &entry.event {
        LogEvent::Message { sent, method, id, text, .. } => {
            let way = if *sent { "→" } else { "←" };
            let id = id.as_ref().map(|id| format!(" #{id}")).unwrap_or_default();
            let method = method.as_deref().unwrap_or("reply");
            (format!("{way} {method}{id}"), text.clone())
        }
        LogEvent::Http { method, address, status, took } => {
            let status = status.map_or_else(|| "no answer".to_owned(), |it| it.to_string());
            (format!("⇄ {method}"), format!("{address}: {status} after {took:.0} ms"))
        }
        LogEvent::Stderr { line } => ("stderr".to_owned(), line.clone()),
        LogEvent::Status { text } => ("•".to_owned(), text.clone()),
    };
    let time = style.paint(Paint::Dim, &time_of_day(entry.at));
    let head = style.paint(Paint::Name, &display_safe(&head));
    console.print(&format!("{time}  {head}  {}\n", shorten(&text, MAX_TEXT)))
}

/// The time of day of a time in milliseconds since 1970, in UTC.
fn time_of_day(at: u64) -> String {
    let (seconds, millis) = (at % DAY / 1_000, at % 1_000);
    format!("{:02}:{:02}:{:02}.{millis:03}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_day_is_told_to_the_millisecond() {
        assert_eq!(time_of_day(0), "00:00:00.000");
        assert_eq!(time_of_day(DAY * 20_000 + 45_296_789), "12:34:56.789");
    }
}
