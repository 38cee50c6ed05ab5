//! `call`: runs a tool and shows what it gives.

use hostline::{
    Json,
    model::{CallToolResult, ContentBlock, List, Tool, Validation},
    text::{display_safe, shorten},
};
use serde_json::Value;

use super::{Session, advice, tasks, warn_dropped};
use crate::{
    args::CallArgs,
    arguments,
    exit::{Exit, Outcome},
    output::{Console, Paint, Saver, content_text, pretty},
};

pub(super) async fn run(session: &Session, args: &CallArgs) -> Outcome {
    let Session { client, console, given } = session;
    let mut saver = Saver::new(console, args.save.output.as_deref())?;
    // The list also teaches the client what to repeat in headers and what the result must be.
    let tools = client.list_tools().await?;
    let schema = input_schema(console, &tools, &args.name);
    let arguments = arguments::of_tool(given.as_deref(), &args.words, schema.as_ref())?;

    let reports = console.clone();
    let mut call = client
        .call_tool(&args.name, arguments)
        .on_progress(move |progress| reports.progress(&progress));
    if args.check {
        call = call.check_arguments();
    }
    if args.task {
        let task = call.as_task(None).await?;
        console.clear_status();
        return tasks::show(console, &task);
    }
    let result = call.await?;
    console.clear_status();

    warn_validation(console, &result.validation);
    show(console, &args.name, &result, &mut saver)
}

/// Shows what a tool gave, and tells whether it failed.
pub(super) fn show(
    console: &Console,
    tool: &str,
    result: &CallToolResult,
    saver: &mut Saver<'_>,
) -> Outcome {
    warn_dropped(console, "content", &result.content);
    print_result(console, result, saver)?;
    if result.failed() {
        if !console.settings.json {
            let name = shorten(tool, 100);
            let error = console.note_style().paint(Paint::Error, "error:");
            console.say(&format!("{error} the tool {name} says that it failed"));
        }
        return Ok(Exit::TOOL_FAILED);
    }
    Ok(Exit::OK)
}

/// The schema of a tool's arguments. A tool that is not listed can be called all the same.
fn input_schema(console: &Console, tools: &List<Tool>, name: &str) -> Option<Value> {
    if let Some(tool) = tools.iter().find(|tool| tool.name == name) {
        return Some(tool.input_schema.to_value());
    }
    if tools.dropped().iter().any(|report| report.name.as_deref() == Some(name)) {
        warn_dropped(console, "tool", tools);
    }
    let known: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    console.warn(&format!("the server lists no tool named {name}; {}", advice(name, &known)));
    None
}

/// Shows a result, or saves its bytes.
pub(super) fn print_result(
    console: &Console,
    result: &CallToolResult,
    saver: &mut Saver<'_>,
) -> Outcome<()> {
    let texts = texts(console, result, saver)?;
    if saver.is_wanted() && saver.written() == 0 {
        // There is nothing but text to save.
        if let Some(saved) = saver.save(result.text().as_bytes())? {
            console.note(&saved);
        }
    }
    if saver.is_stream() {
        return Ok(());
    }
    if console.settings.json {
        return console.print_json(result);
    }
    console.print(&texts)
}

fn texts(console: &Console, result: &CallToolResult, saver: &mut Saver<'_>) -> Outcome<String> {
    let mut out = String::new();
    let structured = result.structured_content.as_ref();
    let mut structured_shown = false;
    for block in &*result.content {
        // Servers often give the same twice: as a text for models, and for programs.
        if let (Some(structured), ContentBlock::Text(text)) = (structured, block)
            && Json::parse(&text.text).is_ok_and(|json| json == *structured)
        {
            if !structured_shown {
                out += &(pretty(structured) + "\n");
                structured_shown = true;
            }
            continue;
        }
        out.push_str(&content_text(block, console, saver)?);
    }
    let repeated = |structured: &&Json| structured_shown || is_wrapped(structured, result);
    if let Some(structured) = structured.filter(|structured| !repeated(structured)) {
        out += &(pretty(structured) + "\n");
    }
    Ok(out)
}

/// Whether the value is the only text over again, as the one member of an object: a result has to
/// be an object before 2026-07-28, so servers wrap what is none.
fn is_wrapped(structured: &Json, result: &CallToolResult) -> bool {
    let [ContentBlock::Text(text)] = &*result.content else { return false };
    let Value::Object(members) = structured.to_value() else { return false };
    members.len() == 1 && members.values().all(|value| *value == text.text)
}

fn warn_validation(console: &Console, validation: &Validation) {
    match validation {
        Validation::Mismatch(sentences) => {
            for sentence in sentences {
                let sentence = display_safe(sentence);
                console.warn(&format!("the result is not what the tool promises: {sentence}"));
            }
        }
        Validation::Schema(error) => {
            console.warn(&format!("the result was not checked: {error}"));
        }
        _ => {}
    }
}
