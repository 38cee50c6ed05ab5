//! `audit`: the record of what was done. It is read as it stands in its files.

use std::sync::Arc;

use hostline::{
    Json,
    host::{
        HostSettings,
        audit::{self, AuditEvent, AuditFilter, AuditLine, AuditOrder, AuditVerdict},
    },
    text::{display_safe, shorten},
};
use serde_json::Value;

use crate::{
    args::{AuditArgs, AuditCommand, AuditShowArgs},
    exit::{Exit, Outcome, usage},
    output::{Cell, Console, Paint, table},
};

/// How many lines are shown where nothing else is said.
const USUAL_LIMIT: usize = 50;
/// The longest text of a line that is shown, in characters.
const MAX_TEXT: usize = 400;

pub(super) fn run(args: &AuditArgs, console: &Arc<Console>) -> Outcome {
    match &args.action {
        None => show(&AuditShowArgs::default(), console),
        Some(AuditCommand::Show(args)) => show(args, console),
        Some(AuditCommand::Verify) => verify(console),
    }
}

fn show(args: &AuditShowArgs, console: &Console) -> Outcome {
    let mut filter = AuditFilter::default();
    filter.server.clone_from(&args.server);
    filter.client.clone_from(&args.client);
    (filter.action, filter.verdict) = (args.action, args.verdict);
    filter.order = AuditOrder::NewestFirst;
    let folder = HostSettings::standard()?.audit_folder();
    let lines = audit::read(&folder, filter)?.take(args.limit.unwrap_or(USUAL_LIMIT));
    let mut found = Vec::new();
    for line in lines {
        match line {
            Ok(line) => found.push(line),
            Err(error) => console.warn(&error.to_string()),
        }
    }
    // The newest stands where it is seen.
    found.reverse();
    if console.settings.json {
        for line in &found {
            console.print_json_line(line)?;
        }
        return Ok(Exit::OK);
    }
    if found.is_empty() {
        console.note("nothing is recorded");
    }
    let rows: Vec<Vec<Cell>> = found.iter().map(row).collect();
    console.print(&table(&rows, 0, console.style(), console.width()))?;
    Ok(Exit::OK)
}

fn row(line: &AuditLine) -> Vec<Cell> {
    let (verdict, paint, about) = match &line.event {
        AuditEvent::Decided(it) => {
            let (verdict, paint) = match it.verdict {
                AuditVerdict::Allow => ("allow", Paint::Plain),
                AuditVerdict::Deny => ("deny", Paint::Warning),
            };
            let mut about = vec![word(&it.action)];
            about.extend(it.server.as_ref().map(ToString::to_string));
            about.extend(it.tool.clone());
            about.extend(it.client.as_ref().map(|client| format!("for {client}")));
            (verdict.to_owned(), paint, format!("{}: {}", about.join(" "), it.because))
        }
        AuditEvent::Ended(it) => {
            let about = format!("line {} has ended after {} ms", it.refers, it.millis);
            (word(&it.outcome), Paint::Dim, about)
        }
        AuditEvent::Damaged(it) => ("damaged".to_owned(), Paint::Error, it.because.clone()),
    };
    vec![
        (line.seq.to_string(), Paint::Dim),
        (time(line), Paint::Dim),
        (verdict, paint),
        (shorten(&about, MAX_TEXT).into_owned(), Paint::Plain),
    ]
}

/// The word that the record has for something.
fn word(of: &impl serde::Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

/// When it was written, as the record has it.
fn time(line: &AuditLine) -> String {
    let json = Json::encode(line).map(|json| json.to_value()).unwrap_or_default();
    let time = json.get("at").and_then(Value::as_str).unwrap_or_default();
    display_safe(time).into_owned()
}

/// So many of something.
fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn verify(console: &Console) -> Outcome {
    let report = audit::verify(&HostSettings::standard()?.audit_folder())?;
    let fault = report.fault.as_ref();
    if console.settings.json {
        console.print_json(&report)?;
    } else if fault.is_none() {
        let (lines, files) = (count(report.lines, "line"), count(report.files, "file"));
        console.print(&format!("the record is as it was written: {lines} in {files}\n"))?;
        if report.damaged > 0 {
            let lines = count(report.damaged, "line");
            console.warn(&format!("damage that was found before: {lines}"));
        }
    }
    match fault {
        None => Ok(Exit::OK),
        Some(_) if console.settings.json => Ok(Exit::STORAGE),
        Some(fault) => {
            let what = display_safe(&fault.what);
            let message = format!("{}, line {}: {what}", fault.file, fault.line);
            console.fail(&usage(message).into());
            Ok(Exit::STORAGE)
        }
    }
}
