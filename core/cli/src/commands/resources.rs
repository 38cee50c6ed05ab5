//! `resources` and `read`: what can be read from a server, and reading it.

use hostline::{
    model::{List, ReadResourceResult, Resource, ResourceContents, ResourceTemplate},
    text::{display_safe, display_safe_lines, shorten},
};

use super::{Session, listed, note_empty, title, warn_dropped};
use crate::{
    args::{ReadArgs, ResourcesArgs},
    exit::{Exit, Outcome},
    output::{Console, Paint, Saver, block, contents_text, plain_size},
};

pub(super) async fn list(session: &Session, args: &ResourcesArgs) -> Outcome {
    let Session { client, console, .. } = session;
    if console.settings.json && !args.templates {
        let resources = listed(session, "resource", client.list_resources()).await?;
        console.print_json(&resources)?;
        return Ok(Exit::OK);
    }
    let resources = if args.templates {
        List::new()
    } else {
        listed(session, "resource", client.list_resources()).await?
    };
    let templates = client.list_resource_templates();
    let templates = listed(session, "resource template", templates).await?;
    if console.settings.json {
        console.print_json(&templates)?;
        return Ok(Exit::OK);
    }
    if resources.is_empty() && templates.is_empty() {
        note_empty(console, if args.templates { "resource templates" } else { "resources" });
    }
    for resource in &*resources {
        console.print(&resource_text(console, resource))?;
    }
    if !resources.is_empty() && !templates.is_empty() {
        console.print("\n")?;
    }
    for template in &*templates {
        console.print(&template_text(console, template))?;
    }
    Ok(Exit::OK)
}

pub(super) fn resource_text(console: &Console, resource: &Resource) -> String {
    let mut details = Vec::new();
    details.extend(resource.mime_type.clone());
    details.extend(resource.size.map(plain_size));
    entry(
        console,
        &resource.uri,
        title(&resource.uri, Some(resource.title.as_ref().unwrap_or(&resource.name))),
        &details.join(", "),
        resource.description.as_deref(),
    )
}

pub(super) fn template_text(console: &Console, template: &ResourceTemplate) -> String {
    entry(
        console,
        &template.uri_template,
        title(&template.uri_template, Some(template.title.as_ref().unwrap_or(&template.name))),
        template.mime_type.as_deref().unwrap_or_default(),
        template.description.as_deref(),
    )
}

fn entry(
    console: &Console,
    address: &str,
    title: Option<&str>,
    details: &str,
    description: Option<&str>,
) -> String {
    let style = console.style();
    let mut text = style.paint(Paint::Name, &display_safe(address));
    if let Some(title) = title {
        text = format!("{text}  {}", shorten(title, 200));
    }
    if !details.is_empty() {
        text.push_str(&style.paint(Paint::Dim, &format!("  ({})", shorten(details, 120))));
    }
    text.push('\n');
    if let Some(description) = description {
        let description = display_safe_lines(description);
        text.push_str(&block(&description, "  ", style, Paint::Dim, console.width()));
    }
    text
}

pub(super) async fn read(session: &Session, args: &ReadArgs) -> Outcome {
    let Session { client, console, .. } = session;
    let mut saver = Saver::new(console, args.save.output.as_deref())?;
    let result = client.read_resource(&args.uri).await?;
    show(console, &result, &mut saver)
}

/// Shows what was read, or saves it.
pub(super) fn show(
    console: &Console,
    result: &ReadResourceResult,
    saver: &mut Saver<'_>,
) -> Outcome {
    warn_dropped(console, "part", &result.contents);
    if saver.is_wanted() {
        for contents in &*result.contents {
            save(console, contents, saver)?;
        }
        if !console.settings.json || saver.is_stream() {
            return Ok(Exit::OK);
        }
    }
    if console.settings.json {
        console.print_json(result)?;
        return Ok(Exit::OK);
    }
    let several = result.contents.len() > 1;
    for contents in &*result.contents {
        let text = match contents {
            // One text is what was asked for, without a headline.
            ResourceContents::Text(text) if !several => {
                let text = display_safe_lines(&text.text);
                let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
                format!("{text}{end}")
            }
            contents => contents_text(contents, console, saver)?,
        };
        console.print(&text)?;
    }
    Ok(Exit::OK)
}

fn save(console: &Console, contents: &ResourceContents, saver: &mut Saver<'_>) -> Outcome<()> {
    match contents {
        ResourceContents::Text(text) => {
            if let Some(saved) = saver.save(text.text.as_bytes())? {
                console.note(&saved);
            }
        }
        ResourceContents::Blob(_) => {
            let text = contents_text(contents, console, saver)?;
            console.note(text.trim_end());
        }
    }
    Ok(())
}
