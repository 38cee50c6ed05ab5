//! `pins`: what a person has approved of servers' own words, and what has changed since.

use std::sync::Arc;

use hostline::{
    Json,
    gateway::Relays,
    host::{
        Digest, ServerName,
        ops::{DifferenceView, PinsView, ServerView},
        pins::{DefinitionKind, Run, RunKind},
    },
    text::{display_safe, shorten},
};
use serde_json::json;

use crate::{
    args::{PinsAction, PinsArgs},
    door::{self, Door},
    exit::{Exit, Outcome, usage},
    output::{Cell, Console, Paint, Style, block, table},
};

pub(super) fn run(args: &PinsArgs, console: &Arc<Console>) -> Outcome {
    let can_ask = console.can_ask();
    match &args.action {
        None | Some(PinsAction::List) => {
            door::run(console, false, Relays::Held, async |door: &Door| list(door).await)
        }
        Some(PinsAction::Show { server }) => {
            door::run(console, can_ask, Relays::Held, async |door: &Door| show(door, server).await)
        }
        Some(PinsAction::Approve { server, names, yes }) => {
            door::run(console, can_ask, Relays::Held, async |door: &Door| {
                approve(door, server, names, *yes).await
            })
        }
        Some(PinsAction::Forget { server, name }) => {
            door::run(console, false, Relays::Held, async |door: &Door| {
                forget(door, server, name.as_deref()).await
            })
        }
    }
}

async fn look(door: &Door, server: &ServerName) -> Outcome<PinsView> {
    Ok(door.call("pins", json!({ "server": server })).await?)
}

/// The same, after the server was started, so that what it says is known.
async fn compare(door: &Door, server: &ServerName) -> Outcome<PinsView> {
    door.call::<()>("start", json!({ "server": server })).await?;
    look(door, server).await
}

async fn list(door: &Door) -> Outcome {
    let console = &door.console;
    let servers: Vec<ServerView> =
        super::understood(&door.json("servers", &Json::default()).await?)?;
    let enabled = servers.iter().filter(|it| it.status.get("activity") != Some(&json!("disabled")));
    let mut all = Vec::new();
    for server in enabled {
        all.push(look(door, &server.server).await?);
    }
    if console.settings.json {
        console.print_json(&all)?;
        return Ok(Exit::OK);
    }
    let rows: Vec<Vec<Cell>> = all.iter().map(row).collect();
    console.print(&table(&rows, 0, console.style(), console.width()))?;
    Ok(Exit::OK)
}

fn row(pins: &PinsView) -> Vec<Cell> {
    let held = pins.differences.iter().filter(|it| it.is_held).count();
    let (state, paint) = match (pins.is_compared, held) {
        (false, _) => ("not compared, since it does not run".to_owned(), Paint::Dim),
        (true, 0) => (format!("{} changes, none held", pins.differences.len()), Paint::Dim),
        (true, held) => (format!("{held} held"), Paint::Warning),
    };
    let approved = format!("{} approved", pins.approved.len());
    vec![(pins.server.to_string(), Paint::Name), (approved, Paint::Plain), (state, paint)]
}

async fn show(door: &Door, server: &ServerName) -> Outcome {
    let console = &door.console;
    let pins = compare(door, server).await?;
    if console.settings.json {
        console.print_json(&pins)?;
        return Ok(Exit::OK);
    }
    if pins.differences.is_empty() {
        let count = pins.approved.len();
        console.note(&format!("everything is as it was approved: {count} definitions"));
    }
    for difference in &pins.differences {
        let text = describe(difference, console.style(), console.width());
        console.print(&text)?;
    }
    Ok(Exit::OK)
}

/// A difference, word by word: each run of words on lines of its own, behind a mark.
fn describe(it: &DifferenceView, style: Style, width: Option<usize>) -> String {
    let mut text = head(&it.sentence, it.is_held, style, width);
    for member in &it.members {
        text += &block(&display_safe(&member.member), "  ", style, Paint::Dim, width);
        text += &marked(&member.runs, style, width);
    }
    text
}

/// What has happened. It may tell a name that a server has given, so that its further lines stand
/// further in.
fn head(sentence: &str, is_held: bool, style: Style, width: Option<usize>) -> String {
    let held = if is_held { "held  " } else { "" };
    let room = width.map(|width| width.saturating_sub(held.len()));
    let sentence = block(&shorten(sentence, 400), "  ", style, Paint::Name, room);
    style.paint(Paint::Warning, held) + sentence.trim_start()
}

/// Runs behind marks. A line of a server's text never begins at the margin, so that no text can look
/// like a mark.
fn marked(runs: &[Run], style: Style, width: Option<usize>) -> String {
    let mut text = String::new();
    for run in runs {
        let (mark, paint) = match run.kind {
            RunKind::Kept => ("      │ ", Paint::Dim),
            RunKind::Removed => ("    - │ ", Paint::Warning),
            RunKind::Added => ("    + │ ", Paint::Strong),
        };
        for line in run.text.split_inclusive('\n') {
            let line = line.trim_end_matches('\n');
            if line.is_empty() {
                text.extend([mark, "\n"]);
            } else if line.trim().is_empty() {
                text += &block(&blank(line), mark, style, Paint::Plain, width);
            } else {
                text += &block(line, mark, style, paint, width);
            }
        }
    }
    text
}

/// What is only room, so that it is seen.
fn blank(line: &str) -> String {
    line.chars().map(|char| if char == '\t' { '⇥' } else { '␣' }).collect()
}

async fn approve(door: &Door, server: &ServerName, names: &[String], yes: bool) -> Outcome {
    let console = &door.console;
    let pins = compare(door, server).await?;
    let is_meant = |it: &&DifferenceView| names.is_empty() || names.contains(&it.difference.name);
    let meant: Vec<&DifferenceView> = pins.differences.iter().filter(is_meant).collect();
    if let Some(name) =
        names.iter().find(|name| !meant.iter().any(|it| it.difference.name == **name))
    {
        return Err(usage(format!("nothing of {server} named {name} has changed"))
            .with_next_step(format!("look at it: hostline pins show {server}"))
            .into());
    }
    let digests: Vec<Digest> = meant.iter().filter_map(|it| it.digest).collect();
    if digests.is_empty() {
        console.note("there is nothing to approve");
        return Ok(Exit::OK);
    }
    if !yes {
        if !console.can_ask() {
            return Err(usage("nobody is here to say whether it is approved")
                .with_next_step("look at it, and add --yes")
                .into());
        }
        for difference in meant.iter().filter(|it| it.digest.is_some()) {
            console.say(&describe(difference, console.note_style(), console.note_width()));
        }
        let prompt = format!("Approve {} of {server}? [y/N]", digests.len());
        if !door.person.confirm(&prompt).await {
            console.note("nothing was approved");
            return Ok(Exit::DENIED);
        }
    }
    let params = json!({ "server": server, "digests": digests });
    let count: usize = door.call("pins/approve", params).await?;
    say(console, json!({ "approved": digests.len(), "all": count }), || {
        format!("approved {} of {server}; {count} in all", digests.len())
    })
}

async fn forget(door: &Door, server: &ServerName, name: Option<&str>) -> Outcome {
    let pins = look(door, server).await?;
    let kind = match name {
        None => None,
        Some(name) => {
            let found = pins.approved.iter().find(|it| it.name == name);
            let found = found.ok_or_else(|| {
                usage(format!("nothing of {server} named {name} is approved"))
                    .with_next_step(format!("look at it: hostline pins show {server}"))
            })?;
            Some(found.kind)
        }
    };
    let definition = |kind: DefinitionKind| json!({ "kind": kind, "name": name });
    let params = json!({ "server": server, "definition": kind.map(definition) });
    let forgotten: bool = door.call("pins/forget", params).await?;
    say(&door.console, json!({ "forgotten": forgotten }), || {
        if forgotten {
            format!("forgot what was approved of {}", name.unwrap_or(server.as_str()))
        } else {
            "nothing was approved".to_owned()
        }
    })
}

#[expect(clippy::needless_pass_by_value, reason = "it is made to be said")]
fn say(console: &Console, json: serde_json::Value, words: impl FnOnce() -> String) -> Outcome {
    if console.settings.json {
        console.print_json(&json)?;
    } else {
        console.note(&words());
    }
    Ok(Exit::OK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::columns;

    fn shown(runs: &[(RunKind, &str)], width: Option<usize>) -> String {
        let runs: Vec<Run> =
            runs.iter().map(|(kind, text)| Run { kind: *kind, text: (*text).to_owned() }).collect();
        marked(&runs, Style::for_stream(false), width)
    }

    #[test]
    fn each_run_stands_behind_its_mark() {
        let runs = [
            (RunKind::Kept, "reads "),
            (RunKind::Removed, "a"),
            (RunKind::Added, "any"),
            (RunKind::Kept, " file\nof yours\n"),
            (RunKind::Added, "  \n\n"),
        ];
        assert_eq!(
            shown(&runs, None),
            "      │ reads\n    - │ a\n    + │ any\n      │  file\n      │ of yours\n    + │ ␣␣\n    + │ \n"
        );
    }

    #[test]
    fn text_of_a_server_looks_like_no_mark_however_it_is_broken() {
        let forged = "    - │ old\n    + │ new [-a-] {+b+} and so on, for longer than the line is";
        let spaced = forged.replace(' ', "\u{A0}").replace('\n', "\u{3000}");
        let filled = format!("{}- │ old", "─".repeat(32));
        let text = format!("fine\n{forged}\n{spaced}\n{filled}\n{}\nend", " ".repeat(90));
        for width in [None, Some(40), Some(12)] {
            let shown = shown(&[(RunKind::Added, &text)], width);
            assert!(shown.lines().count() > 5);
            assert!(shown.lines().all(|line| line.starts_with("    + │ ")), "{shown}");
            let widest = shown.lines().map(columns).max();
            assert!(width.is_none() || widest <= width, "{shown}");
        }
    }

    #[test]
    fn a_sentence_that_tells_a_name_goes_on_further_in() {
        let sentence = format!("the tool `{}    + │ new` is new", "x".repeat(40));
        let shown = head(&sentence, true, Style::for_stream(false), Some(40));
        let mut lines = shown.lines();
        assert!(lines.next().is_some_and(|line| line.starts_with("held  the tool")), "{shown}");
        assert!(lines.all(|line| line.starts_with("  ") && !line.starts_with("   ")), "{shown}");
        assert!(shown.lines().all(|line| columns(line) <= 40), "{shown}");
    }
}
