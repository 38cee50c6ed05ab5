//! `tasks`: calls that a server keeps running (2025-11-25 `basic/utilities/tasks`). A feature of
//! one version, in one file.

use hostline::{
    Error, ErrorCode,
    model::{CallToolResult, Task, TaskStatus},
    text::{display_safe, shorten},
};

use super::{Session, call, listed, note_empty};
use crate::{
    args::{TaskAction, TasksArgs},
    exit::{Exit, Outcome},
    output::{Console, Paint, Saver},
};

pub(super) async fn run(session: &Session, args: &TasksArgs) -> Outcome {
    let Session { client, console, .. } = session;
    let id = args.id.as_deref().unwrap_or_default();
    match args.action {
        TaskAction::List => list(session).await,
        TaskAction::Get => show(console, &client.get_task(id).await?),
        TaskAction::Cancel => show(console, &client.cancel_task(id).await?),
        TaskAction::Result => result(session, id).await,
    }
}

async fn list(session: &Session) -> Outcome {
    let console = &session.console;
    let tasks = listed(session, "task", session.client.list_tasks()).await?;
    if console.settings.json {
        console.print_json(&tasks)?;
        return Ok(Exit::OK);
    }
    if tasks.is_empty() {
        note_empty(console, "tasks");
    }
    for task in &*tasks {
        console.print(&describe(console, task))?;
    }
    Ok(Exit::OK)
}

pub(super) fn show(console: &Console, task: &Task) -> Outcome {
    if console.settings.json {
        console.print_json(task)?;
    } else {
        console.print(&describe(console, task))?;
    }
    Ok(Exit::OK)
}

/// A task for a person, on one line.
fn describe(console: &Console, task: &Task) -> String {
    let style = console.style();
    let paint = match task.status {
        TaskStatus::Failed => Paint::Error,
        TaskStatus::InputRequired => Paint::Warning,
        _ => Paint::Plain,
    };
    let id = style.paint(Paint::Name, &display_safe(&task.task_id));
    let status = style.paint(paint, &shorten(task.status.as_str(), 40));
    let since = style.paint(Paint::Dim, &shorten(&format!("since {}", task.last_updated_at), 60));
    let message = task.status_message.as_deref().map(|message| shorten(message, 500));
    format!("{id}  {status}  {since}  {}", message.unwrap_or_default()).trim_end().to_owned() + "\n"
}

async fn result(session: &Session, id: &str) -> Outcome {
    let Session { client, console, .. } = session;
    let json = client.task_result(id).await?;
    if console.settings.json {
        console.print_json(&json)?;
        return Ok(Exit::OK);
    }
    // Only calls of tools become tasks of a server.
    let result: CallToolResult = json.decode().map_err(|error| {
        Error::new(ErrorCode::Protocol, "the task's result is none of a tool").with_source(error)
    })?;
    let mut saver = Saver::new(console, None)?;
    call::print_result(console, &result, &mut saver)?;
    Ok(if result.failed() { Exit::TOOL_FAILED } else { Exit::OK })
}
