//! `status`: how the servers of the configuration stand.

use std::sync::Arc;

use hostline::{gateway::Relays, host::ops::ServerView, text::shorten};
use serde_json::{Value, json};

use crate::{
    args::StatusArgs,
    door::{self, Door},
    exit::{Exit, Outcome},
    output::{Cell, Console, Paint, table},
};

/// The longest sentence that is shown, in characters.
const MAX_SENTENCE: usize = 2_000;

pub(super) fn run(args: &StatusArgs, console: &Arc<Console>) -> Outcome {
    door::run(console, false, Relays::Held, async |door: &Door| {
        let params = json!({ "server": args.server });
        let servers: Vec<ServerView> = door.call("servers", params).await?;
        if console.settings.json {
            console.print_json(&servers)?;
            return Ok(Exit::OK);
        }
        if servers.is_empty() {
            console.note("there are no servers; hostline add NAME TARGET adds one");
        }
        if door.is_own() {
            console.note("nobody uses the servers now");
        }
        let rows: Vec<Vec<Cell>> = match (&args.server, servers.first()) {
            (Some(_), Some(server)) => all_of(server),
            _ => servers.iter().map(row).collect(),
        };
        console.print(&table(&rows, 0, console.style(), console.width()))?;
        Ok(Exit::OK)
    })
}

fn row(server: &ServerView) -> Vec<Cell> {
    let paint = match member(server, "activity").as_deref() {
        Some("failed" | "waiting") => Paint::Warning,
        _ => Paint::Plain,
    };
    vec![
        (server.server.to_string(), Paint::Name),
        (shorten(&server.sentence, MAX_SENTENCE).into_owned(), paint),
    ]
}

/// Everything that is known of one server.
fn all_of(server: &ServerView) -> Vec<Vec<Cell>> {
    let latency = server.status.get("latency").and_then(Value::as_f64);
    let latency = latency.map(|latency| format!("{latency:.1} ms"));
    let rows = [
        ("server", Some(server.server.to_string())),
        ("status", Some(server.sentence.clone())),
        ("version", member(server, "version")),
        ("transport", member(server, "transport")),
        ("tools", member(server, "tools")),
        ("tokens", (server.tokens > 0).then(|| format!("about {}", server.tokens))),
        ("confined", member(server, "confinement")),
        ("last request", latency),
        ("ended by itself", member(server, "failures").filter(|failures| failures != "0")),
    ];
    let known = rows.into_iter().filter_map(|(name, value)| Some((name, value?)));
    known
        .map(|(name, value)| {
            let value = shorten(&value, MAX_SENTENCE).into_owned();
            vec![(name.to_owned(), Paint::Dim), (value, Paint::Plain)]
        })
        .collect()
}

fn member(server: &ServerView, name: &str) -> Option<String> {
    match server.status.get(name)? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        value => Some(value.to_string()),
    }
}
