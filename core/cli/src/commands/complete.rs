//! `complete`: what an argument may become.

use hostline::{
    model::{CompletionReference, PromptReference, ResourceTemplateReference},
    text::display_safe,
};

use super::Session;
use crate::{
    args::CompleteArgs,
    arguments,
    exit::{Exit, Outcome, usage},
};

pub(super) async fn run(session: &Session, args: &CompleteArgs) -> Outcome {
    let Session { client, console, .. } = session;
    let mut request = client.complete(reference(&args.of)?, &args.argument, &args.value);
    for (key, value) in arguments::of_prompt(&args.context)? {
        request = request.context(key, value);
    }
    let result = request.await?;
    if console.settings.json {
        console.print_json(&result)?;
        return Ok(Exit::OK);
    }
    let completion = &result.completion;
    for value in &completion.values {
        console.print(&format!("{}\n", display_safe(value)))?;
    }
    let shown = completion.values.len() as u64;
    match (completion.total, completion.has_more) {
        (Some(total), _) if total > shown => {
            console.note(&format!("{shown} of {total}; type more of the value to see others"));
        }
        (_, Some(true)) => console.note("there are more; type more of the value to see them"),
        _ => {}
    }
    Ok(Exit::OK)
}

fn reference(of: &str) -> Outcome<CompletionReference> {
    if let Some(name) = of.strip_prefix("prompt:") {
        return Ok(PromptReference::new(name).into());
    }
    if of.contains(':') || of.contains('{') {
        return Ok(ResourceTemplateReference::new(of).into());
    }
    Err(usage(format!("`{of}` is neither a prompt nor the pattern of a resource template"))
        .with_next_step(format!("write prompt:{of} for a prompt"))
        .into())
}
