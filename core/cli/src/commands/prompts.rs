//! `prompts` and `prompt`: what a server can fill in, and filling it in.

use hostline::{
    model::{GetPromptResult, Prompt},
    text::{display_safe, display_safe_lines, shorten},
};

use super::{Session, listed, note_empty, select, title, warn_dropped};
use crate::{
    args::{ListArgs, PromptArgs},
    arguments,
    exit::{Exit, Outcome},
    output::{Cell, Console, Paint, Saver, block, content_text, table},
};

pub(super) async fn list(session: &Session, args: &ListArgs) -> Outcome {
    let console = &session.console;
    let prompts = listed(session, "prompt", session.client.list_prompts()).await?.into_vec();
    let prompts = select(prompts, &args.names, |prompt| &prompt.name, "prompt")?;
    if console.settings.json {
        console.print_json(&prompts)?;
        return Ok(Exit::OK);
    }
    if prompts.is_empty() {
        note_empty(console, "prompts");
    }
    for (place, prompt) in prompts.iter().enumerate() {
        let gap = if place > 0 { "\n" } else { "" };
        console.print(&format!("{gap}{}", describe(console, prompt)))?;
    }
    Ok(Exit::OK)
}

pub(super) fn describe(console: &Console, prompt: &Prompt) -> String {
    let (style, width) = (console.style(), console.width());
    let mut text = style.paint(Paint::Name, &display_safe(&prompt.name));
    if let Some(title) = title(&prompt.name, prompt.title.as_deref()) {
        text = format!("{text}  {}", shorten(title, 200));
    }
    text.push('\n');
    if let Some(description) = &prompt.description {
        let description = display_safe_lines(description);
        text.push_str(&block(&description, "  ", style, Paint::Dim, width));
    }
    let arguments = prompt.arguments.iter().flatten();
    let rows: Vec<Vec<Cell>> = arguments
        .map(|argument| {
            let required = if argument.required == Some(true) { "required" } else { "" };
            let title = title(&argument.name, argument.title.as_deref());
            let about: Vec<&str> =
                title.into_iter().chain(argument.description.as_deref()).collect();
            vec![
                (shorten(&argument.name, 120).into_owned(), Paint::Plain),
                (required.to_owned(), Paint::Dim),
                (shorten(&about.join(": "), 2_000).into_owned(), Paint::Dim),
            ]
        })
        .collect();
    text.push_str(&table(&rows, 4, style, width));
    text
}

pub(super) async fn get(session: &Session, args: &PromptArgs) -> Outcome {
    let Session { client, console, .. } = session;
    let arguments = arguments::of_prompt(&args.words)?;
    let result = client.get_prompt(&args.name, arguments).await?;
    show(console, &result)
}

/// Shows a prompt that was filled in.
pub(super) fn show(console: &Console, result: &GetPromptResult) -> Outcome {
    warn_dropped(console, "message", &result.messages);
    if console.settings.json {
        console.print_json(result)?;
        return Ok(Exit::OK);
    }
    if let Some(description) = &result.description {
        let description = display_safe_lines(description);
        let text = block(&description, "", console.style(), Paint::Dim, console.width());
        console.print(&format!("{text}\n"))?;
    }
    let mut saver = Saver::new(console, None)?;
    for (place, message) in result.messages.iter().enumerate() {
        let gap = if place > 0 { "\n" } else { "" };
        let role = console.style().paint(Paint::Name, &shorten(message.role.as_str(), 40));
        let content = content_text(&message.content, console, &mut saver)?;
        console.print(&format!("{gap}{role}\n{content}"))?;
    }
    Ok(Exit::OK)
}
