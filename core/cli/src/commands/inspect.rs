//! `inspect`: what a server speaks, what it offers, and where it departs from the specification.

use std::time::{Duration, Instant};

use hostline::{
    Client, Era,
    client::Diagnostics,
    model::{Dropped, List, ServerCapabilities, Tool},
    schema::Schema,
    text::{display_safe_lines, shorten},
};
use serde_json::{Map, Value, json};

use super::Session;
use crate::{
    args::TargetArgs,
    exit::{Exit, Outcome},
    output::{Cell, Console, MAX_NOTE_CHARS, Paint, block, table},
};

pub(super) async fn run(session: &Session, _: &TargetArgs) -> Outcome {
    let Session { client, console, .. } = session;
    let findings = Findings::gather(client).await;
    if console.settings.json {
        console.print_json(&findings.to_json(client))?;
    } else {
        console.print(&findings.to_text(client, console))?;
    }
    Ok(Exit::OK)
}

/// What trying everything has brought to light.
#[derive(Default)]
struct Findings {
    /// How many there are of each kind, in the order in which they were listed.
    counts: Vec<(&'static str, u64)>,
    /// What went wrong while trying, untrusted text.
    faults: Vec<String>,
    answered_in: Option<Duration>,
    diagnostics: Diagnostics,
}

impl Findings {
    async fn gather(client: &Client) -> Self {
        let mut findings = Self::default();
        let none = ServerCapabilities::new();
        let offered = client.capabilities().unwrap_or(&none);
        if offered.tools.is_some() {
            let tools = client.list_tools().await;
            if let Ok(tools) = &tools {
                findings.try_schemas(tools);
            }
            findings.add("tools", tools);
        }
        if offered.resources.is_some() {
            findings.add("resources", client.list_resources().await);
            findings.add("resourceTemplates", client.list_resource_templates().await);
        }
        if offered.prompts.is_some() {
            findings.add("prompts", client.list_prompts().await);
        }
        if offered.tasks.as_ref().is_some_and(|tasks| tasks.list.is_some()) {
            findings.add("tasks", client.list_tasks().await);
        }
        let began = Instant::now();
        match client.ping().await {
            Ok(()) => findings.answered_in = Some(began.elapsed()),
            Err(error) => findings.faults.push(format!("ping fails: {error}")),
        }
        findings.diagnostics = client.diagnostics();
        findings
    }

    fn add<T>(&mut self, name: &'static str, outcome: hostline::Result<List<T>>) {
        match outcome {
            Ok(list) => {
                self.counts.push((name, list.len() as u64));
                self.faults.extend(list.dropped().iter().map(|report| dropped(name, report)));
                if list.unreported() > 0 {
                    self.faults.push(format!("{name}: {} more like these", list.unreported()));
                }
            }
            Err(error) => self.faults.push(format!("{name} cannot be listed: {error}")),
        }
    }

    /// A schema that nobody can use is a fault that shows only when the tool is called.
    fn try_schemas(&mut self, tools: &List<Tool>) {
        for tool in &**tools {
            let schemas =
                [("input", Some(&tool.input_schema)), ("output", tool.output_schema.as_ref())];
            for (which, schema) in schemas {
                if let Some(Err(error)) = schema.map(Schema::compile) {
                    self.faults.push(format!("tool {}: {which}: {error}", tool.name));
                }
            }
        }
    }

    /// Everything that is not as the specification wants it, untrusted text.
    fn departures(&self) -> Vec<String> {
        let seen = &self.diagnostics;
        let mut all: Vec<String> = seen
            .departures
            .iter()
            .map(|(how, count)| match count {
                1 => how.clone(),
                count => format!("{how} ({count} times)"),
            })
            .collect();
        if seen.more_departures > 0 {
            all.push(format!("{} departures of further kinds", seen.more_departures));
        }
        if seen.oversized > 0 {
            all.push(format!("{} messages were longer than allowed", seen.oversized));
        }
        all.extend(self.faults.iter().cloned());
        all
    }

    fn to_json(&self, client: &Client) -> Value {
        let counts: Map<String, Value> =
            self.counts.iter().map(|(name, count)| ((*name).to_owned(), (*count).into())).collect();
        let seen = &self.diagnostics;
        json!({
            "target": client.label(),
            "protocolVersion": client.version(),
            "era": client.version().era(),
            "transport": client.transport_kind(),
            "serverInfo": client.server_info(),
            "capabilities": client.capabilities(),
            "instructions": client.instructions(),
            "counts": counts,
            "answeredInMs": self.answered_in.map(|time| time.as_secs_f64() * 1_000.0),
            "departures": self.departures(),
            "noiseLines": seen.noise_lines,
            "stderrLines": seen.stderr_lines,
            "resumedStreams": seen.resumed_streams,
        })
    }

    fn to_text(&self, client: &Client, console: &Console) -> String {
        let (style, width) = (console.style(), console.width());
        let mut text = format!("{}\n\n", style.paint(Paint::Name, &shorten(client.label(), 400)));
        text.push_str(&table(&self.spoken(client), 2, style, width));
        text.push('\n');
        text.push_str(&table(&self.offered(client), 2, style, width));
        if let Some(instructions) = client.instructions() {
            text = format!("{text}\n  {}\n", style.paint(Paint::Dim, "instructions"));
            let instructions = display_safe_lines(instructions);
            text.push_str(&block(&instructions, "  │ ", style, Paint::Plain, width));
        }
        let departures = self.departures();
        if departures.is_empty() {
            text.push_str("\n  It keeps to the specification in all that was tried.\n");
        } else {
            let head = style.paint(Paint::Warning, "departs from the specification");
            text = format!("{text}\n  {head}\n");
            let row = |how: &String| {
                vec![cell("-", Paint::Dim), (shorten(how, MAX_NOTE_CHARS).into(), Paint::Plain)]
            };
            let rows: Vec<_> = departures.iter().map(row).collect();
            text.push_str(&table(&rows, 2, style, width));
        }
        text
    }

    fn spoken(&self, client: &Client) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        if let Some(info) = client.server_info() {
            let title = info.title.as_deref().map(|title| format!(" ({title})"));
            let name = format!("{} {}{}", info.name, info.version, title.unwrap_or_default());
            rows.push(row("calls itself", &shorten(&name, 200)));
            if let Some(url) = &info.website_url {
                rows.push(row("website", &shorten(url, 200)));
            }
        }
        let era = match client.version().era() {
            Era::Modern => "modern: each request stands for itself",
            Era::Legacy => "legacy: a session opened by a handshake",
        };
        rows.push(row("version", &format!("{} ({era})", client.version())));
        rows.push(row("transport", client.transport_kind()));
        if let Some(time) = self.answered_in {
            rows.push(row("answers in", &format!("{:.1} ms", time.as_secs_f64() * 1_000.0)));
        }
        let lines = self.diagnostics.stderr_lines;
        if lines > 0 {
            let lines = if lines == 1 { "1 line".into() } else { format!("{lines} lines") };
            rows.push(row("standard error", &format!("{lines}, which --verbose shows")));
        }
        rows
    }

    fn offered(&self, client: &Client) -> Vec<Vec<Cell>> {
        let Some(offered) = client.capabilities() else { return Vec::new() };
        let mut rows = Vec::new();
        let mut push = |name: &'static str, key: &str, on: bool, details: &[(bool, &str)]| {
            if !on {
                return;
            }
            let count = self.counts.iter().find(|(counted, _)| *counted == key);
            let count = count.map(|(_, count)| count.to_string()).unwrap_or_default();
            let details: Vec<&str> =
                details.iter().filter(|(on, _)| *on).map(|(_, words)| *words).collect();
            rows.push(vec![
                cell(name, Paint::Dim),
                cell(&count, Paint::Plain),
                cell(&details.join(", "), Paint::Dim),
            ]);
        };
        let tells = "tells when the list changes";
        let changes = |list: &Option<hostline::model::ListCapability>| {
            list.as_ref().is_some_and(|list| list.list_changed == Some(true))
        };
        push("tools", "tools", offered.tools.is_some(), &[(changes(&offered.tools), tells)]);
        if let Some(resources) = &offered.resources {
            push(
                "resources",
                "resources",
                true,
                &[
                    (resources.list_changed == Some(true), tells),
                    (resources.subscribe == Some(true), "single ones can be watched"),
                ],
            );
            push("templates", "resourceTemplates", true, &[]);
        }
        push(
            "prompts",
            "prompts",
            offered.prompts.is_some(),
            &[(changes(&offered.prompts), tells)],
        );
        push("completion", "", offered.completions.is_some(), &[(true, "of arguments")]);
        push("log", "", offered.logging.is_some(), &[(true, "--log-level shows it")]);
        if let Some(tasks) = &offered.tasks {
            push(
                "tasks",
                "tasks",
                true,
                &[
                    (tasks.list.is_some(), "can be listed"),
                    (tasks.cancel.is_some(), "can be cancelled"),
                ],
            );
        }
        for (head, more) in [
            ("extension", offered.extensions.as_ref()),
            ("experimental", offered.experimental.as_ref()),
        ] {
            for (name, _) in more.into_iter().flat_map(hostline::model::Map::iter) {
                let name = shorten(name, 120).into_owned();
                rows.push(vec![
                    cell(head, Paint::Dim),
                    (String::new(), Paint::Plain),
                    (name, Paint::Plain),
                ]);
            }
        }
        rows
    }
}

fn dropped(list: &str, report: &Dropped) -> String {
    let name = report.name.as_deref().unwrap_or("without a name");
    let fate = if report.kept { "lost a part" } else { "left out" };
    format!("{list}, item {} ({name}), {fate}: {}", report.index + 1, report.reason)
}

fn cell(text: &str, paint: Paint) -> Cell {
    (text.to_owned(), paint)
}

fn row(name: &str, value: &str) -> Vec<Cell> {
    vec![cell(name, Paint::Dim), cell(value, Paint::Plain)]
}
